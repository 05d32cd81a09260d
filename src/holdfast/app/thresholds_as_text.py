"""Thresholds as people type them: three numbers, or a mode."""

from holdfast.deciding.effective_settings import MODES
from holdfast.errors import UsageError
from holdfast.model.thresholds import Mode, Thresholds

_ALLOWED = "three numbers such as 70/50/30 (autoApply/applyWithFlag/suggestOnly), or a mode"


def read_thresholds(option: str, text: str) -> Thresholds:
    """Return the thresholds; raises ``UsageError`` for anything else."""
    word = text.strip().lower()
    if word in set(Mode):
        return MODES[Mode(word)]
    try:
        auto_apply, apply_with_flag, suggest_only = (int(part) for part in word.split("/"))
        return Thresholds(
            auto_apply=auto_apply, apply_with_flag=apply_with_flag, suggest_only=suggest_only
        )
    except ValueError as exc:
        why = f": {exc}" if "must" in str(exc) else ""
        raise UsageError(
            f"{option} must be {_ALLOWED}, got {text[:80]!r}{why}\n  next: {option} 70/50/30"
        ) from exc

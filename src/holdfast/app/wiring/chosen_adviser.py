"""Advisers: makes the adviser that the settings name, and whoever asks it."""

from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from typing import Any

from holdfast.adapters.advisers.anthropic import DEFAULT_MODEL, AnthropicAdviser
from holdfast.adapters.advisers.anthropic import KEY_VARIABLE as ANTHROPIC_KEY
from holdfast.adapters.advisers.openai_compatible import DEFAULT_URL, CompatibleAdviser
from holdfast.adapters.advisers.openai_compatible import KEY_VARIABLE as OPENAI_KEY
from holdfast.adapters.advisers.retrying import PAUSES_S, Patience
from holdfast.app.advising.budget import Limits
from holdfast.app.advising.when_to_ask import Band
from holdfast.app.consulting import Ask, Consultant, ask_here
from holdfast.app.setting_table import ANTHROPIC, OFF, Value
from holdfast.app.wiring.project import Project, SystemClock
from holdfast.model.advice import Reply
from holdfast.ports import Adviser, Shelf

# The key for an address that is not the provider's own.
ADVISER_KEY = "HOLDFAST_ADVISER_KEY"


def make_consultant(
    project: Project,
    shelf: Shelf | None = None,
    *,
    adviser: Adviser | None = None,
    blocking: Callable[[Ask], Coroutine[Any, Any, Reply]] = ask_here,
) -> tuple[Consultant | None, str | None]:
    """Return who asks the adviser of the settings, None without one; and why it is not asked.

    A missing key or package is no error: a run without an adviser is as good as before.
    """
    plain = {key: found.value for key, found in project.plain.items()}
    if adviser is None:
        adviser, note = find_adviser(project)
        if adviser is None:
            return None, note
    consultant = Consultant(
        adviser=adviser,
        clock=SystemClock(),
        band=band_of(project),
        limits=Limits(
            calls=int(plain["adviser.calls"] or 0),
            tokens=int(plain["adviser.tokens"] or 0),
            input_price=_price(plain["adviser.inputPrice"]),
            output_price=_price(plain["adviser.outputPrice"]),
        ),
        shelf=shelf,
        pictures=plain["adviser.pictures"] is True,
        blocking=blocking,
    )
    return consultant, None


def band_of(project: Project) -> Band:
    """Return when an adviser is asked."""
    low, high, margin = (
        int(project.plain[f"adviser.{key}"].value or 0) / 100
        for key in ("askFrom", "askUpTo", "margin")
    )
    return Band(low=low, high=high, margin=margin)


def find_adviser(project: Project) -> tuple[Adviser | None, str | None]:
    """Return the adviser of the settings, or None and why; None and None when it is off."""
    plain = {key: found.value for key, found in project.plain.items()}
    provider, model, url = (
        plain[key] for key in ("adviser.provider", "adviser.model", "adviser.baseUrl")
    )
    if provider == OFF:
        return None, None
    patience = Patience(
        timeout_s=float(plain["adviser.timeout"] or 0),
        pauses_s=PAUSES_S[: int(plain["adviser.retries"] or 0)],
    )
    if provider == ANTHROPIC:
        return _anthropic(project, model, url, patience)
    return _compatible(project, model, url, patience)


def _anthropic(
    project: Project, model: Value, url: Value, patience: Patience
) -> tuple[Adviser | None, str | None]:
    key = _adviser_key(project, ANTHROPIC_KEY, is_own=url is None)
    if not key:
        named = ANTHROPIC_KEY if url is None else ADVISER_KEY
        return None, f"the adviser is not asked: {named} is not set"
    if find_spec("anthropic") is None:
        return None, "the adviser is not asked: pip install 'holdfast[ai]'"
    base_url = None if url is None else str(url)
    return AnthropicAdviser(
        key, str(model or DEFAULT_MODEL), base_url=base_url, patience=patience
    ), None


def _compatible(
    project: Project, model: Value, url: Value, patience: Patience
) -> tuple[Adviser | None, str | None]:
    key = _adviser_key(project, OPENAI_KEY, is_own=url is None)
    if model is None:
        return None, "the adviser is not asked: adviser.model is not set"
    if url is None and not key:
        return None, f"the adviser is not asked: {OPENAI_KEY} is not set"
    return CompatibleAdviser(str(url or DEFAULT_URL), str(model), key=key, patience=patience), None


def _adviser_key(project: Project, variable: str, *, is_own: bool) -> str | None:
    """Return the key; a provider's own key is sent to that provider's own address alone."""
    given = project.environment.get(ADVISER_KEY)
    return given or (project.environment.get(variable) if is_own else None) or None


def _price(value: Value) -> float | None:
    return None if value is None else float(value)

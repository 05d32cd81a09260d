"""Half done: keeps a run from sending a form of which a field was not filled in."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from holdfast.app.steps import PRESSING, title_of
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import Step, StepAction
from holdfast.model.replay_result import StepResult
from holdfast.page.url_pattern import url_pattern

FILLING = frozenset(
    {
        StepAction.TYPE,
        StepAction.SELECT,
        StepAction.CHECK,
        StepAction.UNCHECK,
        StepAction.UPLOAD,
    }
)
FORMS = frozenset({"form", "dialog"})
FORM_ROLES = frozenset({"form", "dialog", "alertdialog"})


@dataclass(slots=True)
class HalfDone:
    """The forms of a run that lack something; where fields stand in no form, their whole page."""

    _lacking: dict[Hashable, str] = field(default_factory=dict)

    def note(self, step: Step, result: StepResult) -> None:
        """Take note of a field that was not filled in."""
        if step.action in FILLING and step.fingerprint is not None and not result.outcome.is_good:
            what = f"{title_of(step)}: {result.label}"
            self._lacking.setdefault(_form_of(step, step.fingerprint), what)

    def find_lack(self, step: Step) -> str | None:
        """Return why a step must not be done: its form would be sent without a field."""
        if step.action not in PRESSING or not self._lacking:
            return None
        page = (url_pattern(step.url), None)
        own = page if step.fingerprint is None else _form_of(step, step.fingerprint)
        lack = self._lacking.get(own) or self._lacking.get(page)
        return None if lack is None else f"its form lacks a field ({lack})"


def _form_of(step: Step, fingerprint: Fingerprint) -> Hashable:
    """Return a name for the form that an element stands in: its page, and which one there."""
    for node in fingerprint.node.iter_ancestors():
        if node.tag in FORMS or node.get("role") in FORM_ROLES:
            before = (other.tag for other in fingerprint.page.nodes[: node.index])
            return url_pattern(step.url), sum(1 for tag in before if tag == node.tag), node.tag
    return url_pattern(step.url), None

"""Warnings: say what a careful person looks at before replaying a recording of somebody else's.

None of it makes the recording wrong; a replay refuses what it must not do. Each warning names its
place in the document.
"""

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.app.permissions import is_inside_name, is_web_address, secret_homes, texts_of
from holdfast.app.values import Values, secret_names
from holdfast.model.origin import NO_ORIGIN, origin_of
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.secret_fields import is_secret_field
from holdfast.page.keys import label_of
from holdfast.selectors.selector_kinds import CHEAP
from holdfast.selectors.writing import code_of

RISKY_ALLOWED = "allowRiskySteps"  # in a recording: its risky steps may be healed unflagged


class RecordingWarning(NamedTuple):
    """Something to look at: where it stands in the document, and what it is."""

    path: tuple[str | int, ...]
    message: str


def find_warnings(recording: Recording) -> Iterator[RecordingWarning]:
    """Yield what to look at, in the order of the steps."""
    if not _is_web(recording.start_url):
        yield RecordingWarning(
            ("startUrl",), "is no http or https address: refused without --allow-file"
        )
    if recording.extra.get(RISKY_ALLOWED) is True:
        yield RecordingWarning((RISKY_ALLOWED,), "lets risky steps be healed without a flag")
    yield from _of_declarations(recording)
    declared = {one.name for one in recording.secrets}
    for place, step in enumerate(recording.steps):
        at = ("steps", place)
        yield from (RecordingWarning((*at, *path), told) for path, told in _of_addresses(step))
        yield from (RecordingWarning((*at, *path), told) for path, told in _of_values(step))
        yield from (RecordingWarning((*at, *path), told) for path, told in _of_selectors(step))
        names = secret_names(texts_of(step))
        unknown = [name for name in names if name not in declared]
        if unknown:
            how = "--fix declares it" if not declared else "it is never typed"
            yield RecordingWarning(
                (*at, "value"), f"uses the secret {unknown[0]!r}, undeclared: {how}"
            )
        yield from (
            RecordingWarning((*at, "value"), told) for told in _of_homes(recording, step, names)
        )


def _of_declarations(recording: Recording) -> Iterator[RecordingWarning]:
    for place, one in enumerate(recording.secrets):
        if "{{" not in one.origin and origin_of(one.origin) == NO_ORIGIN:
            yield RecordingWarning(
                ("secrets", place, "origin"), "is no origin: the secret is never typed"
            )


def _of_homes(recording: Recording, step: Step, names: tuple[str, ...]) -> Iterator[str]:
    """Yield secrets that are typed somewhere else than where they belong."""
    texts = (step.url, *(one.origin for one in recording.secrets))
    if any("{{" in text for text in texts):
        return  # nobody knows yet
    homes, here = secret_homes(recording, Values()), origin_of(step.url)
    for name in names:
        if here and homes.get(name, here) != here:
            yield f"types the secret {name!r} of {homes[name]} at {here}: refused"


def _of_addresses(step: Step) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if step.action is not StepAction.NAVIGATE:
        return
    address = step.value or step.url
    where = ("value",) if step.value else ("url",)
    if not _is_web(address):
        yield where, "is no http or https address: refused without --allow-file"
    if secret_names([address]):
        yield where, "sends a secret in an address, where servers write it down"


def _of_values(step: Step) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if step.action is StepAction.UPLOAD:
        given = [
            (("value",), step.value),
            *((("values", n), v) for n, v in enumerate(step.values or ())),
        ]
        for where, name in given:
            if name and not is_inside_name(name):
                yield where, "names a file outside of the recording's folder: refused"
    if step.action is StepAction.TYPE and step.value and not secret_names([step.value]):
        found = step.fingerprint
        if found is not None and is_secret_field(
            found.node.attributes, label_of(found.page, found.target)
        ):
            yield ("value",), "is typed into a secret field and stands in the file: put ${NAME}"
    if step.pointer is not None and step.value and secret_names([step.value]):
        yield ("value",), "was imported and names a secret: write $${…} if it is meant as text"


def _of_selectors(step: Step) -> Iterator[tuple[tuple[str | int, ...], str]]:
    strategies = () if step.fingerprint is None else step.fingerprint.strategies
    for place, strategy in enumerate(strategies):
        if strategy.type in CHEAP:
            try:
                code_of(strategy, ())
            except ValueError as exc:
                yield ("fingerprint", "strategies", place), f"is damaged: {exc}"


def _is_web(address: str) -> bool:
    return "{{" in address.partition(":")[0] or is_web_address(address)

"""Replays as JUnit XML: a suite for each, with one case for each step."""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from holdfast.model.harmless import harmless
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

# What XML 1.0 has no way to write, not even escaped.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(*replays: Replay) -> bytes:
    """Return replays as one JUnit file; healed steps pass and carry properties."""
    root = Element("testsuites")
    root.extend(_suite(replay) for replay in replays)
    indent(root)
    written: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + written + b"\n"


def _suite(replay: Replay) -> Element:
    suite = Element("testsuite", _suite_attributes(replay))
    for step in replay.steps:
        _add_case(suite, replay, step)
    if replay.error:
        problem = SubElement(suite, "system-err")
        problem.text = _plain(replay.error)
    return suite


def _suite_attributes(replay: Replay) -> dict[str, str]:
    failures = replay.count(StepOutcome.REFUSED) + replay.count(StepOutcome.FAILED)
    return {
        "name": _plain(replay.name),
        "tests": str(len(replay.steps)),
        "failures": str(failures),
        "errors": "1" if replay.error else "0",
        "skipped": str(replay.count(StepOutcome.NOT_RUN)),
        "time": f"{(replay.ended_at - replay.started_at).total_seconds():.3f}",
        "timestamp": replay.started_at.strftime("%Y-%m-%dT%H:%M:%S"),
    }


def _add_case(suite: Element, replay: Replay, step: StepResult) -> None:
    case = SubElement(
        suite,
        "testcase",
        {
            "classname": _plain(replay.name),
            "name": _plain(f"{step.number}. {step.title}"),
            "time": f"{step.duration_ms / 1000:.3f}",
        },
    )
    if step.confidence is not None and step.action is not None:
        properties = SubElement(case, "properties")
        _property(properties, "holdfast.confidence", str(step.confidence))
        _property(properties, "holdfast.action", step.action.value)
        _property(properties, "holdfast.new_selector", step.new_selector)
    if step.outcome is StepOutcome.NOT_RUN:
        SubElement(case, "skipped", {"message": _plain(step.reason)})
    elif not step.outcome.is_good:
        kind = {"message": _plain(step.reason), "type": step.outcome.value}
        failure = SubElement(case, "failure", kind)
        lines = [f"{miss.likely:>3}  {miss.element}  {miss.why}" for miss in step.nearest]
        failure.text = _plain("\n".join([*step.details, *lines]))


def _property(properties: Element, name: str, value: str) -> None:
    SubElement(properties, "property", {"name": name, "value": _plain(value)})


def _plain(text: str) -> str:
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", harmless(text))

"""What the Chrome DevTools Recorder says in its own words: assertions, and steps of our own."""

import re
from typing import Any

import orjson

from holdfast.model.json_fields import find_field
from holdfast.model.recording import AssertCheck

Json = dict[str, Any]

OUR_STEP = "holdfast"  # the name of a customStep that holds what DevTools has no step for
URL_EXPRESSION = re.compile(r'location\.href === ("(?:[^"\\]|\\.)*")')
WAIT_EXPRESSION = re.compile(
    r"new Promise\(done => setTimeout\(\(\) => done\(true\), (\d+(?:\.\d+)?)\)\)"
)
Asked = tuple[AssertCheck, str]


def url_expression(url: str) -> str:
    """Return the expression that is true on a page of this address."""
    return f"location.href === {orjson.dumps(url).decode()}"


def wait_expression(milliseconds: str) -> str:
    """Return the expression that is true after a while."""
    return f"new Promise(done => setTimeout(() => done(true), {milliseconds}))"


def wanted_by(given: Json) -> tuple[AssertCheck | None, str]:
    """Return what is asserted and its value; None, and the reason, when it cannot be."""
    operator, number = find_field(given, "operator", str), find_field(given, "count", float)
    count = 1.0 if number is None else number
    if find_field(given, "visible", bool) is False:
        simple = operator in {None, ">="} and count == 1
        return (AssertCheck.HIDDEN, "") if simple else (None, "a hidden number has no step")
    if operator == "==":
        return AssertCheck.COUNT, f"{count:g}"
    if operator in {None, ">="} and count == 1:
        return AssertCheck.VISIBLE, ""
    if operator == "<=" and count == 0:
        return AssertCheck.COUNT, "0"
    return None, f"a number of elements that is {operator or '>='} {count:g} has no step"


_TEXT_PROPERTIES = ("innerText", "textContent")


def looked_at(given: Json) -> list[tuple[str, Asked | None]]:
    """Return each attribute and property that is asked for, with the check that asks it."""
    found: list[tuple[str, Asked | None]] = [
        (f"attribute {name}", None) for name in find_field(given, "attributes", dict) or {}
    ]
    for name, value in (find_field(given, "properties", dict) or {}).items():
        check = None
        if isinstance(value, str) and name in _TEXT_PROPERTIES:
            check = (AssertCheck.TEXT, value)
        elif isinstance(value, str) and name == "value":
            check = (AssertCheck.VALUE, value)
        found.append((f"property {name}", check))
    return found

"""Steps on one small page, as they were recorded."""

import ast
from datetime import UTC, datetime
from typing import Any

from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.snapshot import Size, Snapshot
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
SHOP = "https://shop.example/"
PAGE = a_page(
    """<label for="m">Email</label><input id="m"><select aria-label="Size"><option>S</select>
    <input type="checkbox" aria-label="Gift"><button>Save</button><canvas id="sign"></canvas>
    <p id="both">Shown <i hidden>hidden</i></p>"""
)


def a_recording(*steps: Step, name: str = "Buy", viewport: Size | None = None) -> Recording:
    """Return a recording of a shop."""
    return Recording(name=name, start_url=SHOP, created_at=NOON, viewport=viewport, steps=steps)


def a_step(
    action: StepAction, css: str | None = None, number: int = 1, page: Snapshot = PAGE, **given: Any
) -> Step:
    """Return a step on the only element that a CSS selector finds, or on none."""
    made = None if css is None else describe(page, css)
    return Step(id=f"s{number}", action=action, fingerprint=made, **given)


def body_of(code: str) -> list[str]:
    """Return the lines of the test in a module, as Python itself writes them."""
    made = [one for one in ast.parse(code).body if isinstance(one, ast.FunctionDef)]
    (test,) = [one for one in made if one.name.startswith("test_")]
    return [ast.unparse(line) for line in test.body]


def plain(*lines: str) -> list[str]:
    """Return lines as Python itself writes them."""
    return [ast.unparse(line) for line in ast.parse("\n".join(lines)).body]

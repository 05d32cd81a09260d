"""The reference of formats names every step and command that is known."""

from pathlib import Path

import pytest

from holdfast.adapters.formats.devtools_in import READERS as DEVTOOLS
from holdfast.adapters.formats.selenium_commands import READERS
from holdfast.adapters.formats.selenium_words import ACTS, BLOCKS
from holdfast.model.recording import StepAction

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"


def part(heading: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("Chrome DevTools Recorder, in", DEVTOOLS),
        ("Chrome DevTools Recorder, out", StepAction),
        ("Selenium IDE, in", [*READERS, *ACTS, *BLOCKS]),
        ("pytest with Playwright, out", StepAction),
    ],
)
def test_everything_that_is_known_is_in_the_tables(heading: str, names: list[str]) -> None:
    told = part(heading)
    assert [name for name in map(str, names) if f"`{name}`" not in told] == []

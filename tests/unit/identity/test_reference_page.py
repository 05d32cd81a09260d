"""The reference page says what the code does."""

import re
from pathlib import Path

import orjson
import pytest

from holdfast.identity import from_string, to_string
from holdfast.identity.anchors import ANCHOR_ROLES, ANCHOR_TAGS, NO_ANCHOR, TEST_IDS, TOO_DEEP
from holdfast.identity.constraints import MODES, POSITION_USED, POSITIONS, PRIORITIES
from holdfast.identity.fallback import MISSING
from holdfast.identity.generate import NOT_UNIQUE
from holdfast.identity.identity_json import from_data
from holdfast.identity.resolve import PATH_CHANGED
from holdfast.model.element_identity import OnMissing, ResolutionStatus

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "identity.md"
TEXT = PAGE.read_text(encoding="utf-8")
REASONS = (NO_ANCHOR, TOO_DEEP, POSITION_USED, NOT_UNIQUE, MISSING, PATH_CHANGED)


@pytest.mark.parametrize(
    "name",
    [
        *sorted(ANCHOR_TAGS),
        *sorted(ANCHOR_ROLES),
        *sorted(TEST_IDS),
        *sorted(REASONS),
        *MODES,
        *POSITIONS,
        *OnMissing,
        *ResolutionStatus,
    ],
)
def test_every_name_is_explained(name: str) -> None:
    assert f"`{name}`" in TEXT


def test_every_constraint_has_its_priority() -> None:
    for kind, priority in PRIORITIES.items():
        assert f"| `{kind}` | {priority} |" in TEXT


def test_the_json_and_the_line_are_the_same_identity() -> None:
    (data,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    (line,) = re.findall(r"^holdfast/1.0 .*$", TEXT, re.MULTILINE)
    assert to_string(from_data(orjson.loads(data))) == line
    assert from_string(line) == from_data(orjson.loads(data))

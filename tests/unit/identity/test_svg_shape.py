"""Icons are told apart by what they draw."""

import pytest
from tests.unit.identity.builders import a_page, index_of

from holdfast.identity.svg_shape import fingerprint_drawing, path_commands, rounded
from holdfast.identity.voices import voices_of
from holdfast.model.element_identity import SvgFingerprint


def drawing_of(body: str, css: str = "#x") -> SvgFingerprint | None:
    page = a_page(body)
    return fingerprint_drawing(voices_of(page), index_of(page, css))


def test_the_first_five_commands_count() -> None:
    assert path_commands("M1 1 L2 2 H3 V4 C1 2 3 4 5 6 Z M9 9") == [
        "M1 1",
        "L2 2",
        "H3",
        "V4",
        "C1 2 3 4 5 6",
    ]


def test_fewer_commands_are_taken_as_they_are() -> None:
    assert path_commands("m1,1z") == ["m1 1", "z"]


def test_numbers_are_rounded_to_two_digits() -> None:
    assert rounded("1.005 -2.3449 .5 1e1 -0.001") == "1 -2.34 0.5 10 0"


def test_the_same_drawing_in_another_precision_is_the_same() -> None:
    one = drawing_of('<svg id=x><path d="M1.001 2.003 L3 4 Z"/></svg>')
    two = drawing_of('<svg id=x fill=red><path d="M1.0012 2.0029L3.0 4Z"/></svg>')
    assert one == two
    assert one is not None
    assert len(one.draws) == 12


@pytest.mark.parametrize(
    "other",
    [
        '<svg id=x><path d="M1 2 L3 5 Z"/></svg>',
        '<svg id=x><path d="M1 2 L3 4"/></svg>',
        "<svg id=x><circle r=3 /></svg>",
        "<svg id=x></svg>",
    ],
)
def test_another_drawing_is_another(other: str) -> None:
    assert drawing_of('<svg id=x><path d="M1 2 L3 4 Z"/></svg>') != drawing_of(other)


def test_shape_title_and_role_are_kept() -> None:
    made = drawing_of("<svg id=x role=img><title>Save  it</title></svg>")
    assert made == SvgFingerprint(shape="svg", title="Save it", role="img")


def test_a_button_is_known_by_its_only_icon() -> None:
    assert drawing_of("<button id=x><svg><path d='M1 1'/></svg></button>") is not None
    assert drawing_of("<button id=x><svg></svg><svg></svg></button>") is None
    assert drawing_of("<button id=x>Save</button>") is None


def test_hostile_numbers_do_not_break_it() -> None:
    assert drawing_of(f"<svg id=x><path d='M{'9' * 5000} 1e999 L..--'/></svg>") is not None

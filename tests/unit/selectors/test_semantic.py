"""cdp_semantic: by role and name."""

import math

import pytest

from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.page.tables import tables_of
from holdfast.selectors.semantic import evaluate, write
from holdfast.testing import a_page, a_strategy


def look(page: Snapshot, **metadata: object) -> StrategyEvaluationResult:
    return evaluate(a_strategy("cdp_semantic", metadata), page)


def found_id(page: Snapshot, **metadata: object) -> str | None:
    result = look(page, **metadata)
    return None if result.node is None else page.attributes[result.node].get("id", "")


def test_role_and_name_are_worth_the_base() -> None:
    result = look(a_page("<a href=/>Save</a><button>Save</button>"), role="button", name="Save")
    assert (result.found, result.confidence, result.match_count) == (True, 0.95, 1)


@pytest.mark.parametrize(("count", "expected"), [(2, 0.80), (4, 0.65), (9, 0.55)])
def test_several_are_worth_less(count: int, expected: float) -> None:
    result = look(a_page("<button>Save</button>" * count), role="button", name="Save")
    assert result.confidence == pytest.approx(expected)
    assert result.match_count == count


@pytest.mark.parametrize(
    ("count", "expected"), [(1, 0.80), (2, 0.65), (3, 0.80 - 0.15 * math.log2(3))]
)
def test_a_role_without_a_name_starts_lower(count: int, expected: float) -> None:
    result = look(a_page("<button></button>" * count), role="button")
    assert result.confidence == pytest.approx(expected)


def test_white_space_and_case_make_no_difference() -> None:
    assert look(a_page("<button> save\n all</button>"), role="BUTTON", name="Save  all").found


def test_the_same_letters_win_over_another_case() -> None:
    page = a_page("<button id=a>SAVE</button><button id=b>Save</button>")
    assert found_id(page, role="button", name="Save") == "b"


def test_hidden_elements_are_not_perceived() -> None:
    page = a_page("<button hidden>Save</button><div aria-hidden=true><button>Save</button></div>")
    assert not look(page, role="button", name="Save").found


def test_a_level_must_be_the_heading_s() -> None:
    page = a_page("<h1>News</h1><h2 id=two>News</h2><p role=heading aria-level=3 id=three>News</p>")
    assert found_id(page, role="heading", name="News", level=2) == "two"
    assert found_id(page, role="heading", name="News", level=3) == "three"
    assert not look(page, role="heading", name="News", level=4).found


def test_a_state_chooses_among_several() -> None:
    page = a_page(
        "<button id=a>Menu</button><button id=b aria-expanded=true>Menu</button>"
        "<input type=checkbox aria-label=All><input type=checkbox aria-label=All checked id=c>"
    )
    assert found_id(page, role="button", name="Menu", states={"expanded": True}) == "b"
    assert found_id(page, role="checkbox", name="All", states={"checked": True}) == "c"


def test_a_state_that_changed_since_rules_nothing_out() -> None:
    page = a_page("<input type=checkbox aria-label=All>")
    assert look(page, role="checkbox", name="All", states={"checked": True}).confidence == 0.95


def test_the_failure_says_what_there_is() -> None:
    page = a_page("<button>Send</button><button>Stop</button>")
    assert look(page, role="button", name="Save").error == (
        "no 'button' named 'Save'; the page has 2 of that role"
    )


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"role": ""}, id="empty role"),
        pytest.param({"role": 7}, id="role is a number"),
        pytest.param({"role": "button", "name": ["Save"]}, id="name is a list"),
        pytest.param({"role": "heading", "level": "2"}, id="level is a text"),
        pytest.param({"role": "heading", "level": True}, id="level is true"),
        pytest.param({"role": "heading", "level": 0}, id="level 0"),
        pytest.param({"role": "button", "states": "checked"}, id="states are a text"),
        pytest.param({"role": "button", "states": {"sleepy": True}}, id="unknown state"),
        pytest.param({"role": "button", "frame": -1}, id="negative frame"),
    ],
)
def test_bad_metadata_is_told_and_not_raised(metadata: dict[str, object]) -> None:
    result = look(a_page("<button>Save</button><h2>x</h2>"), **metadata)
    assert not result.found
    assert result.error


@pytest.mark.parametrize(
    "body",
    [
        "<div role=doc-toc aria-label=Contents id=t>x</div>",
        "<main><header aria-label=Top id=t>x</header></main>",
        "<svg><circle id=t><title>Sun</title></circle></svg>",
    ],
)
def test_roles_that_playwright_does_not_know_are_not_written(body: str) -> None:
    page = a_page(body)
    (node,) = page.select("#t")
    assert node.role
    assert node.name
    assert not list(write(tables_of(page), node, ()))

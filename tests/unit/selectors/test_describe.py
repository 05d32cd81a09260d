"""A fingerprint: which element is meant, every way to it, and what each is worth."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.errors import ForeignFormat, InvalidSelector, TargetMissing
from holdfast.model.fingerprint import IdentityMeaning
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.page.strategy_port import MATCHES, ask
from holdfast.selectors.describe import describe
from holdfast.selectors.selector_kinds import SELECTORS
from holdfast.testing import a_framed_page, a_page

FORM = """
<form id="login">
  <label for="user">User name</label>
  <input id="user" name="user" title="As on your card" data-testid="user-field">
  <input type="checkbox" name="stay" checked aria-label="Stay signed in">
  <button id=":r3:" class="css-1a2b3c btn-save p-4">Save</button>
</form>
"""
SELECTOR_TYPES = {
    StrategyType.CDP_SEMANTIC,
    StrategyType.CDP_POWER,
    StrategyType.DOM_SELECTOR,
    StrategyType.CSS_SELECTOR,
}


def of_type(page: Snapshot, target: str | int, kind: StrategyType) -> list[LocatorStrategy]:
    return [s for s in describe(page, target).strategies if s.type is kind]


# ------------------------------------------------------------------------------- which element


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(".btn-save", id="CSS"),
        pytest.param("//button", id="XPath"),
        pytest.param("(//button)[1]", id="XPath in parentheses"),
        pytest.param("/html/body/form/button", id="path"),
        pytest.param(7, id="index"),
    ],
)
def test_the_target_can_be_named_in_any_way(target: str | int) -> None:
    assert describe(a_page(FORM), target).node.text == "Save"


def test_a_node_of_the_page_is_a_target() -> None:
    page = a_page(FORM)
    node = page.select("button")[0]
    assert describe(page, node).target == node.index


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        pytest.param("#gone", 0, id="none"),
        pytest.param("input", 2, id="several"),
        pytest.param("//input", 2, id="several by XPath"),
        pytest.param(99, 0, id="index beyond the page"),
        pytest.param(-1, 0, id="negative index"),
    ],
)
def test_none_or_several_is_an_error(target: str | int, seen: int) -> None:
    with pytest.raises(TargetMissing) as caught:
        describe(a_page(FORM), target)
    assert caught.value.seen == seen


def test_a_node_of_another_page_is_an_error() -> None:
    with pytest.raises(TargetMissing):
        describe(a_page(FORM), a_page(FORM).nodes[3])


def test_a_selector_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(InvalidSelector):
        describe(a_page(FORM), "button[")


# ------------------------------------------------------------------------------ what is recorded


def test_role_name_and_states_are_recorded() -> None:
    (semantic,) = of_type(a_page(FORM), "[type=checkbox]", StrategyType.CDP_SEMANTIC)
    assert dict(semantic.metadata) == {
        "role": "checkbox",
        "name": "Stay signed in",
        "states": {"checked": True},
    }


def test_a_heading_is_recorded_with_its_level() -> None:
    (semantic,) = of_type(a_page("<h1>A</h1><h3>A</h3>"), "h3", StrategyType.CDP_SEMANTIC)
    assert dict(semantic.metadata) == {"role": "heading", "name": "A", "level": 3}
    assert semantic.confidence == pytest.approx(0.95), "only one of them is of level 3"


def test_every_kind_of_words_is_recorded_once() -> None:
    powers = of_type(a_page(FORM), "#user", StrategyType.CDP_POWER)
    assert [(s.metadata["by"], s.metadata["value"]) for s in powers] == [
        ("testId", "user-field"),
        ("label", "User name"),
        ("title", "As on your card"),
    ]


def test_id_name_and_test_id_are_recorded_as_selectors() -> None:
    found = of_type(a_page(FORM), "#user", StrategyType.DOM_SELECTOR)
    assert [s.selector for s in found][:3] == [
        "#user",
        'input[name="user"]',
        '[data-testid="user-field"]',
    ]


def test_what_a_machine_made_is_in_no_strategy() -> None:
    page = a_page(FORM, boxes={"button": (10, 20, 80, 30)}, viewport=(800, 600))
    recorded = orjson.dumps(fingerprint_to_json(describe(page, "button"), page_ref="p")).decode()
    assert ":r3:" not in recorded
    assert "css-1a2b3c" not in recorded
    assert "btn-save" in recorded


def test_with_a_box_the_place_is_recorded_as_it_was_seen() -> None:
    page = a_page(FORM, boxes={"button": (10, 20, 80, 30)}, viewport=(800, 600))
    (evidence,) = of_type(page, "button", StrategyType.EVIDENCE_SCORING)
    (coordinates,) = of_type(page, "button", StrategyType.COORDINATES)
    looks = {"tagName": "button", "classList": ["btn-save"]}
    view = {"viewport": {"width": 800, "height": 600}, "scroll": {"x": 0, "y": 0}}
    # The middle of (10, 20, 80 wide, 30 high).
    assert dict(evidence.metadata) == {
        "endpoint": {"x": 50.0, "y": 35.0},
        "attributes": looks,
        **view,
    }
    box = {"x": 10, "y": 20, "width": 80, "height": 30}
    assert dict(coordinates.metadata) == {
        "x": 50.0,
        "y": 35.0,
        "box": box,
        "attributes": looks,
        **view,
    }
    assert (evidence.confidence, coordinates.confidence) == (0.80, 0.60)


def test_with_a_box_the_words_to_be_read_there_are_recorded() -> None:
    page = a_page(FORM, boxes={"button": (10, 20, 80, 30)}, viewport=(800, 600))
    (vision,) = of_type(page, "button", StrategyType.VISION_OCR)
    assert vision.metadata["targetText"] == page.select("button")[0].name
    assert vision.metadata["textBbox"] == {"x": 10, "y": 20, "width": 80, "height": 30}
    assert vision.confidence == 0.70


@pytest.mark.parametrize("body", ["<button></button>", f"<button>{'word ' * 30}</button>"])
def test_what_says_nothing_or_a_lot_is_not_to_be_read(body: str) -> None:
    page = a_page(body, boxes={"button": (10, 20, 80, 30)})
    assert of_type(page, "button", StrategyType.VISION_OCR) == []


@pytest.mark.parametrize("boxes", [None, {"button": (10, 20, 0, 30)}])
def test_without_a_box_that_shows_something_no_place_is_recorded(
    boxes: dict[str, tuple[float, float, float, float]] | None,
) -> None:
    kinds = {s.type for s in describe(a_page(FORM, boxes=boxes), "button").strategies}
    placed = {StrategyType.EVIDENCE_SCORING, StrategyType.COORDINATES, StrategyType.VISION_OCR}
    assert not kinds & placed


def test_identity_and_similarity_are_always_recorded() -> None:
    last = describe(a_page(FORM), "button").strategies[-2:]
    assert [s.type for s in last] == [StrategyType.DSL_IDENTITY, StrategyType.SIMILARITY]
    assert dict(last[1].metadata) == {}
    assert last[0].metadata["dsl"]["target"]["tag"] == "button"


# ------------------------------------------------------------------------------------- its worth


@pytest.mark.parametrize(
    ("twins", "worth"),
    [
        pytest.param(1, 0.95, id="one: the base"),
        pytest.param(2, 0.80, id="two: 0.95 - 0.15"),
        pytest.param(4, 0.65, id="four: 0.95 - 0.30"),
        pytest.param(8, 0.55, id="eight: 0.95 - 0.40, no more"),
        pytest.param(16, 0.55, id="sixteen: the same"),
    ],
)
def test_a_role_and_name_that_several_have_is_worth_less(twins: int, worth: float) -> None:
    page = a_page("<button>Save</button>" * twins)
    (semantic,) = of_type(
        page, "/html/body/button[1]" if twins > 1 else "button", StrategyType.CDP_SEMANTIC
    )
    assert semantic.confidence == pytest.approx(worth)


def test_a_role_without_a_name_starts_lower() -> None:
    (semantic,) = of_type(a_page("<nav></nav>"), "nav", StrategyType.CDP_SEMANTIC)
    assert semantic.confidence == pytest.approx(0.80)


def test_the_primary_is_the_most_readable_way_that_is_unique() -> None:
    page = a_page('<button>Go</button><p><button data-testid="go">Go</button></p>')
    first = describe(page, "p button").strategies[0]
    assert (first.type, first.metadata["by"]) == (StrategyType.CDP_POWER, "testId")


def test_an_element_without_a_unique_selector_still_gets_a_fingerprint() -> None:
    page = a_page("<ul><li></li><li></li></ul>")
    first = describe(page, "/html/body/ul/li[2]").strategies[0]
    assert (first.type, first.confidence) == (StrategyType.CSS_SELECTOR, 0.75)


# ------------------------------------------------------------------------------------ the page


def test_all_fingerprints_of_a_page_share_its_compact_form() -> None:
    page = a_page(FORM)
    one, other = describe(page, "#user"), describe(page, "button")
    assert one.page is other.page
    assert one.page.is_compact
    assert describe(one.page, "#user").page is one.page


# ----------------------------------------------------------------- what is recorded is found again

PARTS = st.sampled_from(
    [
        "<button>Save</button>", "<button>Cancel</button>", '<a href="/x">Go</a>',
        '<input placeholder="Search">', '<input title="Search" aria-label="Find">',
        "<h2>Title</h2>", '<p class="note">Note</p>', '<img alt="Logo">', "<li>item</li>",
        '<div role="tab" aria-selected="true">One</div>', '<div data-testid="box">x</div>',
        '<label>Name <input name="n"></label>', '<select name="s"><option>A</option></select>',
        "<button><span>Save</span></button>", '<p hidden title="Search">no</p>', "<nav></nav>",
    ]
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(PARTS, min_size=1, max_size=10))
def test_every_recorded_way_leads_to_its_element_with_the_recorded_worth(parts: list[str]) -> None:
    page = a_page("<main>" + "".join(parts) + "</main>")
    for node in page.nodes:
        if not node.is_visible:  # words that a visible element has too lead to that one
            continue
        for strategy in describe(page, node).strategies:
            if strategy.type not in SELECTOR_TYPES:
                continue
            result = ask(SELECTORS[strategy.type], strategy, page, 0)
            assert result.found, (strategy, result.error)
            assert node.index in result.metadata[MATCHES], strategy
            assert result.confidence >= strategy.confidence - 1e-9, strategy


def test_an_element_in_a_frame_is_found_in_its_frame() -> None:
    page = a_framed_page('<iframe id="f"></iframe>', {"#f": "<button>Pay</button>"})
    button = next(node for node in page.nodes if node.tag == "button")
    first = describe(page, button).strategies[0]
    result = ask(SELECTORS[first.type], first, page, button.frame)
    assert result.node == button.index


# ------------------------------------------------------------------------------------------ JSON


def through_json(data: object) -> object:
    return orjson.loads(orjson.dumps(data))


@settings(max_examples=25)
@given(st.lists(PARTS, min_size=1, max_size=6), st.sampled_from(list(IdentityMeaning)))
def test_a_fingerprint_survives_json(parts: list[str], meaning: IdentityMeaning) -> None:
    page = a_page("".join(parts))
    made = describe(page, len(page) - 1, meaning=meaning)
    assert fingerprint_from_json(through_json(fingerprint_to_json(made))) == made


def test_the_file_names_its_format_and_holds_the_page() -> None:
    data = fingerprint_to_json(describe(a_page(FORM), "button", meaning=IdentityMeaning.SLOT))
    assert data["format"] == "holdfast-fingerprint/1"
    assert data["identity"] == "slot"
    assert data["page"]["format"] == "holdfast-snapshot/2"
    assert data["strategies"][0] == {
        "type": "cdp_semantic",
        "confidence": 0.95,
        "metadata": {"role": "button", "name": "Save"},
    }


def test_a_shared_page_is_stored_once_and_named() -> None:
    made = describe(a_page(FORM), "button")
    data = fingerprint_to_json(made, page_ref="pages/1.json")
    assert "page" not in data
    assert fingerprint_from_json(data, pages={"pages/1.json": made.page}) == made
    with pytest.raises(ForeignFormat, match="no such page"):
        fingerprint_from_json(data)


def test_what_a_later_version_wrote_is_kept() -> None:
    data = fingerprint_to_json(describe(a_page(FORM), "button"))
    data["note"] = {"by": "somebody"}
    data["strategies"][0]["seen"] = 3
    data["strategies"].append({"type": "telepathy", "confidence": 1.0, "waves": [1]})
    read = fingerprint_from_json(through_json(data))
    assert through_json(fingerprint_to_json(read)) == through_json(data)
    assert "telepathy" not in {str(s.type) for s in read.strategies}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"format": "holdfast-fingerprint/2"}, "newer", id="newer major"),
        pytest.param({"format": "holdfast-recording/1"}, "format", id="something else"),
        pytest.param({"format": None}, "format", id="no format"),
        pytest.param({"target": 999}, "damaged", id="target beyond the page"),
        pytest.param({"target": "button"}, "damaged", id="target of another kind"),
        pytest.param({"target": True}, "damaged", id="target true"),
        pytest.param({"strategies": [{"type": "cdp_power"}]}, "damaged", id="no confidence"),
        pytest.param({"strategies": ["css"]}, "damaged", id="strategy is no object"),
        pytest.param({"strategies": None}, "damaged", id="no strategies"),
        pytest.param({"identity": "copy"}, "damaged", id="unknown meaning"),
        pytest.param({"page": None}, "snapshot", id="no page"),
        pytest.param({"page": {"format": "holdfast-snapshot/1"}}, "damaged", id="empty page"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_with_a_reason(
    change: dict[str, object], told: str
) -> None:
    data = fingerprint_to_json(describe(a_page(FORM), "button")) | change
    with pytest.raises(ForeignFormat, match=told):
        fingerprint_from_json(data)


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_what_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(ForeignFormat):
        fingerprint_from_json(data)

"""From an element to its identity."""

import pytest
from tests.unit.identity.builders import a_page, identity_of, index_of

from holdfast.errors import TargetMissing
from holdfast.identity import generate, resolve, to_json
from holdfast.model.element_identity import Identity, ResolutionStatus
from holdfast.model.snapshot import Box, Scope, Snapshot

ROWS = (
    "<main><table>"
    "<tr><td>Ann</td><td>Deck</td><td><button>Edit</button></td></tr>"
    "<tr><td>Bob</td><td>Deck</td><td><button>Edit</button></td></tr>"
    "</table></main>"
)


def tags(identity: Identity) -> list[str]:
    return [node.tag for node in identity.path]


def test_the_path_leads_from_the_anchor_to_the_parent_of_the_target() -> None:
    page = a_page("<form><fieldset><ul><li><button id=x>Save</button></li></ul></fieldset></form>")
    made = identity_of(page, "#x")
    assert (made.anchor.tag, tags(made), made.target.tag) == (
        "form",
        ["fieldset", "ul", "li"],
        "button",
    )


def test_plain_wrappers_are_left_out() -> None:
    page = a_page(
        "<form><div><span><div class='mt-4'><button id=x>Save</button></div></span></form>"
    )
    assert tags(identity_of(page, "#x")) == []


def test_boxes_that_mean_something_are_kept() -> None:
    page = a_page("<form><div class=actions><span role=group><button id=x>Save</button></form>")
    assert tags(identity_of(page, "#x")) == ["div", "span"]


def test_text_is_kept_raw_and_normalised() -> None:
    text = identity_of(a_page("<form><button>  Save \n all </button></form>"), "button")
    assert text.target.semantics.text is not None
    assert text.target.semantics.text.raw == "  Save \n all "
    assert text.target.semantics.text.normalized == "Save all"


def test_a_field_is_known_by_its_label() -> None:
    page = a_page("<form><label for=':r1:'>Email</label><input id=':r1:'></form>")
    assert identity_of(page, "input").target.semantics.label == "Email"


def test_the_same_buttons_in_rows_are_told_apart_by_the_row() -> None:
    page = a_page(ROWS)
    made = generate(page, page.select("button")[1])
    assert [node.semantics.contains for node in made.path] == [(), (), ("Bob",), ()]
    assert resolve(made, page).node == page.select("button")[1].index


def test_a_text_with_numbers_is_not_taken_when_another_will_do() -> None:
    body = "".join(f"<li><b>{n}</b><i>Port {w}</i><u>x</u></li>" for n, w in ((1, "A"), (2, "B")))
    page = a_page(f"<nav><ul>{body}</ul></nav>")
    made = generate(page, page.select("u")[0])
    assert [node.semantics.contains for node in made.path] == [(), ("Port A",)]


def test_links_with_icons_are_told_apart_by_the_icon() -> None:
    page = a_page(
        "<nav><a href=#><i class=fa-cut></i></a><a href=#><i class=fa-copy></i></a></nav>"
    )
    made = identity_of(page, "a")
    assert [inner.semantics.classes for inner in made.target.semantics.has] == [("fa-cut",)]
    assert not made.meta.degraded


def test_skipped_nodes_are_added_when_nothing_else_tells_apart() -> None:
    page = a_page("<form><div><button>Go</button></div><button>Go</button></form>")
    made = identity_of(page, "div button")
    assert (tags(made), made.meta.added_nodes) == (["div"], 1)
    assert resolve(made, page).node == index_of(page, "div button")


def test_no_more_nodes_are_added_than_help() -> None:
    page = a_page("<form><div><div><p>Go</p></div></div><div><p>Go</p></div><p>Go</p></form>")
    inner, middle, outer = (generate(page, node) for node in page.select("p"))
    assert [made.meta.added_nodes for made in (inner, middle, outer)] == [2, 1, 0]
    assert resolve(inner, page).status is ResolutionStatus.SUCCESS
    assert len(resolve(middle, page).candidates) == 2  # what is said of it is true of the inner too


def test_a_wrapper_is_told_by_what_is_inside_it() -> None:
    page = a_page("<form><div><b>Ann</b><input></div><div><b>Bob</b><input></div></form>")
    made = generate(page, page.select("input")[1])
    assert made.path[0].semantics.contains == ("Bob",)
    assert made.meta.added_nodes == 1


def test_what_is_visible_is_chosen_when_its_twin_is_hidden() -> None:
    page = a_page("<nav><a href=/>Home</a><div hidden><a href=/>Home</a></div></nav>")
    made = identity_of(page, "a")
    assert [(one.type, one.priority) for one in made.constraints] == [("visibility", 80)]
    assert not made.meta.degraded
    # anchor nav unique 0.6, empty path 0.5, target 0.6, constraints 0.5
    assert made.meta.confidence == pytest.approx(0.4 * 0.6 + 0.3 * 0.5 + 0.2 * 0.6 + 0.1 * 0.5)


def test_the_first_of_twins_is_told_by_its_place_and_degraded() -> None:
    page = a_page("<nav><a href=/>Home</a><a href=/>Home</a></nav>")
    made = identity_of(page, "a")
    assert [(one.type, dict(one.params), one.priority) for one in made.constraints] == [
        ("position", {"strategy": "first-in-dom"}, 20)
    ]
    assert made.meta.degradation_reason == "position-fallback-required"
    assert resolve(made, page).node == index_of(page, "a")


def test_the_others_of_twins_are_ambiguous_and_say_so() -> None:
    page = a_page("<nav><a href=/>Home</a><a href=/>Home</a></nav>")
    second = page.select("a")[1]
    made = generate(page, second)
    assert made.meta.degradation_reason == "not-unique"
    found = resolve(made, page)
    assert found.status is ResolutionStatus.AMBIGUOUS
    assert second.index in found.candidates


@pytest.mark.parametrize(
    ("first", "second", "strategy"),
    [
        pytest.param(Box(9, 1, 5, 5), Box(0, 9, 5, 5), "top-most", id="above"),
        pytest.param(Box(0, 1, 5, 5), Box(9, 1, 5, 5), "left-most", id="beside"),
        pytest.param(Box(0, 1, 5, 5), Box(0, 1, 5, 5), "first-in-dom", id="on top of each other"),
    ],
)
def test_with_boxes_place_is_what_is_seen(first: Box, second: Box, strategy: str) -> None:
    plain = a_page("<nav><a href=/>Home</a><a href=/>Home</a></nav>")
    boxes = [None] * (len(plain) - 2) + [first, second]
    page = Snapshot(
        tags=plain.tags,
        parents=plain.parents,
        attributes=plain.attributes,
        runs=plain.runs,
        boxes=tuple(boxes),
    )
    (constraint,) = identity_of(page, "a").constraints
    assert dict(constraint.params) == {"strategy": strategy}


def test_no_place_style_or_machine_made_value_is_in_it() -> None:
    page = a_page(
        "<form id=':r0:' class='css-1x2y3z4 px-4' style='top:1px'>"
        "<button id=ember42 class='sc-bdVaJa active' data-index=3 style='left:2px'>Save</button>"
        "</form>"
    )
    assert to_json(identity_of(page, "button")) == (
        '{"version":"1.0",'
        '"anchor":{"tag":"form","semantics":{},"score":0.6,"degraded":false},'
        '"path":[],'
        '"target":{"tag":"button","semantics":{"text":{"raw":"Save","normalized":"Save"}},'
        '"score":0.55},'
        '"constraints":[],'
        '"fallback":{"onMissing":"anchor-only","maxDepth":3},'
        '"meta":{"confidence":0.6,"degraded":false}}'
    )


def test_the_top_of_the_page_has_an_identity_too() -> None:
    page = a_page("<p>text</p>")
    for node in page.nodes:
        assert resolve(generate(page, node), page).node == node.index


@pytest.mark.parametrize("index", [-1, 10_000])
def test_an_element_that_is_not_there_is_refused(index: int) -> None:
    with pytest.raises(TargetMissing):
        generate(a_page("<p>text</p>"), index)


def framed() -> Snapshot:
    """Return a page with a frame in which the same button stands."""
    return Snapshot(
        tags=("html", "body", "form", "button", "iframe", "html", "body", "form", "button"),
        parents=(-1, 0, 1, 2, 1, 4, 5, 6, 7),
        attributes=({},) * 9,
        scope_of=(0, 0, 0, 0, 0, 1, 1, 1, 1),
        scopes=(Scope("document", -1, ""), Scope("frame", 4, "")),
    )


def test_a_match_never_crosses_into_another_frame() -> None:
    page = framed()
    outside, inside = generate(page, 3), generate(page, 8)
    assert not outside.meta.degraded
    assert resolve(outside, page).node == 3
    assert resolve(inside, page, frame=1).node == 8
    assert generate(page, 5).anchor.tag == "html"  # the way ends at the frame's own document


def test_deep_and_broken_pages_do_not_break_it() -> None:
    page = a_page("<div class=level>" * 300 + "<b id=x>bottom</b>")
    made = identity_of(page, "#x")
    assert resolve(made, page).node == index_of(page, "#x")

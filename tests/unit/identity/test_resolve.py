"""From an identity to the element: five phases, and what comes back when there is none."""

from dataclasses import replace

import pytest
from tests.unit.identity.builders import a_page, an_identity, falling_back, identity_of, index_of

from holdfast.identity import generate, resolve
from holdfast.identity.identity_json import resolution_data
from holdfast.model.element_identity import (
    AnchorNode,
    IdentityNode,
    NodeSemantics,
    OnMissing,
    ResolutionStatus,
)

SUCCESS, AMBIGUOUS = ResolutionStatus.SUCCESS, ResolutionStatus.AMBIGUOUS
ERROR, FALLBACK = ResolutionStatus.ERROR, ResolutionStatus.DEGRADED_FALLBACK

FORM = "<form><fieldset><button class=send type=submit title=Now>Send</button></fieldset></form>"


def test_one_answer_is_a_success_with_the_confidence_of_the_formula() -> None:
    page = a_page(FORM)
    found = resolve(identity_of(page, "button"), page)
    assert (found.status, found.node) == (SUCCESS, index_of(page, "button"))
    # anchor 0.6 (tag, unique), path 0.5, target 0.5 + 3 · 0.05, unique
    assert found.confidence == pytest.approx(0.4 * 0.6 + 0.3 * 0.5 + 0.2 * 0.65 + 0.1)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("class=send", "class=other"), id="class, the first phase"),
        pytest.param(("title=Now", "title=Later"), id="attribute, the second phase"),
        pytest.param((">Send<", ">Cancel<"), id="text, the second phase"),
        pytest.param(("fieldset", "section"), id="the way"),
    ],
)
def test_what_differs_in_one_trait_does_not_answer(change: tuple[str, str]) -> None:
    wanted = falling_back(identity_of(a_page(FORM), "button"), OnMissing.STRICT, max_depth=0)
    assert resolve(wanted, a_page(FORM.replace(*change))).status is ERROR


def test_wrappers_further_classes_and_attributes_do_no_harm() -> None:
    wanted = identity_of(a_page(FORM), "button")
    changed = a_page(
        "<form id=f><div><fieldset class=x><div><div>"
        "<button class='big send' type=submit title=Now lang=en>Send</button></div></div>"
        "</fieldset></div></form>"
    )
    assert resolve(wanted, changed).node == index_of(changed, "button")


def test_several_answers_are_ambiguous_with_candidates_and_a_warning() -> None:
    page = a_page("<form><button>Send</button><button>Send</button></form>")
    found = resolve(an_identity(text="Send"), page)
    assert (found.status, found.node, found.confidence) == (AMBIGUOUS, None, 0.0)
    assert found.candidates == tuple(node.index for node in page.select("button"))
    assert found.warnings == ("2 elements answer to <button> 'Send'",)


# --------------------------------------------------------------------------- a text that differs


@pytest.mark.parametrize(
    ("seen", "is_found"), [("Sumit", True), ("Sbmt", True), ("Submitting", False)]
)
def test_up_to_two_edits_of_the_text_are_overlooked(seen: str, is_found: bool) -> None:
    page = a_page(f"<form><button>{seen}</button></form>")
    found = resolve(an_identity(text="Submit"), page)
    assert (found.status is SUCCESS) is is_found
    if is_found:
        assert found.warnings == (f"no element says 'Submit'; taken for it: {seen!r}",)
        # 0.4 · 0.5 + 0.3 · 0.5 + 0.2 · 0.5 + 0.1 · 0.5: found as by a constraint
        assert found.confidence == pytest.approx(0.5)


def test_an_exact_text_wins_over_a_near_one() -> None:
    page = a_page("<form><button>Submt</button><button>Submit</button></form>")
    assert resolve(an_identity(text="Submit"), page).node == page.select("button")[1].index


def test_half_of_a_short_text_must_stand() -> None:
    for wanted, seen in (("OK", "No"), ("2", "3")):
        found = resolve(an_identity(text=wanted), a_page(f"<form><button>{seen}</button></form>"))
        assert found.status is FALLBACK


def test_near_texts_of_several_are_ambiguous() -> None:
    page = a_page("<form><button>Send1</button><button>Send2</button></form>")
    assert resolve(an_identity(text="Send"), page).status is AMBIGUOUS


# ------------------------------------------------------------------------------- a changed way


def in_levels(count: int) -> str:
    return "<form>" + "<ul>" * (count - 1) + "<button>Send</button></form>"


@pytest.mark.parametrize(("levels", "is_found"), [(1, True), (3, True), (4, False)])
def test_the_target_is_looked_for_three_levels_below_its_anchor(
    levels: int, is_found: bool
) -> None:
    wanted = an_identity(path=("fieldset",), text="Send")
    found = resolve(wanted, a_page(in_levels(levels)))
    assert (found.status is SUCCESS) is is_found
    if is_found:
        assert found.degradation_reason == "path-changed"
        assert found.confidence == pytest.approx(0.4 * 0.5 + 0.3 * 0.5 + 0.2 * 0.5)


def test_the_depth_is_a_setting_and_wrappers_do_not_count() -> None:
    page = a_page("<form><div><div><div><ul><button>Send</button></ul></div></div></div></form>")
    wanted = an_identity(path=("fieldset",), text="Send")
    assert resolve(falling_back(wanted, OnMissing.STRICT, 2), page).status is SUCCESS
    assert resolve(falling_back(wanted, OnMissing.STRICT, 1), page).status is ERROR


def test_a_target_that_does_not_name_itself_is_not_looked_for_elsewhere() -> None:
    wanted = an_identity(path=("fieldset",))
    assert resolve(wanted, a_page("<form><button>Send</button></form>")).status is FALLBACK


def test_the_button_of_another_row_is_never_taken() -> None:
    def row(name: str) -> str:
        return f"<li>{name}<button>Edit</button></li>"

    recorded = a_page(f"<form><ul>{row('Ann')}{row('Bob')}</ul></form>")
    wanted = generate(recorded, recorded.select("button")[0])
    found = resolve(wanted, a_page(f"<form><ul>{row('Bob')}</ul></form>"))
    assert found.status is FALLBACK


# ---------------------------------------------------------------------------------- onMissing

GONE = a_page("<form><p>nothing here</p><button>Cancel order</button></form>")


def test_anchor_only_returns_the_anchor_marked_as_degraded() -> None:
    wanted = an_identity(text="Send")
    found = resolve(wanted, GONE)
    assert (found.status, found.node) == (FALLBACK, index_of(GONE, "form"))
    assert found.warnings == ("target not found, returning its anchor",)
    assert (found.degradation_reason, found.confidence) == ("target-missing", 0.0)
    assert found.identity is wanted


def test_strict_is_an_error_that_says_how_far_the_phases_came() -> None:
    found = resolve(an_identity(text="Send", on_missing=OnMissing.STRICT), GONE)
    assert (found.status, found.node) == (ERROR, None)
    assert found.error == (
        "wanted <button> 'Send', 1 elements have its looks and way, 1 its attributes, "
        "none its words too"
    )


def test_none_returns_nothing_and_no_error_status() -> None:
    found = resolve(an_identity(text="Send", on_missing=OnMissing.NONE), GONE)
    assert (found.status, found.node, found.warnings) == (FALLBACK, None, ("target not found",))


def test_anchor_children_returns_the_child_that_is_most_like_the_target() -> None:
    page = a_page(
        "<form><button class=a>x</button><div><button class='a b'>y</button></div>"
        "<ul><button class='a b c'>too deep</button></ul></form>"
    )
    wanted = an_identity(text="Send everything", on_missing=OnMissing.ANCHOR_CHILDREN)
    semantics = replace(wanted.target.semantics, classes=("a", "b", "c"))
    found = resolve(replace(wanted, target=replace(wanted.target, semantics=semantics)), page)
    assert (found.status, found.node) == (FALLBACK, page.select("button")[1].index)


def test_anchor_children_that_are_equally_like_it_are_ambiguous() -> None:
    page = a_page("<form><button>One</button><button>Two</button></form>")
    found = resolve(an_identity(text="Send it", on_missing=OnMissing.ANCHOR_CHILDREN), page)
    assert (found.status, len(found.candidates)) == (AMBIGUOUS, 2)


def test_anchor_children_without_one_of_that_tag_is_an_error() -> None:
    page = a_page("<form><p>text</p></form>")
    found = resolve(an_identity(text="Send it", on_missing=OnMissing.ANCHOR_CHILDREN), page)
    assert found.status is ERROR
    assert "no child of its anchor is like it" in found.error


@pytest.mark.parametrize("on_missing", [OnMissing.ANCHOR_ONLY, OnMissing.ANCHOR_CHILDREN])
def test_without_the_anchor_there_is_only_an_error(on_missing: OnMissing) -> None:
    found = resolve(an_identity(text="Send", on_missing=on_missing), a_page("<p>text</p>"))
    assert found.status is ERROR
    assert "no element answers to its anchor <form>" in found.error


def test_one_of_several_anchors_is_not_guessed() -> None:
    found = resolve(an_identity(text="Send"), a_page("<form></form><form></form>"))
    assert found.status is ERROR
    assert "2 elements answer to its anchor" in found.error


# ------------------------------------------------------------------------------------- as data


def test_a_result_as_data_has_the_names_that_others_rely_on() -> None:
    wanted = an_identity(text="Send")
    data = resolution_data(resolve(wanted, GONE), GONE)
    assert data == {
        "status": "degraded-fallback",
        "element": {
            "index": 4,
            "tag": "form",
            "xpath": "/html/body/form",
            "text": "nothing here Cancel order",
        },
        "candidates": [],
        "confidence": 0.0,
        "band": "critical",
        "warnings": ["target not found, returning its anchor"],
        "degradationReason": "target-missing",
        "error": (
            "wanted <button> 'Send', 1 elements have its looks and way, 1 its attributes, "
            "none its words too"
        ),
        "originalDSL": wanted.to_json(),
    }


def test_an_identity_with_names_that_no_page_has_is_only_missing() -> None:
    odd = NodeSemantics(id="\U0001f600]'\"", classes=("", "a b"), attributes=(("", ""),))
    wanted = replace(
        an_identity(text="Send"),
        anchor=AnchorNode(tag="<x>", score=0.1, semantics=odd),
        path=(IdentityNode(tag="*", score=0.1, semantics=odd),),
    )
    assert resolve(wanted, GONE).status is ERROR

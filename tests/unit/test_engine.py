"""One search: held, found again, refused; with reasons, near misses and frames."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.demo.shop import read_page
from holdfast.engine import HELD_PROBABILITY, locate
from holdfast.model.candidate import Location, Refusal
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import LocatorStrategy
from holdfast.selectors.describe import describe
from holdfast.testing import a_fingerprint, a_framed_page, a_page, a_strategy

OLD = a_page(
    "<nav><a href=/home>Home</a><a href=/docs>Docs</a></nav>"
    "<form><button id=save data-testid=save-form class=btn>Save</button>"
    "<button id=cancel class=btn>Cancel</button></form>"
)
BY_ID = a_strategy("dom_selector", selector="#save")
BY_NAME = a_strategy("cdp_semantic", {"role": "button", "name": "Save"})
BY_TEST_ID = a_strategy("cdp_power", {"by": "testId", "value": "save-form"})
BY_TEXT = a_strategy("cdp_power", {"by": "text", "value": "Save"})
BY_PATH = a_strategy("css_selector", selector="form > button:nth-child(1)")
ALL = (BY_ID, BY_NAME, BY_TEST_ID, BY_TEXT, BY_PATH)
SAVE = a_fingerprint(OLD, "#save", *ALL)


def found_id(location: Location) -> str | None:
    return None if location.node is None else location.node.get("id")


class TestHeld:
    def test_the_same_page_costs_one_check(self) -> None:
        location = locate(SAVE, OLD)
        assert location.held
        assert found_id(location) == "save"
        assert len(location.results) == 1
        assert location.probability == HELD_PROBABILITY

    @pytest.mark.parametrize(
        "now",
        [
            pytest.param("<button id=save>Delete account</button>", id="another label"),
            pytest.param("<button id=save data-testid=other>Save</button>", id="another test id"),
            pytest.param("<input id=save aria-label=Save>", id="another kind"),
            pytest.param("<button id=save>Save</button><b id=save>Save</b>", id="two of them"),
            pytest.param("<button id=save hidden>Save</button>", id="hidden now"),
        ],
    )
    def test_what_looks_different_is_not_trusted(self, now: str) -> None:
        fingerprint = a_fingerprint(OLD, "#save", *ALL)
        assert not locate(fingerprint, a_page(f"<form>{now}</form>")).held

    def test_a_name_that_moved_to_an_icon_is_not_trusted(self) -> None:
        old = a_page("<button aria-label='Open order'>GET /order</button>")
        by_name = a_strategy("cdp_semantic", {"role": "button", "name": "Open order"})
        now = a_page("<button>GET /order</button><button aria-label='Open order'></button>")
        assert not locate(a_fingerprint(old, "button", by_name), now).held

    def test_a_key_that_is_missing_now_contradicts_nothing(self) -> None:
        assert locate(SAVE, a_page("<button id=save>Save</button>")).held

    def test_a_link_that_became_a_button_still_holds(self) -> None:
        old = a_page("<a href=/s id=save>Save</a>")
        location = locate(
            a_fingerprint(old, "#save", BY_ID), a_page("<button id=save>Save</button>")
        )
        assert location.held

    def test_a_place_never_holds(self) -> None:
        fingerprint = a_fingerprint(OLD, "#save", BY_PATH)
        assert not locate(fingerprint, OLD).held

    def test_what_was_not_unique_when_recorded_does_not_hold(self) -> None:
        one_of_two = a_strategy("css_selector", selector="button.btn", confidence=0.60)
        page = a_page("<button id=save class=btn>Save</button>")
        assert not locate(a_fingerprint(OLD, "#save", one_of_two), page).held


class TestFoundAgain:
    def test_strategies_that_agree_find_it_and_say_why(self) -> None:
        now = a_page("<main><button class=b data-testid=save-form><i></i>Save</button></main>")
        location = locate(SAVE, now)
        assert not location.held
        assert location.refusal is None
        assert location.node == now.select("button")[0]
        assert "same role 'button' named 'Save'" in location.reason
        assert "same test id 'save-form'" in location.reason

    def test_a_contradicting_key_is_told_and_never_raises_the_probability(self) -> None:
        old = a_page("<form><button id=save>Save</button><button>Cancel</button></form>")
        by_id = a_strategy("dom_selector", selector="#save")
        save = a_fingerprint(old, "#save", by_id)
        plain = a_page("<div><button id=store>Save</button></div>")
        same = a_page("<div><button>Save</button></div>")
        doubtful, searched = locate(save, plain), locate(save, same)
        assert not searched.held
        assert doubtful.probability <= searched.probability
        assert doubtful.best is not None
        reasons = [evidence.reason for evidence in doubtful.best.evidence]
        assert "different id: 'store', was 'save'" in reasons

    def test_what_is_only_read_is_never_offered_for_a_button(self) -> None:
        by_text = a_strategy("cdp_power", {"by": "text", "value": "Save"})
        location = locate(a_fingerprint(OLD, "#save", by_text), a_page("<h3>Save</h3>"))
        assert location.refusal is Refusal.GONE
        assert location.node is None

    def test_three_candidates_are_ranked_where_there_are_three(self) -> None:
        now = a_page("<button>Save all</button><button>Save</button><button>Stop</button><p>x</p>")
        location = locate(SAVE, now)
        labels = [candidate.node.name for candidate in location.candidates]
        assert labels == ["Save", "Save all", "Stop"]
        probabilities = [candidate.probability for candidate in location.candidates]
        assert probabilities == sorted(probabilities, reverse=True)

    def test_the_part_of_a_control_is_no_rival(self) -> None:
        by_icon = a_strategy("css_selector", selector="i.icon")
        fingerprint = a_fingerprint(OLD, "#save", BY_NAME, BY_TEST_ID, by_icon)
        now = a_page("<p><button data-testid=save-form><i class=icon></i>Save</button></p>")
        assert locate(fingerprint, now).refusal is None

    def test_failed_strategies_leave_notes(self) -> None:
        location = locate(SAVE, a_page("<button>Save</button>"))
        assert any(
            note.startswith("dom_selector: nothing matches '#save'") for note in location.notes
        )


class TestRefused:
    def test_a_removed_element_is_gone_and_the_near_misses_are_named(self) -> None:
        location = locate(SAVE, a_page("<form><button id=cancel>Cancel</button></form>"))
        assert location.refusal is Refusal.GONE
        assert location.node is None
        assert location.best is not None
        assert location.best.node.get("id") == "cancel"
        assert "Cancel" in location.reason

    def test_an_empty_page_has_no_candidates(self) -> None:
        location = locate(SAVE, a_page(""))
        assert (location.refusal, location.candidates) == (Refusal.GONE, ())
        assert location.p_gone == 1.0

    def test_twins_are_ambiguous(self) -> None:
        location = locate(SAVE, a_page("<p><button>Save</button></p><p><button>Save</button></p>"))
        assert location.refusal is Refusal.AMBIGUOUS
        assert location.margin < 0.5

    def test_every_key_another_is_gone_however_many_places_agree(self) -> None:
        successor = "<form><button id=remove data-testid=remove class=btn>Delete</button></form>"
        by_class = a_strategy("css_selector", selector="form .btn")
        fingerprint = a_fingerprint(OLD, "#save", BY_ID, by_class, BY_PATH)
        location = locate(fingerprint, a_page(successor))
        assert location.refusal is not None
        assert location.node is None

    def test_a_slot_means_whatever_stands_there(self) -> None:
        old = a_page("<ul><li id=first-a>A</li></ul>")
        by_place = [
            a_strategy("css_selector", selector=css) for css in ("li:first-child", "ul > li")
        ]
        slot = a_fingerprint(old, "li", *by_place, meaning=IdentityMeaning.SLOT)
        content = a_fingerprint(old, "li", *by_place)
        now = a_page("<ul><li>B</li></ul>")
        assert locate(content, now).refusal is Refusal.GONE
        assert locate(slot, now).node == now.select("li")[0]

    def test_links_with_the_same_address_and_name_are_equivalent_not_rivals(self) -> None:
        old = a_page("<a href=/docs>Docs</a>")
        by_name = a_strategy("cdp_semantic", {"role": "link", "name": "Docs"})
        now = a_page(
            "<header><a href=/docs>Docs</a></header><footer><a href=/docs>Docs</a></footer>"
        )
        location = locate(a_fingerprint(old, "a", by_name), now)
        assert [node.index for node in location.equivalents] == [now.select("a")[1].index]
        assert location.refusal is not Refusal.AMBIGUOUS


class TestFrames:
    OLD = a_framed_page("<iframe name=pay></iframe>", {"iframe": "<button id=save>Save</button>"})
    FINGERPRINT = Fingerprint(
        page=OLD, target=OLD.select("#save", frame=1)[0].index, strategies=(BY_ID, BY_NAME)
    )

    def test_it_holds_in_its_frame_although_the_page_has_a_twin(self) -> None:
        now = a_framed_page(
            "<button id=save>Save</button><iframe name=pay></iframe>",
            {"iframe": "<button id=save>Save</button>"},
        )
        location = locate(self.FINGERPRINT, now)
        assert location.held
        assert location.node is not None
        assert location.node.frame == 1

    def test_another_frame_is_told(self) -> None:
        now = a_framed_page(
            "<iframe name=pay></iframe><button id=save>Save</button>", {"iframe": "<p>Paid</p>"}
        )
        location = locate(self.FINGERPRINT, now)
        assert not location.held
        assert "found only in another frame than the recorded one" in location.reason
        assert "found only in another frame than the recorded one" in location.notes

    def test_a_frame_that_is_gone_is_told(self) -> None:
        location = locate(self.FINGERPRINT, a_page("<button id=save>Save</button>"))
        assert not location.held
        assert "the frame that it was recorded in is gone" in location.reason

    def test_what_is_in_a_shadow_root_is_found(self) -> None:
        old = a_framed_page(
            "<x-app></x-app>", {"x-app": "<button id=save>Save</button>"}, kind="shadow"
        )
        now = a_page("<button id=save>Save</button>")
        fingerprint = a_fingerprint(old, "#save", BY_ID)
        assert locate(fingerprint, old).held
        assert locate(fingerprint, now).held


PAGES = [
    a_page("<form><button id=save>Save</button><button>Cancel</button></form>"),
    a_page("<p><button>Save</button></p><p><button>Save</button></p>"),
    a_page("<button class=btn data-testid=save-form>Store</button><a href=/x>Save</a>"),
    a_page("<p>nothing</p>"),
]


@pytest.mark.parametrize("now", PAGES)
@given(order=st.permutations((BY_NAME, BY_TEST_ID, BY_TEXT, BY_ID)))
def test_the_order_of_strategies_makes_no_difference(
    now: Snapshot, order: list[LocatorStrategy]
) -> None:
    def ranking(strategies: Sequence[LocatorStrategy]) -> list[tuple[int, float]]:
        # A strategy that never holds comes first, so that all are asked.
        recorded = a_fingerprint(OLD, "#save", BY_PATH, *strategies)
        return [(c.node.index, c.probability) for c in locate(recorded, now).candidates]

    assert ranking(order) == ranking((BY_NAME, BY_TEST_ID, BY_TEXT, BY_ID))


@pytest.mark.parametrize("now", PAGES)
def test_probabilities_add_up_to_no_more_than_one(now: Snapshot) -> None:
    location = locate(a_fingerprint(OLD, "#save", BY_PATH, *ALL), now)
    controls = sum(candidate.probability for candidate in location.candidates)
    assert 0.9 <= controls + location.p_gone <= 1.0 + 1e-9


# -------------------------------------------------------------------------------- the same page

LEAVES = st.sampled_from(
    ["<button>Save</button>", "<button id=go>Go</button>", "<a href=/a>Docs</a>", "<p>text</p>",
     "<input name=city aria-label=City>", "<span></span>", "<h2>News</h2>", "<img alt=Logo>",
     "<a href='#'><i class=icon></i></a>", "<li><button>Delete</button></li>"]
)  # fmt: skip
BODIES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        "<{0}>{1}</{0}>".format,
        st.sampled_from(["div", "section", "ul", "form"]),
        st.lists(inner, min_size=1, max_size=4).map("".join),
    ),
    max_leaves=12,
)


def check_every_element(page: Snapshot) -> None:
    for node in page.nodes:
        location = locate(describe(page, node), page)
        if location.refusal is None:
            assert location.node == node, f"{node!r} became {location.node!r}"
        else:
            assert location.refusal is Refusal.AMBIGUOUS, f"{node!r}: {location.reason}"
            assert node in [candidate.node for candidate in location.candidates]
            assert has_twin(page, node)


def has_twin(page: Snapshot, node: Node) -> bool:
    """Return whether another element has the same tag, attributes and text."""

    def looks(index: int) -> tuple[object, ...]:
        return page.tags[index], dict(page.attributes[index]), page.nodes[index].text

    return sum(looks(index) == looks(node.index) for index in range(len(page))) > 1


@settings(max_examples=50)
@given(BODIES)
def test_on_the_same_page_it_is_the_same_element_or_has_a_twin(body: str) -> None:
    check_every_element(a_page(body))


@pytest.mark.parametrize("name", ["before", "after"])
def test_every_element_of_the_demo_shop_is_found_on_its_own_page(name: str) -> None:
    check_every_element(parse(read_page(name)))

"""One element against a page: the shortlist, and how each candidate agrees, trait by trait."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.matching.pages import SHOP, a_match, a_page, a_stored_page, index_of

from holdfast.matching.comparison import KEYS, TRAIT, Comparison, compare
from holdfast.matching.matcher import Matcher
from holdfast.matching.shortlist import SHORTLIST, Surroundings, alike, pool_of
from holdfast.model.snapshot import Box, Snapshot


def compared(old: str, new: str, css: str, which: int = 0) -> tuple[Matcher, Comparison]:
    matcher = a_match(old, new)
    target = index_of(matcher.old.snapshot, css, which)
    return matcher, compare(matcher.view, target)


def row_of(matcher: Matcher, seen: Comparison, css: str) -> int:
    wanted = index_of(matcher.new.snapshot, css)
    return int(np.flatnonzero(seen.candidates == wanted)[0])


class TestShortlist:
    def test_it_keeps_the_true_one_among_hundreds(self) -> None:
        rows = [f"<li><a href=/p/{i}>Thing {i}</a></li>" for i in range(300)]
        old = f"<ul>{''.join(rows)}</ul>"
        new = f"<h1>News</h1><ol>{''.join(reversed(rows))}</ol>"
        matcher, seen = compared(old, new, "a", 123)
        assert len(seen.candidates) == SHORTLIST
        assert "/p/123" in {matcher.new.hrefs[i] for i in seen.candidates}

    def test_it_stands_in_document_order(self) -> None:
        _, seen = compared(SHOP, SHOP, "button.buy")
        assert seen.candidates.tolist() == sorted(seen.candidates.tolist())

    def test_a_thing_to_use_is_looked_for_among_things_to_use(self) -> None:
        matcher = a_match(SHOP, SHOP)
        target = index_of(matcher.old.snapshot, "button.buy")
        assert matcher.new.pressable[pool_of(matcher.view, target)].all()

    def test_a_thing_to_read_is_looked_for_among_the_rest(self) -> None:
        matcher = a_match(SHOP, SHOP)
        target = index_of(matcher.old.snapshot, "h2")
        assert not matcher.new.pressable[pool_of(matcher.view, target)].any()

    def test_a_link_without_address_is_among_the_candidates_for_a_link(self) -> None:
        matcher, seen = compared("<a href=/x>Log out</a>", "<h1>H</h1><a>Log out</a>", "a")
        assert index_of(matcher.new.snapshot, "a") in seen.candidates

    def test_an_empty_page_has_no_candidates(self) -> None:
        _, seen = compared(SHOP, "", "button.buy")
        assert len(seen.candidates) == 0

    @given(st.integers(0, 13))
    def test_every_control_is_on_its_own_shortlist(self, which: int) -> None:
        matcher = a_match(SHOP, SHOP)
        target = int(matcher.old.usable[which])
        assert target in compare(matcher.view, target).candidates


class TestSurroundings:
    def test_a_candidate_between_the_same_neighbours_has_all_of_them_right(self) -> None:
        matcher = a_match(SHOP, SHOP)
        target = index_of(matcher.old.snapshot, "button.go")
        around = Surroundings.of(matcher.view, target)
        assert around.between(np.array([target])).tolist() == [1.0]

    def test_farther_away_agrees_less(self) -> None:
        matcher = a_match(SHOP, SHOP)
        target = index_of(matcher.old.snapshot, "button.go")
        places = np.array([target, target + 3, target + 9])
        ends = matcher.new.end[places]
        far = Surroundings.of(matcher.view, target).as_far(places, ends)
        assert far.tolist() == sorted(far, reverse=True)

    def test_texts_are_alike_only_when_both_are_there(self) -> None:
        assert alike("", ["", "pay"]).tolist() == [0.0, 0.0]
        assert alike("pay", ["", "pay"]).tolist() == [0.0, 1.0]


class TestTraits:
    def test_the_element_itself_agrees_in_everything_it_has(self) -> None:
        matcher, seen = compared(SHOP, SHOP, "#q")
        row = seen.traits[row_of(matcher, seen, "#q")]
        for trait in ("same tag", "same kind", "same id", "same name", "same label", "unique key",
                      "paired by key", "between neighbours", "same heading", "free",
                      "same neighbours", "same place among siblings"):  # fmt: skip
            assert row[TRAIT[trait]] == 1.0, trait

    def test_what_is_missing_counts_neither_way(self) -> None:
        old = "<button id=pay name=pay>Pay</button>"
        new = "<button>Pay</button>"
        matcher, seen = compared(old, new, "button")
        row = row_of(matcher, seen, "button")
        assert not seen.contradictions[row].any()
        assert seen.agreements[row, KEYS.index("label")] == 1
        assert seen.traits[row, TRAIT["same id"]] == 0

    def test_what_differs_on_both_sides_contradicts_and_is_counted_apart(self) -> None:
        old = "<a id=pay href=/pay>Pay</a>"
        new = "<a id=buy href=/buy>Pay</a>"
        matcher, seen = compared(old, new, "a")
        row = row_of(matcher, seen, "a")
        told = dict(zip(KEYS, seen.contradictions[row].tolist(), strict=True))
        assert told == {"id": 1.0, "name": 0.0, "href": 1.0, "label": 0.0, "picture": 0.0}
        assert (seen.traits >= 0).all()

    def test_words_that_moved_into_the_accessible_name_are_no_contradiction(self) -> None:
        old = "<button>Search</button>"
        new = "<button aria-label=Search><i class=fa-search></i></button>"
        matcher, seen = compared(old, new, "button")
        row = row_of(matcher, seen, "button")
        assert seen.contradictions[row, KEYS.index("label")] == 0

    def test_a_rarer_label_says_more(self) -> None:
        old = "<p><a href=/1>Pay</a><a href=/2>More</a><a href=/3>More</a></p>"
        _, rare = compared(old, old, "a", 0)
        _, common = compared(old, old, "a", 1)
        column = TRAIT["rare label"]
        assert rare.traits[:, column].max() > common.traits[:, column].max() > 0

    def test_the_same_icon_is_seen_inside_the_control(self) -> None:
        old = "<a href='#'><i class='fa fa-trash'></i></a><a href='#'><i class='fa fa-pen'></i></a>"
        new = "<button><i class='icon-pen'></i></button><button><i class='icon-trash'></i></button>"
        _, seen = compared(old, new, "a")
        assert seen.traits[:, TRAIT["same icon"]].tolist() == [0.0, 1.0]

    def test_boxes_tell_columns_and_sizes_apart(self) -> None:
        body = "<button>A</button><button>B</button>"
        old = with_boxes(a_page(body), [(10, 10, 80, 20), (300, 10, 80, 20)])
        new = with_boxes(a_page(body), [(12, 400, 80, 20), (300, 400, 40, 20)])
        matcher = Matcher(old, new)
        seen = compare(matcher.view, index_of(old, "button"))
        assert seen.traits[0, TRAIT["same column"]] == pytest.approx(np.exp(-2 / 150))
        assert seen.traits[:, TRAIT["same width"]].tolist() == [1.0, 0.5]

    def test_without_boxes_the_screen_says_nothing(self) -> None:
        _, seen = compared(SHOP, SHOP, "button.buy")
        for trait in ("same column", "same row", "same width", "same height"):
            assert not seen.traits[:, TRAIT[trait]].any()


def with_boxes(page: Snapshot, places: list[tuple[float, float, float, float]]) -> Snapshot:
    boxes: list[Box | None] = [Box(0, 0, 1000, 1000)] * len(page)
    for node, place in zip(page.select("button"), places, strict=True):
        boxes[node.index] = Box(*place)
    return Snapshot(
        tags=page.tags, parents=page.parents, attributes=page.attributes, runs=page.runs,
        boxes=tuple(boxes),
    )  # fmt: skip


words = st.sampled_from(["Pay", "Buy now", "More", "", "Ünïcode ß", "x" * 200, "1 2 3", "‮abc"])
leaves = st.builds(
    "<{0} {1} {2} {3}>{4}</{0}>".format,
    st.sampled_from(["a", "button", "div", "select", "label", "td", "h2", "summary"]),
    st.sampled_from(["", "id=a", "id=b", "id=c9f8e7d6a5b4c3d2", "data-testid=t"]),
    st.sampled_from(["", "href=/x", "href='#'", "href='http://[bad'", "name=n", "name=m"]),
    st.sampled_from(["", "class='card big'", "class=card", "hidden", "role=button", "title=T"]),
    words,
)
bodies = st.lists(leaves, min_size=1, max_size=10).map("".join)


class TestInvariants:
    @settings(max_examples=60)
    @given(bodies, bodies, st.integers(0, 50))
    def test_every_trait_is_between_0_and_1(self, old: str, new: str, which: int) -> None:
        matcher = Matcher(a_stored_page(old), a_page(new))
        seen = compare(matcher.view, which % len(matcher.old))
        assert np.isfinite(seen.traits).all()
        assert ((seen.traits >= 0) & (seen.traits <= 1)).all()
        assert not ((seen.agreements > 0) & (seen.contradictions > 0)).any()

    @settings(max_examples=60)
    @given(bodies, bodies, st.integers(0, 50))
    def test_looking_back_is_looking_from_the_other_side(
        self, old: str, new: str, which: int
    ) -> None:
        matcher = Matcher(a_stored_page(old), a_page(new))
        back = matcher.view.backward()
        again = back.backward()
        assert back.here is matcher.new
        assert back.there is matcher.old
        assert np.array_equal(again.image, matcher.view.image)
        assert np.array_equal(again.strength, matcher.view.strength)
        target = which % len(matcher.old)
        seen = compare(matcher.view, target)
        for row, candidate in enumerate(seen.candidates.tolist()):
            other = compare(back, candidate)
            mine = np.flatnonzero(other.candidates == target)
            if len(mine):
                same = [TRAIT[name] for name in ("same tag", "same id", "same label", "same text")]
                assert np.array_equal(seen.traits[row, same], other.traits[mine[0], same])
                assert np.array_equal(seen.agreements[row], other.agreements[mine[0]])
                assert np.array_equal(seen.contradictions[row], other.contradictions[mine[0]])

"""Which old element is which new one, as far as two pages alone tell."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast import parse
from holdfast.matching.columns import PageColumns, read_columns
from holdfast.matching.pairing import (
    CONTEXT,
    PLACE,
    STRONG,
    UNPAIRED,
    Pairing,
    mix,
    nearest_paired,
    pair_pages,
    unique_pairs,
)

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]


def columns(body: str) -> PageColumns:
    return read_columns(parse(f"<body>{body}</body>"))


def paired(old: str, new: str) -> tuple[PageColumns, PageColumns, Pairing]:
    before, after = columns(old), columns(new)
    return before, after, pair_pages(before, after)


def find(page: PageColumns, css: str) -> int:
    return page.snapshot.select(css)[0].index


def partner(old: str, new: str, css: str) -> tuple[str | None, int]:
    """Return the id or data-is of the partner of an old element, and how it was found."""
    before, after, pairing = paired(old, new)
    target = find(before, css)
    image = int(pairing.image[target])
    attributes = after.snapshot.attributes[image]
    name = attributes.get("data-is") or attributes.get("id") if image >= 0 else None
    return name, int(pairing.strength[target])


class TestUniqueKeys:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            pytest.param("<a id=pay>Pay</a>", "<a id=pay>Buy</a>", id="id"),
            pytest.param("<input name=q>", "<p>Find<p><input name=q data-is=pay>", id="field name"),
            pytest.param(
                "<a href=/pay>Pay</a>", "<b><a href=/pay data-is=pay>Now</a></b>", id="address"
            ),
            pytest.param("<button>Pay</button>", "<a href=/x data-is=pay>Pay</a>", id="label"),
            pytest.param(
                "<button>Pay</button>", "<i><button aria-label=Pay data-is=pay>€</button></i>",
                id="accessible name for text",
            ),
        ],
    )  # fmt: skip
    def test_a_key_that_is_unique_on_both_pages_pairs(self, old: str, new: str) -> None:
        name, strength = partner(old, new, "a, button, input")
        assert (name, strength) == ("pay", STRONG)

    def test_a_key_that_two_elements_have_pairs_neither(self) -> None:
        old = "<div id=a1><b>x</b><button>Pay</button></div>"
        new = "<button>Pay</button><h1>Or</h1><button>Pay</button>"
        assert partner(old, new, "button") == (None, UNPAIRED)

    def test_keys_that_disagree_equally_pair_nobody(self) -> None:
        # Label and address are worth the same; one points here, the other there.
        old = "<p><a href=/a>One</a></p>"
        new = "<p><a href=/a>Other</a></p><h2>Between</h2><ul><li><button>One</button></ul>"
        before, _, pairing = paired(old, new)
        assert pairing.strength[find(before, "a")] != STRONG

    def test_the_heavier_key_wins(self) -> None:
        old = "<p><a id=go>One</a></p><a href=/z>Z</a>"
        new = "<p><button data-is=label>One</button><a id=go>Two</a></p><a href=/z>Z</a>"
        name, strength = partner(old, new, "#go")
        assert (name, strength) == ("go", STRONG)

    def test_a_generated_id_is_no_key(self) -> None:
        old = "<main><div id=':r1:'><i></i></div></main>"
        new = "<div><h1>Hi</h1></div><div id=':r1:'><i></i></div>"
        before, _, pairing = paired(old, new)
        assert pairing.strength[find(before, "div")] != STRONG

    def test_an_address_that_leads_nowhere_is_no_key(self) -> None:
        old = "<p><a href='#'>One</a></p>"
        new = "<h1>Hello</h1><div><div><a href='#'>Else</a></div></div>"
        before, _, pairing = paired(old, new)
        assert pairing.strength[find(before, "a")] != STRONG


class TestPropagation:
    def test_parents_follow_the_majority_of_their_children(self) -> None:
        old = "<ul class=old><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a></ul>"
        new = (
            "<ol data-is=most><li><a href=/a>A</a><li><a href=/b>B</a></ol>"
            "<ol data-is=few><li><a href=/c>C</a></ol>"
        )
        assert partner(old, new, "ul") == ("most", CONTEXT)

    def test_one_child_does_not_turn_a_list_into_something_else(self) -> None:
        old = "<main><ul><a href=/a>A</a></ul></main>"
        new = "<main><p>New</p><table><tr><td><a href=/a>A</a></td></tr></table></main>"
        before, after, pairing = paired(old, new)
        image = int(pairing.image[find(before, "ul")])
        assert image != find(after, "td")

    def test_what_repeats_is_told_apart_by_its_row(self) -> None:
        rows = [f"<tr><td>{name}<td><button>Delete</button>" for name in ("Ann", "Bob", "Cy")]
        old = f"<table>{''.join(rows)}</table>"
        moved = [r.replace("<button>", f"<button data-is=b{i}>") for i, r in enumerate(rows)]
        new = f"<h1>People</h1><table>{''.join(reversed(moved))}</table>"
        before, after, pairing = paired(old, new)
        buttons = [node.index for node in before.snapshot.select("button")]
        found = [after.snapshot.attributes[pairing.image[i]].get("data-is") for i in buttons]
        assert found == ["b0", "b1", "b2"]
        assert set(pairing.strength[buttons]) <= {CONTEXT, PLACE}

    def test_runs_between_the_same_siblings_pair_in_order_if_equally_long(self) -> None:
        old = "<div><h2 id=a>A</h2><span>1</span><span>2</span><h2 id=b>B</h2></div>"
        new = (
            "<div><h2 id=a>A</h2><span data-is=s1>x</span><span data-is=s2>y</span>"
            "<h2 id=b>B</h2></div>"
        )
        before, after, pairing = paired(old, new)
        spans = [node.index for node in before.snapshot.select("span")]
        found = [after.snapshot.attributes[pairing.image[i]].get("data-is") for i in spans]
        assert found == ["s1", "s2"]
        assert {int(pairing.strength[i]) for i in spans} == {PLACE}

    def test_runs_of_other_length_stay_unpaired(self) -> None:
        old = "<div><h2 id=a>A</h2><span>1</span><span>2</span><h2 id=b>B</h2></div>"
        new = "<div><h2 id=a>A</h2><span>x</span><span>y</span><span>z</span><h2 id=b>B</h2></div>"
        before, _, pairing = paired(old, new)
        spans = [node.index for node in before.snapshot.select("span")]
        assert {int(pairing.image[i]) for i in spans} == {-1}

    def test_survival_counts_keys_that_outlived_the_change(self) -> None:
        links = "".join(f"<a id=k{i} href=/{i}>Item {i}</a>" for i in range(20))
        kept = paired(links, links)[2].survival
        lost = paired(links, links.replace("id=k", "id=other"))[2].survival
        # Two imagined survivors and one lost: (20 + 2) / (20 + 3) and (0 + 2) / (20 + 3).
        assert kept["id"] == pytest.approx(22 / 23)
        assert lost["id"] == pytest.approx(2 / 23)


tags = st.sampled_from(["div", "p", "a", "button", "span", "li"])
leaves = st.builds(
    lambda tag, number, text: (tag, number, text),
    tags, st.integers(0, 12), st.sampled_from(["", "Pay", "Buy", "More"]),
)  # fmt: skip
pages = st.lists(leaves, min_size=1, max_size=12)
Leaf = tuple[str, int, str]


def written(leaves: list[Leaf]) -> str:
    return "".join(
        f"<{tag} id=k{number} href=/p{number}>{text} {number}</{tag}>"
        for tag, number, text in leaves
    )


class TestInvariants:
    @settings(max_examples=40)
    @given(pages)
    def test_a_page_paired_with_itself_keeps_what_has_a_unique_key(
        self, leaves: list[Leaf]
    ) -> None:
        before, _, pairing = paired(written(leaves), written(leaves))
        ids = before.id.tolist()
        unique = [i for i, value in enumerate(ids) if value and ids.count(value) == 1]
        assert [int(pairing.image[i]) for i in unique] == unique

    @settings(max_examples=40)
    @given(pages, pages)
    def test_image_and_origin_say_the_same(self, old: list[Leaf], new: list[Leaf]) -> None:
        _, _, pairing = paired(written(old), written(new))
        for here, there in enumerate(pairing.image.tolist()):
            assert (there >= 0) == (pairing.strength[here] != UNPAIRED)
            if there >= 0:
                assert pairing.origin[there] == here
        assert (pairing.origin >= 0).sum() == (pairing.image >= 0).sum()

    @settings(max_examples=40)
    @given(pages, pages)
    def test_it_does_not_matter_which_page_is_the_old_one(
        self, old: list[Leaf], new: list[Leaf]
    ) -> None:
        before, after = columns(written(old)), columns(written(new))
        forth, back = pair_pages(before, after), pair_pages(after, before)
        # Keys pair alike from both sides; what follows from them may depend on the order.
        strong = {(int(i), int(forth.image[i])) for i in np.flatnonzero(forth.strength == STRONG)}
        other = {(int(back.image[i]), int(i)) for i in np.flatnonzero(back.strength == STRONG)}
        assert strong == other

    @settings(max_examples=40)
    @given(st.lists(st.integers(0, 30), min_size=1, max_size=30, unique=True), st.randoms())
    def test_the_order_of_elements_does_not_matter_to_keys(
        self, numbers: list[int], draw: random.Random
    ) -> None:
        shuffled = numbers.copy()
        draw.shuffle(shuffled)
        old, new = (
            "".join(f"<a href=/p{n}>Item {n}</a>" for n in order) for order in (numbers, shuffled)
        )
        before, after, pairing = paired(old, new)
        for index in np.flatnonzero(before.pressable):
            assert after.hrefs[pairing.image[index]] == before.hrefs[index]


class TestParts:
    def test_unique_pairs_leaves_out_zero_and_what_is_met_twice(self) -> None:
        old, new = np.array([5, 0, 7, 7, 9]), np.array([9, 7, 5, 0, 5])
        here, there = unique_pairs(old, new)
        assert (here.tolist(), there.tolist()) == ([4], [0])

    def test_mix_says_nothing_where_a_part_is_missing(self) -> None:
        mixed = mix(np.array([1, 0, 1]), np.array([2, 2, 0]))
        assert mixed[0] != 0
        assert mixed[1:].tolist() == [0, 0]

    def test_mix_depends_on_the_order_of_its_parts(self) -> None:
        one, two = np.array([1]), np.array([2])
        assert mix(one, two) != mix(two, one)

    @settings(max_examples=40)
    @given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
    def test_nearest_paired_is_what_climbing_finds(self, rows: list[tuple[float, bool]]) -> None:
        parent = np.array([int(share * i) if i else -1 for i, (share, _) in enumerate(rows)])
        parent[1:] = np.minimum(parent[1:], np.arange(len(rows))[1:] - 1)
        flags = np.array([flag for _, flag in rows])
        assert nearest_paired(parent, flags).tolist() == [
            climb(parent, lambda i: bool(flags[i]), index) for index in range(len(rows))
        ]


def climb(parent: Numbers, is_paired: Callable[[int], bool], index: int) -> int:
    above = int(parent[index])
    while above >= 0 and not is_paired(above):
        above = int(parent[above])
    return above

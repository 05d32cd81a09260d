"""Witnesses count: odds move probability among candidates, over no gate, as far as place counts."""

import math
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from holdfast.engine import locate, search
from holdfast.model.candidate import Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot
from holdfast.selectors.describe import describe
from holdfast.testing import a_fingerprint, a_framed_page, a_page
from holdfast.witnesses.facts import LiveFacts
from holdfast.witnesses.hearing import DRAWN, MOST_ODDS, hear, weigh
from holdfast.witnesses.installed import Installed
from holdfast.witnesses.protocol import NOWHERE, CurrentPage, Odds, Recorded

PAGE = a_page(
    "<h1>Pay</h1><button>Save</button><button>Stop</button><a href=/x hidden>Out</a>"
    "<canvas></canvas>"
)
HEADING, SAVE, STOP, HIDDEN, CANVAS = (
    PAGE.select(css)[place].index
    for css, place in (("h1", 0), ("button", 0), ("button", 1), ("a", 0), ("canvas", 0))
)
HERE = CurrentPage(snapshot=PAGE)
RANKED = ((SAVE, 0.45), (STOP, 0.45))


class Fixed:
    """A witness that always says the same."""

    def __init__(self, odds: Odds) -> None:
        self._odds = odds

    def odds(self, target: Recorded, page: CurrentPage) -> Odds:
        return self._odds


def heard(odds: Odds, page: CurrentPage = HERE) -> Mapping[str, Odds]:
    target = Recorded(a_fingerprint(PAGE, "h1"))
    return hear(target, page, Installed(MappingProxyType({"fixed": Fixed(odds)}))).said


# ---------------------------------------------------------------------------------------- weighing


def test_odds_of_one_to_three_turn_halves_into_quarters() -> None:
    after, p_gone = weigh(RANKED, 0.1, {"a": {STOP: math.log(3)}}, HERE)
    # 0.9 shared as 3 to 1
    assert dict(after) == pytest.approx({STOP: 0.675, SAVE: 0.225})
    assert after[0][0] == STOP
    assert p_gone == 0.1


def test_what_two_witnesses_say_adds_up() -> None:
    both = {"a": {STOP: math.log(3)}, "b": {STOP: math.log(2)}}
    after, _ = weigh(RANKED, 0.1, both, HERE)
    assert dict(after)[STOP] == pytest.approx(0.9 * 6 / 7)


def test_what_is_gone_stays_gone_whoever_speaks_for_a_candidate() -> None:
    after, p_gone = weigh(((SAVE, 0.2), (STOP, 0.1)), 0.7, {"a": {SAVE: 6.0, NOWHERE: -6.0}}, HERE)
    assert p_gone == 0.7
    assert sum(p for _, p in after) == pytest.approx(0.3)


def test_what_is_drawn_may_be_what_is_missed() -> None:
    after, p_gone = weigh(((SAVE, 0.2),), 0.8, {"a": {CANVAS: math.log(50), NOWHERE: 0.0}}, HERE)
    drawn = DRAWN * 0.8 * 50
    total = drawn + 0.2 + (1 - DRAWN) * 0.8
    assert dict(after)[CANVAS] == pytest.approx(drawn / total)
    assert p_gone == pytest.approx((1 - DRAWN) * 0.8 / total)


def test_silence_changes_nothing() -> None:
    assert weigh(RANKED, 0.1, {}, HERE) == (RANKED, 0.1)
    assert weigh(RANKED, 0.1, {"a": {HEADING: 3.0}}, HERE) == (RANKED, 0.1)


def test_a_part_of_a_control_speaks_for_the_control() -> None:
    page = a_page("<button>A<i></i></button><button>B<i></i></button>")
    (one, two), icon = page.select("button"), page.select("i")[1]
    ranked = ((one.index, 0.5), (two.index, 0.5))
    after, _ = weigh(ranked, 0.0, {"a": {icon.index: 1.0}}, CurrentPage(snapshot=page))
    assert after[0][0] == two.index


# ---------------------------------------------------------------------------------- what may count


def test_no_witness_makes_a_hidden_thing_visible() -> None:
    assert heard({HIDDEN: 3.0, SAVE: 1.0}) == {"fixed": {SAVE: 1.0}}


def test_no_witness_leads_into_another_document() -> None:
    framed = a_framed_page("<h1>x</h1><iframe></iframe>", {"iframe": "<button>Pay</button>"})
    inside = framed.select("button", frame=1)[0].index
    assert heard({inside: 3.0}, CurrentPage(snapshot=framed)) == {}


def test_no_witness_is_worth_more_than_the_most() -> None:
    assert heard({SAVE: 100.0, STOP: -math.inf}) == {"fixed": {SAVE: MOST_ODDS, STOP: -MOST_ODDS}}
    assert heard({SAVE: math.nan}) == {}


def test_nonsense_is_noted_not_raised() -> None:
    broken = Installed(MappingProxyType({"fixed": Fixed({10_000: 1.0})}))
    said = hear(Recorded(a_fingerprint(PAGE, "h1")), HERE, broken)
    assert said.said == {}
    assert "witness 'fixed' failed with IndexError" in said.notes[0]


# -------------------------------------------------------------------------- only place tells apart

ROWS = 5
HEAD = "<header><h1>Orders</h1><nav><a href=/a>Open</a><a href=/b>Closed</a></nav></header>"
FOOT = "<footer><a href=/help>Help</a><a href=/terms>Terms</a></footer>"


def a_list(shift: float = 0, *, tag: str = "li") -> Snapshot:
    """Return a page with buttons that only their place tells apart, moved down."""
    rows = "".join(f"<{tag}><button class=del>Delete</button></{tag}>" for _ in range(ROWS))
    boxes: dict[str, tuple[float, float, float, float]] = {
        "h1": (20, 10 + shift, 300, 40),
        "nav": (20, 60 + shift, 300, 20),
        "nav a:nth-child(1)": (20, 60 + shift, 60, 20),
        "nav a:nth-child(2)": (90, 60 + shift, 60, 20),
        "footer": (20, 400 + shift, 300, 20),
        "footer a:nth-child(1)": (20, 400 + shift, 60, 20),
        "footer a:nth-child(2)": (90, 400 + shift, 60, 20),
    }
    for row in range(ROWS):
        here = f"main > {tag}:nth-child({row + 1})"
        boxes[here] = (20, 100 + 50 * row + shift, 400, 44)
        boxes[f"{here} button"] = (340, 106 + 50 * row + shift, 70, 30)
    return a_page(f"{HEAD}<main>{rows}</main>{FOOT}", boxes=boxes, viewport=(800, 600))


OLD = a_list()


def recorded(which: int) -> Fingerprint:
    return describe(OLD, OLD.select("button")[which])


def located(which: int, now: Snapshot) -> Location:
    return locate(recorded(which), now)


@pytest.mark.parametrize("which", range(ROWS))
def test_where_the_layout_stayed_place_tells_equals_apart(which: int) -> None:
    now = a_list(tag="div")
    found = located(which, now)
    assert found.node == now.select("button")[which], found.reason
    assert "the mouse trail ended at it" in found.reason


@pytest.mark.parametrize("which", range(ROWS))
def test_where_everything_moved_place_says_nothing_and_it_is_refused(which: int) -> None:
    assert located(which, a_list(50, tag="div")).refusal is Refusal.AMBIGUOUS


def test_an_adviser_counts_a_little_and_what_is_gone_stays_gone() -> None:
    now = a_list(50, tag="div")
    chosen = now.select("button")[3].index
    alone, advised = located(0, now), search(recorded(0), now, LiveFacts(advised=chosen))
    assert advised.best is not None
    assert advised.best.node.index == chosen
    assert advised.probability < 4 * alone.probability + 1e-9  # odds of four to one, at most
    closed = a_page("<h1>Orders</h1><button>Log in</button>")
    login = closed.select("button")[0].index
    assert search(recorded(0), closed, LiveFacts(advised=login)).node is None

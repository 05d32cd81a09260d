"""One recorded element on a live page: does it hold, and if not, where is it now."""

import pytest
from tests.unit.app.paper_browser import SHOP, PaperPage, PaperTime, snapshot_of

from holdfast.app.asserted import TEXT
from holdfast.app.finding import Finder, Found, share_of
from holdfast.app.reading import Seen
from holdfast.engine import locate
from holdfast.errors import PageChanged
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Point, Snapshot
from holdfast.ports import run_now
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

OLD = '<h1>Cart</h1><button id="save">Save cart</button><a href="/help">Help</a>'
RENAMED = OLD.replace("Save cart", "Save your cart")


def recorded(css: str = "#save", body: str = OLD) -> Fingerprint:
    return describe(snapshot_of(body), css)


def find(page: PaperPage, fingerprint: Fingerprint | None = None, **given: object) -> Found:
    seen = Seen(fingerprint=fingerprint or recorded())
    return run_now(Finder(**_settings(given)).find(page, seen, **given))  # type: ignore[arg-type]  # told by name


def _settings(given: dict[str, object]) -> dict[str, float]:
    wait = given.pop("heal_after_ms", None)
    return {} if wait is None else {"heal_after_ms": float(str(wait))}


def a_tab(time: PaperTime, body: str = OLD) -> PaperPage:
    return PaperPage(time, SHOP, body)


def test_what_holds_is_taken_without_a_search(time: PaperTime) -> None:
    page = a_tab(time)
    found = find(page)
    assert found.is_held
    assert found.location is None
    assert page.captures == 0


def test_what_waited_already_does_not_wait_again(time: PaperTime) -> None:
    page = a_tab(time, RENAMED)
    found = find(page, waited_ms=1500.0)
    assert found.location is not None
    assert time.seconds == pytest.approx(0.5)


def test_how_long_is_waited_is_a_setting(time: PaperTime) -> None:
    find(a_tab(time, RENAMED), heal_after_ms=300.0)
    assert time.seconds == pytest.approx(0.3)


def test_without_healing_nothing_is_offered(time: PaperTime) -> None:
    found = find(a_tab(time, RENAMED), heal=False)
    assert (found.target, found.location, found.is_held) == (None, None, False)


def test_an_element_without_a_selector_of_its_own_is_searched_at_once(time: PaperTime) -> None:
    twins = "<button>Same</button><button>Same</button>"
    found = find(a_tab(time, twins), recorded("button:last-child", twins))
    assert found.location is not None
    assert time.seconds == 0.0


def test_what_came_back_while_the_page_settled_holds(time: PaperTime) -> None:
    class Settling(PaperPage):
        async def settled(self) -> bool:
            self.show(OLD)
            return True

    found = find(Settling(time, SHOP, RENAMED))
    assert found.is_held
    assert found.location is None


def test_a_page_that_never_rests_is_said_to(time: PaperTime) -> None:
    page = a_tab(time, RENAMED)
    page.is_quiet = False
    assert find(page).settled is False


class Moving(PaperPage):
    """A page that changes while it is searched, some times."""

    changes = 1

    async def target(self, node: Node, share: Point | None = None):  # type: ignore[no-untyped-def]  # as the other
        if self.changes:
            self.changes -= 1
            self.show(self.html + "<p>more</p>")
        return await super().target(node, share)


def test_a_page_that_moved_on_is_searched_once_more(time: PaperTime) -> None:
    page = Moving(time, SHOP, RENAMED)
    found = find(page)
    assert found.target is not None
    assert page.captures == 2


def test_a_page_that_keeps_moving_is_given_up(time: PaperTime) -> None:
    page = Moving(time, SHOP, RENAMED)
    page.changes = 9
    with pytest.raises(PageChanged):
        find(page)
    assert page.captures == 2


def test_two_that_answer_to_one_selector_do_not_hold(time: PaperTime) -> None:
    found = find(a_tab(time, OLD + "<button>Save cart</button>"))
    assert found.location is not None, "it was searched for"


def test_one_of_two_holds_if_the_other_has_a_name_of_its_own(time: PaperTime) -> None:
    found = find(a_tab(time, OLD + '<button id="other">Save cart</button>'))
    assert found.is_held
    assert found.location is None


def test_an_element_of_another_kind_does_not_hold_by_its_name(time: PaperTime) -> None:
    link = OLD.replace('<button id="save">Save cart</button>', '<a href="/save">Save cart</a>')
    found = find(a_tab(time, link))
    assert found.location is not None


# ---------------------------------------------------------------------------------------- presuming


def test_a_named_control_can_be_presumed(time: PaperTime) -> None:
    page = a_tab(time)
    presumed = Finder().presume(page, Seen(fingerprint=recorded()))
    assert presumed is not None
    assert page.captures == 0


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('<div id="save">Save cart</div>', id="it has no role"),
        pytest.param("<button id=save></button>", id="it has no name"),
        pytest.param("<button id=save hidden>Save cart</button>", id="nobody sees it"),
    ],
)
def test_what_may_be_something_else_is_not_presumed(time: PaperTime, body: str) -> None:
    assert Finder().presume(a_tab(time, body), Seen(fingerprint=recorded("#save", body))) is None


# ----------------------------------------------------------------------------------------- asserted


def test_what_is_asserted_of_an_element_is_no_evidence_for_it(time: PaperTime) -> None:
    page = a_tab(time, RENAMED)
    seen = Seen(fingerprint=recorded(), asserted=TEXT)
    found = run_now(Finder().search(page, seen, settled=True))
    assert found.weighed is not None
    assert found.location is not None
    assert found.location.node is not None
    assert found.location.node.snapshot is page.snapshot, "it is shown as it is"
    assert found.weighed.candidates[0].node.text == "", "it was weighed without its words"


# ------------------------------------------------------------------------------------------- points


def on(page: Snapshot, css: str) -> Fingerprint:
    return describe(page, css)


def test_a_plain_element_is_used_in_its_middle() -> None:
    page = snapshot_of(OLD)
    assert share_of(locate(on(page, "#save"), page), Point(0.1, 0.2)) is None


def test_a_canvas_is_used_where_it_was() -> None:
    page = a_page('<canvas id="sign" aria-label="Sign"></canvas>')
    assert share_of(locate(on(page, "#sign"), page), Point(0.1, 0.2)) == Point(0.1, 0.2)

"""Evidence scoring on a live page: what is painted where the mouse went, asked once."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site

from holdfast.adapters.browser.live import LiveTab
from holdfast.app.finding import Finder
from holdfast.app.reading import Seen
from holdfast.model.candidate import Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult, StrategyType
from holdfast.ports import run_now
from holdfast.selectors.describe import describe

pytestmark = pytest.mark.browser

OLD = "<button id='pay' class='pay big' style='position:absolute;left:200px;top:200px'>Pay</button>"
# No selector finds it any more; it stands where it stood.
NEW = OLD.replace("id='pay' class='pay big'", "class='big'").replace("Pay", "Send")
COVER = "position:fixed;inset:0;background:#fff8"


class CountingTab(LiveTab):
    """A page that knows how often it was asked what stands at points."""

    asked = 0

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        self.asked += 1
        return await super().stacks_at(snapshot, points)


def by_place(snapshot: Snapshot, own_id: str) -> Fingerprint:
    """Return the element's fingerprint with nothing but where it stood, and its looks."""
    (node,) = [node for node in snapshot.nodes if node.get("id") == own_id]
    made = describe(snapshot, node)
    kept = [s for s in made.strategies if s.type is StrategyType.EVIDENCE_SCORING]
    return replace(made, strategies=tuple(kept))


def recorded(page: Page, html: str) -> Fingerprint:
    page.set_content(html)
    return by_place(run_now(LiveTab(page).capture()), "pay")


def looked(page: Page, fingerprint: Fingerprint) -> StrategyEvaluationResult:
    """Return what the strategy finds on the page as it is now."""
    tab = CountingTab(page)
    found = run_now(Finder().search(tab, Seen(fingerprint=fingerprint), settled=True))
    assert found.location is not None
    assert tab.asked <= 1  # not at all when every point is out of the window
    (result,) = found.location.results
    return result


def scored(page: Page, fingerprint: Fingerprint, html: str) -> StrategyEvaluationResult:
    page.set_content(html)
    return looked(page, fingerprint)


def test_what_is_covered_is_ranked_with_what_covers_it(page: Page) -> None:
    fingerprint = recorded(page, OLD)
    covered = scored(page, fingerprint, f"{NEW}<div style='{COVER}'></div>")
    assert covered.found
    assert covered.metadata["candidatesEvaluated"] == 2


def test_what_lets_the_mouse_through_is_no_candidate(page: Page) -> None:
    fingerprint = recorded(page, OLD)
    cover = f"<div style='{COVER};pointer-events:none'></div>"
    assert scored(page, fingerprint, NEW + cover).metadata["candidatesEvaluated"] == 1


def test_what_is_cut_off_is_no_candidate(page: Page) -> None:
    fingerprint = recorded(page, OLD)
    # Its box reaches under the button; what can be seen of it ends far above.
    cut = "<div style='overflow:hidden;height:20px'><p style='height:900px'>Long</p></div>"
    assert scored(page, fingerprint, cut + NEW).metadata["candidatesEvaluated"] == 1


def test_shadow_roots_are_entered(page: Page) -> None:
    fingerprint = recorded(page, OLD)
    page.set_content("<x-pay></x-pay>")
    page.evaluate(
        "html => { document.querySelector('x-pay').attachShadow({mode: 'open'}).innerHTML = html }",
        NEW,
    )
    found = looked(page, fingerprint)
    assert found.metadata["matchScore"] > 0.4


@pytest.mark.parametrize("cover", ["", f"<div style='{COVER}'></div>"], ids=["bare", "covered"])
def test_a_frame_is_looked_into_also_when_it_is_covered(page: Page, site: Site, cover: str) -> None:
    framed = f"<iframe src='{site.url('/inner')}' width=600 height=400></iframe>{cover}"
    site.serve("/", framed)
    site.serve("/inner", OLD)
    page.goto(site.url("/"))
    fingerprint = by_place(run_now(LiveTab(page).capture()), "pay")
    site.serve("/inner", NEW)
    page.goto(site.url("/"))
    found = looked(page, fingerprint)
    assert found.found, found.error
    assert found.metadata["candidatesEvaluated"] == 1


def test_a_place_outside_the_window_is_looked_up_in_the_boxes(page: Page) -> None:
    fingerprint = recorded(page, OLD.replace("top:200px", "top:5000px"))
    assert scored(page, fingerprint, NEW.replace("top:200px", "top:5000px")).found


# --------------------------------------------------------------------- only place tells them apart

ROW = "<{tag} style='height:48px;display:block'><button class='{look}'>Delete</button></{tag}>"


def a_list(tag: str, look: str, above: str = "") -> str:
    rows = ROW.format(tag=tag, look=look) * 5
    return f"{above}<h1>Orders</h1><nav><a href='/open'>Open</a></nav><main>{rows}</main><p>End</p>"


def found_among_equals(page: Page, html: str) -> tuple[Location, Snapshot]:
    """Return where the fourth of five equal buttons is after a redesign."""
    page.set_content(a_list("div", "btn"))
    old = run_now(LiveTab(page).capture())
    fourth = describe(old, old.select("button")[3])
    page.set_content(html)
    found = run_now(Finder().search(LiveTab(page), Seen(fingerprint=fourth), settled=True))
    assert found.location is not None
    assert found.location.best is not None
    return found.location, found.location.best.node.snapshot


def test_where_the_layout_stayed_the_hand_tells_equals_apart(page: Page) -> None:
    location, now = found_among_equals(page, a_list("section", "button-danger"))
    assert location.node == now.select("button")[3], location.reason


def test_where_a_banner_pushed_everything_down_equals_are_refused(page: Page) -> None:
    banner = "<div style='height:48px'>Sale</div>"
    location, _ = found_among_equals(page, a_list("section", "button-danger", banner))
    assert location.refusal is Refusal.AMBIGUOUS, location.reason

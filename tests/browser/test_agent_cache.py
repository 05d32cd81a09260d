"""An agent with a memory: what it did once is done again; what is refused is handed back."""

from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import Site
from tests.browser.test_demo import BECAME, REMOVED

from holdfast import CachedRun, HandedStep, Player, Recording, UsageError, cached
from holdfast.app.wiring import load_project
from holdfast.demo.run import HEAL_AFTER_MS, WINDOW
from holdfast.demo.server import AFTER, BEFORE, serve
from holdfast.demo.shopper import PASSWORD, buy_a_stove
from holdfast.doors.agent_cache import _RECORDERS
from holdfast.model.replay_result import StepOutcome
from holdfast.ports import run_now

pytestmark = pytest.mark.browser

ROWS = "".join(f"<tr><td>Product {n}<td><a href=#p{n}>Details</a>" for n in range(1, 6))
FRAME = "<!doctype html><title>Shop</title><h1>Basket</h1><table>{rows}</table><form>{form}</form>"
SAID = "onclick=\"event.preventDefault(); said.textContent += '{0} '\""
HINT = f"<button id=hint {SAID.format('hint')}>Show the size guide</button>"
PAY = f"<button id=pay class=b1 {SAID.format('paid')}>Pay now</button>"
BEFORE_PAGE = FRAME.format(
    rows=ROWS, form=f"<label>Name <input id=who></label>{HINT}{PAY}<p id=said></p>"
)
# The hint is gone, the rest has other ids and other words around it.
AFTER_PAGE = FRAME.format(
    rows=ROWS,
    form="<section><label>Your name <input name=n></label></section>"
    f"{PAY.replace('id=pay class=b1', 'class=x7')}<p id=said></p>",
)


@dataclass
class Worked:
    """What an agent tells of a run: cumulative, as browser-use's history."""

    calls: int = 0
    good: bool = True

    @property
    def usage(self) -> "Worked":
        return self

    @property
    def total_tokens(self) -> int:
        return 1000 * self.calls

    def number_of_steps(self) -> int:
        return self.calls

    def is_successful(self) -> bool:
        return self.good


@dataclass
class ScriptedAgent:
    """An agent with the methods of browser-use's: it needs a call of a model for each act."""

    page: Page
    url: str
    gives_up: bool = False
    tasks: list[str] = field(default_factory=list)
    history: Worked = field(default_factory=Worked)

    def add_new_task(self, task: str) -> None:
        self.tasks.append(task)

    def run(self) -> Worked:
        if self.tasks:
            self.history.calls += 1
            self.history.good = not self.gives_up
            return self.history
        self.page.goto(self.url)
        self.page.locator("#who").fill("Ada")
        self.page.locator("#hint").click()
        self.page.locator("#pay").click()
        self.history.calls += 4
        return self.history


@pytest.fixture
def shop(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return site.serve("/", BEFORE_PAGE)


def remember(page: Page, shop: str) -> ScriptedAgent:
    """Return an agent that did its job once, with a memory."""
    agent = ScriptedAgent(page, shop)
    first = cached(agent, key="pay", page=Player(page, reader=None)).run()
    assert (first.passed, first.model_calls, first.tokens, first.replayed) == (True, 4, 4000, 0)
    return agent


def again(agent: ScriptedAgent) -> CachedRun:
    player = Player(agent.page, heal_after_ms=300.0, reader=None)
    return cached(agent, key="pay", page=player).run()


def test_the_second_time_no_model_is_asked(page: Page, shop: str) -> None:
    done = again(remember(page, shop))
    assert (done.passed, done.replayed, done.steps) == (True, 4, 4)
    assert (done.model_calls, done.tokens, done.tokens_saved, done.handed) == (0, 0, 4000, ())
    assert page.locator("#said").text_content() == "hint paid "


def test_what_is_gone_is_handed_back_and_the_rest_replayed(
    page: Page, shop: str, site: Site
) -> None:
    agent = remember(page, shop)
    site.serve("/", AFTER_PAGE)
    done = again(agent)
    assert done.passed, done.reason
    assert (done.replayed, done.model_calls, done.tokens_saved) == (3, 1, 3000)
    (handed,) = done.handed
    assert handed.title == "click 'Show the size guide'"
    assert handed.reason
    assert "«" in agent.tasks[0]
    assert page.locator("#said").text_content() == "paid "
    assert again(agent).model_calls == 0, "it was taken over"


def test_decisions_are_in_the_projects_store_and_nothing_is_recorded_in_between(
    page: Page, shop: str, site: Site
) -> None:
    agent = remember(page, shop)
    page.locator("#who").fill("somebody else's text")
    site.serve("/", AFTER_PAGE)
    assert again(agent).passed
    with closing(load_project().open_store()) as store:
        healings = list(store.iter_healings())
    (known,) = Path(".holdfast/agents").glob("*.json")
    assert {one.recording_id for one in healings} == {known.as_posix()}
    assert {one.label for one in healings} == {"Name", "Show the size guide"}
    recorder = _RECORDERS[page.context]
    steps = len(recorder.recording.steps)
    page.locator("#said").click()
    page.get_by_label("Your name").fill("Bob")
    run_now(recorder.flush())
    assert len(recorder.recording.steps) == steps
    assert "somebody else" not in str(recorder.recording.steps)


def test_an_agent_that_cannot_ends_the_run_and_nothing_else_is_done(
    page: Page, shop: str, site: Site
) -> None:
    agent = remember(page, shop)
    (known,) = Path(".holdfast/agents").glob("*.json")
    before = known.read_bytes()
    agent.gives_up = True
    site.serve("/", AFTER_PAGE)
    done = again(agent)
    assert (done.passed, done.tokens_saved) == (False, 0)
    assert "the agent could not do it" in done.reason
    assert page.locator("#said").text_content() == ""
    assert known.read_bytes() == before


def test_a_function_does_a_step_its_own_way_and_that_is_taken_over(
    page: Page, shop: str, site: Site
) -> None:
    asked: list[HandedStep | None] = []

    def work(page: Page, handed: HandedStep | None) -> bool | None:
        asked.append(handed)
        if handed is not None:
            page.get_by_role("link", name="Details").nth(1).click()
            return True
        page.goto(shop)
        page.locator("#hint").click()
        return None

    player = Player(page, heal_after_ms=300.0, reader=None)
    memory = cached(work, key="look", page=player)
    assert memory.run().passed
    site.serve("/", AFTER_PAGE)
    done = memory.run()
    assert (done.passed, len(asked), done.model_calls) == (True, 2, 1)
    (step,) = Recording.load(memory.path).steps
    assert step.fingerprint is not None
    assert step.fingerprint.node.get("href") == "#p2"
    assert memory.run().model_calls == 0
    assert page.url.endswith("#p2")


def test_an_agent_that_fails_at_first_is_not_remembered(page: Page, shop: str) -> None:
    memory = cached(lambda page, _: page.goto(shop) and False, key="x", page=page)
    assert not memory.run().passed
    assert not memory.path.exists()


def test_what_can_do_nothing_is_refused(page: Page) -> None:
    with pytest.raises(UsageError, match=r"an agent with run\(\)"):
        cached(7, key="x", page=page)
    with pytest.raises(UsageError, match="a key"):
        cached(print, key=" ", page=page)


@pytest.mark.slow
def test_the_shop_after_its_redesign_needs_a_model_for_the_removed_control_only(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[HandedStep] = []
    with serve(BEFORE) as old, serve(AFTER) as new:

        def shopper(page: Page, handed: HandedStep | None) -> bool:
            if handed is not None:
                asked.append(handed)
                return True  # the order can be placed without it
            page.goto(f"{old}/index.html")
            buy_a_stove(page)
            return True

        context = browser.new_context(viewport=WINDOW)
        first = cached(shopper, key="stove", page=context.new_page()).run()
        assert first.passed
        context.close()
        context = browser.new_context(viewport=WINDOW)
        player = Player(
            context.new_page(),
            base_url=new,
            secrets={"PASSWORD": PASSWORD},
            heal_after_ms=HEAL_AFTER_MS,
        )
        done = cached(shopper, key="stove", page=player).run()
        assert done.passed, done.reason
        assert done.replayed >= 0.9 * done.steps
        assert [step.title for step in asked] == ["click 'Compare products'"]
        assert done.replay is not None
        healed = {s.was: s.now for s in done.replay.steps if s.outcome is StepOutcome.HEALED}
        assert healed.items() <= BECAME.items()
        handed = [s.was for s in done.replay.steps if "agent" in s.reason]
        assert handed == [REMOVED]
        assert replace(done, replay=None).model_calls == 1
        context.close()

"""What pages say and what their forms do, asked without a browser."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.doors.portal import made_up
from tests.doors.portal.conftest import STORE, World

from holdfast import fingerprint, locate, parse
from holdfast.adapters.sql.sql_store import open_store
from holdfast.app.advising.advice_effect import Followed
from holdfast.app.journal import Journal
from holdfast.app.proposing import propose
from holdfast.app.wiring import load_project
from holdfast.doors.healing_json import decision_of
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.doors.portal.sign_in import make_token
from holdfast.history.log import RunContext, StepContext
from holdfast.model.advice import Advice, Consultation
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing
from holdfast.model.thresholds import (
    ExperimentStatus,
    Mode,
    NotificationSettings,
    Thresholds,
    Variant,
)
from holdfast.ports import Store
from holdfast.testing import FixedClock

LISTS = ("/review", "/runs", "/recordings", "/confidence", "/experiments", "/settings")
FIELD = re.compile(r'name="csrf_token" value="([^"]+)"')


class Visitor:
    """Somebody at a browser without scripts: follows links, fills in forms."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client = client
        client.post("/login", data={"token": token})
        found = FIELD.search(client.get("/settings").text)
        assert found is not None
        self.csrf_token = found[1]

    def read(self, path: str, status: int = 200) -> str:
        """Return the page."""
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.text

    def send(self, path: str, form: Mapping[str, str], status: int = 200) -> str:
        """Return the page that a form leads to."""
        answer = self.client.post(path, data={**form, "csrf_token": self.csrf_token})
        assert answer.status_code == status, answer.text
        return answer.text


@pytest.fixture
def visitor(world: World) -> Visitor:
    """Return Ann, signed in."""
    return Visitor(world.browser(), world.token("ann"))


@pytest.fixture
def store(world: World) -> Store:
    """Return the store as Ann's organization sees it."""
    return world.store.for_organization(made_up.MINE)


@pytest.fixture
def newcomer(tmp_path: Path) -> Visitor:
    """Return somebody whose project is empty."""
    opened = open_store(str(tmp_path / STORE))
    project = load_project(tmp_path, {"HOLDFAST_USER": "ann"})
    settings = PortalSettings(project=project, store=opened, clock=FixedClock(made_up.NOW))
    token = make_token(opened, made_up.NOW, user="ann", organization=made_up.MINE)
    return Visitor(TestClient(create_app(settings), "http://127.0.0.1"), token)


def first_pending(store: Store) -> Healing:
    return next(one for one in store.iter_healings(ReviewState.PENDING) if one.fingerprint)


# ------------------------------------------------------------------------------------ empty states


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/review", "holdfast replay"),
        ("/runs", "holdfast replay"),
        ("/recordings", "holdfast record"),
        ("/confidence", "choose another period"),
        ("/experiments", "Start one below"),
        ("/review?text=nothing-like-it", "Clear it"),
        ("/runs?passed=no", "Choose another"),
    ],
)
def test_an_empty_page_says_what_to_do(newcomer: Visitor, path: str, words: str) -> None:
    assert words in newcomer.read(path)


# -------------------------------------------------------------------------------------- the queue


def test_asking_again_costs_nothing_until_something_was_answered(
    world: World, visitor: Visitor, store: Store
) -> None:
    number = first_pending(store).number
    page = visitor.read(f"/review/{number}")
    asked = re.search(r'hx-get="([^"]+)"', page)
    assert asked is not None
    again = asked[1].replace("&amp;", "&")
    assert visitor.client.get(again).status_code == 204
    ben = Visitor(world.browser(), world.token("ben"))
    ben.send(f"/review/{number}/answer", {"answer": "reject"})
    changed = visitor.client.get(again)
    assert changed.status_code == 200
    assert "Rejected by ben" in changed.text


def test_an_answer_to_what_was_answered_is_refused_and_says_by_whom(
    world: World, visitor: Visitor, store: Store
) -> None:
    number = first_pending(store).number
    seen = re.search(r'name="version" value="([^"]*)"', visitor.read(f"/review/{number}"))
    assert seen is not None
    ben = Visitor(world.browser(), world.token("ben"))
    ben.send(f"/review/{number}/answer", {"answer": "accept"})
    form = {"answer": "reject", "version": seen[1]}
    page = visitor.send(f"/review/{number}/answer", form, status=409)
    assert "Nothing was overwritten" in page
    assert "Accepted by ben" in page


def test_a_filter_stays_while_one_goes_on(visitor: Visitor) -> None:
    page = visitor.read("/review?action=all&min=10")
    hrefs = re.findall(r'class="item" href="([^"]+)"', page)
    assert hrefs
    assert all("action=all&amp;min=10" in href for href in hrefs)


def test_the_healings_of_another_organization_are_not_there(world: World, visitor: Visitor) -> None:
    for path in (f"/review/{world.theirs.healings[0]}", f"/runs/{world.theirs.run}"):
        assert "There is no" in visitor.read(path, status=404)
    assert "acme" not in visitor.read("/recordings")


# ------------------------------------------------------------------------------- settings and files


def test_own_thresholds_hold_and_say_so(visitor: Visitor, store: Store) -> None:
    form = {"autoApply": "91", "applyWithFlag": "71", "suggestOnly": "51"}
    page = visitor.send("/settings", form)
    assert "Saved" in page
    assert re.search(
        r"autoApply</code></td>\s*<td[^>]*><strong>91</strong>.*?user", page, re.DOTALL
    )
    config = store.find_user_config("ann")
    assert config is not None
    assert config.thresholds == Thresholds(auto_apply=91, apply_with_flag=71, suggest_only=51)


def test_how_one_is_told_is_ones_own_choice(visitor: Visitor, store: Store) -> None:
    address = "/settings/notifications"
    assert "no address to send to" in visitor.send(address, {"emailOnFlagged": "true"}, 422)
    form = {"emailOnFlagged": "true", "emailTo": "ann@example.org", "slackWebhook": "${MINE}"}
    page = visitor.send(address, form)
    assert "Saved" in page
    assert re.search(r"emailTo</code>.{0,60}ann@example.org.{0,80}user", page, re.DOTALL)
    config = store.find_user_config("ann")
    assert config is not None
    assert config.notifications == NotificationSettings(
        email_on_flagged=True, email_to="ann@example.org", slack_webhook="${MINE}"
    )
    assert "${NAME}" in visitor.send(address, {"slackWebhook": "https://x/hunter2"}, 422)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"autoApply": "91"}, "one is missing"),
        ({"autoApply": "70", "applyWithFlag": "75", "suggestOnly": "40"}, "must hold"),
        ({"autoApply": "10", "applyWithFlag": "60", "suggestOnly": "40"}, "from 60 to 100"),
        ({"autoApply": "x", "applyWithFlag": "60", "suggestOnly": "40"}, "x/60/40"),
        ({"mode": "reckless"}, "conservative"),
    ],
)
def test_impossible_thresholds_are_refused_in_words(
    visitor: Visitor, store: Store, form: Mapping[str, str], words: str
) -> None:
    assert words in visitor.send("/settings", form, status=422)
    assert store.find_user_config("ann") is None


def test_a_recording_has_a_mode_of_its_own(world: World, visitor: Visitor, store: Store) -> None:
    address = f"/recordings/{world.mine.recording}"
    page = visitor.send(f"{address}/settings", {"mode": "conservative", "healingEnabled": "no"})
    assert "Saved" in page
    config = store.find_recording_config(world.mine.recording)
    assert config is not None
    assert (config.mode, config.healing_enabled) == (Mode.CONSERVATIVE, False)
    refused = visitor.send(f"{address}/settings", {"autoApply": "5"}, status=422)
    assert "one is missing" in refused


def test_an_older_fingerprint_can_be_made_the_recorded_one_again(
    world: World, visitor: Visitor, store: Store
) -> None:
    file = world.root / world.mine.recording
    before = json.loads(file.read_text("utf-8"))
    healing = first_pending(store)
    visitor.send(f"/review/{healing.number}/answer", {"answer": "accept"})
    assert json.loads(file.read_text("utf-8"))["steps"] != before["steps"]
    address = f"/recordings/{world.mine.recording}/steps/{healing.step_id}"
    page = visitor.read(address)
    assert "accepted by ann" in page
    back = re.search(r'name="to" value="([^"]+)"', page)
    assert back is not None
    assert "in use again" in visitor.send(f"{address}/rollback", {"to": back[1]})
    assert json.loads(file.read_text("utf-8"))["steps"] == before["steps"]
    again = store.find_healing(healing.number)
    assert again is not None
    assert again.state is ReviewState.PENDING


# ------------------------------------------------------------------------------------- experiments


def test_an_experiment_is_started_paused_resumed_and_stopped(
    visitor: Visitor, store: Store
) -> None:
    form = {"name": "bolder", "control": "balanced", "treatment": "70/50/30", "allocation": "50"}
    assert "50 % of users get 70/50/30" in visitor.send("/experiments", form)
    again = visitor.send("/experiments", {**form, "name": "bolder still"}, status=422)
    assert "only one experiment can be active" in again.lower()
    assert 'value="bolder still"' in again
    for act, status in (
        ("pause", ExperimentStatus.PAUSED),
        ("resume", ExperimentStatus.ACTIVE),
        ("stop", ExperimentStatus.COMPLETED),
    ):
        visitor.send(f"/experiments/bolder/{act}", {})
        assert next(store.iter_experiments()).status is status
    assert "cannot make it active" in visitor.send("/experiments/bolder/resume", {}, 422).lower()


def test_nonsense_in_a_plan_is_refused_in_words(visitor: Visitor) -> None:
    plan = {"name": "x", "control": "balanced", "treatment": "bold"}
    assert "bold" in visitor.send("/experiments", plan, status=422)
    page = visitor.send("/experiments", {**plan, "allocation": "half"}, status=422)
    assert "must be a number" in page


def test_a_healing_tells_of_its_arm_and_of_what_an_adviser_said(
    visitor: Visitor, store: Store
) -> None:
    form = {"name": "bolder", "control": "balanced", "treatment": "70/50/30", "allocation": "50"}
    visitor.send("/experiments", form)
    entry, old = store.find_entry(first_pending(store).entry_id), parse(made_up.OLD)
    assert entry is not None
    said = Consultation(
        adviser="a model",
        engine="<button> 'Use voucher' (0.61)",
        followed=Followed.AGAINST,
        advice=Advice(
            choice=None,
            raw_score=20,
            element_match=20,
            location_match=20,
            text_match=20,
            why="it means <b>another</b> thing",
        ),
    )
    run = RunContext(run_id="treated", experiment_id="bolder", variant=Variant.TREATMENT)
    journal = Journal(store=store, clock=FixedClock(made_up.NOW), run=run, name="treated")
    journal.start()
    journal.write(
        decision_of(entry),
        StepContext(step_number=1, advice=said.to_json()),
        propose(locate(fingerprint(old, "#apply"), parse(made_up.NEW)), step_id="s-apply", url=""),
    )
    number = next(one.number for one in store.iter_healings() if one.run_id == "treated")
    page = visitor.read(f"/review/{number}")
    assert 'href="/experiments/bolder">the arm treatment of the experiment bolder</a>' in page
    assert "The adviser a model: took none of these for it, 20 of 100: it means &lt;b&gt;" in page


def test_uneven_arms_raise_an_alarm(visitor: Visitor, store: Store) -> None:
    form = {"name": "bolder", "control": "balanced", "treatment": "70/50/30", "allocation": "50"}
    assert "uneven beyond chance" not in visitor.send("/experiments", form)
    entry = store.find_entry(first_pending(store).entry_id)
    assert entry is not None
    # 60 people, nearly all of them in one arm: by chance less than once in a million times.
    store.write_decisions(
        [
            replace(
                entry,
                run_id=f"trial-{at}",
                user_id=f"user-{at}",
                experiment_id="bolder",
                variant=Variant.CONTROL if at < 55 else Variant.TREATMENT,
            )
            for at in range(60)
        ]
    )
    page = visitor.read("/experiments/bolder")
    assert "uneven beyond chance" in page
    assert "55 and 5 users" in page


# -------------------------------------------------------------------------------------- confidence


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("from=yesterday", "could not be read"),
        ("to=0001-01-01", "could not be read"),
        ("from=2026-03-01&to=2026-02-01", "ends before it begins"),
        ("error=200", "between 0.1 and 50"),
    ],
)
def test_a_period_that_makes_no_sense_is_said_and_the_usual_is_shown(
    visitor: Visitor, query: str, words: str
) -> None:
    page = visitor.read(f"/confidence?{query}")
    assert words in page
    assert "2026-03-01" in page


def test_the_report_is_of_the_period_that_was_asked_for(visitor: Visitor) -> None:
    today = made_up.NOW.date()
    assert "How sure the decisions were" in visitor.read(f"/confidence?from={today}&to={today}")
    before = today - timedelta(days=9)
    page = visitor.read(f"/confidence?from={before}&to={before}")
    assert "No decision in this period" in page


# --------------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize("path", ["/nowhere", "/review/999999", "/runs/none", "/recordings/none"])
def test_what_is_not_there_is_said_politely(visitor: Visitor, path: str) -> None:
    page = visitor.read(path, status=404)
    assert "There is no such page" in page
    assert "Go to the queue" in page


def test_an_error_of_ours_shows_no_path_and_no_stack(world: World) -> None:
    def broken() -> None:
        raise RuntimeError(f"secret at {world.root}")

    world.app.add_api_route("/broken", broken)
    visitor = Visitor(world.browser(), world.token("ann"))
    page = visitor.read("/broken", status=500)
    assert "Something went wrong" in page
    for told in ("secret", str(world.root), "Traceback", "RuntimeError", ".py"):
        assert told not in page


@pytest.mark.parametrize("path", LISTS)
def test_pages_tell_nobody_where_the_project_is(world: World, visitor: Visitor, path: str) -> None:
    assert str(world.root) not in visitor.read(path)


def test_every_page_sends_the_policy_and_needs_nothing_else(visitor: Visitor) -> None:
    for path in LISTS:
        policy = visitor.client.get(path).headers["content-security-policy"]
        assert "unsafe" not in policy
        assert not re.search(r'(?:src|href)="(?:https?:)?//', visitor.read(path))

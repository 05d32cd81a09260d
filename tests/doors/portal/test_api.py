"""The JSON API, asked as programs ask it."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient
from tests.doors.portal.conftest import World
from tests.doors.portal.made_up import NEW, OLD

from holdfast import fingerprint, parse
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.snapshot_json import snapshot_to_json

API = "/api/v1"


def answer(client: TestClient, number: int, say: str, **more: object) -> dict[str, object]:
    sent = {"healing": number, "answer": say, **more}
    response = client.post(f"{API}/reviews", json=sent)
    assert response.status_code == 200, response.text
    found: dict[str, object] = response.json()
    return found


# ------------------------------------------------------------------------------------ healings


def test_healings_come_in_pages(program: TestClient, world: World) -> None:
    first = program.get(f"{API}/healings", params={"size": 2}).json()
    second = program.get(f"{API}/healings", params={"size": 2, "page": 2}).json()
    seen = [one["number"] for one in first["items"] + second["items"]]
    assert sorted(seen) == list(world.mine.healings)
    assert (first["total"], first["pages"], second["page"]) == (3, 2, 2)


def test_healings_are_filtered(program: TestClient) -> None:
    found = program.get(f"{API}/healings", params={"text": "PLACE"}).json()
    assert [one["label"] for one in found["items"]] == ["Place order"]
    none = program.get(f"{API}/healings", params={"state": "accepted"}).json()
    assert none["items"] == []


def test_a_healing_tells_what_accepting_would_change(program: TestClient, world: World) -> None:
    found = program.get(f"{API}/healings/{world.mine.healings[-1]}").json()
    change = found["change"]
    assert (change["path"], change["stepId"], change["problem"]) == (
        world.mine.recording,
        "s-pay",
        "",
    )
    label = next(row for row in change["rows"] if row["what"] == "label")
    assert (label["before"], label["after"]) == ("Place order", "Place your order")
    assert found["step"] == "click 'Place order'"
    assert found["decision"]["jobId"] == world.mine.run
    assert found["runnersUp"], "others on the page are like it"


def test_accepting_changes_the_file_and_undo_restores_it(program: TestClient, world: World) -> None:
    file = world.root / world.mine.recording
    before = file.read_bytes()
    number = world.mine.healings[-1]
    accepted = answer(program, number, "accept", reason="the same button")
    assert (accepted["state"], accepted["file"]) == ("accepted", world.mine.recording)
    assert b"Place your order" in file.read_bytes()
    assert b"Place your order" not in before
    undone = answer(program, number, "undo", version=accepted["version"])
    assert undone["state"] == "pending_review"
    assert b"Place your order" not in file.read_bytes()


def test_a_runner_up_can_be_picked(program: TestClient, world: World) -> None:
    number = world.mine.healings[1]
    other = program.get(f"{API}/healings/{number}").json()["runnersUp"][0]
    answer(program, number, "pick", target=other["target"])
    steps = program.get(f"{API}/recordings/{world.mine.recording}").json()["steps"]
    assert next(one for one in steps if one["id"] == "s-apply")["selector"] == other["selector"]


def test_only_what_was_offered_can_be_picked(program: TestClient, world: World) -> None:
    sent = {"healing": world.mine.healings[1], "answer": "pick", "target": 0}
    assert program.post(f"{API}/reviews", json=sent).status_code == 404


def test_the_second_of_two_answers_is_refused_and_changes_nothing(world: World) -> None:
    ann, bob = world.program(), world.program(user="bob")
    number = world.mine.healings[-1]
    answer(ann, number, "accept")
    file = (world.root / world.mine.recording).read_bytes()
    late = bob.post(f"{API}/reviews", json={"healing": number, "answer": "reject"})
    assert late.status_code == 409
    assert late.json()["type"] == "urn:holdfast:problem:answered-already"
    assert (world.root / world.mine.recording).read_bytes() == file
    found = world.store.find_healing(number)
    assert found is not None
    assert found.review is not None
    assert (found.review.reviewer, found.state.value) == ("ann", "accepted")


def test_an_answer_to_an_old_look_is_refused(world: World) -> None:
    ann, bob = world.program(), world.program(user="bob")
    number = world.mine.healings[-1]
    seen = answer(ann, number, "accept")["version"]
    answer(ann, number, "undo")
    answer(ann, number, "reject")
    late = bob.post(f"{API}/reviews", json={"healing": number, "answer": "undo", "version": seen})
    assert late.status_code == 409
    found = world.store.find_healing(number)
    assert found is not None
    assert found.state.value == "rejected"


def test_many_are_accepted_at_once_but_not_what_came_after_the_look(
    program: TestClient, world: World
) -> None:
    preview = program.post(f"{API}/reviews/preview", json={}).json()
    offered = program.get(f"{API}/healings").json()["items"]
    assert preview["acceptable"] == sum(one["hasOffer"] for one in offered)
    newest = world.mine.healings[1]
    done = program.post(f"{API}/reviews/bulk", json={"filter": {}, "newest": newest}).json()
    assert sorted(done["accepted"]) == list(world.mine.healings[:2])
    assert done["failed"] == []
    waiting = program.get(f"{API}/healings", params={"state": "pending_review"}).json()["items"]
    assert [one["number"] for one in waiting] == [world.mine.healings[2]]


# ---------------------------------------------------------------------------- runs, recordings


def test_a_run_tells_its_steps(program: TestClient, world: World) -> None:
    (row,) = program.get(f"{API}/runs").json()["items"]
    assert row["id"] == world.mine.run
    assert row["healed"] + row["refused"] == 3
    found = program.get(f"{API}/runs/{row['id']}").json()
    titles = [step["title"] for step in found["timeline"]]
    assert titles == ["open /basket", "type into 'Voucher'", "click 'Apply voucher'", titles[3]]
    assert titles[3] == "click 'Place order'"


def test_an_accepted_healing_is_in_the_history_and_can_be_rolled_back(
    program: TestClient, world: World
) -> None:
    answer(program, world.mine.healings[-1], "accept")
    address = f"{API}/recordings/{world.mine.recording}"
    step = program.get(address).json()["steps"][-1]
    (replaced,) = step["history"]
    assert (replaced["oldLabel"], replaced["newLabel"], replaced["reviewer"]) == (
        "Place order",
        "Place your order",
        "ann",
    )
    wanted = {"stepId": step["id"], "healingId": replaced["healingId"]}
    (undone,) = program.post(f"{address}/rollback", json=wanted).json()
    assert undone["state"] == "pending_review"
    assert program.get(address).json()["steps"][-1]["history"] == []


def test_a_recording_has_thresholds_of_its_own(program: TestClient, world: World) -> None:
    address = f"{API}/recordings/{world.mine.recording}"
    sent = {"thresholds": "90/70/45", "healingEnabled": False}
    assert program.put(f"{address}/config", json=sent).status_code == 200
    rows = {row["key"]: row["value"] for row in program.get(address).json()["settings"]}
    assert (rows["autoApply"], rows["healingEnabled"]) == (90, False)
    wrong = program.put(f"{address}/config", json={"thresholds": "10/20/30"})
    assert wrong.status_code == 422


# --------------------------------------------------------------------------- report, settings


def test_the_report_counts_what_the_log_holds(program: TestClient) -> None:
    log = program.get(f"{API}/decisions").json()
    found = program.get(f"{API}/report").json()
    assert log["total"] == 3
    assert sum(found["histogram"]) == 3
    (day,) = found["overTime"]
    assert (day["start"], sum(day["counts"].values())) == ("2026-03-01", 3)


def test_analytics_says_when_there_is_not_enough_data(program: TestClient) -> None:
    found = program.get(f"{API}/analytics", params={"wantedError": 2}).json()
    assert found["recommendedThreshold"]["autoApply"] is None
    assert found["recommendedThreshold"]["wantedError"] == pytest.approx(0.02)


def test_an_experiment_is_started_paused_and_ended(program: TestClient) -> None:
    plan = {"name": "bolder", "treatment": "aggressive"}
    made = program.post(f"{API}/experiments", json=plan)
    assert (made.status_code, made.json()["status"]) == (201, "active")
    assert program.post(f"{API}/experiments", json={**plan, "name": "b"}).status_code == 422
    for status in ("paused", "active", "completed"):
        changed = program.put(f"{API}/experiments/bolder/status", json={"status": status})
        assert changed.json()["status"] == status
    shown = program.get(f"{API}/experiments/bolder").json()
    assert shown["analysis"]["control"]["count"] == 0


def test_settings_tell_where_each_value_comes_from(program: TestClient) -> None:
    program.put(f"{API}/settings", json={"mode": "conservative"})
    rows = {row["key"]: row for row in program.get(f"{API}/settings").json()}
    assert (rows["autoApply"]["value"], rows["user"]["value"]) == (90, "ann")
    assert "ann" in rows["autoApply"]["place"]


# --------------------------------------------------------------------------------------- locate


@pytest.mark.parametrize("with_snapshot", [True, False], ids=["snapshot", "html"])
def test_an_element_is_located(program: TestClient, with_snapshot: bool) -> None:
    page = {"snapshot": snapshot_to_json(parse(NEW))} if with_snapshot else {"html": NEW}
    recorded = fingerprint_to_json(fingerprint(parse(OLD), "#pay"))
    found = program.post(f"{API}/locate", json={"fingerprint": recorded, **page}).json()
    assert found["candidates"][0]["name"] == "Place your order"
    by_target = {"oldHtml": OLD, "target": "#pay", **page}
    again = program.post(f"{API}/locate", json=by_target).json()
    assert again["candidates"] == found["candidates"]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"fingerprint": {}, "html": NEW}, id="an empty fingerprint"),
        pytest.param({"fingerprint": {"format": "x/9"}, "html": NEW}, id="a foreign format"),
        pytest.param({"oldHtml": OLD, "target": "#pay"}, id="no new page"),
        pytest.param({"oldHtml": OLD, "target": ":::", "html": NEW}, id="no selector"),
        pytest.param({"oldHtml": "", "target": "a", "html": NEW}, id="no old page"),
        pytest.param({"oldHtml": OLD, "target": "#pay", "snapshot": {}}, id="no snapshot"),
        pytest.param({"oldHtml": OLD, "target": "#nobody", "html": NEW}, id="nobody"),
    ],
)
def test_what_cannot_be_located_is_a_problem(program: TestClient, sent: object) -> None:
    response = program.post(f"{API}/locate", json=sent)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


# ------------------------------------------------------------------------------------- problems


def test_problems_say_what_and_not_where(program: TestClient, world: World) -> None:
    (world.root / world.mine.recording).write_text("{", encoding="utf-8")
    response = program.post(
        f"{API}/reviews", json={"healing": world.mine.healings[-1], "answer": "accept"}
    )
    problem = response.json()
    assert response.status_code == 422
    assert problem["status"] == 422
    assert str(world.root) not in response.text
    (world.root / world.mine.recording).unlink()
    gone = program.post(
        f"{API}/reviews", json={"healing": world.mine.healings[-1], "answer": "accept"}
    )
    assert gone.status_code == 503
    assert "recordings" not in gone.text


def test_the_description_names_every_route_with_its_problems(world: World) -> None:
    described = world.browser().get(f"{API}/openapi.json").json()
    routes = set(described["paths"])
    assert {f"{API}/{name}" for name in ("healings", "reviews", "decisions", "report")} <= routes
    assert {f"{API}/{name}" for name in ("analytics", "experiments", "locate", "runs")} <= routes
    assert all(route.startswith(API) for route in routes)
    for path in described["paths"].values():
        for operation in path.values():
            assert "application/problem+json" in operation["responses"]["422"]["content"]


WAYS = [
    *(("snapshot", key) for key in ("up", "tags", "runs", "attributes")),
    *(("fingerprint", key) for key in ("target", "strategies", "page")),
    ("snapshot", "up", 7),
    ("snapshot", "runs", "at", 4),
    ("snapshot", "runs", "up", 5),
    ("fingerprint", "page", "runs", "up", 1),
    ("fingerprint", "page", "tags", 0),
]


@pytest.mark.parametrize("junk", [None, -1, 10**30, 1e308, "x", [], {}, True], ids=repr)
def test_a_damaged_page_is_a_problem_and_never_an_accident(
    program: TestClient, junk: object
) -> None:
    recorded = fingerprint_to_json(fingerprint(parse(OLD), "#pay"))
    whole = json.dumps({"fingerprint": recorded, "snapshot": snapshot_to_json(parse(NEW))})
    for *way, last in WAYS:
        sent = at = json.loads(whole)
        for key in way:
            at = at[key]
        if isinstance(last, str) and last not in at:
            continue
        at[last] = junk
        assert program.post(f"{API}/locate", json=sent).status_code in {200, 422}, (way, last)


def test_of_many_reviewers_at_once_exactly_one_answers(world: World) -> None:
    number, file = world.mine.healings[-1], world.root / world.mine.recording
    reviewers = [world.program(user=f"user-{at}") for at in range(6)]
    together = threading.Barrier(len(reviewers))

    def say(at: int) -> int:
        together.wait(timeout=60)
        sent = {"healing": number, "answer": "accept" if at % 2 else "reject"}
        return int(reviewers[at].post(f"{API}/reviews", json=sent).status_code)

    with ThreadPoolExecutor(len(reviewers)) as pool:
        statuses = list(pool.map(say, range(len(reviewers))))
    assert sorted(statuses) == [200, *[409] * (len(reviewers) - 1)]
    healing = world.store.find_healing(number)
    assert healing is not None
    assert healing.review is not None
    winner = statuses.index(200)
    assert healing.review.reviewer == f"user-{winner}"
    document = json.loads(file.read_text(encoding="utf-8"))
    excluded = document["steps"][-1].get("excluded", [])
    assert len(document.get("history", [])) == winner % 2
    assert len(excluded) == 1 - winner % 2

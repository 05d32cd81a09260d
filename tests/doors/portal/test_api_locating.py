"""The API for programs of any language: an element is recorded and found again."""

import json

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient
from tests.doors.portal.conftest import World

from holdfast.adapters.browser.measurement import MEASURE_SOURCE
from holdfast.demo.shop import read_page
from holdfast.model.access import Role
from holdfast.model.snapshot import MEASUREMENT_FORMAT

API = "/api/v1"
OLD = "<h1>Basket</h1><form><label>Mail <input id=m></label><button id=pay>Pay now</button></form>"
NEW = "<h1>Basket</h1><form><label>Mail <input></label><p><button class=x>Pay now</button></form>"


@pytest.fixture
def client(world: World) -> TestClient:
    """Return a program whose token can only locate."""
    return world.program(role=Role.LOCATE)


def test_what_is_recorded_is_found_again_with_the_decision_and_code(client: TestClient) -> None:
    made = client.post(f"{API}/fingerprint", json={"html": OLD, "target": "#pay"}).json()
    assert made["element"] == "<button> 'Pay now'"
    sent = {"fingerprint": made["fingerprint"], "html": NEW}
    found = client.post(f"{API}/locate", json=sent).json()
    assert (found["held"], found["decision"]["applies"]) == (True, True)
    assert found["decision"]["label"] == "held"
    assert (
        found["code"]["javascript"] == 'page.getByRole("button", { name: "Pay now", exact: true })'
    )


@pytest.mark.parametrize("what", ["fingerprint", "locate"])
def test_the_examples_of_the_description_work_as_they_are(client: TestClient, what: str) -> None:
    described = client.get(f"{API}/openapi.json").json()
    shape = described["components"]["schemas"][f"{what.title()}In"]
    assert shape["examples"]
    for example in shape["examples"]:
        answer = client.post(f"{API}/{what}", json=example)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()["code"]) == {"python", "javascript", "selenium"}


def test_what_is_gone_is_refused_with_reasons_and_without_code(client: TestClient) -> None:
    sent = {
        "oldHtml": read_page("before"),
        "target": "#save-for-later",
        "html": read_page("after"),
    }
    found = client.post(f"{API}/locate", json=sent).json()
    decision = found["decision"]
    assert (decision["applies"], decision["label"], found["code"]) == (False, "refused", None)
    assert "gone" in {gate["name"] for gate in decision["gates"]}
    assert decision["sentences"]


def test_a_mode_and_what_cannot_be_undone_change_the_decision(client: TestClient) -> None:
    old = "<h1>Account</h1><button id=d>Delete account</button>"
    new = "<h1>Account</h1><section><button>Delete the account</button></section>"
    sent = {"oldHtml": old, "target": "#d", "html": new}
    pressed = client.post(f"{API}/locate", json=sent).json()["decision"]
    looked_at = client.post(f"{API}/locate", json={**sent, "presses": False}).json()["decision"]
    assert "risky_step" in {gate["name"] for gate in pressed["gates"]}
    assert "risky_step" not in {gate["name"] for gate in looked_at["gates"]}
    careful = client.post(f"{API}/locate", json={**sent, "mode": "conservative"}).json()
    assert careful["decision"]["sentences"] != pressed["sentences"]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({"target": "#a"}, id="no page"),
        pytest.param({"html": OLD}, id="no target"),
        pytest.param({"html": OLD, "target": "#pay", "way": [1]}, id="two targets"),
        pytest.param({"html": OLD, "way": [1]}, id="a way into nothing"),
        pytest.param({"html": OLD, "snapshot": {}, "target": "#pay"}, id="two pages"),
        pytest.param({"measurement": {"format": "x/1"}, "way": [1]}, id="a foreign format"),
        pytest.param({"measurement": {"format": MEASUREMENT_FORMAT}, "way": [1]}, id="damaged"),
        pytest.param(
            {"measurement": {"format": MEASUREMENT_FORMAT, "inner": 7}, "way": [1]}, id="no frames"
        ),
    ],
)
def test_a_wrong_question_is_a_problem(client: TestClient, sent: object) -> None:
    response = client.post(f"{API}/fingerprint", json=sent)
    assert (response.status_code, response.json()["status"]) == (422, 422)


def test_the_script_is_served_to_strangers_with_its_version(world: World) -> None:
    response = world.browser().get("/static/measure.js")
    assert response.text.endswith(MEASURE_SOURCE)
    assert response.headers["X-Holdfast-Measurement"].startswith(MEASUREMENT_FORMAT)
    assert "immutable" in world.browser().get("/static/measure.js?v=1").headers["cache-control"]


@pytest.mark.browser
def test_a_page_that_a_program_measured_leads_back_to_the_live_element(
    client: TestClient, browser: Browser
) -> None:
    page = browser.new_page()
    page.set_content(f'<h1>Shop</h1><iframe srcdoc="{OLD}"></iframe>')
    page.frame_locator("iframe").locator("#pay").wait_for()
    script = client.get("/static/measure.js").text

    def measured() -> tuple[object, dict[str, object], int]:
        world = page.evaluate_handle(script)
        outer = json.loads(world.evaluate("world => world.measure()"))
        at = outer["frames"][0]
        inner = page.frames[1].evaluate_handle(script)
        outer["inner"] = {at: json.loads(inner.evaluate("world => world.measure()"))}
        return inner, outer, at

    inner, outer, at = measured()
    button = page.frames[1].query_selector("#pay")
    index = inner.evaluate("(world, one) => world.indexOf(world.latest(), one)", button)  # type: ignore[attr-defined]
    made = client.post(f"{API}/fingerprint", json={"measurement": outer, "way": [at, index]}).json()
    assert made["element"] == "<button> 'Pay now'"
    assert made["code"]["javascript"].startswith('page.frameLocator("iframe").getByRole(')
    page.frames[1].evaluate("html => { document.body.innerHTML = html }", NEW)
    inner, outer, at = measured()
    sent = {"fingerprint": made["fingerprint"], "measurement": outer}
    found = client.post(f"{API}/locate", json=sent).json()
    assert found["decision"]["applies"]
    assert found["way"][0] == at
    again = inner.evaluate_handle(  # type: ignore[attr-defined]
        "(world, index) => world.element(world.latest(), index)", found["way"][1]
    )
    assert again.evaluate("one => one.className") == "x"
    page.close()

"""A recording is somebody's file: what it says is text, and it has no say in where secrets go."""

import ast
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site

from holdfast import fingerprint, parse
from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.formats.selenium_ide import read_side
from holdfast.adapters.toml_file import read_settings_file
from holdfast.app.export.pytest_values import names_in, value_code
from holdfast.app.permissions import permissions_for, texts_of
from holdfast.app.recording_warnings import find_warnings
from holdfast.app.setting_table import resolve_plain
from holdfast.app.settings import own_settings, shown_settings, sites
from holdfast.app.values import Values, secret_names
from holdfast.app.wiring.converting import WRITERS
from holdfast.deciding.effective_settings import resolve_settings
from holdfast.doors.player import Player
from holdfast.errors import ActRefused, ForeignFormat, SettingInvalid
from holdfast.model.conversion import Exported
from holdfast.model.recording import DeclaredSecret, Recording, Step, StepAction
from holdfast.model.strategy import StrategyType

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
LIVE = "${HOME}"
SHOP = "https://shop.example"


def test_what_devtools_wrote_names_no_secret() -> None:
    steps = [
        {"type": "navigate", "url": f"https://evil.example/?p={LIVE}"},
        {"type": "change", "selectors": ["#note"], "value": f"see {LIVE}"},
        {"type": "change", "selectors": ["#password"], "value": LIVE},
    ]
    made = read_devtools({"title": "t", "steps": steps}, created_at=NOON).recording
    named = [secret_names(texts_of(step)) for step in made.steps]
    assert named == [(), (), ("PASSWORD",)]
    assert Values(secrets={"PASSWORD": "x"}).fill(made.steps[1].value or "") == f"see {LIVE}"


def test_what_selenium_wrote_names_no_secret_however_it_is_put_together() -> None:
    commands = [
        {"command": "open", "target": "/", "value": ""},
        {"command": "store", "target": "$", "value": "dollar"},
        {"command": "type", "target": "id=note", "value": "${dollar}{HOME}"},
        {"command": "open", "target": "https://evil.example/?p=${dollar}{HOME}", "value": ""},
        {"command": "answerOnNextPrompt", "target": "${dollar}{HOME}", "value": ""},
    ]
    for number, command in enumerate(commands):
        command["id"] = str(number)
    file = {"id": "p", "version": "2.0", "name": "n", "url": SHOP}
    tests = [{"id": "t", "name": "t", "commands": commands}]
    made = read_side({**file, "tests": tests}, created_at=NOON).recording
    assert len(made.steps) >= 3
    assert [name for step in made.steps for name in secret_names(texts_of(step))] == []


def test_an_exported_test_reads_no_variable_for_what_is_text() -> None:
    assert value_code("a $${HOME} b") == repr("a ${HOME} b").replace("'", '"')
    assert names_in("$${HOME} ${PIN}") == ["PIN"]
    assert value_code("x${PIN}$${A}") == '"x" + os.environ["PIN"] + "${A}"'


CODE = "__import__('os').system('id')"


@pytest.mark.parametrize("writer", WRITERS.values())
@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("level", f"1, {CODE}"),
        ("name", "Shop"),  # as a recorder writes it
        ("role", {"a": CODE}),
        ("name", [CODE]),
        ("heard", {"role": None}),
        ("within", {"css": f'"); {CODE} #'}),
    ],
)
def test_what_a_recording_says_becomes_code_as_text_only(
    writer: Callable[[Recording], Exported], key: str, given: object
) -> None:
    seen = fingerprint(parse("<button id=s>Shop</button><button>Cart</button>"), "#s")
    told = {"role": "button", "name": "Shop", key: given}
    primary = replace(seen.strategies[0], metadata=told)
    assert primary.type is StrategyType.CDP_SEMANTIC
    step = Step(
        id="s",
        action=StepAction.CLICK,
        url=SHOP,
        fingerprint=replace(seen, strategies=(primary, *seen.strategies[1:])),
    )
    written = writer(Recording(name="r", start_url=SHOP, created_at=NOON, steps=(step,))).text
    assert SHOP in written
    if not written.startswith("{"):
        named = {one.id for one in ast.walk(ast.parse(written)) if isinstance(one, ast.Name)}
        assert "__import__" not in named


DAMAGED = {
    "no role": ({"role": None}, "role is missing or empty"),
    "a list for a name": ({"name": ["x"]}, "name must be a text"),
    "a number for an anchor": ({"within": {"role": 7}}, "role must be a text"),
}


def _with_damage(damage: dict[str, object], address: str = SHOP) -> Recording:
    seen = fingerprint(parse("<button id=s>Shop</button><button>Cart</button>"), "#s")
    primary = replace(seen.strategies[0], metadata={**seen.strategies[0].metadata, **damage})
    found = replace(seen, strategies=(primary, *seen.strategies[1:]))
    steps = (
        Step(id="s1", action=StepAction.NAVIGATE, url=address, value=address),
        Step(id="s2", action=StepAction.CLICK, url=address, fingerprint=found),
    )
    return Recording(name="r", start_url=address, created_at=NOON, steps=steps)


@pytest.mark.parametrize(("damage", "told"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_selector_is_named_before_a_replay(damage: dict[str, object], told: str) -> None:
    (warned,) = find_warnings(_with_damage(damage))
    assert warned.path == ("steps", 1, "fingerprint", "strategies", 0)
    assert told in warned.message


@pytest.mark.browser
@pytest.mark.parametrize(("damage", "told"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_selector_fails_its_step_with_a_plain_reason(
    damage: dict[str, object], told: str, site: Site, context: BrowserContext
) -> None:
    address = site.serve("/", "<button id=s>Shop</button><button>Cart</button>")
    done = Player(context, reader=None).play(_with_damage(damage, address))
    assert [step.outcome for step in done.steps] == ["done", "failed"]
    assert told in done.steps[1].reason
    assert "unexpected" not in done.steps[1].reason


@pytest.mark.browser
def test_a_whole_selector_holds_as_before(site: Site, context: BrowserContext) -> None:
    address = site.serve("/", "<button id=s>Shop</button><button>Cart</button>")
    done = Player(context, reader=None).play(_with_damage({}, address))
    assert [step.outcome for step in done.steps] == ["done", "held"]


@pytest.mark.parametrize(
    "extra",
    [
        {"customThresholds": {"autoApply": 5, "applyWithFlag": 4, "suggestOnly": 3}},
        {"customThresholds": [1, 2]},
        {"mode": "reckless"},
        {"healingEnabled": "maybe"},
    ],
)
def test_wrong_settings_in_a_recording_are_told_as_such(extra: dict[str, object]) -> None:
    recording = Recording(name="shop", start_url=SHOP, created_at=NOON, extra=extra)
    with pytest.raises(ForeignFormat, match="holdfast validate names the line"):
        own_settings(recording, "shop")


def test_right_settings_in_a_recording_hold() -> None:
    levels = {"autoApply": 90, "applyWithFlag": 70, "suggestOnly": 50}
    extra = {"customThresholds": levels, "mode": "balanced", "somethingElse": [1]}
    recording = Recording(name="shop", start_url=SHOP, created_at=NOON, extra=extra)
    assert str(own_settings(recording, "shop").custom_thresholds) == "90/70/50"


def test_the_project_names_further_origins_and_a_recording_cannot(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text(
        '[replay]\nbaseUrl = "https://staging.example"\nallowOrigins = ["http://localhost:*"]\n',
        encoding="utf-8",
    )
    plain = resolve_plain(read_settings_file(tmp_path), {})
    base, allowed = sites(plain, None, ())
    assert (base, allowed) == ("https://staging.example", ("http://localhost:*",))
    assert sites(plain, "https://mine.example", ("https://x.example",)) == (
        "https://mine.example",
        ("https://x.example", "http://localhost:*"),
    )
    step = Step(id="s1", action=StepAction.TYPE, url=SHOP, value="${PIN}")
    said = {"replay": {"allowOrigins": ["https://evil.example"]}, "allowOrigins": "*"}
    recording = Recording(
        name="shop",
        start_url=SHOP,
        created_at=NOON,
        steps=(step,),
        secrets=(DeclaredSecret(name="PIN", origin=SHOP),),
        extra=said,
    )
    may = permissions_for(recording, Values(), base_url=base, allowed_origins=allowed)
    for fine in (SHOP, "https://staging.example/in", "http://localhost:8123/"):
        may.check_secrets(["PIN"], fine)
    for evil in ("https://evil.example", "http://localhost.evil.example:1", "about:blank"):
        with pytest.raises(ActRefused):
            may.check_secrets(["PIN"], evil)
    moved = replace(recording, secrets=(DeclaredSecret(name="PIN", origin="https://evil.example"),))
    assert permissions_for(moved, Values()).origins.refuses("PIN", SHOP)


def test_a_password_in_the_base_address_is_not_shown(tmp_path: Path) -> None:
    plain = resolve_plain(
        read_settings_file(tmp_path), {"HOLDFAST_BASE_URL": "https://ann:hunter2@staging.example"}
    )
    shown = shown_settings(plain, resolve_settings([], None), store="", user="ann")
    assert shown["replay.baseUrl"][0] == "https://***@staging.example"
    assert sites(plain, None, ())[0] == "https://ann:hunter2@staging.example"


@pytest.mark.parametrize("given", ['"*"', '["ftp://x"]', "7", '"localhost"'])
def test_an_origin_that_is_none_is_refused_with_its_line(tmp_path: Path, given: str) -> None:
    text = f"[replay]\nallowOrigins = {given}\n"
    (tmp_path / "holdfast.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingInvalid, match="line 2"):
        resolve_plain(read_settings_file(tmp_path), {})


@pytest.mark.parametrize(
    "address", ["http://[", "javascript:1", "file:///etc/passwd", "data:,x", ""]
)
def test_other_addresses_than_those_of_the_web_are_refused(address: str) -> None:
    recording = Recording(name="shop", start_url=SHOP, created_at=NOON)
    with pytest.raises(ActRefused):
        permissions_for(recording, Values()).check_address(address)

"""What a careful person looks at before replaying a recording of somebody else's."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.app.permissions import declare_secrets
from holdfast.app.recording_warnings import RISKY_ALLOWED, find_warnings
from holdfast.model.recording import DeclaredSecret, Pointer, Recording, Step, StepAction
from holdfast.model.strategy import StrategyType
from holdfast.selectors.describe import describe
from holdfast.testing import a_framed_page, a_page, a_strategy

SHOP = "https://shop.example"
PAGE = a_page("<input id=pin type=password><input id=name aria-label=Name>")
HOME = (DeclaredSecret(name="PIN", origin=SHOP),)


def a_step(action: StepAction = StepAction.TYPE, css: str | None = None, **given: Any) -> Step:
    known = None if css is None else describe(PAGE, css)
    return Step(id="s1", action=action, **{"url": f"{SHOP}/login", "fingerprint": known, **given})


def warned(*steps: Step, **given: Any) -> list[tuple[str, str]]:
    """Return where something stands that is warned of, and what is said."""
    made = datetime(2026, 1, 2, tzinfo=UTC)
    fields: dict[str, Any] = {"name": "r", "start_url": SHOP, "created_at": made, **given}
    found = find_warnings(Recording(steps=steps, **fields))
    return [(".".join(map(str, one.path)), one.message) for one in found]


def test_an_ordinary_recording_is_warned_of_nothing() -> None:
    assert warned(a_step(css="#name", value="Ada"), secrets=HOME) == []
    assert warned(a_step(css="#pin", value="${PIN}"), secrets=HOME) == []


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "shop.example"])
def test_an_address_that_is_none_of_the_web_is_named(address: str) -> None:
    refused = "is no http or https address: refused without --allow-file"
    assert warned(start_url=address) == [("startUrl", refused)]
    there = a_step(StepAction.NAVIGATE, value=address)
    assert warned(there) == [("steps.0.value", refused)]
    assert warned(a_step(StepAction.NAVIGATE, url=address)) == [("steps.0.url", refused)]


def test_where_a_variable_stands_for_the_site_nobody_knows_yet() -> None:
    assert warned(start_url="{{site}}/login") == []
    assert warned(start_url="https://{{host}}/") == []
    assert warned(start_url="javascript:{{code}}") != []


def test_a_secret_in_an_address_is_named() -> None:
    step = a_step(StepAction.NAVIGATE, value=f"{SHOP}/?pin=${{PIN}}")
    (warning,) = warned(step, secrets=HOME)
    assert warning[1] == "sends a secret in an address, where servers write it down"


def test_risky_steps_that_are_allowed_are_named_only_where_they_are() -> None:
    assert warned(extra={RISKY_ALLOWED: True}) == [
        (RISKY_ALLOWED, "lets risky steps be healed without a flag")
    ]
    assert warned(extra={RISKY_ALLOWED: False}) == []
    assert warned(extra={RISKY_ALLOWED: "no"}) == []


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "C:\\x"])
def test_a_file_outside_of_the_folder_is_named(name: str) -> None:
    refused = "names a file outside of the recording's folder: refused"
    upload = StepAction.UPLOAD
    assert warned(a_step(upload, "#name", value=name)) == [("steps.0.value", refused)]
    two = a_step(upload, "#name", values=("fine.png", name))
    assert warned(two) == [("steps.0.values.1", refused)]
    assert warned(a_step(upload, "#name", value="fine.png")) == []


def test_what_is_typed_into_a_secret_field_should_be_a_name() -> None:
    (warning,) = warned(a_step(css="#pin", value="hunter2"))
    assert warning[0] == "steps.0.value"
    assert "hunter2" not in warning[1]
    assert warned(a_step(css="#pin", value="")) == []
    assert warned(a_step(StepAction.CLICK, "#pin", value="hunter2")) == []


def test_a_secret_that_nobody_declared_is_named() -> None:
    step = a_step(css="#pin", value="${PIN}")
    assert warned(step) == [
        ("steps.0.value", "uses the secret 'PIN', undeclared: --fix declares it")
    ]
    other = (DeclaredSecret(name="OTHER", origin=SHOP),)
    assert warned(step, secrets=other) == [
        ("steps.0.value", "uses the secret 'PIN', undeclared: it is never typed")
    ]


def test_a_secret_that_is_typed_at_another_site_is_named() -> None:
    step = a_step(css="#pin", value="${PIN}", url="https://evil.example/")
    assert warned(step, secrets=HOME) == [
        (
            "steps.0.value",
            "types the secret 'PIN' of https://shop.example at https://evil.example: refused",
        )
    ]
    assert warned(replace(step, url="{{site}}/"), secrets=HOME) == []
    assert warned(replace(step, url=""), secrets=HOME) == []


def test_a_declared_origin_that_is_none_is_named() -> None:
    nowhere = (DeclaredSecret(name="PIN", origin="shop"),)
    assert warned(secrets=nowhere) == [
        ("secrets.0.origin", "is no origin: the secret is never typed")
    ]
    assert warned(secrets=(DeclaredSecret(name="PIN", origin="{{site}}"),)) == []


def test_an_imported_value_that_names_a_secret_may_be_meant_as_text() -> None:
    step = a_step(value="${PIN}", pointer=Pointer(selectors=(("#pin",),)))
    messages = [message for _, message in warned(step, secrets=HOME)]
    assert messages == ["was imported and names a secret: write $${…} if it is meant as text"]


def test_a_damaged_selector_is_named_with_its_place() -> None:
    step = a_step(StepAction.CLICK, "#name")
    assert step.fingerprint is not None
    damaged = a_strategy(StrategyType.CDP_POWER, {"by": "magic", "value": "x"})
    ways = (*step.fingerprint.strategies, damaged)
    broken = replace(step, fingerprint=replace(step.fingerprint, strategies=ways))
    (warning,) = warned(broken)
    assert warning[0] == f"steps.0.fingerprint.strategies.{len(ways) - 1}"
    assert warning[1].startswith("is damaged: by must be one of ")


# -------------------------------------------------------------------------------- declared secrets


def test_each_secret_belongs_where_it_was_typed_first() -> None:
    steps = (
        a_step(value="${PIN}"),
        a_step(value="${PIN}${OTP}", url="https://bank.example/"),
        a_step(StepAction.NAVIGATE, url="https://last.example/?t=${TOKEN}"),
        a_step(StepAction.SELECT, values=("${CODE}", "x")),
    )
    assert declare_secrets(steps) == (
        DeclaredSecret(name="PIN", origin=SHOP),
        DeclaredSecret(name="OTP", origin="https://bank.example"),
        DeclaredSecret(name="TOKEN", origin="https://last.example"),
        DeclaredSecret(name="CODE", origin=SHOP),
    )


def test_a_secret_that_is_typed_into_a_frame_belongs_to_the_frame() -> None:
    page = a_framed_page("<iframe id=f></iframe><input id=a>", {"iframe": "<input id=card>"})
    card = next(node for node in page.nodes if node.get("id") == "card")
    outer = next(node for node in page.nodes if node.get("id") == "a")
    steps = (
        a_step(value="${CARD}", fingerprint=describe(page, card)),
        a_step(value="${PIN}", fingerprint=describe(page, outer)),
    )
    assert declare_secrets(steps) == (
        DeclaredSecret(name="CARD", origin="https://example.org"),
        DeclaredSecret(name="PIN", origin=SHOP),
    )


def test_what_only_looks_like_a_secret_is_not_declared() -> None:
    assert declare_secrets([a_step(value="$${PIN}"), a_step(value="{{pin}}")]) == ()

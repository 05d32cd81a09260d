"""`holdfast token`: made for somebody and something, listed without themselves, taken away."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.doors.portal.sign_in import hash_secret
from holdfast.model.access import Role

Call = Callable[..., tuple[int, str, str]]
CallJson = Callable[..., object]


def made(call_json: CallJson, *arguments: str) -> str:
    answer = call_json("token", "add", *arguments)
    assert isinstance(answer, dict)
    return str(answer["token"])


def test_a_token_is_shown_once_and_has_a_role_and_an_end(
    call: Call, call_json: CallJson, store: SqlStore
) -> None:
    token = made(call_json, "ci", "--role", "locate", "--days", "30")
    found = store.find_token(hash_secret(token))
    assert found is not None
    assert (found.user_id, found.role) == ("ci", Role.LOCATE)
    assert found.expires_at is not None
    assert timedelta(days=29) < found.expires_at - datetime.now(UTC) <= timedelta(days=30)
    shown = call("token", "list")[1]
    assert found.id in shown
    assert token not in shown
    assert token not in str(call_json("token", "list"))


def test_a_token_is_taken_away_by_its_name_by_itself_or_by_its_owner(
    call: Call, call_json: CallJson, store: SqlStore
) -> None:
    first, second = (made(call_json, "ann") for _ in range(2))
    third = made(call_json, "bob", "--days", "0")
    code, out, _ = call("token", "revoke", hash_secret(first)[:12])
    assert (code, "of ann" in out) == (0, True)
    assert call("token", "revoke", second)[0] == 0
    assert [one.user_id for one in store.list_tokens()] == ["bob"]
    assert "for ever" in call("token", "list")[1]
    assert call("token", "revoke", "--user", "bob")[0] == 0
    assert store.find_token(hash_secret(third)) is None
    code, _, err = call("token", "revoke", first)
    assert code == 1
    assert "there is no such token" in err
    assert first not in err


def test_nothing_is_taken_away_when_nothing_is_named(call: Call, call_json: CallJson) -> None:
    made(call_json, "ann")
    assert call("token", "revoke")[0] == 1
    assert len(str(call_json("token", "list"))) > 10


def test_who_made_and_set_what_is_in_the_audit_log(call: Call, call_json: CallJson) -> None:
    assert call("store", "audit")[1].startswith("nobody has answered")
    token = made(call_json, "ann")
    call("config", "set", "mode", "conservative", "--user", "ann")
    call("token", "revoke", token)
    log = call_json("store", "audit")
    assert isinstance(log, list)
    assert [(one["act"], one["subject"].split()[0]) for one in log] == [
        ("revoked", "token"),
        ("set", "user"),
        ("made", "token"),
    ]
    assert "hf_" not in str(log)
    assert "revoked" in call("store", "audit", "--limit", "1")[1]

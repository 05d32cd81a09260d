"""What `holdfast demo` shows: found elements, and the removed one refused."""

import orjson
import pytest

import holdfast
from holdfast.demo.shop import TARGETS, read_page
from holdfast.interfaces.cli import main
from holdfast.interfaces.cli.demo import look_for_all


def test_every_target_is_one_element_of_the_old_page_and_at_most_one_of_the_new() -> None:
    old, new = holdfast.parse(read_page("before")), holdfast.parse(read_page("after"))
    for target in TARGETS:
        assert len(old.select(target.before)) == 1
        assert target.after is None or len(new.select(target.after)) == 1


def test_no_selector_of_the_old_page_finds_the_element_on_the_new_one() -> None:
    new = holdfast.parse(read_page("after"))
    assert [target.before for target in TARGETS if new.select(target.before)] == []


def test_no_wrong_element_is_offered() -> None:
    assert [finding.target.before for finding in look_for_all() if finding.is_wrong] == []


def test_the_removed_button_is_refused_as_gone() -> None:
    (removed,) = (finding for finding in look_for_all() if finding.target.after is None)
    assert removed.location.refusal == holdfast.Refusal.GONE


def test_it_says_where_how_sure_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "is now   <select> 'Country'" in shown
    assert 'page.get_by_role("combobox", name="Country", exact=True)' in shown
    assert "% sure" in shown
    assert "same role 'combobox' named 'Country'" in shown
    assert shown.endswith("refused, 0 wrong.\n")


def test_json_has_one_entry_for_each_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--json"]) == 0
    told = orjson.loads(capsys.readouterr().out)
    assert [entry["target"] for entry in told] == [target.before for target in TARGETS]
    assert {entry["xpath"] is None for entry in told} == {True, False}

"""Thresholds as people type them are read, or refused with what is allowed."""

import pytest

from holdfast import Thresholds
from holdfast.app.settings import read_thresholds
from holdfast.deciding.effective_settings import MODES
from holdfast.errors import UsageError
from holdfast.model.thresholds import Mode


@pytest.mark.parametrize("mode", Mode)
def test_a_mode_stands_for_its_three(mode: Mode) -> None:
    assert read_thresholds("--treatment", f" {mode.value.upper()} ") == MODES[mode]


def test_three_numbers_are_taken_as_they_are() -> None:
    wanted = Thresholds(auto_apply=70, apply_with_flag=50, suggest_only=30)
    assert read_thresholds("--treatment", "70/50/30") == wanted


@pytest.mark.parametrize("text", ["", "70", "70/50", "70/50/30/10", "a/b/c", "bold", "70.5/50/30"])
def test_anything_else_is_told_what_is_allowed(text: str) -> None:
    with pytest.raises(UsageError, match="three numbers such as 70/50/30") as caught:
        read_thresholds("--treatment", text)
    assert "next: --treatment 70/50/30" in str(caught.value)


@pytest.mark.parametrize("text", ["50/60/30", "101/50/30", "70/50/10"])
def test_impossible_numbers_are_told_why(text: str) -> None:
    with pytest.raises(UsageError, match=r"must hold|must be a whole number"):
        read_thresholds("--treatment", text)

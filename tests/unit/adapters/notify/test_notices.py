"""A notice is made of numbers and selectors, whatever a page puts into them."""

from hypothesis import given
from hypothesis import strategies as st
from tests.contract.made_up import NOON

from holdfast.adapters.notify.channels import word_notice
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Notification


@given(st.text(alphabet=st.characters(), max_size=400))
def test_no_selector_can_add_a_line(selector: str) -> None:
    notice = word_notice(
        Notification(
            entry_id="r/1/1",
            run_id=selector,
            step_number=1,
            created_at=NOON,
            confidence=60,
            action=HealingAction.APPLY_WITH_FLAG,
            old_selector=selector,
            new_selector=selector,
        )
    )
    assert len(notice.lines) == 8
    assert all(len(line.splitlines()) <= 1 for line in notice.lines)
    assert all(len(line) < 230 for line in notice.lines)
    "\n".join(notice.lines).encode("utf-8")

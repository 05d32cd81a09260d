"""Lost runs: says what becomes of a run whose worker died, and how a run on the queue ended."""

from holdfast.model.job import Ended
from holdfast.model.queued_run import QueuedRun, RunState, Settlement

# A run that takes its worker down each time must not take down all of them.
MOST_ATTEMPTS = 5
LOST = "the worker was lost after this run had acted, so it was not done again"
LOST_OFTEN = f"the worker was lost {MOST_ATTEMPTS} times before this run could act"


def settle_lost(run: QueuedRun) -> Settlement:
    """Return what becomes of a run whose worker is gone; nothing is done to a page twice."""
    if run.state.has_ended:
        return Settlement.ENDED
    if run.cancelled:
        return Settlement.CANCELLED
    if (run.acted and not run.idempotent) or run.attempts >= MOST_ATTEMPTS:
        return Settlement.LOST
    return Settlement.AGAIN


def may_begin_anew(run: QueuedRun, ended: Ended) -> bool:
    """Return whether a run that the outside broke off before it acted is done again."""
    broken = ended.exit_code == 3 and not ended.acted
    return broken and not run.cancelled and run.attempts < MOST_ATTEMPTS


def state_of(ended: Ended, *, cancelled: bool = False) -> RunState:
    """Return where a job stands whose run has ended."""
    if cancelled:
        return RunState.CANCELLED
    return RunState.PASSED if ended.exit_code == 0 else RunState.FAILED


def why_without_result(run: QueuedRun) -> str:
    """Return in words why a job has ended without a result of its own."""
    if run.state is RunState.CANCELLED:
        return "somebody cancelled it"
    return LOST if run.acted else LOST_OFTEN

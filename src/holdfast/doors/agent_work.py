"""Agent work: lets an agent do something, whatever it is, and counts what that needed."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from holdfast.errors import UsageError
from holdfast.ports import ready

if TYPE_CHECKING:
    from holdfast.doors.agent_cache import HandedStep


class AgentCost(NamedTuple):
    """What an agent needed so far."""

    model_calls: int = 0
    tokens: int = 0


def spent_since(now: AgentCost, before: AgentCost) -> AgentCost:
    """Return what was needed in between."""
    return AgentCost(now.model_calls - before.model_calls, now.tokens - before.tokens)


@dataclass(slots=True)
class AgentWork:
    """An agent or a callable. ``why`` is why it could not do what it was last asked."""

    agent: Any
    spent: AgentCost = field(default_factory=AgentCost)
    result: object = None
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse what can do nothing."""
        if not callable(self.agent) and not callable(getattr(self.agent, "run", None)):
            raise UsageError(
                f"cached() wants an agent with run(), or a callable, "
                f"got {type(self.agent).__name__[:80]!r}"
            )
        history = getattr(self.agent, "history", None)
        if _calls(history) is not None:  # what it did before counts not
            self.result, self.spent = history, AgentCost(_calls(history) or 0, _tokens(history))

    async def do(self, page: Any, handed: "HandedStep | None") -> bool:
        """Return whether the agent did all of it (None), or one step, by its own word."""
        before, self.why = self.result, ""
        try:
            self.result = await ready(self._start(page, handed))
        except Exception as exc:
            if handed is None:
                raise
            self._count(None)
            self.why = f"the agent failed: {type(exc).__name__}: {exc}"[:200]
            return False
        self._count(self.result, goes_on=self.result is before)
        if _is_success(self.result):
            return True
        self.why = "the agent could not do it"
        return False

    def _start(self, page: Any, handed: "HandedStep | None") -> Any:
        run = getattr(self.agent, "run", None)
        if run is None:
            return self.agent(page, handed)
        if handed is None:
            return run()
        if hasattr(self.agent, "add_new_task"):
            self.agent.add_new_task(handed.task)
            return run()
        return run(handed.task)

    def _count(self, result: object, *, goes_on: bool = False) -> None:
        """Add what a result says was needed; one that goes on tells of all so far."""
        calls, tokens = _calls(result), _tokens(result)
        if goes_on and calls is not None:
            self.spent = AgentCost(calls, tokens)
        else:
            added = 1 if calls is None else calls
            self.spent = AgentCost(self.spent.model_calls + added, self.spent.tokens + tokens)


def _is_success(result: object) -> bool:
    """Return whether a result says so; saying nothing is success, for it did not fail."""
    said = getattr(result, "is_successful", None)
    if callable(said):
        return said() is True
    return result is not False


def _calls(result: object) -> int | None:
    counted = getattr(result, "number_of_steps", None)
    told = counted() if callable(counted) else getattr(result, "model_calls", None)
    return told if isinstance(told, int) else None


def _tokens(result: object) -> int:
    usage = getattr(result, "usage", None)
    told = getattr(result, "tokens", None) if usage is None else getattr(usage, "total_tokens", 0)
    return told if isinstance(told, int) else 0

"""Budget: counts what asking may cost in one run, and what it has cost."""

from dataclasses import dataclass

from holdfast.model.advice import Reply

MILLION = 1_000_000
# A provider that fails this often in a row is left alone for the rest of the run.
MOST_FAILURES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that one run may ask; prices are for a million tokens, None when not known."""

    calls: int = 20
    tokens: int = 100_000
    input_price: float | None = None
    output_price: float | None = None

    def cost_of(self, reply: Reply) -> float | None:
        """Return what an answer cost, None when a price is not known."""
        if self.input_price is None or self.output_price is None:
            return None
        spent = reply.input_tokens * self.input_price + reply.output_tokens * self.output_price
        return spent / MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a run has asked so far."""

    calls: int = 0
    tokens: int = 0
    failures: int = 0  # in a row

    def why_not(self, limits: Limits) -> str | None:
        """Return why nothing more is asked, None when something may be."""
        if self.calls >= limits.calls:
            return f"the budget of {limits.calls} calls is used up"
        if self.tokens >= limits.tokens:
            return f"the budget of {limits.tokens} tokens is used up"
        if self.failures >= MOST_FAILURES:
            return f"it failed {self.failures} times in a row and is left alone in this run"
        return None

    def plus(self, reply: Reply | None) -> "Spent":
        """Return the same with one call more; None is one that failed."""
        if reply is None:
            return Spent(calls=self.calls + 1, tokens=self.tokens, failures=self.failures + 1)
        return Spent(calls=self.calls + 1, tokens=self.tokens + reply.tokens)

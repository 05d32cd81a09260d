"""What is looked for: the quote and its context in comparable form."""

import re
from dataclasses import dataclass
from functools import cached_property

from holdfast.quotes.context import SCORED_CONTEXT
from holdfast.quotes.grams import GRAM, Grams, hash_grams
from holdfast.quotes.normalise import code_points, fold
from holdfast.quotes.quote import Quote

_SPACES = re.compile(r" {2,}")


@dataclass(frozen=True)
class Needle:
    """A quote without white space at its ends, and what stood around it.

    ``before`` and ``after`` are the near context, ``far_before`` and ``far_after`` what was stored
    beyond it.
    """

    quote: str
    before: str
    after: str
    far_before: str
    far_after: str

    @classmethod
    def of(cls, quote: Quote) -> "Needle":
        """Return the needle of a quote; of a blank quote, one that is nowhere."""
        folded = _SPACES.sub(" ", fold(quote.exact))
        exact = folded.strip(" ")
        lead = folded[: len(folded) - len(folded.lstrip(" "))]
        trail = folded[len(folded.rstrip(" ")) :]
        before = _SPACES.sub(" ", fold(quote.context_before) + lead)
        after = _SPACES.sub(" ", trail + fold(quote.context_after))
        cut = max(0, len(before) - SCORED_CONTEXT)
        return cls(
            exact, before[cut:], after[:SCORED_CONTEXT], before[:cut], after[SCORED_CONTEXT:]
        )

    @cached_property
    def text(self) -> str:
        """Return near context, quote and near context as one."""
        return self.before + self.quote + self.after

    @cached_property
    def grams(self) -> Grams:
        """Return the hashed pieces of ``text``."""
        return hash_grams(code_points(self.text))

    @property
    def inside(self) -> slice:
        """Return which pieces lie in the quote; none if it is too short."""
        return slice(self.start, max(self.start, self.end - GRAM + 1))

    @property
    def start(self) -> int:
        """Return where the quote begins in ``text``."""
        return len(self.before)

    @property
    def end(self) -> int:
        """Return where the quote ends in ``text``."""
        return len(self.before) + len(self.quote)

"""What is looked for: the quote and its context in comparable form."""

import re
from dataclasses import dataclass
from functools import cached_property

from holdfast.quotes.context import SCORED_CONTEXT
from holdfast.quotes.grams import GRAM, Grams, hash_grams
from holdfast.quotes.normalise import code_points, fold
from holdfast.quotes.quote import Quote
from holdfast.quotes.word_edges import is_word

_SPACES = re.compile(r" {2,}")
# Characters of context next to the quote that help to find places; all that is stored judges them.
NEAR = SCORED_CONTEXT
STORED = 4 * NEAR


@dataclass(frozen=True)
class Needle:
    """A quote without white space at its ends, and what stood around it."""

    quote: str
    before: str
    after: str

    @classmethod
    def of(cls, quote: Quote) -> "Needle":
        """Return the needle of a quote; of a blank quote, one that is nowhere."""
        folded = _SPACES.sub(" ", fold(quote.exact))
        exact = folded.strip(" ")
        lead = folded[: len(folded) - len(folded.lstrip(" "))]
        trail = folded[len(folded.rstrip(" ")) :]
        before = _SPACES.sub(" ", fold(quote.context_before) + lead)
        after = _SPACES.sub(" ", trail + fold(quote.context_after))
        return cls(exact, before[-STORED:], after[:STORED])

    @cached_property
    def near_before(self) -> str:
        """Return the context just before the quote."""
        return self.before[-NEAR:]

    @cached_property
    def near_after(self) -> str:
        """Return the context just behind the quote."""
        return self.after[:NEAR]

    @cached_property
    def text(self) -> str:
        """Return near context, quote and near context as one."""
        return self.near_before + self.quote + self.near_after

    @property
    def cuts_start(self) -> bool:
        """Return whether the quote may begin in the middle of a word."""
        return not self.before or (is_word(self.before[-1]) and is_word(self.quote[0]))

    @property
    def cuts_end(self) -> bool:
        """Return whether the quote may end in the middle of a word."""
        return not self.after or (is_word(self.quote[-1]) and is_word(self.after[0]))

    @cached_property
    def stored_grams(self) -> Grams:
        """Return the hashed pieces of all that is stored, from one end to the other."""
        return hash_grams(code_points(self.before + self.quote + self.after))

    @property
    def near(self) -> slice:
        """Return which of these pieces are those of ``text``."""
        start = len(self.before) - len(self.near_before)
        return slice(start, max(start, start + len(self.text) - GRAM + 1))

    @property
    def grams(self) -> Grams:
        """Return the hashed pieces of ``text``."""
        return self.stored_grams[self.near]

    @property
    def inside(self) -> slice:
        """Return which pieces lie in the quote; none if it is too short."""
        return slice(self.start, max(self.start, self.end - GRAM + 1))

    @property
    def start(self) -> int:
        """Return where the quote begins in ``text``."""
        return len(self.near_before)

    @property
    def end(self) -> int:
        """Return where the quote ends in ``text``."""
        return len(self.near_before) + len(self.quote)

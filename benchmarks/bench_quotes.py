"""What finding text quotes costs, beside a plain rapidfuzz alignment and difflib, in one run.

On 1 MB of words drawn at random (always the same ones), and on the labelled documents where
HOLDFAST_BENCH names them: rapidfuzz reads ASCII twice as fast as anything else, so the ratios
differ. Times are CPU time, so that a busy machine changes them less. Fails where the first
question to a page costs more than ``COLD_MOST`` alignments.
"""

import difflib
import os
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import process_time

from rapidfuzz import fuzz

from holdfast.quotes import Quote, QuoteIndex, anchor
from holdfast.quotes.normalise import normalise

SIZE = 1_000_000
SEED = 20
LENGTHS = (12, 25, 40, 60, 90, 120)
COLD_MOST = 3.0
WORDS = "other thing value never again maybe small large house water".split()


def make_texts() -> dict[str, str]:
    """Return 1 MB of text of each kind, by what it is."""
    draw = random.Random(SEED)
    letters = "etaoinshrdlcumwfgypbvk"
    known = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(8000)]
    weights = [1 / (rank + 3) for rank in range(len(known))]
    words = draw.choices(known, weights, k=SIZE // 5)
    lines = [" ".join(words[i : i + 14]) for i in range(0, len(words), 14)]
    texts = {"words at random": "\n".join(lines)[:SIZE]}
    bench = os.environ.get("HOLDFAST_BENCH")
    if bench:
        files = sorted(Path(bench, "quotes", "docs").glob("*/new.txt"))
        texts["labelled documents"] = "".join(file.read_bytes().decode() for file in files)[:SIZE]
    return texts


def make_quotes(text: str, count: int, *, edited: bool, draw: random.Random) -> list[Quote]:
    """Return quotes from a text that was 500 characters longer, with 30 characters of context."""
    quotes = []
    for _ in range(count):
        start = draw.randrange(1000, len(text) - 1000)
        end = start + draw.choice(LENGTHS)
        exact = edit(text[start:end], draw) if edited else text[start:end]
        quotes.append(
            Quote(
                exact=exact,
                context_before=text[start - 30 : start],
                context_after=text[end : end + 30],
                start=start,
                text_length=len(text) + 500,
            )
        )
    return quotes


def edit(words: str, draw: random.Random) -> str:
    """Return the words with about every sixth replaced, added or left out."""
    parts = words.split(" ")
    for _ in range(max(1, len(parts) // 6)):
        at, kind = draw.randrange(len(parts)), draw.random()
        if kind < 0.4 or len(parts) < 3:
            parts[at] = draw.choice(WORDS)
        elif kind < 0.7:
            parts.insert(at, draw.choice(WORDS))
        else:
            parts.pop(at)
    return " ".join(parts)


def spent(work: Callable[[], object], repeat: int = 3) -> float:
    """Return the fewest milliseconds of CPU time that the work took."""
    times = []
    for _ in range(repeat):
        begun = process_time()
        work()
        times.append(1000 * (process_time() - begun))
    return min(times)


def median(work: Callable[[Quote], object], quotes: Sequence[Quote], repeat: int = 3) -> float:
    """Return the median over quotes."""
    return statistics.median(spent(partial(work, quote), repeat) for quote in quotes)


def whole(quote: Quote) -> str:
    """Return quote and context as one."""
    return quote.context_before + quote.exact + quote.context_after


def measure(text: str) -> float:
    """Print the table of one text; return what the first question to it costs at most."""
    draw = random.Random(SEED)
    index = QuoteIndex(text)
    index.anchor(make_quotes(text, 1, edited=True, draw=draw)[0])

    split, made = spent(text.split), spent(lambda: normalise(text))
    print(f"normalise          {made:9.2f}   = {made / split:.1f} x str.split ({split:.1f})")

    kinds, ratios = {"unchanged": False, "edited": True}, [0.0]
    quotes = {name: make_quotes(text, 60, edited=e, draw=draw) for name, e in kinds.items()}
    for name, asked in quotes.items():
        aligned = median(lambda q: fuzz.partial_ratio_alignment(whole(q), text), asked[:20])
        warm = median(index.anchor, asked)
        cold = median(lambda q: anchor(q, text), asked[:20])
        ratios.append(cold / aligned)
        matcher = difflib.SequenceMatcher(None, b=text, autojunk=False)

        def longest(quote: Quote, matcher: difflib.SequenceMatcher[str] = matcher) -> object:
            matcher.set_seq1(whole(quote))
            return matcher.find_longest_match()

        slow = median(longest, asked[:3], 1)
        print(f"\n{name}")
        print(f"  rapidfuzz        {aligned:9.2f}")
        print(f"  difflib          {slow:9.2f}   = {slow / aligned:.1f} x")
        print(f"  index.anchor     {warm:9.2f}   = {warm / aligned:.2f} x")
        print(f"  anchor(q, text)  {cold:9.2f}   = {cold / aligned:.2f} x, all included")

    # Of the labelled quotes one in four stands unchanged with all of its context.
    many = make_quotes(text, 250, edited=False, draw=draw)
    many += make_quotes(text, 750, edited=True, draw=draw)
    draw.shuffle(many)
    one = median(lambda q: anchor(q, text), quotes["edited"][:20])
    mean = statistics.fmean(spent(partial(anchor, quote, text), 1) for quote in many[:40])
    total = spent(lambda: QuoteIndex(text).anchor_all(many), 3)
    print("\n1 000 quotes of one text, 750 of them edited, everything included")
    print(f"  1 000            {total:9.2f}   = {total / one:.1f} x one edited quote ({one:.1f})")
    print(f"                               = {total / mean:.1f} x the mean of them ({mean:.1f})")
    return max(ratios)


def main() -> None:
    """Print a table for each kind of text."""
    slow: list[str] = []
    for name, text in make_texts().items():
        print(f"\n{name}, {len(text)} characters; milliseconds of CPU time, median over quotes")
        ratio = measure(text)
        if ratio > COLD_MOST:
            slow.append(f"{ratio:.2f} x rapidfuzz on {name}")
    if slow:
        allowed = f"at most {COLD_MOST:.0f} x is allowed"
        sys.exit(f"the first question to a page costs {', '.join(slow)}; {allowed}")


if __name__ == "__main__":
    main()

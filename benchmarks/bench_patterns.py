"""Patterns: runs every regular expression of Holdfast on hostile text of n and of 2n characters.

Text of pages is untrusted. A pattern whose cost more than doubles with the text's length lets one
long attribute stop a run. For each pattern, texts are made from what it itself looks for: each
character that it can repeat, many times, with something at the end that it does not accept.
"""

import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import holdfast
from holdfast.model.redaction import Redactor

# The parser of re, as it is.
sre: Any = importlib.import_module("re._constants")
_parser: Any = importlib.import_module("re._parser")

SHORT = 1_000  # characters
LIMIT = 2.5  # how much more twice the text may cost
NEGLIGIBLE_S = 0.001
SKIPPED = ("holdfast.__main__", "holdfast.adapters.sql.migrations")
_SAMPLES = {
    sre.CATEGORY_DIGIT: "7", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_SPACE: "a", sre.CATEGORY_NOT_WORD: "-", sre.CATEGORY_NOT_DIGIT: "a",
}  # fmt: skip


def main() -> None:
    """Print the patterns that are not linear; exit with 1 when there is one."""
    found = dict(_iter_patterns())
    slow = []
    for name, pattern in sorted(found.items()):
        text, ratio = _worst(pattern)
        if ratio > LIMIT:
            slow.append(name)
            print(f"  {name}: {ratio:.1f} x for twice of {text!r}", flush=True)
    print(f"{len(found)} patterns, {len(slow)} cost more than {LIMIT} x for twice the text")
    sys.exit(1 if slow else 0)


def _iter_patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield the patterns of all modules, by where they stand."""
    seen: set[int] = set()
    for secret in ("aaaa" * 8, "a-b " * 8, "&%u0" * 8):  # made for what is typed in a run
        pattern = Redactor.of([secret])._pattern
        assert pattern is not None
        yield f"the redactor of {secret[:4]!r}", pattern
    for module in pkgutil.walk_packages(holdfast.__path__, "holdfast.", onerror=lambda _: None):
        if module.name.startswith(SKIPPED):
            continue
        for name, value in _names_in(module.name).items():
            for pattern in _patterns_in(value):
                if id(pattern) not in seen:
                    seen.add(id(pattern))
                    yield f"{module.name}.{name}#{len(seen)}", pattern


def _names_in(module: str) -> dict[str, object]:
    try:
        return vars(importlib.import_module(module))
    except holdfast.HoldfastError:  # it needs an extra package that is not there
        return {}


def _patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, list | tuple | frozenset):
        for inner in value:
            yield from _patterns_in(inner)
    elif isinstance(value, dict):
        yield from _patterns_in(tuple(value.values()))


def _worst(pattern: re.Pattern[Any]) -> tuple[str, float]:
    """Return the text that costs most when it is doubled, and how much."""
    costs = [(text[:12], _ratio(pattern, text)) for text in _hostile(pattern)]
    return max(costs, key=lambda cost: cost[1], default=("", 1.0))


def _ratio(pattern: re.Pattern[Any], unit: str) -> float:
    one = _seconds(pattern, unit * (SHORT // len(unit)) + "\0")
    if one < NEGLIGIBLE_S:
        return 1.0
    # The machine may be busy: the quickest of some counts.
    two = min(_seconds(pattern, unit * (2 * SHORT // len(unit)) + "\0") for _ in range(4))
    again = (_seconds(pattern, unit * (SHORT // len(unit)) + "\0") for _ in range(4))
    return two / min(one, *again)


def _seconds(pattern: re.Pattern[Any], text: str) -> float:
    is_text = isinstance(pattern.pattern, str)
    given = text if is_text else text.encode()
    written = pattern.pattern if is_text else pattern.pattern.decode()
    start = time.process_time()
    if written.endswith(("\\Z", "$")):  # asked of whole names, from their beginning
        pattern.match(given)
    else:
        for _ in pattern.finditer(given):
            pass
    return time.process_time() - start


def _hostile(pattern: re.Pattern[Any]) -> list[str]:
    """Return short texts to repeat: single characters of the pattern, pairs, and its beginning."""
    signs = list(dict.fromkeys(_signs(_parser.parse(pattern.pattern, pattern.flags))))[:12]
    start = "".join(signs[:6])
    pairs = [one + other for one, other in pairwise(signs)]
    return [text for text in dict.fromkeys([*signs, *pairs, start, "a", " "]) if text]


def _signs(parsed: Any) -> Iterator[str]:
    """Yield a character for each thing that a pattern looks for."""
    for kind, value in parsed:
        if kind is sre.LITERAL:
            yield chr(value)
        elif kind is sre.IN:
            yield _sign_of(value)
        elif kind in {sre.ANY, sre.NOT_LITERAL}:
            yield "a"
        for inner in _inner(kind, value):
            yield from _signs(inner)


def _inner(kind: Any, value: Any) -> list[Any]:
    """Return the patterns inside of a part of a pattern."""
    if kind is sre.BRANCH:
        return list(value[1][:40])
    places = {sre.SUBPATTERN: 3, sre.ASSERT: 1, sre.ASSERT_NOT: 1}
    repeats = dict.fromkeys((sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT), 2)
    if kind is sre.ATOMIC_GROUP:
        return [value]
    place = (places | repeats).get(kind)
    return [] if place is None else [value[place]]


def _sign_of(choices: Any) -> str:
    negated = choices[0][0] is sre.NEGATE
    for kind, value in choices[1:] if negated else choices:
        if negated:
            break
        if kind is sre.LITERAL:
            return chr(value)
        if kind is sre.RANGE:
            return chr(value[0])
        if kind is sre.CATEGORY:
            return _SAMPLES.get(value, "a")
    return "a"


if __name__ == "__main__":
    main()

"""cdp_power: finds by words: test id, label, placeholder, text, alternative text, title.

Metadata: ``by`` (testId, label, placeholder, text, alt or title) and ``value``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.kinds import control_of, is_actionable
from holdfast.page.metadata import read_frame, read_text
from holdfast.page.stability import is_positional
from holdfast.page.strategy_port import failures_as_results, prefer_shown, recorded, result_of
from holdfast.page.tables import LABELLED_TAGS, LABELLING, LONGEST_VALUE, Tables, fold, tables_of
from holdfast.page.wording import quote
from holdfast.selectors import playwright_code as code
from holdfast.selectors.css import test_id_trait, write_trait
from holdfast.selectors.selector import Selector, SelectorKind

BASE = BASE_WEIGHTS[StrategyType.CDP_POWER]


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the elements that say the recorded words."""
    frame = read_frame(strategy.metadata)
    by, value = read_text(strategy.metadata, "by"), read_text(strategy.metadata, "value")
    if by not in WAYS:
        raise ValueError(f"by must be one of {', '.join(WAYS)}, got {by[:80]!r}")
    found = _find(snapshot, frame, by, value)
    if not found:
        return StrategyEvaluationResult.failure(strategy, f"no element with {by} {value[:80]!r}")
    return result_of(strategy, snapshot, prefer_shown(snapshot, found), BASE)


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the node says the recorded words, where they were recorded."""
    by, value = read_text(strategy.metadata, "by"), read_text(strategy.metadata, "value")
    given, wanted = node.snapshot.attributes[node.index], fold(value)
    if by == "testId":
        return any(given.get(name) == value for name in TEST_ID_ATTRIBUTES)
    if by == "label":
        return tables_of(node.snapshot).takes_label(node.index) and fold(node.name) == wanted
    if by != "text":
        return fold(given.get(by, "")) == wanted
    inside = [] if is_actionable(node.snapshot, node.index) else node.children
    return fold(node.text) == wanted and not any(fold(one.text) == wanted for one in inside)


def say(strategy: LocatorStrategy) -> str:
    """Return the words and where they stand, in words."""
    by = str(strategy.metadata.get("by"))
    return f"same {_IN_WORDS.get(by, by)} {quote(strategy.metadata.get('value'))}"


_IN_WORDS = {"testId": "test id", "alt": "alternative text"}

WAYS = ("testId", "label", "placeholder", "text", "alt", "title")


def _find(snapshot: Snapshot, frame: int, by: str, value: str) -> Sequence[int]:
    page = tables_of(snapshot)
    if by == "text":
        return _by_text(snapshot, frame, value)
    if by == "testId":
        return page.with_test_id(frame, value)
    if by == "label":
        return page.with_label(frame, value)
    return page.with_words(frame, by, value)


def _by_text(snapshot: Snapshot, frame: int, value: str) -> Sequence[int]:
    """Return one element for each place where the text stands.

    An element and its only content say the same text; the one that is clicked stands for both,
    else the innermost.
    """
    kept: list[int] = []
    for index in snapshot.index.text.places_of_folded(fold(value)):
        around = kept[-1] if kept and index < snapshot.index.ends[kept[-1]] else None
        if around is None:
            kept.append(index)
        elif not is_actionable(snapshot, around):
            kept[-1] = index
    return [index for index in kept if snapshot.frame_of(index) == frame]


# -------------------------------------------------------------------------- describing and writing

_BUTTON_TYPES = frozenset({"submit", "button", "reset", "image", "hidden"})
# Their text is what was typed, or a list of choices.
_TEXTLESS_TAGS = frozenset({"input", "textarea", "select", "option", "html", "body", "head"})
_FARTHEST_LABEL = 20  # levels; a label around a field is near


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words to find an element by, of which kind they are, and how many elements have them."""

    kind: SelectorKind
    value: str
    count: int


def describe(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    """Yield the words that stand on, in or beside the node, each with where it stands."""
    for words in words_of(page, node):
        if words.kind is SelectorKind.TEXT and _is_said_by_control(node):
            continue
        metadata = {"by": str(words.kind), "value": words.value}
        yield recorded(StrategyType.CDP_POWER, words.count, metadata=metadata)


def _is_said_by_control(node: Node) -> bool:
    """Return whether the node only holds the text of a control: by its text, that is found."""
    control = node.snapshot.nodes[control_of(node.snapshot, node.index)]
    return control != node and control.text == node.text


def write(page: Tables, node: Node, frames: tuple[str, ...]) -> Iterator[Selector]:
    """Yield the words that a browser, too, finds the node by, and nothing else."""
    for words in words_of(page, node):
        if words.count == 1 and _found_as_itself(page, node, words):
            yield _words_selector(node, words, frames)


def words_of(page: Tables, node: Node) -> Iterator[Words]:
    """Yield the test id and the words that stand on, in or beside the node, with their counts."""
    frame = node.frame
    if (trait := test_id_trait(node)) is not None and not is_positional(trait.value):
        alike = page.with_test_id(frame, trait.value)
        yield Words(kind=SelectorKind.TEST_ID, value=trait.value, count=len(alike))
    if label := find_label(node):
        alike = page.with_label(frame, label)
        yield Words(kind=SelectorKind.LABEL, value=label, count=len(alike))
    yield from _worded(page, node, SelectorKind.PLACEHOLDER)
    if is_readable(text := _text_to_quote(node)):
        alike = page.with_text(frame, text)
        yield Words(kind=SelectorKind.TEXT, value=text, count=max(len(alike), 1))
    yield from _worded(page, node, SelectorKind.ALT)
    yield from _worded(page, node, SelectorKind.TITLE)


def _worded(page: Tables, node: Node, kind: SelectorKind) -> Iterator[Words]:
    value = " ".join(node.get(kind).split())
    if is_readable(value):
        yield Words(kind=kind, value=value, count=len(page.with_words(node.frame, kind, value)))


def _text_to_quote(node: Node) -> str:
    """Return the text that a person would point at; "" for what is only put together of parts."""
    if node.tag in _TEXTLESS_TAGS or not (
        node.own_text or is_actionable(node.snapshot, node.index)
    ):
        return ""
    outline, index = node.snapshot.index, node.index
    # A long text is not worth collapsing only to find it too long.
    is_short = outline.text_ends[index] - outline.text_starts[index] <= 4 * LONGEST_VALUE
    return node.text if is_short else ""


def is_readable(text: str) -> bool:
    """Return whether a text is there, and short enough to be quoted."""
    return 0 < len(text) <= LONGEST_VALUE


def find_label(node: Node) -> str | None:
    """Return the label of a field, or the aria-label of anything; None without one."""
    name = node.name
    if not is_readable(name):
        return None
    given = node.snapshot.attributes[node.index]
    if not LABELLING.isdisjoint(given):
        return name
    if node.tag not in LABELLED_TAGS or node.tag == "button":
        return None
    if node.tag == "input" and given.get("type", "").lower() in _BUTTON_TYPES:
        return None
    # Without a label, title and placeholder stand in for it; they are found by their own names.
    stand_ins = {" ".join(given.get(key, "").split()) for key in ("title", "placeholder")}
    return None if name in stand_ins else name


def _words_selector(node: Node, words: Words, frames: tuple[str, ...]) -> Selector:
    css, call = None, ""
    if words.kind == SelectorKind.TEST_ID and (trait := test_id_trait(node)) is not None:
        css = write_trait(trait)
        call = code.by_test_id(trait.name, trait.value, css)
    call = call or code.by_words(words.kind, words.value)
    return Selector(
        kind=words.kind, value=words.value, playwright=code.in_frames(call, frames), css=css
    )


def _found_as_itself(page: Tables, node: Node, words: Words) -> bool:
    """Return whether a browser, too, finds the node by the words, and nothing hidden besides."""
    if words.kind is SelectorKind.TEXT:
        return page.with_content(node.frame, words.value) == [node.index]
    if words.kind is SelectorKind.LABEL:
        return _is_labelled(page, node, words.value)
    return True


def _is_labelled(page: Tables, node: Node, label: str) -> bool:
    """Return whether one label says exactly this; a field's choices inside it count as its text."""
    given = node.snapshot.attributes[node.index]
    spoken = page.count_attribute(node.frame, "aria-label", label)  # by hidden elements too
    if given.get("aria-label") and "aria-labelledby" not in given:
        return spoken == 1
    labels = page.with_id(node.frame, given.get("aria-labelledby", ""))
    if "aria-labelledby" not in given:
        labels = [*page.labels_for(node.frame, given.get("id", "")), *_label_around(node)]
    return spoken == 0 and any(page.content_of(index) == label for index in labels)


def _label_around(node: Node) -> list[int]:
    around = islice(node.iter_ancestors(), _FARTHEST_LABEL)
    return [above.index for above in around if above.tag == "label"][:1]

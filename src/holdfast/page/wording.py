"""Wording: says an element, and what a page gave us, in words that a tester understands."""

from holdfast.model.snapshot import Snapshot
from holdfast.page.keys import label_of

LONGEST_QUOTE = 80


def quote(value: object) -> str:
    """Return user data as it stands in messages: in quotes, escaped, cut."""
    text = " ".join(str(value).split())
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


def describe_element(snapshot: Snapshot, index: int) -> str:
    """Return an element in a few words: ``<button> 'Save'``."""
    label = label_of(snapshot, index) or snapshot.attributes[index].get("placeholder", "")
    return (
        f"<{snapshot.tags[index][:40]}> {quote(label)}"
        if label
        else f"<{snapshot.tags[index][:40]}>"
    )

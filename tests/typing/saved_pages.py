"""Saved pages, as somebody outside writes it; it is type-checked and never run."""

from pathlib import Path
from typing import assert_type

import holdfast


def find_again(old_html: str, new_html: bytes, folder: Path) -> str:
    old = holdfast.parse(old_html)
    assert_type(old, holdfast.Snapshot)
    save = holdfast.fingerprint(old, "#save")
    assert_type(save, holdfast.Fingerprint)
    save.save(folder / "save.json")
    location = holdfast.locate(holdfast.Fingerprint.load("save.json"), holdfast.parse(new_html))
    assert_type(location, holdfast.Location)
    assert_type(location.probability, float)
    assert_type(location.p_gone, float)
    assert_type(location.margin, float)
    assert_type(location.held, bool)
    assert_type(location.refusal, holdfast.Refusal | None)
    for candidate in location.candidates:
        assert_type(candidate, holdfast.Candidate)
    if location.node is None:
        return location.reason
    assert_type(location.node, holdfast.Node)
    return location.node.xpath + location.node.role + location.node.name + location.node.tag


def no_engine_internals(save: holdfast.Fingerprint, page: holdfast.Snapshot) -> None:
    holdfast.locate(save, page, judge=None)  # type: ignore[call-arg]  # must not be accepted
    holdfast.locate(page, save)  # type: ignore[arg-type]  # the wrong way round


def keep(value: holdfast.Snapshot, quote: holdfast.Quote, recording: holdfast.Recording) -> None:
    assert_type(holdfast.Snapshot.from_json(value.to_json()), holdfast.Snapshot)
    assert_type(holdfast.Quote.from_json(quote.to_json()), holdfast.Quote)
    assert_type(holdfast.Recording.from_json(recording.to_json()), holdfast.Recording)
    assert_type(holdfast.Snapshot.load("page.json"), holdfast.Snapshot)
    assert_type(holdfast.Quote.load("quote.json"), holdfast.Quote)
    assert_type(holdfast.Recording.load("shop.json"), holdfast.Recording)


def put_back(page: holdfast.Snapshot) -> tuple[int, float] | None:
    quote = holdfast.Quote(
        exact="words", context_before="some ", context_after=" more", start=5, text_length=15
    )
    found = holdfast.anchor(quote, page)
    assert_type(found, holdfast.Anchoring)
    holdfast.anchor(quote, "some words more")
    return None if found.range is None else (found.range.start, found.confidence)


def exit_code(error: Exception) -> int:
    if isinstance(error, holdfast.ElementMissing):
        assert_type(error.target, str)
    return error.exit_code if isinstance(error, holdfast.HoldfastError) else 4

"""Rows: turns values of the model into rows of tables and back, by the names of their fields.

A column holds the attribute that its key names; the column's type says how.
"""

from typing import Any

from sqlalchemy import Table

from holdfast.adapters.sql.inserts import RowValues
from holdfast.adapters.sql.schema import healing_evidence, healings
from holdfast.model.archive import HealingEvidence
from holdfast.model.records import made_of
from holdfast.model.remembered import Healing, Review
from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Point


def row_of(value: object, table: Table) -> RowValues:
    """Return a value as a row; columns that it knows nothing of are the database's."""
    names = [column.key for column in table.c]
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def healing_row(healing: Healing) -> RowValues:
    """Return a healing as a row; its number is the database's, its outcome the log's."""
    row = {**row_of(healing, healings), **review_row(healing.review)}
    del row["number"]
    said = (str(row[name]) for name in ("label", "old_selector", "new_selector"))
    return {**row, "review_state": healing.state, "words": "\n".join(said).lower()}


def review_row(review: Review | None) -> RowValues:
    """Return a person's answer as the columns of a healing."""
    return {
        "reviewed_at": None if review is None else review.at,
        **{name: getattr(review, name, None) for name in ("reviewer", "reason", "picked")},
    }


def evidence_row(entry_id: str, evidence: HealingEvidence) -> RowValues:
    """Return what a healing is shown with as a row."""
    page = evidence.page
    place = (None,) * 4 if page is None else (page.picture, page.scale, *page.corner)
    names = ("page", "page_scale", "page_x", "page_y")
    row = row_of(evidence, healing_evidence)
    return {**row, **dict(zip(names, place, strict=True)), "entry_id": entry_id}


def read_evidence(row: Any) -> HealingEvidence:
    """Return what a healing is shown with."""
    page = None
    if row.page is not None:
        corner = Point(row.page_x, row.page_y)
        page = Screen(picture=row.page, scale=row.page_scale, corner=corner)
    return made_of(HealingEvidence, row, page=page)


def read_healing(row: Any) -> Healing:
    """Return the healing of a row."""
    review = None
    if row.reviewed_at is not None:
        review = made_of(Review, row, state=row.review_state, at=row.reviewed_at)
    return made_of(Healing, row, review=review)

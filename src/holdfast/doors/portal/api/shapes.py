"""What goes in and out of the API: the model's values in camelCase, each with an example."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from holdfast.model.archive import Page

T = TypeVar("T")
LARGEST = 2**31 - 1  # of a whole number in the databases


def _sane(moment: datetime) -> datetime:
    """Return the moment with a zone; UTC when none was said."""
    if not 1970 <= moment.year < 3000:
        raise ValueError("must lie between the years 1970 and 2999")
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


Moment = Annotated[datetime, AfterValidator(_sane)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
Name = Annotated[str, Field(max_length=500)]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="Which page, from 1.")]
PageSize = Annotated[int, Query(ge=1, le=200, description="How many on a page.")]


class Shape(BaseModel):
    """A value of the API."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="forbid"
    )


class Paged(Shape, Generic[T]):
    """Some of many; `pages` says how many pages there are."""

    items: list[T]
    total: int = Field(examples=[1])
    page: int = Field(examples=[1])
    size: int = Field(examples=[50])
    pages: int = Field(examples=[1])


def paged(found: Page[T], items: Iterable[object]) -> dict[str, object]:
    """Return a page with its items as they are sent."""
    return {
        "items": list(items),
        "total": found.total,
        "page": found.page,
        "size": found.size,
        "pages": found.pages,
    }

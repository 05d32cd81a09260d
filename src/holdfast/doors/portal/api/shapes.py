"""Shapes: make what goes in and out of the API from the model's values, in camelCase.

What comes out is a value of the model: its shape is made from the value's own fields by a rule.
"""

from collections.abc import Iterable
from dataclasses import fields
from datetime import UTC, datetime
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from holdfast.doors.portal.api.api_examples import EXAMPLES
from holdfast.model.archive import PageOf

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


class ApiShape(BaseModel):
    """A value of the API."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="forbid"
    )


class Paged(ApiShape, Generic[T]):
    """Some of many; `pages` says how many pages there are."""

    items: list[T]
    total: int = Field(examples=[1])
    page: int = Field(examples=[1])
    size: int = Field(examples=[50])
    pages: int = Field(examples=[1])


def shape(
    source: type, name: str, words: str, *, only: str = "", without: str = "", **more: object
) -> Any:
    """Return how a dataclass is sent, every field of it, or ``only`` some and properties.

    ``more`` are fields that the dataclass has not, or has with another type. A nested dataclass
    is sent in its own shape, which must be made before.
    """
    hints = get_type_hints(source)
    properties = {key: one for key, one in vars(source).items() if isinstance(one, property)}
    found = {key: get_type_hints(one.fget)["return"] for key, one in properties.items()}
    chosen = only.split() if only else [one.name for one in fields(source)]
    kinds = {key: (found | hints)[key] for key in chosen if key not in without.split()}
    made = create_model(
        name,
        __base__=ApiShape,
        __doc__=words,
        **{key: _described(key, kind) for key, kind in {**kinds, **more}.items()},
    )
    if not only:
        _SHAPES[source] = made
    return made


_SHAPES: dict[Any, Any] = {}


def _described(name: str, kind: Any) -> Any:
    if isinstance(kind, tuple):  # with a default
        return kind[0], Field(kind[1], examples=EXAMPLES.get(name))
    return _sent(kind), Field(examples=EXAMPLES.get(name))


def _sent(kind: Any) -> Any:
    """Return how a type is sent: records in their shapes, tuples as lists."""
    inner = tuple(_sent(one) for one in get_args(kind) if one is not Ellipsis)
    if get_origin(kind) is tuple:
        return list[inner[0]]  # type: ignore[valid-type] # a type that is made here
    if get_origin(kind) is UnionType:
        return Union[inner]  # noqa: UP007 - of as many as there are
    return _SHAPES.get(kind, kind)


def paged_of(items: Any) -> Any:
    """Return the shape of a page of such items."""
    return Paged[items]


def paged(found: PageOf[T], items: Iterable[object] | None = None) -> dict[str, object]:
    """Return a page with its items as they are sent."""
    return {
        "items": list(found.items if items is None else items),
        "total": found.total,
        "page": found.page,
        "size": found.size,
        "pages": found.pages,
    }

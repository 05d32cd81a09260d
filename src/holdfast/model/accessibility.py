"""Accessibility: gives role and accessible name of every element, by the W3C rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.model.names import Namer, is_aria_hidden
from holdfast.model.outline import Attributes, Outline
from holdfast.model.roles import all_roles
from holdfast.model.runs import TextRuns


@dataclass(frozen=True)
class Semantics:
    """What assistive technology would say of each element."""

    roles: Sequence[str]
    names: Sequence[str]
    exposed: Sequence[bool]  # False: hidden, or inside aria-hidden


def describe_semantics(  # noqa: PLR0913, PLR0917  # the columns of a page
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Attributes],
    runs: TextRuns,
    outline: Outline,
    scope_of: Sequence[int] | None = None,
) -> Semantics:
    """Return role and name of every element; linear, because names have a longest length."""
    exposed = find_exposed(attributes, outline)
    roles = all_roles(tags, parents, attributes)
    namer = Namer(
        tags=tags,
        parents=parents,
        attributes=attributes,
        runs=runs,
        roles=roles,
        outline=outline,
        scope_of=scope_of,
    )
    return Semantics(roles=roles, names=namer.names(exposed), exposed=exposed)


def find_exposed(attributes: Sequence[Attributes], outline: Outline) -> Sequence[bool]:
    """Return which elements assistive technology is told of."""
    exposed = list(outline.shown)
    for index, attribute in enumerate(attributes):
        if "aria-hidden" in attribute and exposed[index] and is_aria_hidden(attribute):
            end = outline.ends[index]
            exposed[index:end] = [False] * (end - index)
    return exposed

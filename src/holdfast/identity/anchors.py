"""The part of the page that an element belongs to: where its description begins."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from holdfast.identity.scores import MAX_ANCHOR_LEVELS
from holdfast.identity.voices import Voices

ANCHOR_TAGS = frozenset({"form", "main", "nav", "section", "article", "footer", "header"})
ANCHOR_ROLES = frozenset({"form", "navigation", "main", "region", "contentinfo", "complementary"})
TEST_IDS = frozenset({"data-testid", "data-qa"})

NO_ANCHOR = "no-semantic-anchor"
TOO_DEEP = "path-too-deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorChoice:
    """An element to begin at, how many meaningful levels up it is, and why it is a poor choice."""

    node: int
    level: int
    degraded: str = ""

    @property
    def is_page(self) -> bool:
        """Return whether it is the whole page, which is described by its tag alone."""
        return self.degraded == NO_ANCHOR


def anchor_choices(index: Voices, target: int) -> tuple[AnchorChoice, ...]:
    """Return where the description may begin: the best choice first, then those farther out.

    Farther ones serve when what tells the element apart stands around its nearest anchor, as for
    two menus of which one is in the header and one in the footer.
    """
    steps = list(_meaningful_ancestors(index, target))
    near = [AnchorChoice(node=n, level=i) for i, n in enumerate(steps[:MAX_ANCHOR_LEVELS], start=1)]
    for tier in (_has_anchor_tag, _has_anchor_role, _has_test_id, _is_unique_container):
        chosen = next((choice for choice in near if tier(index, choice.node)), None)
        if chosen is not None:
            return (chosen, *_farther(index, near[chosen.level :]))
    if len(steps) > MAX_ANCHOR_LEVELS:
        return (AnchorChoice(node=near[-1].node, level=near[-1].level, degraded=TOO_DEEP),)
    return (AnchorChoice(node=_page(index, target), level=len(steps) + 1, degraded=NO_ANCHOR),)


def _meaningful_ancestors(index: Voices, target: int) -> Iterator[int]:
    return (node for node in index.iter_ancestors(target) if index.is_step(node))


def _farther(index: Voices, beyond: list[AnchorChoice]) -> list[AnchorChoice]:
    """Return the other choices: real anchors first, then whatever means something."""
    return sorted(beyond, key=lambda choice: not _is_landmark(index, choice.node))


def _is_landmark(index: Voices, node: int) -> bool:
    return any(tier(index, node) for tier in (_has_anchor_tag, _has_anchor_role, _has_test_id))


def _page(index: Voices, target: int) -> int:
    """Return the body around an element, or the top of its document."""
    top = target
    for node in index.iter_ancestors(target):
        if index.tags[node] == "body":
            return node
        top = node
    return top


Tier = Callable[[Voices, int], bool]


def _has_anchor_tag(index: Voices, node: int) -> bool:
    return index.tags[node] in ANCHOR_TAGS


def _has_anchor_role(index: Voices, node: int) -> bool:
    role = index.kind(node).semantics.role
    return (role or ("complementary" if index.tags[node] == "aside" else "")) in ANCHOR_ROLES


def _has_test_id(index: Voices, node: int) -> bool:
    return any(name in TEST_IDS for name, _ in index.kind(node).semantics.attributes)


def _is_unique_container(index: Voices, node: int) -> bool:
    """Return whether its aria-label, role or a stable data-* is found nowhere else on the page."""
    semantics = index.kind(node).semantics
    if semantics.role and index.with_tokens([("role", semantics.role)]).size == 1:
        return True
    return any(
        index.with_tokens([("attribute", name, value)]).size == 1
        for name, value in semantics.attributes
        if name == "aria-label" or name.startswith("data-")
    )

"""Where to find what on a page: indexes that all strategies share, made when first asked for."""

from collections.abc import Iterable, Mapping, Sequence

from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page

# Longer texts are prose; nobody records them as a label, and keeping each in every element around
# it would cost the square of the page.
LONGEST_TEXT = 1000

Places = Mapping[str, Sequence[int]]


def fold(text: str) -> str:
    """Return the text as it is compared: white space collapsed, upper and lower case alike."""
    return " ".join(text.split()).casefold()


class Lookup:
    """The indexes of one page; every list of elements is in the order of the document."""

    def __init__(self, snapshot: Snapshot) -> None:
        semantics = snapshot.index
        # Columns only: a reference to the page would keep it alive for ever.
        self._attributes = snapshot.attributes
        self._outline = snapshot.outline
        self._roles, self._names = semantics.roles, semantics.names
        self._exposed = semantics.exposed
        self._made: dict[str, Places] = {}

    def by_attribute(self, name: str) -> Places:
        """Return elements by the value of one attribute."""
        key = f"@{name}"
        if key not in self._made:
            self._made[key] = _grouped(
                (attributes[name], index)
                for index, attributes in enumerate(self._attributes)
                if name in attributes
            )
        return self._made[key]

    @property
    def by_role(self) -> Places:
        """Return the elements that assistive technology is told of, by role."""
        if "role" not in self._made:
            told = zip(self._roles, self._exposed, strict=True)
            self._made["role"] = _grouped(
                (role, index) for index, (role, exposed) in enumerate(told) if role and exposed
            )
        return self._made["role"]

    @property
    def by_name(self) -> Places:
        """Return elements by folded accessible name."""
        if "name" not in self._made:
            named = ((fold(name), index) for index, name in enumerate(self._names) if name)
            self._made["name"] = _grouped(named)
        return self._made["name"]

    @property
    def by_text(self) -> Places:
        """Return elements by the folded text a person reads in them."""
        if "text" not in self._made:
            outline = self._outline
            stretches = zip(outline.text_starts, outline.text_ends, strict=True)
            self._made["text"] = _grouped(
                (text, index)
                for index, (start, end) in enumerate(stretches)
                if start < end <= start + LONGEST_TEXT
                and (text := fold(outline.page_text[start:end]))
            )
        return self._made["text"]


def _grouped(pairs: Iterable[tuple[str, int]]) -> Places:
    groups: dict[str, list[int]] = {}
    for value, index in pairs:
        groups.setdefault(value, []).append(index)
    return groups


@once_per_page
def lookup(snapshot: Snapshot) -> Lookup:
    """Return the page's indexes, the same object each time."""
    return Lookup(snapshot)

"""Line reader: reads the one-line form of an identity, from left to right."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import orjson

_TOKEN = re.compile(
    r"""
      (?P<text>"(?:[^"\\]|\\.)*")
    | (?P<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_-]*)
    | (?P<mark>//|[#.\[\]=:(),*/?^!])
    """,
    re.VERBOSE,
)
_DEEPEST = 20  # nodes inside nodes; those we write are one deep
_SVG_KEYS = ("shape", "dHash", "titleText", "role")

JsonDict = dict[str, object]
T = TypeVar("T")


class _Token(NamedTuple):
    kind: str
    text: str


def _tokens(line: str) -> Iterator[_Token]:
    at = 0
    while at < len(line):
        if line[at] == " ":
            at += 1
            continue
        found = _TOKEN.match(line, at)
        if found is None or found.lastgroup is None:
            raise ValueError(f"{line[at : at + 20]!r} is no part of a line")
        yield _Token(found.lastgroup, found[0])
        at = found.end()


class LineReader:
    """One line, and how far it is read; raises ``ValueError`` at what does not belong there."""

    def __init__(self, line: str) -> None:
        self._tokens = list(_tokens(line))
        self._at = 0

    def read_identity(self) -> JsonDict:
        """Return the data of the whole line, with the keys of the JSON form."""
        data: JsonDict = {"anchor": self._node(), "path": list(self._each("/", self._node))}
        self._expect("//")
        data["target"] = self._node()
        data["constraints"] = list(self._each("?", self._constraint))
        self._expect("!")
        data["fallback"] = {"onMissing": self._word(), "maxDepth": self._in_brackets(self._number)}
        self._expect("=")
        data["meta"] = self._meta()
        if self._at < len(self._tokens):
            raise ValueError(f"nothing may follow the confidence, got {self._seen()}")
        return data

    def _each(self, mark: str, read: Callable[[], T]) -> Iterator[T]:
        while self._skips(mark):
            yield read()

    # ------------------------------------------------------------------------------------- parts

    def _node(self) -> JsonDict:
        node = self._selector(0)
        self._expect("*")
        return {**node, "score": self._number()}

    def _selector(self, depth: int) -> JsonDict:
        if depth > _DEEPEST:
            raise ValueError("nodes are nested too deeply")
        semantics: dict[str, object] = {}
        node: JsonDict = {"tag": self._word(), "semantics": semantics}
        classes, attributes = list[str](), dict[str, str]()
        while True:
            if self._skips("#"):
                semantics["id"] = self._word()
            elif self._skips("."):
                classes.append(self._word())
            elif self._skips("["):
                attributes.update([self._attribute()])
            elif self._skips(":"):
                self._trait(node, semantics, depth)
            else:
                semantics.update(classes=classes, attributes=attributes)
                return node

    def _attribute(self) -> tuple[str, str]:
        name = self._word()
        self._expect("=")
        value = self._text()
        self._expect("]")
        return name, value

    def _trait(self, node: JsonDict, semantics: JsonDict, depth: int) -> None:
        """Read what stands after a colon into a node or its semantics."""
        name = self._word()
        if name == "degraded":
            node["degraded"] = True
        elif name in {"role", "label"}:
            semantics[name] = self._in_brackets(self._text)
        elif name == "text":
            semantics["text"] = self._in_brackets(self._text_content)
        elif name == "svg":
            semantics["svg"] = dict(zip(_SVG_KEYS, self._texts(4), strict=True))
        elif name == "contains":
            _append(semantics, name, self._in_brackets(self._text))
        elif name == "has":
            _append(semantics, name, self._in_brackets(lambda: self._selector(depth + 1)))
        else:
            raise ValueError(f"a node has no {name!r:.80}")

    def _text_content(self) -> JsonDict:
        normalized = self._text()
        raw = self._text() if self._skips(",") else normalized
        return {"raw": raw, "normalized": normalized}

    def _constraint(self) -> JsonDict:
        kind = self._word()
        params = dict(self._in_brackets(lambda: list(self._parameters())))
        self._expect("^")
        return {"type": kind, "params": params, "priority": self._number()}

    def _parameters(self) -> Iterator[tuple[str, object]]:
        while not self._sees(")"):
            name = self._word()
            self._expect("=")
            yield name, self._number() if self._kind() == "number" else self._text()
            if not self._sees(")"):
                self._expect(",")

    def _meta(self) -> JsonDict:
        meta: JsonDict = {"confidence": self._number(), "degraded": False}
        while self._kind() == "name":
            name = self._word()
            if name == "degraded":
                meta |= {"degraded": True, "degradationReason": self._in_brackets(self._text)}
            elif name == "added":
                meta["addedNodes"] = self._in_brackets(self._number)
            else:
                raise ValueError(f"{name!r:.80} is not known of an identity")
        return meta

    # ------------------------------------------------------------------------------------- tokens

    def _in_brackets(self, read: Callable[[], T]) -> T:
        self._expect("(")
        value = read()
        self._expect(")")
        return value

    def _texts(self, count: int) -> list[str]:
        return self._in_brackets(lambda: [self._listed(place) for place in range(count)])

    def _listed(self, place: int) -> str:
        if place:
            self._expect(",")
        return self._text()

    def _word(self) -> str:
        return self._take("name") if self._kind() == "name" else self._text()

    def _text(self) -> str:
        text = orjson.loads(self._take("text"))
        assert isinstance(text, str)
        return text

    def _number(self) -> int | float:
        number = orjson.loads(self._take("number"))
        assert isinstance(number, int | float)
        return number

    def _take(self, kind: str) -> str:
        if self._kind() != kind:
            raise ValueError(f"wanted a {kind}, got {self._seen()}")
        self._at += 1
        return self._tokens[self._at - 1].text

    def _skips(self, mark: str) -> bool:
        if not self._sees(mark):
            return False
        self._at += 1
        return True

    def _expect(self, mark: str) -> None:
        if not self._skips(mark):
            raise ValueError(f"wanted {mark!r}, got {self._seen()}")

    def _sees(self, mark: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] == ("mark", mark)

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else ""

    def _seen(self) -> str:
        return repr(self._tokens[self._at].text[:80]) if self._kind() else "the end of the line"


def _append(semantics: JsonDict, key: str, value: object) -> None:
    listed = semantics.setdefault(key, [])
    assert isinstance(listed, list)
    listed.append(value)

"""Playwright chain: reads the lines of JavaScript that Playwright's programs print for their acts.

Only literals and calls are read, nothing is run; what is not known raises ``ValueError``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.adapters.formats.agent_acts import AgentAct, SecretName
from holdfast.model.recording import MouseButton, Pointer, StepAction

# Each alternative takes all that it began with, a text that never ends too: reading is linear.
_TOKEN = re.compile(
    r"""(?P<space>\s+)"""
    r"""|(?P<text>'[^'\\]*+(?:\\.[^'\\]*+)*+'|"[^"\\]*+(?:\\.[^"\\]*+)*+"|`[^`\\]*+(?:\\.[^`\\]*+)*+`)"""
    r"""|(?P<open>['"`].*+)"""
    r"""|(?P<number>-?\d+(?:\.\d+)?)|(?P<word>[A-Za-z_$][\w$]*)|(?P<sign>[.,:;(){}\[\]])""",
    re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL
)
_SHORT = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_LONGEST = 20_000
_MATTERS = frozenset({"modifiers", "clickCount", "position"})  # of a click: it does something else


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One link of a chain; ``given`` is None for a name without a call."""

    name: str
    given: tuple[Any, ...] | None


def read_acts(code: str) -> list[AgentAct]:
    """Return the acts that the lines do; raises ``ValueError`` for a line that is not known."""
    if len(code) > _LONGEST:
        raise ValueError("it is too long")
    lines = [line.strip() for line in code.split("\n")]  # a text may hold other ends of lines
    try:
        return [_act(line) for line in lines if line and not line.startswith("//")]
    except (LookupError, TypeError, RecursionError) as exc:
        raise ValueError("something in it is missing, or of another kind") from exc


def _act(line: str) -> AgentAct:
    chain = _Reader(line.removeprefix("await ")).whole()
    if chain[0].name != "page" or len(chain) < 2:
        raise ValueError("it does not act on the page")
    *way, act = chain[1:]
    given = act.given or ()
    if act.name == "goto" and not way:
        return AgentAct(what="goto", action=StepAction.NAVIGATE, value=_text(given))
    if [one.name for one in way] == ["keyboard"] and act.name == "press":
        return AgentAct(what="press", action=StepAction.PRESS, value=_text(given))
    if act.name not in _ACTS:
        raise ValueError(f"there is no step for {act.name[:40]}()")
    return _ACTS[act.name](act.name, pointer_of(way), given)


def pointer_of(way: Sequence[ChainLink]) -> Pointer:
    """Return where a chain of locators leads; raises ``ValueError``."""
    frames: list[str] = []
    parts: list[str] = []
    for one in way:
        if one.name in {"contentFrame", "frameLocator"}:
            parts += [_text(one.given or ())] if one.name == "frameLocator" else []
            frames.append(_single(parts))
            parts = []
        else:
            parts.append(_part(one))
    return Pointer(selectors=(tuple(parts),), frames=tuple(frames), only=True)


def _single(parts: list[str]) -> str:
    if len(parts) != 1:
        raise ValueError("a frame inside something is not read")
    return parts[0]


def _part(call: ChainLink) -> str:
    if call.name not in _PARTS or call.given is None:
        raise ValueError(f"the locator {call.name[:40]} is not read")
    options = call.given[-1] if call.given and isinstance(call.given[-1], dict) else {}
    return _PARTS[call.name](call.given, options)


def _by_role(given: Sequence[Any], options: Mapping[str, Any]) -> str:
    role, name = _text(given), _text((options.get("name", ""),))
    if set(options) - {"name", "exact"}:
        raise ValueError("a role by its states is not read")
    if options.get("exact") and name and not set("[]\"'()\\") & set(name):
        return f'aria/{name}[role="{role}"]'
    return f"role/{role}/{name}"


def _by_attribute(attribute: str) -> Callable[[Sequence[Any], Mapping[str, Any]], str]:
    def part(given: Sequence[Any], options: Mapping[str, Any]) -> str:
        value = _text(given).replace("\\", "\\\\").replace('"', '\\"')
        is_exact = attribute == "data-testid" or options.get("exact")
        return f'[{attribute}{"" if is_exact else "*"}="{value}"{"" if is_exact else " i"}]'

    return part


def _filter(_: Sequence[Any], options: Mapping[str, Any]) -> str:
    if set(options) != {"hasText"}:
        raise ValueError("such a filter is not read")
    return f"with/{_text((options['hasText'],))}"


def _locator(given: Sequence[Any], options: Mapping[str, Any]) -> str:
    asked = _text(given)
    if options or ">>" in asked or asked.startswith("internal:"):
        raise ValueError("such a locator is not read")
    return f"xpath/{asked.removeprefix('xpath=')}" if asked.startswith(("xpath=", "/")) else asked


_PARTS: Mapping[str, Callable[[Sequence[Any], Mapping[str, Any]], str]] = {
    "getByRole": _by_role,
    "getByLabel": lambda given, _: f"role//{_text(given)}",
    "getByText": lambda given, _: f"text/{_text(given)}",
    "getByTestId": _by_attribute("data-testid"),
    "getByPlaceholder": _by_attribute("placeholder"),
    "getByAltText": _by_attribute("alt"),
    "getByTitle": _by_attribute("title"),
    "locator": _locator,
    "filter": _filter,
    "nth": lambda given, _: f"nth/{int(given[0])}",
    "first": lambda _, __: "nth/0",
    "last": lambda _, __: "nth/-1",
}


# --------------------------------------------------------------------------------------------- acts


def _plain(action: StepAction) -> Callable[[str, Pointer, Sequence[Any]], AgentAct]:
    return lambda what, pointer, _: AgentAct(what=what, action=action, pointer=pointer)


def _clicked(action: StepAction) -> Callable[[str, Pointer, Sequence[Any]], AgentAct]:
    def act(what: str, pointer: Pointer, given: Sequence[Any]) -> AgentAct:
        options = given[0] if given and isinstance(given[0], dict) else {}
        if unread := sorted(name for name in _MATTERS & options.keys() if options[name]):
            raise ValueError(f"a click with {unread[0]} is not read")
        button = MouseButton(options.get("button", "left"))
        return AgentAct(what=what, action=action, pointer=pointer, button=button)

    return act


def _valued(action: StepAction) -> Callable[[str, Pointer, Sequence[Any]], AgentAct]:
    return lambda what, pointer, given: AgentAct(
        what=what, action=action, pointer=pointer, value=_text(given)
    )


def _select(what: str, pointer: Pointer, given: Sequence[Any]) -> AgentAct:
    chosen = given[0] if given else ""
    if isinstance(chosen, list) and len(chosen) == 1:
        chosen = chosen[0]
    return AgentAct(what=what, action=StepAction.SELECT, pointer=pointer, value=_text((chosen,)))


def _checked(what: str, pointer: Pointer, given: Sequence[Any]) -> AgentAct:
    action = StepAction.CHECK if given and given[0] is True else StepAction.UNCHECK
    return AgentAct(what=what, action=action, pointer=pointer)


def _drag(what: str, pointer: Pointer, given: Sequence[Any]) -> AgentAct:
    if not given or not isinstance(given[0], tuple):
        raise ValueError("where it is dragged to is not read")
    end = pointer_of(given[0][1:])
    return AgentAct(what=what, action=StepAction.DRAG, pointer=pointer, to_pointer=end)


_ACTS: Mapping[str, Callable[[str, Pointer, Sequence[Any]], AgentAct]] = {
    "click": _clicked(StepAction.CLICK),
    "dblclick": _clicked(StepAction.DBLCLICK),
    "hover": _plain(StepAction.HOVER),
    "check": _plain(StepAction.CHECK),
    "uncheck": _plain(StepAction.UNCHECK),
    "setChecked": _checked,
    "fill": _valued(StepAction.TYPE),
    "pressSequentially": _valued(StepAction.TYPE),
    "press": _valued(StepAction.PRESS),
    "selectOption": _select,
    "dragTo": _drag,
}


def _text(given: Sequence[Any]) -> str:
    if not given or not isinstance(given[0], str):
        raise ValueError("a text was expected")
    return given[0]


# ------------------------------------------------------------------------------------------ reading


class _Reader:
    """Reads one line of calls and literals."""

    def __init__(self, line: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(line):
            found = _TOKEN.match(line, at)
            if found is None or found["open"] is not None:
                raise ValueError(f"cannot be read: {line[at : at + 40]!r}")
            kind = str(found.lastgroup)
            if kind != "space":
                self._tokens.append((kind, found[kind]))
            at = found.end()
        self._tokens.append(("sign", ";"))
        self._at = 0

    def whole(self) -> tuple[ChainLink, ...]:
        """Return the links of a line; raises ``ValueError`` if it does more than that."""
        links = self.chain()
        if any(token != ("sign", ";") for token in self._tokens[self._at :]):
            raise ValueError("it does more than one thing")
        return links

    def chain(self) -> tuple[ChainLink, ...]:
        """Return the links from here on."""
        links = [self._link()]
        while self._take("."):
            links.append(self._link())
        return tuple(links)

    def _link(self) -> ChainLink:
        kind, name = self._next()
        if kind != "word":
            raise ValueError(f"a name was expected, not {name[:40]!r}")
        if not self._take("("):
            return ChainLink(name, None)
        return ChainLink(name, tuple(self._listed(")")))

    def _listed(self, end: str) -> list[Any]:
        values: list[Any] = []
        while not self._take(end):
            values.append(self._value())
            self._take(",")
        return values

    def _value(self) -> Any:
        kind, said = self._next()
        if kind == "text":
            return _unescaped(said[1:-1])
        if kind == "number":
            return float(said) if "." in said else int(said)
        if kind == "word" and said not in {"true", "false"}:
            self._at -= 1
            return self._named()
        if kind == "word":
            return said == "true"
        if said not in {"[", "{"}:
            raise ValueError(f"a value was expected, not {said[:40]!r}")
        return self._listed("]") if said == "[" else self._pairs()

    def _named(self) -> Any:
        """Return a chain of locators, or the name of a secret (``process.env['NAME']``)."""
        chain = self.chain()
        if [one.name for one in chain] == ["process", "env"] and self._take("["):
            return SecretName(_text(self._listed("]")))
        return chain

    def _pairs(self) -> dict[str, Any]:
        pairs: dict[str, Any] = {}
        while not self._take("}"):
            kind, key = self._next()
            if not self._take(":"):
                raise ValueError("a colon was expected")
            pairs[_unescaped(key[1:-1]) if kind == "text" else key] = self._value()
            self._take(",")
        return pairs

    def _next(self) -> tuple[str, str]:
        if self._at >= len(self._tokens):
            raise ValueError("it ends too soon")
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, sign: str) -> bool:
        is_next = self._at < len(self._tokens) and self._tokens[self._at] == ("sign", sign)
        self._at += is_next
        return is_next


def _unescaped(text: str) -> str:
    def letter(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        return chr(int(code, 16)) if code else _SHORT.get(found[4], found[4])

    # JavaScript writes what is beyond 16 bits as two escapes; half of one is no letter.
    halves = _ESCAPE.sub(letter, text).encode("utf-16", "surrogatepass")
    return halves.decode("utf-16", "replace")

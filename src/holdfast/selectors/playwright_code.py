"""Playwright code: selectors as the Python that a person would write with Playwright."""

_NAMED_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def literal(text: str) -> str:
    """Return the text as a Python string, in the quotes that need fewer escapes.

    What does not print (controls, marks that turn the direction of text) is written as an escape:
    the text comes from a page, and pasted code must read as what it does.
    """
    mark = "'" if text.count('"') > text.count("'") else '"'
    return mark + "".join(_letter(letter, mark) for letter in text) + mark


def _letter(letter: str, mark: str) -> str:
    if letter == mark:
        return f"\\{mark}"
    return _NAMED_ESCAPES.get(letter) or _visible(letter)


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    code = ord(letter)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def as_shown(text: str) -> str:
    """Return the text with everything that does not print written as an escape."""
    return "".join(map(_visible, text))


def by_role(role: str, name: str = "", level: int | None = None) -> str:
    """Return the call that finds by role, and by name and heading level where given."""
    arguments = [literal(role)]
    if name:
        arguments += [f"name={literal(name)}", "exact=True"]
    if level is not None:
        arguments.append(f"level={level}")
    return f"get_by_role({', '.join(arguments)})"


def by_test_id(attribute: str, value: str, css: str) -> str:
    """Return the call that finds by test id; Playwright knows only one attribute by that name."""
    return f"get_by_test_id({literal(value)})" if attribute == "data-testid" else by_css(css)


_WORDED = {
    "label": "get_by_label",
    "placeholder": "get_by_placeholder",
    "text": "get_by_text",
    "alt": "get_by_alt_text",
    "title": "get_by_title",
}


def by_words(kind: str, words: str) -> str:
    """Return the call that finds by label, placeholder, text, alt or title; or ``ValueError``."""
    if kind not in _WORDED:
        raise ValueError(f"by must be one of {', '.join(_WORDED)}, got {kind[:80]!r}")
    return f"{_WORDED[kind]}({literal(words)}, exact=True)"


def by_css(css: str) -> str:
    """Return the call that finds by CSS."""
    return f"locator({literal(css)})"


def in_frames(call: str, frames: tuple[str, ...]) -> str:
    """Return the whole line: the page, the frames to enter (as CSS), the call."""
    entered = "".join(f".frame_locator({literal(css)})" for css in frames)
    return f"page{entered}.{call}"

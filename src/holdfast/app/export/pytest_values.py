"""Values of a recording as Python: secrets and variables come from the environment."""

import re

from holdfast.selectors.playwright_code import literal

_NAMED = re.compile(r"\{\{\s*(?P<variable>[\w.-]+)\s*\}\}|\$\{(?P<secret>[A-Za-z_]\w*)\}")
_UNNAMEABLE = re.compile(r"\W+", re.ASCII)


def variable_in_environment(name: str) -> str:
    """Return where a variable's value is looked for; ``{{user}}`` is not the shell's ``USER``."""
    return f"VAR_{_UNNAMEABLE.sub('_', name).upper()}"


def value_code(text: str) -> str:
    """Return the value as an expression: a string, names from the environment, or both joined."""
    pieces, position = list[str](), 0
    for found in _NAMED.finditer(text):
        if found.start() > position:
            pieces.append(literal(text[position : found.start()]))
        name = found["secret"] or variable_in_environment(found["variable"])
        pieces.append(f"os.environ[{literal(name)}]")
        position = found.end()
    if position < len(text) or not pieces:
        pieces.append(literal(text[position:]))
    return " + ".join(pieces)


def names_in(text: str) -> list[str]:
    """Return the environment variables that a value needs."""
    return [
        found["secret"] or variable_in_environment(found["variable"])
        for found in _NAMED.finditer(text)
    ]

"""Values of a recording as Python: secrets and variables come from the environment."""

import re

from holdfast.model.placeholders import PLACEHOLDERS
from holdfast.selectors.playwright_code import literal

_UNNAMEABLE = re.compile(r"\W+", re.ASCII)


def variable_in_environment(name: str) -> str:
    """Return where a variable's value is looked for; ``{{user}}`` is not the shell's ``USER``."""
    return f"VAR_{_UNNAMEABLE.sub('_', name).upper()}"


def value_code(text: str) -> str:
    """Return the value as an expression: a string, names from the environment, or both joined."""
    pieces, plain, position = list[str](), "", 0
    for found in PLACEHOLDERS.finditer(text):
        plain += text[position : found.start()]
        position = found.end()
        if found["text"]:
            plain += found[0][1:]
            continue
        pieces += [literal(plain)] if plain else []
        pieces.append(f"os.environ[{literal(_name(found))}]")
        plain = ""
    plain += text[position:]
    return " + ".join([*pieces, literal(plain)] if plain or not pieces else pieces)


def names_in(text: str) -> list[str]:
    """Return the environment variables that a value needs."""
    return [_name(found) for found in PLACEHOLDERS.finditer(text) if not found["text"]]


def _name(found: re.Match[str]) -> str:
    return found["secret"] or variable_in_environment(found["variable"])

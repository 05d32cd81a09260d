"""Placeholders: names that stand in a recording's texts for something else.

``{{name}}`` is a variable, ``${NAME}`` a secret. ``$${NAME}`` is the text ``${NAME}``: what people
typed or another program wrote is never taken for a name.
"""

import re

MASK = "***"  # stands where a secret was, and names nothing
PLACEHOLDERS = re.compile(
    r"\{\{\s{0,9}(?P<variable>[\w.-]{1,200})\s{0,9}\}\}"
    r"|(?P<text>\$?)\$\{(?P<secret>[A-Za-z_]\w{0,199})\}"
)
_SECRETS = re.compile(r"\$\{[A-Za-z_]\w{0,199}\}")


def as_text(text: str) -> str:
    """Return a text that names no secret: filled in, it is what it was."""
    return _SECRETS.sub(lambda found: f"${found[0]}", text)

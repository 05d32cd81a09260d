"""Values: fills in what stands in a recording for something else.

That is ``{{variables}}`` and ``${SECRETS}``.

A recording is somebody's file: it can name a secret, but not where it comes from nor where it may
go. Every name is replaced once; what a value says is text, whatever it looks like.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from holdfast.errors import UsageError
from holdfast.model.placeholders import PLACEHOLDERS

ENVIRONMENT_PREFIX = "HOLDFAST_SECRET_"  # no other variable of the environment is ever read
_SECRET_NAME = re.compile(r"[A-Za-z_]\w{0,199}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What the names in a recording stand for in this run; secrets are never shown."""

    variables: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    def fill(self, text: str) -> str:
        """Return the text with every name replaced; raises ``UsageError`` for an unknown one."""
        return PLACEHOLDERS.sub(self._value, text)

    def fill_variables(self, text: str) -> str:
        """Return the text with its variables replaced and the names of secrets left in it."""
        return PLACEHOLDERS.sub(
            lambda found: found[0] if found["secret"] else self._value(found), text
        )

    def check(self, texts: Iterable[str]) -> None:
        """Raise ``UsageError`` if a name is unknown: before the run, not in the middle of it."""
        for text in texts:
            self.fill(text)

    def _value(self, found: re.Match[str]) -> str:
        if found["text"]:
            return found[0][1:]
        return self._secret(found["secret"]) if found["secret"] else self._variable(found[1])

    def _variable(self, name: str) -> str:
        if name not in self.variables:
            raise UsageError(
                f"the recording needs the variable {name[:80]!r}, and nobody said what it is\n"
                f"  next: --var {name[:80]}=VALUE"
            )
        return self.variables[name]

    def _secret(self, name: str) -> str:
        if name not in self.secrets:
            variable = ENVIRONMENT_PREFIX + name[:80]
            raise UsageError(
                f"the recording needs the secret {name[:80]!r}, which is not set\n"
                f"  next: set the environment variable {variable}, or give it with --secrets FILE"
            )
        return self.secrets[name]


def secret_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the secrets that texts name, each once, in their order."""
    found = (match for text in texts for match in PLACEHOLDERS.finditer(text))
    named = (match["secret"] for match in found if match["secret"] and not match["text"])
    return tuple(dict.fromkeys(named))


def uses_secrets(texts: Iterable[str]) -> bool:
    """Return whether a text names a secret."""
    return bool(secret_names(texts))


def environment_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets of the environment by name: of the variables that are meant for that."""
    length = len(ENVIRONMENT_PREFIX)
    return {k[length:]: v for k, v in environment.items() if k.startswith(ENVIRONMENT_PREFIX)}


def read_secrets(text: str) -> dict[str, str]:
    """Return the secrets of a file with lines NAME=VALUE; raises ``UsageError`` for others."""
    if "\ufffd" in text:
        raise UsageError("the secrets file is not in UTF-8\n  next: save it as UTF-8")
    secrets: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, sign, value = line.partition("=")
        if not sign or not _SECRET_NAME.fullmatch(name.strip()):
            raise UsageError(
                f"line {number} of the secrets file is not NAME=VALUE\n"
                "  next: one secret a line; lines that begin with # are notes"
            )
        secrets[name.strip()] = _unquoted(value.strip())
    return secrets


def _unquoted(value: str) -> str:
    """Return a value without the quotes around it; one that only ends with one keeps that."""
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value

"""What stands in a recording for something else: ``{{variables}}`` and ``${SECRETS}``."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from holdfast.errors import UsageError

_VARIABLE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
_SECRET = re.compile(r"\$\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What the names in a recording stand for in this run; secrets are never shown."""

    variables: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    def fill(self, text: str) -> str:
        """Return the text with every name replaced; raises ``UsageError`` for an unknown one."""
        filled = _VARIABLE.sub(lambda found: self._variable(found[1]), text)
        return _SECRET.sub(lambda found: self._secret(found[1]), filled)

    def check(self, texts: Iterable[str]) -> None:
        """Raise ``UsageError`` if a name is unknown: before the run, not in the middle of it."""
        for text in texts:
            self.fill(text)

    def _variable(self, name: str) -> str:
        if name not in self.variables:
            raise UsageError(
                f"the recording needs the variable {name[:80]!r}, and nobody said what it is\n"
                f"  next: --var {name[:80]}=VALUE"
            )
        return self.variables[name]

    def _secret(self, name: str) -> str:
        if name not in self.secrets:
            raise UsageError(
                f"the recording needs the secret {name[:80]!r}, which is not set\n"
                f"  next: set the environment variable {name[:80]}, or give it with --secrets FILE"
            )
        return self.secrets[name]


def uses_secrets(texts: Iterable[str]) -> bool:
    """Return whether a text names a secret."""
    return any(_SECRET.search(text) for text in texts)


def read_secrets(text: str) -> dict[str, str]:
    """Return the secrets of a file with lines NAME=VALUE; raises ``UsageError`` for others."""
    secrets: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, sign, value = line.partition("=")
        if not sign or not re.fullmatch(r"[A-Za-z_]\w*", name.strip()):
            raise UsageError(
                f"line {number} of the secrets file is not NAME=VALUE\n"
                "  next: one secret a line; lines that begin with # are notes"
            )
        secrets[name.strip()] = value.strip().strip("\"'")
    return secrets

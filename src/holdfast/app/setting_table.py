"""The settings that are not thresholds: one table, and what holds of it.

The first that is set wins: environment, `holdfast.toml`, the default of the table.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial

from holdfast.model.healing_decision import FACTOR_KEYS
from holdfast.model.records import camel
from holdfast.model.search_settings import WEIGHTS, EvidenceScoringConfig, VisionStrategyConfig
from holdfast.model.settings_file import SettingsFile, invalid, read_switch

DEFAULT = "default"
_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_PASSWORD = re.compile(r"^[a-z0-9+]+://[^/@:]*:[^/@]+@")

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it may be, and what it is when nobody says."""

    allowed: str
    read: Callable[[object], Value]
    default: Value = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """A value that holds, and where it came from."""

    value: Value
    place: str
    secret: bool = False

    @property
    def shown(self) -> str:
        """Return the value for people; a secret stays one."""
        if self.value is None:
            return "-"
        if self.secret:
            return "(set, not shown)"
        return str(self.value).lower() if isinstance(self.value, bool) else str(self.value)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(value)
    return value


def _store(value: object) -> str:
    text = _text(value)
    scheme, colon, _ = text.partition("://")
    if colon and scheme not in ("sqlite", "postgresql", "postgres", "postgresql+psycopg"):
        raise ValueError(value)
    return text


def _one_of(value: object, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(value)
    return str(value)


def _webhook(value: object) -> str:
    text = _text(value)
    if not text.startswith(("https://", "http://")):
        raise ValueError(value)
    return text


def _origins(value: object) -> str:
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list) or not all(_webhook(one).strip() for one in given):
        raise ValueError(value)
    return ",".join(str(one).strip() for one in given)


def _number(value: object, low: int, high: int) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
        raise ValueError(value)
    if not low <= int(text[:12]) <= high:
        raise ValueError(value)
    return int(text)


def _fraction(value: object, most: float) -> float:
    number = float(str(value))
    if isinstance(value, bool) or not 0 <= number <= most:
        raise ValueError(value)
    return number


_percent = partial(_number, low=0, high=100)
_count = partial(_number, low=1, high=1_000_000_000)
_price = partial(_fraction, most=999_999.99)


# Kind of a value in the code -> what it may be in files, and who reads it.
_KINDS: Mapping[type, tuple[str, Callable[[object], Value]]] = {
    bool: ("true or false", read_switch),
    int: ("a whole number from 1", _count),
    float: ("a number from 0", _price),
}


def _search_settings(section: str, config: type) -> Iterator[tuple[str, Setting]]:
    """Yield a setting for each field of a value of the model, by one rule for names."""
    for number in fields(config):
        default = getattr(config(), number.name)
        allowed, read = _KINDS[type(default)]
        yield f"{section}.{camel(number.name)}", Setting(allowed, read, default)


def variable_of(key: str) -> str:
    """Return the variable of a setting: adviser.askFrom is HOLDFAST_ADVISER_ASK_FROM.

    What a run and its notifications need goes without the name of its section.
    """
    name = key.removeprefix("notifications.").removeprefix("replay.").replace(".", "_")
    return "HOLDFAST_" + re.sub("(?=[A-Z])", "_", name).upper()


OFF, ANTHROPIC, COMPATIBLE = "off", "anthropic", "openai-compatible"
PROVIDERS = (OFF, ANTHROPIC, COMPATIBLE)
PERCENT = "a whole number from 0 to 100"
PRICE = "a price for a million tokens"
SWITCH = "true or false"
NAME = "a name that is not empty"

# Key in holdfast.toml -> what it is.
SETTINGS: Mapping[str, Setting] = {
    "store": Setting(
        "a path, or postgresql://user@host/database (a password only in HOLDFAST_STORE)",
        _store,
        default=".holdfast/holdfast.db",
    ),
    "organization": Setting(NAME, _text),
    "user": Setting(NAME, _text),
    "replay.baseUrl": Setting("an http or https address", _webhook),
    "replay.allowOrigins": Setting("origins such as http://localhost:*, with commas", _origins),
    "portal.url": Setting("an http or https address", _webhook, default="http://127.0.0.1:8765"),
    "notifications.emailOnFlagged": Setting(SWITCH, read_switch, default=False),
    "notifications.emailOnSuggestion": Setting(SWITCH, read_switch, default=False),
    "notifications.emailTo": Setting("email addresses separated by commas", _text),
    "notifications.emailFrom": Setting("an address", _text, default="holdfast@localhost"),
    "notifications.smtpHost": Setting("the name of a mail server", _text, default="localhost"),
    "notifications.smtpPort": Setting(
        "a port from 1 to 65535", partial(_number, low=1, high=65535), default=25
    ),
    "notifications.smtpSecurity": Setting(
        "one of starttls, tls, none",
        partial(_one_of, known=("starttls", "tls", "none")),
        default="none",
    ),
    "notifications.smtpUser": Setting(NAME, _text),
    "notifications.smtpPassword": Setting(
        "${NAME}, the variable that holds it", _text, secret=True
    ),
    "notifications.slackWebhook": Setting(
        "${NAME}, the variable that holds the https address", _webhook, secret=True
    ),
    "adviser.provider": Setting(
        f"one of {', '.join(PROVIDERS)}", partial(_one_of, known=PROVIDERS), default=OFF
    ),
    "adviser.model": Setting("the name of a model", _text),
    "adviser.baseUrl": Setting("an http or https address", _webhook),
    "adviser.askFrom": Setting(PERCENT, _percent, default=20),
    "adviser.askUpTo": Setting(PERCENT, _percent, default=90),
    "adviser.margin": Setting(PERCENT, _percent, default=20),
    "adviser.timeout": Setting(
        "whole seconds from 1 to 600", partial(_number, low=1, high=600), default=20
    ),
    "adviser.retries": Setting(
        "a whole number from 0 to 5", partial(_number, low=0, high=5), default=2
    ),
    "adviser.calls": Setting("a whole number from 1", _count, default=20),
    "adviser.tokens": Setting("a whole number from 1", _count, default=100_000),
    "adviser.inputPrice": Setting(PRICE, _price),
    "adviser.outputPrice": Setting(PRICE, _price),
    "adviser.pictures": Setting(SWITCH, read_switch, default=False),
    **dict(_search_settings("evidence", EvidenceScoringConfig)),
    **dict(_search_settings("vision", VisionStrategyConfig)),
    **{
        f"weights.{key}": Setting(
            "a share from 0 to 1; all together at most 1",
            partial(_fraction, most=1.0),
            default=float(WEIGHTS.get(name, 0)),
        )
        for name, key in FACTOR_KEYS.items()
    },
}


def resolve_plain(file: SettingsFile, environment: Mapping[str, str]) -> dict[str, Effective]:
    """Return what holds for every setting of the table; a wrong value raises, wherever it is."""
    return {key: _resolve(key, setting, file, environment) for key, setting in SETTINGS.items()}


def resolve_reference(key: str, value: str, place: str, environment: Mapping[str, str]) -> str:
    """Return what the variable holds that ``${NAME}`` names; an empty text when it holds nothing.

    Raises ``SettingInvalid`` for anything but a name: a secret must not stand in a file.
    """
    named = _REFERENCE.fullmatch(value.strip())
    if named is None:
        allowed = SETTINGS[key].allowed
        raise invalid(key, "(a text that is not shown)", allowed, place)
    return environment.get(named[1], "")


def _resolve(
    key: str, setting: Setting, file: SettingsFile, environment: Mapping[str, str]
) -> Effective:
    from_file = _from_file(key, setting, file, environment) if key in file.values else None
    variable = variable_of(key)
    if given := environment.get(variable):
        value = _checked(key, setting, given, variable)
        return Effective(value=value, place=variable, secret=setting.secret)
    if from_file is not None:
        return from_file
    return Effective(value=setting.default, place=DEFAULT, secret=setting.secret)


def _from_file(
    key: str, setting: Setting, file: SettingsFile, environment: Mapping[str, str]
) -> Effective:
    value, place = file.values[key], file.place_of(key)
    if setting.secret:
        held = resolve_reference(key, str(value), place, environment)
        checked = _checked(key, setting, held, f"the variable in {place}") if held else None
        return Effective(value=checked, place=place, secret=True)
    if key == "store" and _PASSWORD.match(str(value)):
        raise invalid(key, "(an address with a password)", setting.allowed, place)
    return Effective(value=_checked(key, setting, value, place), place=place)


def _checked(key: str, setting: Setting, value: object, place: str) -> Value:
    try:
        return setting.read(value)
    except ValueError as exc:
        shown = "(a text that is not shown)" if setting.secret else value
        raise invalid(key, shown, setting.allowed, place) from exc

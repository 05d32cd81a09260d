"""Catalogues: reads what packages say in English and in other languages, phrase by phrase."""

import io
import json
import re
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from gettext import GNUTranslations
from pathlib import Path
from typing import NamedTuple

from holdfast.matching.words.data import lines

# The languages that the table may hold, by the code that catalogues use.
LANGUAGES = dict(line.split() for line in lines("languages.txt"))
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "sh": "sr", "cnr": "sr"}
PLACE = "\u00a4"  # what stands in a phrase where a value will
_MARKUP = re.compile(r"<[^>]*>|&[a-z]+;|&#\d+;")
_PLACE = re.compile(
    r"\$?\{+[^{}]*\}+|%\(\w+\)[sdif]|%[sdif]|\$\w+|__\w+__|\$t\([^)]*\)|https?://\S+"
)


class Phrase(NamedTuple):
    """What one catalogue says for an English phrase in another language."""

    language: str
    english: str
    foreign: str


def read(archive: Path, patterns: Iterable[str]) -> list[Phrase]:
    """Return the phrases of a package, sorted, each once; those of one language alone are none."""
    regexes = [_regex(pattern) for pattern in patterns]
    found: set[Phrase] = set()
    keyed: defaultdict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    for name, data in _members(archive, regexes):
        match = next(hit for regex in regexes if (hit := regex.fullmatch(name)))
        language = code_of(match["language"])
        if name.endswith((".po", ".mo")):
            found.update(_phrases(language, _gettext(name, data)))
        elif language in LANGUAGES or language == "en":
            place = "/".join(
                part
                for key, part in match.groupdict().items()
                if key != "language" and not key.startswith("tail")
            )
            keyed[place].setdefault(language, {}).update(_keyed(name, data))
    for by_language in keyed.values():
        english = by_language.pop("en", {})
        for language, texts in by_language.items():
            pairs = {english[key]: text for key, text in texts.items() if key in english}
            found.update(_phrases(language, pairs))
    return sorted(found)


def code_of(written: str) -> str:
    """Return the language's code: 'de' for 'de_DE', 'pt' for 'ptBR', 'zh' for 'zh-Hant'."""
    code = re.match(r"[a-z]*", written)
    assert code
    return _SAME.get(code[0], code[0])


def clean(text: str) -> str:
    """Return a phrase without markup, its places for values marked."""
    return " ".join(_PLACE.sub(f" {PLACE} ", _MARKUP.sub(" ", text)).split())


def _phrases(language: str, pairs: Mapping[str, str]) -> Iterator[Phrase]:
    if language not in LANGUAGES:
        return
    for english, foreign in pairs.items():
        one, other = clean(english), clean(foreign)
        if one and other and one.casefold() != other.casefold():
            yield Phrase(language, one, other)


def _regex(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"([@*])", pattern)
    written = ""
    for number, part in enumerate(parts):
        if part == "@":
            written += r"(?P<language>[A-Za-z]{2,3}(?:[-_]?[A-Z][A-Za-z]{1,3})?(?:@\w+)?)"
        elif part == "*":
            tail = "tail" if pattern.endswith("-*.json") and number == len(parts) - 2 else "part"
            written += rf"(?P<{tail}{number}>[^/]*)"
        else:
            written += re.escape(part)
    return re.compile(written)


def _members(archive: Path, regexes: list[re.Pattern[str]]) -> Iterator[tuple[str, bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in sorted(wheel.namelist()):
                if any(regex.fullmatch(name) for regex in regexes):
                    yield name, wheel.read(name)
        return
    with tarfile.open(archive) as package:
        for member in sorted(package.getmembers(), key=lambda one: one.name):
            if any(regex.fullmatch(member.name) for regex in regexes):
                file = package.extractfile(member)
                assert file
                yield member.name, file.read()


def _gettext(name: str, data: bytes) -> dict[str, str]:
    if name.endswith(".po"):
        return _po(data.decode("utf-8", "replace"))
    catalogue = GNUTranslations(io.BytesIO(data))._catalog  # type: ignore[attr-defined]
    pairs = ((key[0] if isinstance(key, tuple) else key, text) for key, text in catalogue.items())
    return {str(key).rpartition("\x04")[2]: str(text) for key, text in pairs}


def _po(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for block in re.split(r"\n\s*\n", text):
        if "#, fuzzy" in block or re.search(r"^#,.*fuzzy", block, re.M):
            continue
        english, foreign = _po_value(block, "msgid"), _po_value(block, r"msgstr(?:\[0\])?")
        if english and foreign:
            pairs[english] = foreign
    return pairs


def _po_value(block: str, keyword: str) -> str:
    hit = re.search(rf'^{keyword}((?:\s*"(?:[^"\\]|\\.)*"\s*?\n?)+)', block, re.M)
    if not hit:
        return ""
    lines = re.findall(r'"((?:[^"\\]|\\.)*)"', hit[1])
    return "".join(lines).replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")


def _keyed(name: str, data: bytes) -> dict[str, str]:
    if name.endswith(".properties"):
        lines = data.decode("utf-8", "replace").splitlines()
        pairs = (line.split("=", 1) for line in lines if "=" in line and line[:1] not in "#!")
        return {key.strip(): _unescaped(text.strip()) for key, text in pairs}
    return dict(_flat("", json.loads(data.decode("utf-8-sig"))))


def _unescaped(text: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda hit: chr(int(hit[1], 16)), text)


def _flat(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            # One file of a kind has its language as the outermost key.
            yield from _flat(path if not path and key in _OUTER else f"{path}.{key}", inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _flat(f"{path}.{number}", inner)


_OUTER = frozenset(LANGUAGES) | {"en"}

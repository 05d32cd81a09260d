"""Stems: the form under which the forms of one word are the same."""

from functools import cache, lru_cache

from holdfast.matching.words.data import words
from holdfast.matching.words.folding import is_number, is_unspaced
from holdfast.matching.words.vectors import vocabulary

_IRREGULAR = {
    "sent": "send", "paid": "pay", "made": "make", "found": "find", "sold": "sell",
    "bought": "buy", "chosen": "choose", "chose": "choose", "hidden": "hide", "shown": "show",
    "written": "write", "read": "read", "begun": "begin", "ran": "run", "gone": "go",
    "people": "person", "children": "child", "men": "man", "women": "woman", "left": "left",
    "news": "news", "status": "status", "address": "address", "process": "process",
    "access": "access", "series": "series", "indices": "index", "criteria": "criterion",
    "data": "data", "media": "media", "lost": "lost", "forgotten": "forgot", "kept": "keep",
    "taken": "take", "given": "give", "seen": "see", "won": "win", "built": "build",
    "held": "hold", "meeting": "meeting", "setting": "setting", "settings": "setting",
    "building": "building", "training": "training", "shipping": "shipping", "rating": "rating",
    "billing": "billing", "pricing": "pricing", "heading": "heading", "listing": "listing",
    "booking": "booking", "reading": "reading", "string": "string", "need": "need",
    "feed": "feed", "used": "used", "related": "related", "united": "united",
}  # fmt: skip
_DOUBLED = frozenset("bdgmnprt")


@cache
def _endings() -> tuple[str, ...]:
    return tuple(sorted(words("endings.txt"), key=lambda ending: (-len(ending), ending)))


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """Return the plain form of an English word; the word itself when it is none we know."""
    if len(word) < 4 or not word.isascii():
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return next((form for form in _plain_forms(word) if form in vocabulary()), word)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what the forms of a word have in common; exact for English, a guess elsewhere.

    The guess ends with a hyphen: the stem of 'guardar' is not the English 'guard'.
    """
    plain = lemma(word)
    if plain in vocabulary() or is_number(plain) or is_unspaced(plain):
        return plain
    endings = _endings() if len(plain) > 5 else ()
    ending = next((end for end in endings if plain.endswith(end)), "")
    return plain[: max(4, len(plain) - len(ending))] + "-"


def _plain_forms(word: str) -> list[str]:
    if word.endswith("s"):
        return _singulars(word)
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2:
            return _verbs(base, ending)
    return []


def _singulars(word: str) -> list[str]:
    if word.endswith(("ss", "us", "is")):
        return []
    if word.endswith("ies"):
        return [word[:-3] + "y", word[:-1]]
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return [word[:-2], word[:-1]]
    return [word[:-1]]


def _verbs(base: str, ending: str) -> list[str]:
    if base.endswith("i") and ending == "ed":
        return [base[:-1] + "y"]
    if len(base) > 3 and base[-1] == base[-2] and base[-1] in _DOUBLED:
        return [base[:-1], base]
    if base[-1] in "vcgsuz" or (base.endswith("at") and len(base) > 4):
        return [base + "e", base]
    return [base, base + "e"]

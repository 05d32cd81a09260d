"""What a control shows beside or instead of words: an icon by its name, a picture by its file.

Icon fonts and sprites name what they show, and redesigns keep the sign while they change the font:
``fa fa-facebook`` becomes ``fab fa-facebook-f``. So names are brought to one form: what only says
how large, how filled or how framed is dropped, and the common signs have one name each.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from holdfast.model.snapshot import Snapshot
from holdfast.page.stability import is_generated

_STEMS = (
    "fa-", "icon-", "glyphicon-", "bi-", "ti-", "mdi-", "ion-", "octicon-", "nc-", "ni-", "lnr-",
    "la-", "lni-", "ri-", "bx-", "bxs-", "feather-", "lucide-", "pe-7s-", "tabler-icon-",
)  # fmt: skip
# How an icon is drawn, not what it shows.
_MANNER = frozenset(
    "fw lg xs sm md xl 2xs 2xl 1x 2x 3x 4x 5x 6x 7x 8x 9x 10x stack inverse spin pulse border li "
    "ul fixed width pull primary white 90 180 270 fill filled outline outlined line solid regular "
    "thin light bold sharp round rounded square circle ios android logo v s r b".split()
)
_MANNER_LAST = frozenset({"f", "in", "o", "alt"})  # facebook-f, linkedin-in; not box-arrow-in-right
_TURNED = frozenset({"rotate", "flip"})  # with how far: not what it shows
_HOW_FAR = frozenset("90 180 270 by horizontal vertical both".split())
_LETTERS = frozenset({"type", "format", "text", "font"})  # what is done to letters: bold, line
_FRAMES = ("circle", "square")  # shown only if there is nothing in the frame
_ALONE = frozenset({*_FRAMES, "bold", "line", "fill"})  # signs, if nothing else is named
# Signs that fonts call by different names.
_ONE_NAME = {
    "times": "close", "xmark": "close", "x": "close", "remove": "close", "cross": "close",
    "bars": "menu", "bar": "menu", "navicon": "menu", "reorder": "menu", "hamburger": "menu",
    "magnifier": "search", "magnifying-glass": "search",
    "trash-can": "trash", "bin": "trash", "delete": "trash",
    "cog": "gear", "cogs": "gear", "gears": "gear", "settings": "gear",
    "envelope": "mail", "email": "mail", "house": "home", "user": "person", "account": "person",
    "pencil": "edit", "pen": "edit", "pen-to": "edit", "shopping-cart": "cart", "ok": "check",
    "log-out": "sign-out", "logout": "sign-out", "log-in": "sign-in", "login": "sign-in",
    "sign-in": "sign-in",
}  # fmt: skip
_LIGATURE_NAMES = {"remove": "minus", "add": "plus"}  # elsewhere what removes is a cross
_PICTURES = frozenset({"img", "path", "use"})
# What packages call the icons of their own fonts: anticon-right, w-e-icon-bold, cke__bold_icon.
_OWN_FONT = re.compile(r"(?:icon|(?<=-)i)[-_]{1,3}(?P<sign>[a-z][a-z0-9_-]{1,30})\Z")
_OWN_FONT_END = re.compile(r"__(?P<sign>[a-z][a-z0-9-]{1,30})_icon\Z")
_NAMING = ("data-icon", "icon", "data-lucide", "data-feather")
_PICTURING = frozenset({*_NAMING, "xlink:href", "src"})
# Parts of a button or a font, not what it shows.
_NO_ICONS = frozenset(
    "placeholder container wrapper wrap button btn box text only small medium large start "
    "end top bottom before after prefix suffix default shape size inner outer image img svg "
    "font link label item holder group".split()
)
_LIGATURES = re.compile(r"\b(?:material-(?:icons|symbols)|mat-icon)")
_LIGATURE = re.compile(r"[a-z][a-z0-9_]{1,40}\Z")
_NO_SIGNS: frozenset[str] = frozenset()
_DEEP = 12  # elements of a control that are looked at
_LONGEST_FILE = 120  # characters of a file's name
_FILE_END = re.compile(r"\w{2,5}\Z")
_FOLDERS = re.compile(r"[/\\?#]")
# The last part of a file's name when it says how large the picture is, or which version.
_SIZE = re.compile(r"(?:\d{1,6}x\d{1,6}|[0-9a-f]{6,64}|min|\d{1,6}w)(?:@\dx)?\Z")
_PATH = 24  # characters of a drawing that tell it from others


def icons_of(page: Snapshot, index: int, end: int) -> frozenset[str]:
    """Return the signs and pictures that the elements from ``index`` to ``end`` show."""
    found: set[str] = set()
    tags, given, own = page.tags, page.attributes, page.index.own_texts
    for place in range(index, min(end, index + _DEEP)):
        if attributes := given[place]:
            if names := attributes.get("class"):
                found.update(_named(names))
                if place in own and _LIGATURES.search(names):
                    found.add(_ligature(own[place]))
            if tags[place] in _PICTURES or not _PICTURING.isdisjoint(attributes):
                found.update(_pictures(tags[place], attributes))
    found.discard("")
    return frozenset(found.difference(_FRAMES) or found) if found else _NO_SIGNS


def _ligature(text: str) -> str:
    """Return the sign that a font draws for a word, "" if the word is none of its names."""
    return _LIGATURE_NAMES.get(text) or _sign(text) if _LIGATURE.match(text) else ""


def _pictures(tag: str, attributes: Mapping[str, str]) -> Iterator[str]:
    """Yield what an element shows by its attributes; "" for nothing."""
    for name in _NAMING:
        if name in attributes:
            yield _sign(_without_font(attributes[name]))
    if tag in _PICTURES or "xlink:href" in attributes:
        yield _picture(tag, attributes)
    elif "-" in tag and "src" in attributes:  # an element of the page's own making
        yield _file(attributes["src"])


def _picture(tag: str, attributes: Mapping[str, str]) -> str:
    """Return what an element shows that is a picture itself, or names one; "" for nothing."""
    if tag == "img":
        return _file(attributes.get("src", ""))
    if tag == "path":
        return attributes.get("d", "")[:_PATH]
    link = attributes.get("xlink:href") or (tag == "use" and attributes.get("href")) or ""
    return _sign(link.rpartition("#")[2])


@lru_cache(maxsize=4096)
def _named(classes: str) -> tuple[str, ...]:
    return tuple(filter(None, map(_shown_by, classes.split())))


def _shown_by(name: str) -> str:
    """Return the sign that a class of an icon font stands for, "" if it is none."""
    for stem in _STEMS:
        if name.startswith(stem):
            return _sign(name[len(stem) :])
    own = _OWN_FONT.search(name) or _OWN_FONT_END.search(name)
    sign = _sign(own["sign"]) if own else ""
    return "" if _NO_ICONS.issuperset(sign.split("-")) else sign


def _without_font(name: str) -> str:
    """Return what an attribute calls an icon, without its font: ``mdi:home``, ``fa-home``."""
    name = name.rpartition(":")[2]
    stem = next(filter(name.startswith, _STEMS), "")
    return name[len(stem) :][:_PATH]


def _sign(name: str) -> str:
    """Return what an icon shows, without how it is drawn; "" if nothing is left to show."""
    parts = name.lower().replace("_", "-").split("-")
    if parts[0] in _TURNED and _HOW_FAR.issuperset(parts[1:]):
        return name if len(parts) == 1 else ""
    kept = parts if parts[0] in _LETTERS else [part for part in parts if part not in _MANNER]
    while len(kept) > 1 and kept[-1] in _MANNER_LAST and "-".join(kept) not in _ONE_NAME:
        kept = kept[:-1]
    if _MANNER_LAST.issuperset(kept):
        return name if name in _ALONE else ""
    sign = "-".join(kept)
    return _ONE_NAME.get(sign, sign)


@lru_cache(maxsize=1024)
def _file(address: str) -> str:
    """Return the name of a picture's file, "" if a machine made it."""
    if address.startswith("data:"):
        return address[-_PATH:]
    name, dot, ending = _FOLDERS.split(address[-1000:].partition("?")[0])[-1].rpartition(".")
    if not dot or not name or not _FILE_END.match(ending):
        return ""
    name = _without_size(name[-_LONGEST_FILE:].lower())
    return "" if is_generated(name) else name


def _without_size(name: str) -> str:
    """Return a file's name without what says only how large its picture is."""
    while (cut := max(map(name.rfind, "-_."))) > 0 and _SIZE.match(name, cut + 1):
        name = name[:cut]
    return name[:-3] if name[-3:-2] == "@" else name

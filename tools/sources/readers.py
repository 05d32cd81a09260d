"""Readers: what they say which control became which; the sheet they read, and their agreement."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.sources.recipe import HERE, Recipe, read_recipe, recipe_names

LABELS = HERE / "labels"
READERS = ("first", "second")
SIDES = ("old", "new")
NONE = "-"
UNSURE = "?"

_SAME = re.compile(r'data-same="([^"]+)"')

Answers = dict[str, dict[str, str | None]]  # state: old xpath: new xpath, or None
Control = dict[str, Any]


def sheet(recipe: Recipe, folder: Path, only: str | None = None) -> str:
    """Return the numbered controls of both pages of every state, for a reader.

    What the first state has already is not listed again, where a state has more than that.
    """
    lines = []
    first = {side: _controls(recipe, folder, recipe.states[0].name, side) for side in SIDES}
    for state in recipe.states:
        if only in (None, state.name):
            for side in SIDES:
                lines.append(f"\n== {state.name} {side}")
                known = {look for c in first[side] for look in _looks(c)}
                seen = list(enumerate(_controls(recipe, folder, state.name, side), 1))
                more = [one for one in seen if known.isdisjoint(_looks(one[1]))]
                lines += [_line(*one) for one in more or seen]
    return "\n".join(lines)


def read(recipe: Recipe, folder: Path, file: Path, reader: str) -> str:
    """Write down a reader's lines (`== state`, then `old-number new-number|-|?`) as labels."""
    told: Answers = {}
    state = ""
    for line in file.read_text("utf-8").replace(",", "\n").splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["=="]:
            state = words[1]
            old, new = (_controls(recipe, folder, state, side) for side in SIDES)
            told[state] = {}
        elif words and words[1] != UNSURE:
            to = None if words[1] == NONE else new[int(words[1]) - 1]["xpath"]
            told[state][old[int(words[0]) - 1]["xpath"]] = to
    _write(LABELS / reader / f"{recipe.name}.json", told)
    return f"{recipe.name}: {sum(map(len, told.values()))} labels"


def agree() -> str:
    """Keep what both readers say of each source; return how far they agree."""
    lines = [f"{'source':28} both read  agree  kept"]
    for name in recipe_names():
        first, second = (answers(LABELS / reader / f"{name}.json") for reader in READERS)
        if not second:
            continue
        both = [(s, o) for s in first for o in first[s] if o in second.get(s, {})]
        kept = [(s, o) for s, o in both if first[s][o] == second[s][o]]
        agreed: Answers = {state: {} for state in first}
        for state, old in kept:
            agreed[state][old] = first[state][old]
        _write(LABELS / f"{name}.json", agreed)
        share = 100 * len(kept) / max(1, len(both))
        lines.append(f"{name:28} {len(both):9} {share:5.1f}% {len(kept):5}")
    return "\n".join(lines)


def final(name: str) -> Answers:
    """Return the labels that hold: those of both readers, before the second those of the first."""
    return answers(LABELS / f"{name}.json") or answers(LABELS / "first" / f"{name}.json")


def by_construction(recipe: Recipe, folder: Path) -> Answers:
    """Return what the pages of a source say themselves: `data-same` names who became whom."""
    told: Answers = {}
    for state in recipe.states:
        old, new = (
            {
                e["same"]: path
                for path, e in _by_xpath(recipe, folder, state.name, side).items()
                if "same" in e
            }
            for side in SIDES
        )
        told[state.name] = {path: new.get(key) for key, path in old.items()}
    return told


def write_pairs(folder: Path) -> str:
    """Write pairs.jsonl for every source that is built and labelled; return what it holds."""
    built = [name for name in recipe_names() if (folder / "pages" / name).is_dir()]
    pairs = [pair for name in built for pair in _pairs(read_recipe(name), folder)]
    text = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    (folder / "pairs.jsonl").write_text(text, "utf-8")
    gone = sum(pair["new_xpath"] is None for pair in pairs)
    sources = len({pair["source"] for pair in pairs})
    return f"{len(pairs)} pairs of {sources} sources, {gone} of them without counterpart"


def table() -> str:
    """Return the sources as the rows of a Markdown table, with how much is labelled of each."""
    return "\n".join(_row(read_recipe(name)) for name in recipe_names())


def _row(recipe: Recipe) -> str:
    found = [new for told in final(recipe.name).values() for new in told.values()]
    if not found:
        old, new = (_SAME.findall((recipe.folder / f"{s}.html").read_text("utf-8")) for s in SIDES)
        found = [key if key in new else None for key in old]
    gone = found.count(None)
    sides = f"{recipe.old.version} → {recipe.new.version}"
    packages = ", ".join(recipe.packages) or "none"
    words = (recipe.name, recipe.about, recipe.language, packages, sides, recipe.licence)
    return f"| {' | '.join(words)} | {len(found) - gone} | {gone} |"


def _pairs(recipe: Recipe, folder: Path) -> Iterable[dict[str, Any]]:
    for state, told in (final(recipe.name) or by_construction(recipe, folder)).items():
        old, new = (_by_xpath(recipe, folder, state, side) for side in SIDES)
        if not (old and new):  # what was not built is not gone
            print(f"{recipe.name} {state}: not built on both sides: left out")
            continue
        for before, now in told.items():
            if before not in old or (now is not None and now not in new):
                print(f"{recipe.name} {state}: {before} -> {now} is not on the pages: left out")
                continue
            one, other = old[before], new[now] if now else None
            yield {
                "source": recipe.name,
                "page": state,
                "old": recipe.old.version,
                "new": recipe.new.version,
                "old_xpath": before,
                "new_xpath": now,
                "label_by": "manual",
                "keys": ["manual:read"],
                "old_tag": one["tag"],
                "new_tag": other and other["tag"],
                "interactable": True,
                "visible_old": one["visible"],
                "visible_new": other and other["visible"],
                "xpath_same": other and before == now,
                "family": recipe.family,
            }


def _file(recipe: Recipe, folder: Path, state: str, side: str) -> Path:
    version = recipe.old.version if side == "old" else recipe.new.version
    return folder / "pages" / recipe.name / version / state


def _controls(recipe: Recipe, folder: Path, state: str, side: str) -> list[Control]:
    text = _file(recipe, folder, state, side).with_suffix(".controls").read_text("utf-8")
    listed: list[Control] = json.loads(text)
    return listed


def _by_xpath(recipe: Recipe, folder: Path, state: str, side: str) -> dict[str, Any]:
    path = _file(recipe, folder, state, side).with_suffix(".json")
    if not path.is_file():
        return {}
    return {told["xpath"]: told for told in json.loads(path.read_text("utf-8"))["elements"]}


def _looks(control: Control) -> set[tuple[str, ...]]:
    """Return by what a control is the same one in another state: its XPath, or its place."""
    place = tuple(str(control[key]) for key in "xywh")
    return {(control["name"], control["xpath"]), (control["name"], control["kind"], *place)}


def _line(number: int, control: Control) -> str:
    place = "{x:.0f},{y:.0f} {w:.0f}x{h:.0f}".format(**control)
    name = control["name"] or f"({control['classes']})"
    return f"{number:3} {name} | {control['kind']} | {place} | {control['around']}"


def answers(path: Path) -> Answers:
    """Return what a file of labels says; nothing where there is none."""
    told: Answers = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return told


def _write(path: Path, told: Answers) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")

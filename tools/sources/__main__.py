"""The open benchmark's own sources: python -m tools.sources COMMAND FOLDER."""

import argparse
from collections.abc import Callable
from pathlib import Path

from tools.sources import readers, score
from tools.sources.build import build
from tools.sources.recipe import read_recipe, recipe_names


def _build(asked: argparse.Namespace) -> str:
    failed: list[str] = []
    for name in [asked.only] if asked.only else recipe_names():
        print(name, flush=True)
        try:
            build(read_recipe(name), asked.folder)
        except Exception as exc:  # noqa: BLE001  # other people's programs: the next source may do
            failed.append(f"{name}: {exc}")
            print(f"  failed: {exc}", flush=True)
    told = readers.write_pairs(asked.folder)
    if failed:
        count = "1 source" if len(failed) == 1 else f"{len(failed)} sources"
        raise SystemExit("\n".join([told, f"{count} failed:", *failed]))
    return told


def _sheet(asked: argparse.Namespace) -> str:
    return readers.sheet(read_recipe(asked.name), asked.folder, asked.state)


def _read(asked: argparse.Namespace) -> str:
    return readers.read(read_recipe(asked.name), asked.folder, asked.answers, asked.reader)


def _agree(asked: argparse.Namespace) -> str:
    return f"{readers.agree()}\n{readers.write_pairs(asked.folder)}"


def _table(_: argparse.Namespace) -> str:
    return readers.table()


def _score(asked: argparse.Namespace) -> str:
    return score.report(list(score.ask(asked.folder, score.load_system(asked.name))))


COMMANDS: dict[str, Callable[[argparse.Namespace], str]] = {
    "build": _build,
    "sheet": _sheet,
    "read": _read,
    "agree": _agree,
    "table": _table,
    "score": _score,
}


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.sources")
    parser.add_argument("command", choices=list(COMMANDS))
    parser.add_argument("folder", type=Path, help="where the pages are, or come to be")
    parser.add_argument("name", nargs="?", help="sheet, read: the source; score: module:function")
    parser.add_argument("answers", nargs="?", type=Path, help="read: the reader's lines")
    parser.add_argument("--only", help="build: one source")
    parser.add_argument("--state", help="sheet: one state")
    parser.add_argument("--reader", default="second", choices=readers.READERS)
    asked = parser.parse_args()
    print(COMMANDS[asked.command](asked))


if __name__ == "__main__":
    main()

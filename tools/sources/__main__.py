"""The open benchmark's own sources: python -m tools.sources build|sheet|read|agree|pairs FOLDER."""

import argparse
from pathlib import Path

from tools.sources import labels
from tools.sources.build import build
from tools.sources.recipe import read_recipe, recipe_names


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.sources")
    parser.add_argument("command", choices=["build", "sheet", "read", "agree", "pairs"])
    parser.add_argument("folder", type=Path, help="where the pages are, or come to be")
    parser.add_argument("name", nargs="?", help="sheet, read: the source")
    parser.add_argument("answers", nargs="?", type=Path, help="read: the reader's lines")
    parser.add_argument("--only", help="build: one source")
    parser.add_argument("--state", help="sheet: one state")
    parser.add_argument("--reader", default="second", choices=["first", "second"])
    asked = parser.parse_args()
    if asked.command == "build":
        for name in [asked.only] if asked.only else recipe_names():
            print(name)
            build(read_recipe(name), asked.folder)
    elif asked.command == "sheet":
        print(labels.sheet(read_recipe(asked.name), asked.folder, asked.state))
    elif asked.command == "read":
        print(labels.read(read_recipe(asked.name), asked.folder, asked.answers, asked.reader))
    elif asked.command == "agree":
        print(labels.agree())
    if asked.command in ("build", "agree", "pairs"):
        print(labels.write_pairs(asked.folder))


if __name__ == "__main__":
    main()

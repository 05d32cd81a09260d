"""Recipe: what a source is made of, as its recipe.toml says."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RECIPES = HERE / "recipes"
UPGRADES, REDESIGNS = FAMILIES = ("upgrades", "redesigns")
VERBS = ("go", "click", "right-click", "hover", "fill", "press", "run", "wait")

Step = Sequence[str]  # a verb, and what it needs: a selector, a value


@dataclass(frozen=True)
class Side:
    """One version of the application."""

    version: str
    packages: dict[str, str] = field(default_factory=dict)  # npm package: version
    pypi: dict[str, str] = field(default_factory=dict)  # PyPI package: version
    run: str = ""  # starts the application as a server; without it, pages of the recipe use files
    seed: str = ""  # a script of the recipe that runs before it, where its data are
    open: str = "/"  # the address on the server
    python: str = ""  # the version of Python
    until: str = ""  # packages that they need are not newer than this date


@dataclass(frozen=True)
class State:
    """What is done before the page is taken: `a__b` is state a before, state b now."""

    name: str
    old: Sequence[Step]
    new: Sequence[Step]


@dataclass(frozen=True)
class Recipe:
    """One source."""

    name: str
    about: str
    family: str
    language: str
    licence: str
    old: Side
    new: Side
    states: Sequence[State]

    @property
    def folder(self) -> Path:
        """Return where its pages are written down."""
        return RECIPES / self.name

    @property
    def packages(self) -> list[str]:
        """Return the names of the packages of both sides."""
        sides = (self.old, self.new)
        return sorted({name for side in sides for name in (*side.packages, *side.pypi)})

    def file(self, side: str) -> str:
        """Return the name of the page that one side opens: its own, or that of both."""
        return f"{side}.html" if (self.folder / f"{side}.html").is_file() else "page.html"


def read_recipe(name: str) -> Recipe:
    """Return the recipe of a source."""
    told = tomllib.loads((RECIPES / name / "recipe.toml").read_text("utf-8"))
    states = [_state(state) for state in told.pop("states")]
    old, new = (Side(**told.pop(side)) for side in ("old", "new"))
    return Recipe(name=name, old=old, new=new, states=states, **told)


def recipe_names() -> list[str]:
    """Return the names of all sources."""
    return sorted(path.parent.name for path in RECIPES.glob("*/recipe.toml"))


def _state(told: dict[str, Any]) -> State:
    both = told.get("both", [])
    return State(told["name"], told.get("old", both), told.get("new", both))

"""The front door: what `import holdfast` gives, documented, typed, and quick."""

import inspect
import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import holdfast
from holdfast import errors


def test_all_is_sorted_and_without_duplicates() -> None:
    assert list(holdfast.__all__) == sorted(set(holdfast.__all__))


def test_nothing_public_is_missing_from_all() -> None:
    public = {
        name
        for name, value in vars(holdfast).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert public <= set(holdfast.__all__)


@pytest.mark.parametrize("name", holdfast.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    assert (inspect.getdoc(getattr(holdfast, name)) or "").strip()


@pytest.mark.parametrize("name", holdfast.__all__)
def test_public_functions_and_methods_are_documented_and_typed(name: str) -> None:
    value = getattr(holdfast, name)
    functions = [value] if inspect.isfunction(value) else _own_methods(value)
    for function in functions:
        assert inspect.getdoc(function), function
        assert "return" in inspect.get_annotations(function), function


def test_the_names_that_others_rely_on_are_there() -> None:
    promised = {"Fingerprint", "Location", "Snapshot", "fingerprint", "locate", "parse"}
    assert promised <= set(holdfast.__all__)


def test_importing_holdfast_starts_neither_browser_nor_store() -> None:
    listing = "import sys, holdfast; print(*sys.modules)"
    seen = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    assert not {"playwright", "sqlalchemy", "typer"} & set(seen.stdout.split())


def test_every_error_is_of_the_family_and_documented() -> None:
    for value in vars(errors).values():
        if inspect.isclass(value) and value.__module__ == errors.__name__:
            assert issubclass(value, errors.HoldfastError)
            assert inspect.getdoc(value)
            assert value.exit_code in {1, 2, 3}


def _own_methods(value: object) -> list[FunctionType]:
    if not inspect.isclass(value):
        return []
    own = [member for name, member in vars(value).items() if not name.startswith("_")]
    return [member for member in own if isinstance(member, FunctionType)]

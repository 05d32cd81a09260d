"""The front door: what `import holdfast` gives, documented, typed, and quick."""

import inspect
import pickle
import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import holdfast
from holdfast import errors

ERRORS = [
    (name, value)
    for name, value in vars(errors).items()
    if inspect.isclass(value) and issubclass(value, errors.HoldfastError)
]


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


@pytest.mark.parametrize("name", holdfast.__all__)
def test_every_public_name_says_that_it_is_ours(name: str) -> None:
    value = getattr(holdfast, name)
    assert (value.__module__, value.__qualname__) == ("holdfast", name)
    assert pickle.loads(pickle.dumps(value)) is value


def test_the_names_that_others_rely_on_are_there() -> None:
    promised = (
        "Snapshot Fingerprint Recording Quote Location Recorder Player HealedWarning Thresholds "
        "Mode parse capture capture_async fingerprint locate anchor heal evaluate_healing "
        "evaluate_healing_async"
    )
    assert set(promised.split()) <= set(holdfast.__all__)
    assert {name for name, _ in ERRORS} <= set(holdfast.__all__)


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("locate", "fingerprint snapshot"),
        ("capture", "page closed_roots"),
        ("fingerprint", "snapshot target"),
        ("anchor", "quote page"),
    ],
)
def test_the_calls_take_what_the_documents_say(call: str, arguments: str) -> None:
    taken = list(inspect.signature(getattr(holdfast, call)).parameters)
    assert taken[: len(arguments.split())] == arguments.split()
    assert call != "locate" or len(taken) == 2


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'holdfast' has no attribute 'nothing'"):
        holdfast.nothing  # noqa: B018 - asking is the test


def test_the_names_are_listed_before_they_are_used() -> None:
    assert set(holdfast.__all__) <= set(dir(holdfast))


def test_importing_holdfast_starts_neither_browser_nor_store() -> None:
    listing = "import sys, holdfast; print(*sys.modules)"
    seen = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    assert not {"playwright", "sqlalchemy", "typer"} & set(seen.stdout.split())


@pytest.mark.parametrize(("name", "error"), ERRORS)
def test_every_error_is_documented_and_has_an_exit_code(
    name: str, error: type[errors.HoldfastError]
) -> None:
    assert getattr(holdfast, name) is error
    assert inspect.getdoc(error)
    assert error.exit_code in {1, 2, 3}


def _own_methods(value: object) -> list[FunctionType]:
    if not inspect.isclass(value):
        return []
    own = [member for name, member in vars(value).items() if not name.startswith("_")]
    return [member for member in own if isinstance(member, FunctionType)]

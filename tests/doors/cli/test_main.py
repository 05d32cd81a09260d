"""How the command line answers: help, errors, exit codes."""

import subprocess
import sys
from importlib import metadata
from itertools import chain

import pytest
import typer

from holdfast import errors
from holdfast.doors.cli import main, run
from holdfast.doors.cli.commands import COMMANDS, load

NAMES = list(chain.from_iterable(COMMANDS.values()))


def an_application_that_raises(raised: BaseException) -> typer.Typer:
    application = typer.Typer()

    @application.command()
    def command() -> None:
        raise raised

    return application


def test_the_version_is_the_installed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"holdfast {metadata.version('holdfast')}\n"


def test_help_names_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for panel, lines in COMMANDS.items():
        assert panel in shown
        for name, line in lines.items():
            assert f"{name} " in shown
            assert line.split()[0] in shown


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_its_help_with_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    assert f"holdfast {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_of_the_table_leads_to_a_command(name: str) -> None:
    assert load(name).help


def test_help_imports_no_command_and_starts_nothing_heavy() -> None:
    program = "import sys, holdfast.doors.cli as c; c.main(['--help']); print(*sys.modules)"
    seen = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    imported = set(seen.stdout.splitlines()[-1].split())
    commands = {f"holdfast.doors.cli.{name}_command" for name in NAMES}
    assert not imported & {*commands, "playwright", "sqlalchemy"}


def test_without_a_command_the_help_is_shown_as_wrong_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert "Usage: holdfast" in captured.out
    assert captured.err == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["lcate"], "error: no such command 'lcate'", id="command"),
        pytest.param(["--nope"], "error: no such option: --nope", id="option"),
        pytest.param(["doctor", "--nope"], "next: holdfast doctor --help", id="next"),
    ],
)
def test_wrong_usage_is_told_on_stderr_and_exits_with_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("raised", "code", "told"),
    [
        pytest.param(errors.ResolutionError("gone"), 1, "error: gone\n", id="resolution"),
        pytest.param(errors.UsageError("odd"), 2, "error: odd\n", id="usage"),
        pytest.param(errors.EnvironmentFailure("off"), 3, "error: off\n", id="environment"),
        pytest.param(KeyError("x"), 3, "error: unexpected KeyError: 'x'", id="bug"),
        pytest.param(KeyboardInterrupt(), 130, "", id="interrupt"),
    ],
)
def test_each_kind_of_error_has_its_exit_code(
    raised: BaseException, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(an_application_that_raises(raised), []) == code
    err = capsys.readouterr().err
    assert err.startswith(told)
    assert "Traceback" not in err


def test_debug_shows_the_traceback_wherever_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    application = an_application_that_raises(errors.ResolutionError("gone"))
    assert run(application, ["--debug"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "error: gone" in err


def test_a_reader_that_leaves_early_is_no_traceback() -> None:
    seen = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m holdfast --help | true"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in seen.stderr
    assert "BrokenPipe" not in seen.stderr

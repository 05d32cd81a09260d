"""The documents say what the code does: names have headings, pasted help and README are real."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from holdfast import errors
from holdfast.adapters.sql.schema import metadata
from holdfast.app.setting_table import SETTINGS, variable_of
from holdfast.deciding.adjustments import BOOSTERS, PENALTIES
from holdfast.deciding.gates import AT_MOST
from holdfast.doors.cli.commands import COMMANDS, load
from holdfast.model.strategy import BASE_WEIGHTS, StrategyType

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"])
FENCED_HELP = re.compile(r"```console\n\$ (holdfast[^\n]*--help)\n(.*?)```\n", re.DOTALL)


def headings(page: str) -> set[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {heading.replace("`", "").strip() for heading in found}


def command_lines() -> Iterator[str]:
    """Yield `holdfast`, each command, and each command of a group."""
    yield "holdfast"
    for name in chain.from_iterable(COMMANDS.values()):
        yield f"holdfast {name}"
        for below in getattr(load(name), "commands", {}):
            yield f"holdfast {name} {below}"


# Prints what each command line on its input prints, in one process: starting sixty takes a minute.
_PRINT_HELP = """
import contextlib, io, json, sys
from holdfast.doors.cli import main

shown = {}
for line in json.load(sys.stdin):
    sys.argv = [*line.split(), "--help"]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main(sys.argv[1:])
    shown[line] = out.getvalue()
json.dump(shown, sys.stdout)
"""


@cache
def real_help() -> Mapping[str, str]:
    """Return all help as it is printed on 80 columns without colours, by command line."""
    shown = subprocess.run(
        [sys.executable, "-c", _PRINT_HELP],
        input=json.dumps([*command_lines()]),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"},
    )
    return {
        line: "\n".join(row.rstrip() for row in text.splitlines()).strip("\n") + "\n"
        for line, text in json.loads(shown.stdout).items()
    }


def test_every_command_has_a_heading() -> None:
    assert set(command_lines()) <= headings("reference/cli.md")


def test_the_pasted_help_is_the_real_one() -> None:
    page = DOCS / "reference/cli.md"
    text = page.read_text(encoding="utf-8")
    pasted = {line.removesuffix(" --help"): shown for line, shown in FENCED_HELP.findall(text)}
    if os.environ.get("UPDATE_DOCS"):  # make docs
        for line, real in real_help().items():
            text = with_help(text, line, pasted.get(line), real)
        page.write_text(text, "utf-8")
    else:
        assert pasted == real_help(), "next: make docs"


def with_help(text: str, command_line: str, pasted: str | None, real: str) -> str:
    """Return the page with the command's help renewed, in a new section if it had none."""
    head = f"```console\n$ {command_line} --help\n"
    if pasted is None:
        return f"{text}\n## {command_line}\n\n{head}{real}```\n"
    return text.replace(head + pasted, head + real)


def test_the_site_lists_the_documents_in_the_order_of_their_first_page() -> None:
    first = (DOCS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert listed == ["README.md", *re.findall(r"\]\(([^)]+\.md)\)", first)]


def test_every_error_has_a_heading() -> None:
    ours = {
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, errors.HoldfastError)
    }
    assert ours == headings("reference/errors.md") - {"Errors"}


def test_the_tree_in_the_errors_module_names_every_error() -> None:
    tree = errors.__doc__ or ""
    assert headings("reference/errors.md") - {"Errors"} == set(
        re.findall(r"(?m)^[ │├└─]+([A-Z]\w+)", tree)
    )


def test_every_strategy_has_a_heading_with_its_weight() -> None:
    text = (DOCS / "reference/strategies.md").read_text(encoding="utf-8")
    assert {kind.value for kind in StrategyType} <= headings("reference/strategies.md")
    for kind, weight in BASE_WEIGHTS.items():
        assert re.search(rf"\| `{kind.value}` \| {weight:.2f} \|", text), kind


def test_every_variable_has_a_heading() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    used = {name for source in sources for name in re.findall(r"HOLDFAST_[A-Z_]*[A-Z]", source)}
    # Those of searches are alike, and stand in tables only.
    alike = ("evidence.", "vision.", "weights.")
    used |= {variable_of(key) for key in SETTINGS if not key.startswith(alike)}
    assert used <= headings("reference/settings.md")


def test_every_setting_is_in_the_table_with_its_variable() -> None:
    text = (DOCS / "reference/settings.md").read_text(encoding="utf-8")
    for key in SETTINGS:
        assert re.search(rf"\| `{re.escape(key)}` \|.*\| `{variable_of(key)}` \|", text), key


def test_every_table_of_the_store_is_explained() -> None:
    text = (DOCS / "reference/store.md").read_text(encoding="utf-8")
    for table in metadata.tables:
        assert f"| `{table}` |" in text


def test_every_gate_booster_and_penalty_is_explained() -> None:
    text = (DOCS / "why/confidence.md").read_text(encoding="utf-8")
    for gate, action in AT_MOST.items():
        assert re.search(rf"\| `{gate}` \|.*\| {action.value} \|", text), gate
    for booster in BOOSTERS:
        assert re.search(rf"`{booster.name}`\s\+{booster.points}\b", text), booster.name
    for penalty in PENALTIES:
        assert re.search(rf"`{penalty.name}` \u2212{penalty.points}\b", text), penalty.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_the_documents_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    missing = [target for target in local if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/tutorial.md",
        "docs/how-to/find-an-element-on-a-saved-page.md",
        "docs/how-to/work-in-batch.md",
        "docs/reference/store.md",
        "docs/why/words.md",
    ],
)
def test_the_python_in_the_documents_runs_and_prints_what_they_say(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```\n\s*```text\n(.*?)```", text, re.DOTALL)
    assert examples
    for code, printed in examples:
        shown = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert shown.stdout == printed


def test_the_commands_of_the_tutorial_work_one_after_the_other(tmp_path: Path) -> None:
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    script = "\n".join(["set -e", *re.findall(r"```sh\n(.*?)```", text, re.DOTALL)])
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    shown = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
    )
    assert shown.returncode == 0, shown.stderr
    assert 'get_by_role("button", name="Save changes"' in shown.stdout
    assert shown.stdout.endswith("exit code 1\n")


def test_from_the_readme_a_first_heal_is_at_most_three_commands_away(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert first is not None
    install, *commands = [line.partition("#")[0].split() for line in first[1].splitlines()]
    assert install[:2] == ["pip", "install"]
    assert 1 <= len(commands) <= 2
    for name, *arguments in commands:
        assert name == "holdfast"
        shown = subprocess.run(
            [sys.executable, "-m", name, *arguments], capture_output=True, text=True, cwd=tmp_path
        )
    assert "is now    <select> 'Country'" in shown.stdout, shown.stderr


def test_the_readme_names_the_two_commands_of_a_fresh_clone() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text

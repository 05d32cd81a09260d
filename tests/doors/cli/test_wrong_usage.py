"""What makes no sense is told before anything is done: wanted, seen, next; and it exits with 2."""

from pathlib import Path

import orjson
import pytest
from tests.doors.cli.conftest import Call
from tests.unit.app.paper_browser import a_recording, a_step

from holdfast.doors.cli.replay_many import find_recordings

BODY = '<h1>Cart</h1><button id="go">Go</button>'
NO_STORE = "postgresql://nobody@127.0.0.1:1/none"


@pytest.fixture
def shop(project: Path) -> Path:
    """Return a recording in the project, and another beside it."""
    for name in ("shop", "cart"):
        a_recording(a_step("click", "#go", BODY), name=name).save(project / f"{name}.json")
    return project / "shop.json"


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("line", "what", "next_"),
    [
        pytest.param(
            "replay shop.json cart.json --ask",
            "--ask is for one recording, replayed here, and not for --json",
            "holdfast fix asks afterwards",
            id="asking about several",
        ),
        pytest.param(
            "replay shop.json --ask --json", "--ask is for one recording", "leave it out",
            id="asking a program",
        ),
        pytest.param(
            "replay shop.json cart.json --trace t.zip",
            "--trace names one file, and there are several runs",
            "traces of failed runs are kept in .holdfast/traces",
            id="one trace of several runs",
        ),
        pytest.param(
            f"replay shop.json --queue {NO_STORE} --learn",
            "-j, --learn and --trace are not for a queue",
            "leave them out, or add --wait",
            id="learning far away",
        ),
        pytest.param(
            f"replay shop.json --queue {NO_STORE} --junit out.xml",
            "--junit, --report, --summary and --json need --wait",
            "add --wait",
            id="results that nobody waits for",
        ),
        pytest.param(
            f"replay shop.json --queue {NO_STORE} --headed",
            "--headed and --browser-ws do not travel with a job",
            "give them to holdfast worker",
            id="a window far away",
        ),
        pytest.param(
            "replay shop.json --var customer", "--var wants NAME=VALUE, got 'customer'",
            "--var customer=42", id="a variable without a value",
        ),
        pytest.param(
            "replay shop.json --var =7", "--var wants NAME=VALUE, got '=7'", "--var customer=42",
            id="a value without a variable",
        ),
        pytest.param(
            "replay .holdfast", "no recordings below '.holdfast'", "holdfast record URL --out",
            id="a folder without recordings",
        ),
        pytest.param(
            "replay shop.json cart.json --shard 3/2", "3/2", "--shard",
            id="a part that is not there",
        ),
        pytest.param(
            "queue cancel", "name the runs to cancel, or say --all", "holdfast queue status",
            id="cancelling nothing",
        ),
        pytest.param(
            "queue cancel r1 --all", "name the runs to cancel, or say --all",
            "holdfast queue status", id="cancelling one and all",
        ),
        pytest.param(
            "queue status", "a queue needs PostgreSQL", "--queue postgresql://user@host/database",
            id="a queue in a file",
        ),
        pytest.param(
            "serve --trusted-proxy nowhere",
            "--trusted-proxy must be an address or a network, got 'nowhere'",
            "--trusted-proxy 127.0.0.1",
            id="a proxy that is none",
        ),
        pytest.param(
            "export shop.json --to devtools --out cart.json", "'cart.json' exists already",
            "--force to write over it", id="writing over a file",
        ),
        pytest.param(
            "locate old.html", "wanted the old page, the new page and --target, got 1 page(s)",
            "holdfast locate OLD.html NEW.html --target '#save'", id="one page",
        ),
        pytest.param(
            "locate a.html b.html --fingerprint f.json --target x",
            "a fingerprint is looked for on one page, without --target",
            "holdfast locate NEW.html --fingerprint FILE", id="a fingerprint and a target",
        ),
        pytest.param(
            "identity a.html", "wanted either --target", "holdfast identity PAGE.html --target",
            id="nothing to describe",
        ),
        pytest.param(
            "anchor a.html", "wanted the quote once", "--exact 'the words'", id="no quote",
        ),
        pytest.param(
            "anchor a.html --exact x --out b.json", "--out and --review are for many annotations",
            "give --annotations FILE.json", id="one quote as many",
        ),
        pytest.param(
            "batch locate rows.jsonl --out found.csv",
            "--out wants a .parquet file, saw 'found.csv'", "rename it",
            id="answers in another format",
        ),
        pytest.param(
            "batch locate rows.jsonl --out found.parquet --engine ray --workers 2",
            "--workers is for --engine processes", "leave it out", id="workers of a cluster",
        ),
        pytest.param(
            "config set mode balanced", "say for whom, once", "--user NAME or --recording NAME",
            id="a setting for nobody",
        ),
        pytest.param(
            "config set mode balanced --user ann --recording shop", "say for whom, once",
            "give --user NAME", id="a setting for two",
        ),
        pytest.param(
            "config show --recording nowhere", "no recording is called 'nowhere'",
            "give the path of its file", id="settings of an unknown recording",
        ),
        pytest.param(
            "analytics --wanted-error 0",
            "--wanted-error must lie between 0 and 100 percent, got 0", "--wanted-error 5",
            id="no errors at all",
        ),
        pytest.param(
            "analytics --wanted-error 100", "--wanted-error must lie between 0 and 100", "5",
            id="nothing but errors",
        ),
        pytest.param(
            "report --since yesterday", "cannot read the period 'yesterday'", "such as 30d",
            id="a period in words",
        ),
        pytest.param(
            "report --since 1d --until 2d", "the period begins", "--since 30d",
            id="a period that ends first",
        ),
        pytest.param(
            "import shop.json --test one", "--test names a test of a Selenium IDE project",
            "leave --test out", id="a test of no project",
        ),
    ],
)  # fmt: skip
def test_nonsense_is_told_with_the_way_out(call: Call, line: str, what: str, next_: str) -> None:
    code, out, err = call(*line.split(" "))
    assert (code, out) == (2, ""), err
    first, _, rest = err.removeprefix("error: ").partition("\n  next: ")
    assert what in first
    assert next_ in rest
    assert not first.endswith("."), "a message is no sentence"
    assert first[0] == first[0].lower()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        pytest.param("replay nowhere.json", "cannot read 'nowhere.json'", id="a recording"),
        pytest.param("validate nowhere.json", "cannot read 'nowhere.json'", id="to validate"),
        pytest.param("import nowhere.json", "cannot read 'nowhere.json'", id="to import"),
        pytest.param("locate a.html b.html -t x", "cannot read 'a.html'", id="a page"),
        pytest.param("anchor a.html --exact x", "cannot read 'a.html'", id="a text"),
        pytest.param("batch anchor a.jsonl --out b.parquet", "no file 'a.jsonl'", id="rows"),
    ],
)
def test_a_file_that_is_not_there_is_the_outsides_fault(call: Call, line: str, what: str) -> None:
    code, out, err = call(*line.split(" "))
    assert (code, out) == (3, "")
    assert what in err
    assert "\n  next: check the path" in err


def test_a_part_of_the_recordings_is_the_same_on_every_machine(project: Path, shop: Path) -> None:
    parts = [find_recordings([project], f"{number}/2") for number in (1, 2)]
    assert [path.name for part in parts for path in part] == ["cart.json", "shop.json"]
    assert shop in parts[1]


def test_a_recording_that_is_named_twice_is_replayed_once(project: Path, shop: Path) -> None:
    assert find_recordings([shop, project, shop]) == find_recordings([project])


def test_other_json_beside_recordings_is_passed_over(project: Path, shop: Path) -> None:
    (project / "package.json").write_text('{"name": "shop"}', encoding="utf-8")
    (project / "folder.json").mkdir()
    names = [path.name for path in find_recordings([project])]
    assert names == ["cart.json", shop.name]


def test_a_step_that_cannot_be_exported_is_refused_when_all_are_wanted(
    call: Call, project: Path
) -> None:
    lost = a_step("dialog", message="Sure?", accept=True)
    a_recording(lost, name="odd").save(project / "odd.json")
    code, out, err = call(
        "export", "odd.json", "--to", "playwright-pytest", "--strict", "--out", "t.py"
    )
    assert (code, out) == (1, "")
    assert "1 step not taken over (1), and --strict wants all" in err
    assert not (project / "t.py").exists(), "nothing is written by halves"


def test_an_account_of_the_steps_is_data_too(call: Call, shop: Path, project: Path) -> None:
    code, out, _ = call("export", shop.name, "--to", "selenium-pytest", "--out", "t.py", "--json")
    told = orjson.loads(out)
    assert code == 0
    assert told["out"] == "t.py"
    assert [one["fate"] for one in told["account"]] == ["taken over"]
    assert (project / "t.py").read_text(encoding="utf-8").count("def test_shop(") == 1

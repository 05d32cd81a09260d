"""The open benchmark's own sources: recipes that can be built, labels that fit, agreement."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tools.sources import readers
from tools.sources.__main__ import main
from tools.sources.build import build
from tools.sources.readers import LABELS, READERS, agree, final
from tools.sources.recipe import FAMILIES, REDESIGNS, VERBS, Recipe, Side, read_recipe, recipe_names
from tools.sources.score import ask, report, without
from tools.sources.server import running

from holdfast.bench.examples import family_of

# Kept for measuring by others, or part of a corpus that exists already: no source is made of them.
RESERVED = re.compile(
    r"django|wagtail|sphinx|flask-admin|flower|mlflow|rq-dashboard|node-red|tiddlywiki|bull-board"
    r"|redis-commander|ungit|cloudcmd|startbootstrap|material-dashboard|jsoneditor|datasette|sqlite-web"
    r"|locust|mitm|jupyter|altair|graphiql|svgedit|redoc|tinymce|fullcalendar|video\.js|datatables"
    r"|tabulator|ag-grid|antd|element-ui|element-plus|vuetify|admin-lte|gentelella|swagger-ui|argon-design"
)
XPATH = re.compile(r"/html(/[a-z][\w:.-]*(\[\d+\])?)+")


@pytest.fixture(params=recipe_names())
def recipe(request: pytest.FixtureRequest) -> Recipe:
    return read_recipe(request.param)


def test_a_recipe_says_all_that_a_build_needs(recipe: Recipe) -> None:
    assert recipe.family in FAMILIES
    assert all([recipe.about, recipe.licence, re.fullmatch("[a-z]{2}", recipe.language)])
    assert recipe.old.version != recipe.new.version
    for name, side in (("old", recipe.old), ("new", recipe.new)):
        if side.run:
            assert "{port}" in side.run
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", side.until)
            assert (recipe.folder / side.seed).exists()
        else:
            assert (recipe.folder / recipe.file(name)).is_file()
    steps = [step for state in recipe.states for step in (*state.old, *state.new)]
    assert {step[0] for step in steps} <= set(VERBS)
    assert len({state.name for state in recipe.states}) == len(recipe.states)


def test_every_package_of_a_page_is_named_with_its_version(recipe: Recipe) -> None:
    for side, told in (("old", recipe.old), ("new", recipe.new)):
        if told.run:
            continue
        page = (recipe.folder / recipe.file(side)).read_text("utf-8")
        used = set(re.findall(r"/npm/((?:@[^/]+/)?[^/]+)/", page))
        assert used <= set(told.packages)
        assert "://" not in re.sub(r"http://app\.test/\S*|https?://\.{3}", "", page)


def test_a_source_that_cannot_be_built_is_named_and_what_was_built_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sources", "build", str(tmp_path), "--only", "no-such-source"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert "1 source failed:\nno-such-source: " in str(ended.value)
    assert (tmp_path / "pairs.jsonl").exists()
    assert capsys.readouterr().out.startswith("no-such-source\n  failed: ")


def test_no_source_is_made_of_a_reserved_name(recipe: Recipe) -> None:
    names = [recipe.name, *recipe.packages]
    assert [name for name in names if RESERVED.search(name.lower())] == []


def test_the_name_tells_the_family_that_the_fit_sees(recipe: Recipe) -> None:
    assert family_of("own", recipe.name) == recipe.family
    assert recipe.name.startswith(("r2-", "r3-")) is (recipe.family == REDESIGNS)


def test_labels_are_xpaths_of_states_and_one_to_one(recipe: Recipe) -> None:
    answers = final(recipe.name)
    assert set(answers) <= {state.name for state in recipe.states}
    for told in answers.values():
        found = [new for new in told.values() if new is not None]
        assert len(found) == len(set(found))
        assert all(XPATH.fullmatch(path) for path in (*told, *found))


def test_only_what_both_readers_say_is_kept(recipe: Recipe) -> None:
    first, second = (readers.answers(LABELS / reader / f"{recipe.name}.json") for reader in READERS)
    if second:
        both = {(s, o, n) for s, told in first.items() for o, n in told.items()} & {
            (s, o, n) for s, told in second.items() for o, n in told.items()
        }
        kept = {(s, o, n) for s, told in final(recipe.name).items() for o, n in told.items()}
        assert kept == both


def test_there_are_sources_enough_and_of_several_languages() -> None:
    recipes = [read_recipe(name) for name in recipe_names() if final(name)]
    assert len(recipes) >= 15
    assert len({recipe.language for recipe in recipes} - {"en"}) >= 2
    assert {recipe.family for recipe in recipes} == set(FAMILIES)


def test_the_page_lists_every_source_with_its_labels() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/open-benchmark.md").read_text("utf-8")
    assert readers.table() in page, "next: python -m tools.sources table FOLDER"


def test_agreement_counts_what_both_have_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "LABELS", tmp_path)
    name = recipe_names()[0]
    read = {
        "first": {"s": {"/a": "/x", "/b": None, "/c": "/y"}},
        "second": {"s": {"/a": "/x", "/b": "/z"}},
    }
    for reader, told in read.items():
        (tmp_path / reader).mkdir()
        (tmp_path / reader / f"{name}.json").write_text(json.dumps(told), "utf-8")
    assert re.search(rf"{name}\s+2\s+50\.0%\s+1$", agree(), re.MULTILINE)
    assert json.loads((tmp_path / f"{name}.json").read_text("utf-8")) == {"s": {"/a": "/x"}}


def test_pages_say_themselves_which_control_became_which(tmp_path: Path) -> None:
    recipe = next(read_recipe(name) for name in recipe_names() if name.startswith("r3-"))
    state = recipe.states[0].name
    sides = {
        recipe.old.version: [{"xpath": "/a", "same": "save"}, {"xpath": "/b", "same": "help"}],
        recipe.new.version: [{"xpath": "/x"}, {"xpath": "/y", "same": "save"}],
    }
    for version, elements in sides.items():
        place = tmp_path / "pages" / recipe.name / version
        place.mkdir(parents=True)
        (place / f"{state}.json").write_text(json.dumps({"elements": elements}), "utf-8")
    assert readers.by_construction(recipe, tmp_path)[state] == {"/a": "/y", "/b": None}


def test_what_was_built_by_halves_is_not_taken_for_gone(tmp_path: Path) -> None:
    recipe = next(read_recipe(name) for name in recipe_names() if name.startswith("r3-"))
    page = json.dumps({"elements": [{"xpath": "/a", "same": "save", "tag": "a", "visible": True}]})
    place = tmp_path / "pages" / recipe.name / recipe.old.version
    place.mkdir(parents=True)
    (place / f"{recipe.states[0].name}.json").write_text(page, "utf-8")
    assert readers.write_pairs(tmp_path).startswith("0 pairs")
    assert (tmp_path / "pairs.jsonl").read_text("utf-8") == ""


def test_an_application_starts_with_its_seed_data_and_is_taken_state_by_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = tmp_path / "recipes" / "shelf"
    recipe.mkdir(parents=True)
    (recipe / "recipe.toml").write_text(SHELF, "utf-8")
    (recipe / "seed.py").write_text(SHELF_SEED, "utf-8")
    monkeypatch.setattr("tools.sources.recipe.RECIPES", tmp_path / "recipes")
    with ThreadPoolExecutor(1) as thread:  # in this one a browser of other tests may have its loop
        thread.submit(build, read_recipe("shelf"), tmp_path).result()
    for version, state, name in (("1", "list", "one"), ("2", "list", "one"), ("2", "book", "back")):
        page = tmp_path / "pages/shelf" / version / state
        assert json.loads(page.with_suffix(".json").read_text())["url"].startswith(
            "http://app.test/"
        )
        (control,) = json.loads(page.with_suffix(".controls").read_text())
        assert control["name"] == name


def test_a_server_that_does_not_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    side = Side(version="1", run="""python -c 'raise SystemExit("no {port}")'""")
    recipe = replace(read_recipe(recipe_names()[0]), old=side)
    told = r"does not answer; next: read .*\n.*no \d+"
    with pytest.raises(RuntimeError, match=told), running(recipe, side, tmp_path):
        pass


SHELF = """
about = "A shelf"
family = "upgrades"
language = "en"
licence = "ours"
[old]
version = "1"
seed = "seed.py"
run = "python -m http.server --bind 127.0.0.1 {port}"
open = "/list.html"
[new]
version = "2"
seed = "seed.py"
run = "python -m http.server --bind 127.0.0.1 {port}"
open = "/list.html"
[[states]]
name = "list"
[[states]]
name = "book"
both = [["go", "/book.html"]]
"""
SHELF_SEED = """
from pathlib import Path
Path("list.html").write_text("<a href='book.html'>one</a>")
Path("book.html").write_text("<a href='list.html'>back</a><img src='http://elsewhere.test/'>")
"""

OLD = "<html><body><a href='/a'>Save</a><a href='/b'>Close</a><button>Help</button></body></html>"
NEW = "<html><body><p><button><b>Save</b></button></p><input id='i'><a>Stop</a></body></html>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return a folder of one source: Save became a button, Close became Stop, Help is gone."""
    for version, html in (("1", OLD), ("2", NEW)):
        place = tmp_path / "pages/shop" / version
        place.mkdir(parents=True)
        (place / "home.html").write_text(html, "utf-8")
        (place / "home.json").write_text('{"elements": []}', "utf-8")
    labelled = {"/html/body/a[1]": "/html/body/p/button", "/html/body/a[2]": "/html/body/a"}
    where = {"source": "shop", "page": "home", "old": "1", "new": "2", "family": "upgrades"}
    pairs = [
        {**where, "old_xpath": old, "new_xpath": labelled.get(old)}
        for old in (*labelled, "/html/body/button")
    ]
    text = "".join(json.dumps(pair) + "\n" for pair in pairs)
    (tmp_path / "pairs.jsonl").write_text(text, "utf-8")
    return tmp_path


def test_a_score_counts_right_wrong_and_refused(built: Path) -> None:
    def system(old: str, new: str, target: str, *boxes: object) -> tuple[str | None, None]:
        return "/html/body/p/button/b" if "Save" in new else None, None

    # Save: its inside is right, and refused once it is removed. Close: wrong twice. Help: wrong.
    figures = report(list(ask(built, system)))
    assert figures.splitlines()[-1] == "| upgrades | 1 | 50.0 | 50.0 | 50.0 | 0.0 |"


def test_a_removed_element_is_gone_with_its_wrapper() -> None:
    html, boxes = without(NEW, "/html/body/p/button", {"/html/body/input": {"x": 1}})
    assert "Save" not in html
    assert "<p>" not in html
    assert boxes == {"/html/body/input": {"x": 1}}

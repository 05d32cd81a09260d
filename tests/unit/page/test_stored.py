"""What is stored of a recorded page's index is what would be worked out again."""

import os
import subprocess
import sys
from dataclasses import replace

import orjson
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.page.test_names import pieces

from holdfast.adapters.html import parse
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import snapshot_from_json, snapshot_to_json
from holdfast.page.compact import compact

HTML = (
    "<body><nav><a href=/a>Home</a><a href=/b title=Cart><i></i></a></nav><table><tr><td>one<td>two"
    f"<tr><td>{'long ' * 60}<td>{'wide ' * 20}<img alt=pic></table>"
    "<div hidden><button>Closed</button></div>"
    "<label>Name <input></label><ul role=presentation><li>x</ul>"
)


def stored(page: Snapshot) -> Snapshot:
    return snapshot_from_json(orjson.loads(orjson.dumps(snapshot_to_json(page))))


@given(st.lists(pieces, min_size=1, max_size=40).map("".join))
def test_roles_and_names_come_back_as_they_would_be_worked_out(soup: str) -> None:
    page = compact(parse(f"<body>{soup}"))
    kept, anew = stored(page).index, replace(page).index
    assert list(kept.roles) == list(anew.roles)
    assert list(kept.laid_open.names) == list(anew.laid_open.names)
    assert list(kept.names) == list(anew.names)


def test_what_was_stored_is_not_worked_out_again() -> None:
    data = snapshot_to_json(compact(parse(HTML)))
    data["index"]["roles"] = {"banner": [3]}
    data["index"]["names"] = {"at": [3], "values": ["as stored"]}
    index = snapshot_from_json(data).index
    assert (index.roles[3], index.laid_open.names[3]) == ("banner", "as stored")


def test_by_other_rules_it_is_made_again() -> None:
    page = compact(parse(HTML))
    data = snapshot_to_json(page)
    data["index"] = {"rules": data["index"]["rules"] + 1, "whatever": "is in it"}
    index = snapshot_from_json(data).index
    assert list(index.roles) == list(page.roles)
    assert list(index.laid_open.names) == list(page.index.laid_open.names)


def test_long_names_are_left_out_and_come_back() -> None:
    page = compact(parse(HTML))
    assert None in snapshot_to_json(page)["index"]["names"]["values"]
    assert list(stored(page).index.laid_open.names) == list(page.index.laid_open.names)


def test_only_a_recorded_page_carries_its_index() -> None:
    assert "index" not in snapshot_to_json(parse(HTML))


def test_every_process_writes_the_same_bytes() -> None:
    program = (
        "import sys, orjson, holdfast; from holdfast.page.compact import compact;"
        "print(orjson.dumps(compact(holdfast.parse(sys.argv[1])).to_json()).decode())"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", program, HTML],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(written) == 1

"""Tables of rows: what comes out is what single calls say; a wrong row gets an error."""

import orjson
import pyarrow as pa
import pytest

import holdfast
from holdfast.batch import anchor_table, fingerprint_table, locate_table
from holdfast.errors import UsageError

OLD = "<h1>Orders</h1><button id=save>Save</button><button id=drop>Delete</button>"
NEW = "<h1>Orders</h1><div><button id=store class=primary>Save</button></div><a href=/x>Help</a>"
TEXT = "The parcel is sent free of charge within two days. Returns are paid by the sender."


def test_an_element_is_located_as_the_single_call_does() -> None:
    table = pa.table({"id": [7], "target": ["#save"], "old_html": [OLD], "new_html": [NEW]})
    (row,) = locate_table(table).to_pylist()
    alone = holdfast.locate(holdfast.fingerprint(holdfast.parse(OLD), "#save"), holdfast.parse(NEW))
    assert alone.node is not None
    assert (row["id"], row["xpath"], row["error"]) == (7, alone.node.xpath, None)
    assert row["probability"] == pytest.approx(alone.probability)
    assert row["p_gone"] == pytest.approx(alone.p_gone)


def test_a_removed_element_is_refused_with_its_reason() -> None:
    table = pa.table({"id": ["a"], "target": ["#drop"], "old_html": [OLD], "new_html": [NEW]})
    (row,) = locate_table(table).to_pylist()
    assert row["xpath"] is None
    assert row["refusal"]
    assert row["reason"]


def test_a_fingerprint_taken_in_batch_locates_in_batch() -> None:
    taken = fingerprint_table(pa.table({"id": [1], "html": [OLD], "target": ["#save"]}))
    kept = taken.column("fingerprint").to_pylist()
    assert orjson.loads(kept[0])
    (row,) = locate_table(pa.table({"id": [1], "fingerprint": kept, "new_html": [NEW]})).to_pylist()
    assert row["xpath"] == "/html/body/div/button"


def test_quotes_of_one_document_are_anchored() -> None:
    table = pa.table(
        {
            "id": [1, 2],
            "exact": ["free of charge", "paid by the sender"],
            "prefix": ["is sent ", None],
            "start": [19.0, None],
            "text": [TEXT, TEXT],
        }
    )
    rows = anchor_table(table).to_pylist()
    assert [TEXT[row["start"] : row["end"]] for row in rows] == [
        "free of charge",
        "paid by the sender",
    ]
    assert all(row["confidence"] > 80 and row["error"] is None for row in rows)


def test_wrong_rows_become_errors_and_the_others_are_answered() -> None:
    table = pa.table(
        {
            "id": [1, 2, 3, 4],
            "target": ["#save", "##", None, "#save"],
            "old_html": [OLD, OLD, OLD, OLD],
            "new_html": [None, NEW, NEW, NEW],
        }
    )
    errors = [row["error"] for row in locate_table(table).to_pylist()]
    assert "new_html or new_path" in errors[0]
    assert errors[1]
    assert "column target" in errors[2]
    assert errors[3] is None
    quotes = pa.table({"id": [1, 2], "exact": ["", "free"], "start": [-1, 0], "text": [TEXT, TEXT]})
    first, second = anchor_table(quotes).to_pylist()
    assert first["error"]
    assert second["error"] is None


def test_a_missing_column_is_named() -> None:
    with pytest.raises(UsageError, match="new_html or new_path or new_url"):
        locate_table(pa.table({"id": [1], "target": ["a"], "old_html": [OLD]}))

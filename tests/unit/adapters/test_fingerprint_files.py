"""Fingerprints as files: named by what is in them, so that many processes can write them."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from holdfast.adapters.fingerprint_files import MOST_LOOKS, FingerprintFiles
from holdfast.model.fingerprint import Fingerprint
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

PLACE = "tests/test_shop.py/test_save/0123456789"
TODAY = datetime.now(UTC).date()


def a_look(words: str = "Save") -> Fingerprint:
    return describe(a_page(f"<h1>Account</h1><button id='save'>{words}</button>"), "#save")


@pytest.fixture
def files(tmp_path: Path) -> FingerprintFiles:
    return FingerprintFiles(tmp_path)


def test_what_was_saved_is_read_again_by_another_process(files: FingerprintFiles) -> None:
    files.save(PLACE, "/cart", "aaaa", a_look())
    [look] = FingerprintFiles(files.folder).looks(PLACE, "/cart")
    assert look.node.text == "Save"
    assert look.strategies == a_look().strategies


def test_looks_are_kept_by_kind_of_page(files: FingerprintFiles) -> None:
    files.save(PLACE, "/cart", "aaaa", a_look("Save"))
    files.save(PLACE, "/help", "bbbb", a_look("Send"))
    assert [look.node.text for look in files.looks(PLACE, "/help")] == ["Send"]
    assert len(files.looks(PLACE)) == 2
    assert len(files.looks("tests/test_shop.py/*/0123456789", "/cart")) == 1
    assert files.looks("tests/test_other.py/*/0123456789") == []


def test_one_page_is_stored_once(files: FingerprintFiles) -> None:
    page = a_page("<button id='a'>One</button><button id='b'>Two</button>")
    files.save(PLACE, "/", "aaaa", describe(page, "#a"))
    files.save(PLACE, "/", "bbbb", describe(page, "#b"))
    assert len(list((files.folder / "pages").iterdir())) == 1


def test_the_oldest_of_too_many_looks_is_dropped(files: FingerprintFiles) -> None:
    for number in range(MOST_LOOKS + 1):
        files.save(PLACE, "/", f"look{number}", a_look(f"Save {number}"))
        file = next((files.folder / "fingerprints" / PLACE).glob(f"*look{number}.json"))
        os.utime(file, (number, number))
    files.save(PLACE, "/", "another", a_look("Another"))
    texts = {look.node.text for look in files.looks(PLACE, "/")}
    assert len(texts) == MOST_LOOKS
    assert {"Another", f"Save {MOST_LOOKS}"} <= texts


def test_a_file_of_today_is_fresh_and_one_of_yesterday_is_not(files: FingerprintFiles) -> None:
    assert not files.is_fresh(PLACE, "/", TODAY)
    files.save(PLACE, "/", "aaaa", a_look())
    assert files.is_fresh(PLACE, "/", TODAY)
    assert not files.is_fresh(PLACE, "/other", TODAY)
    assert not files.is_fresh(PLACE, "/", TODAY + timedelta(days=1))


def test_a_damaged_file_counts_as_missing(files: FingerprintFiles) -> None:
    files.save(PLACE, "/", "aaaa", a_look())
    file = next((files.folder / "fingerprints" / PLACE).iterdir())
    for damage in (b"{", b"[]", b'{"format": "holdfast-fingerprint/9"}', b'{"pageRef": "../../x"}'):
        file.write_bytes(damage)
        assert files.looks(PLACE, "/") == []


def test_pages_that_nothing_names_are_swept_when_they_are_old(files: FingerprintFiles) -> None:
    files.save(PLACE, "/", "aaaa", a_look("Save"))
    files.save(PLACE, "/", "bbbb", a_look("Send"))
    files.forget(PLACE, "/", "aaaa")
    now = datetime.now(UTC).timestamp()
    assert files.sweep(now) == 0
    assert files.sweep(now + 2 * 86_400) == 1
    assert [look.node.text for look in files.looks(PLACE)] == ["Send"]

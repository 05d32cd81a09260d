"""The tables as they are shipped: how big, in which order, made of what."""

from importlib.resources import files
from pathlib import Path

import pytest
from tools.words import sources

from holdfast.matching.words.data import lines
from holdfast.matching.words.lists import contrasts, phrases, synonym_groups

_ROOT = Path(__file__).parents[4]
_DATA = files("holdfast.matching.words").joinpath("data")
_PERMISSIVE = {"MIT", "BSD", "BSD-3-Clause", "Apache-2.0"}


def test_all_tables_together_stay_below_five_megabytes() -> None:
    sizes = [len(table.read_bytes()) for table in _DATA.iterdir() if table.is_file()]
    assert sum(sizes) < 5_000_000


def test_there_are_many_groups_contrasts_and_languages() -> None:
    assert len(list(lines("synonyms.txt"))) > 150
    assert len(list(lines("opposites.txt"))) > 100
    assert len(list(lines("languages.txt"))) > 30


def test_translations_are_sorted_and_whole() -> None:
    rows = _DATA.joinpath("translations.txt").read_bytes().split(b"\n")
    assert rows == sorted(set(rows))
    assert all(row.count(b"\t") == 2 for row in rows)


def test_every_language_has_words() -> None:
    rows = _DATA.joinpath("translations.txt").read_text(encoding="utf-8").split("\n")
    columns = [row.rpartition("\t")[2] for row in rows]
    found = {codes[at : at + 2] for codes in columns for at in range(0, len(codes), 2)}
    assert found == {line.split()[0] for line in lines("languages.txt")}


def test_no_phrase_of_the_lists_is_written_twice() -> None:
    assert len(list(lines("phrases.txt"))) == len(phrases())


def test_no_word_stands_on_both_sides_of_a_contrast() -> None:
    for word, places in contrasts().items():
        numbers = [place.contrast for place in set(places)]
        assert len(numbers) == len(set(numbers)), word


def test_the_lists_hold_plain_forms_of_known_words() -> None:
    assert {"save", "delete", "login", "setting"} <= synonym_groups().keys()


@pytest.mark.parametrize("source", sources.CATALOGUES, ids=lambda source: source.name)
def test_every_package_may_be_used_and_is_named(source: sources.Source) -> None:
    assert source.licence in _PERMISSIVE
    assert len(source.sha256) == 64
    notice = (_ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f"{source.name} {source.version} ({source.licence})" in notice


def test_the_vectors_are_named() -> None:
    notice = (_ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f"{sources.VECTORS.name} {sources.VECTORS.version}" in notice

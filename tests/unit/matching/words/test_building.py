"""The pure parts of the command that builds the tables."""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tools.words import catalogues, distil, lexicon
from tools.words.__main__ import translations, written
from tools.words.catalogues import Phrase

_PHRASES = [
    ("Save", "Speichern"),
    ("Save order", "Bestellung speichern"),
    ("Delete order", "Bestellung löschen"),
    ("Delete", "Löschen"),
    ("New order", "Neue Bestellung"),
    ("Password", "Mot de passe"),
]


def test_words_are_learnt_from_phrases() -> None:
    learnt = {entry.word: entry.english for entry in lexicon.learn(lexicon.pairs_of(_PHRASES))}
    assert max(learnt["bestellung"], key=learnt["bestellung"].__getitem__) == "order"
    assert max(learnt["loschen"], key=learnt["loschen"].__getitem__) == "delete"
    assert learnt["mot de passe"] == {"password": 1.0}


def test_a_script_without_spaces_is_cut_at_known_words() -> None:
    assert lexicon.cut("顧客を削除", {"顧客", "削除"}) == ["顧客", "を", "削除"]
    assert lexicon.cut("löschen", {"lösch"}) == ["löschen"]


def test_the_same_phrases_give_the_same_table_whatever_their_order() -> None:
    phrases = [Phrase("de", english, foreign) for english, foreign in _PHRASES]
    there, back = (written(translations(order, set())) for order in (phrases, phrases[::-1]))
    assert there == back
    assert b"loschen\tdelete\tde" in there


def test_english_words_are_left_out() -> None:
    assert "speichern" not in translations([Phrase("de", "Save", "Speichern")], {"speichern"})


def test_what_joins_in_most_languages_means_nothing() -> None:
    stop, word = lexicon.Entry("de", {}, 9), lexicon.Entry("de", {"of": 0.4}, 9)
    assert lexicon.merge({"es": [stop], "fr": [stop], "xx": [word]})["de"] == (
        [],
        ["es", "fr", "xx"],
    )


def test_vectors_are_small_and_the_same_each_time() -> None:
    words = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    table = np.random.default_rng(7).normal(size=(26, 100)).astype(np.float32)
    table[1] = table[0] + 0.01
    small = distil.distil(words, words, table)
    assert small.dtype == np.int8
    assert (small == distil.distil(words, words, table)).all()
    units = small / np.linalg.norm(small.astype(float), axis=1, keepdims=True)
    assert units[0] @ units[1] > 0.95


def test_words_of_the_lists_are_kept_before_the_most_used() -> None:
    ranks = {word: at for at, word in enumerate(["the", "save", "order", "rare"])}
    chosen = distil.choose({"order": 9, "save": 3}, ["rare"], ranks)
    assert chosen == ["order", "rare", "save", "the"]


@pytest.mark.parametrize(
    ("written_as", "code"),
    [("de_DE", "de"), ("ptBR", "pt"), ("zh-Hant", "zh"), ("nb", "no"), ("sr@latin", "sr")],
)
def test_languages_are_known_by_one_code(written_as: str, code: str) -> None:
    assert catalogues.code_of(written_as) == code


def test_places_for_values_and_markup_are_no_words() -> None:
    assert catalogues.clean("Delete <b>{name}</b> %(n)d") == "Delete ¤ ¤"


def test_catalogues_of_three_kinds_are_read(tmp_path: Path) -> None:
    archive = tmp_path / "made_up-1.whl"
    po = '#, fuzzy\nmsgid "Old"\nmsgstr "Alt"\n\nmsgid "Save"\nmsgstr "Speichern"\n'
    with zipfile.ZipFile(archive, "w") as wheel:
        wheel.writestr("made_up/locale/de/LC_MESSAGES/django.po", po)
        wheel.writestr("made_up/en.json", json.dumps({"act": {"drop": "Delete"}, "en": "English"}))
        wheel.writestr("made_up/fr.json", json.dumps({"act": {"drop": "Supprimer {x}"}}))
        wheel.writestr("made_up/texts_en.properties", "# remark\nFIND=Search\n")
        wheel.writestr("made_up/texts_es.properties", "FIND=B\\u00fasqueda\n")
    patterns = ("*/locale/@/LC_MESSAGES/*.po", "made_up/@.json", "made_up/texts_@.properties")
    assert catalogues.read(archive, patterns) == [
        Phrase("de", "Save", "Speichern"),
        Phrase("es", "Search", "Búsqueda"),
        Phrase("fr", "Delete", "Supprimer ¤"),
    ]

"""Secret fields are known in the languages of the web; harmless ones are left alone."""

from pathlib import Path

from holdfast.model.secret_fields import is_secret_field

Field = tuple[str, str, str]


def _fields(kind: str) -> list[Field]:
    lines = (Path(__file__).parent / "fields.txt").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in f"{line}|||".split("|")] for line in lines[1:]]
    return [(row[1], row[2], row[3]) for row in rows if row[0] == kind]


SECRET, HARMLESS = _fields("secret"), _fields("harmless")


def _taken(field: Field) -> bool:
    label, name, autocomplete = field
    return is_secret_field({"name": name, "autocomplete": autocomplete}, label)


def test_the_corpus_is_large_and_about_half_of_it_is_harmless() -> None:
    assert len(SECRET) + len(HARMLESS) >= 150
    assert len(HARMLESS) >= len(SECRET) * 0.8


def test_99_of_100_secret_fields_are_known() -> None:
    missed = [field for field in SECRET if not _taken(field)]
    assert len(missed) <= len(SECRET) // 100, missed


def test_at_most_5_of_100_harmless_fields_are_taken_for_secret() -> None:
    alarms = [field for field in HARMLESS if _taken(field)]
    assert len(alarms) <= len(HARMLESS) * 5 // 100, alarms


def test_no_secret_field_is_missed_for_its_spelling() -> None:
    for label, name, autocomplete in SECRET:
        assert _taken((label.upper(), name, autocomplete)) or not _taken(
            (label, name, autocomplete)
        )

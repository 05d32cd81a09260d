"""The patch of healed locators: exactly what stands there, and nothing that needs a person."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.app.call_site import Span
from holdfast.app.patching import ByHand, Plan, diff, plan
from holdfast.app.written import Healed
from holdfast.model.thresholds import HealingAction

INSTEAD = 'page.get_by_role("button", name="Save changes", exact=True)'


def healed_at(file: Path, written: str, *calls: str, instead: str = INSTEAD) -> Healed:
    """Return what is written when the expression of this file was healed."""
    source = file.read_bytes()
    start = source.index(written.encode())
    before = source[:start].decode()
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2].encode())
    end_line = line + written.count("\n")
    last = written.rpartition("\n")[2].encode()
    end_column = len(last) + (column if end_line == line else 0)
    return Healed(
        place="test_shop.py/test_save/0123456789",
        file=str(file),
        function="test_save",
        line=line,
        span=Span(line, end_line, column, end_column),
        expression=".".join(["page", *calls]),
        calls=calls,
        instead=instead,
        confidence=92,
        action=HealingAction.AUTO_APPLY,
        was="<button> 'Save changes'",
        now="<button> 'Save changes'",
        reason="same label",
        used=True,
    )


def source(root: Path, text: str, newline: str = "\n") -> Path:
    file = root / "test_shop.py"
    file.write_bytes(text.replace("\n", newline).encode())
    return file


def planned(root: Path, *healed: Healed) -> Plan:
    found = [(root / f"{number}.json", one) for number, one in enumerate(healed)]
    return plan(found, root, Path.read_bytes)


def applied(root: Path, made: Plan) -> str:
    """Return the source after git applied the patch."""
    (root / "healed.patch").write_bytes(diff(made, root, Path.read_bytes))
    subprocess.run(["git", "init", "-q", "."], cwd=root, check=True)
    subprocess.run(["git", "apply", "healed.patch"], cwd=root, check=True)
    return (root / "test_shop.py").read_bytes().decode()


def only_reason(made: Plan) -> str:
    assert made.changes == []
    [hand] = made.by_hand
    assert isinstance(hand, ByHand)
    return hand.reason


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
def test_the_expression_is_replaced_and_nothing_else(tmp_path: Path, newline: str) -> None:
    text = 'def test_save(page):\n    page.locator("#save").click()  # Ä\n    page.locator("#no")\n'
    file = source(tmp_path, text, newline)
    made = planned(tmp_path, healed_at(file, 'page.locator("#save")', 'locator("#save")'))
    expected = text.replace('page.locator("#save")', INSTEAD).replace("\n", newline)
    assert applied(tmp_path, made) == expected


def test_columns_count_bytes_and_a_last_line_may_have_no_end(tmp_path: Path) -> None:
    text = 'def test_save(page):\n    x = "äöü"; page.locator("#save").click()'
    file = source(tmp_path, text)
    made = planned(tmp_path, healed_at(file, 'page.locator("#save")', 'locator("#save")'))
    assert applied(tmp_path, made) == text.replace('page.locator("#save")', INSTEAD)


def test_the_page_keeps_its_name_and_a_chain_goes_as_a_whole(tmp_path: Path) -> None:
    text = (
        "def test_save(self):\n"
        "    (self.shop.page.locator('form')\n"
        "        .get_by_role('button', name='Save', exact=True)\n"
        "        .first).click()\n"
    )
    file = source(tmp_path, text)
    chain = text[text.index("self.shop") : text.index(").click")]
    calls = ('locator("form")', 'get_by_role("button", name="Save", exact=True)', "first")
    made = planned(tmp_path, healed_at(file, chain, *calls))
    assert applied(tmp_path, made) == text.replace(
        chain, INSTEAD.replace("page.", "self.shop.page.")
    )


def test_lines_that_moved_since_are_found_in_the_same_function(tmp_path: Path) -> None:
    old = 'def test_save(page):\n    page.locator("#save").click()\n'
    healed = healed_at(source(tmp_path, old), 'page.locator("#save")', 'locator("#save")')
    other = 'def test_other(page):\n    page.locator("#save").click()\n\n\n'
    source(tmp_path, other + old)
    assert applied(tmp_path, planned(tmp_path, healed)) == other + old.replace(
        'page.locator("#save")', INSTEAD
    )


def test_patterns_and_locators_as_arguments_are_read(tmp_path: Path) -> None:
    written = 'page.locator("li", has=page.get_by_text("Stove")).filter(has_text=re.compile("x"))'
    file = source(tmp_path, f"def test_save(page):\n    {written}.click()\n")
    calls = ('locator("li", has=page.get_by_text("Stove"))', 'filter(has_text=re.compile("x"))')
    assert len(planned(tmp_path, healed_at(file, written, *calls)).changes) == 1


@pytest.mark.parametrize(
    ("written", "calls", "reason"),
    [
        pytest.param('page.locator(f"#{name}")', ('locator("#save")',), "an f-string", id="f"),
        pytest.param("page.locator(SAVE)", ('locator("#save")',), "the name SAVE", id="name"),
        pytest.param(
            "page.locator(self.ids.save)", ('locator("#save")',), "self.ids.save", id="attribute"
        ),
        pytest.param('page.locator("#" + name)', ('locator("#save")',), "from parts", id="sum"),
        pytest.param("page.locator(**how)", ('locator("#save")',), "a dictionary", id="stars"),
        pytest.param(
            'form.locator("#save")',
            ('frame_locator("form")', 'locator("#save")'),
            "a locator that is written elsewhere",
            id="split",
        ),
        pytest.param(
            'page.wait_for_selector("#save")', ('locator("#save")',), "a selector", id="selector"
        ),
        pytest.param(
            'page.locator("li:nth-child(2)")', ('locator("li:nth-child(2)")',), "place", id="place"
        ),
    ],
)
def test_what_needs_a_person_is_named_and_not_touched(
    tmp_path: Path, written: str, calls: tuple[str, ...], reason: str
) -> None:
    file = source(tmp_path, f"def test_save(page):\n    {written}\n")
    made = planned(tmp_path, healed_at(file, written, *calls))
    assert reason in only_reason(made)
    function, comment, line = applied(tmp_path, made).splitlines()
    assert comment.startswith(f"    # holdfast: healed to {INSTEAD} (")
    assert [function, line.strip()] == ["def test_save(page):", written]


@pytest.mark.parametrize(
    ("before", "written", "calls", "new"),
    [
        pytest.param(
            "", 'page.click("#save", timeout=5)', ('locator("#save")',),
            f"{INSTEAD}.click(timeout=5)", id="by selector",
        ),
        pytest.param(
            "", 'self.page.fill("#save", name)', ('locator("#save")',),
            f"self.{INSTEAD}.fill(name)", id="filled by selector",
        ),
        pytest.param(
            'SAVE = "#save"\n', "page.locator(SAVE)", ('locator("#save")',), INSTEAD, id="constant"
        ),
        pytest.param(
            'class Ids:\n    save = "save"\n', 'page.locator(f"#{Ids.save}")',
            ('locator("#save")',), INSTEAD, id="f-string of constants",
        ),
        pytest.param(
            "", 'form.locator("#save")', ('locator("form")', 'locator("#save")'),
            f"form.{INSTEAD}", id="from another locator",
        ),
    ],
)  # fmt: skip
def test_other_forms_are_replaced_where_that_is_safe(
    tmp_path: Path, before: str, written: str, calls: tuple[str, ...], new: str
) -> None:
    file = source(tmp_path, f"{before}def test_save(page):\n    {written}\n")
    made = planned(tmp_path, healed_at(file, written, *calls))
    assert applied(tmp_path, made).splitlines()[-1] == f"    {new}"


def test_a_locator_takes_no_strict_it_always_is(tmp_path: Path) -> None:
    written = 'page.check("#save", strict=False, timeout=5)'
    file = source(tmp_path, f"def test_save(page):\n    {written}\n")
    made = planned(tmp_path, healed_at(file, written, 'locator("#save")'))
    assert applied(tmp_path, made).splitlines()[-1] == f"    {INSTEAD}.check(timeout=5)"


PAIR = 'find_element(By.ID, "save")'
BY_CSS = 'driver.find_element(By.CSS_SELECTOR, "#store")'


@pytest.mark.parametrize(
    ("line", "new"),
    [
        pytest.param(
            'driver.find_element(By.ID, "save").click()',
            'driver.find_element(By.CSS_SELECTOR, "#store").click()', id="in the call",
        ),
        pytest.param(
            'wait.until(ec.visible((By.ID, "save")))',
            'wait.until(ec.visible((By.CSS_SELECTOR, "#store")))', id="in a pair",
        ),
    ],
)  # fmt: skip
def test_the_pair_that_selenium_is_given_is_replaced(tmp_path: Path, line: str, new: str) -> None:
    file = source(tmp_path, f"def test_save(driver):\n    {line}\n")
    healed = healed_at(file, line, PAIR, instead=BY_CSS)
    assert applied(tmp_path, planned(tmp_path, healed)).splitlines()[-1] == f"    {new}"


def test_a_pair_that_a_name_stands_for_is_replaced_where_it_is_written(tmp_path: Path) -> None:
    head = 'class Shop:\n    SAVE = (By.ID, "save")\n\n'
    text = f"{head}def test_save(d):\n    d.find_element(*SAVE)\n"
    healed = healed_at(source(tmp_path, text), "d.find_element(*SAVE)", PAIR, instead=BY_CSS)
    assert applied(tmp_path, planned(tmp_path, healed)) == text.replace(
        '(By.ID, "save")', '(By.CSS_SELECTOR, "#store")'
    )


def test_a_pair_that_stands_twice_is_left_to_a_person(tmp_path: Path) -> None:
    line = 'd.find_element(By.ID, "save")'
    text = f"def test_save(d):\n    click = 1\n    {line}\n    {line}\n"
    healed = healed_at(source(tmp_path, text), "click = 1", PAIR, instead=BY_CSS)
    assert only_reason(planned(tmp_path, healed)) == "it stands 2 times in the file"


def test_where_the_same_stands_twice_what_ran_is_replaced(tmp_path: Path) -> None:
    line = 'd.find_element(By.ID, "save")'
    text = f"def test_save(d):\n    {line}\n    {line}.click()\n"
    healed = healed_at(source(tmp_path, text), line, PAIR, instead=BY_CSS)
    once = text.replace(line, BY_CSS.replace("driver", "d"), 1)
    assert applied(tmp_path, planned(tmp_path, healed)) == once


# ------------------------------------------------------------------------------- odd source files


def test_a_mark_before_a_file_stays_there_and_the_patch_applies(tmp_path: Path) -> None:
    text = 'def test_save(page):\n    page.locator("#save").click()\n'
    file = source(tmp_path, text)
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    made = applied(tmp_path, planned(tmp_path, healed))
    assert made == "\ufeff" + text.replace('page.locator("#save")', INSTEAD)


def test_letters_that_an_old_encoding_lacks_are_escaped(tmp_path: Path) -> None:
    head = "# -*- coding: latin-1 -*-\n# gr\xfcn\n"
    text = f'{head}def test_save(page):\n    page.locator("#save").click()\n'
    instead = 'page.get_by_text("\u2713 Save", exact=True)'
    file = source(tmp_path, text)
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")', instead=instead)
    file.write_bytes(text.encode("latin-1"))
    (tmp_path / "healed.patch").write_bytes(
        diff(planned(tmp_path, healed), tmp_path, Path.read_bytes)
    )
    subprocess.run(["git", "apply", "healed.patch"], cwd=tmp_path, check=True)
    patched = file.read_bytes().decode("latin-1")
    assert patched.startswith(head)
    assert 'get_by_text("\\u2713 Save", exact=True)' in patched


@pytest.mark.parametrize("odd", ["\f", "\v", "\x1c", "\u2028"], ids=repr)
def test_a_comment_stands_above_its_line_whatever_signs_stand_before_it(
    tmp_path: Path, odd: str
) -> None:
    text = f'# a{odd}b\ndef test_save(page):\n    page.locator("#save").click()\n'
    healed = healed_at(source(tmp_path, text), 'page.locator("#save")', 'locator("#save")')
    made = applied(tmp_path, planned(tmp_path, replace(healed, succeeded=False)))
    first, function, comment, line, end = made.split("\n")
    assert [first, function, end] == [f"# a{odd}b", "def test_save(page):", ""]
    assert comment.startswith("    # holdfast: healed to ")
    assert line == '    page.locator("#save").click()'


def test_a_comment_does_not_swallow_a_last_line_without_an_end(tmp_path: Path) -> None:
    text = 'def test_save(page):\n    page.locator("#save").click()'
    healed = healed_at(source(tmp_path, text), 'page.locator("#save")', 'locator("#save")')
    made = applied(tmp_path, planned(tmp_path, replace(healed, succeeded=False)))
    function, comment, line = made.split("\n")
    assert comment.startswith("    # holdfast: healed to ")
    assert [function, line] == ["def test_save(page):", '    page.locator("#save").click()']


def test_no_comment_is_put_into_a_line_that_goes_on(tmp_path: Path) -> None:
    text = 'def test_save(page):\n    x = \\\n        page.locator("#save")\n'
    healed = healed_at(source(tmp_path, text), 'page.locator("#save")', 'locator("#save")')
    made = planned(tmp_path, replace(healed, succeeded=False))
    assert diff(made, tmp_path, Path.read_bytes) == b""


def test_a_comment_is_written_once(tmp_path: Path) -> None:
    text = 'def test_save(page):\n    page.locator("#save").click()\n'
    healed = healed_at(source(tmp_path, text), 'page.locator("#save")', 'locator("#save")')
    healed = replace(healed, succeeded=False)
    applied(tmp_path, planned(tmp_path, healed))
    assert diff(planned(tmp_path, healed), tmp_path, Path.read_bytes) == b""


def test_a_file_that_is_gone_or_is_no_python_is_left_to_a_person(tmp_path: Path) -> None:
    file = source(tmp_path, 'def test_save(page):\n    page.locator("#save").click()\n')
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    file.write_text("def (:\n")
    assert only_reason(planned(tmp_path, healed)) == "its file cannot be read as Python"
    file.unlink()
    made = planned(tmp_path, healed)
    assert only_reason(made).endswith("is not in the project")
    assert diff(made, tmp_path, Path.read_bytes) == b""


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b'page.locator("#save")  # \xff\n', id="not-utf-8"),
        pytest.param(b"# coding: nothing-known\n", id="an-unknown-encoding"),
    ],
)
def test_a_file_that_is_no_text_is_left_as_it_is_and_the_others_are_patched(
    tmp_path: Path, content: bytes
) -> None:
    text = 'def test_save(page):\n    page.locator("#save").click()\n'
    sound = healed_at(source(tmp_path, text), 'page.locator("#save")', 'locator("#save")')
    odd = tmp_path / "test_odd.py"
    odd.write_bytes(content)
    made = planned(tmp_path, sound, replace(sound, file=str(odd), line=1))
    assert [one.reason for one in made.by_hand] == ["its file cannot be read as Python"]
    assert applied(tmp_path, made) == text.replace('page.locator("#save")', INSTEAD)
    assert odd.read_bytes() == content


@pytest.mark.parametrize(
    ("name", "first"),
    [
        pytest.param("test_ж.py", b"# coding: latin-1\n", id="no-letter-of-the-encoding"),
        pytest.param(os.fsdecode(b"test_\xe9.py"), b"", id="no-utf-8"),
    ],
)
def test_the_patch_names_a_file_as_the_disk_has_it(tmp_path: Path, name: str, first: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(first + b'def test_save(page):\n    page.locator("#save").click()\n')
    made = planned(tmp_path, healed_at(file, 'page.locator("#save")', 'locator("#save")'))
    patch = diff(made, tmp_path, Path.read_bytes)
    told = os.fsencode(name)
    assert patch.startswith(b"--- a/" + told + b"\n+++ b/" + told + b"\n@@ ")


def test_one_of_several_and_a_mere_path_are_left_to_a_person(tmp_path: Path) -> None:
    file = source(tmp_path, 'def test_save(page):\n    page.locator("#save").click()\n')
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    assert "one of 3" in only_reason(planned(tmp_path, replace(healed, among=3)))
    assert "failed later" in only_reason(planned(tmp_path, replace(healed, succeeded=False)))
    path = replace(healed, instead='page.locator("li:nth-of-type(2) > button")')
    assert "only a path" in only_reason(planned(tmp_path, path))


def test_two_different_healings_of_one_expression_are_left_to_a_person(tmp_path: Path) -> None:
    file = source(tmp_path, 'def test_save(page):\n    page.locator("#save").click()\n')
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    made = planned(tmp_path, healed, replace(healed, instead='page.get_by_text("Other")'))
    assert made.changes == []
    assert len(made.by_hand) == 2


def test_what_was_changed_already_is_outdated(tmp_path: Path) -> None:
    file = source(tmp_path, 'def test_save(page):\n    page.locator("#save").click()\n')
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    source(tmp_path, f"def test_save(page):\n    {INSTEAD}.click()\n")
    made = planned(tmp_path, healed)
    assert made.is_empty
    assert made.outdated == [tmp_path / "0.json"]


def test_a_healed_locator_survives_its_file(tmp_path: Path) -> None:
    file = source(tmp_path, 'page.locator("#save")\n')
    healed = healed_at(file, 'page.locator("#save")', 'locator("#save")')
    assert Healed.from_json(healed.to_json()) == healed

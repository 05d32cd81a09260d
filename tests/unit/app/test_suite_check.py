"""Which locators of a suite are known, and which are weak."""

from pathlib import Path

import pytest

from holdfast.app.suite_check import CheckedLocator, check_suite, find_locators, iter_sources
from holdfast.model.fingerprint import KeptLook

SOURCE = b"""
SAVE = (By.ID, "save")

def test_it(page, driver):
    form = page.locator("form#sign-in")
    form.get_by_label("Email").fill("a")
    page.click("#go")
    page.get_by_role("row", name=NAME).nth(2).click()
    driver.find_element(By.CSS_SELECTOR, "li:nth-child(2)")
    page.locator(f"#row-{NAME}").hover()
    expect(page.get_by_text("Sum: 3")).to_be_visible()
"""


def checked(*kept: KeptLook) -> dict[int, CheckedLocator]:
    return {one.line: one for one in check_suite([("test_it.py", SOURCE)], kept)}


def test_every_locator_of_a_source_is_seen_once_with_its_whole_chain() -> None:
    assert [(one.line, one.code) for one in find_locators(SOURCE, "test_it.py")] == [
        (2, "(By.ID, 'save')"),
        (5, "page.locator('form#sign-in')"),
        (6, "form.get_by_label('Email')"),
        (7, "page.click('#go')"),
        (8, "page.get_by_role('row', name=NAME).nth(2)"),
        (9, "driver.find_element(By.CSS_SELECTOR, 'li:nth-child(2)')"),
        (10, "page.locator(f'#row-{NAME}')"),
        (11, "page.get_by_text('Sum: 3')"),
    ]


def test_a_locator_is_known_by_the_expression_that_it_stands_in() -> None:
    seen = checked(
        KeptLook("test_it.py", 'page.locator("form#sign-in").get_by_label("Email")'),
        KeptLook("test_it.py", 'page.locator("#go")'),
        KeptLook("test_it.py", 'find_element(By.ID, "save")'),
        KeptLook("other.py", 'find_element(By.CSS_SELECTOR, "li:nth-child(2)")'),
    )
    assert {line: one.looks for line, one in seen.items() if one.looks} == {2: 1, 5: 1, 6: 1, 7: 1}


def test_what_counts_or_goes_by_what_changes_is_fragile() -> None:
    assert {line for line, one in checked().items() if one.fragile} == {8, 9}
    seen = checked(KeptLook("test_it.py", 'page.get_by_text("Sum: 3")', changes=True))
    assert seen[11].fragile == "it goes by words that change while the suite runs"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("page.locator('#save')", None),
        ("page.locator('.css-1q8vp2x')", "a program made"),
        ("page.locator('[id=\":r3:\"]')", "a program made"),
        ("driver.find_element(By.ID, 'ember1234')", "a program made"),
        ("driver.find_element(By.XPATH, '/html/body/div')", "from the top"),
        ("page.get_by_role('row').first", "counts"),
    ],
)
def test_why_a_locator_is_fragile(code: str, why: str | None) -> None:
    [one] = check_suite([("a.py", code.encode())], [])
    assert (one.fragile is None) if why is None else why in str(one.fragile)


def test_what_is_no_source_of_the_project_is_left_alone(tmp_path: Path) -> None:
    for name in ("tests/test_it.py", ".venv/a.py", "env/lib/a.py", "node_modules/a.py", "a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = (", encoding="utf-8")
    (tmp_path / "env" / "pyvenv.cfg").touch()
    assert [one.name for one in iter_sources(tmp_path)] == ["test_it.py"]
    assert find_locators(b"x = (", "a.py") == []

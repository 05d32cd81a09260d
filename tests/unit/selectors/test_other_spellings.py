"""Selectors for JavaScript and Selenium say the same as those for Python."""

import pytest

from holdfast import parse
from holdfast.selectors.other_spellings import as_javascript, spellings_of


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ('page.get_by_role("button", name="Save", exact=True)',
         'page.getByRole("button", { name: "Save", exact: true })'),
        ('page.frame_locator("#f").get_by_role("heading", level=2)',
         'page.frameLocator("#f").getByRole("heading", { level: 2 })'),
        ('page.get_by_role("listitem").filter(has_text="Tent").locator(".x")',
         'page.getByRole("listitem").filter({ hasText: "Tent" }).locator(".x")'),
        ('page.get_by_text("a\\u202eb \\U000e0001", exact=True)',
         'page.getByText("a\\u202eb \\u{e0001}", { exact: true })'),
    ],
    ids=["role", "frame", "row", "marks that do not print"],
)  # fmt: skip
def test_javascript_is_spelled_as_its_people_do(python: str, javascript: str) -> None:
    assert as_javascript(python) == javascript


def test_an_element_is_spelled_three_ways() -> None:
    node = parse("<button id=save>Save</button>").select("#save")[0]
    assert spellings_of(node) == {
        "python": 'page.get_by_role("button", name="Save", exact=True)',
        "javascript": 'page.getByRole("button", { name: "Save", exact: true })',
        "selenium": 'driver.find_element(By.CSS_SELECTOR, "#save")',
    }


def test_selenium_gets_a_path_where_css_says_nothing() -> None:
    node = parse("<p>One</p><p>Two</p>").select("p")[1]
    assert spellings_of(node)["selenium"] == 'driver.find_element(By.XPATH, "/html/body/p[2]")'

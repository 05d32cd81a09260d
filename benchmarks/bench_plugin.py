"""What observing costs a green suite: the same tests with and without Holdfast, in turn.

A suite of 56 tests on the demonstration's shop, each in a page of its own. The store is warm: what
is to be seen was seen once today, as in every run but the first. Off and observe take turns, so
that a busy machine slows both; the medians are compared.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from holdfast.demo.server import BEFORE, serve

TESTS = 56
ROUNDS = 3
LIMIT = 1.15  # a green suite takes at most 15 % longer
CONFTEST = """
import pytest
from holdfast.adapters.browser.launch import launch_options

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, **launch_options()}

@pytest.fixture
def page(page, context, holdfast_heal):
    return holdfast_heal(page)
"""
SUITE = f"""
import re
import pytest
from playwright.sync_api import expect

@pytest.mark.parametrize("number", range({TESTS // 4}))
def test_sign_in(page, number):
    page.goto("/index.html")
    page.locator("#email").fill("ada@example.com")
    page.locator("#password").fill("correct horse battery staple")
    page.locator("#sign-in-button").click()
    expect(page).to_have_url(re.compile("products"))

@pytest.mark.parametrize("number", range({TESTS // 4}))
def test_search(page, number):
    page.goto("/products.html")
    page.locator("#q").fill("stove")
    page.locator("#search-button").click()
    expect(page.get_by_text("Trail tent, 2 persons")).to_be_hidden()
    page.locator("tr", has_text="Gas stove, 2 burners").get_by_role("button").click()
    expect(page.locator("#note")).to_contain_text("is in your cart")

@pytest.mark.parametrize("number", range({TESTS // 4}))
def test_cart(page, number):
    page.goto("/cart.html")
    page.locator("#quantity").select_option("2")
    page.locator("#gift-wrap").check()
    page.locator("#apply-voucher").click()
    expect(page.locator("#note")).to_have_text("Voucher applied: 10 % off.")

@pytest.mark.parametrize("number", range({TESTS // 4}))
def test_checkout(page, number):
    page.goto("/checkout.html")
    page.locator("#full-name").fill("Ada Lovelace")
    page.locator("#country").select_option(label="Austria")
    page.frame_locator("iframe[name=card]").locator("#holder").fill("A. Lovelace")
    page.locator("#place-order").click()
    expect(page.locator("h1")).to_have_text("Thank you for your order")
"""


def make_project(folder: Path) -> Path:
    """Return a project with the suite."""
    (folder / "holdfast.toml").write_text("", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:asyncio\n", encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "test_shop.py").write_text(SUITE, encoding="utf-8")
    return folder


def run(project: Path, url: str, extent: str) -> float:
    """Return the seconds that the suite took."""
    command = [sys.executable, "-m", "pytest", "-q", "--base-url", url, "--holdfast", extent]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    elapsed = time.perf_counter() - start
    if done.returncode != 0 or f"{TESTS} passed" not in done.stdout:
        sys.exit(f"the suite is not green with --holdfast {extent}:\n{done.stdout}{done.stderr}")
    return elapsed


def main() -> int:
    """Print the times; return 1 when observing costs too much."""
    os.environ.pop("HOLDFAST_EXTENT", None)
    with tempfile.TemporaryDirectory() as folder, serve(BEFORE) as url:
        project = make_project(Path(folder))
        cold = run(project, url, "observe")
        times: dict[str, list[float]] = {"off": [], "observe": []}
        for _ in range(ROUNDS):
            for extent, taken in times.items():
                taken.append(run(project, url, extent))
    off, observe = (statistics.median(taken) for taken in times.values())
    ratio = observe / off
    print(
        f"{TESTS} green tests: off {off:.1f} s, observe {observe:.1f} s (first time {cold:.1f} s)"
    )
    print(f"ratio {ratio:.3f}, limit {LIMIT}")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())

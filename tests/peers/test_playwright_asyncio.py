"""pytest-playwright-asyncio, which cannot be beside pytest-playwright: in a folder of its own."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from holdfast.demo.server import AFTER, BEFORE, serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOCK = Path(__file__).parents[2] / "requirements" / "playwright-asyncio.txt"
CONFTEST = """
import pytest, pytest_asyncio
from holdfast.adapters.browser.launch import launch_options

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, **launch_options()}

@pytest_asyncio.fixture(loop_scope="session")
async def page(page, holdfast_heal):
    page.set_default_timeout(10_000)
    return holdfast_heal(page)
"""
TESTS = """
import os, re, pytest
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

async def test_signing_in(page):
    await page.goto(os.environ["SHOP_URL"] + "/index.html")
    await page.locator("#email").fill("ada@example.com")
    await page.locator("#sign-in-button").click()
    await expect(page).to_have_url(re.compile("products"))

async def test_removed(page):
    await page.goto(os.environ["SHOP_URL"] + "/products.html")
    await page.locator("#compare").click()
"""


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the plugin is in, and nothing else."""
    folder = tmp_path_factory.mktemp("installer")
    venv.create(folder, with_pip=True)
    install = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq", "--no-deps"]
    install += ["--require-hashes", "-r", str(LOCK), "--target", str(folder / "plugin")]
    done = subprocess.run(install, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"pip cannot install it: {done.stderr[-300:]}"
    return folder / "plugin"


def run(project: Path, plugin: Path, version: str, *options: str) -> str:
    """Return what the suite prints."""
    with serve(version) as url:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:playwright", *options],
            cwd=project,
            env={**os.environ, "SHOP_URL": url, "PYTHONPATH": str(plugin)},
            capture_output=True,
            text=True,
            check=False,
        ).stdout


def test_a_suite_of_it_is_healed(plugin: Path, tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").touch()
    ini = "[pytest]\nasyncio_default_fixture_loop_scope = session\n"
    (tmp_path / "pytest.ini").write_text(ini, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(TESTS, encoding="utf-8")
    green = run(tmp_path, plugin, BEFORE)
    assert "2 passed" in green
    assert "fingerprinted: 3 elements" in green
    healed = run(tmp_path, plugin, AFTER, "--holdfast", "heal", "--holdfast-after", "300")
    assert "1 failed, 1 passed" in healed
    assert "healed: 2 locators in 1 test" in healed
    assert "holdfast: refused: it is probably gone" in healed

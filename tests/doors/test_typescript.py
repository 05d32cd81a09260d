"""The bridge for Playwright Test: the real one from npm, in the shop before and after."""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.doors.portal.test_serve import serving
from tests.npm_packages import install_packages

from holdfast.adapters.browser.launch import launch_options
from holdfast.demo.server import AFTER, BEFORE, serve
from holdfast.doors.cli import main

CLIENT = Path(__file__).parents[2] / "clients" / "typescript"
CONFIG = """import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: '.', workers: 1, timeout: 120000,
  reporter: [['json', { outputFile: 'result.json' }], ['html', { open: 'never' }]],
  use: { actionTimeout: 30000, launchOptions: LAUNCH },
});
"""
SPEC = """import { test, expect } from './index';
const shop = process.env.SHOP;
test('buys', async ({ page }) => {
  await page.goto(`${shop}/index.html`);
  await page.fill('#email', 'ada@example.com');
  await page.type('#password', 'correct horse');
  await page.click('#sign-in-button', { timeout: 6000 });
  await expect(page).toHaveURL(/products/);
  await page.locator('tr', { hasText: 'Gas stove, 2 burners' }).getByRole('button').click();
  await page.locator('#cart').click();
  await expect(page).toHaveURL(/cart/);
  await page.locator('#gift-wrap').check();
  await page.locator('#go-checkout').click();
  await expect(page).toHaveURL(/checkout/);
});
test('names the card holder', async ({ page }) => {
  await page.goto(`${shop}/checkout.html`);
  await page.frameLocator('iframe').locator('#holder').fill('A. Lovelace');
  const field = page.frameLocator('iframe').getByRole('textbox');
  await expect(field.first()).toHaveValue('A. Lovelace');
});
test('sees the basket', async ({ page }) => {
  await page.goto(`${shop}/products.html`);
  await expect(page.locator('#cart')).toBeVisible({ timeout: 1000 });
});
test('sees no offer', async ({ page }) => {
  await page.goto(`${shop}/products.html`);
  await expect(page.locator('#no-such-offer')).toHaveCount(0);
  await expect(page.locator('#no-such-offer')).not.toBeVisible();
});
test('reads the same', async ({ page }) => {
  await page.goto(`${shop}/index.html`);
  await expect(page.locator('#sign-in-button')).toHaveText('Sign in', { timeout: 1000 });
});
test('compares', async ({ page }) => {
  await page.goto(`${shop}/products.html`);
  await page.locator('#compare').click({ timeout: 3000 });
});
"""

Notes = dict[str, tuple[str, list[str]]]


def test_it_is_small_and_needs_nothing_but_playwright() -> None:
    assert len((CLIENT / "index.ts").read_text(encoding="utf-8").splitlines()) <= 300
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in package
    assert list(package["peerDependencies"]) == ["@playwright/test"]


@pytest.fixture(scope="session")
def suite(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the bridge, the real Playwright Test, and tests of the shop."""
    wanted = (CLIENT / "package.json").read_bytes()
    cached = install_packages(pytestconfig, "typescript-bridge", wanted)
    folder = tmp_path_factory.mktemp("suite")
    for name in ("index.ts", "tsconfig.json", "package.json"):
        shutil.copy(CLIENT / name, folder / name)
    (folder / "node_modules").symlink_to(cached / "node_modules")
    browser = launch_options()
    launch = {"executablePath": str(browser["executable_path"]), "args": list(browser["args"])}
    config = CONFIG.replace("LAUNCH", json.dumps(launch))
    (folder / "playwright.config.ts").write_text(config, encoding="utf-8")
    (folder / "shop.spec.ts").write_text(SPEC, encoding="utf-8")
    return folder


def node(folder: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["node", *command],
        cwd=folder,
        env={**os.environ, "NODE_NO_WARNINGS": "1", "CI": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


@pytest.fixture
def played(
    suite: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[str], Notes]]:
    """Yield what runs the tests on a shop, and returns how each ended and its notes."""
    monkeypatch.chdir(tmp_path)
    with serving(tmp_path) as (_, said):
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", "\n".join(said))
        assert main(["token", "add", "ci", "--role", "locate", "--json"]) == 0
        token = json.loads(capsys.readouterr().out)["token"]

        def play(shop: str) -> Notes:
            playwright = "node_modules/@playwright/test/cli.js"
            known = {"SHOP": shop, "HOLDFAST_URL": address, "HOLDFAST_TOKEN": token}
            done = node(suite, playwright, "test", **known)
            result = suite / "result.json"
            assert result.exists(), done.stdout + done.stderr
            (whole,) = json.loads(result.read_text(encoding="utf-8"))["suites"]
            return {spec["title"]: _told(spec) for spec in whole["specs"]}

        yield play


def _told(spec: dict[str, Any]) -> tuple[str, list[str]]:
    (test,) = spec["tests"]
    notes = [one["description"] for one in test["annotations"] if one["type"] == "holdfast"]
    return test["results"][0]["status"], notes


@pytest.mark.browser
@pytest.mark.node
@pytest.mark.slow
def test_green_steps_are_observed_and_healed_after_the_redesign(
    suite: Path, played: Callable[[str], Notes]
) -> None:
    checked = node(suite, "node_modules/typescript/bin/tsc", "-p", ".", "--noEmit")
    assert checked.returncode == 0, checked.stdout
    with serve(BEFORE) as old:
        before = played(old)
    assert {title: told for title, told in before.items() if told != ("passed", [])} == {}
    kept = list((suite / ".holdfast" / "typescript").glob("*.json"))
    assert len(kept) == 9
    assert not [one for one in kept if b"correct horse" in one.read_bytes()]
    with serve(AFTER) as new:
        after = played(new)
    status, notes = after["buys"]
    assert status == "passed", notes
    assert any("Continue to checkout" in note for note in notes)
    assert any('hasText: "Gas stove, 2 burners"' in note for note in notes)
    assert after["names the card holder"][0] == "passed"
    # An assertion is Playwright's alone: never healed, so never green by another element.
    assert after["sees the basket"] == ("failed", [])
    assert after["reads the same"] == ("failed", [])
    assert after["sees no offer"] == ("passed", [])
    status, notes = after["compares"]
    assert status != "passed"
    assert [note.partition(":")[0] for note in notes] == ["refused"]
    assert "Continue to checkout" in _report(suite)


def _report(suite: Path) -> str:
    """Return what the HTML report holds: a packed file inside it."""
    page = (suite / "playwright-report" / "index.html").read_text(encoding="utf-8")
    packed = re.search(r"data:application/zip;base64,([\w+/=]+)", page)
    assert packed is not None
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(packed[1]))) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())

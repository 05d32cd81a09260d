"""DevTools exports are replayed by the real @puppeteer/replay, which Chrome's Recorder is built on.

It is installed with npm, once, into pytest's cache.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.formats.conftest import PASSWORD
from tests.npm_packages import install_packages

from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.formats.devtools_out import write_devtools
from holdfast.model.conversion import Fate
from holdfast.model.recording import Recording

pytestmark = [pytest.mark.browser, pytest.mark.node, pytest.mark.slow]

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def modules(pytestconfig: pytest.Config) -> Path:
    """Return the folder that @puppeteer/replay is installed in."""
    return install_packages(pytestconfig, "puppeteer-replay", (HERE / "package.json").read_bytes())


def test_an_exported_recording_is_understood_and_replayed_to_its_end(
    shop_recording: Recording, modules: Path, tmp_path: Path
) -> None:
    exported = write_devtools(shop_recording)
    assert Fate.LEFT not in {told.fate for told in exported.account}
    path = tmp_path / "shop.json"
    path.write_text(exported.text.replace("${PASSWORD}", PASSWORD), encoding="utf-8")
    browser = launch_options()
    done = subprocess.run(
        ["node", str(HERE / "replay.mjs"), str(modules), str(path), "Thank you for your order",
         str(browser["executable_path"]), *browser["args"]],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "NODE_NO_WARNINGS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["error"] is None, told
    # Its parser drops what it does not know, and refuses steps.
    assert told["flow"] == json.loads(path.read_text(encoding="utf-8"))
    assert told["done"] == len(told["flow"]["steps"])
    assert told["url"].endswith("/thanks.html")

"""browser-use's real agent with a memory, in a venv of its own (requirements/peers.txt)."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from tests.browser.test_demo import BECAME

from holdfast.adapters.browser.launch import launch_options
from holdfast.demo.server import AFTER, BEFORE, serve

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        sys.version_info[:2] != (3, 11) or sys.platform != "linux",
        reason="requirements/peers.txt is locked for Python 3.11 on Linux: "
        "make PYTHON=python3.11 test-slow",
    ),
]

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "peers.txt"


@pytest.fixture(scope="session")
def peers(pytestconfig: pytest.Config) -> Path:
    """Return the Python of a venv with browser-use."""
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("peers")
    python, done = folder / "bin" / "python", folder / "installed.txt"
    if not done.exists() or done.read_bytes() != LOCK.read_bytes():
        venv.create(folder, with_pip=True)
        # The lock is whole: what a package asks for beside its pin is not looked up again.
        install = [str(python), "-m", "pip", "install", "-qq", "--no-deps", "--require-hashes"]
        install += ["-r", str(LOCK)]
        installed = subprocess.run(
            install, capture_output=True, text=True, check=False, timeout=600
        )
        assert installed.returncode == 0, f"pip cannot install it: {installed.stderr[-300:]}"
        done.write_bytes(LOCK.read_bytes())
    return python


def test_after_the_redesign_the_model_is_asked_once(peers: Path, tmp_path: Path) -> None:
    browser = launch_options()
    with serve(BEFORE) as old, serve(AFTER) as new:
        script = Path(__file__).with_name("shop_agent.py")
        done = subprocess.run(
            [peers, script, old, new, str(browser["executable_path"]), *browser["args"]],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
                "HOME": str(tmp_path),
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=1200,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    (answer,) = [line for line in done.stdout.splitlines() if line.startswith("[{")]
    first, again = json.loads(answer)
    assert (first["passed"], first["modelCalls"], first["asked"]) == (True, 14, 14)
    assert again["passed"], again["reason"]
    assert again["replayed"] >= 0.9 * again["steps"]
    assert again["handed"] == ["click 'Compare products'"]
    assert again["wasTold"]
    assert (again["modelCalls"], again["asked"]) == (1, 1)
    assert again["tokensSaved"] == first["tokens"] - again["tokens"]
    assert again["healed"].items() <= BECAME.items()
    assert again["url"] == f"{new}/checkout.html"

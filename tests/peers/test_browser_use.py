"""browser-use's real agent with a memory, in a venv of its own (requirements/peers.txt)."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.browser.test_demo import BECAME

from holdfast.adapters.browser.launch import launch_options
from holdfast.demo.server import AFTER, BEFORE, serve

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".venv-peers"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (PEERS / ".holdfast-ready").exists(),
        reason="browser-use is not here: make test-slow installs it",
    ),
]


def test_after_the_redesign_the_model_is_asked_once(tmp_path: Path) -> None:
    browser = launch_options()
    with serve(BEFORE) as old, serve(AFTER) as new:
        script = Path(__file__).with_name("shop_agent.py")
        done = subprocess.run(
            [
                PEERS / "bin" / "python",
                script,
                old,
                new,
                str(browser["executable_path"]),
                *browser["args"],
            ],
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

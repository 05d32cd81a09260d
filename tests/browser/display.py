"""A virtual display for windows that nobody sees; installed where that is possible."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from holdfast.adapters.browser.launch import run_quietly

INSTALL = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "xvfb"]
TIMEOUT_S = 600


@contextmanager
def virtual_display() -> Iterator[str]:
    """Yield the name of a display; skips the test where there is none and none can be had."""
    if shutil.which("Xvfb") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _ = run_quietly(["apt-get", "update", "-q"], TIMEOUT_S) or run_quietly(INSTALL, TIMEOUT_S)
    if shutil.which("Xvfb") is None:
        pytest.skip(f"there is no virtual display: {' '.join(INSTALL)}")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"  # written once it listens
    finally:
        server.terminate()
        server.wait()

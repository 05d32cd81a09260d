"""Packages from npm for slow tests: installed once, into pytest's cache."""

import subprocess
from pathlib import Path

import pytest

_INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"]


def install_packages(config: pytest.Config, name: str, wanted: bytes) -> Path:
    """Return the folder with what a package.json names, in its ``node_modules``."""
    assert config.cache is not None
    folder = config.cache.mkdir(name)
    done = folder / "installed.json"
    if not done.exists() or done.read_bytes() != wanted:
        (folder / "package.json").write_bytes(wanted)
        installed = subprocess.run(
            _INSTALL, cwd=folder, capture_output=True, text=True, check=False, timeout=300
        )
        assert installed.returncode == 0, f"npm cannot install it: {installed.stderr[-300:]}"
        done.write_bytes(wanted)
    return folder

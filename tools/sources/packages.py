"""Packages: brings npm packages by version into a folder; npm checks what it brings."""

import shutil
import subprocess
import tarfile
from pathlib import Path


def bring(name: str, version: str, folder: Path) -> Path:
    """Return the folder of a package's files; it is fetched the first time."""
    place = folder / f"{name.replace('/', '+')}@{version}"
    if place.is_dir():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(  # noqa: S603
        [shutil.which("npm") or "npm", "pack", f"{name}@{version}", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()[-1]
    archive, unpacked = folder / packed, folder / f"{place.name}.part"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(unpacked, filter="data")
    (inside,) = unpacked.iterdir()  # "package", or the name of the repository
    inside.rename(place)
    unpacked.rmdir()
    archive.unlink()
    return place

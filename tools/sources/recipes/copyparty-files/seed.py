"""Writes a few folders and files, all of the same date."""

import os
from pathlib import Path

NAMES = (
    "readme.txt",
    "letters/anna.txt",
    "letters/ben.txt",
    "plans/garden.md",
    "plans/shed.md",
    "budget.csv",
)
for name in NAMES:
    path = Path("files", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{name}\n", "utf-8")
    os.utime(path, (1_700_000_000, 1_700_000_000))

"""Runs a small program under coverage.py and writes its report."""

import subprocess
import sys
from pathlib import Path

FILES = {
    "shop/__init__.py": "",
    "shop/till.py": """\
def total(prices):
    return sum(prices)


def change(paid, prices):
    if paid < total(prices):
        raise ValueError("too little")
    left = paid - total(prices)
    if left > 50:
        left -= 50
    return left


def receipt():  # pragma: no cover
    print("receipt")
""",
    "shop/stock.py": """\
SHELF = {"tea": 3}


def take(name):
    if SHELF[name]:
        SHELF[name] -= 1
    else:
        order(name)


def order(name):
    SHELF[name] = 10
""",
    "shop/labels.py": "def label(name):\n    return name.title()\n",
    "run.py": "from shop import labels, stock, till\ntill.change(9, [3, 4])\nstock.take('tea')\n",
}
for name, text in FILES.items():
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text, "utf-8")
for words in (["run", "--branch", "--source=.", "--omit=*/.*", "run.py"], ["html"]):
    subprocess.run([sys.executable, "-m", "coverage", *words], check=True)  # noqa: S603

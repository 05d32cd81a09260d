"""Odds: reads what each witness's word was measured to be worth, from ``odds.json``.

``holdfast bench fit-witnesses`` makes the file: ``place`` from labelled page pairs with boxes,
``reading`` from our own pages as a browser shows them and a text reader reads them.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

ODDS_FORMAT = "holdfast-odds/1"


@cache
def fitted_odds() -> Mapping[str, Mapping[str, float]]:
    """Return the log-odds by witness and by what it says."""
    data = json.loads((files("holdfast.witnesses") / "odds.json").read_text("utf-8"))
    if data["format"] != ODDS_FORMAT:
        raise ValueError(f"wanted odds in the format {ODDS_FORMAT}, got {data['format']!r}")
    return {name: data[name] for name in ("trail", "coordinates", "vision_ocr")}

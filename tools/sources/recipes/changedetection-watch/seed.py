"""Writes three paused watches."""

import json
from pathlib import Path

PAGES = {
    "5c3bb6a4-0c5c-4f6c-9a0d-5d6f7e8a9b01": ("http://shop.test/boots", "Boots", "shopping"),
    "5c3bb6a4-0c5c-4f6c-9a0d-5d6f7e8a9b02": ("http://town.test/pool", "Pool", "town"),
    "5c3bb6a4-0c5c-4f6c-9a0d-5d6f7e8a9b03": ("http://train.test/times", "Trains", "travel"),
}

watching = {
    key: {"url": url, "title": title, "tag": tag, "paused": True}
    for key, (url, title, tag) in PAGES.items()
}
Path("data").mkdir()
for key in PAGES:
    Path("data", key).mkdir()
Path("data/url-watches.json").write_text(
    json.dumps(
        {
            "note": "",
            "watching": watching,
            "settings": {"application": {}, "headers": {}, "requests": {}},
        }
    ),
    "utf-8",
)

"""The API's description stays what programs were written for; what it tells may only grow."""

import json
import os
from pathlib import Path
from typing import Any

from tests.doors.portal.conftest import World

KNOWN = Path(__file__).parent / "api_description.json"


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the operations with their parameters, and the fields of every shape."""
    operations = {
        f"{method} {path}": sorted(one["name"] for one in operation.get("parameters", ()))
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }
    shapes = {
        name: {
            key: _kind(value) + ("" if key in shape.get("required", ()) else " (optional)")
            for key, value in sorted(shape.get("properties", {}).items())
        }
        for name, shape in schema["components"]["schemas"].items()
    }
    return {"operations": operations, "shapes": shapes}


def _kind(value: dict[str, Any]) -> str:
    if "anyOf" in value:
        return " or ".join(_kind(one) for one in value["anyOf"])
    if value.get("type") == "array":
        return f"list of {_kind(value['items'])}"
    return str(value.get("$ref") or value.get("type") or "anything").rpartition("/")[2]


def test_operations_and_fields_are_the_known_ones(world: World) -> None:
    told = described(world.app.openapi())
    if os.environ.get("UPDATE_DOCS"):
        KNOWN.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert told == json.loads(KNOWN.read_text(encoding="utf-8"))

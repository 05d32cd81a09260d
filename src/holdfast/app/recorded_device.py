"""Recorded device: what a window pretended to be while it was recorded."""

from collections.abc import Mapping
from typing import Any

DEVICE = "device"  # in the ``extra`` of a recording
_EMULATED = {
    "userAgent": ("user_agent", str),
    "deviceScaleFactor": ("device_scale_factor", int | float),
    "isMobile": ("is_mobile", bool),
    "hasTouch": ("has_touch", bool),
}


def emulation_of(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a window pretends to be, as a recording keeps it; its size stands elsewhere."""
    kept = {key: settings[own] for key, (own, _) in _EMULATED.items() if own in settings}
    return {DEVICE: {"name": name, **kept}} if name else {}


def emulated(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a recording's device; what a file says is read with care."""
    device = recorded.get(DEVICE)
    given = device if isinstance(device, Mapping) else {}
    return {
        own: given[key]
        for key, (own, kind) in _EMULATED.items()
        if isinstance(given.get(key), kind)
    }

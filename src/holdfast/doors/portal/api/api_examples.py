"""Examples: says what a field of the API may hold, by its name."""

from collections.abc import Mapping
from types import MappingProxyType

_RECORDING, _RUN, _STEP = "recordings/shop.json", "4f1c9a0b2d3e", "click 'Place order'"
_OLD, _NEW = "page.locator('#pay')", "page.get_by_role('button', name='Place order')"

EXAMPLES: Mapping[str, list[object]] = MappingProxyType(
    {
        "acceptable": [12],
        "accepted": [[7, 8]],
        "action": ["apply_with_flag"],
        "after": [_NEW],
        "before": [_OLD],
        "chance": [0.93],
        "confidence": [72],
        "count": [12],
        "created_at": ["2026-03-01T12:00:00Z"],
        "element": ["<button> 'Order now'"],
        "file": [_RECORDING],
        "has_offer": [True],
        "healed": [3],
        "held_steps": [20],
        "key": ["autoApply"],
        "label": ["Place order"],
        "left": [0],
        "likely": [11],
        "name": ["Buy a stove"],
        "new_selector": [_NEW],
        "newest": [812],
        "number": [7],
        "old_selector": [_OLD],
        "outcome": ["healed"],
        "path": [_RECORDING],
        "pending": [2],
        "pictures": [{"before": "/healings/7/before.png", "after": None}],
        "place": ["default, mode balanced"],
        "problem": [""],
        "recording_id": [_RECORDING],
        "recording_name": ["Buy a stove"],
        "refused": [1],
        "run_id": [_RUN],
        "selector": [_NEW],
        "sentences": [["confidence 72: 50 % of it is the engine's 83"]],
        "state": ["accepted"],
        "step": [_STEP],
        "step_id": ["step-4"],
        "step_number": [4],
        "steps": [24],
        "succeeded": [True],
        "title": [_STEP],
        "url": ["https://shop.example/checkout"],
        "value": [80],
        "version": ["new"],
        "what": ["selector"],
        "why": ["same role; near the same place"],
    }
)

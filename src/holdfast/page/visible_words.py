"""Visible words: what is to be read at an element when somebody looks at the page, and where."""

from types import MappingProxyType

from holdfast.model.search_settings import LONGEST_READ
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import JsonObject
from holdfast.page.keys import label_of


def words_at(snapshot: Snapshot, index: int, longest: int = LONGEST_READ) -> JsonObject | None:
    """Return the metadata of ``vision_ocr`` for an element; None when it says nothing, or a lot."""
    label = label_of(snapshot, index)
    if not label or len(label) > longest:
        return None
    metadata: dict[str, object] = {"targetText": label, "scroll": snapshot.scroll._asdict()}
    if snapshot.viewport is not None:
        metadata["viewport"] = snapshot.viewport._asdict()
    box = None if snapshot.boxes is None else snapshot.boxes[index]
    if box is not None and box.area > 0:
        metadata["textBbox"] = box._asdict()
    return MappingProxyType(metadata)

"""What tests of the recorder's bar share: its closed root is read by the browser's own tools."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

Box = tuple[float, float, float, float]


def texts(page: Page) -> list[str]:
    """Return all texts of the bar in a window, none if there is no bar."""
    return [node["nodeValue"] for node in _iter(_root(page)) if node["nodeType"] == 3]


def wait_for_text(page: Page, wanted: str) -> None:
    """Wait until the bar says something."""
    for _ in range(250):
        if any(wanted in text for text in texts(page)):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{wanted!r} is not in {texts(page)}")


def wait_for_none(page: Page, unwanted: str) -> None:
    """Wait until the bar does not say something any more."""
    for _ in range(250):
        if not any(unwanted in text for text in texts(page)):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{unwanted!r} is in {texts(page)}")


def box_of(page: Page, kind: str) -> Box | None:
    """Return where a part of the bar is drawn, by its class; None where it is not."""
    found = [
        node
        for node in _iter(_root(page))
        if kind in _class(node).split() and node["nodeType"] == 1
    ]
    return _box(page, found[0]) if found else None


def press(page: Page, word: str) -> None:
    """Press a button of the bar, as a hand does, once it is there."""
    wait_for_text(page, word)
    for node in _iter(_root(page)):
        said = [child["nodeValue"] for child in node.get("children", ())]
        if node["nodeName"] == "BUTTON" and said == [word]:
            box = _box(page, node)
            assert box is not None
            page.mouse.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
            return
    raise AssertionError(f"no button {word!r} in {texts(page)}")


def _root(page: Page) -> dict[str, Any]:
    session = page.context.new_cdp_session(page)
    top = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    session.detach()
    html = next(node for node in top["children"] if node["nodeName"] == "HTML")
    bars = [node for node in html["children"] if node["nodeName"] == "HOLDFAST-BAR"]
    assert len(bars) <= 1
    return bars[0]["shadowRoots"][0] if bars else {"nodeType": 11, "nodeName": "", "nodeValue": ""}


def _iter(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("children", ()):
        yield from _iter(child)


def _class(node: dict[str, Any]) -> str:
    given = node.get("attributes", [])
    return str(dict(zip(given[::2], given[1::2], strict=True)).get("class", ""))


def _box(page: Page, node: dict[str, Any]) -> Box | None:
    from playwright.sync_api import Error

    session = page.context.new_cdp_session(page)
    try:
        model = session.send("DOM.getBoxModel", {"backendNodeId": node["backendNodeId"]})["model"]
    except Error:
        return None  # it is not drawn
    finally:
        session.detach()
    x, y = model["border"][:2]
    return x, y, model["width"], model["height"]

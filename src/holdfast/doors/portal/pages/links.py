"""Links: lead to a recording and its steps; a recording's id is a path, and stays one here."""

from urllib.parse import quote

HERE = "/recordings"


def recording_href(recording_id: str) -> str:
    """Return the address of a recording."""
    return f"{HERE}/{quote(recording_id)}"


def step_href(recording_id: str, step_id: str) -> str:
    """Return the address of a step's history."""
    return f"{recording_href(recording_id)}/steps/{quote(step_id, safe='')}"

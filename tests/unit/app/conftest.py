"""What runs on paper share: a clock that only waiting moves."""

import pytest
from tests.unit.app.paper_browser import PaperTime, on_paper_time


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> PaperTime:
    return on_paper_time(monkeypatch)

"""heal(page) asks the adviser of the settings too, and writes what it said."""

from pathlib import Path

import pytest
from tests.doors.playwright.conftest import Healing
from tests.doors.playwright.test_heal import REDESIGN, record, save
from tests.unit.adapters.advisers.provider import ANSWER, Behaviour, serve

from holdfast import HealedWarning
from holdfast.adapters.sql.sql_store import open_store

pytestmark = [pytest.mark.browser]

RENAMED = "Save your changes"


def test_the_advisers_word_is_in_the_log_of_a_test(healing: Healing, root: Path) -> None:
    with serve() as provider:
        # Chooses the button that is called nearly as it was.
        provider.behaviour = Behaviour(
            plays=lambda question: {
                **ANSWER,
                "choice": 1 + _lines(question).index(RENAMED),
            }
        )
        (root / "holdfast.toml").write_text(
            f'[adviser]\nprovider = "openai-compatible"\nmodel = "local"\n'
            f'baseUrl = "{provider.url}/v1"\naskFrom = 0\naskUpTo = 100\n'
        )
        record(healing, lambda page: save(page).hover())
        assert provider.requests == [], "what holds is not asked about"
        page = healing(REDESIGN.replace("Save changes", RENAMED))
        with pytest.warns(HealedWarning, match=RENAMED):
            save(page).hover()
    assert len(provider.requests) == 1
    store = open_store(str(root / ".holdfast" / "holdfast.db"))
    (healed,) = store.iter_healings()
    entry = store.find_entry(healed.entry_id)
    store.close()
    assert entry is not None
    assert (entry.proposer, entry.raw_ai_confidence) == ("openai-compatible/local", 93)


def _lines(question: str) -> list[str]:
    """Return the names of the candidates, in the order of their numbers."""
    candidates = question.partition('"now"')[2].splitlines()
    return [line.partition('"name": "')[2].partition('"')[0] for line in candidates[1:]]

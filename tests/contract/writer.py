"""A process of its own that writes decisions, as a run does: python writer.py PLACE RUN COUNT.

Says "acted STEP" for each step, after its decision was written and before the next one is.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.contract.made_up import a_healing, an_entry

from holdfast.adapters.sql.sql_store import open_store


def main(place: str, run: str, count: int) -> None:
    """Write so many decisions, each twice, and tell of each."""
    store = open_store(place)
    for step in range(1, count + 1):
        entry = an_entry(step, run=run)
        store.write_decisions([entry], [a_healing(entry)] if step % 10 == 0 else [])
        sys.stdout.write(f"acted {step}\n")
        sys.stdout.flush()
        if step % 100 == 0:
            store.write_decisions([entry, an_entry(step, run="shared")])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

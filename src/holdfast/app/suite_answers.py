"""Suite answers: an accepted healing of a test suite, in its fingerprints and in its patch.

Both change together, and what they were before is kept, so that an answer can be taken back.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from holdfast.app.locator_proof import write_locator
from holdfast.app.proposing import fingerprint_id, told
from holdfast.app.written import Healed, record_name, short_name
from holdfast.errors import ResolutionError
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.remembered import Healing
from holdfast.page.tables import tables_of
from holdfast.page.url_pattern import kind_of_page
from holdfast.ports import ElementLooks, HealedRecords
from holdfast.selectors.css import css_path
from holdfast.selectors.playwright_code import literal

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SuiteAnswers:
    """The fingerprints of a suite, and what is healed in its source."""

    looks: ElementLooks
    records: HealedRecords

    def accept(self, healing: Healing, *, picked: bool) -> None:
        """Make the healing's element the one that its written locator means."""
        place, kind, found = _where(healing), kind_of_page(healing.url), _found(healing)
        known = [one for one in self.looks.looks(place, kind) if _is_old(one, healing)]
        code = write_locator(found).code if picked else None
        before = self.records.load(f"{short_name(place)}-")
        after = dict(_answered(before, healing, found, code))
        kept = {
            "element": fingerprint_id(found),
            "looks": [fingerprint_to_json(one) for one in known],
            "before": {name: before.get(name) for name in {**before, **after}},
            "after": after,
        }
        self.records.write(_kept_as(healing), kept)
        extra = known[0].extra if known else found.extra
        self.looks.save(place, kind, fingerprint_id(found), replace(found, extra=extra))
        for old in known:
            self.looks.forget(place, kind, fingerprint_id(old))
        for name in before:
            self.records.write(name, None)
        for name, record in after.items():
            self.records.write(name, record)

    def take_back(self, healing: Healing) -> None:
        """Make fingerprints and patch what they were; raises when they were changed since."""
        name = _kept_as(healing)
        kept = self.records.load(name).get(name)
        if kept is None:
            return
        place, kind, element = _where(healing), kind_of_page(healing.url), str(kept["element"])
        after, before = _table(kept, "after"), _table(kept, "before")
        now = self.records.load(f"{short_name(place)}-")
        if any(one in now and now[one] != record for one, record in after.items()):
            raise ResolutionError(
                f"cannot undo healing {healing.number}: its locator was healed again since\n"
                "  next: undo the later healing first (holdfast review list --all)"
            )
        looks = kept.get("looks")
        for look in looks if isinstance(looks, list) else ():
            old = fingerprint_from_json(look)
            self.looks.save(place, kind, fingerprint_id(old), old)
        self.looks.forget(place, kind, element)
        for one in {**after, **before}:
            record = before.get(one)
            self.records.write(one, record if isinstance(record, dict) else None)
        self.records.write(name, None)


def _where(healing: Healing) -> str:
    assert healing.step_id is not None, "a written locator has a place"
    return healing.step_id


def _found(healing: Healing) -> Fingerprint:
    return fingerprint_from_json(healing.fingerprint)


def _is_old(look: Fingerprint, healing: Healing) -> bool:
    return fingerprint_id(look) == healing.fingerprint_id


def _kept_as(healing: Healing) -> str:
    return f"answers/{short_name(healing.entry_id)}"


def _table(kept: Record, key: str) -> dict[str, object]:
    found = kept.get(key)
    return found if isinstance(found, dict) else {}


def _answered(
    before: Mapping[str, Record], healing: Healing, found: Fingerprint, code: str | None
) -> Iterator[tuple[str, Record]]:
    """Yield what is healed from now on, once for each line that the locator stands in."""
    lines: dict[int, Healed] = {}
    for record in before.values():
        with suppress(ValueError, TypeError):  # a damaged one is left out, as it is of the patch
            one = Healed.from_json(record)
            if one.line not in lines or one.instead == healing.new_selector:
                lines[one.line] = one
    for one in lines.values():
        instead = one.instead if code is None else _spelled(one, code, found)
        instead = instead or write_locator(found).code
        now = replace(one, instead=instead, now=told(found.node), used=True, succeeded=True)
        yield record_name(now), now.to_json()


def _spelled(healed: Healed, code: str, found: Fingerprint) -> str:
    """Return code for another element, in the words of the source that it is for."""
    if not healed.expression.startswith("driver."):
        return code
    path = css_path(tables_of(found.page), found.node)
    return f"driver.find_element(By.CSS_SELECTOR, {literal(path)})"

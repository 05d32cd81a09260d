"""`holdfast demo --saved`: the main job on two saved pages, without a browser."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

import holdfast
from holdfast.demo.shop import TARGETS, ShopTarget, read_page
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import ResolutionError
from holdfast.page.wording import describe_element
from holdfast.selectors.playwright_code import as_shown
from holdfast.selectors.writing import selectors_of

MOST_REASONS = 3

INTRODUCTION = """\
A shop's checkout page was redesigned: ids and classes renamed, sections moved, words
changed, one button removed. {count} elements were recorded on the old page. Where are they now?
"""

NEXT = """
next  the same with two pages of your own: holdfast locate old.html new.html --target '#save'
      in a browser, with pictures:         pip install '.[playwright]' && holdfast demo"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFinding:
    """One target looked for on the new page, beside what really became of it (None: removed)."""

    target: ShopTarget
    location: holdfast.Location
    truth: holdfast.Node | None

    @property
    def is_right(self) -> bool:
        """Return whether the element was found, or refused because it is gone."""
        return self.location.node == self.truth

    @property
    def is_wrong(self) -> bool:
        """Return whether another element was offered; a refusal too many is not that."""
        return self.location.node is not None and not self.is_right


def show_saved(*, as_json: bool) -> None:
    """Print where the elements of the saved old page are on the new one, and why."""
    findings = look_for_all()
    if as_json:
        data = [_as_data(finding) for finding in findings]
        print_json(data)
    else:
        _show(findings)
    if any(finding.is_wrong for finding in findings):
        raise ResolutionError("a wrong element was offered, which must never happen")


def look_for_all() -> list[ShownFinding]:
    """Return where each target of the old page is on the new one."""
    old = holdfast.parse(read_page("before"))
    new = holdfast.parse(read_page("after"))
    return [_look_for(target, old, new) for target in TARGETS]


def _look_for(target: ShopTarget, old: holdfast.Snapshot, new: holdfast.Snapshot) -> ShownFinding:
    recorded = holdfast.fingerprint(old, target.before)
    location = holdfast.locate(recorded, new)
    (truth,) = new.select(target.after) if target.after else (None,)
    return ShownFinding(target=target, location=location, truth=truth)


def _show(findings: list[ShownFinding]) -> None:
    console = HarmlessConsole()
    console.print(INTRODUCTION.format(count=len(findings)))
    for finding in findings:
        for line in _lines(finding):
            console.print(line)
        console.print()
    console.print(_summary(findings))


def _lines(finding: ShownFinding) -> Iterator[Text]:
    recorded, location = finding.location.fingerprint, finding.location
    yield Text.assemble((_told(recorded.node), "bold"), (f"  {finding.target.change}", "dim"))
    if location.node is None:
        yield _line("refused", location.reason, "yellow")
        if finding.truth is not None:
            yield _line("", f"too careful: it is {_told(finding.truth)}", "dim")
        return
    yield _line(
        "is now", f"{_told(location.node)}, {100 * location.probability:.0f} % sure", "green"
    )
    yield _line("use", selectors_of(location.node)[0].playwright, "cyan")
    evidence = location.candidates[0].evidence
    yield from _reasons("because", [one.reason for one in evidence if one.score > 0])
    yield from _reasons("although", [one.reason for one in evidence if one.score == 0])


def _reasons(word: str, reasons: list[str]) -> Iterator[Text]:
    for place, reason in enumerate(reasons[:MOST_REASONS]):
        yield _line("" if place else word, reason)


def _line(word: str, told: str, style: str = "") -> Text:
    return Text.assemble(f"  {word:<10}", (as_shown(told), style))


def _told(node: holdfast.Node) -> str:
    return as_shown(describe_element(node.snapshot, node.index))


def _summary(findings: list[ShownFinding]) -> str:
    found = sum(1 for finding in findings if finding.location.node is not None)
    wrong = sum(1 for finding in findings if finding.is_wrong)
    return f"{found} found, {len(findings) - found} refused, {wrong} wrong.\n{NEXT}"


def _as_data(finding: ShownFinding) -> dict[str, object]:
    location = finding.location
    return {
        "target": finding.target.before,
        "was": _told(location.fingerprint.node),
        "xpath": location.node.xpath if location.node else None,
        "probability": round(location.probability, 4),
        "refusal": location.refusal,
        "reason": location.reason,
        "right": finding.is_right,
    }

"""Fit of the witnesses: measures what the trail and the coordinates add to the matcher.

The cases are the yardstick's own, of both corpora, where boxes are known on either page. The hand
is made up: it ends somewhere inside the element's old box. Nothing but numbers is kept.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from holdfast.app.wiring import parse
from holdfast.bench.examples import corpora_of, load_yardstick, make_cases
from holdfast.bench.fit import folds
from holdfast.deciding.gates import GONE_FROM, MARGIN_FLOOR
from holdfast.matching.columns import Flags, Floats, Ints
from holdfast.matching.judge import Shortlist, judge
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Box, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.page.compact import compact
from holdfast.page.kinds import control_of
from holdfast.witnesses.facts import NOTHING_ASKED, witness_results
from holdfast.witnesses.protocol import Results
from holdfast.witnesses.trail import nearness

VARIANTS = frozenset({"plain", "hide-all", "removed", "absent"})
# What each witness says, in the order of the numbers that are fitted.
INPUTS = (("trail", "named"), ("trail", "near"), ("coordinates", "there"), ("coordinates", "box"))
RIDGE = 0.02  # a little: no number runs away on few cases
_STRIDE = 0.25  # how far from the middle a made-up hand ends, in sizes of the box


@dataclass(frozen=True)
class HeardWitness:
    """One case: candidates with the matcher's probabilities, and what the witnesses say."""

    source: str
    variant: str
    p_gone: float
    threshold: float
    stayed: float
    probabilities: Floats
    said: Floats  # candidates x INPUTS
    controls: Ints
    right: Flags

    def weighed(self, weights: Floats) -> Floats:
        """Return the probabilities with what the witnesses say."""
        masses = self.probabilities * np.exp(self.stayed * (self.said @ weights))
        return np.asarray(masses * self.probabilities.sum() / max(masses.sum(), 1e-12))

    def loss(self, weights: Floats) -> float:
        """Return the surprise at the right one, given that it is among the candidates."""
        now = self.weighed(weights)
        return -float(np.log(max(float(now[self.right].sum() / now.sum()), 1e-4)))

    def answer(self, weights: Floats) -> bool | None:
        """Return whether the answer is right, None when it is refused."""
        now = self.weighed(weights)
        best = int(np.argmax(now))
        rivals = now[(self.controls != self.controls[best]) & ~(self.right & self.right[best])]
        is_close = len(rivals) and now[best] - rivals.max() < MARGIN_FLOOR
        if self.p_gone >= GONE_FROM or is_close or now[best] < self.threshold:
            return None
        return bool(self.right[best])


def fit_odds(
    folder: Path, per_source: int, workers: int
) -> tuple[dict[str, dict[str, float]], str]:
    """Return the odds by witness and input, and the report of the fit as Markdown."""
    cases = _measure(folder, per_source, workers)
    weights = _fit(cases)
    odds: dict[str, dict[str, float]] = {}
    for (witness, said), number in zip(INPUTS, weights, strict=True):
        odds.setdefault(witness, {})[said] = round(float(number), 2)
    return odds, _report(cases, odds)


def _fit(cases: Sequence[HeardWitness]) -> Floats:
    sizes = {source: sum(case.source == source for case in cases) for source in _sources(cases)}
    # Silent witnesses change nothing, and the odds are those among what is there.
    heard = [case for case in cases if case.stayed and case.said.any() and case.right.any()]

    def loss(weights: Floats) -> float:
        told = sum(case.loss(weights) / sizes[case.source] for case in heard)
        return float(told) / len(sizes) + RIDGE * float(weights @ weights) / 100

    start = np.full(len(INPUTS), 0.5)
    found = minimize(loss, start, method="L-BFGS-B", bounds=[(0.0, 6.0)] * len(INPUTS))
    return np.asarray(found.x)


def _sources(cases: Sequence[HeardWitness]) -> list[str]:
    return sorted({case.source for case in cases})


# ------------------------------------------------------------------------------------- measuring


def _measure(folder: Path, per_source: int, workers: int) -> list[HeardWitness]:
    jobs = [
        (folder, corpus, group)
        for corpus in corpora_of(folder)
        for group in _groups(folder, corpus, per_source)
    ]
    with ProcessPoolExecutor(workers) as pool:
        return [case for part in pool.map(_work, *zip(*jobs, strict=True)) for case in part]


def _groups(folder: Path, corpus: str, per_source: int) -> list[list[Any]]:
    """Return the cases that are asked about, those of the same pages together."""
    groups: dict[tuple[str, str], list[Any]] = {}
    for case in make_cases(folder, corpus, per_source):
        groups.setdefault((case.old_html, case.new_html), []).append(case)
    return list(groups.values())


def _work(folder: Path, corpus: str, cases: list[Any]) -> list[HeardWitness]:
    yardstick, shelf = load_yardstick(folder), _Shelf(folder / corpus)
    asked = [c for c in cases if c.variant in VARIANTS and c.old_boxes and c.new_boxes]
    return [heard for case in asked for heard in _hear(yardstick, case, shelf)]


class _Shelf:
    """The pages of a corpus; those that no case changed are read once."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self._kept: dict[str, Snapshot] = {}

    def page(self, yardstick: Any, case: Any, side: str) -> Snapshot:
        """Return the old or the new page of a case, with boxes; the old one as it is stored."""
        name, boxes = getattr(case, f"{side}_html"), getattr(case, f"{side}_boxes")
        edits = [edit for edit in case.edits if edit["page"] == side]
        if not edits and name in self._kept:
            return self._kept[name]
        html, placed = yardstick.render(self.corpus / name, self.corpus / boxes, edits)
        page = parse(html, boxes=placed)
        page = compact(page) if side == "old" else page
        if not edits:
            self._kept[name] = page
        return page


def _hear(yardstick: Any, case: Any, shelf: _Shelf) -> Iterator[HeardWitness]:
    """Yield the case as it is heard; nothing when its element had no box, or nobody is alike."""
    old, new = shelf.page(yardstick, case, "old"), shelf.page(yardstick, case, "new")
    node = old.find_xpath(case.old_xpath)
    if node is None or node.box is None or node.box.area <= 0:
        return
    hand = _made_up(case.id, node.box, node.tag)
    fingerprint = Fingerprint(page=old, target=node.index, strategies=hand)
    shortlist = judge(fingerprint, new)
    if shortlist.ranked:
        results = witness_results(fingerprint, new, 0, NOTHING_ASKED)
        yield _as_heard(case, shortlist, results, new)


def _made_up(name: str, box: Box, tag: str) -> tuple[LocatorStrategy, ...]:
    """Return a hand that ended somewhere inside a box, the same one for the same case."""
    first, second = (b / 255 - 0.5 for b in blake2b(name.encode(), digest_size=2).digest())
    x = box.x + box.width * (0.5 + 2 * _STRIDE * first)
    y = box.y + box.height * (0.5 + 2 * _STRIDE * second)
    looks = {"tagName": tag}
    trail = [{"x": x - 120 + 40 * i, "y": y, "timestamp": 50 * i} for i in range(4)]
    return tuple(
        LocatorStrategy(type=kind, confidence=BASE_WEIGHTS[kind], metadata=metadata)
        for kind, metadata in (
            (
                StrategyType.EVIDENCE_SCORING,
                {"endpoint": {"x": x, "y": y}, "mouseTrail": trail, "attributes": looks},
            ),
            (
                StrategyType.COORDINATES,
                {"x": x, "y": y, "box": box._asdict(), "attributes": looks},
            ),
        )
    )


def _as_heard(case: Any, shortlist: Shortlist, results: Results, new: Snapshot) -> HeardWitness:
    indices = [index for index, _ in shortlist.ranked]
    controls = np.array([control_of(new, index) for index in indices])
    right = [new.find_xpath(path) for path in (case.truth, *case.equivalents) if path]
    meant = [control_of(new, node.index) for node in right if node is not None]
    return HeardWitness(
        source=case.source,
        variant=case.variant,
        p_gone=shortlist.p_gone,
        threshold=shortlist.threshold,
        stayed=shortlist.stayed,
        probabilities=np.array([probability for _, probability in shortlist.ranked]),
        said=np.stack([_said(results, new, control) for control in controls]),
        controls=controls,
        right=np.isin(controls, meant),
    )


def _said(results: Results, new: Snapshot, control: int) -> Floats:
    """Return what the witnesses say about one control, by INPUTS."""
    trail, place = (results[kind] for kind in _KINDS)
    hit = trail.node is not None and control_of(new, trail.node) == control
    there = place.node is not None and control_of(new, place.node) == control
    near = nearness(trail) if hit else 0.0
    box = float(there and bool(place.metadata["sameBox"]))
    return np.array([float(hit), near, float(there), box])


_KINDS = (StrategyType.EVIDENCE_SCORING, StrategyType.COORDINATES)


# ---------------------------------------------------------------------------------------- report


def _report(cases: Sequence[HeardWitness], odds: dict[str, dict[str, float]]) -> str:
    """Return what the numbers are worth on sources that they were not fitted to."""
    silent = np.zeros(len(INPUTS))
    before, after = (
        list[tuple[HeardWitness, bool | None]](),
        list[tuple[HeardWitness, bool | None]](),
    )
    for group in folds([case.source for case in cases]):
        weights = _fit([case for case in cases if case.source not in group])
        left_out = [case for case in cases if case.source in group]
        before += [(case, case.answer(silent)) for case in left_out]
        after += [(case, case.answer(weights)) for case in left_out]
    lines = [
        f"Odds: {json.dumps(odds)}; {len(cases)} cases of {len(_sources(cases))} sources, each "
        "measured with numbers that never saw its source.",
        "",
        "| variant | without: located / wrong / refused | with witnesses |",
        "|---|---|---|",
    ]
    lines += [
        f"| {variant} | {_row(before, variant)} | {_row(after, variant)} |"
        for variant in sorted({case.variant for case in cases})
    ]
    return "\n".join(lines) + "\n"


def _row(answers: Sequence[tuple[HeardWitness, bool | None]], variant: str) -> str:
    """Return located, wrong and refused of one variant, as the mean over sources."""
    sources: dict[str, list[bool | None]] = {}
    for case, answer in answers:
        if case.variant == variant:
            sources.setdefault(case.source, []).append(answer)
    shares = [
        np.mean([[a is True, a is False, a is None] for a in of_source], axis=0)
        for of_source in sources.values()
    ]
    return " / ".join(f"{100 * share:.1f}" for share in np.mean(shares, axis=0))

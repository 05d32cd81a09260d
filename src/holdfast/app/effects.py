"""Effects: look whether a step did again what it did when it was recorded."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from holdfast.app.dragged_lists import moved_item, stays_behind
from holdfast.app.values import Values, secret_names
from holdfast.errors import EffectMissing
from holdfast.model.recording import STANDS_FOR, Effect, EffectKind, Step
from holdfast.model.replay_result import same_words
from holdfast.page.kinds import FIELD_TAGS
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import LiveTarget, Stage

EFFECT_TIMEOUT_MS = 5_000.0  # what a page is to show may take a moment
REBUILT_TIMEOUT_MS = 500.0  # where it may well be another one now
POLL_MS = 50.0
# A site that was rebuilt says these otherwise; elsewhere another answer is a failure.
REWORDED = frozenset({EffectKind.URL, EffectKind.DOWNLOAD, EffectKind.ORDER, EffectKind.COUNT})
Seen = str | bool | int | tuple[str, ...] | None


@dataclass(slots=True, kw_only=True)
class EffectCheck:
    """Compares what is seen after a step with what was seen when it was recorded.

    ``rebase`` gives an address of the recorded site on the one that is replayed.
    """

    stage: Stage
    values: Values
    rebase: Callable[[str], str]

    async def watch(
        self, step: Step, target: LiveTarget | None, end: LiveTarget | None
    ) -> LiveTarget | None:
        """Return what is to be looked at once the step is done; None where nothing is."""
        self.stage.forget_downloads()
        if step.effect is None or target is None:
            return None
        if step.effect.kind is EffectKind.ORDER:
            return await self.stage.lists_around(target, end)
        if step.effect.kind is EffectKind.COUNT:
            return await self.stage.lists_before(target)
        if step.effect.of:
            return await self.stage.find_beside(target, step.effect.of)
        # What is edited in place is found by its words, which change.
        return target if _is_field(step) else await self.stage.pin(target)

    async def confirm(
        self, step: Step, watched: LiveTarget | None, *, rebuilt: bool
    ) -> bool | None:
        """Return whether the effect was seen, None where there is none to see.

        Raises ``EffectMissing`` when something else was seen, unless that may well be on a site
        that was ``rebuilt``: where a step had to be healed.
        """
        effect = step.effect
        if effect is None or effect.kind is EffectKind.DIALOG:
            return None
        may_differ = rebuilt and (effect.kind in REWORDED or bool(effect.of))
        deadline = (
            time.monotonic() + (REBUILT_TIMEOUT_MS if may_differ else EFFECT_TIMEOUT_MS) / 1000
        )
        while True:
            seen = await self._look(step, effect, watched)
            same = self._is_same(step, effect, seen)
            if same is not False:
                return same
            if time.monotonic() >= deadline:
                break
            await self.stage.page.pause(POLL_MS)
        if may_differ:
            return False
        raise EffectMissing(*self._told(effect, seen))

    def nothing_declined(self) -> None:
        """Raise ``EffectMissing`` if the page asked something that it did not when recorded.

        It was declined, so what the step was for has not happened.
        """
        if (asked := self.stage.take_declined()) is not None:
            raise EffectMissing("dialog", "none", f"{asked[:80]!r} (declined)")

    async def _look(self, step: Step, effect: Effect, watched: LiveTarget | None) -> Seen:
        kind = effect.kind
        if effect.of and watched is None:
            return ()  # what is looked at is not there
        if kind is EffectKind.URL:
            return self.stage.page.url
        if kind is EffectKind.DOWNLOAD:
            return next(iter(self.stage.downloads), "")
        if watched is None:
            return None
        return await self.stage.effect_on(watched, kind, drawn=STANDS_FOR in step.extra)

    def _is_same(self, step: Step, effect: Effect, seen: Seen) -> bool | None:
        """Return whether two effects are the same, None when that cannot be told."""
        if seen is None:
            return None
        expected = effect.expected
        match effect.kind:
            case EffectKind.URL:
                return url_pattern(self.rebase(str(expected))) == url_pattern(str(seen))
            case EffectKind.DOWNLOAD:
                return same_words(str(expected), str(seen))
            case EffectKind.ORDER:
                return _same_order(step, expected, seen)
            case EffectKind.VALUE:
                wanted = self.values.fill(str(expected))
                return wanted == seen or (
                    not _is_field(step) and _lines(wanted) == _lines(str(seen))
                )
            case _:
                return expected == seen

    def _told(self, effect: Effect, seen: Seen) -> tuple[str, str, str]:
        if secret_names([str(effect.expected)]):
            return effect.kind.value, "what was typed", "something else"
        is_address = effect.kind is EffectKind.URL
        expected = self.rebase(str(effect.expected)) if is_address else effect.expected
        return effect.kind.value, repr(expected)[:80], repr(seen)[:80]


def _lines(text: str) -> list[list[str]]:
    """Return the words of each line; an empty line is one, too."""
    return [line.split() for line in text.split("\n")]


def _is_field(step: Step) -> bool:
    return step.fingerprint is not None and step.fingerprint.node.tag in FIELD_TAGS


def _same_order(step: Step, expected: object, seen: object) -> bool | None:
    """Return whether what is in both lists stands in the same order; other things may be there.

    What was moved must be there, unless nothing is known of what is there instead.
    """
    if not isinstance(expected, tuple) or not isinstance(seen, tuple):
        return None
    both, moved = set(expected) & set(seen), moved_item(step)
    if moved is not None and moved not in seen and (both or not seen):
        return False
    if len(both) < 2 and expected != seen:
        return False if stays_behind(step, seen) else None
    return [one for one in expected if one in both] == [one for one in seen if one in both]

"""Asking an adviser about a doubtful search: at most once for each question, within a budget."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from holdfast.app.advising.advice_effect import Advised, Followed, advice_in_words, follow
from holdfast.app.advising.budget import Limits, Spent
from holdfast.app.advising.question import AskedAdvice, ask_about
from holdfast.app.advising.when_to_ask import Band, is_in_doubt
from holdfast.errors import AdviceFailed
from holdfast.model.advice import Advice, Consultation, Question, Reply, Sketch
from holdfast.model.candidate import Candidate, Location
from holdfast.model.privacy import is_field
from holdfast.model.redaction import Redactor
from holdfast.model.snapshot import Node
from holdfast.page.wording import describe_element
from holdfast.ports import Adviser, Clock, LivePage, Shelf

ENGINE = "engine"
LARGEST_PICTURE = 200_000  # bytes; what is larger is no small picture
Ask: TypeAlias = Callable[[], Reply]


async def ask_here(ask: Ask) -> Reply:
    """Return the answer, at once: for sync runs."""
    return ask()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consulted:
    """A search after asking, and what is told of it in the log."""

    advised: Advised
    consultation: Consultation

    @property
    def proposer(self) -> str:
        """Return whose word is the confidence of the proposer."""
        return ENGINE if self.advised.ai_confidence is None else self.consultation.adviser


@dataclass(slots=True, kw_only=True)
class Consultant:
    """Asks one adviser in one run. ``shelf`` keeps answers for other runs."""

    adviser: Adviser
    clock: Clock
    band: Band = field(default_factory=Band)
    limits: Limits = field(default_factory=Limits)
    shelf: Shelf | None = None
    pictures: bool = False
    redactor: Redactor = field(default_factory=Redactor)  # what it must not be told
    blocking: Callable[[Ask], Coroutine[Any, Any, Reply]] = ask_here
    spent: Spent = field(default_factory=Spent, init=False)
    cost: float | None = field(default=None, init=False)
    remembered: int = field(default=0, init=False)
    _known: dict[str, Reply] = field(default_factory=dict, init=False)

    async def consult(
        self,
        location: Location,
        action: str,
        page: LivePage | None = None,
        recorded: bytes | None = None,
    ) -> Consulted | None:
        """Return the search after asking, None when there is no doubt; never raises.

        ``recorded`` is a picture of the recorded element, ``page`` where others are taken.
        """
        if not is_in_doubt(location, self.band):
            return None
        asked = ask_about(location, action)
        asked = replace(asked, question=_without_secrets(asked.question, self.redactor))
        if self.pictures and page is not None and not self.redactor.secrets:
            asked = await _with_pictures(asked, page, recorded)
        key = asked.key(self.adviser.name)
        known = self._find(key)
        if known is not None:
            self.remembered += 1
            return self._consulted(location, asked, known, cached=True)
        refusal = self.spent.why_not(self.limits)
        if refusal is not None:
            return self._unanswered(location, refusal)
        try:
            reply = await self.blocking(lambda: self.adviser.advise(asked.question))
            chosen_from(asked, reply.advice)
        except Exception as exc:  # noqa: BLE001 - advisers are foreign code, and must not end a run
            self.spent = self.spent.plus(None)
            return self._unanswered(location, _reason(exc))
        self.spent = self.spent.plus(reply)
        cost = self.limits.cost_of(reply)
        self.cost = cost if self.cost is None or cost is None else self.cost + cost
        self._keep(key, reply)
        return self._consulted(location, asked, reply, cached=False)

    def _find(self, key: str) -> Reply | None:
        if key not in self._known and self.shelf is not None:
            kept = self.shelf.find_advice(key)
            if kept is not None:
                self._known[key] = Reply(advice=Advice.from_json(kept))
        return self._known.get(key)

    def _keep(self, key: str, reply: Reply) -> None:
        self._known[key] = reply
        if self.shelf is not None:
            self.shelf.save_advice(key, self.clock.now(), reply.advice.to_json())

    def _consulted(
        self, location: Location, asked: AskedAdvice, reply: Reply, *, cached: bool
    ) -> Consulted:
        chosen = chosen_from(asked, reply.advice)
        advised = follow(location, reply.advice, chosen)
        spent = Reply(advice=reply.advice) if cached else reply
        consultation = Consultation(
            adviser=self.adviser.name,
            engine=_told(location.best),
            followed=advised.followed.value,
            advice=reply.advice,
            chosen="" if chosen is None else _told(chosen),
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            cost=self.limits.cost_of(spent),
            cached=cached,
        )
        return _noted(advised, consultation)

    def _unanswered(self, location: Location, why: str) -> Consulted:
        consultation = Consultation(
            adviser=self.adviser.name,
            engine=_told(location.best),
            followed=Followed.NOTHING.value,
            error=why,
        )
        return _noted(Advised(location=location, followed=Followed.NOTHING), consultation)

    def summary(self) -> str | None:
        """Return what was asked in this run in a sentence, None when nothing was."""
        if not self.spent.calls and not self.remembered:
            return None
        cost = "" if self.cost is None else f", cost {self.cost:.4f}"
        return (
            f"the adviser {self.adviser.name} was asked {_times(self.spent.calls)} "
            f"({self.spent.tokens} tokens{cost}); its answer was known already "
            f"{_times(self.remembered)}"
        )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _noted(advised: Advised, consultation: Consultation) -> Consulted:
    """Return the search with what was advised among its notes."""
    location = advised.location
    note = f"{consultation.adviser}: {advice_in_words(consultation.to_json())}"
    told = replace(location, notes=(*location.notes, note))
    return Consulted(advised=replace(advised, location=told), consultation=consultation)


def chosen_from(asked: AskedAdvice, advice: Advice) -> Candidate | None:
    """Return what the number of an answer stands for, None for none of these."""
    if advice.choice is None:
        return None
    if advice.choice > len(asked.candidates):
        raise AdviceFailed(f"there is no candidate {advice.choice}")
    return asked.candidates[advice.choice - 1]


async def _with_pictures(asked: AskedAdvice, page: LivePage, recorded: bytes | None) -> AskedAdvice:
    question = asked.question
    taken = [
        replace(sketch, picture=await _picture(page, candidate.node))
        for sketch, candidate in zip(question.candidates, asked.candidates, strict=True)
    ]
    node = asked.recorded
    shown = None if is_field(node.tag, node.attributes) else _small(recorded)
    target: Sketch = replace(question.target, picture=shown)
    return replace(asked, question=replace(question, target=target, candidates=tuple(taken)))


async def _picture(page: LivePage, node: Node) -> bytes | None:
    if is_field(node.tag, node.attributes) or not node.is_visible:
        return None  # a picture of a field shows what was typed into it
    return _small(await (await page.target(node)).picture())


def _small(picture: bytes | None) -> bytes | None:
    return picture if picture is not None and len(picture) <= LARGEST_PICTURE else None


def _without_secrets(question: Question, redactor: Redactor) -> Question:
    def masked(sketch: Sketch) -> Sketch:
        return Sketch.from_json(redactor.data(sketch.to_json()))

    return replace(
        question,
        target=masked(question.target),
        candidates=tuple(map(masked, question.candidates)),
    )


def _told(candidate: Candidate | None) -> str:
    if candidate is None:
        return ""
    node = candidate.node
    return f"{describe_element(node.snapshot, node.index)} ({candidate.probability:.2f})"


def _reason(exc: Exception) -> str:
    if isinstance(exc, AdviceFailed):
        return exc.reason
    return f"{type(exc).__name__}"

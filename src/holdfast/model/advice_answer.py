"""Reading an adviser's answer: exactly what was asked for, or nothing."""

import json
from collections.abc import Mapping

from holdfast.errors import AdviceFailed
from holdfast.model.advice import Advice, Question
from holdfast.model.masking import mask

_SCORES = ("rawScore", "elementMatch", "locationMatch", "textMatch")


def read_text(text: str, question: Question) -> Advice:
    """Return the advice that a text holds as JSON; raises ``AdviceFailed``."""
    try:
        return read_answer(json.loads(text), question)
    except ValueError as exc:
        raise AdviceFailed("the answer is not the JSON that was asked for") from exc


def read_answer(answer: object, question: Question) -> Advice:
    """Return the advice; anything but the schema's fields in their ranges is no advice."""
    if not isinstance(answer, Mapping):
        raise AdviceFailed("the answer is not an object")
    choice = _whole(answer, "choice", len(question.candidates))
    scores = [_whole(answer, key, 100) for key in _SCORES]
    why = answer.get("why")
    if not isinstance(why, str):
        raise AdviceFailed("the answer gives no reason in words")
    return Advice(
        choice=choice or None,
        raw_score=scores[0],
        element_match=scores[1],
        location_match=scores[2],
        text_match=scores[3],
        # It may repeat what stands on the page, to be read in a terminal.
        why=mask(why),
    )


def _whole(answer: Mapping[str, object], key: str, highest: int) -> int:
    value = answer.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= highest:
        raise AdviceFailed(f"{key} must be a whole number from 0 to {highest}, got {value!r:.40}")
    return value

"""Waiting changes: what of each change waits, kept beside its words, so that a look counts nothing.

Whoever writes a healing or an answer settles its change in the same transaction.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    update,
)

from holdfast.adapters.sql.inserts import in_chunks
from holdfast.adapters.sql.schema import changes, healings
from holdfast.model.archive import DOUBTFUL, LIKELY
from holdfast.model.healing_decision import HealingAction, ReviewState

_HEALING = healings.c
_LIKELY_REFUSED = and_(_HEALING.action == HealingAction.REJECT, _HEALING.confidence >= LIKELY)
IS_WAITING = or_(_HEALING.action.in_(sorted(DOUBTFUL)), and_(_LIKELY_REFUSED, _HEALING.has_offer))

# A suggestion stops its step in every run until somebody answers, and so does a likely refusal; a
# flagged one is in use though in doubt; a sure one can wait; to other refusals there is the least
# to say.
USEFUL = case(
    (_HEALING.action == HealingAction.SUGGEST_ONLY, 0),
    (_LIKELY_REFUSED, 1),
    (_HEALING.action == HealingAction.APPLY_WITH_FLAG, 2),
    (_HEALING.action == HealingAction.AUTO_APPLY, 3),
    else_=4,
)
# Confidence and number in one, so that the least sure of a group is found without a second look;
# of several the newest, which shows the page of today.
_ROOM = 10**10
_WIDE = literal(_ROOM, BigInteger)
LEAST_SURE = _WIDE * _HEALING.confidence + (_WIDE - _HEALING.number)
SUMMED = (
    func.min(USEFUL).label("useful"),
    func.count().label("times"),
    func.max(_HEALING.confidence).label("sure"),
    func.min(LEAST_SURE).label("least"),
)
_NOTHING = {"useful": 0, "times": 0, "sure": 0, "least": 0}


def number_in(least: int) -> int:
    """Return the number of the healing that is the least sure of its group."""
    return _ROOM - least % _ROOM


def settle(connection: Connection, written: Iterable[tuple[str, str]]) -> None:
    """Say of an organization's changes anew what of them waits, after something was written."""
    in_order = sorted(written)
    for owner, some in groupby(in_order, key=itemgetter(0)):
        for chunk in in_chunks([change_id for _, change_id in some]):
            _settle(connection, owner, chunk)


def _settle(connection: Connection, owner: str, change_ids: Sequence[str]) -> None:
    own = changes.c.organization_id == owner
    # First the lock, then the look: two writers of one change count each other's.
    lock = select(changes.c.change_id).where(own, changes.c.change_id.in_(change_ids))
    connection.execute(lock.order_by(changes.c.change_id).with_for_update()).all()
    found = {row["this"]: row for row in connection.execute(_waiting(owner, change_ids)).mappings()}
    rows = [dict(found.get(one, {**_NOTHING, "this": one})) for one in change_ids]
    connection.execute(update(changes).where(own, changes.c.change_id == bindparam("this")), rows)


def _waiting(organization_id: str, change_ids: Sequence[str]) -> Select[Any]:
    which = (
        _HEALING.organization_id == organization_id,
        _HEALING.review_state == ReviewState.PENDING,
        _HEALING.change_id.in_(change_ids),
        IS_WAITING,
    )
    this = _HEALING.change_id.label("this")
    return select(this, *SUMMED).where(*which).group_by(_HEALING.change_id)

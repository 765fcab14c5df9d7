"""Games that are played for a challenge of the campaign: what their rules are, how they begin."""

from datetime import UTC, datetime

from palamedes.campaign import Duel, chapter_of, find_duel
from palamedes.core.history import Result
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import HUMAN
from palamedes.ui.web.store import Kept
from palamedes.ui.web.store.kept import Owner
from palamedes.ui.web.visitors import Visitor, new_id

NEVER = ("draw", "pause", "move now", "rematch")  # in a challenge


def forbidden(kept: Kept) -> tuple[str, ...]:
    """What nobody may ask for in a game, because the challenge says so."""
    duel = find_duel(kept.step)
    if duel is None:
        return ()
    helps = {"hint": duel.hints, "undo": duel.undo}
    return *NEVER, *(kind for kind, is_allowed in helps.items() if not is_allowed)


def begin_duel(duel: Duel, visitor: Visitor, name: str) -> Kept:
    """A new game against the opponent of a chapter."""
    opponent = chapter_of(duel).opponent
    kept = Kept(
        new_id(),
        Match.of(find_game(duel.game)),
        specs=(HUMAN, opponent.spec),
        names=(visitor.name or name, _(opponent.name)),
        owners=(visitor.owner, None),
        control=None,
        created=datetime.now(UTC),
        step=duel.id,
    )
    if duel.seat == 1:
        kept.specs, kept.names = kept.specs[::-1], kept.names[::-1]
        kept.owners = kept.owners[::-1]
    return kept


def winner_of(step: str, owners: tuple[Owner, Owner], result: Result | None) -> Owner:
    """The owner who has met a challenge by a game that ended so, if somebody has."""
    duel = find_duel(step)
    if duel is None or not duel.is_met(result):
        return None
    return owners[duel.seat]

"""Challenges between players in the database; every method is one transaction."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Engine,
    ScalarSelect,
    and_,
    delete,
    func,
    not_,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.orm import Session, aliased

from palamedes.ui.session import TimeControl
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.blocks import are_apart
from palamedes.ui.web.store.models import AccountRow, PlayerChallengeRow, RatingRow
from palamedes.ui.web.store.stored_game import StoredGame, to_row
from palamedes.ui.web.store.transactions import ConflictError, transaction

MOST_OPEN = 20  # challenges per challenger
MOST_LISTED = 100
REMEMBERED = timedelta(days=1)  # how long a challenge is kept after its end
GRACE = timedelta(seconds=12)  # for which a challenge in the lobby outlasts its challenger there

ChallengeState = Literal["open", "accepted", "declined", "cancelled", "expired"]
FirstMover = Literal["challenger", "opponent", "random"]
DeclineReason = Literal["", "busy", "game", "clock", "strength"]


class Contender(NamedTuple):
    """A player of a challenge: without an account there is no name and no rating."""

    owner: str
    name: str = ""
    is_bot: bool = False
    rating: float | None = None  # in the game of the challenge


class Strength(NamedTuple):
    """Ratings between which the opponent is to be; None is no limit."""

    lowest: int | None = None
    highest: int | None = None

    def admits(self, rating: float) -> bool:
        return (self.lowest is None or self.lowest <= rating) and (
            self.highest is None or rating <= self.highest
        )


ANY_STRENGTH = Strength()


class PlayerChallenge(NamedTuple):
    """A game that one player offers another; without an opponent, anybody may accept."""

    id: str
    challenger: Contender
    opponent: Contender | None
    game: str
    control: TimeControl | None
    first: FirstMover
    rated: bool
    created: datetime
    ends: datetime
    state: ChallengeState = "open"
    reason: DeclineReason = ""
    game_id: str = ""
    strength: Strength = ANY_STRENGTH
    lobby_until: datetime | None = None  # None if it is not in the lobby

    @property
    def is_in_lobby(self) -> bool:
        return self.lobby_until is not None

    def concerns(self, owner: str) -> bool:
        """Whether an owner may see it."""
        return self.opponent is None or owner in (self.challenger.owner, self.opponent.owner)

    def is_offered_to(self, owner: str) -> bool:
        """Whether an owner may accept it."""
        return self.concerns(owner) and owner != self.challenger.owner


class ChallengeStore:
    """Challenges in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, challenge: PlayerChallenge) -> bool:
        """Store a new challenge, and forget old ones; False if the challenger has too many.

        In the lobby it takes the place of the one before: there, everybody has one at a time.
        """
        try:
            return self._add(challenge)
        except ConflictError:  # the same challenger has just offered another game there
            return self._add(challenge)

    def _add(self, challenge: PlayerChallenge) -> bool:
        owner = challenge.challenger.owner
        own = and_(PlayerChallengeRow.challenger == owner, is_open())
        old = PlayerChallengeRow.ends < datetime.now(UTC) - REMEMBERED
        with transaction(self._engine) as session:
            session.execute(delete(PlayerChallengeRow).where(old))
            if challenge.is_in_lobby:
                leave_lobby(session, owner)
            if (session.scalar(select(func.count()).where(own)) or 0) >= MOST_OPEN:
                return False
            session.add(_row(challenge))
            return True

    def find(self, challenge_id: str) -> PlayerChallenge | None:
        """The challenge with this id; None if not found."""
        found = self._select(PlayerChallengeRow.id == challenge_id)
        return found[0] if found else None

    def open_to(self, owner: str, with_lobby: bool = True) -> Sequence[PlayerChallenge]:
        """The open challenges by an owner, to an owner and to anybody, the oldest first.

        If there are too many, those to anybody are left out first. Those between people of whom
        one has blocked the other are not among them.
        """
        concerned = or_(
            PlayerChallengeRow.challenger == owner, PlayerChallengeRow.opponent == owner
        )
        found = self._select(and_(is_open(), concerned))
        to_anybody = and_(
            PlayerChallengeRow.opponent.is_(None),
            PlayerChallengeRow.challenger != owner,
            true() if with_lobby else PlayerChallengeRow.lobby_until.is_(None),
            not_(are_apart(PlayerChallengeRow.challenger, owner)),
        )
        found += self._select(and_(is_open(), to_anybody), MOST_LISTED - len(found))
        return sorted(found, key=lambda challenge: (challenge.created, challenge.id))

    def accept(self, stored: StoredGame, challenge_id: str, owner: str) -> bool:
        """Store the game of a challenge that an owner accepts; False if it is no longer open.

        The owner waits in the lobby no more. Nothing happens if one has blocked the other.
        """
        values = {"state": "accepted", "opponent": owner, "game_id": stored.id}
        accepted = _answered(challenge_id, values).where(
            not_(are_apart(PlayerChallengeRow.challenger, owner))
        )
        with transaction(self._engine) as session:
            is_accepted = session.execute(accepted).first() is not None
            if is_accepted:
                leave_lobby(session, owner)
                session.add(to_row(stored, datetime.now(UTC)))
            return is_accepted

    def stay(self, owners: Collection[str]) -> None:
        """Put off the end of the challenges of those who are still in the lobby."""
        ends = datetime.now(UTC) + GRACE
        statement = update(PlayerChallengeRow).where(
            PlayerChallengeRow.challenger.in_(owners),
            PlayerChallengeRow.lobby_until > ends,
            is_open(),
        )
        with transaction(self._engine) as session:
            session.execute(statement.values(ends=ends))

    def end(self, challenge_id: str, state: ChallengeState, reason: DeclineReason = "") -> bool:
        """Decline or cancel a challenge; False if it is no longer open."""
        values = {"state": state, "reason": reason}
        with transaction(self._engine) as session:
            return session.execute(_answered(challenge_id, values)).first() is not None

    def _select(
        self, chosen: ColumnElement[bool], most: int = MOST_LISTED
    ) -> list[PlayerChallenge]:
        with transaction(self._engine) as session:
            return select_challenges(session, chosen, most)


def select_challenges(
    session: Session, chosen: ColumnElement[bool], most: int = MOST_LISTED
) -> list[PlayerChallenge]:
    """The challenges that fulfil a condition, the oldest first."""
    query = _query().where(chosen).order_by(PlayerChallengeRow.created).limit(most)
    return [_challenge(*columns) for columns in session.execute(query)]


def leave_lobby(session: Session, owner: str) -> None:
    """Cancel the challenge of an owner in the lobby, if there is one."""
    waiting = update(PlayerChallengeRow).where(
        PlayerChallengeRow.challenger == owner,
        PlayerChallengeRow.lobby_until.is_not(None),
        PlayerChallengeRow.state == "open",
    )
    session.execute(waiting.values(state="cancelled"))


def is_open() -> ColumnElement[bool]:
    return and_(PlayerChallengeRow.state == "open", PlayerChallengeRow.ends > datetime.now(UTC))


def _answered(challenge_id: str, values: dict[str, Any]) -> Any:
    """Change a challenge, unless it is no longer open."""
    statement = update(PlayerChallengeRow).where(PlayerChallengeRow.id == challenge_id, is_open())
    return statement.values(values).returning(PlayerChallengeRow.id)


def _query() -> Any:
    challenger, opponent = aliased(AccountRow), aliased(AccountRow)
    return (
        select(
            PlayerChallengeRow,
            *(challenger.name, challenger.bot, _rating(PlayerChallengeRow.challenger)),
            *(opponent.name, opponent.bot, _rating(PlayerChallengeRow.opponent)),
        )
        .outerjoin(challenger, challenger.owner == PlayerChallengeRow.challenger)
        .outerjoin(opponent, opponent.owner == PlayerChallengeRow.opponent)
    )


def _rating(owner: Any) -> ScalarSelect[float]:
    """The newest rating of a player in the game of a challenge."""
    query = select(RatingRow.rating).where(
        RatingRow.owner == owner, RatingRow.pool == PlayerChallengeRow.game
    )
    return query.order_by(RatingRow.games.desc()).limit(1).scalar_subquery()


def _row(challenge: PlayerChallenge) -> PlayerChallengeRow:
    control, opponent = challenge.control, challenge.opponent
    return PlayerChallengeRow(
        id=challenge.id,
        challenger=challenge.challenger.owner,
        opponent=opponent and opponent.owner,
        game=challenge.game,
        total=control and control.total,
        increment=control and control.increment,
        first=challenge.first,
        rated=challenge.rated,
        lowest=challenge.strength.lowest,
        highest=challenge.strength.highest,
        lobby_until=challenge.lobby_until,
        state=challenge.state,
        reason=challenge.reason,
        game_id=challenge.game_id,
        created=challenge.created,
        ends=challenge.ends,
    )


def _challenge(row: PlayerChallengeRow, *players: Any) -> PlayerChallenge:
    (name, is_bot, rating), others = players[:3], players[3:]
    opponent = None
    if row.opponent is not None:
        opponent = Contender(row.opponent, others[0] or "", bool(others[1]), others[2])
    is_expired = row.state == "open" and in_utc(row.ends) <= datetime.now(UTC)
    state: Any = "expired" if is_expired else row.state
    first: Any = row.first
    reason: Any = row.reason
    return PlayerChallenge(
        row.id,
        Contender(row.challenger, name or "", bool(is_bot), rating),
        opponent,
        row.game,
        None if row.total is None else TimeControl(row.total, row.increment or 0.0),
        first,
        row.rated,
        in_utc(row.created),
        in_utc(row.ends),
        state,
        reason,
        row.game_id,
        Strength(row.lowest, row.highest),
        None if row.lobby_until is None else in_utc(row.lobby_until),
    )

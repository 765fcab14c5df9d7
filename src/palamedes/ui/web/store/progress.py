"""What somebody has learnt: answers to puzzles, a rating by them, challenges that are met."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Engine, exists, select
from sqlalchemy.orm import Session

from palamedes.arena.glicko import Glicko, update
from palamedes.core.history import Result
from palamedes.ui.web.store.models import ChallengeRow, GameRow, PuzzleTryRow, RatingRow
from palamedes.ui.web.store.stored_game import Owner
from palamedes.ui.web.store.transactions import transaction


class PuzzleTry(NamedTuple):
    """An answer to a puzzle that is kept."""

    puzzle: str
    solved: bool
    rated: bool


class PuzzleRating(NamedTuple):
    """A rating after so many rated answers."""

    rating: Glicko
    answers: int


class EndedChallenge(NamedTuple):
    """A game for a challenge that is over."""

    challenge: str
    owners: tuple[Owner, Owner]
    result: Result


class ProgressStore:
    """Tries, ratings of puzzles and steps of the campaign, one transaction each."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def tries(self, owner: str, game: str) -> list[PuzzleTry]:
        """The answers of somebody to the puzzles of a game, in the order they were given."""
        with transaction(self._engine) as session:
            return [
                PuzzleTry(row.puzzle, row.solved, row.rated) for row in _rows(session, owner, game)
            ]

    def answer(self, owner: str, game: str, puzzle: str, solved: bool, worth: Glicko) -> bool:
        """Keep an answer to a puzzle of this worth; True if it was rated, as the first one is.

        Of later answers the first right one is kept.
        """
        with transaction(self._engine) as session:
            known = _rows(session, owner, game, puzzle)
            if not known:
                session.add(_try(owner, game, puzzle, solved, rated=True))
                _rate(session, owner, pool_of(game), worth, float(solved))
            elif solved and not any(row.solved for row in known):
                session.add(_try(owner, game, puzzle, solved, rated=False))
            return not known

    def help(self, owner: str, game: str, puzzle: str) -> None:
        """Somebody was helped before the first answer, which will not be rated then."""
        with transaction(self._engine) as session:
            if not _rows(session, owner, game, puzzle):
                session.add(_try(owner, game, puzzle, solved=False, rated=False))

    def standing(self, owner: str, game: str) -> PuzzleRating:
        """The rating by the puzzles of a game."""
        with transaction(self._engine) as session:
            return _standing(session, owner, pool_of(game))

    def solved(self, owner: str) -> set[str]:
        """All puzzles that somebody has solved, of whatever game."""
        query = select(PuzzleTryRow.puzzle)
        query = query.where(PuzzleTryRow.owner == owner, PuzzleTryRow.solved)
        with transaction(self._engine) as session:
            return set(session.scalars(query))

    def challenges(self, owner: str) -> set[str]:
        """The challenges that somebody has met by games."""
        with transaction(self._engine) as session:
            return set(
                session.scalars(select(ChallengeRow.step).where(ChallengeRow.owner == owner))
            )

    def unheard(self) -> list[EndedChallenge]:
        """Games for challenges that are over and by which, as far as is kept, nobody met one."""
        owners = (GameRow.first_owner, GameRow.second_owner)
        is_met = exists().where(ChallengeRow.step == GameRow.step, ChallengeRow.owner.in_(owners))
        query = select(GameRow.step, *owners, GameRow.winner, GameRow.reason)
        query = query.where(GameRow.step != "", GameRow.reason.is_not(None), ~is_met)
        with transaction(self._engine) as session:
            return [
                EndedChallenge(challenge, (first, second), Result(winner, reason))  # type: ignore[arg-type]
                for challenge, first, second, winner, reason in session.execute(query)
            ]

    def finish(self, owner: str, challenge: str) -> None:
        """Keep that a challenge is met; once is enough."""
        with transaction(self._engine) as session:
            if session.get(ChallengeRow, (owner, challenge)) is None:
                session.add(ChallengeRow(owner=owner, step=challenge, done=datetime.now(UTC)))


def pool_of(game: str) -> str:
    """The name under which ratings by puzzles of a game are kept."""
    return f"puzzles/{game}"


def _rows(session: Session, owner: str, game: str, puzzle: str = "") -> Sequence[PuzzleTryRow]:
    query = select(PuzzleTryRow).where(PuzzleTryRow.owner == owner, PuzzleTryRow.game == game)
    if puzzle:
        query = query.where(PuzzleTryRow.puzzle == puzzle)
    return session.scalars(query.order_by(PuzzleTryRow.id)).all()


def _try(owner: str, game: str, puzzle: str, solved: bool, rated: bool) -> PuzzleTryRow:
    return PuzzleTryRow(
        owner=owner,
        game=game,
        puzzle=puzzle,
        solved=solved,
        rated=rated,
        tried=datetime.now(UTC),
    )


def _standing(session: Session, owner: str, pool: str) -> PuzzleRating:
    newest = select(RatingRow).where(RatingRow.owner == owner, RatingRow.pool == pool)
    row = session.scalar(newest.order_by(RatingRow.games.desc()).limit(1))
    if row is None:
        return PuzzleRating(Glicko(), 0)
    return PuzzleRating(Glicko(row.rating, row.deviation, row.volatility), row.games)


def _rate(session: Session, owner: str, pool: str, worth: Glicko, points: float) -> None:
    before = _standing(session, owner, pool)
    after = update(before.rating, [(worth, points)])
    session.add(
        RatingRow(
            owner=owner,
            pool=pool,
            games=before.answers + 1,
            rating=after.rating,
            deviation=after.deviation,
            volatility=after.volatility,
            changed=datetime.now(UTC),
        )
    )

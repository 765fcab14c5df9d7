"""Progress in puzzles and in the campaign; every method is one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Engine, exists, select
from sqlalchemy.orm import Session

from palamedes.core.glicko import Glicko, update
from palamedes.core.history_rules import Result
from palamedes.ui.web.store.models import ChallengeRow, GameRow, PuzzleTryRow, RatingRow
from palamedes.ui.web.store.stored_game import Owner
from palamedes.ui.web.store.transactions import transaction

PUZZLE_POOLS = "puzzles/"  # how the names of rating pools of puzzles begin
PROVISIONAL = 10  # rated answers before a puzzle rating says enough to be shown


class PuzzleTry(NamedTuple):
    """A stored answer to a puzzle."""

    puzzle: str
    solved: bool
    rated: bool


class PuzzleRating(NamedTuple):
    """A puzzle rating and the number of rated answers behind it."""

    rating: Glicko
    answers: int


class FinishedChallenge(NamedTuple):
    """A finished game that was played for a challenge."""

    challenge: str
    owners: tuple[Owner, Owner]
    result: Result


class ProgressStore:
    """Puzzle tries, puzzle ratings and completed challenges in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def tries(self, owner: str, game: str) -> list[PuzzleTry]:
        """An owner's answers to the puzzles of a game, in the order given."""
        with transaction(self._engine) as session:
            return [
                PuzzleTry(row.puzzle, row.solved, row.rated) for row in _rows(session, owner, game)
            ]

    def record_answer(
        self,
        owner: str,
        game: str,
        puzzle: str,
        solved: bool,
        difficulty: Glicko,
        is_known: bool = False,
    ) -> bool:
        """Store an answer to a puzzle; True if it is the first one, which is rated.

        It is not rated if the owner may have known it. Of later answers only the first right one
        is stored.
        """
        with transaction(self._engine) as session:
            earlier = _rows(session, owner, game, puzzle)
            is_rated = not earlier and not is_known
            if not earlier:
                session.add(_try(owner, game, puzzle, solved, rated=is_rated))
            if is_rated:
                _rate(session, owner, pool_of(game), difficulty, float(solved))
            if earlier and solved and not any(row.solved for row in earlier):
                session.add(_try(owner, game, puzzle, solved, rated=False))
            return is_rated

    def record_help(self, owner: str, game: str, puzzle: str) -> None:
        """Note that an owner was helped: a first answer after that is not rated."""
        with transaction(self._engine) as session:
            if not _rows(session, owner, game, puzzle):
                session.add(_try(owner, game, puzzle, solved=False, rated=False))

    def puzzle_rating(self, owner: str, game: str) -> PuzzleRating:
        """An owner's rating in the puzzles of a game."""
        with transaction(self._engine) as session:
            return _puzzle_rating(session, owner, pool_of(game))

    def solved_puzzles(self, owner: str) -> set[str]:
        """The puzzles of all games that an owner has solved."""
        query = select(PuzzleTryRow.puzzle)
        query = query.where(PuzzleTryRow.owner == owner, PuzzleTryRow.solved)
        with transaction(self._engine) as session:
            return set(session.scalars(query))

    def completed_challenges(self, owner: str) -> set[str]:
        """The challenges that an owner has completed by a game."""
        with transaction(self._engine) as session:
            return set(
                session.scalars(select(ChallengeRow.step).where(ChallengeRow.owner == owner))
            )

    def unrecorded_challenges(self) -> list[FinishedChallenge]:
        """Finished games for challenges that none of their owners is known to have completed."""
        owners = (GameRow.first_owner, GameRow.second_owner)
        is_met = exists().where(ChallengeRow.step == GameRow.step, ChallengeRow.owner.in_(owners))
        query = select(GameRow.step, *owners, GameRow.winner, GameRow.reason)
        query = query.where(GameRow.step != "", GameRow.reason.is_not(None), ~is_met)
        with transaction(self._engine) as session:
            return [
                FinishedChallenge(challenge, (first, second), Result(winner, reason))  # type: ignore[arg-type]
                for challenge, first, second, winner, reason in session.execute(query)
            ]

    def complete_challenge(self, owner: str, challenge: str) -> None:
        """Store that an owner has completed a challenge; again changes nothing."""
        with transaction(self._engine) as session:
            if session.get(ChallengeRow, (owner, challenge)) is None:
                session.add(ChallengeRow(owner=owner, step=challenge, done=datetime.now(UTC)))


def pool_of(game: str) -> str:
    """The rating pool of the puzzles of a game."""
    return f"{PUZZLE_POOLS}{game}"


def puzzles_to_rating(answers: int) -> int:
    """The number of puzzles until the rating after some answers is no longer provisional."""
    return max(0, PROVISIONAL - answers)


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


def _puzzle_rating(session: Session, owner: str, pool: str) -> PuzzleRating:
    newest = select(RatingRow).where(RatingRow.owner == owner, RatingRow.pool == pool)
    row = session.scalar(newest.order_by(RatingRow.games.desc()).limit(1))
    if row is None:
        return PuzzleRating(Glicko(), 0)
    return PuzzleRating(Glicko(row.rating, row.deviation, row.volatility), row.games)


def _rate(session: Session, owner: str, pool: str, difficulty: Glicko, points: float) -> None:
    before = _puzzle_rating(session, owner, pool)
    after = update(before.rating, [(difficulty, points)])
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

"""Everything that belongs to an owner: moved to another owner, or deleted."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Engine, and_, delete, exists, or_, select, update
from sqlalchemy.orm import Session, aliased

from palamedes.ui.session import HUMAN
from palamedes.ui.web.store.challenges import leave_lobby
from palamedes.ui.web.store.models import (
    AccountRow,
    AdaptiveProfileRow,
    BlockRow,
    ChallengeRow,
    EntrantRow,
    GameRow,
    GreetingRow,
    LessonStepRow,
    PlayerChallengeRow,
    PuzzleTryRow,
    RatingRow,
    TournamentRow,
)
from palamedes.ui.web.store.tournaments import DELETED_NAME, OPEN, PEOPLE, RUNNING, STOPPED
from palamedes.ui.web.store.transactions import transaction

PROGRESS = (PuzzleTryRow, ChallengeRow, LessonStepRow)
SIDES = (
    (GameRow.first_owner, GameRow.second_owner, GameRow.first_name, GameRow.second_spec),
    (GameRow.second_owner, GameRow.first_owner, GameRow.second_name, GameRow.first_spec),
)
CONTENDERS = (PlayerChallengeRow.challenger, PlayerChallengeRow.opponent)
BLOCKS = (BlockRow.owner, BlockRow.blocked)


class OwnershipStore:
    """Changes the owner of games, challenges, blocks, progress, ratings and tournament entries."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def change_owner(self, old: str, new: str) -> None:
        """Give everything of one owner to another, who may already own things.

        If both have tried a puzzle, the new owner's own try counts; if both have a rating, or are
        known to the adaptive player, the new owner's stays; if both play in a tournament, the new
        owner's entry stays.
        """
        with transaction(self._engine) as session:
            _merge_progress(session, old, new)
            _merge_ratings(session, old, new)
            _merge_entries(session, old, new)
            _merge_blocks(session, old, new)
            leave_lobby(session, old)
            _change_owner(session, old, new)

    def delete_owner(self, owner: str, placeholder: str) -> None:
        """Delete an owner's data.

        Games with other people stay; `placeholder`, an owner that no visitor has, takes the side.
        """
        with transaction(self._engine) as session:
            session.execute(delete(GameRow).where(_has_no_other_person(owner)))
            for seat, _other, name, _spec in SIDES:
                session.execute(
                    update(GameRow).where(seat == owner).values({name: "", seat: placeholder})
                )
            for table in (*PROGRESS, RatingRow, AdaptiveProfileRow, GreetingRow):
                session.execute(delete(table).where(table.owner == owner))
            session.execute(
                update(EntrantRow)
                .where(EntrantRow.owner == owner)
                .values(owner=placeholder, name=DELETED_NAME, withdrawn=True)
            )
            _delete_tournaments(session, owner, placeholder)
            for contender in CONTENDERS:
                session.execute(delete(PlayerChallengeRow).where(contender == owner))
            for side in BLOCKS:
                session.execute(delete(BlockRow).where(side == owner))
            session.execute(delete(AccountRow).where(AccountRow.owner == owner))

    def delete_games(self, owner: str, game_ids: Sequence[str]) -> list[str]:
        """Delete games of an owner, unless another person has joined meanwhile; returns their ids.

        A few at a time: every move waits meanwhile.
        """
        chosen = delete(GameRow).where(GameRow.id.in_(game_ids), _has_no_other_person(owner))
        with transaction(self._engine) as session:
            return list(session.scalars(chosen.returning(GameRow.id)))

    def leave_game(self, owner: str, game_id: str, placeholder: str) -> None:
        """Give an owner's sides of a game to `placeholder`: it stays for those who need it."""
        with transaction(self._engine) as session:
            for seat, *_others in SIDES:
                session.execute(
                    update(GameRow)
                    .where(GameRow.id == game_id, seat == owner)
                    .values({seat: placeholder})
                )

    def games_without_others(self, owner: str) -> list[str]:
        """The ids of the games in which no other person plays."""
        with transaction(self._engine) as session:
            return list(session.scalars(select(GameRow.id).where(_has_no_other_person(owner))))


def _has_no_other_person(owner: str) -> ColumnElement[bool]:
    """Whether an owner plays against an engine, alone on both sides, or against a free side."""
    first, second = (
        and_(
            seat == owner,
            (spec != HUMAN) | other.is_(None) | (other == owner),
        )
        for seat, other, _name, spec in SIDES
    )
    return first | second


def _delete_tournaments(session: Session, owner: str, placeholder: str) -> None:
    """Delete or stop what has not begun: without its owner nobody could start it.

    Tournaments that have begun stay, without their titles.
    """
    is_own = TournamentRow.owner == owner
    is_open = and_(is_own, TournamentRow.state == OPEN)
    session.execute(delete(TournamentRow).where(is_open, TournamentRow.kind == PEOPLE))
    session.execute(update(TournamentRow).where(is_open).values(state=STOPPED))
    session.execute(update(TournamentRow).where(is_own).values(owner=placeholder, title=""))


def _merge_progress(session: Session, old: str, new: str) -> None:
    """Drop what the new owner has already done."""
    other_try = aliased(PuzzleTryRow)
    is_tried = exists().where(
        other_try.owner == new,
        other_try.game == PuzzleTryRow.game,
        other_try.puzzle == PuzzleTryRow.puzzle,
    )
    repeated = update(PuzzleTryRow).where(PuzzleTryRow.owner == old, is_tried).values(rated=False)
    session.execute(repeated.execution_options(synchronize_session=False))
    completed = select(ChallengeRow.step).where(ChallengeRow.owner == new)
    session.execute(
        delete(ChallengeRow).where(ChallengeRow.owner == old, ChallengeRow.step.in_(completed))
    )
    other_step = aliased(LessonStepRow)
    is_learnt = exists().where(
        other_step.owner == new,
        other_step.game == LessonStepRow.game,
        other_step.number == LessonStepRow.number,
    )
    session.execute(
        delete(LessonStepRow)
        .where(LessonStepRow.owner == old, is_learnt)
        .execution_options(synchronize_session=False)
    )


def _merge_ratings(session: Session, old: str, new: str) -> None:
    for table in (RatingRow, AdaptiveProfileRow):
        pools = select(table.pool).where(table.owner == new)
        session.execute(delete(table).where(table.owner == old, table.pool.in_(pools)))


def _merge_entries(session: Session, old: str, new: str) -> None:
    """Leave one of two entries in each unfinished tournament: nobody plays against themselves."""
    other = aliased(EntrantRow)
    is_second = and_(
        EntrantRow.owner == old,
        exists().where(
            other.contest_id == EntrantRow.contest_id,
            other.owner == new,
            other.withdrawn.is_(False),
        ),
    )
    for state, leave in (
        (OPEN, delete(EntrantRow)),
        (RUNNING, update(EntrantRow).values(withdrawn=True)),
    ):
        tournaments = select(TournamentRow.id).where(TournamentRow.state == state)
        is_chosen = is_second, EntrantRow.contest_id.in_(tournaments)
        statement = leave.where(*is_chosen)
        session.execute(statement.execution_options(synchronize_session=False))


def _merge_blocks(session: Session, old: str, new: str) -> None:
    """Drop blocks that the new owner has anyway, and those between the two: they are one."""
    known = aliased(BlockRow)
    for mine, theirs, known_mine, known_theirs in (
        (BlockRow.owner, BlockRow.blocked, known.owner, known.blocked),
        (BlockRow.blocked, BlockRow.owner, known.blocked, known.owner),
    ):
        is_known = exists().where(known_mine == new, known_theirs == theirs)
        dropped = delete(BlockRow).where(mine == old, or_(theirs == new, is_known))
        session.execute(dropped.execution_options(synchronize_session=False))


def _change_owner(session: Session, old: str, new: str) -> None:
    for seat, *_others in SIDES:
        session.execute(update(GameRow).where(seat == old).values({seat: new}))
    for contender in CONTENDERS:
        statement = update(PlayerChallengeRow).where(contender == old)
        session.execute(statement.values({contender: new}))
    for side in BLOCKS:
        session.execute(update(BlockRow).where(side == old).values({side: new}))
    for table in (*PROGRESS, RatingRow, AdaptiveProfileRow, GreetingRow, EntrantRow, TournamentRow):
        session.execute(update(table).where(table.owner == old).values(owner=new))

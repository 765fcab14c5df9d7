"""What belongs to somebody, all of it: handed over to an account, or given up."""

from sqlalchemy import ColumnElement, Engine, and_, delete, exists, select, update
from sqlalchemy.orm import Session, aliased

from palamedes.ui.session import HUMAN
from palamedes.ui.web.store.models import (
    AccountRow,
    ChallengeRow,
    EntrantRow,
    GameRow,
    PuzzleTryRow,
    RatingRow,
    TournamentRow,
)
from palamedes.ui.web.store.tournaments import OPEN, PEOPLE, STOPPED
from palamedes.ui.web.store.transactions import transaction

NOBODY = "-"  # the name of an entrant who has given everything up

SIDES = (
    (GameRow.first_owner, GameRow.second_owner, GameRow.first_name, GameRow.second_spec),
    (GameRow.second_owner, GameRow.first_owner, GameRow.second_name, GameRow.first_spec),
)


class OwnershipStore:
    """Games, tries, steps, ratings and places in tournaments, by their owner."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def change_owner(self, old: str, new: str) -> None:
        """Give everything of one owner to another, who may have such things already.

        A puzzle that both have tried counts by the new owner's own try; a rating of the new
        owner stays as it is.
        """
        with transaction(self._engine) as session:
            _merge_learning(session, old, new)
            _merge_ratings(session, old, new)
            _change_owner(session, old, new)

    def give_up(self, owner: str, dead: str) -> None:
        """Forget somebody. Games with other people stay, and a seat in them is nobody's: `dead`
        owns it, who will never come."""
        with transaction(self._engine) as session:
            session.execute(delete(GameRow).where(_is_alone(owner)))
            for seat, _other, name, _spec in SIDES:
                session.execute(update(GameRow).where(seat == owner).values({name: "", seat: dead}))
            for table in (PuzzleTryRow, ChallengeRow, RatingRow):
                session.execute(delete(table).where(table.owner == owner))
            session.execute(
                update(EntrantRow)
                .where(EntrantRow.owner == owner)
                .values(owner=dead, name=NOBODY, withdrawn=True)
            )
            _give_up_contests(session, owner, dead)
            session.execute(delete(AccountRow).where(AccountRow.owner == owner))

    def games_alone(self, owner: str) -> list[str]:
        """The ids of the games that nobody else plays."""
        with transaction(self._engine) as session:
            return list(session.scalars(select(GameRow.id).where(_is_alone(owner))))


def _is_alone(owner: str) -> ColumnElement[bool]:
    """Whether somebody plays an engine, himself, or nobody yet."""
    first, second = (
        and_(
            seat == owner,
            (spec != HUMAN) | other.is_(None) | (other == owner),
        )
        for seat, other, _name, spec in SIDES
    )
    return first | second


def _give_up_contests(session: Session, owner: str, dead: str) -> None:
    """Tournaments that have begun stay, without the title; of others nobody could start those of
    people, and nobody waits for those of engines."""
    own = TournamentRow.owner == owner
    is_open = and_(own, TournamentRow.state == OPEN)
    session.execute(delete(TournamentRow).where(is_open, TournamentRow.kind == PEOPLE))
    session.execute(update(TournamentRow).where(is_open).values(state=STOPPED))
    session.execute(update(TournamentRow).where(own).values(owner=dead, title=""))


def _merge_learning(session: Session, old: str, new: str) -> None:
    """What the new owner has done already is not done once more."""
    known = aliased(PuzzleTryRow)
    tried = exists().where(
        known.owner == new,
        known.game == PuzzleTryRow.game,
        known.puzzle == PuzzleTryRow.puzzle,
    )
    again = update(PuzzleTryRow).where(PuzzleTryRow.owner == old, tried).values(rated=False)
    session.execute(again.execution_options(synchronize_session=False))
    done = select(ChallengeRow.step).where(ChallengeRow.owner == new)
    session.execute(
        delete(ChallengeRow).where(ChallengeRow.owner == old, ChallengeRow.step.in_(done))
    )


def _merge_ratings(session: Session, old: str, new: str) -> None:
    pools = select(RatingRow.pool).where(RatingRow.owner == new)
    session.execute(delete(RatingRow).where(RatingRow.owner == old, RatingRow.pool.in_(pools)))


def _change_owner(session: Session, old: str, new: str) -> None:
    for seat, *_others in SIDES:
        session.execute(update(GameRow).where(seat == old).values({seat: new}))
    for table in (PuzzleTryRow, ChallengeRow, RatingRow, EntrantRow, TournamentRow):
        session.execute(update(table).where(table.owner == old).values(owner=new))

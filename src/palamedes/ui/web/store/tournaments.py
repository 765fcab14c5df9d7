"""Tournaments in the database, one transaction each. For any thread, but it waits for the disk."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Engine, delete, func, select, update
from sqlalchemy.orm import Session

from palamedes.arena.plan import unique_name
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import EntrantRow, PairingRow, TournamentRow
from palamedes.ui.web.store.stored_game import Owner, StoredGame, to_row
from palamedes.ui.web.store.transactions import transaction

ENGINES, PEOPLE = "engines", "people"  # kinds
OPEN, RUNNING, OVER, STOPPED = "open", "running", "over", "stopped"  # states
UNFINISHED = (OPEN, RUNNING)


@dataclass(frozen=True)
class TournamentEntry:
    """Who takes part: an engine by its spec, or a person by an owner."""

    number: int
    name: str
    spec: str = ""
    owner: Owner = None
    withdrawn: bool = False
    expelled: bool = False  # sent away, for good


@dataclass(frozen=True)
class Pairing:
    """Two people in a round; without a second one it is a bye, and without a game a forfeit."""

    round: int
    board: int
    first: int
    second: int | None
    game_id: str | None = None
    points: float | None = None  # of the first


@dataclass(frozen=True)
class Tournament:
    """A tournament. Who owns it may start and stop it."""

    id: str
    kind: str
    game: str
    title: str
    settings: dict[str, Any]
    state: str
    owner: str
    created: datetime
    entries: tuple[TournamentEntry, ...] = ()
    pairings: tuple[Pairing, ...] = ()


# The columns of both: everybody who watches reads them again and again, so no rows are made.
ENTRY = [getattr(EntrantRow, field.name) for field in fields(TournamentEntry)]
PAIRING = [getattr(PairingRow, field.name) for field in fields(Pairing)]


class TournamentStore:
    """The tournaments of a database that is brought up to date (see Store)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # What there is

    def add(self, tournament: Tournament) -> None:
        """Keep a new tournament, with those who take part already."""
        facts = {name: getattr(tournament, name) for name in ("id", "kind", "game", "title")}
        with transaction(self._engine) as session:
            session.add(
                TournamentRow(
                    **facts,
                    settings=tournament.settings,
                    state=tournament.state,
                    owner=tournament.owner,
                    created=tournament.created,
                    changed=tournament.created,
                )
            )
            session.flush()
            session.add_all(_entrant(tournament.id, entry) for entry in tournament.entries)

    def load(self, tournament_id: str) -> Tournament | None:
        """The tournament with this id, if there is one."""
        with transaction(self._engine) as session:
            row = session.get(TournamentRow, tournament_id)
            if row is None:
                return None
            entries = _entries(session, [tournament_id])[tournament_id]
            query = (
                select(*PAIRING)
                .where(PairingRow.contest_id == tournament_id)
                .order_by(PairingRow.round, PairingRow.board)
            )
            return _tournament(row, entries, (Pairing(*each) for each in session.execute(query)))

    def of_game(self, game_id: str) -> str:
        """The id of the tournament that a game is played in; empty if it is none."""
        query = select(PairingRow.contest_id).where(PairingRow.game_id == game_id)
        with transaction(self._engine) as session:
            return session.scalars(query).first() or ""

    def newest(self, most: int = 40) -> list[Tournament]:
        """The newest tournaments, without their pairings."""
        query = select(TournamentRow).order_by(TournamentRow.created.desc()).limit(most)
        with transaction(self._engine) as session:
            rows = list(session.scalars(query))
            entries = _entries(session, [row.id for row in rows])
            return [_tournament(row, entries[row.id]) for row in rows]

    def line(self) -> list[str]:
        """The tournaments of engines that are not over: the one that is played, then by age."""
        query = (
            select(TournamentRow.id)
            .where(TournamentRow.kind == ENGINES, TournamentRow.state.in_(UNFINISHED))
            .order_by(TournamentRow.state.desc(), TournamentRow.created)
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def running(self) -> list[str]:
        """The tournaments of people that go on."""
        query = select(TournamentRow.id).where(
            TournamentRow.kind == PEOPLE, TournamentRow.state == RUNNING
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def unfinished_of(self, owner: str, kind: str) -> int:
        """How many tournaments of a kind somebody has that are not over."""
        query = select(func.count()).where(
            TournamentRow.owner == owner,
            TournamentRow.kind == kind,
            TournamentRow.state.in_(UNFINISHED),
        )
        with transaction(self._engine) as session:
            return session.scalar(query) or 0

    # What happens

    def set_state(self, tournament_id: str, state: str) -> bool:
        """Keep what has become of a tournament; False if it is over, stopped or gone already."""
        place = TournamentRow.id == tournament_id, TournamentRow.state.in_(UNFINISHED)
        values = {"state": state, "changed": datetime.now(UTC)}
        with transaction(self._engine) as session:
            changed = update(TournamentRow).where(*place).values(values).returning(TournamentRow.id)
            return session.execute(changed).first() is not None

    def join(self, tournament_id: str, name: str, owner: str, most: int) -> TournamentEntry | None:
        """Let somebody take part, under a name that nobody else has; None if it is full."""
        with transaction(self._engine) as session:
            entries = _entries(session, [tournament_id])[tournament_id]
            if len(entries) >= most:
                return None
            taken = {entry.name for entry in entries}
            number = max((entry.number for entry in entries), default=0) + 1
            entry = TournamentEntry(number, unique_name(name, taken), owner=owner)
            session.add(_entrant(tournament_id, entry))
            return entry

    def leave(self, tournament_id: str, number: int) -> None:
        """Somebody does not come, before the first round."""
        with transaction(self._engine) as session:
            session.execute(delete(EntrantRow).where(*_place(tournament_id, number)))

    def withdraw(self, tournament_id: str, number: int, withdrawn: bool = True) -> None:
        """Somebody plays no more rounds, or does so again."""
        self._change_entrant(tournament_id, number, withdrawn=withdrawn)

    def expel(self, tournament_id: str, number: int) -> None:
        """Somebody is sent away, and cannot come back."""
        self._change_entrant(tournament_id, number, withdrawn=True, expelled=True)

    def _change_entrant(self, tournament_id: str, number: int, **values: bool) -> None:
        changed = update(EntrantRow).where(*_place(tournament_id, number)).values(**values)
        with transaction(self._engine) as session:
            session.execute(changed)

    def give_up(self, owner: str) -> list[str]:
        """Forget what somebody has made: the ids of tournaments of engines, which are gone.

        Those of people go too if they have not begun; others stay, without their titles.
        """
        mine = TournamentRow.owner == owner
        engines = TournamentRow.kind == ENGINES
        with transaction(self._engine) as session:
            gone = list(session.scalars(select(TournamentRow.id).where(mine, engines)))
            session.execute(
                delete(TournamentRow).where(mine, engines | (TournamentRow.state == OPEN))
            )
            session.execute(update(TournamentRow).where(mine).values(title=""))
            return gone

    def add_round(
        self, tournament_id: str, pairings: Sequence[Pairing], games: Iterable[StoredGame]
    ) -> None:
        """Keep a round with all its games, or nothing of it."""
        now = datetime.now(UTC)
        with transaction(self._engine) as session:
            session.add_all(to_row(stored, now) for stored in games)
            session.flush()
            session.add_all(PairingRow(contest_id=tournament_id, **vars(each)) for each in pairings)

    def settle(
        self, tournament_id: str, round_number: int, board: int, points: float, anew: bool = False
    ) -> None:
        """Keep a result; one that is known stays unless it is to be kept anew."""
        place = [PairingRow.contest_id == tournament_id, PairingRow.round == round_number]
        place.append(PairingRow.board == board)
        if not anew:
            place.append(PairingRow.points.is_(None))
        with transaction(self._engine) as session:
            session.execute(update(PairingRow).where(*place).values(points=points))


def _place(tournament_id: str, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return EntrantRow.contest_id == tournament_id, EntrantRow.number == number


def _entries(session: Session, tournaments: Sequence[str]) -> dict[str, list[TournamentEntry]]:
    query = (
        select(EntrantRow.contest_id, *ENTRY)
        .where(EntrantRow.contest_id.in_(tournaments))
        .order_by(EntrantRow.number)
    )
    found: dict[str, list[TournamentEntry]] = defaultdict(list)
    for tournament_id, *facts in session.execute(query):
        found[tournament_id].append(TournamentEntry(*facts))
    return found


def _entrant(tournament_id: str, entry: TournamentEntry) -> EntrantRow:
    return EntrantRow(contest_id=tournament_id, **vars(entry))


def _tournament(
    row: TournamentRow, entries: Iterable[TournamentEntry], pairings: Iterable[Pairing] = ()
) -> Tournament:
    return Tournament(
        row.id,
        row.kind,
        row.game,
        row.title,
        row.settings,
        row.state,
        row.owner,
        in_utc(row.created),
        tuple(entries),
        tuple(pairings),
    )

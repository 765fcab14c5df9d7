"""Tournaments in the database; every method is one transaction, and blocks until it is done."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Engine, delete, func, select, update
from sqlalchemy.orm import Session, defer

from palamedes.arena.plan import unique_name
from palamedes.core.language import _
from palamedes.ui.web.store.accounts import in_utc
from palamedes.ui.web.store.models import EntrantRow, PairingRow, TournamentRow
from palamedes.ui.web.store.stored_game import Owner, StoredGame, to_row
from palamedes.ui.web.store.transactions import readable, transaction

ENGINES, PEOPLE = "engines", "people"  # kinds
OPEN, RUNNING, OVER, STOPPED = "open", "running", "over", "stopped"  # states
UNFINISHED = (OPEN, RUNNING)
SETTINGS = {
    ENGINES: {"games", "seconds", "openings", "seed"},
    PEOPLE: {"system", "rounds", "clock"},
}

DELETED_NAME = "-"  # of an entrant whose data was deleted


@dataclass(frozen=True)
class TournamentEntry:
    """An entrant: an engine with its spec, or a person with an owner."""

    number: int
    name: str
    spec: str = ""
    owner: Owner = None
    withdrawn: bool = False
    expelled: bool = False  # removed by the organiser, and cannot come back

    @property
    def is_deleted(self) -> bool:
        """Whether the person has deleted their data."""
        return self.withdrawn and self.name == DELETED_NAME


@dataclass(frozen=True)
class Pairing:
    """Two people in a round; without a second it is a bye, without a game a forfeit."""

    round: int
    board: int
    first: int
    second: int | None
    game_id: str | None = None
    points: float | None = None  # of the first; None until the game is over


@dataclass(frozen=True)
class Tournament:
    """A tournament; its owner may start and stop it."""

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


# Columns instead of ORM rows, which are slow to make: every spectator reads these repeatedly.
ENTRY_COLUMNS = [getattr(EntrantRow, field.name) for field in fields(TournamentEntry)]
PAIRING_COLUMNS = [getattr(PairingRow, field.name) for field in fields(Pairing)]


class TournamentStore:
    """Tournaments in a database that GameStore has opened."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Reading

    def add(self, tournament: Tournament) -> None:
        """Store a new tournament with its entries."""
        values = {name: getattr(tournament, name) for name in ("id", "kind", "game", "title")}
        with transaction(self._engine) as session:
            session.add(
                TournamentRow(
                    **values,
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
        """The tournament with this id; None if not found. UnreadableError if it is damaged."""
        refusal = _("This tournament is damaged and cannot be opened.")
        with (
            readable(f"tournament {tournament_id}", refusal),
            transaction(self._engine) as session,
        ):
            row = session.get(TournamentRow, tournament_id)
            if row is None:
                return None
            entries = _entries(session, [tournament_id])[tournament_id]
            query = (
                select(*PAIRING_COLUMNS)
                .where(PairingRow.contest_id == tournament_id)
                .order_by(PairingRow.round, PairingRow.board)
            )
            pairings = [Pairing(*each) for each in session.execute(query)]
            return _tournament(row, entries, _settings(row), pairings)

    def of_game(self, game_id: str) -> str:
        """The id of the tournament that a game belongs to; "" if it belongs to none."""
        return self.of_games([game_id]).get(game_id, "")

    def of_games(self, game_ids: Sequence[str]) -> dict[str, str]:
        """The same for those of some games that belong to one."""
        query = select(PairingRow.game_id, PairingRow.contest_id)
        with transaction(self._engine) as session:
            found = session.execute(query.where(PairingRow.game_id.in_(game_ids)))
            return {game_id: tournament_id for game_id, tournament_id in found if game_id}

    def newest(self, most: int = 40) -> list[Tournament]:
        """The newest tournaments, without their pairings and settings."""
        query = select(TournamentRow).options(defer(TournamentRow.settings))
        query = query.order_by(TournamentRow.created.desc()).limit(most)
        with transaction(self._engine) as session:
            rows = list(session.scalars(query))
            entries = _entries(session, [row.id for row in rows])
            return [_tournament(row, entries[row.id], {}) for row in rows]

    def engine_queue(self) -> list[str]:
        """The ids of unfinished engine tournaments: the running one, then the oldest first."""
        query = (
            select(TournamentRow.id)
            .where(TournamentRow.kind == ENGINES, TournamentRow.state.in_(UNFINISHED))
            .order_by(TournamentRow.state.desc(), TournamentRow.created)
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def claimable(self, process: str | None) -> list[str]:
        """The same without those that another process plays."""
        free = select(TournamentRow.id).where(
            TournamentRow.process.is_(None) | (TournamentRow.process == process)
        )
        with transaction(self._engine) as session:
            ids = set(session.scalars(free.where(TournamentRow.state.in_(UNFINISHED))))
        return [each for each in self.engine_queue() if each in ids]

    def claim(self, tournament_id: str, process: str | None) -> bool:
        """Let a process play an unfinished tournament; False if it is over, or another plays it."""
        is_free = TournamentRow.process.is_(None) | (TournamentRow.process == process)
        is_meant = TournamentRow.id == tournament_id, TournamentRow.state.in_(UNFINISHED)
        values = {"state": RUNNING, "process": process, "changed": datetime.now(UTC)}
        with transaction(self._engine) as session:
            statement = update(TournamentRow).where(*is_meant, is_free).values(values)
            return session.execute(statement.returning(TournamentRow.id)).first() is not None

    def running_people(self) -> list[str]:
        """The ids of running tournaments of people."""
        query = select(TournamentRow.id).where(
            TournamentRow.kind == PEOPLE, TournamentRow.state == RUNNING
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def unfinished_of(self, owner: str, kind: str) -> int:
        """The number of unfinished tournaments of a kind that an owner has."""
        query = select(func.count()).where(
            TournamentRow.owner == owner,
            TournamentRow.kind == kind,
            TournamentRow.state.in_(UNFINISHED),
        )
        with transaction(self._engine) as session:
            return session.scalar(query) or 0

    # Changing

    def set_state(self, tournament_id: str, state: str) -> bool:
        """Change the state of an unfinished tournament, which no process plays any longer.

        False if there is none with this id.
        """
        is_unfinished = TournamentRow.id == tournament_id, TournamentRow.state.in_(UNFINISHED)
        values = {"state": state, "process": None, "changed": datetime.now(UTC)}
        with transaction(self._engine) as session:
            statement = update(TournamentRow).where(*is_unfinished).values(values)
            changed = session.execute(statement.returning(TournamentRow.id))
            return changed.first() is not None

    def join(self, tournament_id: str, name: str, owner: str, most: int) -> TournamentEntry | None:
        """Add a person, under a name that nobody else has; None if the tournament is full."""
        with transaction(self._engine) as session:
            entries = _entries(session, [tournament_id])[tournament_id]
            if _is_full(entries, most):
                return None
            taken = {entry.name for entry in entries}
            number = max((entry.number for entry in entries), default=0) + 1
            entry = TournamentEntry(number, unique_name(name, taken), owner=owner)
            session.add(_entrant(tournament_id, entry))
            return entry

    def return_to(
        self, tournament_id: str, entry: TournamentEntry, most: int
    ) -> TournamentEntry | None:
        """Take a person who had withdrawn back in; None if the tournament is full."""
        with transaction(self._engine) as session:
            if _is_full(_entries(session, [tournament_id])[tournament_id], most):
                return None
            chosen = update(EntrantRow).where(*_is_entrant(tournament_id, entry.number))
            session.execute(chosen.values(withdrawn=False))
            return entry

    def remove_entrant(self, tournament_id: str, number: int) -> None:
        """Delete an entrant, before the first round."""
        with transaction(self._engine) as session:
            session.execute(delete(EntrantRow).where(*_is_entrant(tournament_id, number)))

    def withdraw(self, tournament_id: str, number: int) -> None:
        """Take an entrant out of the rounds to come."""
        self._change_entrant(tournament_id, number, withdrawn=True)

    def expel(self, tournament_id: str, number: int) -> None:
        """Remove an entrant for good."""
        self._change_entrant(tournament_id, number, withdrawn=True, expelled=True)

    def _change_entrant(self, tournament_id: str, number: int, **values: bool) -> None:
        statement = update(EntrantRow).where(*_is_entrant(tournament_id, number)).values(**values)
        with transaction(self._engine) as session:
            session.execute(statement)

    def delete_owned(self, owner: str) -> list[str]:
        """Delete an owner's engine tournaments, and return their ids.

        Tournaments of people are deleted if they have not begun; others lose their titles.
        """
        is_own = TournamentRow.owner == owner
        is_engines = TournamentRow.kind == ENGINES
        with transaction(self._engine) as session:
            deleted = list(session.scalars(select(TournamentRow.id).where(is_own, is_engines)))
            session.execute(
                delete(TournamentRow).where(is_own, is_engines | (TournamentRow.state == OPEN))
            )
            session.execute(update(TournamentRow).where(is_own).values(title=""))
            return deleted

    def add_round(
        self, tournament_id: str, pairings: Sequence[Pairing], games: Iterable[StoredGame]
    ) -> None:
        """Store a round with all its games, or nothing if that fails."""
        now = datetime.now(UTC)
        with transaction(self._engine) as session:
            session.add_all(to_row(stored, now) for stored in games)
            session.flush()
            session.add_all(PairingRow(contest_id=tournament_id, **vars(each)) for each in pairings)

    def set_result(
        self,
        tournament_id: str,
        round_number: int,
        board: int,
        points: float,
        replace: bool = False,
    ) -> None:
        """Store the result at a board; an earlier result stays unless `replace` is set."""
        is_pairing = [PairingRow.contest_id == tournament_id, PairingRow.round == round_number]
        is_pairing.append(PairingRow.board == board)
        if not replace:
            is_pairing.append(PairingRow.points.is_(None))
        with transaction(self._engine) as session:
            session.execute(update(PairingRow).where(*is_pairing).values(points=points))


def _is_full(entries: Sequence[TournamentEntry], most: int) -> bool:
    """Whether nobody else can join: those who have gone or were expelled take no place."""
    return sum(not entry.withdrawn for entry in entries) >= most


def _is_entrant(tournament_id: str, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return EntrantRow.contest_id == tournament_id, EntrantRow.number == number


def _entries(session: Session, tournaments: Sequence[str]) -> dict[str, list[TournamentEntry]]:
    query = (
        select(EntrantRow.contest_id, *ENTRY_COLUMNS)
        .where(EntrantRow.contest_id.in_(tournaments))
        .order_by(EntrantRow.number)
    )
    found: dict[str, list[TournamentEntry]] = defaultdict(list)
    for tournament_id, *values in session.execute(query):
        found[tournament_id].append(TournamentEntry(*values))
    return found


def _entrant(tournament_id: str, entry: TournamentEntry) -> EntrantRow:
    return EntrantRow(contest_id=tournament_id, **vars(entry))


def _settings(row: TournamentRow) -> dict[str, Any]:
    """The settings of a tournament; LookupError if one is missing."""
    if missing := SETTINGS[row.kind] - row.settings.keys():
        raise LookupError(missing)
    return row.settings


def _tournament(
    row: TournamentRow,
    entries: Iterable[TournamentEntry],
    settings: dict[str, Any],
    pairings: Iterable[Pairing] = (),
) -> Tournament:
    return Tournament(
        row.id,
        row.kind,
        row.game,
        row.title,
        settings,
        row.state,
        row.owner,
        in_utc(row.created),
        tuple(entries),
        tuple(pairings),
    )

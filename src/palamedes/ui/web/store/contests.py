"""Tournaments in the database, one transaction each. For any thread, but it waits for the disk."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Engine, delete, func, select, update
from sqlalchemy.orm import Session

from palamedes.arena.plan import unique_name
from palamedes.ui.web.store.kept import Kept, Owner, to_row
from palamedes.ui.web.store.models import ContestRow, EntrantRow, PairingRow
from palamedes.ui.web.store.people import in_utc
from palamedes.ui.web.store.sessions import transaction

ENGINES, PEOPLE = "engines", "people"  # kinds
OPEN, RUNNING, OVER, STOPPED = "open", "running", "over", "stopped"  # states
UNFINISHED = (OPEN, RUNNING)


@dataclass(frozen=True)
class Entry:
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
class Contest:
    """A tournament. Who owns it may start and stop it."""

    id: str
    kind: str
    game: str
    title: str
    settings: dict[str, Any]
    state: str
    owner: str
    created: datetime
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()


# The columns of both: everybody who watches reads them again and again, so no rows are made.
ENTRY = [getattr(EntrantRow, field.name) for field in fields(Entry)]
PAIRING = [getattr(PairingRow, field.name) for field in fields(Pairing)]


class Contests:
    """The tournaments of a database that is brought up to date (see Store)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # What there is

    def add(self, contest: Contest) -> None:
        """Keep a new tournament, with those who take part already."""
        facts = {name: getattr(contest, name) for name in ("id", "kind", "game", "title")}
        with transaction(self._engine) as session:
            session.add(
                ContestRow(
                    **facts,
                    settings=contest.settings,
                    state=contest.state,
                    owner=contest.owner,
                    created=contest.created,
                    changed=contest.created,
                )
            )
            session.flush()
            session.add_all(_entrant(contest.id, entry) for entry in contest.entries)

    def load(self, contest_id: str) -> Contest | None:
        """The tournament with this id, if there is one."""
        with transaction(self._engine) as session:
            row = session.get(ContestRow, contest_id)
            if row is None:
                return None
            entries = _entries(session, [contest_id])[contest_id]
            query = (
                select(*PAIRING)
                .where(PairingRow.contest_id == contest_id)
                .order_by(PairingRow.round, PairingRow.board)
            )
            return _contest(row, entries, (Pairing(*each) for each in session.execute(query)))

    def of_game(self, game_id: str) -> str:
        """The id of the tournament that a game is played in; empty if it is none."""
        query = select(PairingRow.contest_id).where(PairingRow.game_id == game_id)
        with transaction(self._engine) as session:
            return session.scalars(query).first() or ""

    def newest(self, most: int = 40) -> list[Contest]:
        """The newest tournaments, without their pairings."""
        query = select(ContestRow).order_by(ContestRow.created.desc()).limit(most)
        with transaction(self._engine) as session:
            rows = list(session.scalars(query))
            entries = _entries(session, [row.id for row in rows])
            return [_contest(row, entries[row.id]) for row in rows]

    def line(self) -> list[str]:
        """The tournaments of engines that are not over: the one that is played, then by age."""
        query = (
            select(ContestRow.id)
            .where(ContestRow.kind == ENGINES, ContestRow.state.in_(UNFINISHED))
            .order_by(ContestRow.state.desc(), ContestRow.created)
        )
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def running(self) -> list[str]:
        """The tournaments of people that go on."""
        query = select(ContestRow.id).where(ContestRow.kind == PEOPLE, ContestRow.state == RUNNING)
        with transaction(self._engine) as session:
            return list(session.scalars(query))

    def unfinished_of(self, owner: str, kind: str) -> int:
        """How many tournaments of a kind somebody has that are not over."""
        query = select(func.count()).where(
            ContestRow.owner == owner,
            ContestRow.kind == kind,
            ContestRow.state.in_(UNFINISHED),
        )
        with transaction(self._engine) as session:
            return session.scalar(query) or 0

    # What happens

    def set_state(self, contest_id: str, state: str) -> bool:
        """Keep what has become of a tournament; False if it is over, stopped or gone already."""
        place = ContestRow.id == contest_id, ContestRow.state.in_(UNFINISHED)
        values = {"state": state, "changed": datetime.now(UTC)}
        with transaction(self._engine) as session:
            changed = update(ContestRow).where(*place).values(values).returning(ContestRow.id)
            return session.execute(changed).first() is not None

    def join(self, contest_id: str, name: str, owner: str, most: int) -> Entry | None:
        """Let somebody take part, under a name that nobody else has; None if it is full."""
        with transaction(self._engine) as session:
            entries = _entries(session, [contest_id])[contest_id]
            if len(entries) >= most:
                return None
            taken = {entry.name for entry in entries}
            number = max((entry.number for entry in entries), default=0) + 1
            entry = Entry(number, unique_name(name, taken), owner=owner)
            session.add(_entrant(contest_id, entry))
            return entry

    def leave(self, contest_id: str, number: int) -> None:
        """Somebody does not come, before the first round."""
        with transaction(self._engine) as session:
            session.execute(delete(EntrantRow).where(*_place(contest_id, number)))

    def withdraw(self, contest_id: str, number: int, withdrawn: bool = True) -> None:
        """Somebody plays no more rounds, or does so again."""
        self._change_entrant(contest_id, number, withdrawn=withdrawn)

    def expel(self, contest_id: str, number: int) -> None:
        """Somebody is sent away, and cannot come back."""
        self._change_entrant(contest_id, number, withdrawn=True, expelled=True)

    def _change_entrant(self, contest_id: str, number: int, **values: bool) -> None:
        changed = update(EntrantRow).where(*_place(contest_id, number)).values(**values)
        with transaction(self._engine) as session:
            session.execute(changed)

    def give_up(self, owner: str) -> list[str]:
        """Forget what somebody has made: the ids of tournaments of engines, which are gone.

        Those of people go too if they have not begun; others stay, without their titles.
        """
        mine = ContestRow.owner == owner
        engines = ContestRow.kind == ENGINES
        with transaction(self._engine) as session:
            gone = list(session.scalars(select(ContestRow.id).where(mine, engines)))
            session.execute(delete(ContestRow).where(mine, engines | (ContestRow.state == OPEN)))
            session.execute(update(ContestRow).where(mine).values(title=""))
            return gone

    def add_round(
        self, contest_id: str, pairings: Sequence[Pairing], games: Iterable[Kept]
    ) -> None:
        """Keep a round with all its games, or nothing of it."""
        now = datetime.now(UTC)
        with transaction(self._engine) as session:
            session.add_all(to_row(kept, now) for kept in games)
            session.flush()
            session.add_all(PairingRow(contest_id=contest_id, **vars(each)) for each in pairings)

    def settle(
        self, contest_id: str, round_number: int, board: int, points: float, anew: bool = False
    ) -> None:
        """Keep a result; one that is known stays unless it is to be kept anew."""
        place = [PairingRow.contest_id == contest_id, PairingRow.round == round_number]
        place.append(PairingRow.board == board)
        if not anew:
            place.append(PairingRow.points.is_(None))
        with transaction(self._engine) as session:
            session.execute(update(PairingRow).where(*place).values(points=points))


def _place(contest_id: str, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return EntrantRow.contest_id == contest_id, EntrantRow.number == number


def _entries(session: Session, contests: Sequence[str]) -> dict[str, list[Entry]]:
    query = (
        select(EntrantRow.contest_id, *ENTRY)
        .where(EntrantRow.contest_id.in_(contests))
        .order_by(EntrantRow.number)
    )
    found: dict[str, list[Entry]] = defaultdict(list)
    for contest_id, *facts in session.execute(query):
        found[contest_id].append(Entry(*facts))
    return found


def _entrant(contest_id: str, entry: Entry) -> EntrantRow:
    return EntrantRow(contest_id=contest_id, **vars(entry))


def _contest(
    row: ContestRow, entries: Iterable[Entry], pairings: Iterable[Pairing] = ()
) -> Contest:
    return Contest(
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

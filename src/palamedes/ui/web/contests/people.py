"""Tournaments of people: who plays whom, games for every round, and what comes of them."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby

from palamedes.arena.pairing import Bout, round_robin, swiss_round
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import HUMAN, Scene, Session, TimeControl
from palamedes.ui.web.documents import Document
from palamedes.ui.web.rooms import Hall, Room
from palamedes.ui.web.store import Kept, StoreError
from palamedes.ui.web.store.contests import (
    OPEN,
    OVER,
    RUNNING,
    STOPPED,
    UNFINISHED,
    Contest,
    Contests,
    Entry,
    Pairing,
)
from palamedes.ui.web.visitors import new_id

log = logging.getLogger(__name__)
RETRY = 5.0  # seconds after which the database is asked again, when it could not answer
SWISS, ROBIN = "swiss", "round robin"
MOST_PEOPLE = 64
CROWD = 16  # of whom everybody can meet everybody


class Umpire:
    """Runs the tournaments of people. It looks at every board, so that no clock stands still."""

    visitor = ""  # it plays nowhere

    def __init__(self, hall: Hall, store: Contests) -> None:
        self._hall, self._store = hall, store
        self._boards: dict[str, str] = {}  # the tournament of every game that goes on
        self._turn = asyncio.Lock()  # one thing happens at a time
        self._later: set[asyncio.Task[None]] = set()  # what could not be kept
        hall.end_listeners.append(self.hear)

    def close(self) -> None:
        for task in self._later:
            task.cancel()

    async def resume(self) -> None:
        """Go on after a start of the server."""
        for contest_id in await self._hall.on_disk(self._store.running):
            await self._go_on_if_possible(contest_id)

    async def hear(self, kept: Kept) -> None:
        """A game is over, perhaps one of ours."""
        if contest_id := self._boards.get(kept.id):
            await self._go_on_if_possible(contest_id)

    async def _go_on_if_possible(self, contest_id: str) -> None:
        """Go on, unless the tournament or its game is there no more."""
        async with self._turn:
            try:
                await self._go_on(contest_id)
            except StoreError:
                log.exception("tournament %s", contest_id)
                self._later.add(task := asyncio.create_task(self._go_on_later(contest_id)))
                task.add_done_callback(self._later.discard)
            except PalamedesError as error:
                log.warning("tournament %s: %s", contest_id, error)

    async def _go_on_later(self, contest_id: str) -> None:
        await asyncio.sleep(RETRY)
        await self._go_on_if_possible(contest_id)

    # The umpire at a board: it looks at nothing, but somebody is there

    def show(self, scene: Scene) -> None:
        pass

    def say(self, document: Document) -> None:
        pass

    # What people do

    async def join(self, contest: Contest, name: str, owner: str) -> int:
        """Somebody takes part, from the next round on: the number they have."""
        async with self._turn:
            contest = await self._load(contest.id)
            entry = entry_of(contest, owner)
            if entry is not None and entry.expelled:
                raise PalamedesError(_("you were sent away from this tournament"))
            if entry is not None and entry.withdrawn and contest.state == RUNNING:
                await self._hall.on_disk(self._store.withdraw, contest.id, entry.number, False)
            elif entry is None:
                _check_open(contest)
                entry = await self._hall.on_disk(
                    self._store.join, contest.id, name, owner, _most(contest)
                )
            if entry is None:
                raise PalamedesError(_("this tournament is full"))
            return int(entry.number)

    async def start(self, contest: Contest) -> None:
        async with self._turn:
            contest = await self._load(contest.id)
            if contest.state != OPEN:
                raise PalamedesError(_("this tournament has begun"))
            if sum(not entry.withdrawn for entry in contest.entries) < 2:
                raise PalamedesError(_("a tournament needs two players"))
            if contest.settings["system"] == ROBIN:  # where nobody can come later anyway
                for entry in contest.entries:
                    if entry.expelled:
                        await self._hall.on_disk(self._store.leave, contest.id, entry.number)
            await self._hall.on_disk(self._store.set_state, contest.id, RUNNING)
            await self._go_on(contest.id)

    async def withdraw(self, contest: Contest, number: int, is_sent: bool) -> None:
        """Somebody goes, or is sent away: the game they play is lost, and there is no other."""
        async with self._turn:
            contest = await self._load(contest.id)
            if is_sent and contest.state in UNFINISHED:
                await self._hall.on_disk(self._store.expel, contest.id, number)
            elif contest.state == OPEN:
                await self._hall.on_disk(self._store.leave, contest.id, number)
            elif contest.state == RUNNING:
                await self._hall.on_disk(self._store.withdraw, contest.id, number)
            if contest.state == RUNNING:
                for each in contest.pairings:
                    if each.points is None and number in (each.first, each.second):
                        await self._end(each, float(number != each.first))
                await self._go_on(contest.id)

    async def settle(self, contest: Contest, place: tuple[int, int], points: float) -> None:
        """The result at a board of a round is what the maker of the tournament says."""
        async with self._turn:
            contest = await self._load(contest.id)
            found = [each for each in contest.pairings if (each.round, each.board) == place]
            if contest.state == OPEN or not found or found[0].second is None:
                raise PalamedesError(_("there is no such game"))
            number, board = place
            await self._hall.on_disk(self._store.settle, contest.id, number, board, points, True)
            if found[0].points is None:
                await self._end(found[0], points)
                await self._leave(found[0])
            if contest.state == RUNNING:
                await self._go_on(contest.id)

    async def stop(self, contest: Contest) -> None:
        """End a tournament; games that go on are nobody's business any more."""
        async with self._turn:
            contest = await self._load(contest.id)
            await self._hall.on_disk(self._store.set_state, contest.id, STOPPED)
            for each in contest.pairings:
                if each.points is None:
                    await self._leave(each)

    # What follows from it

    async def _go_on(self, contest_id: str) -> None:
        """Note the games that are over, be at the others, and begin a round after the last."""
        contest = await self._load(contest_id)
        for each in contest.pairings:
            if each.points is None:
                await self._look(contest, each)
        contest = await self._load(contest_id)
        while contest.state == RUNNING and all(p.points is not None for p in contest.pairings):
            await self._next_round(contest)
            contest = await self._load(contest_id)

    async def _look(self, contest: Contest, pairing: Pairing) -> None:
        room = await self._room(pairing)
        result = None if room is None else room.kept.match.result
        if room is not None and result is None:
            self._boards[room.kept.id] = contest.id
            room.listen(self)
            return
        points = 0.5 if result is None or result.winner is None else float(result.winner == 0)
        await self._hall.on_disk(
            self._store.settle, contest.id, pairing.round, pairing.board, points
        )
        await self._leave(pairing)

    async def _next_round(self, contest: Contest) -> None:
        pairings, games = await asyncio.to_thread(next_round, contest)
        if not pairings:
            await self._hall.on_disk(self._store.set_state, contest.id, OVER)
            return
        await self._hall.on_disk(self._store.add_round, contest.id, pairings, games)
        for pairing in pairings:
            if pairing.points is None:
                await self._look(contest, pairing)

    async def _end(self, pairing: Pairing, points: float) -> None:
        """End a game whose result is known otherwise."""
        room = await self._room(pairing)
        if room is None:
            return

        def end(session: Session) -> None:
            if points == 0.5:
                session.offer_draw(by=0)
                session.answer(True)
            else:
                session.resign(by=int(points))

        with suppress(PalamedesError):  # it has ended by itself
            room.act(end)

    async def _room(self, pairing: Pairing) -> Room | None:
        return None if pairing.game_id is None else await self._hall.find(pairing.game_id)

    async def _leave(self, pairing: Pairing) -> None:
        if pairing.game_id is not None and self._boards.pop(pairing.game_id, ""):
            room = await self._room(pairing)
            if room is not None:
                room.leave(self)

    async def _load(self, contest_id: str) -> Contest:
        contest: Contest | None = await self._hall.on_disk(self._store.load, contest_id)
        if contest is None:
            raise PalamedesError(_("there is no such tournament"))
        return contest


def entry_of(contest: Contest, owner: str) -> Entry | None:
    """As whom somebody takes part."""
    return next((e for e in contest.entries if owner and e.owner == owner), None)


def entrants_of(contest: Contest) -> list[Entry]:
    """Who takes part or has played; who was sent away before that is not named any more."""
    played = {number for each in contest.pairings for number in (each.first, each.second)}
    return [entry for entry in contest.entries if entry.number in played or not entry.expelled]


def rounds_of(contest: Contest) -> list[list[Bout]]:
    """The rounds so far."""
    return [
        [Bout(each.first, each.second, each.points) for each in pairings]
        for _number, pairings in groupby(contest.pairings, key=lambda each: each.round)
    ]


def round_count(contest: Contest) -> int:
    """How many rounds there will be."""
    players = len(contest.entries)
    if contest.settings["system"] == ROBIN:
        return players - 1 + players % 2
    return int(contest.settings["rounds"])


def next_bouts(contest: Contest) -> Sequence[Bout]:
    """The next round; nothing if there is none any more."""
    past = rounds_of(contest)
    present = {entry.number for entry in contest.entries if not entry.withdrawn}
    if len(past) >= round_count(contest) or len(present) < 2:
        return []
    if contest.settings["system"] == SWISS:
        return swiss_round(present, past)
    bouts = round_robin([entry.number for entry in contest.entries])[len(past)]
    return [_played_by(bout, present) for bout in bouts if present & {bout.first, bout.second}]


def next_round(contest: Contest) -> tuple[list[Pairing], list[Kept]]:
    """The next round with the games to be played in it; nothing if there is none any more."""
    number = len(rounds_of(contest)) + 1
    pairings, games = [], []
    for board, bout in enumerate(next_bouts(contest)):
        game = None if bout.points is not None else _game(contest, bout)
        game_id = None if game is None else game.id
        pairings.append(Pairing(number, board, bout.first, bout.second, game_id, bout.points))
        games += [] if game is None else [game]
    return pairings, games


def _played_by(bout: Bout, present: set[int]) -> Bout:
    """A bout with its result if only one of two is still there.

    Everybody has one bye where the number is odd: it is worth nothing then.
    """
    if bout.second is None:
        return bout._replace(points=0.0)
    if bout.first in present and bout.second in present:
        return bout
    return bout._replace(points=float(bout.first in present))


def _game(contest: Contest, bout: Bout) -> Kept:
    game = find_game(contest.game)
    entries = {entry.number: entry for entry in contest.entries}
    one, other = entries[bout.first], entries[bout.second or 0]
    total, increment = contest.settings["clock"]
    return Kept(
        new_id(),
        Match.of(game),
        (HUMAN, HUMAN),
        (one.name, other.name),
        (one.owner, other.owner),
        TimeControl(total, increment),
        datetime.now(UTC),
    )


def _most(contest: Contest) -> int:
    return MOST_PEOPLE if contest.settings["system"] == SWISS else CROWD


def _check_open(contest: Contest) -> None:
    """Nobody comes when it is too late: in a round robin, after its start."""
    is_late = contest.settings["system"] == ROBIN or len(rounds_of(contest)) >= round_count(contest)
    if contest.state not in (OPEN, RUNNING) or (contest.state == RUNNING and is_late):
        raise PalamedesError(_("it is too late to take part"))

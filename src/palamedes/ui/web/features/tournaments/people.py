"""Tournaments of people: who plays whom, games for every round, and what comes of them."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby

from palamedes.arena.round_pairings import RoundPairing, round_robin, swiss_round
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.session import Scene, Session, TimeControl
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.live_game import LiveGame
from palamedes.ui.web.messages.base import Answer
from palamedes.ui.web.store import StoredGame, StoreError
from palamedes.ui.web.store.stored_game import Side
from palamedes.ui.web.store.tournaments import (
    OPEN,
    OVER,
    RUNNING,
    STOPPED,
    UNFINISHED,
    Pairing,
    Tournament,
    TournamentEntry,
    TournamentStore,
)

log = logging.getLogger(__name__)
RETRY = 5.0  # seconds after which the database is asked again, when it could not answer
SWISS, ROBIN = "swiss", "round robin"
MOST_PEOPLE = 64
CROWD = 16  # of whom everybody can meet everybody


class PeopleTournaments:
    """Runs the tournaments of people. It looks at every board, so that no clock stands still."""

    visitor = ""  # it plays nowhere

    def __init__(self, server: GameServer, store: TournamentStore) -> None:
        self._server, self._store = server, store
        self._boards: dict[str, str] = {}  # the tournament of every game that goes on
        self._turn = asyncio.Lock()  # one thing happens at a time
        self._later: set[asyncio.Task[None]] = set()  # what could not be kept
        server.on_end(self.hear)

    def close(self) -> None:
        for task in self._later:
            task.cancel()

    async def resume(self) -> None:
        """Go on after a start of the server."""
        for tournament_id in await self._server.on_disk(self._store.running):
            await self._go_on_if_possible(tournament_id)

    async def hear(self, stored: StoredGame) -> None:
        """A game is over, perhaps one of ours."""
        if tournament_id := self._boards.get(stored.id):
            await self._go_on_if_possible(tournament_id)

    async def _go_on_if_possible(self, tournament_id: str) -> None:
        """Go on, unless the tournament or its game is there no more."""
        async with self._turn:
            try:
                await self._go_on(tournament_id)
            except StoreError:
                log.exception("tournament %s", tournament_id)
                self._later.add(task := asyncio.create_task(self._go_on_later(tournament_id)))
                task.add_done_callback(self._later.discard)
            except PalamedesError as error:
                log.warning("tournament %s: %s", tournament_id, error)

    async def _go_on_later(self, tournament_id: str) -> None:
        await asyncio.sleep(RETRY)
        await self._go_on_if_possible(tournament_id)

    # The umpire at a board: it looks at nothing, but somebody is there

    def show(self, scene: Scene) -> None:
        pass

    def say(self, message: Answer) -> None:
        pass

    # What people do

    async def join(self, tournament: Tournament, name: str, owner: str) -> int:
        """Somebody takes part, from the next round on: the number they have."""
        async with self._turn:
            tournament = await self._load(tournament.id)
            entry = entry_of(tournament, owner)
            if entry is not None and entry.expelled:
                raise PalamedesError(_("The organiser removed you from this tournament."))
            if entry is not None and entry.withdrawn and tournament.state == RUNNING:
                await self._server.on_disk(self._store.withdraw, tournament.id, entry.number, False)
            elif entry is None:
                _check_open(tournament)
                entry = await self._server.on_disk(
                    self._store.join, tournament.id, name, owner, _most(tournament)
                )
            if entry is None:
                raise PalamedesError(_("This tournament is full."))
            return int(entry.number)

    async def start(self, tournament: Tournament) -> None:
        async with self._turn:
            tournament = await self._load(tournament.id)
            if tournament.state != OPEN:
                raise PalamedesError(_("This tournament has already started."))
            if sum(not entry.withdrawn for entry in tournament.entries) < 2:
                raise PalamedesError(_("a tournament needs at least two players"))
            if tournament.settings["system"] == ROBIN:  # where nobody can come later anyway
                for entry in tournament.entries:
                    if entry.expelled:
                        await self._server.on_disk(self._store.leave, tournament.id, entry.number)
            await self._server.on_disk(self._store.set_state, tournament.id, RUNNING)
            await self._go_on(tournament.id)

    async def withdraw(self, tournament: Tournament, number: int, is_sent: bool) -> None:
        """Somebody goes, or is sent away: the game they play is lost, and there is no other."""
        async with self._turn:
            tournament = await self._load(tournament.id)
            if is_sent and tournament.state in UNFINISHED:
                await self._server.on_disk(self._store.expel, tournament.id, number)
            elif tournament.state == OPEN:
                await self._server.on_disk(self._store.leave, tournament.id, number)
            elif tournament.state == RUNNING:
                await self._server.on_disk(self._store.withdraw, tournament.id, number)
            if tournament.state == RUNNING:
                for each in tournament.pairings:
                    if each.points is None and number in (each.first, each.second):
                        await self._end(each, float(number != each.first))
                await self._go_on(tournament.id)

    async def settle(self, tournament: Tournament, place: tuple[int, int], points: float) -> None:
        """The result at a board of a round is what the maker of the tournament says."""
        async with self._turn:
            tournament = await self._load(tournament.id)
            found = [each for each in tournament.pairings if (each.round, each.board) == place]
            if tournament.state == OPEN or not found or found[0].second is None:
                raise PalamedesError(_("Game not found."))
            number, board = place
            await self._server.on_disk(
                self._store.settle, tournament.id, number, board, points, True
            )
            if found[0].points is None:
                await self._end(found[0], points)
                await self._leave(found[0])
            if tournament.state == RUNNING:
                await self._go_on(tournament.id)

    async def stop(self, tournament: Tournament) -> None:
        """End a tournament; games that go on are nobody's business any more."""
        async with self._turn:
            tournament = await self._load(tournament.id)
            await self._server.on_disk(self._store.set_state, tournament.id, STOPPED)
            for each in tournament.pairings:
                if each.points is None:
                    await self._leave(each)

    # What follows from it

    async def _go_on(self, tournament_id: str) -> None:
        """Note the games that are over, be at the others, and begin a round after the last."""
        tournament = await self._load(tournament_id)
        for each in tournament.pairings:
            if each.points is None:
                await self._look(tournament, each)
        tournament = await self._load(tournament_id)
        while tournament.state == RUNNING and all(
            p.points is not None for p in tournament.pairings
        ):
            await self._next_round(tournament)
            tournament = await self._load(tournament_id)

    async def _look(self, tournament: Tournament, pairing: Pairing) -> None:
        live = await self._live(pairing)
        result = None if live is None else live.stored.match.result
        if live is not None and result is None:
            self._boards[live.stored.id] = tournament.id
            live.listen(self)
            return
        points = 0.5 if result is None or result.winner is None else float(result.winner == 0)
        await self._server.on_disk(
            self._store.settle, tournament.id, pairing.round, pairing.board, points
        )
        await self._leave(pairing)

    async def _next_round(self, tournament: Tournament) -> None:
        pairings, games = await asyncio.to_thread(next_round, tournament)
        if not pairings:
            await self._server.on_disk(self._store.set_state, tournament.id, OVER)
            return
        await self._server.on_disk(self._store.add_round, tournament.id, pairings, games)
        for pairing in pairings:
            if pairing.points is None:
                await self._look(tournament, pairing)

    async def _end(self, pairing: Pairing, points: float) -> None:
        """End a game whose result is known otherwise."""
        live = await self._live(pairing)
        if live is None:
            return

        def end(session: Session) -> None:
            if points == 0.5:
                session.offer_draw(by=0)
                session.answer(True)
            else:
                session.resign(by=int(points))

        with suppress(PalamedesError):  # it has ended by itself
            live.act(end)

    async def _live(self, pairing: Pairing) -> LiveGame | None:
        return None if pairing.game_id is None else await self._server.find(pairing.game_id)

    async def _leave(self, pairing: Pairing) -> None:
        if pairing.game_id is not None and self._boards.pop(pairing.game_id, ""):
            live = await self._live(pairing)
            if live is not None:
                live.leave(self)

    async def _load(self, tournament_id: str) -> Tournament:
        tournament: Tournament | None = await self._server.on_disk(self._store.load, tournament_id)
        if tournament is None:
            raise PalamedesError(_("Tournament not found."))
        return tournament


def entry_of(tournament: Tournament, owner: str) -> TournamentEntry | None:
    """As whom somebody takes part."""
    return next((e for e in tournament.entries if owner and e.owner == owner), None)


def entrants_of(tournament: Tournament) -> list[TournamentEntry]:
    """Who takes part or has played; who was sent away before that is not named any more."""
    played = {number for each in tournament.pairings for number in (each.first, each.second)}
    return [entry for entry in tournament.entries if entry.number in played or not entry.expelled]


def rounds_of(tournament: Tournament) -> list[list[RoundPairing]]:
    """The rounds so far."""
    return [
        [RoundPairing(each.first, each.second, each.points) for each in pairings]
        for _number, pairings in groupby(tournament.pairings, key=lambda each: each.round)
    ]


def round_count(tournament: Tournament) -> int:
    """How many rounds there will be."""
    players = len(tournament.entries)
    if tournament.settings["system"] == ROBIN:
        return players - 1 + players % 2
    return int(tournament.settings["rounds"])


def next_bouts(tournament: Tournament) -> Sequence[RoundPairing]:
    """The next round; nothing if there is none any more."""
    past = rounds_of(tournament)
    present = {entry.number for entry in tournament.entries if not entry.withdrawn}
    if len(past) >= round_count(tournament) or len(present) < 2:
        return []
    if tournament.settings["system"] == SWISS:
        return swiss_round(present, past)
    bouts = round_robin([entry.number for entry in tournament.entries])[len(past)]
    return [_played_by(bout, present) for bout in bouts if present & {bout.first, bout.second}]


def next_round(tournament: Tournament) -> tuple[list[Pairing], list[StoredGame]]:
    """The next round with the games to be played in it; nothing if there is none any more."""
    number = len(rounds_of(tournament)) + 1
    pairings, games = [], []
    for board, bout in enumerate(next_bouts(tournament)):
        game = None if bout.points is not None else _game(tournament, bout)
        game_id = None if game is None else game.id
        pairings.append(Pairing(number, board, bout.first, bout.second, game_id, bout.points))
        games += [] if game is None else [game]
    return pairings, games


def _played_by(bout: RoundPairing, present: set[int]) -> RoundPairing:
    """A bout with its result if only one of two is still there.

    Everybody has one bye where the number is odd: it is worth nothing then.
    """
    if bout.second is None:
        return bout._replace(points=0.0)
    if bout.first in present and bout.second in present:
        return bout
    return bout._replace(points=float(bout.first in present))


def _game(tournament: Tournament, bout: RoundPairing) -> StoredGame:
    game = find_game(tournament.game)
    entries = {entry.number: entry for entry in tournament.entries}
    one, other = entries[bout.first], entries[bout.second or 0]
    total, increment = tournament.settings["clock"]
    return StoredGame(
        new_id(),
        Match.of(game),
        (Side(name=one.name, owner=one.owner), Side(name=other.name, owner=other.owner)),
        TimeControl(total, increment),
        datetime.now(UTC),
    )


def _most(tournament: Tournament) -> int:
    return MOST_PEOPLE if tournament.settings["system"] == SWISS else CROWD


def _check_open(tournament: Tournament) -> None:
    """Nobody comes when it is too late: in a round robin, after its start."""
    is_late = tournament.settings["system"] == ROBIN or len(rounds_of(tournament)) >= round_count(
        tournament
    )
    if tournament.state not in (OPEN, RUNNING) or (tournament.state == RUNNING and is_late):
        raise PalamedesError(_("It is too late to join this tournament."))

"""Tournaments of people: entries, the pairings of each round, and the games played for them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby

from palamedes.arena.round_pairings import RoundPairing, round_robin, swiss_round
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.session import Session, TimeControl
from palamedes.ui.web.http.visitors import new_id
from palamedes.ui.web.live.game_server import ElsewhereError, GameServer
from palamedes.ui.web.processes.mailbox import Message
from palamedes.ui.web.store import StoredGame, StoreError, UnreadableError
from palamedes.ui.web.store.look_alikes import skeleton
from palamedes.ui.web.store.stored_game import Side, new_match
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
RETRY = 5.0  # seconds until the next try after an error of the database
SWISS, ROUND_ROBIN = "swiss", "round robin"
MOST_IN_SWISS, MOST_IN_ROUND_ROBIN = 64, 16  # entrants


class PeopleTournaments:
    """Runs the tournaments of people.

    It opens every game of a round, which starts its clock. The clocks run even if nobody comes.
    """

    def __init__(self, server: GameServer, store: TournamentStore) -> None:
        self._server, self._store = server, store
        self._lock = asyncio.Lock()
        self._retries: set[asyncio.Task[None]] = set()
        server.on_end(self.on_game_end)
        server.others.on("decided", self._hear)
        server.others.on_gone(self._resume_for)

    def close(self) -> None:
        for task in self._retries:
            task.cancel()

    async def resume(self) -> None:
        """Continue all running tournaments after a restart of the server."""
        for tournament_id in await self._server.reading(None, self._store.running_people):
            await self._advance_or_retry(tournament_id)

    async def _resume_for(self, _process: str) -> None:
        await self.resume()

    async def on_game_end(self, stored: StoredGame) -> None:
        """Continue the tournament that a finished game belongs to, if any."""
        if tournament_id := await self._server.reading(None, self._store.of_game, stored.id):
            await self._advance_or_retry(tournament_id)

    async def _advance_or_retry(self, tournament_id: str) -> None:
        """Advance a tournament, or try again later if the database fails.

        If the tournament or its game has been deleted, nothing happens.
        """
        async with self._alone():
            try:
                await self._advance(tournament_id)
            except StoreError:
                log.exception("tournament %s", tournament_id)
                self._retries.add(task := asyncio.create_task(self._advance_later(tournament_id)))
                task.add_done_callback(self._retries.discard)
            except PalamedesError as error:
                log.warning("tournament %s: %s", tournament_id, error)

    async def _advance_later(self, tournament_id: str) -> None:
        await asyncio.sleep(RETRY)
        await self._advance_or_retry(tournament_id)

    # Requests

    async def join(self, tournament: Tournament, name: str, owner: str) -> int:
        """Enter a person, who plays from the next round on; returns the entrant's number."""
        async with self._alone():
            tournament = await self._load(tournament.id)
            entry, most = entry_of(tournament, owner), _most_entrants(tournament)
            if entry is not None and entry.expelled:
                raise PalamedesError(_("The organiser removed you from this tournament."))
            if entry is not None and entry.withdrawn and tournament.state == RUNNING:
                entry = await self._server.on_disk(
                    self._store.return_to, tournament.id, entry, most
                )
            elif entry is None:
                _check_open(tournament)
                _check_name(tournament, name)
                entry = await self._server.on_disk(
                    self._store.join, tournament.id, name, owner, most
                )
            if entry is None:
                raise PalamedesError(_("This tournament is full."))
            return int(entry.number)

    async def start(self, tournament: Tournament) -> None:
        async with self._alone():
            tournament = await self._load(tournament.id)
            if tournament.state != OPEN:
                raise PalamedesError(_("This tournament has already started."))
            if sum(not entry.withdrawn for entry in tournament.entries) < 2:
                raise PalamedesError(_("a tournament needs at least two players"))
            if tournament.settings["system"] == ROUND_ROBIN:  # nobody can join it later anyway
                for entry in tournament.entries:
                    if entry.expelled or entry.is_deleted:
                        await self._server.on_disk(
                            self._store.remove_entrant, tournament.id, entry.number
                        )
            await self._server.on_disk(self._store.set_state, tournament.id, RUNNING)
            await self._advance(tournament.id)

    async def withdraw(self, tournament: Tournament, number: int, is_expelled: bool) -> None:
        """Withdraw or expel an entrant, whose current game is lost."""
        async with self._alone():
            tournament = await self._load(tournament.id)
            if is_expelled and tournament.state in UNFINISHED:
                await self._server.on_disk(self._store.expel, tournament.id, number)
            elif tournament.state == OPEN:
                await self._server.on_disk(self._store.remove_entrant, tournament.id, number)
            elif tournament.state == RUNNING:
                await self._server.on_disk(self._store.withdraw, tournament.id, number)
            if tournament.state == RUNNING:
                for each in tournament.pairings:
                    if each.points is None and number in (each.first, each.second):
                        await self._end(each, float(number != each.first))
                await self._advance(tournament.id)

    async def set_result(
        self, tournament: Tournament, pairing_key: tuple[int, int], points: float
    ) -> None:
        """Set the result of a pairing, given as (round, board), as the organiser decides."""
        async with self._alone():
            tournament = await self._load(tournament.id)
            found = [
                each for each in tournament.pairings if (each.round, each.board) == pairing_key
            ]
            if tournament.state == OPEN or not found or found[0].second is None:
                raise PalamedesError(_("Game not found."))
            await self._server.on_disk(
                self._store.set_result, tournament.id, *pairing_key, points, True
            )
            if found[0].points is None:
                await self._end(found[0], points)
            if tournament.state == RUNNING:
                await self._advance(tournament.id)

    async def stop(self, tournament: Tournament) -> None:
        """End a tournament; its games may be played to the end, but no longer count."""
        async with self._alone():
            tournament = await self._load(tournament.id)
            await self._server.on_disk(self._store.set_state, tournament.id, STOPPED)

    # Rounds

    async def _advance(self, tournament_id: str) -> None:
        """Store new results, open the other games, and begin the next round if all are over."""
        tournament = await self._load(tournament_id)
        if tournament.state != RUNNING:
            return
        for each in tournament.pairings:
            if each.points is None:
                await self._check_game(tournament, each)
        tournament = await self._load(tournament_id)
        while tournament.state == RUNNING and all(
            p.points is not None for p in tournament.pairings
        ):
            await self._next_round(tournament)
            tournament = await self._load(tournament_id)

    async def _check_game(self, tournament: Tournament, pairing: Pairing) -> None:
        """Open the game of a pairing, or store its result if it is over."""
        stored = await self._opened(pairing)
        result = None if stored is None else stored.match.result
        if stored is not None and result is None:
            return
        points = 0.5 if result is None or result.winner is None else float(result.winner == 0)
        await self._server.on_disk(
            self._store.set_result, tournament.id, pairing.round, pairing.board, points
        )

    async def _next_round(self, tournament: Tournament) -> None:
        pairings, games = await asyncio.to_thread(next_round, tournament)
        if not pairings:
            await self._server.on_disk(self._store.set_state, tournament.id, OVER)
            return
        await self._server.on_disk(self._store.add_round, tournament.id, pairings, games)
        for pairing in pairings:
            if pairing.points is None:
                await self._check_game(tournament, pairing)

    async def _end(self, pairing: Pairing, points: float) -> None:
        """End the game of a pairing with a result that was decided otherwise."""
        if pairing.game_id is not None:
            await self._end_game(pairing.game_id, points)

    async def _hear(self, message: Message) -> None:
        await self._end_game(message["game"], message["points"])

    async def _end_game(self, game_id: str, points: float) -> None:
        try:
            live = await self._server.find(game_id)
        except UnreadableError:
            return
        except ElsewhereError as error:
            tell = self._server.others.tell
            await tell("decided", error.process, game=game_id, points=points)
            return
        if live is None:
            return

        def end(session: Session) -> None:
            if points == 0.5:
                session.offer_draw(by=0)
                session.answer(True)
            else:
                session.resign(by=int(points))

        with suppress(PalamedesError):  # it is over already
            live.act(end)

    async def _opened(self, pairing: Pairing) -> StoredGame | None:
        """The game of a pairing, which is open; None if there is none, or it is damaged."""
        if pairing.game_id is None:
            return None
        with suppress(UnreadableError):
            try:
                live = await self._server.find(pairing.game_id)
                return None if live is None else live.stored
            except ElsewhereError:
                return await self._server.find_stored(pairing.game_id)
        return None

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Change a tournament inside this block: one change at a time."""
        async with self._lock, self._server.others.alone("changing tournaments"):
            yield

    async def _load(self, tournament_id: str) -> Tournament:
        tournament = await self._server.reading(None, self._store.load, tournament_id)
        if tournament is None:
            raise PalamedesError(_("Tournament not found."))
        return tournament


def entry_of(tournament: Tournament, owner: str) -> TournamentEntry | None:
    """The entry of an owner; None if not found.

    An owner can have others, out of which they were withdrawn at a login.
    """
    own = [entry for entry in tournament.entries if owner and entry.owner == owner]
    return min(own, key=lambda entry: (entry.withdrawn, not entry.expelled), default=None)


def entrants_of(tournament: Tournament) -> list[TournamentEntry]:
    """All entrants, except those who were expelled or deleted before they played."""
    played = {number for each in tournament.pairings for number in (each.first, each.second)}
    return [
        entry
        for entry in tournament.entries
        if entry.number in played or not (entry.expelled or entry.is_deleted)
    ]


def rounds_of(tournament: Tournament) -> list[list[RoundPairing]]:
    """The rounds so far."""
    return [
        [RoundPairing(each.first, each.second, each.points) for each in pairings]
        for _number, pairings in groupby(tournament.pairings, key=lambda each: each.round)
    ]


def round_count(tournament: Tournament) -> int:
    """The number of rounds of the whole tournament."""
    players = len(tournament.entries)
    if tournament.settings["system"] == ROUND_ROBIN:
        return players - 1 + players % 2
    return int(tournament.settings["rounds"])


def next_pairings(tournament: Tournament) -> Sequence[RoundPairing]:
    """The pairings of the next round; empty if the tournament is over."""
    past = rounds_of(tournament)
    present = {entry.number for entry in tournament.entries if not entry.withdrawn}
    if len(past) >= round_count(tournament) or len(present) < 2:
        return []
    if tournament.settings["system"] == SWISS:
        return swiss_round(present, past)
    pairs = round_robin([entry.number for entry in tournament.entries])[len(past)]
    return [
        _scored_if_absent(pair, present) for pair in pairs if present & {pair.first, pair.second}
    ]


def next_round(tournament: Tournament) -> tuple[list[Pairing], list[StoredGame]]:
    """The next round and its games; both empty if the tournament is over."""
    number = len(rounds_of(tournament)) + 1
    pairings, games = [], []
    for board, pair in enumerate(next_pairings(tournament)):
        game = None if pair.points is not None else _game(tournament, pair)
        game_id = None if game is None else game.id
        pairings.append(Pairing(number, board, pair.first, pair.second, game_id, pair.points))
        games += [] if game is None else [game]
    return pairings, games


def _scored_if_absent(pair: RoundPairing, present: set[int]) -> RoundPairing:
    """A pairing of a round robin, with its result if one of the two has withdrawn.

    With an odd number everybody has one bye, so a bye is worth nothing.
    """
    if pair.second is None:
        return pair._replace(points=0.0)
    if pair.first in present and pair.second in present:
        return pair
    return pair._replace(points=float(pair.first in present))


def _game(tournament: Tournament, pair: RoundPairing) -> StoredGame:
    game = find_game(tournament.game)
    entries = {entry.number: entry for entry in tournament.entries}
    one, other = entries[pair.first], entries[pair.second or 0]
    total, increment = tournament.settings["clock"]
    return StoredGame(
        new_id(),
        new_match(Position.start(game)),
        (Side(name=one.name, owner=one.owner), Side(name=other.name, owner=other.owner)),
        TimeControl(total, increment),
        datetime.now(UTC),
        is_public=True,  # as the page of the tournament is
    )


def _most_entrants(tournament: Tournament) -> int:
    return MOST_IN_SWISS if tournament.settings["system"] == SWISS else MOST_IN_ROUND_ROBIN


def _check_open(tournament: Tournament) -> None:
    """Raises PalamedesError if it is too late to join: a round robin closes when it starts."""
    is_late = tournament.settings["system"] == ROUND_ROBIN or len(
        rounds_of(tournament)
    ) >= round_count(tournament)
    if tournament.state not in (OPEN, RUNNING) or (tournament.state == RUNNING and is_late):
        raise PalamedesError(_("It is too late to join this tournament."))


def _check_name(tournament: Tournament, name: str) -> None:
    """Raises PalamedesError for a look-alike of an entrant's name; the same name gets a number."""
    taken = {entry.name for entry in entrants_of(tournament)}
    if name not in taken and skeleton(name) in {skeleton(each) for each in taken} - {""}:
        text = _("The name {name} looks like that of another player. Please choose another one.")
        raise PalamedesError(text.format(name=name))

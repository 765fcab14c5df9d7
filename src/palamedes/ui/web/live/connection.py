"""The WebSocket of a game: shows it to one browser or bot, and handles its requests."""

import asyncio
import logging
import re
from contextlib import suppress

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.limits import RateLimit, VisitorLimits
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import NOT_FOUND, TOO_MANY, TRY_LATER, accepted
from palamedes.ui.web.http.visitors import PUBLIC_ID
from palamedes.ui.web.live.actions import perform
from palamedes.ui.web.live.documents import game_info
from palamedes.ui.web.live.forwarding import Forwarding
from palamedes.ui.web.live.game_server import ElsewhereError, GameServer
from palamedes.ui.web.live.line import Line, SocketLine
from palamedes.ui.web.live.live_game import LiveGame
from palamedes.ui.web.live.permissions import forbidden_requests, refusals
from palamedes.ui.web.live.scenes import SceneTexts, View
from palamedes.ui.web.messages.base import ErrorMessage, Ping, Pong, ServerMessage, parse_message
from palamedes.ui.web.messages.game import (
    GAME_REQUESTS,
    ClaimRequest,
    GameRequest,
    RematchMessage,
    RematchRequest,
    SceneRequest,
)
from palamedes.ui.web.store import UnreadableError
from palamedes.ui.web.store.blocks import BlockStore

router = APIRouter()
log = logging.getLogger(__name__)

MOST_UNSENT = 100  # messages to a visitor who does not read them
IS_PUBLIC_ID = re.compile(PUBLIC_ID)


@router.websocket("/api/games/{game_id}/live")
async def live_game(socket: WebSocket, game_id: str) -> None:
    """Show a game, and let its players move."""
    async with accepted(socket) as is_accepted:
        if is_accepted:
            try:
                server, limits = service(socket, GameServer), service(socket, VisitorLimits)
                await serve_game(SocketLine(socket), server, limits, game_id)
            except ElsewhereError as error:
                await service(socket, Forwarding).serve(socket, game_id, error.process)


async def serve_game(line: Line, server: GameServer, limits: VisitorLimits, game_id: str) -> None:
    """Show a game to whoever is at a line; raises ElsewhereError if another process has it."""
    try:
        live = await server.find(game_id, line.payer) if IS_PUBLIC_ID.fullmatch(game_id) else None
        if live is None:
            await line.close(NOT_FOUND, _("Game not found."))
        else:
            await GameConnection(line, server, limits, live).serve()
    except ElsewhereError:
        raise
    except PalamedesError as error:
        code = NOT_FOUND if isinstance(error, UnreadableError) else TRY_LATER
        await line.close(code, str(error)[:100])


class GameConnection:
    """One browser or bot that is connected to one game."""

    def __init__(
        self, line: Line, server: GameServer, limits: VisitorLimits, live: LiveGame
    ) -> None:
        self.line, self._server, self._live = line, server, live
        self._new_games = limits.new_games
        self._limit = RateLimit(burst=40, per_second=20)
        self._outgoing: asyncio.Queue[tuple[str, int | None]] = asyncio.Queue(MOST_UNSENT)
        self._shown: tuple[int, View] | None = None  # the last scene, if it was shown to all

    @property
    def visitor(self) -> str:
        """The owner who is connected, as of now: a login can end meanwhile."""
        return self.line.visitor

    @property
    def address(self) -> str:
        return self.line.address

    async def serve(self) -> None:
        """Until the end of the connection. It must listen before anything is awaited."""
        live = self._live
        forbidden = forbidden_requests(live.stored, live.tournament_id)
        self.send(game_info(live.stored, live.tournament_id, forbidden))
        sender = asyncio.create_task(self._send_queued())
        try:
            live.add_listener(self)
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            live.remove_listener(self)
            sender.cancel()

    def show(self, scene: SceneTexts, is_for_all: bool) -> None:
        """Show a scene in the visitor's language, whoever caused it."""
        view = self.line.language, self._live.stored.players_of(self.visitor)
        has_before = self._shown == (scene.number - 1, view)
        is_short = self.line.wants_changes and is_for_all and has_before
        text = scene.changes(view) if is_short else scene.message(view)
        self.send_text(text, scene.scene.plies)
        self._shown = (scene.number, view) if is_for_all else None

    def send(self, message: ServerMessage) -> None:
        self.send_text(message.to_json())

    def send_text(self, text: str, ply: int | None = None) -> None:
        """Queue a message, which may show the board after `ply` moves.

        If the visitor does not read, the oldest messages are dropped.
        """
        while self._outgoing.full():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait((text, ply))

    async def disconnect(self, reason: str, code: int) -> None:
        await self.line.close(code, reason)

    async def _send_queued(self) -> None:
        with suppress(WebSocketDisconnect):  # the other side of the connection notices, too
            while True:
                await self.line.send(*await self._outgoing.get())

    async def _receive(self) -> None:
        while True:
            if not self._limit.allows(""):
                text = _("Too many requests. Please wait a moment.")
                await self.line.close(TOO_MANY, text)
                return
            await self._handle(await self.line.receive())

    async def _handle(self, text: str) -> None:
        """Perform the request in a message, or answer with an error.

        No error ends the connection; an unexpected one is logged.
        """
        try:
            await self._fulfil(parse_message(GAME_REQUESTS, text))
        except Exception as error:
            if not isinstance(error, PalamedesError):
                log.exception("game %s", self._live.stored.id)
            self.send(ErrorMessage.about(error))

    async def _fulfil(self, request: GameRequest) -> None:
        if isinstance(request, Ping):
            self.send(Pong())
            return
        if isinstance(request, SceneRequest):
            self._shown = None
            self._live.show_to(self)
            return
        live, players = self._live, self._live.stored.players_of(self.visitor)
        if not players:
            raise PalamedesError(_("You are watching this game."))
        turn = live.session.match.position.turn
        player = turn if turn in players else players[0]
        if reason := refusals(live.stored, live.tournament_id).get(request.type):
            raise PalamedesError(_(reason))
        if isinstance(request, RematchRequest):
            await self._rematch(player, request.agrees)
        elif isinstance(request, ClaimRequest):
            live.claim(player)
        else:
            live.act(lambda session: perform(request, session, player))

    async def _rematch(self, player: int, agrees: bool) -> None:
        """Start another game, ask the opponent for it, or decline it."""
        live = self._live
        if live.session.match.result is None:
            raise PalamedesError(_("The game is not over yet."))
        if not agrees:
            live.rematch.decline()
            live.broadcast_presence()
            return
        async with live.rematch.starting:
            if live.rematch.id:  # it has begun meanwhile
                self.send(RematchMessage(id=live.rematch.id))
            elif live.stored.rated:
                await self._begin_rated_rematch(player)
            else:
                await self._begin_rematch(player)

    async def _begin_rated_rematch(self, player: int) -> None:
        owners = [self.visitor, *filter(None, self._live.stored.owners)]
        try:
            async with self._server.rated.limit_open_games(*dict.fromkeys(owners)):
                await self._begin_rematch(player)
        except HTTPException as error:
            raise PalamedesError(error.detail) from None

    async def _begin_rematch(self, player: int) -> None:
        allows = self._server.shared_limits.allows
        if not await allows("new_games", self._new_games, self.address):
            raise PalamedesError(_("Too many new games. Please wait a moment."))
        live = self._live
        await self._check_blocks()
        new_game = live.rematch.want(player)
        if new_game is not None:
            new_game = await self._server.adaptive.renewed(new_game, live.stored)
            await self._server.create_rematch(new_game, live.stored)
        live.broadcast_presence()
        live.broadcast(
            RematchMessage(by=player) if new_game is None else RematchMessage(id=new_game.id)
        )

    async def _check_blocks(self) -> None:
        """Raise PalamedesError if one of the players has blocked the other."""
        one, other = self._live.stored.owners
        are_apart = BlockStore(self._server.store.engine).are_apart
        if await self._server.reading(None, are_apart, one or "", other or ""):
            raise PalamedesError(_("Your opponent does not want another game."))

"""The WebSocket of a game: shows it to one browser or bot, and does what its player asks for."""

import asyncio
import logging
import re
from contextlib import suppress

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, set_language
from palamedes.ui.session import Scene
from palamedes.ui.web.http.language import language_of
from palamedes.ui.web.http.limits import RateLimit, VisitorLimits, address_of
from palamedes.ui.web.http.services import service
from palamedes.ui.web.http.sockets import GONE, LATER, TOO_MUCH, accepted, receive_text
from palamedes.ui.web.http.visitors import PUBLIC_ID, visitor_at
from palamedes.ui.web.live.actions import perform
from palamedes.ui.web.live.documents import game_info, scene_message
from palamedes.ui.web.live.game_server import GameServer
from palamedes.ui.web.live.live_game import LiveGame
from palamedes.ui.web.live.permissions import check_allowed, forbidden_requests
from palamedes.ui.web.messages.base import Answer, ErrorMessage, Ping, Pong, parse
from palamedes.ui.web.messages.game import (
    GAME_REQUESTS,
    GameRequest,
    RematchMessage,
    RematchRequest,
)
from palamedes.ui.web.store import StoreError
from palamedes.ui.web.store.tournaments import TournamentStore

router = APIRouter()
log = logging.getLogger(__name__)

MOST_WAITING = 100  # messages for somebody who does not read them
IS_PUBLIC_ID = re.compile(PUBLIC_ID)


@router.websocket("/api/games/{game_id}/live")
async def live_game(socket: WebSocket, game_id: str) -> None:
    """Show a game and let those who play it move."""
    server = service(socket, GameServer)
    async with accepted(socket) as is_accepted:
        if not is_accepted:
            return
        try:
            live = await server.find(game_id) if IS_PUBLIC_ID.fullmatch(game_id) else None
        except PalamedesError as error:
            await socket.close(LATER, str(error)[:100])
            return
        if live is None:
            await socket.close(GONE, _("Game not found."))
            return
        await GameConnection(socket, server, live).serve()


class GameConnection:
    """One browser, or bot, at one game."""

    def __init__(self, socket: WebSocket, server: GameServer, live: LiveGame) -> None:
        self._socket, self._server, self._live = socket, server, live
        self._language = language_of(socket)
        self._limit = RateLimit(burst=40, per_second=20)
        self._tournament_id = ""
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)

    @property
    def visitor(self) -> str:
        """The owner who is connected, as things are now: a login can end meanwhile."""
        return visitor_at(self._socket).owner

    async def serve(self) -> None:
        live = self._live
        with suppress(StoreError):  # a game can be played without knowing its tournament
            of_game = TournamentStore(self._server.store.engine).of_game
            self._tournament_id = await self._server.on_disk(of_game, live.stored.id)
        forbidden = forbidden_requests(live.stored, self._tournament_id)
        self.say(game_info(live.stored, self._tournament_id, forbidden))
        if live.is_saved:  # otherwise it is shown once it is
            self.show(live.session.scene())
        live.listen(self)
        sender = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            live.leave(self)
            sender.cancel()

    def show(self, scene: Scene) -> None:
        """Show a scene in the visitor's language, whoever caused it."""
        set_language(self._language)
        self.say(scene_message(scene, self._live.stored, self.visitor))

    def say(self, message: Answer) -> None:
        """Queue a message. A visitor who does not read loses the oldest: the newest says all."""
        while self._outgoing.full():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(message.to_json())

    async def _send(self) -> None:
        while True:
            await self._socket.send_text(await self._outgoing.get())

    async def _receive(self) -> None:
        while True:
            if not self._limit.allows(""):
                await self._socket.close(TOO_MUCH, _("Too many requests. Please wait a moment."))
                return
            await self._attempt(await receive_text(self._socket))

    async def _attempt(self, text: str) -> None:
        """Do what a message asks for, or say why not. No error of ours ends the connection."""
        try:
            await self._obey(parse(GAME_REQUESTS, text))
        except PalamedesError as error:
            self.say(ErrorMessage(message=str(error)))
        except Exception as error:
            log.exception("game %s", self._live.stored.id)
            self.say(ErrorMessage(message=str(error)))

    async def _obey(self, request: GameRequest) -> None:
        if isinstance(request, Ping):
            self.say(Pong())
            return
        live, players = self._live, self._live.stored.players_of(self.visitor)
        if not players:
            raise PalamedesError(_("You are watching this game."))
        turn = live.session.match.position.turn
        player = turn if turn in players else players[0]
        check_allowed(request.type, live.stored, self._tournament_id)
        if isinstance(request, RematchRequest):
            await self._rematch(player, request.agrees)
        else:
            live.act(lambda session: perform(request, session, player))

    async def _rematch(self, player: int, agrees: bool) -> None:
        """Begin another game, ask the other player for it, or decline."""
        live = self._live
        if live.session.match.result is None:
            raise PalamedesError(_("The game is not over yet."))
        if not agrees:
            live.decline_rematch()
        elif live.stored.rated and not live.rematch_id:
            owners = [self.visitor, *filter(None, live.stored.owners)]
            try:
                async with self._server.rated.beginning(*dict.fromkeys(owners)):
                    await self._begin_rematch(player)
            except HTTPException as error:
                raise PalamedesError(error.detail) from None
        else:
            await self._begin_rematch(player)

    async def _begin_rematch(self, player: int) -> None:
        if self._live.rematch_id:  # begun while this player waited to begin it
            self.say(RematchMessage(id=self._live.rematch_id))
            return
        limits = service(self._socket, VisitorLimits)
        if not limits.new_games.allows(address_of(self._socket)):
            raise PalamedesError(_("Too many new games. Please wait a moment."))
        new_game = self._live.want_rematch(player)
        if new_game is None:
            self._live.tell(RematchMessage(by=player))
        else:
            await self._server.create(new_game)
            self._live.set_rematch(new_game.id)
            self._live.tell(RematchMessage(id=new_game.id))

"""The WebSocket part of the API: a game as it happens."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, set_language
from palamedes.ui.session import HUMAN, Scene, Session
from palamedes.ui.web.features.campaign.games import forbidden
from palamedes.ui.web.http.language import language_of
from palamedes.ui.web.http.security import RateLimit, address_of
from palamedes.ui.web.http.sockets import GONE, LATER, TOO_MUCH, accepted
from palamedes.ui.web.http.visitors import PUBLIC_ID, visitor_at
from palamedes.ui.web.live.documents import hello_document, scene_document
from palamedes.ui.web.live.game_server import GameServer, LiveGame
from palamedes.ui.web.live.messages import hear, parse_message, text_in
from palamedes.ui.web.live.rated import rated_begin
from palamedes.ui.web.store import StoreError

router = APIRouter()

MOST_WAITING = 100  # messages for somebody who does not listen

IS_PUBLIC_ID = re.compile(PUBLIC_ID)

Action = Callable[[Session, int, dict[str, Any]], None]
HELP = ("undo", "hint", "pause", "move now")  # what would make a rating worth less


@router.websocket("/api/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """Show a game and let those who play it move. Each message is one JSON object with a `type`."""
    server: GameServer = socket.app.state.server
    async with accepted(socket) as is_in:
        if not is_in:
            return
        try:
            live = await server.find(game_id) if IS_PUBLIC_ID.fullmatch(game_id) else None
        except PalamedesError as error:
            await socket.close(LATER, str(error)[:100])
            return
        if live is None:
            await socket.close(GONE, _("there is no such game"))
            return
        await GameConnection(socket, server, live).serve()


class GameConnection:
    """One browser, or bot, at one game."""

    def __init__(self, socket: WebSocket, server: GameServer, live: LiveGame) -> None:
        self._socket, self._server, self._live = socket, server, live
        self._language = language_of(socket)
        self._rate = RateLimit(burst=40, per_second=20)
        self._tournament = ""  # the tournament of the game
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)

    @property
    def visitor(self) -> str:
        """By what things are theirs who are connected: a login can be ended meanwhile."""
        return visitor_at(self._socket).owner

    async def serve(self) -> None:
        live = self._live
        with suppress(StoreError):  # without its tournament a game can be played as well
            tournaments = self._socket.app.state.tournaments.store
            self._tournament = await self._server.on_disk(tournaments.of_game, live.stored.id)
        self.say(hello_document(live.stored, self._tournament, self._forbidden))
        if live.is_stored:  # otherwise it is shown when it is
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
        """Called by whoever changed the game, perhaps in another language."""
        set_language(self._language)
        seats = self._live.seats_of(self.visitor)
        self.say(scene_document(scene, self._live.stored, seats))

    def say(self, document: dict[str, Any]) -> None:
        """Put a message in line; who does not listen loses the oldest: the newest says all."""
        while self._outgoing.full():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(document)

    async def _send(self) -> None:
        while True:
            document = await self._outgoing.get()
            await self._socket.send_text(json.dumps(document, separators=(",", ":")))

    async def _receive(self) -> None:
        while True:
            if not self._rate.allows(""):
                await self._socket.close(TOO_MUCH, _("too many messages"))
                return
            try:
                await self._obey(parse_message(await hear(self._socket)))
            except PalamedesError as error:
                self.say({"type": "error", "message": str(error)})

    async def _obey(self, message: dict[str, Any]) -> None:
        if message["type"] == "ping":
            self.say({"type": "pong"})
            return
        seats = self._live.seats_of(self.visitor)
        if not seats:
            raise PalamedesError(_("you are watching"))
        turn = self._live.session.match.position.turn
        player = turn if turn in seats else seats[0]
        if message["type"] in self._forbidden:
            is_challenge = bool(self._live.stored.challenge)
            sentence = _("this challenge does not allow that")
            raise PalamedesError(sentence if is_challenge else _("not in a tournament"))
        if message["type"] == "rematch":
            await self._play_again(player, message.get("agrees") is not False)
            return
        if self._live.stored.rated and message["type"] in self._refused:
            raise PalamedesError(_("not in a rated game"))
        action = ACTIONS.get(message["type"])
        if action is None:
            raise PalamedesError(_("unknown type of message"))
        self._live.act(lambda session: action(session, player, message))

    @property
    def _refused(self) -> tuple[str, ...]:
        """What nobody may ask for in a rated game: an engine would agree to many a draw."""
        has_engine = any(spec != HUMAN for spec in self._live.stored.specs)
        return (*HELP, "draw") if has_engine else HELP

    @property
    def _forbidden(self) -> tuple[str, ...]:
        """What nobody may ask for in this game: the next one in a tournament is its own affair."""
        return (*forbidden(self._live.stored), *(("rematch",) if self._tournament else ()))

    async def _play_again(self, player: int, agrees: bool) -> None:
        """Begin another game, ask the other player for it, or decline."""
        if self._live.session.match.result is None:
            raise PalamedesError(_("the game goes on"))
        if not agrees:
            self._live.wants_no_more()
            return
        if self._live.stored.rated and not self._live.next:
            owners = [self.visitor, *filter(None, self._live.stored.owners)]
            try:
                async with rated_begin(self._socket, *dict.fromkeys(owners)):
                    await self._begin_again(player)
            except HTTPException as error:
                raise PalamedesError(error.detail) from None
        else:
            await self._begin_again(player)

    async def _begin_again(self, player: int) -> None:
        if self._live.next:
            self.say({"type": "rematch", "id": self._live.next})
            return
        if not self._socket.app.state.creations.allows(address_of(self._socket)):
            raise PalamedesError(_("too many games at once: wait a little"))
        other = self._live.wants_again(player)
        if other is None:
            self._live.tell({"type": "rematch", "by": player})
        else:
            await self._server.create(other)
            self._live.goes_on_in(other.id)
            self._live.tell({"type": "rematch", "id": other.id})


def _check_turn(session: Session, player: int) -> None:
    if session.match.position.turn != player:
        raise PalamedesError(_("it is not your turn"))


def _touch(session: Session, player: int, message: dict[str, Any]) -> None:
    _check_turn(session, player)
    session.touch(text_in(message, "spot")[:40])


def _move(session: Session, player: int, message: dict[str, Any]) -> None:
    _check_turn(session, player)
    session.move(text_in(message, "move")[:40])


def _let_go(session: Session, player: int, _message: dict[str, Any]) -> None:
    _check_turn(session, player)
    session.let_go()


def _undo(session: Session, player: int, _message: dict[str, Any]) -> None:
    session.undo(by=player)


def _resign(session: Session, player: int, _message: dict[str, Any]) -> None:
    session.resign(by=player)


def _draw(session: Session, player: int, _message: dict[str, Any]) -> None:
    session.offer_draw(by=player)


def _answer(session: Session, player: int, message: dict[str, Any]) -> None:
    offer = session.scene().offer
    other = session.seats[1 - player]
    if offer is None or (offer.by == player and (other.remote or not other.is_person)):
        raise PalamedesError(_("nobody has asked for anything"))
    if message.get("kind", offer.kind) != offer.kind:
        raise PalamedesError(_("something else is asked for by now"))
    session.answer(message.get("agrees") is True)


def _pause(session: Session, _player: int, _message: dict[str, Any]) -> None:
    _check_alone(session)
    session.pause()


def _go_on(session: Session, _player: int, _message: dict[str, Any]) -> None:
    session.go_on()


def _move_now(session: Session, _player: int, _message: dict[str, Any]) -> None:
    session.move_now()


def _check_alone(session: Session) -> None:
    if any(seat.remote for seat in session.seats):
        raise PalamedesError(_("not in a game between people"))


def _hint(session: Session, player: int, _message: dict[str, Any]) -> None:
    _check_turn(session, player)
    _check_alone(session)
    session.hint()


ACTIONS: dict[str, Action] = {
    "touch": _touch,
    "move": _move,
    "let go": _let_go,
    "undo": _undo,
    "resign": _resign,
    "draw": _draw,
    "answer": _answer,
    "hint": _hint,
    "pause": _pause,
    "go on": _go_on,
    "move now": _move_now,
}

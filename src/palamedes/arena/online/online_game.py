"""One game of a bot on a server: it is played to its end, however often the connection breaks."""

import json
from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from palamedes.arena.online.backoff import Backoff
from palamedes.arena.online.event_log import EventLog
from palamedes.arena.online.server_api import ServerApi
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import Allowance, Player, PlayerError

NOT_FOUND = 4404  # the code with which the server closes a connection to a game that is gone
LOOK_EVERY = 1.0  # seconds between two looks at whether to stop
WITHOUT_CLOCK = 5.0  # seconds for a move
MOST_REFUSALS = 5  # moves in a row, after which the bot resigns

MakePlayer = Callable[[Game], Player]
Result = TypeVar("Result")


class GameGoneError(Exception):
    """The game is not on the server any more."""


class OnlineGame:
    """Plays one side of a game. Whatever the bot does wrong costs this game only."""

    def __init__(
        self, api: ServerApi, game_id: str, game: Game, make_player: MakePlayer, log: EventLog
    ) -> None:
        self.id, self._api, self._game, self._log = game_id, api, game, log
        self._make_player = make_player
        self._player: Player | None = None
        self._stopped = Event()
        self._refusals = 0
        self._has_failed = False  # the bot: it resigns as soon as it can

    def stop(self) -> None:
        """Leave the game as it is, soon: it can be resumed later."""
        self._stopped.set()
        if self._player is not None:
            self._player.stop()

    def play(self) -> None:
        """Play to the end of the game, or until `stop`."""
        backoff = Backoff(self._stopped)
        try:
            while not self._stopped.is_set():
                try:
                    if self._play_connected(backoff):
                        return
                except (OSError, WebSocketException) as error:
                    self._log.note("disconnected", game=self.id, error=_text(error))
                backoff.wait()
        except GameGoneError:
            self._log.note("gone", game=self.id)
        finally:
            if self._player is not None:
                self._player.close()

    def _play_connected(self, backoff: Backoff) -> bool:
        """Play over one connection; whether the game is over."""
        with self._api.watch(self.id) as connection:
            talk = _Talk(connection)
            while not self._stopped.is_set():
                try:
                    message = talk.receive()
                except ConnectionClosed as error:
                    if error.rcvd is not None and error.rcvd.code == NOT_FOUND:
                        raise GameGoneError from None
                    raise
                if message is None:
                    continue
                backoff.succeed()
                if self._handle(message, talk):
                    return True
                if message["type"] == "error" and talk.has_moved:
                    self._refusals += 1
                    self._log.note("refused", game=self.id, error=message.get("message", ""))
                    return False  # a new connection tells where the game stands
        return False

    def _handle(self, message: dict[str, Any], talk: "_Talk") -> bool:
        """React to a message of the server; whether the game is over."""
        if message["type"] == "hello":
            talk.hello = message
        elif message["type"] == "company":
            talk.note_claim(message["claim"])
        elif message["type"] == "scene":
            return self._handle_scene(message, talk)
        return False

    def _handle_scene(self, scene: dict[str, Any], talk: "_Talk") -> bool:
        talk.seats, result = scene["seats"], scene["result"]
        if result is not None:
            self._note_end(result, scene)
            return True
        if not talk.seats:
            raise GameGoneError  # another account plays it
        if self._player is None and not self._has_failed:
            self._attempt(self._prepare, scene, talk)
        if offer := scene["offer"]:
            if offer["by"] not in talk.seats:
                talk.send(type="answer", agrees=False, kind=offer["kind"])
        elif scene["turn"] in talk.seats and not scene["free"] and talk.is_news(scene["plies"]):
            self._move(scene, talk)
        return False

    def _note_end(self, result: dict[str, Any], scene: dict[str, Any]) -> None:
        winner, seats = result["winner"], scene["seats"]
        points = "draw" if winner is None else "win" if winner in seats else "loss"
        self._log.note(
            "over", game=self.id, result=points, reason=result["reason"], plies=scene["plies"]
        )

    def _move(self, scene: dict[str, Any], talk: "_Talk") -> None:
        """Make a move, or resign if the bot fails to give one."""
        move = None if self._has_failed else self._attempt(self._chosen, scene, talk)
        if self._stopped.is_set():
            return  # it was stopped while it thought
        if move is None or self._refusals >= MOST_REFUSALS:
            talk.send(type="resign")
        else:
            talk.send(type="move", move=move, ply=scene["plies"])

    def _attempt(
        self, work: Callable[..., Result], scene: dict[str, Any], talk: "_Talk"
    ) -> Result | None:
        """What the bot answers; None if it fails, which is noted."""
        try:
            return work(scene, talk)
        except PlayerError as error:
            self._fail(error.reason, error.detail)
        except Exception as error:  # of the bot, or a message that makes no sense
            self._fail(type(error).__name__, str(error))
        return None

    def _fail(self, reason: str, detail: str) -> None:
        if self._stopped.is_set():
            return
        self._has_failed = True
        printed = self._player.errors.strip().splitlines()[-1:] if self._player else []
        facts = {"reason": reason, "detail": detail, "stderr": " ".join(printed)}
        self._log.note("failed", game=self.id, **facts)

    def _prepare(self, scene: dict[str, Any], talk: "_Talk") -> None:
        """Start the bot as soon as the game is seen, not at its first move."""
        match = self._match(scene, talk.hello)
        self._player = self._make_player(self._game)
        self._player.prepare(match, talk.seats[0])

    def _chosen(self, scene: dict[str, Any], talk: "_Talk") -> str:
        assert self._player is not None
        match = self._match(scene, talk.hello)
        choice = self._player.choose(match, _allowance(scene, talk.hello))
        return match.position.move_text(choice.code)

    def _match(self, scene: dict[str, Any], hello: dict[str, Any]) -> Match:
        match = Match(Position.parse(self._game, hello["start"]), self._game.history)
        for move in scene["moves"]:
            match.play(move)
        if match.result is not None:
            raise PalamedesError("the server and this machine disagree about the rules")
        return match


class _Talk:
    """A connection to a game, and what was said over it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.hello: dict[str, Any] = {}
        self.seats: list[int] = []
        self.has_moved = False
        self._answered = -1  # the number of moves after which the last move was sent
        self._claim_at: float | None = None

    def receive(self) -> dict[str, Any] | None:
        """The next message; None if none comes for a while. An abandoned game is claimed."""
        try:
            message = json.loads(self._connection.recv(timeout=LOOK_EVERY))
        except TimeoutError:
            self._claim()
            return None
        except ValueError:
            raise WebSocketException("the server sends no JSON") from None
        if not isinstance(message, dict) or "type" not in message:
            raise WebSocketException("the server sends no message")
        return message

    def send(self, **message: Any) -> None:
        self.has_moved = self.has_moved or message["type"] in ("move", "resign")
        self._connection.send(json.dumps(message))

    def is_news(self, plies: int) -> bool:
        """Whether no move was sent yet in the position after this number of plies."""
        is_news, self._answered = plies != self._answered, plies
        return is_news

    def note_claim(self, claim: list[float | None]) -> None:
        """Remember when the game can be claimed because the opponent has left."""
        seconds = claim[self.seats[0]] if len(self.seats) == 1 else None
        self._claim_at = None if seconds is None else monotonic() + seconds + LOOK_EVERY

    def _claim(self) -> None:
        if self._claim_at is not None and monotonic() > self._claim_at:
            self._claim_at = None
            self.send(type="claim")


def _allowance(scene: dict[str, Any], hello: dict[str, Any]) -> Allowance:
    """The limits of a move: the clock's, or a few seconds without one."""
    clocks = scene["clocks"]
    if clocks is None:
        return Allowance(move=WITHOUT_CLOCK)
    first, second = clocks
    return Allowance(left=(float(first), float(second)), increment=float(hello["clock"][1]))


def _text(error: Exception) -> str:
    return str(error) or type(error).__name__

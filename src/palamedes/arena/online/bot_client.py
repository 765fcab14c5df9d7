"""A bot account at work: it accepts challenges, plays several games at once, and comes back."""

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from palamedes.arena.online.backoff import Backoff
from palamedes.arena.online.event_log import EventLog
from palamedes.arena.online.online_game import MakePlayer, OnlineGame
from palamedes.arena.online.server_api import (
    UNAUTHORIZED,
    JsonObject,
    RefusalError,
    ServerApi,
    UnreachableError,
)
from palamedes.arena.online.wishes import Wishes
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.games import find_game

POLL_EVERY = 1.0  # seconds between two looks at the challenges
RESUME_EVERY = 3  # looks, after which games are found that began otherwise: its own challenges
MOST_PAGES = 5  # of unfinished games that are looked through
UNFINISHED = "/api/you/games?result=unfinished&opponent=person"


class ClientProgress(NamedTuple):
    """What a bot is doing."""

    name: str
    is_connected: bool
    playing: int
    finished: int


class BotClient:
    """Plays for a bot account until it is told to stop."""

    def __init__(
        self,
        api: ServerApi,
        wishes: Wishes,
        make_player: MakePlayer,
        most_games: int,
        log: EventLog,
    ) -> None:
        self._api, self._wishes, self._make_player = api, wishes, make_player
        self._most_games, self._log = most_games, log
        self._games: dict[str, OnlineGame] = {}
        self._threads: dict[str, Thread] = {}
        self._lock = Lock()
        self._stopped = Event()
        self._is_leaving = self._is_connected = False
        self._looks = 0  # since unfinished games were looked for
        self._skipped: set[str] = set()  # unfinished games that it does not play
        self._over: set[str] = set()  # games that it has played
        self._name = ""

    @property
    def progress(self) -> ClientProgress:
        with self._lock:
            playing, finished = len(self._games), len(self._over)
        return ClientProgress(self._name, self._is_connected, playing, finished)

    def sign_in(self) -> None:
        """Find out who it is; PalamedesError if the server or the token is not a good one."""
        you = self._api.get("/api/you")
        if not isinstance(you, dict) or not you.get("bot"):
            raise PalamedesError(_("the token does not belong to a bot account"))
        self._name, self._is_connected, self._looks = str(you["name"]), True, 0
        self._log.note("connected", name=self._name)

    def run(self, show: Callable[[ClientProgress], None] = lambda progress: None) -> None:
        """Accept challenges and play until `stop`, or `leave` and the end of the last game.

        Raises RefusalError if the token was revoked meanwhile.
        """
        backoff = Backoff(self._stopped)
        while not (self._stopped.is_set() or (self._is_leaving and not self.progress.playing)):
            try:
                self._look()
            except UnreachableError as error:
                if self._is_connected:
                    self._log.note("unreachable", error=error)
                self._is_connected = False
                show(self.progress)
                backoff.wait()
                continue
            except (LookupError, TypeError, AttributeError):
                raise PalamedesError(_("the answers of the server make no sense")) from None
            backoff.succeed()
            show(self.progress)
            self._stopped.wait(POLL_EVERY)

    def leave(self) -> None:
        """Accept no more challenges, and end with the last game."""
        self._log.note("leaving", playing=self.progress.playing)
        self._is_leaving = True

    def stop(self) -> None:
        """End now. Unfinished games stay on the server, and their clocks run."""
        self._stopped.set()
        with self._lock:
            games, threads = list(self._games.values()), list(self._threads.values())
        for game in games:
            game.stop()
        for thread in threads:
            thread.join()
        self._log.note("stopped", unfinished=len(games))

    def _look(self) -> None:
        """One look at the server: unfinished games first, then challenges."""
        if not self._is_connected:
            self.sign_in()
        if self._looks % RESUME_EVERY == 0:
            self._resume()
        self._looks += 1
        if self._is_leaving:
            return
        for challenge in self._api.get("/api/challenges"):
            if not self._stopped.is_set():
                self._answer(challenge)

    def _resume(self) -> None:
        """Go on with all unfinished games of the account: their clocks run."""
        for game in self._unfinished():
            game_id, kind = game["id"], game["game"]
            if self._is_known(game_id):
                continue
            if kind not in self._wishes.games or len(game["mine"]) != 1:
                self._skipped.add(game_id)
                self._log.note("skip", game=game_id, kind=kind)
            else:
                self._log.note("resume", game=game_id, kind=kind)
                self._begin(game_id, kind)

    def _unfinished(self) -> list[JsonObject]:
        found: list[JsonObject] = []
        for page in range(MOST_PAGES):
            answer = self._api.get(f"{UNFINISHED}&page={page}")
            found += answer["games"]
            if page + 1 >= answer["pages"]:
                break
        return found

    def _answer(self, challenge: JsonObject) -> None:
        """Accept or decline a challenge; those to anybody may be left alone."""
        if challenge["state"] != "open" or challenge["challenger"]["you"]:
            return
        is_to_me = challenge["opponent"] is not None
        reason = self._wishes.refusal(challenge)
        if reason is None and not self._has_room():
            reason = "busy"
        if reason is None:
            self._accept(challenge)
        elif is_to_me:
            self._try(challenge, "decline", reason=reason)

    def _accept(self, challenge: JsonObject) -> None:
        answer = self._try(challenge, "accept")
        if answer is not None:
            self._begin(answer["game_id"], answer["game"])

    def _try(self, challenge: JsonObject, verb: str, **body: Any) -> JsonObject | None:
        """Accept or decline; None if that is no longer possible."""
        facts = {"from": challenge["challenger"]["name"], "kind": challenge["game"], **body}
        try:
            answer: JsonObject = self._api.post(f"/api/challenges/{challenge['id']}/{verb}", **body)
        except UnreachableError:
            self._looks = 0  # it may have been accepted all the same
            raise
        except RefusalError as error:
            if error.status == UNAUTHORIZED:
                raise
            self._log.note(f"cannot {verb}", challenge=challenge["id"], error=error)
            return None
        self._log.note(verb, challenge=challenge["id"], **facts, game=answer["game_id"] or "-")
        return answer

    def _has_room(self) -> bool:
        return self.progress.playing < self._most_games

    def _is_known(self, game_id: str) -> bool:
        """Whether a game is being played, was played, or is not to be played."""
        with self._lock:
            return any(game_id in known for known in (self._games, self._over, self._skipped))

    def _begin(self, game_id: str, kind: str) -> None:
        """Play a game in a thread of its own."""
        if self._is_known(game_id):
            return
        game = OnlineGame(self._api, game_id, find_game(kind), self._make_player, self._log)
        thread = Thread(target=self._play, args=(game,), name=f"game {game_id}")
        with self._lock:
            self._games[game_id], self._threads[game_id] = game, thread
        thread.start()

    def _play(self, game: OnlineGame) -> None:
        try:
            game.play()
        except Exception as error:  # the other games go on
            self._log.note("failed", game=game.id, reason=type(error).__name__, detail=error)
        finally:
            with self._lock:
                del self._games[game.id], self._threads[game.id]
                self._over.add(game.id)

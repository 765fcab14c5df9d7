"""Python bots as programs of their own, which speak UGI."""

import os
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

from palamedes.arena.ugi import serve_player
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import FREE, Allowance, Bot, Choice, Player, PlayerError, load_bot


def bot_program(path: Path, game: Game) -> str:
    """The player's text of a Python bot run as a program, which can be stopped if it hangs."""
    # -P: what lies in the folder we are in must not be imported instead of Python's own modules.
    command = [sys.executable, "-P", "-m", "palamedes", "bot", "run", str(path.resolve()), game.id]
    return f"cmd:{shlex.join(command)}"


def serve_bot_file(path: Path, game: Game) -> None:
    """Speak UGI for the bot in a file; PalamedesError if there is no such file."""
    if not path.is_file():
        raise PalamedesError(_("{path}: there is no such file").format(path=path))
    serve_player(game, UgiBot(partial(load_bot, path)), path.stem)


def run_as_program(kind: type[Bot]) -> None:
    """Speak UGI for a bot and the game named on the command line; one line and exit 2 if wrong."""
    try:
        if len(sys.argv) != 2:
            raise PalamedesError(f"usage: {Path(sys.argv[0]).name} GAME")
        serve_player(find_game(sys.argv[1]), UgiBot(kind), kind.__name__)
    except PalamedesError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


class UgiBot(Player):
    """A bot behind UGI, where the first position of a game tells that it begins, and who is who.

    A bot whose code fails ends the process, as any program would: that is a crash, and nothing
    that it may have meant to say. It is made when we have introduced ourselves, so that nobody
    takes one that fails at once for a program that speaks something else.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None
        self._last: Match | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Have the bot and the rules ready, so that loading them takes no time on the clock."""
        rehearsal = Match.of(match.game)
        rehearsal.play(rehearsal.position.moves[0])
        try:
            self._bot = self._make()
        except PalamedesError as error:
            _end(f"{error}\n")

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        assert self._bot is not None, "it is prepared first"
        try:
            if self._last is None or not _goes_on(self._last, match):
                self._bot.prepare(match, match.position.turn)
            self._last = match
            return self._bot.choose(match, allowance)
        except PlayerError as error:
            if error.reason == "crash":
                _end(self._bot.errors)
            raise

    def stop(self) -> None:
        if self._bot is not None:
            self._bot.stop()

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()


def _end(text: str) -> NoReturn:
    """End the process, from any thread, with some last words."""
    sys.stderr.write(text)
    sys.stderr.flush()
    os._exit(1)


def _goes_on(earlier: Match, later: Match) -> bool:
    """Whether a match is another one some moves later, with the same player to move."""
    before, now = ([turn.move for turn in match.turns] for match in (earlier, later))
    is_longer = len(before) < len(now) and before == now[: len(before)]
    return is_longer and earlier.start == later.start and (len(now) - len(before)) % 2 == 0

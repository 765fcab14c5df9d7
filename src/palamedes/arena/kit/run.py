"""Python bots as separate programs that speak UGI."""

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
from palamedes.players.bot import bot_path, bot_program, is_bot, trace_of


def guarded_spec(text: str, game: Game) -> str:
    """The spec of a player as a program under guard, if it is a bot of somebody's.

    FILE.py and the path of a program need no prefix. PalamedesError if there is no such file.
    """
    text = text.strip()
    is_path = ":" not in text and (text.endswith(".py") or "/" in text or Path(text).is_file())
    if not is_bot(text) and not is_path:
        return text
    path = bot_path(text)
    if path.suffix == ".py":
        return bot_program(path, game)
    if not path.is_file():
        raise PalamedesError(_("{path}: file not found").format(path=path))
    return f"cmd:{shlex.quote(str(path.absolute()))}"


def serve_bot_file(path: Path, game: Game) -> None:
    """Speak UGI for the bot in a file; PalamedesError if the file does not exist."""
    if not path.is_file():
        raise PalamedesError(_("{path}: file not found").format(path=path))
    serve_player(game, UgiBot(partial(load_bot, path)), path.stem)


def run_as_program(kind: type[Bot]) -> None:
    """Speak UGI for a bot, playing the game named on the command line.

    Bad arguments: one line on stderr and exit 2. Nothing happens while `load_bot` reads the file.
    """
    if is_bot(kind.__module__):
        return
    try:
        if len(sys.argv) != 2:
            raise PalamedesError(f"usage: {Path(sys.argv[0]).name} GAME")
        serve_player(find_game(sys.argv[1]), UgiBot(kind), kind.__name__)
    except PalamedesError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


class UgiBot(Player):
    """A bot served by UGI. UGI does not announce seats: the first position of a game tells them.

    An exception in the bot's code ends the process, as in any program, and the arena sees a crash.
    The bot is created after the UGI greeting: a bot that fails at once must not be mistaken for a
    program that speaks another protocol.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None
        self._last: Match | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Create the bot and compile the rules, so that its clock does not pay for that."""
        rehearsal = Match.of(match.game)
        rehearsal.play(rehearsal.position.moves[0])
        try:
            self._bot = self._make()
        except PalamedesError as error:
            trace = "" if error.__cause__ is None else trace_of(error.__cause__)
            _end(f"{trace}{error}\n")

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        assert self._bot is not None, "call prepare first"
        try:
            if self._last is None or not _continues(self._last, match):
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
    """Print a text on stderr and end the process, from any thread."""
    sys.stderr.write(text)
    sys.stderr.flush()
    os._exit(1)


def _continues(earlier: Match, later: Match) -> bool:
    """Whether `later` is the same game some moves later, with the same player to move."""
    before, now = ([turn.move for turn in match.turns] for match in (earlier, later))
    is_longer = len(before) < len(now) and before == now[: len(before)]
    return is_longer and earlier.start == later.start and (len(now) - len(before)) % 2 == 0

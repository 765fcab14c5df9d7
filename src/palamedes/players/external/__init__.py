"""External programs as players. They run under limits, so that a bad one only loses its game.

cmd:PROGRAM ARGS      speaks UGI; for awalé, the course protocol is tried if it does not
course:PROGRAM ARGS   speaks the protocol of the coloured awalé's course
"""

import shlex

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players.exchange import Exchange
from palamedes.players.external import course
from palamedes.players.external.bounds import Bounds, set_usual_sandbox, usual_bounds
from palamedes.players.external.course import CoursePlayer
from palamedes.players.external.player import KeptPlayer, ProgramPlayer
from palamedes.players.external.ugi import UgiPlayer
from palamedes.players.player import FREE, Allowance, Choice, Player, PlayerError

PREFIXES = ("cmd:", "course:")

__all__ = [
    "Bounds",
    "Exchange",
    "KeptPlayer",
    "ProgramPlayer",
    "is_program",
    "program_command",
    "program_player",
    "set_usual_sandbox",
    "speaks_course",
    "usual_bounds",
]


def is_program(text: str) -> bool:
    """Whether a spec names an external program."""
    return text.strip().startswith(PREFIXES)


def speaks_course(text: str) -> bool:
    """Whether a spec names a program that speaks the course protocol."""
    return text.strip().startswith(PREFIXES[1])


def program_command(text: str) -> list[str]:
    """The program of a spec and its arguments; PalamedesError if it names none."""
    _prefix, _colon, rest = text.strip().partition(":")
    try:
        command = shlex.split(rest)
    except ValueError:
        command = []
    if not command:
        raise PalamedesError(_("{text!r} is not a valid command").format(text=text[:40]))
    return command


def program_player(game: Game, text: str, bounds: Bounds) -> Player:
    """The program named by a spec; it is started when a match begins."""
    command = program_command(text)
    if not speaks_course(text):
        return (_AwaleProgram if game.name == course.GAME else UgiPlayer)(command, bounds)
    if game.name != course.GAME:
        raise PalamedesError(
            _("the course protocol only works for {game}").format(game=course.GAME)
        )
    return CoursePlayer(command, bounds)


class _AwaleProgram(KeptPlayer):
    """A program that speaks UGI or, if it does not answer that, the course protocol.

    The course protocol can only be tried at the start of a game.
    """

    def __init__(self, command: list[str], bounds: Bounds) -> None:
        self._ugi, self._course = UgiPlayer(command, bounds), CoursePlayer(command, bounds)
        is_known = tuple(command) in _course_commands
        self._player: ProgramPlayer = self._course if is_known else self._ugi

    @property
    def errors(self) -> str:
        return self._ugi.errors + self._course.errors

    @property
    def exchange(self) -> Exchange:
        return self._player.exchange

    def prepare(self, match: Match, seat: int) -> None:
        try:
            self._player.prepare(match, seat)
        except PlayerError:
            is_hopeless = self._player is self._course or self._ugi.has_greeted
            if is_hopeless or not course.can_begin(match):
                raise
            self._ugi.close()
            self._player = self._course
            self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        choice = self._player.choose(match, allowance)
        if self._player is self._course:
            _course_commands.add(tuple(self._course.command))
        return choice

    @property
    def is_kept(self) -> bool:
        return self._player.is_kept

    def cpu_seconds(self) -> float:
        return self._player.cpu_seconds()

    def close(self) -> None:
        self._player.close()

    def end(self) -> None:
        self._player.end()


_course_commands: set[tuple[str, ...]] = set()  # known in this process to speak that protocol

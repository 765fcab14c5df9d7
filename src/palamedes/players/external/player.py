"""The base class of players that are external programs; subclasses speak a protocol."""

from abc import abstractmethod
from collections.abc import Sequence

from palamedes.core.match import Match
from palamedes.players.external.bounds import Bounds
from palamedes.players.external.program import Program
from palamedes.players.player import FREE, Allowance, Choice, Player


class ProgramPlayer(Player):
    """A program, started for one match, that answers with moves in some protocol."""

    def __init__(self, command: Sequence[str], bounds: Bounds) -> None:
        self.command = list(command)
        self.bounds = bounds
        self._program: Program | None = None

    @property
    def errors(self) -> str:
        """The program's output on stderr."""
        return "" if self._program is None else self._program.errors.decode(errors="replace")

    def prepare(self, match: Match, seat: int) -> None:
        self._match, self.seat = match, seat
        self._program = Program([*self.command, *self.arguments(seat)], self.bounds)
        self._program.new_turn(self.bounds.start)
        self.greet(self._program, match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        if self._program is None:
            self.prepare(match, match.position.turn)
        assert self._program is not None
        limit = allowance.time_limit(match.position.turn)
        self._program.new_turn(self.bounds.move if limit is None else limit)
        return self.answer(self._program, match, allowance)

    def close(self) -> None:
        if self._program is not None:
            self.take_leave(self._program, self._match)
            self._program.close()

    def arguments(self, seat: int) -> list[str]:
        """Arguments to add to the command line."""
        return []

    @abstractmethod
    def greet(self, program: Program, match: Match, seat: int) -> None:
        """Do what the protocol wants before the first move."""

    @abstractmethod
    def answer(self, program: Program, match: Match, allowance: Allowance) -> Choice:
        """The program's move; `PlayerError` if none comes in time."""

    @abstractmethod
    def take_leave(self, program: Program, match: Match) -> None:
        """Tell the program that the match is over; it is ended afterwards."""

"""The base class of players that are external programs; subclasses speak a protocol."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from palamedes.core.match import Match
from palamedes.players.exchange import Exchange
from palamedes.players.external.bounds import Bounds
from palamedes.players.external.program import Program
from palamedes.players.player import FREE, Allowance, Choice, Player, PlayerError

NEW_GAME = 10.0  # seconds for a program that is kept alive to get ready once more


class KeptPlayer(Player):
    """A player that may stay alive after a match, ready for the next one."""

    @property
    @abstractmethod
    def is_kept(self) -> bool:
        """Whether it stays alive when it is closed after this match."""

    @abstractmethod
    def end(self) -> None:
        """End it for good."""


class ProgramPlayer(KeptPlayer):
    """A program that answers with moves in some protocol.

    It is started for a match and ended with it; if its bounds keep it alive, it is paused instead,
    and plays the next match that it is prepared for. `end` ends it then.
    """

    can_stay = False  # whether the protocol can say that a new game begins

    def __init__(self, command: Sequence[str], bounds: Bounds) -> None:
        self.command = list(command)
        self.bounds = bounds
        self._program: Program | None = None
        self._has_failed = False
        self._is_reliable = True  # whether it has answered in every new game

    @property
    def errors(self) -> str:
        """The program's output on stderr."""
        return "" if self._program is None else self._program.errors.decode(errors="replace")

    @property
    def exchange(self) -> Exchange:
        return Exchange() if self._program is None else self._program.exchange

    def prepare(self, match: Match, seat: int) -> None:
        self._match, self.seat = match, seat
        if self._program is not None and self.is_kept:
            with suppress(PlayerError):  # something has happened to it since its last game
                self._program.errors = b""
                self._program.resume()
                self._begin(self._program, min(self.bounds.start, NEW_GAME))
                return
            self.end()
            self._is_reliable = False
        self._program = Program([*self.command, *self.arguments(seat)], self.bounds)
        with self._noting_failure():
            self.greet(self._program, match, seat)
            self._begin(self._program, self.bounds.start)

    def _begin(self, program: Program, seconds: float) -> None:
        program.new_turn(seconds, is_fair=False)
        self.new_game(program, self._match, self.seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        if self._program is None:
            self.prepare(match, match.position.turn)
        assert self._program is not None
        limit = allowance.time_limit(match.position.turn)
        self._program.resume()
        self._program.new_turn(self.bounds.move if limit is None else limit)
        with self._noting_failure():
            choice = self.answer(self._program, match, allowance)
        if self.bounds.sandbox != "off":
            self._program.pause()  # nor does it take time from its opponent
        return choice

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        try:
            yield
        except PlayerError:
            self._has_failed = True
            raise

    def cpu_seconds(self) -> float:
        return 0.0 if self._program is None else self._program.cpu_seconds()

    def close(self) -> None:
        if self.is_kept:
            assert self._program is not None
            self._program.pause()
        else:
            self.end()

    @property
    def is_kept(self) -> bool:
        is_well = self._program is not None and not self._has_failed and self._is_reliable
        return is_well and self.can_stay and self.bounds.keep_alive

    def end(self) -> None:
        """End the program; its errors can still be read."""
        if self._program is not None:
            self._program.resume()
            self.take_leave(self._program, self._match)
            self._program.close()

    def arguments(self, seat: int) -> list[str]:
        """Arguments to add to the command line."""
        return []

    @abstractmethod
    def greet(self, program: Program, match: Match, seat: int) -> None:
        """Do what the protocol wants after the start of a program."""

    def new_game(self, program: Program, match: Match, seat: int) -> None:
        """Say that a new game begins, if the protocol has a word for it."""

    @abstractmethod
    def answer(self, program: Program, match: Match, allowance: Allowance) -> Choice:
        """The program's move; `PlayerError` if none comes in time."""

    @abstractmethod
    def take_leave(self, program: Program, match: Match) -> None:
        """Tell the program that the match is over; it is ended afterwards."""

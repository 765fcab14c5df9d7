"""A conversation with a program by UGI, one question at a time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from time import perf_counter

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import PlayerError
from palamedes.players.exchange import Exchange
from palamedes.players.external import Bounds
from palamedes.players.external.program import Program
from palamedes.players.player import illegal_move

SHARE = 0.2  # of the time limit, which the program is told to think


class Conversation:
    """A program, the position it was told last, and what it has said since the last question.

    Whatever it does wrong is a `PlayerError`. It has `seconds` for each answer.
    """

    def __init__(
        self, game: Game, command: Sequence[str], bounds: Bounds, seconds: float, plies: int
    ) -> None:
        self._game = game
        self._command = command
        self._bounds = bounds
        self._seconds = seconds
        self._plies = plies  # of a game, at most
        self._program: Program | None = None
        self._line = ""  # the first line, which `start` has read
        self._match = Match.of(game)
        self._start_text = "startpos"  # how the position was given
        self._told_moves = 0  # moves of the match that this text contains
        self._takes_legal_moves = False
        self.is_running = False
        self.heard: list[str] = []
        self._told: dict[str, int] = {}  # the largest numbers of all info lines, by their names

    @property
    def milliseconds(self) -> int:
        """The time to tell the program for a move."""
        return max(round(1000 * self._seconds * SHARE), 1)

    @property
    def position(self) -> Position:
        return self._match.position

    @property
    def errors(self) -> str:
        return "" if self._program is None else self._program.errors.decode(errors="replace")

    @property
    def exchange(self) -> Exchange:
        return Exchange() if self._program is None else self._program.exchange

    def start(self) -> None:
        """Start the program and ask it to introduce itself; that it is silent is not an error."""
        self._program = Program(self._command, self._bounds)
        self.is_running = True
        self._program.new_turn(self._bounds.start)
        self._program.send("ugi")
        try:
            self._line = self._program.read()
        except PlayerError as error:
            if error.reason != "timeout":
                raise

    def greet(self) -> list[str]:
        """The lines before `ugiok`, after `start`."""
        assert self._program is not None
        lines = []
        line = self._line or self._program.read()
        self._line = ""
        while line != "ugiok":
            lines.append(line)
            line = self._program.read()
        options = [line.split()[2:3] for line in lines if line.startswith("option name ")]
        self._takes_legal_moves = ["legalmoves"] in [[word.lower() for word in o] for o in options]
        return lines or [""]

    def restart(self) -> None:
        """Start the program anew for the next step; `is_running` says whether that worked."""
        self.close()
        try:
            self.start()
            self.greet()
            self.wait_until_ready()
        except PlayerError:
            self.close()

    def close(self) -> None:
        """End the program; what it has said can still be read."""
        if self._program is not None and self.is_running:
            self._program.send("quit")
            self._program.close()
        self.is_running = False

    def send(self, line: str) -> None:
        assert self._program is not None
        self._program.new_turn(self._seconds)
        self._program.send(line)
        self.heard = []

    def wait_until_ready(self) -> None:
        assert self._program is not None
        self._program.new_turn(self._bounds.start)
        self._program.send("isready")
        self._listen("readyok")

    def _listen(self, word: str) -> str:
        """The next line that begins with a word; all lines are kept in `heard`."""
        assert self._program is not None
        while True:
            line = self._program.read()
            self.heard.append(line)
            words = line.split()
            if words[:1] == [word]:
                return line
            if words[:1] == ["info"] and "string" not in words:
                self._note_numbers(words)

    def _note_numbers(self, words: list[str]) -> None:
        for name, number in pairwise(words):
            if name in ("depth", "nodes") and number.isdecimal():
                self._told[name] = max(self._told.get(name, 0), int(number[:15]))

    def has_told(self, name: str) -> bool:
        """Whether any info line has named such a number; `most_told` starts anew."""
        return self._told.pop(name, None) is not None

    def most_told(self, name: str) -> int:
        return self._told.get(name, 0)

    def set_position(self, plies: int, as_text: bool = False, later: int = 0) -> None:
        """Tell the position after some random plies: as moves, or as text and `later` moves."""
        random, match = Random(plies), Match.of(self._game)
        for _ply in range(plies + later):
            moves = [move for move in match.position.moves if match.position.play(move).moves]
            if not moves:
                break
            match.play(random.choice(moves))
        self._match, self._start_text, self._told_moves = match, "startpos", 0
        if as_text:
            self._told_moves = max(len(match.turns) - later, 0)
            self._start_text = f"fen {match.positions[self._told_moves].text}"
        self._tell_position()

    def _tell_position(self) -> None:
        moves = " ".join(turn.move for turn in self._match.turns[self._told_moves :])
        self.send(f"position {self._start_text}" + (f" moves {moves}" if moves else ""))

    def best_move(self, limits: str, then: str = "") -> float:
        """Ask for a move in the position and play it; the seconds that took."""
        if self._takes_legal_moves:
            self.send(f"setoption name LegalMoves value {' '.join(self.position.moves)}")
        began = perf_counter()
        self.send(f"go {limits}")
        if then:
            self.send(then)
        words = self._listen("bestmove").split()
        move = " ".join(words[1:2])
        try:
            self._match.play(move)
        except PalamedesError:
            raise illegal_move(self.position, move) from None
        return perf_counter() - began

    def play_game(self, seat: int) -> str:
        """Play a game against random moves; how long it took, in words."""
        random = Random(seat)
        self.send("uginewgame")
        self.wait_until_ready()
        rules = replace(self._game.history, plies=self._plies)
        self._match = Match(Position.start(self._game), rules)
        self._start_text, self._told_moves = "startpos", 0
        while self._match.result is None:
            if self.position.turn == seat:
                self._tell_position()
                self.best_move(f"movetime {min(self.milliseconds, 50)}")
            else:
                self._match.play(random.choice(self.position.moves))
        plies = len(self._match.turns)
        if self._match.result.reason == "limit" and plies >= self._plies:
            return _("stopped after {plies} plies (see --plies)").format(plies=plies)
        return _("over after {plies} plies").format(plies=plies)

    def quit(self, seconds: float) -> int | None:
        """Tell the program to end; its exit code, or None if it still runs after some seconds."""
        assert self._program is not None
        self._program.new_turn(seconds)
        self._program.send("quit")
        try:
            while True:
                self.heard.append(self._program.read())
        except PlayerError as error:
            end = self._program.exchange.end.split()
            ended_by_itself = error.reason == "crash" and end[:1] == ["exit"]
            return int(end[1]) if ended_by_itself else None

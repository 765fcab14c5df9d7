"""The universal game interface (UGI) on text streams, for our engines and for bots.

The dialect is that of kz04px/cutegames. Where it leaves a choice:

position fen TEXT     TEXT is our position text, up to the word `moves` or the end of the line.
go                    takes movetime, depth, nodes, infinite, p1time, p2time, p1inc and p2inc in any
                      combination: the tightest limit ends the search. Without limits, a level uses
                      its own and the analysis runs until `stop`. Other words and negative
                      numbers are refused.
query                 gameover, p1turn, result, and also legalmoves and fen. History rules count: a
                      game drawn by repetition is over.
score mate N          N counts plies and is negative for the losing side. A proven draw is
                      `score cp 0`, followed by `info string proven draw MOVE`.
bestmove (none)       the game is over, the player failed to give a move, or `go` was refused.
info string TEXT      the answer to a command that cannot be carried out; it changes nothing.
"""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from importlib.metadata import version
from io import TextIOWrapper
from threading import Event, Lock, Thread
from time import perf_counter
from typing import TextIO

from palamedes.arena.ugi.backends import ANALYSIS, EngineBackend, PlayerBackend, UgiBackend
from palamedes.arena.ugi.syntax import (
    INFINITE,
    info_lines,
    info_string,
    match_of,
    milliseconds,
    parse_allowance,
    result_word,
    truth_word,
)
from palamedes.core.clock import on_the_clock
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import Allowance, Choice, Player, PlayerError
from palamedes.search.analysis import Analysis

Say = Callable[[str], None]  # writes a line

STOP_INTERVAL = 0.002  # seconds; a search that is just starting may miss the first stop
END_SECONDS = 5.0  # to wait for a search when the program ends


def serve_engine(
    game: Game,
    level: str = ANALYSIS,
    threads: int = 1,
    megabytes: int = 64,
    own_book: bool = True,
) -> None:
    """Speak UGI on the standard streams for our engines until `quit` or the end of input."""
    name = f"Palamedes {version('palamedes')}"
    _serve(EngineBackend(game, name, level, threads, megabytes, own_book))


def serve_player(game: Game, player: Player, name: str = "", author: str = "unknown") -> None:
    """Speak UGI on the standard streams for a bot until `quit` or the end of input.

    Whatever the bot prints goes to stderr.
    """
    _serve(PlayerBackend(game, player, name or type(player).__name__, author))


def _serve(backend: UgiBackend) -> None:
    out = sys.stdout
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with redirect_stdout(sys.stderr):
        UgiServer(backend, sys.stdin or (), out).serve()


class UgiServer:
    """Reads commands as lines and writes answers as whole lines, flushed at once."""

    def __init__(self, backend: UgiBackend, lines: Iterable[str], out: TextIO) -> None:
        self._backend = backend
        self._lines = lines
        self._out = out
        self._writing = Lock()
        self._match = Match.of(backend.game)
        self._search: UgiSearch | None = None
        self._is_ready = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
        }

    def serve(self) -> None:
        """Handle commands until `quit` or the end of input; then stop a running search."""
        try:
            for line in self._lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    self._handle(*words)
        finally:
            if self._search is not None:
                self._search.stop()
                self._search.wait(END_SECONDS)
            self._backend.close()

    def _handle(self, command: str, *words: str) -> None:
        handler = self._commands.get(command)
        if handler is None:
            self._tell(f"unknown command {command[:40]!r}")
            return
        try:
            handler(list(words))
        except PalamedesError as error:
            self._tell(str(error))

    def _say(self, line: str) -> None:
        with self._writing:
            self._out.write(f"{line}\n")
            self._out.flush()

    def _tell(self, text: str) -> None:
        self._say(info_string(text))

    def _introduce(self, _words: list[str]) -> None:
        self._say(f"id name {self._backend.name}")
        self._say(f"id author {self._backend.author}")
        for option in self._backend.options():
            self._say(f"option {option}")
        self._say("ugiok")

    def _get_ready(self, _words: list[str]) -> None:
        """Answer once a search can start without delay; the first time that means compiling."""
        try:
            if not self._is_ready and self._is_idle():
                self._backend.prepare(self._match)
                self._is_ready = True
        finally:
            self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        self._check_idle()
        if words[:1] != ["name"]:
            raise PalamedesError("usage: setoption name NAME value VALUE")
        cut = words.index("value") if "value" in words else len(words)
        self._backend.set_option(" ".join(words[1:cut]), " ".join(words[cut + 1 :]))
        self._is_ready = False
        if self._backend.game != self._match.game:
            self._match = Match.of(self._backend.game)

    def _new_game(self, _words: list[str]) -> None:
        self._check_idle()
        self._backend.new_game()
        self._match = Match.of(self._backend.game)
        self._is_ready = False

    def _set_position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        with on_the_clock():  # for the other program it already runs
            self._match = match_of(self._backend.game, words[:cut], words[cut + 1 :])

    def _go(self, words: list[str]) -> None:
        self._check_idle()
        if self._match.result is not None:
            self._tell("the game is over")
            self._say("bestmove (none)")
            return
        try:
            allowance = parse_allowance(words, self._match.position.turn)
        except PalamedesError as error:
            self._tell(str(error))
            self._say("bestmove (none)")  # for a program that waits for an answer
            return
        is_infinite = INFINITE in words
        self._search = UgiSearch(self._backend, self._match, allowance, is_infinite, self._say)

    def _stop(self, _words: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _query(self, words: list[str]) -> None:
        match, question = self._match, " ".join(words)
        answers = {
            "gameover": truth_word(match.result is not None),
            "p1turn": truth_word(match.position.turn == 0),
            "result": result_word(match),
            "legalmoves": " ".join(match.position.moves) if match.result is None else "",
            "fen": match.position.text,
        }
        if question not in answers:
            raise PalamedesError(f"unknown query {question[:40]!r}")
        self._say(f"response {answers[question]}".rstrip())

    def _is_idle(self) -> bool:
        """Whether no search is running; waits for one that was told to stop."""
        return self._search is None or self._search.is_over()

    def _check_idle(self) -> None:
        if not self._is_idle():
            raise PalamedesError("a search is running: stop it first")


class UgiSearch:
    """One `go`: a thread that searches and answers, and a thread that stops it when asked.

    An infinite search answers only after `stop`, even if it has nothing left to search.
    """

    def __init__(
        self, backend: UgiBackend, match: Match, allowance: Allowance, infinite: bool, say: Say
    ) -> None:
        self._backend = backend
        self._match = match
        self._allowance = allowance
        self._infinite = infinite
        self._say = say
        self._began = perf_counter()
        self._told_to_stop = Event()
        self._has_thought = Event()
        self._has_answered = Event()
        for work in (self._think, self._wait_for_stop):
            Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        self._told_to_stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the answer."""
        self._has_answered.wait(seconds)

    def is_over(self) -> bool:
        """Whether the answer has been given; waits for one that is about to come."""
        is_thinking = not self._has_thought.is_set() or self._infinite
        if is_thinking and not self._told_to_stop.is_set():
            return False
        self.wait()
        return True

    def _think(self) -> None:
        try:
            with suppress(BrokenPipeError):  # the reader is gone
                self._answer()
        finally:
            for event in (self._has_thought, self._has_answered, self._told_to_stop):
                event.set()

    def _answer(self) -> None:
        *lines, answer = self._last_lines()
        for line in lines:
            self._say(line)
        self._has_thought.set()
        if self._infinite:
            self._told_to_stop.wait()
        self._say(answer)

    def _last_lines(self) -> list[str]:
        """Search, and return the last info lines and the bestmove line."""
        try:
            with on_the_clock(self._allowance.is_timed):
                choice = self._backend.think(self._match, self._allowance, self._report)
                move = self._match.position.move_text(choice.code)
        except BrokenPipeError:
            raise
        except PlayerError as error:
            sys.stderr.write(f"{error.detail}\n")
            return [info_string(error.detail), "bestmove (none)"]
        except Exception as error:  # a bot can fail in any way
            traceback.print_exc()
            return [info_string(f"{type(error).__name__}: {error}"), "bestmove (none)"]
        return [*self._summary(choice), f"bestmove {move}"]

    def _summary(self, choice: Choice) -> Iterator[str]:
        seconds = perf_counter() - self._began
        if choice.analysis is not None:
            yield from info_lines(choice.analysis, seconds)
        else:
            yield f"info nodes 0 nps 0 time {milliseconds(seconds)}"

    def _report(self, analysis: Analysis) -> None:
        for line in info_lines(analysis, perf_counter() - self._began):
            self._say(line)

    def _wait_for_stop(self) -> None:
        self._told_to_stop.wait()
        while not self._has_thought.is_set():
            self._backend.stop()
            self._has_thought.wait(STOP_INTERVAL)

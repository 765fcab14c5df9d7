"""The player program of the course's awalé tournaments: reads a referee's lines, answers moves.

The referee sends `START` or the opponent's move, and the program answers with its own move. The end
of a game is announced instead of a move:

RESULT <move> <score1> <score2>     after its own move or the opponent's ended the game
RESULT BLOCKED <score1> <score2>    if it cannot move
RESULT LIMIT <score1> <score2>      if the opponent's move was the 400th (its own 400th move is
                                    announced as `RESULT <move>`)

`END`, a `RESULT` from the referee or the end of input ends the program. Any other line (no move, an
illegal move, a move out of turn) changes nothing and is answered by a note on stderr only: after
such a line any move would be a guess.
"""

import re
import sys
import traceback
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from io import TextIOWrapper
from time import perf_counter
from typing import TextIO

from palamedes.core.clock import on_the_clock
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Allowance, Choice, Player, make_player

SECONDS = 2.0  # per move
FIRST_MOVE = 6.0  # of the ten seconds for the first move: starting the program may take the rest
RESERVE = 0.05  # the share of the time kept for sending the answer to the referee
STOP_SECONDS = 0.02  # within which a stopped player should answer
SIDES = {"1": 0, "a": 0, "2": 1, "b": 1}


def parse_side(text: str) -> int:
    """The side (0 or 1) named by an argument such as `Joueur1`, `joueurB` or `2`."""
    name = re.sub("^(joueur|player)", "", text.strip().lower())
    if name not in SIDES:
        raise PalamedesError(
            _("the side must be Joueur1 or Joueur2, not {text!r}").format(text=text[:40])
        )
    return SIDES[name]


def course_player(level: str = "master", seconds: float = SECONDS) -> Player:
    """A player of the given level; a level limited by time uses `seconds` per move."""
    game = find_game("awale")
    is_timed = "time=" in game.levels.get(level, "")
    return make_player(game, f"{level}:time={seconds}" if is_timed else level)


def play_course(
    side: str,
    player: Player,
    lines: Iterable[str],
    out: TextIO,
    seconds: float = SECONDS,
    match: Match | None = None,
    notes: TextIO | None = None,
) -> Match:
    """Play one game with the referee, and return the match as far as it was played.

    Each answer comes within `seconds` after its line was read: if the player has no move by then,
    the first legal move is played. The player's search is compiled while waiting for the referee.
    `match` may be given to start from another position than the usual one.
    """
    game = _RefereedGame(parse_side(side), player, match or Match.of(find_game("awale")), seconds)
    for line in lines:
        read_at = perf_counter()
        text = " ".join(line.split()).upper()
        if text == "END" or text.startswith("RESULT"):
            break
        try:
            if text:
                out.write(f"{game.answer(text, read_at)}\n")
                out.flush()
        except PalamedesError as error:
            print(f"awale-player: {error}", file=notes or sys.stderr, flush=True)
    game.close()
    return game.match


class _RefereedGame:
    """The game as this program sees it, with a board of its own."""

    def __init__(self, side: int, player: Player, match: Match, seconds: float) -> None:
        self.match = match
        self._side = side
        self._player = player
        self._seconds = seconds
        self._has_answered = False
        self._thread = ThreadPoolExecutor(1)
        self._thread.submit(player.prepare, match.copy(), side)

    def answer(self, text: str, read_at: float) -> str:
        """The answer to a line of the referee; PalamedesError if the line makes no sense."""
        with on_the_clock():  # the referee's
            return self._answer(text, read_at)

    def _answer(self, text: str, read_at: float) -> str:
        if text == "START":
            self._check_start()
        else:
            self._play_opponent_move(text)
        if self.match.result is not None:
            return self._result(self._how_it_ended())
        code = self._choose(read_at)
        self._has_answered = True
        self.match.play(code)
        move = self.match.turns[-1].move
        return move if self.match.result is None else self._result(move)

    def close(self) -> None:
        self._player.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._player.close()

    def _check_start(self) -> None:
        if self.match.turns or self.match.position.turn != self._side:
            raise PalamedesError(_("START is only for the first player, before any move"))

    def _play_opponent_move(self, move: str) -> None:
        if self.match.position.turn == self._side:
            raise PalamedesError(_("{move!r} received out of turn").format(move=move[:40]))
        self.match.play(move)

    def _how_it_ended(self) -> str:
        """The word after RESULT when the game is over before our move."""
        if not self.match.turns:
            return "BLOCKED"
        is_limit = self.match.result is not None and self.match.result.reason == "limit"
        return "LIMIT" if is_limit else self.match.turns[-1].move

    def _result(self, how: str) -> str:
        first, second = (counter.value for counter in self.match.position.board().counters)
        return f"RESULT {how} {first} {second}"

    def _choose(self, read_at: float) -> int:
        """The player's move, or the first legal move if the player is late or has failed."""
        seconds = self._seconds if self._has_answered else max(self._seconds, FIRST_MOVE)
        latest = read_at + seconds * (1 - RESERVE)
        choice = self._thread.submit(self._think, latest)
        for patience in (latest - perf_counter(), STOP_SECONDS):
            try:
                return choice.result(max(patience, 0.0)).code
            except TimeoutError:
                self._player.stop()
            except Exception:  # a player may fail in any way: a legal move still beats none
                traceback.print_exc()
                break
        choice.cancel()
        return self.match.position.codes[0]

    def _think(self, latest: float) -> Choice:
        seconds = min(latest - perf_counter(), self._seconds * (1 - RESERVE))
        return self._player.choose(self.match, Allowance(move=max(seconds, 0.0)))


def play_on_standard_streams(side: str, seconds: float = SECONDS, level: str = "master") -> None:
    """Run the course's player program; all output but the answers goes to stderr."""
    player = course_player(level, seconds)
    out = sys.stdout
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with redirect_stdout(sys.stderr):
        play_course(side, player, sys.stdin or (), out, seconds)

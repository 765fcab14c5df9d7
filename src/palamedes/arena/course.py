"""The player of the course's awalé tournaments: lines from a referee in, moves out.

It is told `START` or the opponent's move, and answers its move. Who ends the game by a move, or is
told the move that ended it, answers `RESULT <move> <score1> <score2>`; a player who cannot move,
`RESULT BLOCKED <score1> <score2>`; one who is told the 400th move, `RESULT LIMIT ...`, while a
400th move of its own is named like any other that ends the game. `END`, a `RESULT` of the referee
or the end of input ends the program.

Anything else (no move, an illegal one, one out of turn) changes nothing and gets no answer but a
note on stderr: a referee that sends it has lost its way, and a move made up could only be wrong.
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

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Allowance, Choice, Player, make_player

SECONDS = 2.0  # for a move
FIRST_MOVE = 6.0  # of the ten seconds for the first; the program may have taken the rest to start
WAY = 0.05  # the part of the time that is kept for the way to the referee and back
HASTE = 0.02  # seconds for a player that was stopped to answer
SIDES = {"1": 0, "a": 0, "2": 1, "b": 1}


def parse_side(text: str) -> int:
    """The seat (0 or 1) that an argument such as `Joueur1`, `joueurB` or `2` names."""
    name = re.sub("^(joueur|player)", "", text.strip().lower())
    if name not in SIDES:
        raise PalamedesError(
            _("the player is Joueur1 or Joueur2, not {text!r}").format(text=text[:40])
        )
    return SIDES[name]


def course_player(level: str = "master", seconds: float = SECONDS) -> Player:
    """A player of a level; one that plays by time takes what there is."""
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
    """Play one game with the referee to its end, and return it as far as it was played.

    `seconds` are for a move, from the moment a line is read; an answer never comes later, and if
    the player has none by then it is the first legal move. What `player` needs for its first search
    is compiled while the referee is waited for. `match` is one that has not begun at the start.
    """
    seat = _Seat(parse_side(side), player, match or Match.of(find_game("awale")), seconds)
    for line in lines:
        read_at = perf_counter()
        text = " ".join(line.split()).upper()
        if text == "END" or text.startswith("RESULT"):
            break
        try:
            if text:
                out.write(f"{seat.answer(text, read_at)}\n")
                out.flush()
        except PalamedesError as error:
            print(f"awale-player: {error}", file=notes or sys.stderr, flush=True)
    seat.close()
    return seat.match


class _Seat:
    """One of the two who play, with its own board."""

    def __init__(self, side: int, player: Player, match: Match, seconds: float) -> None:
        self.match = match
        self._side = side
        self._player = player
        self._seconds = seconds
        self._has_answered = False
        self._thread = ThreadPoolExecutor(1)
        self._rules = self._thread.submit(_compile_rules)
        self._thread.submit(self._compile_search)

    def answer(self, text: str, read_at: float) -> str:
        """What to say to a line of the referee; PalamedesError if it makes no sense."""
        self._rules.result()
        if text == "START":
            self._check_start()
        else:
            self._hear(text)
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
            raise PalamedesError(_("START is for the player who moves first, before any move"))

    def _hear(self, move: str) -> None:
        if self.match.position.turn == self._side:
            raise PalamedesError(_("{move!r} comes out of turn").format(move=move[:40]))
        self.match.play(move)

    def _how_it_ended(self) -> str:
        """Why there is nothing to answer: the opponent's move, or what else."""
        if not self.match.turns:
            return "BLOCKED"
        is_limit = self.match.result is not None and self.match.result.reason == "limit"
        return "LIMIT" if is_limit else self.match.turns[-1].move

    def _result(self, how: str) -> str:
        first, second = (counter.value for counter in self.match.position.board().counters)
        return f"RESULT {how} {first} {second}"

    def _choose(self, read_at: float) -> int:
        """The player's move, or any if the time is over or the player has failed."""
        seconds = self._seconds if self._has_answered else max(self._seconds, FIRST_MOVE)
        latest = read_at + seconds * (1 - WAY)
        choice = self._thread.submit(self._think, latest)
        for patience in (latest - perf_counter(), HASTE):
            try:
                return choice.result(max(patience, 0.0)).code
            except TimeoutError:
                self._player.stop()
            except Exception:  # whatever is wrong, a legal move is better than none
                traceback.print_exc()
                break
        choice.cancel()
        return self.match.position.codes[0]

    def _think(self, latest: float) -> Choice:
        seconds = min(latest - perf_counter(), self._seconds * (1 - WAY))
        return self._player.choose(self.match, Allowance(move=max(seconds, 0.0)))

    def _compile_search(self) -> None:
        self._player.choose(Match.of(self.match.game), Allowance(move=0.0))


def _compile_rules() -> None:
    """Compile what the board needs, before the search: a legal move can be named from then on."""
    match = Match.of(find_game("awale"))
    match.play(match.position.codes[0])


def play_on_standard_streams(side: str, seconds: float = SECONDS, level: str = "master") -> None:
    """Be the course's player program. What else is printed goes to stderr."""
    player = course_player(level, seconds)
    out = sys.stdout
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with redirect_stdout(sys.stderr):
        play_course(side, player, sys.stdin or (), out, seconds)

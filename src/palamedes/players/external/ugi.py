"""The arena's side of UGI, the universal game interface.

In addition to the standard, a program that declares an option `LegalMoves` gets the legal moves
before every search. So a bot need not know the rules.
"""

from time import perf_counter

from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players.external.player import ProgramPlayer
from palamedes.players.external.program import Program
from palamedes.players.player import Allowance, Choice, PlayerError, illegal_move
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.score import ESTIMATE, WON

LEGAL_MOVES, VARIANT = "legalmoves", "variant"
NONE = "(none)"  # the bestmove of a program that has no move
UNLIMITED = "movetime 1000"  # the `go` of a game without limits
LARGEST = 10**15  # number accepted in an info line


class UgiPlayer(ProgramPlayer):
    """A program that speaks UGI."""

    can_stay = True
    has_greeted = False  # whether the program has answered `ugiok`

    def greet(self, program: Program, match: Match, seat: int) -> None:
        program.send("ugi")
        self._options = set()
        while (line := program.read()) != "ugiok":
            if line.startswith("option name "):
                self._options.add(line.split()[2].lower())
        self.has_greeted = True
        if match.game.variant and VARIANT in self._options:
            program.send(f"setoption name Variant value {match.game.variant}")

    def new_game(self, program: Program, match: Match, seat: int) -> None:
        program.send("uginewgame")
        self._wait_until_ready(program)

    def answer(self, program: Program, match: Match, allowance: Allowance) -> Choice:
        began = perf_counter()
        program.send(_position_command(match))
        self._wait_until_ready(program)
        if LEGAL_MOVES in self._options:
            program.send(f"setoption name LegalMoves value {' '.join(match.position.moves)}")
        program.send(f"go {_limits(allowance, match.position.turn)}")
        seen = _SearchInfo()
        while True:
            words = program.read().split()
            if words[:1] == ["info"]:
                seen.hear(words)
            elif words[:1] == ["bestmove"]:
                return _choice(match.position, words, seen, perf_counter() - began)

    def _wait_until_ready(self, program: Program) -> None:
        """Wait for `readyok`; everything printed before it is ignored."""
        program.send("isready")
        while program.read() != "readyok":
            pass

    def take_leave(self, program: Program, match: Match) -> None:
        program.send("quit")


class _SearchInfo:
    """The info lines of a search, as far as they concern its best line."""

    def __init__(self) -> None:
        self.depth = self.nodes = self.score = 0
        self.moves: list[str] = []
        self.anything = False
        self.text = ""  # of the last `info string`

    def hear(self, words: list[str]) -> None:
        if words[1:2] == ["string"]:
            self.text = " ".join(words[2:])
        if "string" in words or _after(words, "multipv", 1) != 1:
            return
        self.anything = True
        self.depth = _after(words, "depth", self.depth)
        self.nodes = _after(words, "nodes", self.nodes)
        if "cp" in words:
            self.score = max(1 - ESTIMATE, min(_after(words, "cp", 0), ESTIMATE - 1))
        if "mate" in words:
            plies = max(-1000, min(_after(words, "mate", 0), 1000))
            self.score = WON - plies if plies > 0 else -WON - plies
        if "pv" in words:
            self.moves = words[words.index("pv") + 1 :]


def _after(words: list[str], name: str, default: int) -> int:
    """The number after a word; `default` if it is missing or absurdly large."""
    try:
        number = int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return default
    return number if abs(number) <= LARGEST else default


def _choice(position: Position, words: list[str], seen: _SearchInfo, seconds: float) -> Choice:
    move = " ".join(words[1:2])
    try:
        code = position.move_code(move)
    except PalamedesError:
        raise _no_move(position, move, seen) from None
    if not seen.anything:
        return Choice(code)
    line = Variation(move, seen.score, tuple(seen.moves))
    return Choice(code, Analysis((line,), seen.depth, seen.nodes, seconds))


def _no_move(position: Position, move: str, seen: _SearchInfo) -> PlayerError:
    """The error of a program whose `bestmove` is illegal.

    A program that answers `(none)` may give the reason in an `info string`: our UGI server does.
    """
    if move != NONE:
        return illegal_move(position, move)
    if not seen.text:
        return illegal_move(position, "")
    text = "".join(letter if letter.isprintable() else "?" for letter in seen.text)
    return PlayerError("illegal move", text[:200])


def _position_command(match: Match) -> str:
    is_usual = match.start == Position.start(match.game)
    start = "startpos" if is_usual else f"fen {match.start.text}"
    moves = " ".join(turn.move for turn in match.turns)
    return f"position {start} moves {moves}" if moves else f"position {start}"


def _limits(allowance: Allowance, turn: int) -> str:
    """The arguments of `go`, with times in milliseconds."""
    words = []
    if allowance.left is not None:
        for player, left in enumerate(allowance.left, start=1):
            words.append(f"p{player}time {max(round(left * 1000), 1)}")
            words.append(f"p{player}inc {round(allowance.increment * 1000)}")
    if allowance.move is not None and (share := allowance.thinking_time(turn)) is not None:
        words.append(f"movetime {max(round(share * 1000), 1)}")
    if allowance.depth is not None:
        words.append(f"depth {allowance.depth}")
    if allowance.nodes is not None:
        words.append(f"nodes {allowance.nodes}")
    return " ".join(words) or UNLIMITED

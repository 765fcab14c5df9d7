"""The syntax of the universal game interface: parsing commands, formatting answers."""

from collections.abc import Iterator, Sequence

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import Allowance
from palamedes.search.analysis import Analysis
from palamedes.search.score import plies_to_loss, plies_to_win

LARGEST = 10**12  # number in a `go`
INFINITE = "infinite"
NUMBERS = ("depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc")


def match_of(game: Game, start: Sequence[str], moves: Sequence[str]) -> Match:
    """The match described by a `position` command."""
    if start == ["startpos"]:
        position = Position.start(game)
    elif start[:1] == ["fen"]:
        position = Position.parse(game, " ".join(start[1:]))
    else:
        raise PalamedesError("usage: position startpos|fen TEXT [moves ...]")
    match = Match(position, game.history)
    for move in moves:
        match.play(move)
    return match


def parse_allowance(words: Sequence[str], turn: int) -> Allowance:
    """The limits of a `go` command for the player to move; PalamedesError for other words."""
    numbers = {}
    rest = iter(words)
    for name in rest:
        if name in NUMBERS:
            numbers[name] = _number(name, next(rest, ""))
        elif name != INFINITE:
            known = ", ".join((*NUMBERS, INFINITE))
            raise PalamedesError(f"go does not know {name[:40]!r}; it takes {known}")
    mine, other = ("p1", "p2") if turn == 0 else ("p2", "p1")
    left = numbers.get(f"{mine}time")
    both = None
    if left is not None:
        times = left / 1000, numbers.get(f"{other}time", left) / 1000
        both = times if turn == 0 else (times[1], times[0])
    move = (
        Allowance.with_thinking_time(numbers["movetime"] / 1000).move
        if "movetime" in numbers
        else None
    )
    return Allowance(
        move=move,
        left=both,
        increment=numbers.get(f"{mine}inc", 0) / 1000,
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
    )


def _number(name: str, text: str) -> int:
    """A limit; PalamedesError if it is negative or not a whole number."""
    if not text.isdecimal():
        kind = "cannot be negative" if text.startswith("-") else "needs a whole number"
        raise PalamedesError(f"{name} {kind}: {text[:40]!r}")
    number = min(int(text[:1000]), LARGEST)
    return max(number, 1) if name in ("depth", "nodes") else number


def info_lines(analysis: Analysis, seconds: float) -> Iterator[str]:
    """An analysis as info lines: one or two for each variation."""
    counts = f"nodes {analysis.nodes} nps {round(analysis.rate)} time {milliseconds(seconds)}"
    for place, line in enumerate(analysis.lines, 1):
        score, moves = score_words(line.score), " ".join(line.moves)
        yield f"info depth {analysis.depth} multipv {place} score {score} {counts} pv {moves}"
        if line.is_true and line.score == 0:
            yield f"info string proven draw {line.move}"


def score_words(score: int) -> str:
    """A score in UGI syntax: `cp 12`, or `mate -4` for a loss in four plies."""
    if (plies := plies_to_win(score)) is not None:
        return f"mate {plies}"
    if (plies := plies_to_loss(score)) is not None:
        return f"mate -{plies}"
    return f"cp {score}"


def info_string(text: str) -> str:
    return f"info string {' '.join(text.split())}"


def result_word(match: Match) -> str:
    if match.result is None:
        return "none"
    winner = match.result.winner
    return "draw" if winner is None else f"p{winner + 1}win"


def truth_word(fact: bool) -> str:
    return "true" if fact else "false"


def milliseconds(seconds: float) -> int:
    return round(1000 * seconds)

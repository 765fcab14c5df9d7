"""The review of a game: the value of every position, and the moves that gave something away.

The engine takes exact values from tables where there are any, and searches elsewhere. The cost of a
move is how much it lowered the share of the point that its player could expect.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Engine, Limits
from palamedes.search.score import ESTIMATE, WON, chance

Fault = Literal["inaccuracy", "mistake", "blunder"]
Class = Literal["won", "even", "lost"]

# The least cost of each kind of fault, the worst first.
FAULTS: tuple[tuple[float, Fault], ...] = (
    (0.3, "blunder"),
    (0.15, "mistake"),
    (0.07, "inaccuracy"),
)
NEARLY = 0.8  # an estimated share from which a position counts as won
NODES = 3_000_000  # for the whole game
LEAST, MOST = 5_000, 200_000  # for one position


@dataclass(frozen=True)
class Worth:
    """The value of a position for the first player: a score, and the expected share of the point.

    `is_true` if tables or a search to the end gave it: then it is exact, not an estimate.
    """

    score: int  # search/score.py
    is_true: bool
    chance: float

    def of(self, player: int) -> float:
        """The share that a player can expect."""
        return self.chance if player == 0 else 1 - self.chance

    def class_of(self, player: int) -> Class:
        """Whether the position is won, even or lost for a player, as far as is known."""
        share = self.of(player)
        limit = 1.0 if self.is_true else NEARLY
        return "won" if share >= limit else "lost" if share <= 1 - limit else "even"


Seen = tuple[Worth, str]  # the value of a position, and the best move there


@dataclass(frozen=True)
class Judgement:
    """A move, judged after the game."""

    ply: int  # its number, from 1
    player: int
    move: str
    best: str  # the best move; often the same
    before: Worth
    after: Worth
    is_forced: bool  # it was the only legal move

    @cached_property
    def cost(self) -> float:
        """The share of the point that it gave away; 0 if it was forced."""
        if self.move == self.best or self.is_forced:
            return 0.0
        return max(0.0, self.before.of(self.player) - self.after.of(self.player))

    @property
    def fault(self) -> Fault | None:
        return next((fault for limit, fault in FAULTS if self.cost >= limit), None)

    @property
    def is_true(self) -> bool:
        """Whether the cost is exact and not estimated."""
        return self.before.is_true and self.after.is_true

    @property
    def is_turning_point(self) -> bool:
        """Whether a won position was no longer won after the move, or an even one was lost.

        It takes a blunder, too, as estimates waver.
        """
        order = ("lost", "even", "won")
        before, after = (worth.class_of(self.player) for worth in (self.before, self.after))
        return self.fault == "blunder" and order.index(after) < order.index(before)


@dataclass(frozen=True)
class Review:
    """The judgements of all moves of a game."""

    worths: tuple[Worth, ...]  # of all positions, one more than there are moves
    judgements: tuple[Judgement, ...]

    @property
    def turning_points(self) -> list[Judgement]:
        return [each for each in self.judgements if each.is_turning_point]

    def accuracy(self, player: int) -> float | None:
        """1 minus the average cost of a player's moves; None if all of them were forced."""
        costs = [
            each.cost for each in self.judgements if each.player == player and not each.is_forced
        ]
        return 1 - sum(costs) / len(costs) if costs else None

    def faults(self, player: int) -> dict[Fault, int]:
        """The number of faults of each kind that a player made."""
        made = [each.fault for each in self.judgements if each.player == player]
        return {fault: made.count(fault) for _limit, fault in FAULTS}


def limits_for(match: Match) -> Limits:
    """The nodes per position with which a long review takes little longer than a short one."""
    return Limits(nodes=max(LEAST, min(NODES // max(len(match.turns), 1), MOST)))


def review(
    match: Match,
    engine: Engine,
    limits: Limits | None = None,
    hear: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Judge all moves of a match; `hear` is called with the positions done, and their total."""
    found = []
    for seen in look(match, engine, limits or limits_for(match)):
        found.append(seen)
        hear(len(found), len(match.turns) + 1)
    return judge(match, found)


def judge(match: Match, found: Sequence[Seen]) -> Review:
    """Judge all moves of a match by what `look` has found."""
    worths = tuple(worth for worth, _best in found)
    judgements = tuple(
        Judgement(
            ply, position.turn, turn.move, best, before, after, is_forced=len(position.codes) == 1
        )
        for ply, (turn, position, ((before, best), (after, _next))) in enumerate(
            zip(match.turns, match.positions, pairwise(found), strict=False), start=1
        )
    )
    return Review(worths, judgements)


def look(match: Match, engine: Engine, limits: Limits) -> Iterator[Seen]:
    """The value of each position and the best move there, "" for the last position.

    Each is analysed only when it is asked for.
    """
    walk = Match(match.start, match.history)
    for turn in match.turns:
        analysis = engine.analyse(walk, limits)
        yield worth_of(walk, analysis), analysis.best.move
        walk.play(turn.move)
    if walk.result is not None:
        yield worth_of_result(walk), ""
    else:
        yield worth_of(walk, engine.analyse(walk, limits)), ""


def worth_of(match: Match, analysis: Analysis) -> Worth:
    """The value that an analysis gives to the position of a match."""
    best = analysis.best
    score = best.score if match.position.turn == 0 else -best.score
    is_true = best.is_true or abs(score) >= ESTIMATE
    return Worth(score, is_true, chance(score, match.game.scale))


def worth_of_result(match: Match) -> Worth:
    """The value of a finished match."""
    winner = None if match.result is None else match.result.winner
    share = 0.5 if winner is None else float(winner == 0)
    return Worth(round((2 * share - 1) * WON), True, share)

"""Monte Carlo tree search: the engine around the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.cache import kernel
from palamedes.core.game import State
from palamedes.core.history import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import move_list
from palamedes.search.analysis import Analysis, Limits, Report, Variation
from palamedes.search.mcts.kernel import (
    DEEPEST_PLY,
    ROOM,
    ROOT,
    SURE,
    UNKNOWN,
    USED,
    MctsSettings,
    Workspace,
    keep_below,
    new_tree,
    plant,
    simulate,
)
from palamedes.search.playouts import CAP, random_index
from palamedes.search.score import DEEPEST, WON
from palamedes.search.stopping import StopFlag

ESTIMATED_WIN = 1000  # the score of a mean result of 1, where nothing is proven
RIPE = 2  # the visit at which a leaf gets children
FIRST_BATCH, BATCH = 64, 4096  # simulations between looks at the limits; the flag is seen at once
RELIABLE = 8  # a reply visited less often is not shown as expected play
UNLIMITED = 1 << 40
SAMPLE = 100  # random games that tell the scale of an evaluation


@dataclass(frozen=True)
class Candidate:
    """What the search knows of a move, for the player who makes it."""

    move: str
    visits: int
    value: float  # the mean result of the simulations, from -1 to 1, or the proven one
    proven: bool
    score: int  # as search/score.py says; 1000 * value where nothing is proven


class _Node(NamedTuple):
    """A node of the tree as Python reads it: its place, and the fields of mcts.NODE."""

    place: int
    move: int
    visits: int
    value: float
    spread: float
    first: int
    proof: int
    children: int

    @property
    def is_proven(self) -> bool:
        return self.proof != UNKNOWN

    @property
    def rank(self) -> tuple[int, int, float]:
        """Higher is better: won (soon is best), then by visits, then lost (late is best)."""
        if self.proof in (UNKNOWN, 0):
            return 0, self.visits, self.value
        return (1 if self.proof < 0 else -1), -self.proof, 0.0

    @property
    def score(self) -> int:
        """The score of the move to this node."""
        if not self.is_proven:
            return round(ESTIMATED_WIN * self.value) if self.visits else 0
        if self.proof == 0:
            return 0
        plies = SURE - abs(self.proof) + 1
        return WON - plies if self.proof < 0 else plies - WON

    def candidate(self, move: str) -> Candidate:
        value = self.value if self.visits else 0.0
        if self.is_proven:
            value = (self.proof < 0) - (self.proof > 0)
        return Candidate(move, self.visits, float(value), self.is_proven, self.score)


class MonteCarlo:
    """UCT that proves what it can, and keeps its tree from move to move.

    Without an evaluation, random games are played to the end, or for CAP plies. With one, they are
    played for `plies` plies; a score of `scale` is then worth tanh(1) of a win. Where no scale is
    given it is what scores usually are from the first position of the match on.

    The nodes that limits count are simulations. A limit of depth ends the search when the tree is
    that deep, or full. A fresh engine with a limit of nodes always gives the same answers for the
    same seed. A win in n plies is proven, but there may be a shorter one.
    """

    def __init__(
        self,
        evaluation: State | None = None,
        exploration: float = 0.7,
        plies: int = 0,
        scale: float | None = None,
        seed: int = 0,
        memory: float = 64,  # megabytes
    ) -> None:
        self.evaluation = evaluation
        self.exploration = exploration
        self.plies = CAP if evaluation is None else plies
        self.scale = scale
        self.seed = seed
        self.carried = 0  # simulations of earlier searches that the last search began with
        self._clock = StopFlag()
        self._tree = new_tree(memory)
        self._counters = np.zeros(3, np.int64)
        self._positions: tuple[Position, ...] = ()  # of the match, up to the root
        self._history: HistoryRules | None = None
        self._measured: tuple[Position, float] | None = None  # the scale, by start of a match

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """Search until a limit is reached, everything is proven, or `stop` is called.

        `report` hears of the search each time its simulations have doubled.
        """
        self._clock.reset()
        if self._history is None:
            self._compile(match, limits, lines)
        with self._clock.running(limits.seconds):
            self._take_root(match)
            work, settings = self._prepare(match, limits, lines)
            done, batch, told = 0, FIRST_BATCH, FIRST_BATCH
            while True:
                batch = self._allowed(batch, done, limits)
                made = self._simulate(work, settings, batch)
                done += made
                if made < batch or batch == 0 or self._is_deep(settings, limits):
                    return self._analysis(settings, lines, done)
                if report is not None and done >= 2 * told:
                    told = done
                    report(self._analysis(settings, lines, done))
                batch = min(2 * batch, BATCH)

    def stop(self) -> None:
        self._clock.stop()

    def candidates(self, moves: Sequence[str] = ()) -> tuple[Candidate, ...]:
        """The moves after `moves` from the position searched last, best first.

        There are none where the tree ends; below the root, a move that wins at once is the only
        one.
        """
        position, node = self._positions[-1], self._root
        for move in moves:
            code = position.move_code(move)
            child = self._child(node, code)
            if child is None:
                return ()
            position, node = position.play(code), child
        return tuple(
            child.candidate(position.move_text(child.move)) for child in self._ranked(node)
        )

    def _compile(self, match: Match, limits: Limits, lines: int) -> None:
        """Compile what a search needs, so that this takes no time on the clock."""
        self._take_root(match)
        self._simulate(*self._prepare(match, limits, lines), count=0)

    @property
    def _root(self) -> _Node:
        return _Node(ROOT, *self._tree[ROOT].tolist())

    def _children(self, node: _Node) -> list[_Node]:
        fields = self._tree[node.first : node.first + node.children].tolist()
        return [_Node(node.first + number, *each) for number, each in enumerate(fields)]

    def _child(self, node: _Node, code: int) -> _Node | None:
        return next((child for child in self._children(node) if child.move == code), None)

    def _ranked(self, node: _Node) -> list[_Node]:
        """The children, best first."""
        return sorted(self._children(node), key=lambda child: child.rank, reverse=True)

    def _take_root(self, match: Match) -> None:
        """Keep the part of the tree that the match has come to, or begin a new one."""
        known = self._find(match)
        self._positions, self._history = tuple(match.positions), match.history
        if known is None:
            plant(self._tree, self._counters, self.seed)
        if known is None or known.place != ROOT:  # a new root has nothing below: this compiles
            keep_below(self._tree, self._counters, known.place if known else ROOT)
        self.carried = sum(child.visits for child in self._children(self._root))

    def _find(self, match: Match) -> _Node | None:
        """The node of the match's position, if it and all its moves are in the tree."""
        known = len(self._positions)
        if not known or self._history != match.history:
            return None
        if match.positions[:known] != self._positions:
            return None
        node = self._root
        for ply in range(known - 1, len(match.turns)):
            code = match.positions[ply].move_code(match.turns[ply].move)
            child = self._child(node, code)
            if child is None:
                return None
            node = child
        return node if node.children == len(match.position.codes) else None

    def _prepare(self, match: Match, limits: Limits, lines: int) -> tuple[Workspace, MctsSettings]:
        """What the kernels need to know of the match and of what is wanted."""
        rules = match.history
        recurs = rules.repetition or rules.quiet
        earlier = [each.state.key() for each in match.since_progress] if recurs else []
        root = len(earlier)
        keys = np.zeros(root + DEEPEST + 1, np.int64)
        keys[:root] = earlier
        self._counters[DEEPEST_PLY] = root
        settings = MctsSettings(
            exploration=float(self.exploration),
            scale=self._scale_of(match.start),
            plies=self.plies,
            ripe=RIPE,
            root=root,
            deepest=root + (DEEPEST if limits.depth is None else min(limits.depth, DEEPEST)),
            repetition=int(rules.repetition > 0),
            quiet=rules.quiet,
            last=root + rules.plies - len(match.turns) if rules.plies else UNLIMITED,
            points=int(rules.points),
            whole=int(lines > 1),
        )
        return Workspace(self._counters, np.full_like(keys, ROOT), keys), settings

    def _scale_of(self, start: Position) -> float:
        if self.evaluation is None or self.scale is not None:
            return float(self.scale or 1)
        if self._measured is None or self._measured[0] != start:
            size = typical_score(start.state, self.evaluation, SAMPLE, 1) if start.codes else 0
            self._measured = start, float(size) or 1.0
        return self._measured[1]

    def _simulate(self, work: Workspace, settings: MctsSettings, count: int) -> int:
        state = self._positions[-1].state
        stop = self._clock.flag
        return int(simulate(state, self._tree, work, self.evaluation, settings, count, stop))

    def _allowed(self, batch: int, done: int, limits: Limits) -> int:
        """How many simulations of a batch the limits leave, by the speed so far."""
        if limits.nodes is not None:
            batch = min(batch, limits.nodes - done)
        if limits.seconds is not None and done:
            elapsed = self._clock.elapsed
            left = limits.seconds - elapsed
            batch = min(batch, int(done * left / elapsed) + 1 if left > 0 else 0)
        return max(batch, 0)

    def _is_deep(self, settings: MctsSettings, limits: Limits) -> bool:
        """Whether a limit of depth is reached, or never will be as the tree is full."""
        if limits.depth is None:
            return False
        is_full = self._counters[USED] + ROOM > len(self._tree)
        return bool(is_full or self._counters[DEEPEST_PLY] >= settings.deepest)

    def _analysis(self, settings: MctsSettings, lines: int, simulations: int) -> Analysis:
        depth = int(self._counters[DEEPEST_PLY]) - settings.root
        best = tuple(self._line(child) for child in self._ranked(self._root)[:lines])
        return Analysis(best, depth, simulations, self._clock.elapsed)

    def _line(self, node: _Node) -> Variation:
        """A move at the root with the play that the search expects after it."""
        position, score, moves = self._positions[-1], node.score, []
        while True:
            moves.append(position.move_text(node.move))
            position = position.play(node.move)
            if not node.children:
                break
            node = max(self._children(node), key=lambda child: child.rank)
            if not node.is_proven and node.visits < RELIABLE:
                break
        return Variation(moves[0], score, tuple(moves))


@kernel
def typical_score(state, evaluation, games, seed):
    """How large scores are in random games from `state`, on the average."""
    moves = move_list()
    noise = seed
    total, count = 0.0, 1
    for _game in range(games):
        position = state
        for _ply in range(CAP):
            noise = mix(noise, 1)
            move = moves[random_index(noise, position.moves(moves))]
            position = position.play(move)
            if position.outcome() != ONGOING:
                break
            total += abs(evaluation.score(position, move))
            count += 1
    return total / count

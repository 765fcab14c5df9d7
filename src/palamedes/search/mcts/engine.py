"""Monte Carlo tree search: the engine around the kernels."""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.game import Evaluation
from palamedes.core.history_rules import HistoryRules
from palamedes.core.kernel import kernel, settle
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import move_list
from palamedes.search.analysis import Analysis, Limits, Report, Variation
from palamedes.search.mcts.kernel import (
    DEEPEST_PLY,
    MOST_CHILDREN,
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
from palamedes.search.stop_flag import StopFlag

ESTIMATED_WIN = 1000  # the score of a mean result of 1, where nothing is proven
RIPE = 2  # the visit at which a leaf gets children
FIRST_BATCH, BATCH = 64, 4096  # simulations between checks of the limits; a stop is seen at once
RELIABLE = 8  # visits; a reply with fewer is not shown as expected play
UNLIMITED = 1 << 40
SAMPLE = 100  # random games to measure the scale of an evaluation


class _MctsNode(NamedTuple):
    """A node of the tree as Python reads it: its place, and the fields of `kernel.NODE`."""

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
        """Higher is better: won (sooner first), then by visits, then lost (later first)."""
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


class MonteCarlo:
    """UCT that proves what it can, and keeps its tree from move to move.

    Without an evaluation, random games are played to the end, or for CAP plies. With one, they are
    played for `plies` plies, and then a score of `scale` is worth tanh(1) of a win. By default the
    scale is the average size of scores in random games from the start of the match.

    The nodes that limits count are simulations. A limit of depth ends the search when the tree is
    that deep, or full. A fresh engine with a limit of nodes gives the same analysis for the same
    seed. A win in n plies is proven, but there may be a shorter one.
    """

    def __init__(
        self,
        evaluation: Evaluation | None = None,
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
        self._stop_flag = StopFlag()
        self._tree = new_tree(memory)
        self._counters = np.zeros(3, np.int64)
        self._positions: tuple[Position, ...] = ()  # of the match, up to the root
        self._history: HistoryRules | None = None
        self._measured: tuple[Position, float] | None = None  # the scale, by start of a match

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """Search until a limit is reached, everything is proven, or `stop` is called.

        `report` is called each time the number of simulations has doubled.
        """
        self._stop_flag.reset()
        if self._history is None:
            self._compile(match, limits, lines)
        with self._stop_flag.running(limits.seconds):
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

    def prepare(self, match: Match) -> None:
        if match.result is None and self._history is None:
            self._stop_flag.reset()
            self._compile(match, Limits(), lines=1)
            settle()

    def stop(self) -> None:
        self._stop_flag.stop()

    def _compile(self, match: Match, limits: Limits, lines: int) -> None:
        """Compile what a search needs, so that it does not count as search time."""
        self._take_root(match)
        self._simulate(*self._prepare(match, limits, lines), count=0)

    @property
    def _root(self) -> _MctsNode:
        return _MctsNode(ROOT, *self._tree[ROOT].tolist())

    def _children(self, node: _MctsNode) -> list[_MctsNode]:
        fields = self._tree[node.first : node.first + node.children].tolist()
        return [_MctsNode(node.first + number, *each) for number, each in enumerate(fields)]

    def _child(self, node: _MctsNode, code: int) -> _MctsNode | None:
        return next((child for child in self._children(node) if child.move == code), None)

    def _ranked(self, node: _MctsNode) -> list[_MctsNode]:
        """The children, best first."""
        return sorted(self._children(node), key=lambda child: child.rank, reverse=True)

    def _take_root(self, match: Match) -> None:
        """Keep the part of the tree that belongs to the match's position, or start a new tree."""
        known = self._find(match)
        self._positions, self._history = tuple(match.positions), match.history
        if known is None:
            plant(self._tree, self._counters, self.seed)
        if known is None or known.place != ROOT:  # also for a new root, to compile it
            keep_below(self._tree, self._counters, known.place if known else ROOT)

    def _find(self, match: Match) -> _MctsNode | None:
        """The node of the match's position, None if it or one of its moves is not in the tree."""
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
        """The arguments of the kernels for this match and these limits."""
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
        stop = self._stop_flag.flag
        return int(simulate(state, self._tree, work, self.evaluation, settings, count, stop))

    def _allowed(self, batch: int, done: int, limits: Limits) -> int:
        """The simulations of a batch that the limits allow, by the speed so far."""
        if limits.nodes is not None:
            batch = min(batch, limits.nodes - done)
        if limits.seconds is not None and done:
            elapsed = self._stop_flag.elapsed
            left = limits.seconds - elapsed
            batch = min(batch, int(done * left / elapsed) + 1 if left > 0 else 0)
        return max(batch, 0)

    def _is_deep(self, settings: MctsSettings, limits: Limits) -> bool:
        """Whether a limit of depth is reached, or cannot be because the tree is full."""
        if limits.depth is None:
            return False
        is_full = self._counters[USED] + MOST_CHILDREN > len(self._tree)
        return bool(is_full or self._counters[DEEPEST_PLY] >= settings.deepest)

    def _analysis(self, settings: MctsSettings, lines: int, simulations: int) -> Analysis:
        depth = int(self._counters[DEEPEST_PLY]) - settings.root
        best = tuple(self._line(child) for child in self._ranked(self._root)[:lines])
        return Analysis(best, depth, simulations, self._stop_flag.elapsed)

    def _line(self, node: _MctsNode) -> Variation:
        """A move at the root, and the expected play after it."""
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
    """The average size of scores in random games from `state`."""
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

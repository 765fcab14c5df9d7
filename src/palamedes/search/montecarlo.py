"""Monte Carlo tree search: the engine around the kernels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.cache import kernel
from palamedes.core.game import State
from palamedes.core.history import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import ONGOING, move_list
from palamedes.search.analysis import Analysis, Limits, Line
from palamedes.search.clock import Clock
from palamedes.search.mcts import (
    DEEPEST_PLY,
    ROOM,
    ROOT,
    SURE,
    UNKNOWN,
    USED,
    Settings,
    Workspace,
    keep_below,
    new_tree,
    plant,
    simulate,
)
from palamedes.search.playouts import CAP, random_index
from palamedes.search.score import DEEPEST, WON

ESTIMATED_WIN = 1000  # the score of a mean result of 1, where nothing is proven
RIPE = 2  # the visit at which a leaf gets children
FIRST_BATCH, BATCH = 64, 4096  # simulations between looks at the limits; the flag is seen at once
RELIABLE = 8  # a reply visited less often is not shown as expected play
UNLIMITED = 1 << 40
SAMPLE = 100  # random games that tell the scale of an evaluation
SPREAD = 1.0  # that scale, in means of scores

Report = Callable[[Analysis], None]


@dataclass(frozen=True)
class Candidate:
    """What the search knows of a move, for the player who makes it."""

    move: str
    visits: int
    value: float  # the mean result of the simulations, from -1 to 1, or the proven one
    proven: bool
    score: int  # as search/score.py says; 1000 * value where nothing is proven


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
        plies: int = 4,
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
        self._clock = Clock()
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
        with self._clock.running(limits.seconds):
            self._take_root(match)
            work, settings = self._prepare(match, limits, lines)
            wanted = UNLIMITED if limits.nodes is None else limits.nodes
            done, batch, told = 0, FIRST_BATCH, FIRST_BATCH
            while True:
                batch = min(batch, wanted - done)
                made = self._simulate(work, settings, batch)
                done += made
                if made < batch or done >= wanted or self._is_deep(settings, limits):
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
        position, node = self._positions[-1], ROOT
        for move in moves:
            code = position.move_code(move)
            child = self._child(node, code)
            if child is None:
                return ()
            position, node = position.play(code), child
        return tuple(self._candidate(position, child) for child in self._ranked(node))

    def _take_root(self, match: Match) -> None:
        """Keep the part of the tree that the match has come to, or begin a new one."""
        root = self._find(match)
        self._positions, self._history = tuple(match.positions), match.history
        if root is None:
            plant(self._tree, self._counters, self.seed)
        elif root != ROOT:
            keep_below(self._tree, self._counters, root)
        self.carried = sum(int(self._tree[child].visits) for child in self._children(ROOT))

    def _find(self, match: Match) -> int | None:
        """The node of the match's position, if it and all its moves are in the tree."""
        known = len(self._positions)
        if not known or self._history != match.history:
            return None
        if match.positions[:known] != self._positions:
            return None
        node = ROOT
        for ply in range(known - 1, len(match.turns)):
            code = match.positions[ply].move_code(match.turns[ply].move)
            child = self._child(node, code)
            if child is None:
                return None
            node = child
        return node if len(self._children(node)) == len(match.position.codes) else None

    def _prepare(self, match: Match, limits: Limits, lines: int) -> tuple[Workspace, Settings]:
        """What the kernels need to know of the match and of what is wanted."""
        rules = match.history
        earlier = _keys_since_progress(match) if rules.repetition or rules.quiet else []
        root = len(earlier)
        keys = np.zeros(root + DEEPEST + 1, np.int64)
        keys[:root] = earlier
        self._counters[DEEPEST_PLY] = root
        settings = Settings(
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
            size = _typical_score(start.state, self.evaluation, SAMPLE, 1) if start.codes else 0
            self._measured = start, SPREAD * float(size) or 1.0
        return self._measured[1]

    def _simulate(self, work: Workspace, settings: Settings, count: int) -> int:
        state = self._positions[-1].state
        stop = self._clock.flag
        return int(simulate(state, self._tree, work, self.evaluation, settings, count, stop))

    def _is_deep(self, settings: Settings, limits: Limits) -> bool:
        """Whether a limit of depth is reached, or never will be as the tree is full."""
        if limits.depth is None:
            return False
        is_full = self._counters[USED] + ROOM > len(self._tree)
        return bool(is_full or self._counters[DEEPEST_PLY] >= settings.deepest)

    def _analysis(self, settings: Settings, lines: int, simulations: int) -> Analysis:
        depth = int(self._counters[DEEPEST_PLY]) - settings.root
        best = self._ranked(ROOT)[:lines]
        return Analysis(
            tuple(self._line(child) for child in best), depth, simulations, self._clock.elapsed
        )

    def _line(self, child: int) -> Line:
        """A move at the root with the replies that the search expects."""
        position = self._positions[-1]
        candidate = self._candidate(position, child)
        moves = [candidate.move]
        position = position.play(int(self._tree[child].move))
        while replies := self._ranked(child):
            child = replies[0]
            node = self._tree[child]
            if node.proof == UNKNOWN and node.visits < RELIABLE:
                break
            moves.append(position.move_text(int(node.move)))
            position = position.play(int(node.move))
        return Line(candidate.move, candidate.score, tuple(moves))

    def _candidate(self, position: Position, child: int) -> Candidate:
        node = self._tree[child]
        text, visits = position.move_text(int(node.move)), int(node.visits)
        if node.proof != UNKNOWN:
            score = _proven_score(-int(node.proof))
            return Candidate(text, visits, float(np.sign(score)), True, score)
        value = float(node.value) if visits else 0.0
        return Candidate(text, visits, value, False, round(ESTIMATED_WIN * value))

    def _ranked(self, node: int) -> list[int]:
        """The children, best first: won (soon first), then by visits, then lost (late first)."""
        return sorted(self._children(node), key=self._rank, reverse=True)

    def _rank(self, child: int) -> tuple[int, int, float]:
        node = self._tree[child]
        if node.proof in (UNKNOWN, 0):
            return 0, int(node.visits), float(node.value)
        return (1 if node.proof < 0 else -1), -int(node.proof), 0.0

    def _children(self, node: int) -> range:
        parent = self._tree[node]
        return range(int(parent.first), int(parent.first) + int(parent.children))

    def _child(self, node: int, code: int) -> int | None:
        children = self._children(node)
        return next((child for child in children if self._tree[child].move == code), None)


def _keys_since_progress(match: Match) -> list[int]:
    """The keys of the earlier positions that may come up again, oldest first."""
    *before, now = match.positions
    progress = now.state.progress()
    return [each.state.key() for each in before if each.state.progress() == progress]


def _proven_score(proof: int) -> int:
    """The score of a move to a node of the opponent's whose proof is `-proof`."""
    if proof > 0:
        return WON - SURE + proof - 1
    return proof + 1 + SURE - WON if proof < 0 else 0


@kernel
def _typical_score(state, evaluation, games, seed):
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

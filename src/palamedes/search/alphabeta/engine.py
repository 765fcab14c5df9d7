"""Alpha-beta with iterative deepening: the engine around the recursive search."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.game import Evaluation, Game, State
from palamedes.core.kernel import settle
from palamedes.core.match import Match
from palamedes.core.probe import NoTables, Oracle, Tables
from palamedes.core.rules import LOSS
from palamedes.search.alphabeta.kernel import search, table_key
from palamedes.search.alphabeta.memory import (
    CLAIMS,
    LAST_PLY,
    NODES,
    PASS,
    UNLIMITED,
    Features,
    Memory,
    RootFacts,
    new_memory,
)
from palamedes.search.analysis import Analysis, Limits, Report, Variation
from palamedes.search.evaluations import has_usual_scale
from palamedes.search.score import DEEPEST, ESTIMATE, WON
from palamedes.search.stop_flag import StopFlag
from palamedes.search.transposition_table import AGES, entry_move, new_table, probe

WINDOW = 40  # the next score is expected this near to the last
MARGIN_SHARE = 0.2  # of the game's scale: how far an evaluation may err for each ply left
IN_SIGHT = 64  # plies from the root; a limit of moves that is further away is ignored
# The pass to the end of the game, whose results are exact. It is mixed into the keys, and a small
# number would make entries of one pass match other positions in the other.
TO_THE_END = 0x3C6EF372FE94F82B


@dataclass(eq=False)
class RootMove:
    """A move at the root, with the score that the deepest search gave it."""

    code: int
    child: State
    score: int = 0


class AlphaBeta:
    """Principal variation search with a table that is kept from move to move.

    A fresh engine with one thread and a limit of depth or nodes always gives the same analysis.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        features: Features = Features(),  # noqa: B008 - immutable
        megabytes: int = 32,
        threads: int = 1,
        oracle: Oracle | None = None,
    ) -> None:
        self.evaluation = evaluation
        self.oracle = oracle
        self.features = features
        self.threads = threads
        self._table = new_table(megabytes)
        self._stop_flag = StopFlag()
        self._claims = np.zeros(CLAIMS, np.int64)
        self._compiled_for: set[type] = set()  # kinds of tables
        self._age = 0  # of new entries in the table: from 1 on, one more with every search

    def analyse(
        self, match: Match, limits: Limits, lines: int = 1, report: Report | None = None
    ) -> Analysis:
        """Search until a limit is reached, the game is decided, or `stop` is called.

        `report` is called after each depth that is finished.
        """
        self._stop_flag.reset()
        tables = self._tables(match.position.state, patient=limits.seconds is None)
        self._compile(match, tables)
        with (
            ThreadPoolExecutor(max(self.threads - 1, 1)) as pool,
            self._stop_flag.running(limits.seconds),
        ):
            self._age = self._age % (AGES - 1) + 1
            helpers = [self._thread(match, Limits(), tables) for _ in range(self.threads - 1)]
            share = limits.nodes and max(limits.nodes // self.threads, 1)
            main = self._thread(match, replace(limits, nodes=share), tables)
            for helper in helpers:
                helper.backwards = True
            running = [pool.submit(helper.run, 1, None) for helper in helpers]
            main.run(lines, report)
        for each in running:
            each.result()  # raises what went wrong in a helper
        return main.analysis(sum(helper.nodes for helper in helpers))

    def prepare(self, match: Match) -> None:
        """Compile the search without tables, and with those that may come near later."""
        if match.result is None:
            self._stop_flag.reset()
            self._compile(match, NoTables())
            if self.oracle is not None:
                self._compile(match, self.oracle.prepare())
                self._tables(match.position.state, patient=False)  # begins to read them
            settle()

    def _compile(self, match: Match, tables: Tables) -> None:
        if type(tables) not in self._compiled_for:
            self._thread(match, Limits(), tables).compile()
            self._compiled_for.add(type(tables))

    def stop(self) -> None:
        self._stop_flag.stop()

    def _tables(self, state: State, patient: bool) -> Tables:
        """The tables to ask: none if they hold the state, as all its draws would score the same."""
        if self.oracle is None or self.oracle.probe(state) is not None:
            return NoTables()
        return self.oracle.tables_near(state, patient)

    def _thread(self, match: Match, limits: Limits, tables: Tables) -> "_SearchThread":
        features = self.features._replace(shared=int(self.threads > 1 and self.features.ordering))
        if not match.history.repetition:
            features = features._replace(repetition=0)
        if not has_usual_scale(self.evaluation, match.game):
            features = features._replace(pruning=0)
        memory = new_memory(
            self._table,
            self._stop_flag.flag,
            root_facts(match),
            self._claims,
            limits.nodes or UNLIMITED,
            self._age,
        )
        tools = self.evaluation, features, memory, tables
        return _SearchThread(match, limits, tools, self._stop_flag)


def root_facts(match: Match) -> RootFacts:
    """What a search of the position of a match must know of it."""
    past, history = [*match.since_progress, match.position], match.history
    left = history.plies - len(match.turns)
    return RootFacts(
        past=[mix(0, each.state.key()) for each in past],
        margin=usual_margin(match.game),
        last_ply=left if history.plies and left <= IN_SIGHT else UNLIMITED,
        points=history.points,
    )


def usual_margin(game: Game) -> int:
    """How far an evaluation of the game's usual scale may err for each ply left."""
    return round(MARGIN_SHARE * game.scale)


class _SearchThread:
    """One thread of a search: one depth after the other, best move first."""

    def __init__(
        self,
        match: Match,
        limits: Limits,
        tools: tuple[Evaluation, Features, Memory, Tables],
        stop_flag: StopFlag,
    ) -> None:
        self.position = position = match.position
        self.earlier = {*match.since_progress, position}
        self.deepest = min(limits.depth or DEEPEST - 1, DEEPEST - 1)
        self.tools = tools
        _evaluation, self.features, self.memory, _tables = tools
        self.stop_flag = stop_flag
        self.depth = 0
        self.backwards = False  # search the moves after the first in reverse order
        self.end = self._end()
        moves = [RootMove(code, position.state.play(code)) for code in position.codes]
        # An immediate win comes first: it is played even if there is no time to search.
        self.moves = sorted(moves, key=lambda move: move.child.outcome() != LOSS)
        self.lines: tuple[Variation, ...] = ()

    def _end(self) -> int:
        """The depth at which every game is over, -1 if there is none."""
        ends = [self.position.state.plies_left()]
        if not self.features.repetition:  # the search does not count repetitions as the rules do
            ends.append(int(self.memory.counters[LAST_PLY]))
        return min((end for end in ends if 0 <= end < UNLIMITED), default=-1)

    def compile(self) -> None:
        """Compile what a search needs, so that it does not count as search time."""
        move = self.moves[0]
        self._search(move, depth=1, alpha=-WON, beta=WON)
        self._line(move, depth=2)

    @property
    def nodes(self) -> int:
        return int(self.memory.counters[NODES])

    def run(self, lines: int, report: Report | None) -> None:
        """Search one depth after the other, and keep the best lines of the last one finished.

        If the search is stopped, a single line may come from the depth that was cut. Several lines
        never do, as those of different depths cannot be compared.
        """
        lines = min(lines, len(self.moves))
        for depth in range(1, self.deepest + 1):
            if depth == self.end:
                self._look_to_the_end()
            found = self._search_lines(depth, lines)
            if self.stop_flag.stopped:
                if lines == 1 or not self.lines:
                    self._keep_lines(max(found, 1), depth)
                return
            self._keep_lines(lines, depth, is_true=depth == self.end)
            self.depth = depth
            if report is not None:
                report(self.analysis())
            if depth == self.end or (lines == 1 and self._is_decided(depth)):
                return

    def analysis(self, helper_nodes: int = 0) -> Analysis:
        return Analysis(self.lines, self.depth, self.nodes + helper_nodes, self.stop_flag.elapsed)

    def _search_lines(self, depth: int, lines: int) -> int:
        """Find the best moves, one after the other, and sort them; returns how many were found.

        There are fewer after a stop. Sorting is needed, as the search for a later line can score a
        move higher than the search for an earlier one did.
        """
        found = 0
        while found < lines and not self.stop_flag.stopped:
            self._search_line(depth, found)
            found += not self.stop_flag.stopped
        self.moves[:found] = sorted(self.moves[:found], key=lambda move: -move.score)
        return found

    def _keep_lines(self, lines: int, depth: int, is_true: bool = False) -> None:
        self.lines = tuple(self._line(move, depth, is_true) for move in self.moves[:lines])

    def _look_to_the_end(self) -> None:
        """Search exactly from now on, and use no entry that came from an inexact search."""
        evaluation, features, memory, tables = self.tools
        self.tools = evaluation, features.without_guesses(), memory, tables
        memory.counters[PASS] = TO_THE_END

    def _is_decided(self, depth: int) -> bool:
        """Whether a deeper search can change nothing: there is one move, or the best is proven."""
        return len(self.moves) == 1 or WON - abs(self.moves[0].score) <= depth

    def _search_line(self, depth: int, line: int) -> None:
        """Find the best of the moves from place `line` on and bring it to that place.

        The window is around the last score, and is opened on the side where the score leaves it.
        """
        guess = self.moves[line].score
        alpha, beta = guess - WINDOW, guess + WINDOW
        if depth < 3 or abs(guess) >= ESTIMATE:
            alpha, beta = -WON, WON
        while True:
            score = self._search_moves(depth, line, alpha, beta)
            if self.stop_flag.stopped or alpha < score < beta:
                return
            if score <= alpha and alpha > -WON:
                alpha = -WON
            elif score >= beta and beta < WON:
                beta = WON
            else:
                return

    def _search_moves(self, depth: int, line: int, alpha: int, beta: int) -> int:
        best = -WON - 1
        first, *others = self.moves[line:]
        for move in (first, *(reversed(others) if self.backwards else others)):
            score = alpha + 1
            if move is not first and self.features.narrow:
                score = self._search(move, depth, alpha, alpha + 1)
            if move is first or not self.features.narrow or alpha < score < beta:
                score = self._search(move, depth, alpha, beta)
            if self.stop_flag.stopped:
                break
            best = max(best, score)
            if score > alpha:  # otherwise it is only a bound, which is no reason to prefer a move
                alpha = move.score = score
                self.moves.remove(move)
                self.moves.insert(line, move)
            if score >= beta:
                break
        return best

    def _search(self, move: RootMove, depth: int, alpha: int, beta: int) -> int:
        return -int(search(move.child, move.code, depth - 1, -beta, -alpha, 1, *self.tools))

    def _line(self, move: RootMove, depth: int, is_true: bool = False) -> Variation:
        """The move and the play that the table has after it: at most `depth` moves.

        It ends early where the table has nothing, and where a position recurs.
        """
        position, code = self.position, move.code
        texts: list[str] = []
        seen = set(self.earlier)
        while code in position.codes:
            texts.append(position.move_text(code))
            position = position.play(code)
            if len(texts) == depth or position in seen:
                break
            seen.add(position)
            counters = self.memory.counters
            key = mix(int(counters[PASS]), position.state.key())
            key = table_key(key, len(texts), counters)
            code = entry_move(probe(self.memory.table, key))  # NO_MOVE is never among the codes
        return Variation(texts[0], move.score, tuple(texts), is_true)

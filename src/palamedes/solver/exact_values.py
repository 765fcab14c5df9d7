"""All that is known exactly of a game: its tables, and the positions above them.

What no table has is looked up in the opening book, which may have the values of the first plies, or
searched for down to the tables (above_tables.py), if all tables that play can come to are in the
file of outcomes (outcomes.py). So morris is known from its first stone.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Evaluation, Game, State
from palamedes.core.layers import Layer, Outcomes
from palamedes.core.probe import Tables, Truth, truth_without_plies
from palamedes.search.book_engine import book_values
from palamedes.search.evaluations import tuned_evaluation
from palamedes.search.transposition_table import new_table
from palamedes.solver.above_tables import ValueAbove, value_above
from palamedes.solver.outcomes import FILE, kept_layers, kept_outcomes
from palamedes.solver.tablebase import Tablebase

MEGABYTES = 128  # of the transposition table that all searches of a process share
EARLY = 2  # plies from the root
NODES = 20_000_000  # of a search: some seconds; nearer to the start the book must know


class Searcher(NamedTuple):
    """What a search down to the tables needs. All searches of a process share one."""

    outcomes: Outcomes
    layers: frozenset[Layer]  # those of the outcomes
    evaluation: Evaluation
    table: NDArray[np.int64]

    def outcome(self, state: State) -> int | None:
        """WIN, LOSS or DRAW for the side to move, None if that takes too long."""
        return self.search(state, NODES).outcome

    def search(self, state: State, nodes: int) -> ValueAbove:
        """Moves that are images of each other are searched once: they lead to one position."""
        return value_above(
            state, self.outcomes, self.evaluation, nodes, early=EARLY, table=self.table
        )


class ExactValues(Tablebase):
    """The tables of a game that also answer for positions above them."""

    def probe(self, state: State) -> Truth | None:
        """The exact value of a state, None if it is not known. Above the tables it has no plies."""
        truth = super().probe(state)
        if truth is not None or not (reached := self.layers.reached(state)):
            return truth
        outcome = self._outcome_above(state, reached)
        return None if outcome is None else truth_without_plies(outcome)

    def prepare(self) -> Tables:
        """Also read the book and the outcomes, and compile the search for positions above."""
        if (searcher := self.searcher()) is not None:
            searcher.search(self.game.start, nodes=1)
        if (values := book_values(self.game)) is not None:
            values.outcome(self.game.start)
        return super().prepare()

    def reaches(self, state: State) -> bool:
        """Whether a position above the tables is known, or a search from it ends in known ones."""
        values, searcher = book_values(self.game), self.searcher()
        if values is not None and values.outcome(state) is not None:
            return True
        return searcher is not None and searcher.layers.issuperset(self.layers.reached(state))

    def _outcome_above(self, state: State, reached: Sequence[Layer]) -> int | None:
        values = book_values(self.game)
        found = None if values is None else values.outcome(state)
        if found is not None:
            return found
        searcher = self.searcher()
        if searcher is None or not searcher.layers.issuperset(reached):
            return None
        return searcher.outcome(state)

    def searcher(self) -> Searcher | None:
        """What searches down to the tables; None without the file of their outcomes."""
        path = self.folder / FILE
        try:
            status = path.stat()
        except OSError:
            return None
        return _searcher(self.game, self.folder.parent.parent, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=2)
def _searcher(game: Game, folder: Path, _changed: int, _size: int) -> Searcher | None:
    tables = Tablebase(game, folder)
    outcomes = kept_outcomes(tables)
    if outcomes is None:
        return None
    layers = frozenset(kept_layers(tables))
    return Searcher(outcomes, layers, tuned_evaluation(game), new_table(MEGABYTES))

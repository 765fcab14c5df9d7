"""Exact values: solving games, asking their tables, and puzzles drawn from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from palamedes.core.devices import find_device
from palamedes.core.display import Displayed
from palamedes.core.game import Game
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import ONGOING
from palamedes.library.arguments import game_of, text_of, whole, workers_of
from palamedes.library.score import Score
from palamedes.players import needs_tables
from palamedes.solver.building import build_at_first_need
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.puzzles import compose
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles
from palamedes.solver.puzzles.workbook import puzzles_of
from palamedes.solver.report import solution, value_of_start
from palamedes.solver.tablebase import Progress, Tablebase, choose_layers, layer_name
from palamedes.solver.verify import verify as verify_tables

MOST_PUZZLES = 10_000


@dataclass(frozen=True)
class Solution(Displayed):
    """What the tables of a game say.

    document: all of it, and the figures of each table, as `palamedes solve --json` prints it.
    """

    game: Game
    document: Mapping[str, Any]

    @property
    def value(self) -> Literal["win", "loss", "draw"] | None:
        """The value of the start for the first player; None if more tables are needed."""
        found: Literal["win", "loss", "draw"] | None = self.document["value"]
        return found

    @property
    def plies(self) -> int | None:
        """The plies to the end of the game with best play; None in a draw."""
        plies: int | None = self.document["plies"]
        return plies

    @property
    def wins(self) -> int:
        """How many positions are won for the player to move."""
        return sum(row["wins"] for row in self._rows)

    @property
    def losses(self) -> int:
        """How many positions are lost for the player to move."""
        return sum(row["losses"] for row in self._rows)

    @property
    def draws(self) -> int:
        """How many positions are drawn."""
        return sum(row["draws"] for row in self._rows)

    @property
    def longest_win(self) -> int:
        """The plies of the longest win."""
        return max((row["longest_win"] for row in self._rows), default=0)

    @property
    def seconds(self) -> float:
        """The time that solving took."""
        return float(self.document["seconds"])

    @property
    def bytes(self) -> int:
        """The size of the tables on disk."""
        return int(self.document["bytes"])

    @property
    def errors(self) -> dict[str, int]:
        """Wrong entries by table, if the tables were verified."""
        return dict(self.document.get("errors", {}))

    @property
    def _rows(self) -> list[Mapping[str, Any]]:
        """The counts of each table, or of the one that the game has."""
        tables = self.document.get("tables")
        return [self.document] if tables is None else list(tables.values())

    def __repr__(self) -> str:
        return f"<solution of {self.game.id}: {self}>"

    def __str__(self) -> str:
        value = self.value or "not known yet"
        return f"{value} in {self.plies} plies" if self.plies else value


def solve(
    game: Game | str,
    *,
    men: str | None = None,
    every: bool = False,
    verify: bool = False,
    threads: int | None = None,
    device: str = "cpu",
    on_progress: Progress | None = None,
) -> Solution:
    """Solve a game: build the tables that are missing, and say what they know.

    Morris is solved by material: `men="7-7"` builds the tables of up to seven men a side, `every`
    all of them. `verify` checks each entry against the positions that its moves lead to. With
    `device="cuda"`, a GPU does both. What is built is kept in your data folder, so the next call
    only reads it.
    """
    tables = Tablebase(game_of(game))
    wanted = choose_layers(tables, men if men is None else text_of("men", men), every)
    count = workers_of(threads, "threads")
    where = find_device(text_of("device", device), count)
    tell = on_progress or _ignore
    tables.check(wanted, count, tell)
    tables.build(wanted, count, tell, where)
    document = solution(tables, wanted, value_of_start(tables, tell))
    if verify:
        errors = verify_tables(tables, wanted, count, tell, where)
        document["errors"] = {layer_name(layer): wrong for layer, wrong in errors.items()}
    return Solution(tables.game, document)


def truth(position: Position | Match, on_progress: Progress | None = None) -> Score | None:
    """The exact value of a position for the player to move, None where no table knows it.

    Tables that take seconds are built when they are first needed, others by `solve`. A finished
    game needs none.
    """
    position = position_of(position)
    outcome = position.state.outcome()
    if outcome != ONGOING:
        return Score.of_end(position, outcome)
    if position.game.layers is None:
        return None
    found = _probe(position, on_progress or _ignore)
    return None if found is None else Score.of_end(position, found.outcome, found.plies)


def _probe(position: Position, tell: Progress) -> Truth | None:
    """What the tables know of a position, if need be after they were built."""
    tables = ExactValues(position.game)
    found = tables.probe(position.state)
    if found is None and tables.layers.layer_of(position.state) is not None:
        build_at_first_need(position.game, workers_of(None), tell)
        found = tables.probe(position.state)
    return found


def tables_for(game: Game, player: str) -> None:
    """Build the tables that a player or an engine with this spec needs, if that takes seconds."""
    if needs_tables(game, player):
        build_at_first_need(game, workers_of(None), _ignore)


def puzzles(game: Game | str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with Palamedes, easy ones first.

    >>> import palamedes
    >>> puzzle = palamedes.puzzles("teeko")[0]
    >>> puzzle.goal, puzzle.solution in palamedes.parse("teeko", puzzle.position).moves
    ('win', True)
    """
    chosen = game_of(game)
    return tuple(puzzles_of(chosen, shipped_puzzles(chosen.name), all_variants=False))


def make_puzzles(
    game: Game | str, count: int = 10, seed: int = 0, on_progress: Progress | None = None
) -> tuple[Puzzle, ...]:
    """New puzzles: positions where one move alone wins, or saves the game.

    Each is verified by tables or by a search to the end. The same seed gives the same puzzles.
    """
    whole("count", count, 1, MOST_PUZZLES)
    return tuple(compose.make_puzzles([game_of(game)], count, seed, on_progress or _ignore))


def _ignore(_what: str, _done: int, _total: int) -> None:
    """Progress that nobody wants to see."""

"""A finished game of a tournament, as the journal stores it."""

from dataclasses import dataclass
from typing import Any

from palamedes.arena.plan import Fixture


@dataclass(frozen=True)
class FinishedGame:
    """A fixture and the record of its game (a document of core/record.py, always with a result).

    `record["players"]` are the players' names. `record["seconds"]` has the time of every move, None
    for moves of the opening. `record["thoughts"]`, if present, has [depth, nodes, score] or None
    for every move; the score is from the view of the player who made it.
    """

    fixture: Fixture
    record: dict[str, Any]

    @property
    def winner(self) -> int | None:
        """The winner's index in the plan, None for a draw."""
        winner = self.record["result"]["winner"]
        return None if winner is None else (self.fixture.first, self.fixture.second)[winner - 1]

    @property
    def reason(self) -> str:
        return str(self.record["result"]["reason"])

    @property
    def moves(self) -> list[str]:
        """All moves, including the opening."""
        return list(self.record["moves"])

    def score_of(self, player: int) -> float:
        """The points of one of the two players: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == player)

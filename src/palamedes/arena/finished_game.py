"""A game of a tournament once it is played, as the journal keeps it."""

from dataclasses import dataclass
from typing import Any

from palamedes.arena.plan import Fixture


@dataclass(frozen=True)
class FinishedGame:
    """A fixture and the record of its game (a document of core/record.py, always with a result).

    `record["players"]` are the names. `record["seconds"]` has the time of every move, None for
    those of the opening; `record["thoughts"]`, where it is there, [depth, nodes, score] or None
    for each, the score being for the player who made the move.
    """

    fixture: Fixture
    record: dict[str, Any]

    @property
    def winner(self) -> int | None:
        """The place of the player who won, None if it is a draw."""
        winner = self.record["result"]["winner"]
        return None if winner is None else (self.fixture.first, self.fixture.second)[winner - 1]

    @property
    def reason(self) -> str:
        return str(self.record["result"]["reason"])

    @property
    def moves(self) -> list[str]:
        """All moves, those of the opening included."""
        return list(self.record["moves"])

    def score_of(self, player: int) -> float:
        """What a player of this game got: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == player)

"""Places in a tournament between people: points, then tiebreaks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from palamedes.arena.round_pairings import Round, points_of


@dataclass
class PlayerPlace:
    """One player's place.

    buchholz: the points of all opponents.
    berger: Sonneborn-Berger, the points of beaten opponents and half the points of drawn ones.
    """

    player: int
    points: float
    games: int = 0  # finished ones, including byes
    wins: int = 0  # without byes
    buchholz: float = 0.0
    berger: float = 0.0
    place: int = 0  # equal players share a place
    scores: dict[int, float] = field(default_factory=dict)  # against each opponent

    @property
    def ranking_key(self) -> tuple[float, float, float, int]:
        return self.points, self.buchholz, self.berger, self.wins


def rank_players(players: Collection[int], rounds: Sequence[Round]) -> list[PlayerPlace]:
    """All players, the best first; equal players in the given order."""
    points = points_of(players, rounds)
    table = {player: PlayerPlace(player, points[player]) for player in players}
    for pairings in rounds:
        for first, second, won in pairings:
            if won is not None:
                _count(table[first], second, won, points)
                if second is not None:
                    _count(table[second], first, 1 - won, points)
    ranked = sorted(table.values(), key=lambda each: each.ranking_key, reverse=True)
    for number, each in enumerate(ranked, start=1):
        is_equal = number > 1 and ranked[number - 2].ranking_key == each.ranking_key
        each.place = ranked[number - 2].place if is_equal else number
    return ranked


def _count(entry: PlayerPlace, opponent: int | None, won: float, points: dict[int, float]) -> None:
    entry.games += 1
    if opponent is not None:
        entry.wins += won == 1
        entry.buchholz += points[opponent]
        entry.berger += won * points[opponent]
        entry.scores[opponent] = entry.scores.get(opponent, 0.0) + won

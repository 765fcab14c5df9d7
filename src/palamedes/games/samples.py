"""Sample positions of each game, for the signature of the search and the benchmarks."""

from typing import NamedTuple

from palamedes.core.game import Game
from palamedes.core.match import Match


class Sample(NamedTuple):
    """Lines of play from the start into the middle of a game, and a depth for quick searches."""

    depth: int = 4
    lines: tuple[str, ...] = ()


# By id. A game that is not listed is sampled at its start only.
SAMPLES = {
    "morpion": Sample(14, ("b2 a1 c1 a3", "b2 a1 c2 a2 a3 c1 c2-b1")),
    "morpion:4": Sample(7, ("a1 d1 b3 c1 c3 b4", "d4 a4 d1 c4 a2 b3 b2 c3 d4-a1")),
    "morpion:5": Sample(5, ("a3 a5 d1 c3 e1 e5 e3", "c3 e3 e1 a2 a1 b4 a4 b2 d2 d4 a4-a5 a2-e5")),
    "morpion:6": Sample(5, ("a1 f1 e2 d5 a6 f5 b1", "a1 d5 e2 d6 a5 d1 d3 c4 f6 a3 f4 b2 f4-b5")),
    "morpion:4,beginner": Sample(5, ("b1 c1 c4", "d2 d1 a4 c4 d3")),
    "morpion:5,beginner": Sample(6, ("c2 a5 e4 c3 e1", "c1 e1 a3 a4 b2 c2 b1 a1 c3")),
    "morpion:6,beginner": Sample(5, ("b3 e5 b5 b2 e2 a1", "a1 f1 b2 a5 c3 e5 b1 b5 f6 d4 c5")),
    "teeko": Sample(8, ("c3 c2 b3 d3 b4", "e4 c3 d3 c2 a1 c4 d5 e5 e4-d4 c2-b2 a1-b1")),
    "teeko:advanced": Sample(8, ("c3 b3 d3 e5 d5", "c3 c2 e5 c4 c5 e3 b2 d4 e5-e4 c4-d3 b2-c1")),
    "ultimate": Sample(
        8,
        (
            "e5 f5 i4 i1 g1 a1 a2 a6 a9 a8 c6 h7",
            "e5 d4 a2 c4 g1 a3 c7 i3 g9 b8 f5 g4 c1 i1 g3 b7 f3 h9 d9 b9 d8 c6 h7 e3 e7 e1 e2",
        ),
    ),
    "morris": Sample(
        8,
        (
            "d6 f4 b6 a1 f6xf4 f4 b4 b2 d2 a7",
            "e5 d2 g4 b4 g1 c4 f2 a4xg4 d1 a1 a7 b6 g7 b2xf2 f2 d7 g4xd7 c5 e5-e4 c4-c3 f2-f4xc5 "
            "c3-c4xd1 e4-e3 b6-d6",
        ),
    ),
    "awale": Sample(
        7,
        (
            "1R 2R 1TB 14R 5R 12R 7R 6B 3R 6R 5R 8R",
            "1B 16TB 13B 6TB 15TB 14R 11R 8B 9R 2TB 11B 14TR 5TB 4R 7B 10TR 9B 16B 7R 12R 1TB 8TB "
            "15R 14R 3B 4TR 5TR 8R 11R 12R 13R 2R 3TB 16R 5R 4R 15R 4TB 13TR 2TB",
        ),
    ),
    "nim": Sample(16, ("3-1", "4-2 3-3")),
    "nim:misere": Sample(16, ("2-1", "4-2 3-3")),
    "nim:3,4,5": Sample(12, ("1-1", "3-2 2-1")),
    "nim:3,4,5,misere": Sample(12, ("1-1", "3-2 2-1")),
}


def sample_matches(game: Game) -> list[Match]:
    """Matches of a game: one at its start, and one after each of its lines."""
    matches = [Match.of(game)]
    for line in SAMPLES.get(game.id, Sample()).lines:
        matches.append(Match.of(game))
        for move in line.split():
            matches[-1].play(move)
    return matches


def sample_depth(game: Game) -> int:
    """The depth to which these matches are searched in a fraction of a second."""
    return SAMPLES.get(game.id, Sample()).depth

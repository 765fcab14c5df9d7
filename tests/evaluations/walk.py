"""A fixed random walk through every game; what the evaluations said, for test_evaluations.py.

Run as a program it tells one line a position. Interpreted and compiled evaluations must tell the
same.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from palamedes.core.game import Game
from palamedes.core.position import Position
from palamedes.games import GAMES

PLIES = 150  # a game that goes on for longer is left
NAMES = ("morpion", "teeko", "ultimate", "morris", "awale")
EVALUATIONS = {
    name: import_module(f"palamedes.games.{name}.evaluate").EVALUATIONS for name in NAMES
}


class Visit(NamedTuple):
    """A position and the move that led to it, -1 if there is none."""

    position: Position
    last: int
    last_text: str | None

    def score(self, evaluation: Any) -> int:
        return int(evaluation.score(self.position.state, self.last))


def random_visits(game: Game) -> Iterator[Visit]:
    """The positions of random games, without end."""
    random = Random(game.id)
    while True:
        visit = Visit(Position.start(game), -1, None)
        yield visit
        for _ in range(PLIES):
            position = visit.position
            if not position.codes:
                break
            code = random.choice(position.codes)
            visit = Visit(position.play(code), code, position.move_text(code))
            yield visit


def tell(plies: int) -> Iterator[list[Any]]:
    """What all evaluations say of so many plies of each game and variant."""
    for family in GAMES:
        for variant in family.variants if family.name in EVALUATIONS else ():
            game = family.make(variant)
            for visit in islice(random_visits(game), plies):
                for name, evaluation in EVALUATIONS[family.name].items():
                    yield [game.id, name, visit.position.text, visit.score(evaluation)]


def main() -> None:
    for line in tell(int(sys.argv[1])):
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()

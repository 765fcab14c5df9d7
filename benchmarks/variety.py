"""How much games of the same two players differ: distinct lines of ten plies in a hundred games.

    python benchmarks/variety.py [GAME ...] [--games 100]

Each step of the ladder plays itself from the start. `master` thinks for SECONDS a move, without
tables: what varies is its opening book.
"""

import argparse
import sys

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.players.ladder import TOP, ladder

GAMES = ("ultimate", "awale", "morris", "teeko")
PLIES = 10
SECONDS = 0.02


def line(name: str, step: str, seed: int) -> str:
    """The first moves of a game of a step against itself."""
    game = find_game(name)
    match = Match.of(game)
    players = [make_player(game, step, 2 * seed + seat) for seat in (0, 1)]
    while match.result is None and len(match.turns) < PLIES:
        match.play(players[match.position.turn].choose(match).code)
    return " ".join(turn.move for turn in match.turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    for name in options.names:
        cells = []
        for step in ladder(find_game(name)):
            limits = f":time={SECONDS}" if step.spec == TOP else ""
            lines = {line(name, step.name + limits, seed) for seed in range(options.games)}
            cells.append(f"{step.name} {len(lines)}")
        sys.stdout.write(f"{name:10} of {options.games}: {', '.join(cells)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""How strong a player is against another: pairs of games from random openings, sides swapped.

    python benchmarks/strength.py teeko master:time=0.1 hard --games 100

The openings are short random lines, each played twice. No move wins at once there, and where tables
know the value (morpion, teeko) it is a draw, as a lost position says nothing about strength. The
players themselves use no tables unless they are told to.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.solver.tablebase import Tablebase


def opening(game: str, plies: int, seed: int) -> Position:
    """A position after `plies` random moves that is undecided, as far as is known."""
    random = Random(seed)
    start = Position.start(find_game(game))
    oracle = Tablebase(start.game) if start.game.layers is not None else None
    while True:
        position = start
        for _ in range(plies):
            if position.result is None:
                position = position.play(random.choice(position.codes))
        replies = [position.play(code) for code in position.codes]
        truth = oracle.probe(position.state) if oracle is not None else None
        if truth is not None and not truth.is_draw:
            continue
        if replies and all(reply.result is None for reply in replies):
            return position


def build_tables(game: Game) -> None:
    """Solve a game whose start is in the tables, so that openings can be judged."""
    if game.layers is not None and game.layers.layer_of(game.start) is not None:
        Tablebase(game).build(game.layers.usual, threads=2, progress=lambda *_: None)


def play_game(job: tuple[str, str, str, int, int, bool]) -> tuple[float, int, str]:
    """The score of the first named player, the plies, and the reason of the result."""
    name, one, other, plies, seed, swapped = job
    start = opening(name, plies, seed // 2)  # two games share an opening
    match = Match(start, start.game.history)
    texts = (other, one) if swapped else (one, other)
    players = [make_player(start.game, text, seed) for text in texts]
    while match.result is None:
        match.play(players[match.position.turn].choose(match).code)
    winner = match.result.winner
    share = 0.5 if winner is None else float(texts[winner] is one)
    return share, len(match.turns), match.result.reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    jobs = [
        (options.game, options.one, options.other, options.opening, seed, seed % 2 == 1)
        for seed in range(1000 * options.seed, 1000 * options.seed + options.games)
    ]
    build_tables(find_game(options.game))
    with ProcessPoolExecutor(options.workers) as pool:
        results = list(pool.map(play_game, jobs))
    shares = [share for share, _plies, _reason in results]
    report = {
        "game": options.game,
        "players": [options.one, options.other],
        "wins": shares.count(1.0),
        "draws": shares.count(0.5),
        "losses": shares.count(0.0),
        "score": sum(shares) / len(shares),
        "plies": sum(plies for _share, plies, _reason in results) / len(results),
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()

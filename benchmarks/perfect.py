"""Is the perfect player perfect? In games against others it must never give anything away.

    python benchmarks/perfect.py teeko [--games N] [--workers N]

Games begin at random positions of the tables (and at the start, if it is in the tables). The value
of the position is looked up before and after each of its moves; a won position must be won in the
promised number of plies.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.core.rules import LOSS, ONGOING, WIN
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.solver.tablebase import Tablebase

OPPONENTS = ("random", "hard", "alphabeta:nodes=5000")  # the last is master without its tables
LONGEST = 300  # plies of a game


def random_start(tables: Tablebase, random: Random) -> Position:
    """The start of the game, or an unfinished position of a random layer."""
    game = tables.game
    if tables.layers.layer_of(game.start) is not None and random.random() < 0.5:
        return Position.start(game)
    while True:
        space = tables.layers.space(random.choice(tables.layers.usual))
        state = space.state_at(random.randrange(space.size()))
        if state.outcome() == ONGOING and state.is_counted():
            return Position(game, state)


def truth_of(tables: Tablebase, position: Position) -> Truth:
    outcome = position.state.outcome()
    truth = tables.probe(position.state) if outcome == ONGOING else Truth(outcome, 0)
    if truth is None:
        raise LookupError(position.text)
    return truth


def play_game(job: tuple[str, str, int]) -> dict[str, int]:
    """The wrong moves of the perfect player in one game, and how it ended for that player."""
    name, opponent, seed = job
    random = Random(seed)
    tables = Tablebase(find_game(name))
    start = random_start(tables, random)
    match = Match(start, replace(start.game.history, plies=LONGEST, quiet=0))
    seat = seed % 2
    players = {
        seat: make_player(start.game, "perfect", seed),
        1 - seat: make_player(start.game, opponent, seed),
    }
    wrong = 0
    while match.result is None:
        before = truth_of(tables, match.position)
        mover = match.position.turn
        match.play(players[mover].choose(match).code)
        if mover == seat:
            wrong += not keeps(before, truth_of(tables, match.position))
    winner = match.result.winner
    return {"wrong": wrong, "wins": winner == seat, "losses": winner == 1 - seat, "games": 1}


def keeps(before: Truth, after: Truth) -> bool:
    """Whether a move was perfect: a draw stays a draw, a win or a loss comes one ply nearer."""
    if before.outcome == WIN:
        return after == Truth(LOSS, before.plies - 1)
    if before.outcome == LOSS:
        return after == Truth(WIN, before.plies - 1)
    return after.is_draw


def check(game: Game, opponent: str, games: int, workers: int) -> dict[str, int]:
    """The sums over many games."""
    jobs = [(game.id, opponent, seed) for seed in range(games)]
    with ProcessPoolExecutor(workers) as pool:
        results = list(pool.map(play_game, jobs, chunksize=10))
    return {key: sum(result[key] for result in results) for key in results[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000, help="against each opponent")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    game = find_game(options.game)
    tables = Tablebase(game)
    tables.build(tables.layers.usual, 2, lambda *_: None)
    for opponent in OPPONENTS:
        result = check(game, opponent, options.games, options.workers)
        sys.stdout.write(json.dumps({"game": game.id, "opponent": opponent, **result}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

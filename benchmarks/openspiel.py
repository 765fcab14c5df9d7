"""Random play and Monte Carlo tree search against OpenSpiel's C++, in one run on one core.

    pip install .[peers]
    python benchmarks/openspiel.py [--seconds S] [--json]

Random play is compared by moves per second, so that game length and caps do not matter. A move is
a whole turn: OpenSpiel plays a removal (morris) and the choice of a board (ultimate) as actions of
their own, so its turns are counted in Python over sampled games, and multiplied by the rollouts per
second that its `MCTSBot` makes in C++ (one simulation with many rollouts).

Tree search is compared by simulations per second from the start: on both sides a walk down the tree
and one random game to its end (at most 200 moves in morris), with wins proven. OpenSpiel does all
that in C++. Its random games of morris are nearly twice as long as ours, as we choose among moves
with their removals, which makes closing a mill more likely. So simulated moves are compared, too:
simulations times the moves of a random game.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from time import perf_counter

import pyspiel

import palamedes
from palamedes.search.evaluations import default_evaluation
from palamedes.search.speed import measure_speed

PAIRS = {"ultimate": "ultimate_tic_tac_toe", "morris": "nine_mens_morris"}
SAMPLED_GAMES = 400
EXPLORATION, MEGABYTES, SEED = 2.0, 1000, 1


def rollouts_per_second(game: "pyspiel.Game", seconds: float) -> float:
    return _rate(lambda count: _bot(game, 1, rollouts=count), game, seconds)


def simulations_per_second(game: "pyspiel.Game", seconds: float) -> float:
    return _rate(lambda count: _bot(game, count, rollouts=1), game, seconds)


def _bot(game: "pyspiel.Game", simulations: int, rollouts: int) -> "pyspiel.Bot":
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, True, SEED, False)


def _rate(new_bot: Callable[[int], "pyspiel.Bot"], game: "pyspiel.Game", seconds: float) -> float:
    """Rollouts or simulations per second: `count` doubles until they take `seconds`."""
    count = 500
    while True:
        bot = new_bot(count)
        before = perf_counter()
        bot.step(game.new_initial_state())
        took = perf_counter() - before
        if took > seconds:
            return count / took
        count *= 2


def mean_turns(game: "pyspiel.Game") -> float:
    chance = random.Random(SEED)
    turns = 0
    for _ in range(SAMPLED_GAMES):
        state, last_player = game.new_initial_state(), -1
        while not state.is_terminal():
            turns += state.current_player() != last_player
            last_player = state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
    return turns / SAMPLED_GAMES


def compare(ours: str, theirs: str, seconds: float) -> dict[str, dict[str, float]]:
    """Both sides and their ratio, by what is compared."""
    position, game = palamedes.start(ours), pyspiel.load_game(theirs)
    speed = measure_speed(position, default_evaluation(position.game), seconds)
    simulations = simulations_per_second(game, seconds / 4)
    length, turns = speed.moves / speed.playouts, mean_turns(game)
    return {
        "moves": _row(speed.moves, rollouts_per_second(game, seconds / 4) * turns),
        "simulations": _row(speed.simulations, simulations),
        "simulated moves": _row(speed.simulations * length, simulations * turns),
    }


def _row(ours: float, theirs: float) -> dict[str, float]:
    return {"palamedes": ours, "openspiel": theirs, "ratio": ours / theirs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each game and side")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    results = {ours: compare(ours, theirs, options.seconds) for ours, theirs in PAIRS.items()}
    if options.json:
        sys.stdout.write(json.dumps(results, indent=1) + "\n")
        return
    sys.stdout.write(f"{'per second':26}{'palamedes':>14}{'openspiel':>14}{'ratio':>8}\n")
    for game, rows in results.items():
        for what, row in rows.items():
            figures = f"{row['palamedes']:14,.0f}{row['openspiel']:14,.0f}{row['ratio']:8.1f}"
            sys.stdout.write(f"{game:10}{what:16}{figures}\n")


if __name__ == "__main__":
    main()

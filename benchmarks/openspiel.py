"""Random play, ours against OpenSpiel's C++, in one run on one core.

    pip install .[peers]
    python benchmarks/openspiel.py [--seconds S] [--json]

What is compared is moves per second of random play, so that game length and caps do not matter. A
move is a whole turn: OpenSpiel plays a removal (morris) and the choice of a board (ultimate) as
actions of their own, so its turns are counted in Python, over sampled games, and multiplied by the
rollouts per second that its `MCTSBot` makes in C++ (one simulation with many rollouts).
"""

import argparse
import json
import random
import sys
from time import perf_counter

import pyspiel

import palamedes
from palamedes.search.speed import measure_speed

PAIRS = {"ultimate": "ultimate_tic_tac_toe", "morris": "nine_mens_morris"}
SAMPLED_GAMES = 400


def openspiel_moves_per_second(name: str, seconds: float) -> float:
    game = pyspiel.load_game(name)
    return _rollouts_per_second(game, seconds) * _mean_turns(game)


def _rollouts_per_second(game: "pyspiel.Game", seconds: float) -> float:
    rollouts = 500
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        before = perf_counter()
        bot.step(game.new_initial_state())
        took = perf_counter() - before
        if took > seconds:
            return rollouts / took
        rollouts *= 2


def _mean_turns(game: "pyspiel.Game") -> float:
    chance = random.Random(1)
    turns = 0
    for _ in range(SAMPLED_GAMES):
        state, last_player = game.new_initial_state(), -1
        while not state.is_terminal():
            turns += state.current_player() != last_player
            last_player = state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
    return turns / SAMPLED_GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    results = {}
    for ours, theirs in PAIRS.items():
        peer = openspiel_moves_per_second(theirs, options.seconds / 2)
        speed = measure_speed(palamedes.start(ours), options.seconds)
        results[ours] = {"palamedes": speed.moves, "openspiel": peer, "ratio": speed.moves / peer}
    if options.json:
        sys.stdout.write(json.dumps(results, indent=1) + "\n")
        return
    sys.stdout.write(f"{'moves/s':10}{'palamedes':>14}{'openspiel':>14}{'ratio':>8}\n")
    for game, row in results.items():
        line = f"{game:10}{row['palamedes']:14,.0f}{row['openspiel']:14,.0f}{row['ratio']:8.1f}\n"
        sys.stdout.write(line)


if __name__ == "__main__":
    main()

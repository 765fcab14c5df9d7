"""What learned evaluations and self-play say along fixed random walks, for test_learning.py.

Run as a program it prints one line a position. Interpreted and compiled code must say the same.
"""

import json
import sys
from random import Random

import numpy as np

from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.learning.judgements import judge
from palamedes.learning.selfplay import SelfPlay
from palamedes.search.learned.network import Network


def knowing(game, seed=1):
    """A network whose outputs differ from position to position."""
    source = np.random.default_rng(seed)
    network = Network.random(game, seed)
    network.exits[:] = source.normal(0, 0.3, network.exits.shape)
    network.offsets[:] = source.normal(0, 0.1, network.offsets.shape)
    return network


def walk(game, plies):
    random, position = Random(game.id), Position.start(game)
    evaluation, out = knowing(game).evaluation(game), np.zeros(256, np.int64)
    for _ply in range(plies):
        if not position.codes:
            position = Position.start(game)
        count = position.state.patterns(out)
        yield [out[:count].tolist(), int(judge(position.state, evaluation))]
        position = position.play(random.choice(position.codes))


def main():
    for name in sys.argv[1:]:
        for line in walk(find_game(name), plies=25):
            sys.stdout.write(json.dumps([name, line]) + "\n")
    game = find_game("morpion")
    played = SelfPlay(
        game, knowing(game).evaluation(game), depth=2, games=6, seed=5, most=100
    ).play()
    for array in (played.patterns, played.ends, played.foreseen, played.results, played.games):
        sys.stdout.write(json.dumps(array.tolist()) + "\n")


if __name__ == "__main__":
    main()

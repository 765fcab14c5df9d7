"""A fixed random walk through every game; prints what the rules said, for test_interpreted.py.

Run as a program it tells one line a position. Interpreted and compiled rules must tell the same.
"""

import json
import sys

from palamedes.core.bits import lowest, mix, popcount
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.search.perft import count_sequences
from palamedes.search.playouts import random_games


def tell(game, games, plies):
    noise = 1
    for _ in range(games):
        position = Position.start(game)
        for _ply in range(plies):
            state = position.state
            images = [tuple(map(int, state.image(s))) for s in range(state.SYMMETRIES)]
            yield [
                list(map(int, state)),
                int(state.key()),
                int(state.outcome()),
                int(state.progress()),
                int(state.lead()),
                list(position.codes),
                images,
                [int(state.move_image(code, state.SYMMETRIES - 1)) for code in position.codes],
            ]
            if not position.codes:
                break
            noise = mix(noise, 1)
            position = position.play(position.codes[noise % len(position.codes)])
    yield int(count_sequences(game.start, 2))
    yield [int(number) for number in random_games(game.start, 5, 1, 60)]


def main():
    names = sys.argv[1:] or [f"{f.name}:{v}" for f in GAMES for v in f.variants]
    for name in names:
        for line in tell(find_game(name), games=4, plies=60):
            sys.stdout.write(json.dumps([name, line]) + "\n")
    for word in (1, 6, 1 << 62, 0b1011 << 40):
        sys.stdout.write(json.dumps([popcount(word), lowest(word), mix(word, -5)]) + "\n")


if __name__ == "__main__":
    main()

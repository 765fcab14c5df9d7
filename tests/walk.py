"""A fixed random walk through some games; prints what the rules said, for test_interpreted.py.

Run as a program it tells one line a position. Interpreted and compiled rules must tell the same.
"""

import json
import sys

import numpy as np

from palamedes.core.bits import gathered, lowest, mix, popcount
from palamedes.core.kernel import kernel
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.games import find_game
from palamedes.search.perft import count_sequences
from palamedes.search.playouts import random_games

WORDS = (1, 6, 1 << 62, 0b1011 << 40, 0x3A7_F00D_BEEF, -1, -6)


@kernel
def said(state, out, urgent, patterns):
    """How many moves, urgent moves and patterns were written, and what the other rules say."""
    outcome = state.outcome()
    count = state.moves(out) if outcome == ONGOING else 0
    hurried = state.urgent_moves(urgent) if outcome == ONGOING else 0
    shown = state.patterns(patterns) if outcome == ONGOING else 0
    return count, hurried, shown, state.key(), outcome, state.progress(), state.lead()


@kernel
def bits_of(word, mask):
    """What the primitives say of a word."""
    return popcount(word), lowest(word), mix(word, -5), gathered(word & mask, mask)


@kernel
def seen(state, move, symmetry):
    """A state and a move through a symmetry."""
    return state.image(symmetry), state.move_image(move, symmetry)


@kernel
def after(state, move):
    return state.play(move)


def tell(game, games, plies):
    noise, (out, urgent, patterns) = 1, np.zeros((3, MAX_MOVES), np.int64)
    for _ in range(games):
        state = game.start
        for _ply in range(plies):
            count, hurried, shown, *facts = map(int, said(state, out, urgent, patterns))
            moves = out[:count].tolist()
            facts += urgent[:hurried].tolist() + patterns[:shown].tolist()
            images = [seen(state, moves[0] if moves else 0, s) for s in range(state.SYMMETRIES)]
            told = [[list(map(int, image)), int(move)] for image, move in images]
            yield [list(map(int, state)), facts, moves, told if moves else []]
            if not moves:
                break
            noise = mix(noise, 1)
            state = after(state, moves[noise % count])
    yield int(count_sequences(game.start, 2))
    yield [int(number) for number in random_games(game.start, 5, 1, 60)]


def main():
    for name in sys.argv[1:]:
        for line in tell(find_game(name), games=4, plies=60):
            sys.stdout.write(json.dumps([name, line]) + "\n")
    for word in WORDS:
        for mask in WORDS[:-2]:
            sys.stdout.write(json.dumps([int(each) for each in bits_of(word, mask)]) + "\n")


if __name__ == "__main__":
    main()

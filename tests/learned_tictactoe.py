"""Lets the game of CONTRIBUTING teach itself, for test_contributing.py, and prints how well.

Prints how often a move keeps the value of its position, first for generation 0, which knows
nothing, then for the best one.
"""

import json
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.games import find_game
from palamedes.learning import trial
from palamedes.learning.examiner import examination
from palamedes.learning.run import Learner, generation_file, new_run
from palamedes.learning.run_folder import open_folder
from palamedes.learning.schedule import Budget

GAME = find_game("tictactoe")


@cache
def value(state):
    """The outcome under best play, by plain minimax."""
    if (outcome := state.outcome()) != ONGOING:
        return outcome
    replies = {value(state.play(code)) for code in Position(GAME, state).codes}
    return WIN if LOSS in replies else DRAW if DRAW in replies else LOSS


def main():
    trial.NODES = 50
    questions = examination(GAME, value)
    with TemporaryDirectory() as path, open_folder(Path(path), GAME) as folder:
        run = new_run(GAME, Budget(positions=15_000), seed=1, workers=1)
        Learner(folder, run, workers=1).learn()
        files = [generation_file(folder, run, number) for number in (0, run.best)]
        shares = [questions.share_kept(file.evaluation(GAME)) for file in files]
    sys.stdout.write(json.dumps(shares) + "\n")


if __name__ == "__main__":
    main()

"""Environments for learning programs: steps per second of random play, on one core.

    pip install .[rl,peers] 'pygame-ce'
    python benchmarks/environments.py [--seconds S] [--json]

A step is one action of one player, chosen at random among the legal ones, and everything that the
environment gives for it: the observation, the mask of legal actions, rewards. Games that end begin
anew. Seconds are those of CPU time, so that other work on the machine matters less. Played are:

    VectorEnv    ours: many games in step, numpy arrays in and out
    PettingZoo   ours and their own: one game, `last` and `step`
    OpenSpiel    `rl_environment`, one game; `SyncVectorEnv`, many games; and the bare state from
                 Python (`legal_actions`, `apply_action`), which gives no observation
"""

import argparse
import json
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from palamedes.bridges import pettingzoo
from palamedes.bridges.vector import VectorEnv

OURS = ("nim", "morpion", "teeko", "ultimate", "morris", "awale")
SPIELS = ("tic_tac_toe", "connect_four", "ultimate_tic_tac_toe", "nine_mens_morris", "oware")
COUNTS = (16, 1024)  # games in step
SPIEL_COUNT = 16
CHUNK = 50  # rounds between two looks at the clock


class Cell(NamedTuple):
    """A measurement."""

    environment: str
    game: str
    games: int  # in step
    rate: float  # steps per second


def measure(rounds: Callable[[], int], seconds: float) -> float:
    """Steps per second of CPU time: `rounds` plays some and returns how many."""
    settled = process_time() + seconds
    while process_time() < settled:
        rounds()  # compiles what is called often, fills caches
    steps, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        steps += rounds()
    return steps / took


def vector_rounds(game: str, count: int) -> Callable[[], int]:
    env = VectorEnv(game, count, seed=1, copy=False)
    env.reset()

    def rounds() -> int:
        for _ in range(CHUNK):
            env.step(env.sample())
        return CHUNK * count

    return rounds


def pettingzoo_rounds(env: Any) -> Callable[[], int]:
    env.reset(seed=1)
    chance = np.random.default_rng(1)

    def rounds() -> int:
        steps = 0
        for _ in range(CHUNK):
            observation, _reward, is_over, is_cut, _info = env.last()
            if is_over or is_cut:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chance.random() * len(legal))]))
            steps += 1
        return steps

    return rounds


def spiel_state_rounds(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def rounds() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return rounds


def spiel_environment_rounds(name: str) -> Callable[[], int]:
    from open_spiel.python.rl_environment import Environment

    env = Environment(name)
    found = [env.reset()]

    def rounds() -> int:
        for _ in range(CHUNK):
            step = found[0]
            if step.last():
                found[0] = env.reset()
                continue
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            found[0] = env.step([random.choice(legal)])
        return CHUNK

    return rounds


def spiel_vector_rounds(name: str) -> Callable[[], int]:
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    env = SyncVectorEnv([Environment(name) for _ in range(SPIEL_COUNT)])
    found = [env.reset()]

    def rounds() -> int:
        for _ in range(CHUNK):
            actions = []
            for step in found[0]:
                seen = step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                actions.append(StepOutput(random.choice(legal), None))
            found[0] = env.step(actions, reset_if_done=True)[0]
        return CHUNK * SPIEL_COUNT

    return rounds


def cells(seconds: float) -> Iterator[Cell]:
    for game in OURS:
        for count in COUNTS:
            rate = measure(vector_rounds(game, count), seconds)
            yield Cell("Palamedes VectorEnv", game, count, rate)
        rate = measure(pettingzoo_rounds(pettingzoo.env(game)), seconds)
        yield Cell("Palamedes in PettingZoo", game, 1, rate)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of how they are made
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        for game, module in (("tictactoe", tictactoe_v3), ("connect_four", connect_four_v3)):
            yield Cell("PettingZoo", game, 1, measure(pettingzoo_rounds(module.env()), seconds))
    for game in SPIELS:
        yield Cell("OpenSpiel state", game, 1, measure(spiel_state_rounds(game), seconds))
        rate = measure(spiel_environment_rounds(game), seconds)
        yield Cell("OpenSpiel rl_environment", game, 1, rate)
        rate = measure(spiel_vector_rounds(game), seconds)
        yield Cell("OpenSpiel SyncVectorEnv", game, SPIEL_COUNT, rate)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = []
    for cell in cells(options.seconds):
        found.append(cell)
        if not options.json:
            line = f"{cell.environment:26}{cell.game:22}{cell.games:6}{cell.rate:14,.0f} steps/s\n"
            sys.stdout.write(line)
            sys.stdout.flush()
    if options.json:
        sys.stdout.write(json.dumps([cell._asdict() for cell in found], indent=1) + "\n")


if __name__ == "__main__":
    main()

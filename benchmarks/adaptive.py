"""How near the adaptive player comes to a person's level: simulated people play against it.

    python benchmarks/adaptive.py ultimate morris --runs 40 --workers 2

A person is a step of the ladder. In each run nothing is known of them at first; they play ten
games, sides in turn, and what is known follows the results as in every front end. Shown are the
mean score of the person in games 6 to 10 (50 % is best), the mean strength that the player states
after these games beside the person's rating, and how both spread from run to run.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import mean, stdev
from typing import NamedTuple

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.players.adaptive import after_game, newcomer, played_strength, strengths

GAMES, SETTLED = 10, 5  # games in a run, and how many of them are for finding the level
LONGEST = 120  # plies of a game that has no limit of its own
ROW = "{:<10} {:<7} {:>7} {:>9} {:>8} {:>9} {:>8} {:>9}"
TITLES = ("game", "person", "rating", "score", "spread", "strength", "spread", "off by")


class RunJob(NamedTuple):
    """A run: ten games of a person of the strength of a step."""

    game: str
    step: int
    seed: int


class PersonRun(NamedTuple):
    """Points of the person and strength of the player, game by game."""

    points: list[float]
    strengths: list[float]


def play_run(job: RunJob) -> PersonRun:
    game = find_game(job.game)
    known, run = newcomer(game), PersonRun([], [])
    for number in range(GAMES):
        seat = number % 2  # of the person
        rating, seed = round(known.rating), 100 * job.seed + number
        person = make_player(game, f"step{job.step}", seed)
        opponent = make_player(game, f"adaptive:rating={rating}", seed + 50)
        players = (opponent, person) if seat else (person, opponent)
        match = Match.of(game)
        for side, player in enumerate(players):
            player.prepare(match, side)
        while match.result is None and len(match.turns) < LONGEST:
            match.play(players[match.position.turn].choose(match).code)
        winner = match.result.winner if match.result else None
        points = 0.5 if winner is None else float(winner == seat)
        strength = played_strength(match, 1 - seat, rating)
        assert strength is not None
        known = after_game(known, strength, points)
        run.points.append(points)
        run.strengths.append(strength)
    return run


def show(game: str, step: int, runs: Sequence[PersonRun]) -> None:
    """Print a row of the table."""
    rating = strengths(find_game(game))[step - 1]
    scores = [mean(run.points[SETTLED:]) for run in runs]
    stated = [mean(run.strengths[SETTLED:]) for run in runs]
    columns = (
        f"{rating:.0f}",
        f"{100 * mean(scores):.1f} %",
        f"{100 * stdev(scores):.1f} %",
        f"{mean(stated):.0f}",
        f"{stdev(stated):.0f}",
        f"{mean(stated) - rating:+.0f}",
    )
    sys.stdout.write(ROW.format(game, f"step{step}", *columns) + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["ultimate", "morris"], metavar="GAME")
    parser.add_argument("--steps", type=int, nargs="+", default=[1, 3, 5, 7, 9])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    sys.stdout.write(ROW.format(*TITLES) + "\n")
    with ProcessPoolExecutor(options.workers) as pool:
        for game in options.games:
            for step in options.steps:
                jobs = [RunJob(game, step, seed) for seed in range(options.runs)]
                show(game, step, list(pool.map(play_run, jobs)))


if __name__ == "__main__":
    main()

"""How strong a player is against another: pairs of games from random openings, sides swapped.

    python benchmarks/strength.py teeko master:time=0.1 hard --games 100
    python benchmarks/strength.py ultimate master --time 0.1 --games 400 \\
        "cmd:env PYTHONPATH=../before/src python -m palamedes engine ultimate --level master"

The second line compares with another version of Palamedes, checked out beside this one. With
`--time` both players think for this time at each move. Nobody loses on time: the seconds that moves
took are shown.

The openings are short random lines, each played twice. No move wins at once there, and where tables
know the value (morpion, teeko) it is a draw, as a lost position says nothing about strength. The
players themselves use no tables unless they are told to.

With `--quiet 100` a game ends after 100 plies without progress, also where the rules do not say so,
and the leader wins: two strong players of awale never take anything until the limit of 400 moves.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from statistics import mean
from time import perf_counter
from typing import NamedTuple

from palamedes.arena.elo import VALUES
from palamedes.core.game import Game
from palamedes.core.history_rules import BY_RULE
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.learning.strength import gap_of_match
from palamedes.players import FREE, Allowance, PlayerError, make_player
from palamedes.solver.tablebase import Tablebase

PATIENCE = 60.0  # seconds that a program may take for a move, such as its first


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


class ThinkingTime(Allowance):
    """What players should think for, `move`; nobody loses who takes a little longer."""

    def time_limit(self, turn: int) -> float:
        return PATIENCE

    def thinking_time(self, turn: int, reserve: float = 0.0) -> float | None:
        return self.move


class Job(NamedTuple):
    """One game."""

    game: str
    one: str
    other: str
    plies: int  # of the opening
    seconds: float  # for each move; 0: what the players' own limits say
    seed: int  # odd: the other player begins
    quiet: int  # plies without progress that end the game; 0: what the rules say


class Played(NamedTuple):
    share: float  # of the point, for the first named player
    seconds: float  # that its moves took, on average
    others: float  # the same of the other player
    plies: int
    reason: str


def play_game(job: Job) -> Played:
    start = opening(job.game, job.plies, job.seed // 2)  # two games share an opening
    rules = start.game.history
    match = Match(start, replace(rules, quiet=job.quiet or rules.quiet))
    texts = (job.other, job.one) if job.seed % 2 else (job.one, job.other)
    allowance = ThinkingTime(move=job.seconds) if job.seconds else FREE
    seconds: tuple[list[float], list[float]] = [], []
    with ExitStack() as stack:
        players = [make_player(start.game, text, job.seed) for text in texts]
        for seat, player in enumerate(players):
            stack.callback(player.close)
            player.prepare(match, seat)
        while match.result is None:
            turn = match.position.turn
            began = perf_counter()
            try:
                choice = players[turn].choose(match, allowance)
            except PlayerError as error:
                match.end(1 - turn, error.reason, error.detail)
                break
            seconds[turn].append(perf_counter() - began)
            match.play(choice.code)
    assert match.result is not None
    winner, reason = match.result
    share = 0.5 if winner is None else float(winner == job.seed % 2)
    pace = [sum(each) / max(len(each), 1) for each in seconds]
    return Played(share, pace[job.seed % 2], pace[1 - job.seed % 2], len(match.turns), reason)


def report(options: argparse.Namespace, played: list[Played]) -> dict[str, object]:
    shares = [each.share for each in played]
    pairs = [0] * len(VALUES)
    for first, second in zip(shares[::2], shares[1::2], strict=False):
        pairs[VALUES.index((first + second) / 2)] += 1
    gap = gap_of_match(pairs)
    return {
        "game": options.game,
        "players": [options.one, options.other],
        "wins": shares.count(1.0),
        "draws": shares.count(0.5),
        "losses": shares.count(0.0),
        "elo": round(gap.elo, 1),
        "error": round(gap.error, 1),
        "forfeits": sum(each.reason not in BY_RULE for each in played),
        "seconds": round(mean(each.seconds for each in played), 4),
        "others": round(mean(each.others for each in played), 4),
        "plies": round(mean(each.plies for each in played), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start")
    parser.add_argument("--time", type=float, default=0.0, help="seconds a move")
    parser.add_argument("--quiet", type=int, default=0, help="plies without progress that end it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    name, players = options.game, (options.one, options.other)
    jobs = [
        Job(name, *players, options.opening, options.time, seed, options.quiet)
        for seed in range(1000 * options.seed, 1000 * options.seed + options.games)
    ]
    build_tables(find_game(name))
    with ProcessPoolExecutor(options.workers) as pool:
        played = list(pool.map(play_game, jobs))
    sys.stdout.write(json.dumps(report(options, played)) + "\n")


if __name__ == "__main__":
    main()

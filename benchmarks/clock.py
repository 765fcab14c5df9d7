"""How well time limits are kept: the time that moves really take, on free or busy cores.

    python benchmarks/clock.py awale --time 2 --reserve 0.1 --moves 200 --load 2

A move must come within `--time` seconds; the engine is given `--reserve` seconds less. `--load`
starts that many processes of pure computation.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Process
from time import perf_counter

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep `processes` processes computing."""
    at_work = [Process(target=_compute, daemon=True) for _ in range(processes)]
    for process in at_work:
        process.start()
    try:
        yield
    finally:
        for process in at_work:
            process.kill()


def _compute() -> None:
    while True:
        sum(range(10_000))


def times(name: str, spec: str, moves: int) -> list[float]:
    """The seconds that each of `moves` moves took in games of a player against itself."""
    game, taken = find_game(name), []
    player, match = make_player(game, spec), Match.of(game)
    while len(taken) < moves:
        if match.result is not None:
            match = Match.of(game)
        before = perf_counter()
        code = player.choose(match).code
        taken.append(perf_counter() - before)
        match.play(code)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--player", default="alphabeta")
    parser.add_argument("--time", type=float, default=2.0, help="seconds that a move may take")
    parser.add_argument(
        "--reserve", type=float, default=0.0, help="seconds not given to the engine"
    )
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--load", type=int, default=0, help="processes that keep cores busy")
    options = parser.parse_args()
    spec = f"{options.player}:time={options.time - options.reserve:g}"
    make_player(find_game(options.game), spec).choose(Match.of(find_game(options.game)))  # compiles
    with busy(options.load):
        taken = times(options.game, spec, options.moves)
    report = {
        "game": options.game,
        "player": spec,
        "load": options.load,
        "moves": len(taken),
        "limit": options.time,
        "overruns": sum(seconds > options.time for seconds in taken),
        "longest": round(max(taken), 4),
        "longest_over_asked": round(max(taken) - (options.time - options.reserve), 4),
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()

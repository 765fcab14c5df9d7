"""How well time limits are kept: games of `master` against itself under the arena's referee.

    python benchmarks/clock.py                                 # everything: over an hour
    python benchmarks/clock.py morris awale --parts cold busy --short 5 --long 0

cold    the first two games with an empty compile cache
free    a warm cache, nothing else running
busy    the same beside four processes that compute

A move is late by what it takes beyond the time that the search was given; a move beyond the limit
loses the game. Tables are used where they are built (PALAMEDES_DATA).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from multiprocessing import Process
from random import Random
from time import perf_counter

from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.players import FREE, Allowance, Choice, Player, make_player
from palamedes.players.overruns import SEEN

PARTS = ("cold", "free", "busy")
COLD_GAMES = 2
OPENING = 2  # random moves, so that games differ
BUSY = 4  # processes
SHORT, LONG = 0.1, 0.5  # seconds a move
TITLES = ("game", "part", "limit", "games", "moves", "slowest", "late 99%", "losses")
ROW = "{:<10} {:<5} {:>5} {:>6} {:>6} {:>9} {:>9} {:>7}"


class Watched(Player):
    """A player whose moves are timed, those that come too late included."""

    def __init__(self, player: Player, seconds: list[float], late: list[float]) -> None:
        self._player, self._seconds, self._late = player, seconds, late

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        given = allowance.thinking_time(match.position.turn, SEEN.reserve) or 0.0
        began = perf_counter()
        choice = self._player.choose(match, allowance)
        self._seconds.append(perf_counter() - began)
        self._late.append(self._seconds[-1] - given)
        return choice

    def stop(self) -> None:
        self._player.stop()


def play(name: str, limit: float, games: int) -> dict[str, float]:
    """What games with a limit per move took."""
    game, seconds, late, losses = find_game(name), [0.0], [0.0], 0
    terms = GameTerms(history=game.history, move=limit)
    for number in range(games):
        match, random = Match.of(game), Random(number)
        for _move in range(OPENING):
            match.play(random.choice(match.position.codes))
        players = [Watched(make_player(game, "master", seat), seconds, late) for seat in range(2)]
        play_game(match, players, terms)
        losses += match.result is not None and match.result.reason == "timeout"
        sys.stderr.write(f"\r{name} {limit} s: game {number + 1}/{games}, {losses} lost on time ")
    sys.stderr.write("\n")
    late.sort()
    return {
        "moves": len(seconds) - 1,
        "slowest": max(seconds),
        "late": max(late[int(0.99 * (len(late) - 1))], 0.0),
        "losses": losses,
    }


def in_a_process(name: str, limit: float, games: int, cache: str | None) -> dict[str, float]:
    """`play` in a process of its own, with its own compile cache if one is named."""
    environment = {**os.environ, **({"PALAMEDES_CACHE": cache} if cache else {})}
    command = [sys.executable, __file__, "--play", f"{limit}", f"{games}", name]
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(run.stdout))


@contextmanager
def busy() -> Iterator[None]:
    """Keep BUSY processes computing."""
    at_work = [Process(target=_compute, daemon=True) for _ in range(BUSY)]
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


def show(name: str, part: str, limit: float, games: int) -> int:
    """Print a row of the table; returns the games lost on time."""
    if not games:
        return 0
    with tempfile.TemporaryDirectory() as empty, busy() if part == "busy" else nullcontext():
        found = in_a_process(name, limit, games, empty if part == "cold" else None)
    numbers = found["moves"], f"{found['slowest']:.3f} s", f"{1000 * found['late']:.1f} ms"
    sys.stdout.write(ROW.format(name, part, limit, games, *numbers, found["losses"]) + "\n")
    sys.stdout.flush()
    return int(found["losses"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[each.name for each in GAMES], metavar="GAME")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--short", type=int, default=20, help=f"games at {SHORT} s a move")
    parser.add_argument("--long", type=int, default=3, help=f"games at {LONG} s a move")
    parser.add_argument("--play", nargs=2, help=argparse.SUPPRESS)  # limit and games, in a process
    options = parser.parse_args()
    if options.play:
        limit, games = options.play
        json.dump(play(options.games[0], float(limit), int(games)), sys.stdout)
        return
    lost = 0
    sys.stdout.write(ROW.format(*TITLES) + "\n")
    for name in options.games:
        if "cold" in options.parts:
            lost += show(name, "cold", SHORT, COLD_GAMES)
        for part in [each for each in options.parts if each != "cold"]:
            lost += show(name, part, SHORT, options.short) + show(name, part, LONG, options.long)
    sys.exit(f"{lost} games lost on time" if lost else 0)


if __name__ == "__main__":
    main()

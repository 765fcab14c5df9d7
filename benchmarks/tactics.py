"""How often each level and step takes a win in one move, and parries a threat to win in one.

    python benchmarks/tactics.py [GAME ...] [--positions N] [--json]

The positions come from random play: those where the mover can win at once, and those where the
mover cannot, the opponent threatens to, and fewer than half of the moves prevent it. `master` must
never miss, nor must any step from the third on (tests check that); the original levels may, as
their evaluations do not promise it.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.players.ladder import ladder

LEVELS = ("easy", "medium", "hard", "master")
SECONDS = 0.1  # per move, for levels with a time limit
TRIES = 20_000
LONGEST = 60  # plies of random play


def wins(position: Position) -> set[int]:
    """The moves that win at once."""
    replies = {code: position.play(code).result for code in position.codes}
    return {code for code, result in replies.items() if result and result.winner == position.turn}


def parries(position: Position) -> set[int]:
    """The moves after which the opponent cannot win at once; empty unless they are few."""
    if wins(position):
        return set()
    safe = {code for code in position.codes if not wins(position.play(code))}
    return safe if len(safe) < len(position.codes) / 2 else set()


def random_positions(name: str) -> Iterator[Position]:
    random = Random(name)
    for _try in range(TRIES):
        position = Position.start(find_game(name))
        for _ply in range(random.randrange(4, LONGEST)):
            if position.codes:
                position = position.play(random.choice(position.codes))
        if position.codes:
            yield position


def rates(name: str, right: Callable[[Position], set[int]], count: int) -> dict[str, float]:
    """The share of right moves by level, over positions that have one."""
    positions = list(islice(filter(right, random_positions(name)), count))
    shares = {
        level: sum(chosen(position, level) in right(position) for position in positions)
        / max(len(positions), 1)
        for level in players(name)
    }
    return {"positions": len(positions), **shares}


def players(name: str) -> list[str]:
    """The levels, and the steps below `master`."""
    return [*LEVELS, *(step.name for step in ladder(find_game(name))[:-1])]


def chosen(position: Position, level: str) -> int:
    limited = ":time" in position.game.levels.get(level, "")
    text = f"{level}:time={SECONDS},tables=0" if limited else level
    player = make_player(position.game, text, seed=len(position.text))
    return player.choose(Match(position, position.game.history)).code


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[family.name for family in GAMES])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    report = {}
    for name in options.games:
        if not options.json:
            titles = "".join(f"{level:>8}" for level in players(name))
            sys.stdout.write(f"{name:10}{'':8}{'positions':>10}{titles}\n")
        report[name] = {
            "wins": rates(name, wins, options.positions),
            "parries": rates(name, parries, options.positions),
        }
        if not options.json:
            for what, shares in report[name].items():
                cells = "".join(f"{shares[level]:8.0%}" for level in players(name))
                sys.stdout.write(f"{'':10}{what:8}{shares['positions']:10}{cells}\n")
                sys.stdout.flush()
    if options.json:
        sys.stdout.write(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()

"""Tournaments between all levels of every game, which their ratings are computed from.

    PALAMEDES_DATA=FOLDER python benchmarks/levels.py [GAME ...]

Solve the games first (`palamedes solve GAME`): levels that need missing tables are left out. The
journals are in levels/ beside this file; games that are in them are not played again. Afterwards
`python tools/rate_levels.py` computes the ratings.

Each pair of players meets in GAMES games, each beginning half of them, from openings of two random
plies: four would be half of the shortest games. The random player takes part, unless a level is the
same. Levels are as strong as people meet them, except that those that think for a second per move
have THINKING seconds here, or all this would take hours: their ratings are low estimates. Games
without a limit of their own are drawn after LONGEST plies, since players that make no mistakes can
go on for a thousand.
"""

import json
import subprocess
import sys
from pathlib import Path

from palamedes.core.files import write_atomically
from palamedes.core.game import Game
from palamedes.games import GAMES as FAMILIES
from palamedes.games import find_game
from palamedes.players import needs_tables

FOLDER = Path(__file__).with_suffix("")
GAMES = 10
OPENINGS = 2
THINKING = 0.1  # seconds per move
LONGEST = 120  # plies


def entrants(game: Game) -> list[str]:
    """The levels of a game that can play, and the random player: arguments for `tournament`."""
    chance = [] if "random" in game.levels.values() else ["random"]
    levels = (level for level in game.levels if not needs_tables(game, level))
    return [*chance, *(hurried(level, game.levels[level]) for level in levels)]


def hurried(level: str, declared: str) -> str:
    """A level, with less time if it thinks for a second: by its options, or outside its tables."""
    takes_time = "time=" in declared or declared == "perfect"
    return f"{level}={level}:time={THINKING}" if takes_time else level


def journal_of(game: Game) -> Path:
    return FOLDER / f"{game.id.replace(':', '-').replace(',', '-')}.jsonl"


def play(game: Game) -> None:
    """Play the games that the journal of a game does not have yet."""
    settings = ["--games", GAMES, "--openings", OPENINGS, "--workers", 1, "--plain"]
    settings += [] if game.history.plies else ["--limit", LONGEST]
    command = ["tournament", game.id, *entrants(game), *settings, "--journal", journal_of(game)]
    subprocess.run([sys.executable, "-m", "palamedes", *map(str, command)], check=True)
    journal_of(game).with_suffix(".jsonl.lock").unlink()
    shorten(journal_of(game))


def shorten(journal: Path) -> None:
    """Drop what ratings do not need: the thoughts of engines, and fractions of a millisecond."""
    plan, *lines = journal.read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    for game in games:
        record = game["record"]
        record.pop("thoughts", None)
        record["seconds"] = [each and round(each, 3) for each in record["seconds"]]
    shorter = [plan, *(json.dumps(game, separators=(",", ":")) for game in games)]
    write_atomically(journal, "".join(f"{line}\n" for line in shorter).encode())


def main() -> None:
    listed = [find_game(f"{each.name}:{variant}") for each in FAMILIES for variant in each.variants]
    for game in map(find_game, sys.argv[1:]) if sys.argv[1:] else listed:
        play(game)


if __name__ == "__main__":
    main()

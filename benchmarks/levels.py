"""Tournaments of all levels of every game: what their ratings are made of.

    PALAMEDES_DATA=FOLDER python benchmarks/levels.py [GAME ...]

Solve the games first (`palamedes solve GAME`): who cannot play for want of tables is left out. The
journals are beside this file, in levels/; what is in them already is not played again. Afterwards
`python tools/rate_levels.py` makes the ratings.

Every two players meet in GAMES games, half of them with the first move, from openings of random
plies: two, since four are half of the shortest games. Chance plays too, unless a level is nothing
else. Levels are as strong as people meet them, but for those that think for a second a move: they
have THINKING here, or all this would take hours, so that their ratings are a cautious measure. And
games end in a draw after LONGEST plies where they have no such end of their own: two players who
make no mistakes can go on for a thousand.
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
THINKING = 0.1  # seconds
LONGEST = 120


def entrants(game: Game) -> list[str]:
    """The levels of a game that can play, and chance, as the command of tournaments takes them."""
    chance = [] if "random" in game.levels.values() else ["random"]
    levels = (level for level in game.levels if not needs_tables(game, level))
    return [*chance, *(hurried(level, game.levels[level]) for level in levels)]


def hurried(level: str, declared: str) -> str:
    """A level, with less time where it takes a second: by its options, or for want of tables."""
    takes_time = "time=" in declared or declared == "perfect"
    return f"{level}={level}:time={THINKING}" if takes_time else level


def journal_of(game: Game) -> Path:
    return FOLDER / f"{game.id.replace(':', '-').replace(',', '-')}.jsonl"


def play(game: Game) -> None:
    """Play what the journal of a game lacks."""
    settings = ["--games", GAMES, "--openings", OPENINGS, "--workers", 1, "--plain"]
    settings += [] if game.history.plies else ["--limit", LONGEST]
    command = ["tournament", game.id, *entrants(game), *settings, "--journal", journal_of(game)]
    subprocess.run([sys.executable, "-m", "palamedes", *map(str, command)], check=True)
    journal_of(game).with_suffix(".jsonl.lock").unlink()
    shorten(journal_of(game))


def shorten(journal: Path) -> None:
    """Leave out what ratings do not need: what engines saw, and times below a millisecond."""
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

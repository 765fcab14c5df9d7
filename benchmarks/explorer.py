"""How long the opening explorer takes with many games: fills a database and queries it.

    python benchmarks/explorer.py [--games 100000] [--game teeko] [--database URL]

The games are random: a few hundred are stored again and again, so that deep positions occur often,
too. The start is the worst case, as all games have it.
"""

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import Engine, Insert, Table, insert, literal, select, text

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.ui.web.features.explorer import explore
from palamedes.ui.web.store import GameStore, StoredGame
from palamedes.ui.web.store.models import GameRow, MoveRow
from palamedes.ui.web.store.openings import OpeningStore, counting_query

DIFFERENT = 500  # games before they are copied
LONGEST = 24  # plies; then a player resigns
ROUNDS = 15  # of every query
PLIES = (0, 1, 2, 4, 8)  # after which positions are queried


def random_match(name: str, random: Random) -> Match:
    match = Match.of(find_game(name))
    while match.result is None and len(match.turns) < LONGEST:
        match.play(random.choice(match.position.codes))
    if match.result is None:
        match.end(random.randrange(2), "resignation")
    return match


def keep(store: GameStore, match: Match, number: int) -> None:
    seats = ("human", "human"), ("", ""), ("a" * 64, "b" * 64)
    store.add(StoredGame(f"{number:04}", match, *seats, None, datetime.now(UTC)))


def multiply(engine: Engine, times: int) -> None:
    """Copy all games until there are `times` of each, every copy under another id."""
    with engine.begin() as connection:
        for table, key in ((GameRow.__table__, "id"), (MoveRow.__table__, "game_id")):
            for copy in range(1, times):
                connection.execute(_once_more(table, key, copy))
        connection.execute(text("ANALYZE"))


def _once_more(table: Table, key: str, copy: int) -> Insert:
    names = [column.name for column in table.columns]
    values = {**table.c, key: table.c[key] + literal(f"-{copy}")}
    originals = select(*(values[name] for name in names)).where(table.c[key].not_like("%-%"))
    return insert(table).from_select(names, originals)


def plan_of(engine: Engine, game: str, position: str) -> str:
    """How the database says that it will answer the question."""
    question = counting_query(game, [position]).compile(
        engine, compile_kwargs={"literal_binds": True}
    )
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    with engine.connect() as connection:
        rows = connection.execute(text(f"{explain} {question}"))
        return "\n".join(f"  {row[-1]}" for row in rows)


def measure(store: GameStore, match: Match) -> None:
    for ply in PLIES:
        position, seconds = match.positions[ply], []
        for _round in range(ROUNDS):
            archive = OpeningStore(store.engine)  # a new one has cached nothing
            began = perf_counter()
            answer = explore(archive, position)
            seconds.append(perf_counter() - began)
        sys.stdout.write(
            f"ply {ply}: {answer['games']:>7,} games, {len(answer['moves']):>3} moves, "
            f"{1000 * median(seconds):7.1f} ms (slowest {1000 * max(seconds):.1f})\n"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--game", default="teeko")
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore(options.database or f"sqlite:///{Path(folder) / 'games.db'}")
        random = Random(0)
        began = perf_counter()
        matches = [random_match(options.game, random) for _match in range(DIFFERENT)]
        for number, match in enumerate(matches):
            keep(store, match, number)
        multiply(store.engine, options.games // DIFFERENT)
        sys.stdout.write(f"filled in {perf_counter() - began:.0f} s\n")
        start = matches[0].start
        sys.stdout.write(f"{plan_of(store.engine, start.game.id, start.text)}\n")
        measure(store, matches[0])
        store.close()


if __name__ == "__main__":
    main()

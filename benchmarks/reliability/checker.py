"""Were the promises kept? Reads the clients' logs and the final database, and nothing else.

    python benchmarks/reliability/checker.py LOGS DATABASE

LOGS is a folder of the files that players.py writes, DATABASE an SQLite file or the URL of a
PostgreSQL. Nothing here is shared with the server: not even the name of a game is understood.
Prints one JSON document; exit code 1 if a promise is broken.
"""

import argparse
import hashlib
import json
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

TOLERANCE = 1.0  # seconds: how right a clock must be
EXAMPLES = 20  # broken promises that are told in full, of each kind
Ply = tuple[str, int]  # a game, and the number of moves before
Row = dict[str, Any]


class Said(NamedTuple):
    """A move that a client has sent or was shown."""

    move: str
    player: int  # -1 for somebody who only watches
    connection: str
    at: float  # seconds of a clock that all clients share


class Logs:
    """What the clients know."""

    def __init__(self, folder: Path) -> None:
        self.tokens: dict[str, dict[int, str]] = defaultdict(dict)  # by game and player
        self.sent: dict[Ply, list[Said]] = defaultdict(list)
        self.shown: dict[Ply, list[Said]] = defaultdict(list)
        self.over: dict[str, dict[tuple[int | None, str], float]] = defaultdict(dict)  # and when
        self.leaving: set[str] = set()  # games whose player has asked to delete everything
        self.deleted: dict[str, list[str]] = {}  # the games alone of those to whom that was granted
        self.lates: list[tuple[float, float]] = []  # when some server did not answer at once
        self.downs: dict[str, list[tuple[float, float]]] = defaultdict(list)  # by server
        for path in sorted(folder.glob("*.jsonl")):
            for line in _whole_lines(path):
                self._add(json.loads(line))

    def _add(self, line: Row) -> None:
        match line["kind"]:
            case "seat":
                self.tokens[line["game"]][line["player"]] = line["token"]
            case "sent" | "shown" as kind:
                said = Said(line["move"], line["player"], line["connection"], line["at"])
                getattr(self, kind)[line["game"], line["ply"]].append(said)
            case "over":
                result = line["winner"], line["reason"]
                self.over[line["game"]].setdefault(result, line["at"])
            case "deleting":
                self.leaving.update(line["games"])
            case "deleted":
                self.deleted[line["token"]] = line["games"]
            case "server":
                self.downs[line["server"]] += []
            case "late":
                self.lates.append((line["since"], line["until"]))
            case "down":
                self.downs[line["server"]].append((line["since"], line["until"]))

    def seconds_up(self, since: float, until: float) -> float:
        """The seconds in which at least one server answered."""
        all_down = [(since, until)] if self.downs else []
        for downs in self.downs.values():
            all_down = [
                (max(begin, other_begin), min(end, other_end))
                for begin, end in all_down
                for other_begin, other_end in downs
                if max(begin, other_begin) < min(end, other_end)
            ]
        return until - since - sum(end - begin for begin, end in all_down)

    def seconds_late(self, since: float, until: float) -> float:
        """The seconds in which a server kept everybody waiting, at most."""
        overlaps = (min(end, until) - max(begin, since) for begin, end in self.lates)
        return sum(seconds for seconds in overlaps if seconds > 0)


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The last line may have been cut off with its writer."""
    with path.open("rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))


class Database(NamedTuple):
    """What is left at the end."""

    games: dict[str, Row]
    moves: list[Row]  # of all games, by ply
    words: set[str]  # every text in every table

    @classmethod
    def read(cls, address: str) -> "Database":
        with closing(_connect(address)) as connection:
            tables = {name: list(_rows(connection, name)) for name in _tables(connection)}
        games = {row["id"]: row for row in tables["games"]}
        moves = sorted(tables["moves"], key=lambda row: (row["game_id"], row["ply"]))
        rows = (row for table in tables.values() for row in table)
        return cls(games, moves, {word for row in rows for word in row.values() if _is_text(word)})


def _connect(address: str) -> Any:
    if "://" in address:
        import psycopg  # the driver of a database, as sqlite3 is

        return psycopg.connect(address)
    return sqlite3.connect(Path(address).resolve().as_uri() + "?mode=ro", uri=True)


def _tables(connection: Any) -> list[str]:
    if isinstance(connection, sqlite3.Connection):
        query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    else:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    return [name for (name,) in connection.execute(query)]


def _rows(connection: Any, table: str) -> Iterator[Row]:
    cursor = connection.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def owner_of(token: str) -> str:
    """Under which name the database knows whoever has a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Checker:
    """Compares what clients know with what is left, promise by promise."""

    def __init__(self, logs: Logs, database: Database) -> None:
        self.logs, self.database = logs, database
        self.kept: dict[Ply, list[Row]] = defaultdict(list)
        self.moves_of: dict[str, list[Row]] = defaultdict(list)
        for row in database.moves:
            self.kept[row["game_id"], row["ply"]].append(row)
            self.moves_of[row["game_id"]].append(row)
        self.broken: dict[str, list[str]] = defaultdict(list)
        self.counts: Counter[str] = Counter()

    def check(self) -> dict[str, Any]:
        self._check_shown()
        self._check_kept()
        self._check_results()
        self._check_clocks()
        self._check_timeouts()
        self._check_deletions()
        return {
            "kept": not self.broken,
            "counts": dict(sorted(self.counts.items())),
            "broken": {name: len(found) for name, found in self.broken.items()},
            "examples": {name: found[:EXAMPLES] for name, found in self.broken.items()},
        }

    def _check_shown(self) -> None:
        """Lost: a move that somebody was shown is not there."""
        for (game, ply), shown in self.logs.shown.items():
            if game in self.logs.leaving and game not in self.database.games:
                continue
            rows = self.kept.get((game, ply), [])
            self.counts["moves acknowledged"] += 1
            self.counts["times a move was shown"] += len(shown)
            for move in {each.move for each in shown} - {row["move"] for row in rows}:
                there = rows[0]["move"] if rows else "nothing"
                self._break("lost", f"{game} {ply}: {move} was shown, {there} is there")

    def _check_kept(self) -> None:
        """Doubled or foreign: a move is there that its player has not sent for this ply."""
        last: dict[str, int] = {}
        for (game, ply), rows in self.kept.items():
            if ply != last.get(game, -1) + 1:
                self._break("lost", f"{game} {ply}: the move before is not there")
            last[game] = ply
            if game not in self.logs.tokens:
                continue  # no client of ours has made this game
            self.counts["moves checked"] += len(rows)
            if len(rows) > 1:
                self._break("doubled", f"{game} {ply}: {[row['move'] for row in rows]}")
            for move in {row["move"] for row in rows} - self._sent_rightly(game, ply):
                kind = "doubled" if self._is_repeated(game, ply, move) else "foreign"
                self._break(kind, f"{game} {ply}: {move} was not sent by its player")

    def _sent_rightly(self, game: str, ply: int) -> set[str]:
        """The moves that whoever has the seat has sent for a ply."""
        player = ply % 2
        row, token = self.database.games.get(game), self.logs.tokens[game].get(player)
        owner = row and row[("first_owner", "second_owner")[player]]
        if token is None or owner != owner_of(token):
            return set()
        return {said.move for said in self.logs.sent[game, ply] if said.player == player}

    def _is_repeated(self, game: str, ply: int, move: str) -> bool:
        """Whether a move is one that the same player has made at another ply."""
        others = (other for other in range(ply % 2, ply, 2))
        rows = (row for other in others for row in self.kept.get((game, other), []))
        return any(row["move"] == move for row in rows)

    def _check_results(self) -> None:
        """Lost: a result that somebody was shown is not there, or another one."""
        for game, results in self.logs.over.items():
            row = self.database.games.get(game)
            if row is None and game in self.logs.leaving:
                continue
            self.counts["results"] += 1
            there = None if row is None else (row["winner"], row["reason"])
            for result in results.keys() - {there}:
                self._break("result lost", f"{game}: {result} was shown, {there} is there")

    def _check_clocks(self) -> None:
        """Unfair: a player pays for more seconds than passed with a server up, or for too few.

        While a server does not even answer those on its own machine, nobody knows better.
        """
        for (game, ply), rows in self.kept.items():
            before, shown = self.logs.shown.get((game, ply - 1)), self.logs.shown.get((game, ply))
            if not (before and shown) or rows[0]["seconds"] is None:
                continue
            paid, began = rows[0]["seconds"], min(said.at for said in before)
            ended = min(said.at for said in shown)
            sent = min((said.at for said in self.logs.sent[game, ply - 1]), default=began)
            most = self.logs.seconds_up(began, ended)
            if paid > most + TOLERANCE:
                most += self.logs.seconds_late(sent, ended)
            least = min(self._thought(game, ply, rows[0]["move"]), default=0.0)
            self.counts["clocks checked"] += 1
            if not least - TOLERANCE <= paid <= most + TOLERANCE:
                told = f"{game} {ply}: {paid:.2f} s paid, {least:.2f} to {most:.2f} s are right"
                self._break("clock", told)

    def _thought(self, game: str, ply: int, move: str) -> Iterator[float]:
        """The seconds from seeing a position to sending a move, on one connection."""
        seen = {
            said.connection: said.at
            for said in reversed(self.logs.shown[game, ply - 1])
            if said.player == ply % 2
        }
        for said in self.logs.sent[game, ply]:
            if said.move == move and said.player == ply % 2:
                yield said.at - seen.get(said.connection, said.at)

    def _check_timeouts(self) -> None:
        """Unfair: a player has lost on time and had some left."""
        for game, row in self.database.games.items():
            moves = self.moves_of[game]
            shown = [said.at for said in self.logs.shown.get((game, len(moves) - 1), [])]
            ended = min(self.logs.over[game].values(), default=None)
            if row["reason"] != "timeout" or not shown or ended is None:
                continue
            mine = moves[len(moves) % 2 :: 2]
            paid = sum(move["seconds"] or 0.0 for move in mine)
            had = row["total"] + (row["increment"] or 0.0) * len(mine)
            used = paid + self.logs.seconds_up(min(shown), ended)
            self.counts["losses on time checked"] += 1
            if used < had - TOLERANCE:
                self._break("timeout", f"{game}: lost on time after {used:.2f} of {had:.2f} s")

    def _check_deletions(self) -> None:
        """Not deleted: a trace of whoever was told that everything is deleted."""
        for token, games in self.logs.deleted.items():
            self.counts["deletions"] += 1
            if owner_of(token) in self.database.words:
                self._break("not deleted", f"owner {owner_of(token)}")
            for game in games:
                if game in self.database.words:
                    self._break("not deleted", f"game {game}")

    def _break(self, promise: str, told: str) -> None:
        self.broken[promise].append(told)


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", type=Path)
    parser.add_argument("database")
    options = parser.parse_args(arguments)
    found = Checker(Logs(options.logs), Database.read(options.database)).check()
    sys.stdout.write(f"{json.dumps(found, indent=2)}\n")
    return 0 if found["kept"] else 1


if __name__ == "__main__":
    sys.exit(main())

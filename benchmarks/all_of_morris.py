"""All of morris on one machine: build, verify, pack, make the book, play, check the games.

    python benchmarks/all_of_morris.py report/ --device cuda --seconds 600
    python benchmarks/all_of_morris.py report/ --tier small --games 2 --wins 2

What is done is in the folder and is skipped the next time: one file of JSON a step, the games as
lines, and `report.md` for people. A step ends after --seconds, and goes on in the next run. Tables
and book are where Palamedes keeps them (PALAMEDES_DATA). The small tier is morris with three men.

The steps: build, and verify all tables; outcomes: the file that searches ask; book: the values of
the first plies; games: the perfect player against others, and the same without a preference among
drawing moves; check: every move of the perfect player, by placing_check.py.
"""

import argparse
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from time import monotonic, perf_counter

import solving
from placing_check import PlainChecker

from palamedes.books.first_plies import FirstPlies, add_values, book_in_use
from palamedes.core.devices import find_device
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.core.workers import worker_pool
from palamedes.games import find_game
from palamedes.games.morris.layers import MorrisLayers
from palamedes.games.morris.rules import MorrisState
from palamedes.players import make_player
from palamedes.players.player import EnginePlayer, Player
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Limits
from palamedes.search.book_engine import own_book_path
from palamedes.search.evaluations import default_evaluation
from palamedes.search.opening_book import canonical
from palamedes.search.truth_engine import TruthEngine
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.outcomes import FILE, keep_outcomes

SMALL = 3  # men of each player in the small tier: no other has as many decided positions
RANKS = {LOSS: 0, DRAW: 1, WIN: 2}
SHOWN = 2.0  # seconds between two lines of progress


def tier_game(tier: str) -> Game:
    """Morris, or the same with fewer men."""
    game = find_game("morris")
    if tier == "full":
        return game
    men = SMALL if tier == "small" else int(tier)
    start, layers = MorrisState(hand=2 * men), MorrisLayers(men)
    return replace(game, variant=f"{men}-men", start=start, layers=layers)


class Report:
    """The folder of a report: a document of each step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def read(self, step: str) -> dict:
        path = self.folder / f"{step}.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def write(self, step: str, document: dict) -> None:
        write_atomically(self.folder / f"{step}.json", json.dumps(document, indent=1).encode())

    def lines(self, name: str) -> list[dict]:
        path = self.folder / f"{name}.jsonl"
        text = path.read_text() if path.exists() else ""
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def add_line(self, name: str, document: dict) -> None:
        with (self.folder / f"{name}.jsonl").open("a") as file:
            file.write(json.dumps(document) + "\n")


def say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def progress_lines() -> Callable[[str, int, int], None]:
    told = [0.0]

    def progress(what: str, done: int, total: int) -> None:
        if monotonic() - told[0] > SHOWN:
            told[0] = monotonic()
            say(f"  {what}: {100 * done / max(total, 1):.1f} %")

    return progress


def build(exact: ExactValues, options: argparse.Namespace, report: Report) -> None:
    """Build and verify all tables, in a process of its own; smaller tiers just here."""
    if options.tier != "full":
        exact.build(exact.layers.every, options.threads, progress_lines())
        return
    rows, until = report.read("build"), monotonic() + options.seconds
    if len(rows) == len(exact.layers.groups(exact.layers.every)):
        return
    given = ["morris", "--men", "all", "--threads", str(options.threads), "--verify"]
    given = solving.arguments().parse_args(given)
    compiled, data = str(data_folder() / "compiled"), str(data_folder())
    for row in solving.build(solving.HERE, given, compiled, data, options.device):
        rows.setdefault(row.pop("group"), row)
        report.write("build", rows)
        if monotonic() > until:
            return


def outcomes(exact: ExactValues, options: argparse.Namespace, report: Report) -> None:
    began = perf_counter()
    keep_outcomes(exact, exact.layers.every, options.threads, progress_lines())
    seconds = round(perf_counter() - began, 2)
    if (exact.folder / FILE).exists():
        before = report.read("outcomes").get("first", seconds)
        size = (exact.folder / FILE).stat().st_size
        report.write("outcomes", {"first": before, "again": seconds, "bytes": size})


def book(exact: ExactValues, options: argparse.Namespace, report: Report) -> None:
    if report.read("book").get("plies") == options.plies:
        return
    began = perf_counter()
    device = find_device(options.device, options.threads)
    work = FirstPlies(exact, options.plies, options.threads, device)
    path, used = own_book_path(exact.game), book_in_use(exact.game)
    values = work.find(progress_lines())
    new = add_values(used, values, path)
    shutil.copy(path, report.folder)
    report.write("book", {
        "plies": options.plies,
        "positions": work.total,
        "seconds": round(perf_counter() - began, 2),
        "bytes": len(new.to_bytes()),
        "bytes of values": len(values.to_bytes()),
    })  # fmt: skip


@dataclass(frozen=True)
class Job:
    """A game of the perfect player."""

    tier: str
    arm: str  # perfect, or plain: without a preference among drawing moves
    opponent: str
    number: int
    seconds: float
    quiet: int

    @property
    def key(self) -> tuple[str, str, int]:
        return self.arm, self.opponent, self.number


def jobs(options: argparse.Namespace) -> Iterator[Job]:
    """The games whose moves are checked first, then those that count wins."""
    opponents = ("random", "hard", "master:time=0.1")

    def job(arm: str, opponent: str, number: int) -> Job:
        return Job(options.tier, arm, opponent, number, options.time, options.quiet)

    for number in range(options.games):
        yield from (job("perfect", opponent, number) for opponent in opponents)
    for number in range(options.wins):
        if number >= options.games:
            yield from (job("perfect", opponent, number) for opponent in opponents[1:])
        yield from (job("plain", opponent, number) for opponent in opponents[1:])


@lru_cache(maxsize=4)
def perfect_player(tier: str, arm: str, seconds: float) -> Player:
    game = tier_game(tier)
    if arm == "perfect":
        return make_player(game, f"perfect:time={seconds}")
    known = ExactValues(game)
    search = AlphaBeta(default_evaluation(game), oracle=known)
    return EnginePlayer(TruthEngine(known, search, sets_traps=False), Limits(seconds=seconds))


def play(job: Job) -> dict:
    """Play a game; the perfect player begins in every second one."""
    game = tier_game(job.tier)
    history = replace(game.history, quiet=job.quiet)
    match, seat = Match(Position.start(game), history), job.number % 2
    players = {
        seat: perfect_player(job.tier, job.arm, job.seconds),
        1 - seat: make_player(game, job.opponent, seed=job.number),
    }
    for place, player in players.items():
        player.prepare(match, place)
    slowest = {"placing": 0.0, "moving": 0.0}
    while match.result is None:
        turn, phase = match.position.turn, "placing" if match.position.state.hand else "moving"
        began = perf_counter()
        code = players[turn].choose(match).code
        if turn == seat:
            slowest[phase] = max(slowest[phase], round(perf_counter() - began, 3))
        match.play(code)
    winner = match.result.winner
    return {
        **asdict(job),
        "seat": seat,
        "result": "draw" if winner is None else "win" if winner == seat else "loss",
        "reason": match.result.reason,
        "slowest": slowest,
        "moves": [turn.move for turn in match.turns],
    }


def games(exact: ExactValues, options: argparse.Namespace, report: Report) -> None:
    done = {(each["arm"], each["opponent"], each["number"]) for each in report.lines("games")}
    left, until = (
        [job for job in jobs(options) if job.key not in done],
        monotonic() + options.seconds,
    )
    if options.workers == 0:  # in this process, for tests
        for job in left:
            report.add_line("games", play(job))
        return
    with worker_pool(options.workers) as pool:
        queue, running = iter(left), set()
        while monotonic() < until:
            free = options.workers - len(running)
            running |= {pool.submit(play, job) for job in islice(queue, free)}
            if not running:
                return
            ended, running = wait(running, max(until - monotonic(), 0), FIRST_COMPLETED)
            for each in ended:
                report.add_line("games", each.result())
                say(f"{json.dumps({k: v for k, v in each.result().items() if k != 'moves'})}")


def check(exact: ExactValues, options: argparse.Namespace, report: Report) -> None:
    """Every move of the perfect player: is it worth as much as the position before?"""
    played, until = report.lines("games"), monotonic() + options.seconds
    checker = PlainChecker(exact, options.threads, options.megabytes << 17)
    known = {tuple(each["state"]): each["value"] for each in report.lines("values")}
    moves = [pair for each in played for pair in moves_of(exact.game, each)]
    above = {
        canonical(s).state for pair in moves for s in pair if s.hand and s.outcome() == ONGOING
    }
    found = checker.values(above - known.keys(), until - monotonic())
    for state, value in found.items():
        report.add_line("values", {"state": list(map(int, state)), "value": value})
    known |= found
    count = Counter(worth_of(checker, known, *pair) for pair in moves)
    report.write("check", {
        "games": len(played),
        "moves": len(moves),
        "right": count["right"],
        "wrong": count["wrong"],
        "not checked yet": count["unknown"],
        "positions searched": len(known),
    })  # fmt: skip


def moves_of(game: Game, played: dict) -> Iterator[tuple[MorrisState, MorrisState]]:
    """The states before and after the moves of the perfect player."""
    position = Position.start(game)
    for number, move in enumerate(played["moves"]):
        after = position.play(position.move_code(move))
        if number % 2 == played["seat"]:
            yield position.state, after.state
        position = after


def worth_of(checker: PlainChecker, known: dict, before: MorrisState, after: MorrisState) -> str:
    """Whether a move keeps the value and, in the tables, the distance: a win comes nearer."""
    if not before.hand:
        one = checker.byte(before)
        two = 1 if after.outcome() == LOSS else checker.byte(after)
        return "right" if (one == two == 0) or (one and two == one - 1) else "wrong"
    values = [value_of(checker, known, state) for state in (before, after)]
    if None in values:
        return "unknown"
    return "right" if RANKS[values[0]] == 2 - RANKS[values[1]] else "wrong"


def value_of(checker: PlainChecker, known: dict, state: MorrisState) -> int | None:
    if state.outcome() != ONGOING:
        return state.outcome()
    if state.hand:
        return known.get(tuple(canonical(state).state))
    byte = checker.byte(state)
    return DRAW if byte == 0 else LOSS if byte & 1 else WIN


def write_report(report: Report) -> None:
    """`report.md`: what was found so far."""
    lines = ["# All of morris", ""]
    if rows := report.read("build"):
        groups = [{"group": name, **row} for name, row in rows.items()]
        lines.append(solving.table("tables", groups))
    for step in ("outcomes", "book", "check"):
        lines += ["", f"## {step}", "", f"    {json.dumps(report.read(step))}"]
    lines += ["", "## games", "", "| player | against | games | won | drawn | lost | slowest (s) |"]
    lines.append("|---|---|---|---|---|---|---|")
    arms: dict[tuple[str, str], list[dict]] = {}
    for each in report.lines("games"):
        arms.setdefault((each["arm"], each["opponent"]), []).append(each)
    for (arm, opponent), own in sorted(arms.items()):
        count = Counter(each["result"] for each in own)
        slowest = [max(each["slowest"][phase] for each in own) for phase in ("placing", "moving")]
        lines.append(
            f"| {arm} | {opponent} | {len(own)} | {count['win']} | {count['draw']} "
            f"| {count['loss']} | {slowest[0]} placing, {slowest[1]} moving |"
        )
    write_atomically(report.folder / "report.md", ("\n".join(lines) + "\n").encode())


STEPS = {"build": build, "outcomes": outcomes, "book": book, "games": games, "check": check}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path, help="the folder of the report")
    parser.add_argument("--tier", default="full", help="full, small, or a number of men")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    parser.add_argument("--seconds", type=float, default=1e9, help="for each step")
    parser.add_argument("--device", default="cpu", help="cpu or cuda, for tables and book")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="0: this process")
    parser.add_argument("--megabytes", type=int, default=4096, help="of transposition tables")
    parser.add_argument("--plies", type=int, default=6, help="the last ply of the book")
    parser.add_argument("--games", type=int, default=100, help="against each of three opponents")
    parser.add_argument("--wins", type=int, default=200, help="games that count wins, each way")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a perfect move")
    parser.add_argument("--quiet", type=int, default=100, help="plies without a mill: a draw")
    options = parser.parse_args()
    exact, report = ExactValues(tier_game(options.tier)), Report(options.report)
    data_folder().mkdir(parents=True, exist_ok=True)
    try:
        for step in options.steps:
            began = perf_counter()
            STEPS[step](exact, options, report)
            say(f"{step}: {perf_counter() - began:.1f} s")
    finally:
        write_report(report)


if __name__ == "__main__":
    main()

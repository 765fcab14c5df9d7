"""Places the steps of the ladders and measures them, with all levels: players/data/ladder.json.

    PALAMEDES_DATA=FOLDER python tools/calibrate.py [GAME ...] [--workers 2] [--keep] [--few]

Run it again after a change of an engine; the levels of the source projects do not change, and
`medium` has 1500 by definition. It goes through three phases for each game:

1. Rungs, far more than a ladder has steps, play those next to them. A rung is a small search that
   misjudges moves more or less (players/blurred.py). All rungs are limited by depth or nodes, so
   that a rating holds on every machine.
2. Steps are chosen among the rungs, or between two of them, evenly spaced in strength. With --keep
   the steps stay as they are.
3. Steps and levels play each other, most of all neighbours. If they are too near or too uneven,
   phase 2 is repeated with what is known by then; steps that do not climb are left out at last.

With --few a game has no more games than a variant, as awalé, whose games are long.

Levels that think for a second have NODES nodes a move here, about 0.1 s on one core, so that other
work on the machine changes nothing, and no tables: their ratings are low estimates. `perfect` takes
part if the game is solved (`palamedes solve GAME`). The games are kept in FOLDER/calibration and
are not played again: delete that after a change of an engine.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from palamedes.arena.elo import VALUES, RatingTable, Tally, rate
from palamedes.arena.openings import Openings
from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.core.files import data_folder, write_atomically
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.players import make_player, needs_tables
from palamedes.players.ladder import MEASURED, TOP, ladder
from palamedes.search.evaluations import default_evaluation_name

ANCHOR, MIDDLE = "medium", 1500.0
NODES = 400_000  # per move of levels that think for a second
LONGEST = 120  # plies; players without mistakes can go on for a thousand
OPENING = 2  # random plies
LONGEST_LADDER = 10
SMALLEST_GAP = 90.0  # Elo between neighbours: 63 %
LEAST_CLIMB = 50.0  # Elo: a step measured to be nearer than this to the next is left out
NEAR_ENOUGH = 20.0  # Elo: a player that is known is better than a new one a little nearer
FEWEST, SPREAD = 0.6, 0.16  # the least a step should score against the one below; how unevenly
CARELESS = 2  # steps at the foot of a ladder that may miss a win in one move
ROUNDS = 2  # how often steps are chosen
BATCH = 2  # pairs of games that a worker plays at a time

# Depth or nodes of a search, and by how much it misjudges: each line is stronger than the last. The
# strongest open by the book, where a game has one: without it they begin too much alike.
SEARCHES: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("alphabeta:depth=1,sight=0", (1.0, 0.6, 0.4, 0.27, 0.18)),
    ("alphabeta:depth=2", (0.4, 0.3, 0.22, 0.16, 0.12, 0.09, 0.065)),
    ("alphabeta:depth=3", (0.1, 0.075, 0.055, 0.04)),
    ("alphabeta:depth=4", (0.06, 0.045, 0.03)),
    ("alphabeta:nodes=2000,hash=1", (0.045, 0.03, 0.02)),
    ("alphabeta:nodes=8000,hash=1,book=1", (0.03, 0.02, 0.012)),
    ("alphabeta:nodes=30000,hash=1,book=1", (0.02, 0.012)),
    ("alphabeta:nodes=100000,hash=4,book=1", (0.012, 0.006)),
)


class Rung(NamedTuple):
    """A player that may become a step: a search, and by how much it misjudges moves."""

    search: str
    blur: float

    @property
    def spec(self) -> str:
        return f"{self.search},blur={self.blur:.3g}"


# The same for games without an evaluation: their searches know nothing but what they have proven.
PROOFS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("alphabeta:depth=1,sight=0", (0.6, 0.3)),
    *((f"alphabeta:depth={depth}", (0.7, 0.5, 0.38, 0.3, 0.2)) for depth in (2, 3, 4, 5, 6)),
    ("alphabeta:nodes=2000,hash=1", (0.5, 0.38, 0.3, 0.2)),
)


def rungs_of(game: Game) -> list[Rung]:
    searches = PROOFS if default_evaluation_name(game) == "none" else SEARCHES
    return [Rung(search, blur) for search, blurs in searches for blur in blurs]


@dataclass(frozen=True)
class Effort:
    """How many pairs of games are played: by neighbours, by rungs next to each other, by others."""

    neighbours: int
    placing: int
    others: int


FAMILY, VARIANT = Effort(100, 15, 5), Effort(30, 6, 3)


class PairsJob(NamedTuple):
    """Pairs of games between two players, from openings `first` to `last`."""

    game: str
    one: str
    other: str
    first: int
    last: int


def play_pairs(job: PairsJob) -> list[int]:
    """How many pairs had each of the five outcomes of arena/elo.py, from the first one's view."""
    game = find_game(job.game)
    history = replace(game.history, plies=game.history.plies or LONGEST)
    openings = Openings(game, history, OPENING, seed=0)
    counts = [0] * len(VALUES)
    for number in range(job.first, job.last):
        points = 0.0
        for seat in (0, 1):
            match = Match(Match.of(game).start, history)
            for move in openings.line(number):
                match.play(move)
            specs = (job.one, job.other) if seat == 0 else (job.other, job.one)
            players = [make_player(game, each, 2 * number + i) for i, each in enumerate(specs)]
            play_game(match, players, GameTerms(history))
            winner = match.result.winner if match.result else None
            points += 0.5 if winner is None else float(winner == seat)
        counts[VALUES.index(points / 2)] += 1
    return counts


@dataclass
class Results:
    """All games between the players of a game, kept in a file."""

    game: Game
    path: Path
    pairs: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    @classmethod
    def read(cls, game: Game) -> "Results":
        folder = data_folder() / "calibration"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{game.id.replace(':', '-').replace(',', '-')}.json"
        known = json.loads(path.read_text()) if path.exists() else []
        return cls(game, path, {(one, other): counts for one, other, counts in known})

    def play(self, wanted: Iterable[tuple[str, str, int]], pool: ProcessPoolExecutor) -> None:
        """Play what is missing of the wanted pairs of games."""
        jobs = [job for one, other, pairs in wanted for job in self._missing(one, other, pairs)]
        for number, (job, counts) in enumerate(zip(jobs, pool.map(play_pairs, jobs), strict=True)):
            known = self.pairs.setdefault((job.one, job.other), [0] * len(VALUES))
            self.pairs[job.one, job.other] = [a + b for a, b in zip(known, counts, strict=True)]
            self._save()
            show_progress(f"{self.game.id}: {number + 1} of {len(jobs)} batches of games")

    def _missing(self, one: str, other: str, pairs: int) -> Iterator[PairsJob]:
        for first in range(sum(self.pairs.get((one, other), [])), pairs, BATCH):
            yield PairsJob(self.game.id, one, other, first, min(first + BATCH, pairs))

    def _save(self) -> None:
        rows = [[*meeting, counts] for meeting, counts in self.pairs.items()]
        write_atomically(self.path, json.dumps(rows).encode())

    def tally(self, one: str, other: str) -> Tally:
        """What is known of two players, whoever was named first."""
        straight = self.pairs.get((one, other), [0] * len(VALUES))
        turned = self.pairs.get((other, one), [0] * len(VALUES))[::-1]
        return Tally(tuple(float(a + b) for a, b in zip(straight, turned, strict=True)))

    def score(self, one: str, other: str) -> float:
        tally = self.tally(one, other)
        return tally.points / tally.games

    def table(self, players: Sequence[str]) -> RatingTable:
        """The ratings of players by the games between them."""
        tallies = {
            (a, b): self.tally(players[a], players[b])
            for a, b in combinations(range(len(players)), 2)
        }
        return rate(len(players), {pair: each for pair, each in tallies.items() if each.games})


def show_progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text} ")


def hurried(game: Game, level: str) -> str:
    """A level as it takes part: limited by nodes if it is otherwise limited by time."""
    declared = game.levels.get(level, "")
    if declared != "perfect" and "time=" not in declared:
        return level
    without_tables = ",tables=0" if "tables=1" in declared else ""
    return f"{level}:nodes={NODES},time=86400{without_tables}"


def place(results: Results, effort: Effort, pool: ProcessPoolExecutor) -> list[str]:
    """The specs of the steps, after the games of the rungs; the last is `master`."""
    rungs = [rung.spec for rung in rungs_of(results.game)]
    near = [
        (one, other, effort.placing)
        for reach in (1, 2, 4)
        for one, other in zip(rungs, rungs[reach:], strict=False)
    ]
    top = hurried(results.game, TOP)  # slow: fewer games
    results.play([*near, *((rung, top, effort.others) for rung in rungs[-2:])], pool)
    return choose_steps(results)


def choose_steps(results: Results) -> list[str]:
    """Steps from `master` down, by all games: as evenly spaced as the rungs allow."""
    top = hurried(results.game, TOP)
    players = list(dict.fromkeys(player for meeting in results.pairs for player in meeting))
    elo = dict(zip(players, results.table(players).elo, strict=True))
    rungs = {rung: elo[rung.spec] for rung in map(as_rung, players) if rung is not None}
    span = elo[top] - min(rungs.values())
    gap = max(span / (LONGEST_LADDER - 1), SMALLEST_GAP)
    ratings = {**{rung.spec: rating for rung, rating in rungs.items()}, TOP: elo[top]}
    steps = [TOP]
    while len(steps) < LONGEST_LADDER and sum("sight=0" in step for step in steps) < CARELESS:
        above = ratings[steps[0]]
        lower = {rung: each for rung, each in rungs.items() if each <= above - SMALLEST_GAP}
        if not lower:
            break
        found, rating = between(above - gap, lower)
        ratings[found.spec] = rating
        steps.insert(0, found.spec)
    return steps if len(steps) == LONGEST_LADDER else with_foot(steps, ratings, rungs)


def with_foot(steps: list[str], ratings: dict[str, float], rungs: dict[Rung, float]) -> list[str]:
    """A short ladder, with its careless steps spread down to the weakest rung.

    In a small game whoever sees two plies is strong, and beginners need somebody weaker.
    """
    careful = [step for step in steps if "sight=0" not in step]
    weakest = min(rungs, key=lambda rung: rungs[rung])
    middle, _rating = between((rungs[weakest] + ratings[careful[0]]) / 2, rungs)
    return list(dict.fromkeys((weakest.spec, middle.spec, *careful)))


def as_rung(spec: str) -> Rung | None:
    search, found, blur = spec.partition(",blur=")
    return Rung(search, float(blur)) if found else None


def between(target: float, rungs: dict[Rung, float]) -> tuple[Rung, float]:
    """The rung nearest to a rating, or one between it and another of the same search."""
    best = min(rungs, key=lambda rung: abs(rungs[rung] - target))
    if abs(rungs[best] - target) <= NEAR_ENOUGH:
        return best, rungs[best]
    for other in sorted(rungs, key=lambda rung: abs(rungs[rung] - target)):
        low, high = sorted((best, other), key=lambda rung: rungs[rung])
        if other.search == best.search and rungs[low] < target < rungs[high]:
            share = (target - rungs[low]) / (rungs[high] - rungs[low])
            blur = exp(log(low.blur) * (1 - share) + log(high.blur) * share)
            return Rung(best.search, float(f"{blur:.3g}")), target
    return best, rungs[best]


def measure(results: Results, specs: list[str], effort: Effort, pool: ProcessPoolExecutor) -> None:
    """Let steps and levels play each other: neighbours most, far steps not at all."""
    top = hurried(results.game, TOP)
    steps = [top if spec == TOP else spec for spec in specs]
    wanted = [(low, high, effort.neighbours) for low, high in pairwise(steps)]
    wanted += [(low, high, effort.others) for low, high in zip(steps, steps[2:], strict=False)]
    levels = other_levels(results.game)
    wanted += [(level, step, effort.others) for level in levels for step in steps]
    wanted += [(one, other, effort.others) for one, other in combinations(levels, 2)]
    # A level that plays at random loses every game but some of these.
    wanted += [(level, steps[0], effort.neighbours) for level in levels[:1]]
    results.play(wanted, pool)


def other_levels(game: Game) -> list[str]:
    """The levels that are no steps and can play."""
    names = [level for level in game.levels if level != TOP and not needs_tables(game, level)]
    return [hurried(game, level) for level in names]


def is_even(results: Results, specs: list[str]) -> bool:
    """Whether all neighbours are as far apart as they should be."""
    steps = [hurried(results.game, TOP) if spec == TOP else spec for spec in specs]
    scores = [results.score(high, low) for low, high in pairwise(steps)]
    sys.stderr.write(f"{results.game.id}: {' '.join(f'{100 * each:.0f}%' for each in scores)}\n")
    return min(scores) >= FEWEST and max(scores) - min(scores) <= SPREAD


def climbing(results: Results, specs: list[str]) -> list[str]:
    """The steps without those that turned out to be hardly weaker than the next one."""
    top = hurried(results.game, TOP)
    elo = results.table([top if spec == TOP else spec for spec in specs]).elo
    kept = [len(specs) - 1]
    for place in reversed(range(len(specs) - 1)):
        if elo[place] <= elo[kept[0]] - LEAST_CLIMB:
            kept.insert(0, place)
    return [specs[place] for place in kept]


def document(results: Results, specs: list[str]) -> dict[str, Any]:
    """The ratings of steps and levels, and the games they are known by."""
    game = results.game
    levels = {each.partition(":")[0]: each for each in other_levels(game)}
    levels[TOP] = hurried(game, TOP)
    levels |= {f"step{number}": spec for number, spec in enumerate(specs[:-1], start=1)}
    names, players = list(levels), list(levels.values())
    table = results.table(players)
    shift = MIDDLE - table.elo[names.index(ANCHOR)]
    rated: dict[str, Any] = {
        name: {
            "rating": round(table.elo[place] + shift, 1),
            "deviation": round(table.deviation(place), 1),
        }
        for place, name in enumerate(names)
    }
    rated[f"step{len(specs)}"] = dict(rated[TOP])
    for number, spec in enumerate(specs, start=1):
        rated[f"step{number}"]["spec"] = spec
    games = {
        f"{names[a]} {names[b]}": [int(count) for count in tally.pairs]
        for a, b in combinations(range(len(players)), 2)
        if (tally := results.tally(players[a], players[b])).games
    }
    return {"levels": rated, "games": games}


def calibrate(game: Game, keep: bool, few: bool, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """What the file says of a game."""
    effort = VARIANT if game.variant or few else FAMILY
    results = Results.read(game)
    specs = [step.spec for step in ladder(game)] if keep else place(results, effort, pool)
    for _round in range(0 if keep else ROUNDS):
        measure(results, specs, VARIANT, pool)  # few games show what is uneven
        if is_even(results, specs):
            break
        specs = choose_steps(results)
    measure(results, specs, effort, pool)
    if not keep:
        specs = climbing(results, specs)
        measure(results, specs, effort, pool)
    is_even(results, specs)
    return document(results, specs)


def as_text(games: dict[str, Any]) -> str:
    """The text of the file, with one line per level and per meeting."""
    parts = []
    for game, known in games.items():
        tables = [
            f' "{name}": {{\n'
            + ",\n".join(f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in rows.items())
            + "\n }"
            for name, rows in known.items()
        ]
        parts.append(f"{json.dumps(game)}: {{\n" + ",\n".join(tables) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--keep", action="store_true", help="measure the steps as they are")
    parser.add_argument("--few", action="store_true", help="as few games as for a variant")
    options = parser.parse_args()
    listed = [find_game(f"{each.name}:{variant}") for each in GAMES for variant in each.variants]
    chosen = [find_game(name) for name in options.games] or listed
    with ProcessPoolExecutor(options.workers) as pool:
        for game in chosen:
            found = calibrate(game, options.keep, options.few, pool)
            known = {**json.loads(MEASURED.read_text(encoding="utf-8")), game.id: found}
            ordered = {each.id: known[each.id] for each in listed if each.id in known}
            write_atomically(MEASURED, as_text(ordered).encode())


if __name__ == "__main__":
    main()

"""Benchmarks: games measured one after the other, as a table or as JSON data."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple, TypeVar

from rich import box
from rich.table import Table

from palamedes.core.devices import Device
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games.samples import sample_depth, sample_matches
from palamedes.search.evaluations import default_evaluation, tuned_evaluation
from palamedes.search.scaling import Scaling, measure_scaling
from palamedes.search.signature import signature
from palamedes.search.speed import Speed, measure_device, measure_speed
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.progress import progress_bars

NOTHING = "-"  # in place of a figure that could not be measured
UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))

Figure = TypeVar("Figure")


class Benchmark(NamedTuple):
    """The figures as a table for people and as a document for programs."""

    table: Table
    document: dict[str, Any]


def bench_speed(games: Sequence[Game], seconds: float) -> Benchmark:
    """Measure the rules and the searches of each game on one core."""

    def measure(game: Game) -> Speed:
        return measure_speed(Position.start(game), default_evaluation(game), seconds)

    speeds = _measure(games, measure)
    table = _figures_table(
        _("playouts/s"),
        _("moves/s"),
        _("perft leaves/s"),
        _("alpha-beta nodes/s"),
        _("MCTS sims/s"),
    )
    for name, speed in speeds.items():
        rates = speed.playouts, speed.moves, speed.leaves, speed.nodes, speed.simulations
        table.add_row(name, *map(_rate, rates))
    return Benchmark(table, {name: asdict(speed) for name, speed in speeds.items()})


def bench_threads(games: Sequence[Game], threads: int, seconds: float) -> Benchmark:
    """Measure how much sooner several threads reach the depths that one reaches in `seconds`."""

    def measure(game: Game) -> Scaling | None:
        return measure_scaling(sample_matches(game), default_evaluation(game), threads, seconds)

    scalings = _measure(games, measure)
    many = _("{threads} threads (s)").format(threads=threads)
    table = _figures_table(_("depths"), _("1 thread (s)"), many, _("speed-up"))
    for name, scaling in scalings.items():
        table.add_row(name, *_scaling_cells(scaling))
    documents = {name: scaling and scaling.to_document() for name, scaling in scalings.items()}
    return Benchmark(table, documents)


def bench_devices(games: Sequence[Game], devices: dict[str, Device], seconds: float) -> Benchmark:
    """Measure the moves of random games on several devices."""

    def measure(game: Game) -> dict[str, float]:
        start, each = Position.start(game), seconds / len(devices)
        return {name: measure_device(start, device, each) for name, device in devices.items()}

    rates = _measure(games, measure)
    table = _figures_table(*(_("moves/s, {device}").format(device=name) for name in devices))
    for name, measured in rates.items():
        table.add_row(name, *map(_rate, measured.values()))
    return Benchmark(table, {name: {"moves": measured} for name, measured in rates.items()})


def bench_signature(games: Sequence[Game]) -> Benchmark:
    """Count the nodes of fixed searches; the counts change only with the search itself."""

    def measure(game: Game) -> int:
        return signature(sample_matches(game), tuned_evaluation(game), sample_depth(game))

    counts = _measure(games, measure)
    total = sum(counts.values())
    table = _figures_table(_("nodes"))
    for name, nodes in counts.items():
        table.add_row(name, str(nodes))
    table.add_section()
    table.add_row(_("total"), str(total))
    return Benchmark(table, {"games": counts, "total": total})


def show_benchmark(benchmark: Benchmark, console: Terminal) -> None:
    """Print the table with lines that the terminal can draw."""
    benchmark.table.box = box.HEAVY_HEAD if console.unicode else box.ASCII
    console.print(benchmark.table)


def _measure(games: Sequence[Game], measure: Callable[[Game], Figure]) -> dict[str, Figure]:
    """Measure each game; the figures by the id of the game."""
    measured = {}
    with progress_bars() as show:
        for done, game in enumerate(games):
            show(_("measuring"), done, len(games))
            measured[game.id] = wait_for(partial(measure, game))
    return measured


def _figures_table(*columns: str) -> Table:
    """An empty table with a column for the game and one for each figure."""
    table = Table()
    table.add_column(_("game"), no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _scaling_cells(scaling: Scaling | None) -> list[str]:
    if scaling is None:
        return [NOTHING] * 4
    figures = scaling.alone, scaling.together, scaling.speed_up
    return [", ".join(map(str, scaling.depths)), *(f"{figure:.2f}" for figure in figures)]


def _rate(rate: float | None) -> str:
    if rate is None:
        return NOTHING
    size, unit = next((each for each in UNITS if rate >= each[0]), (1, ""))
    return f"{rate / size:.2f} {unit}"

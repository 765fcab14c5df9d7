"""The standings of a tournament at the terminal: ranking, effort, cross table."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from palamedes.arena.standings import GameCounts, Standing, Standings, mean
from palamedes.core.language import _, decimal
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.texts.games import entrant_name
from palamedes.ui.texts.standings import (
    REASONS,
    elo_text,
    figure,
    interval_text,
    overall_lines,
    share_of,
    share_text,
)

NARROWEST, CELL = 16, 5  # columns for the rank with a name, and at least for each opponent


def show_standings(result: Standings, console: Terminal) -> None:
    """Print all tables, failures, how games ended, and the state of a sequential test."""
    console.print(ranking_table(result, console.unicode))
    console.print(effort_table(result, console.unicode))
    if len(result.players) > 2:
        _print_cross_table(result, console)
    lines = (step_lines, failure_lines, end_lines, overall_lines)
    for line in (line for lines_of in lines for line in lines_of(result)):
        console.say_paragraph(line)


def _print_cross_table(result: Standings, console: Terminal) -> None:
    """Print the cross table, unless it has more columns than the terminal can show."""
    cross = cross_table(result, console.unicode)
    if NARROWEST + CELL * len(result.players) <= console.width:
        console.print(cross)
    else:
        console.say_paragraph(_("The cross table is too wide to show here; --report has it."))


def ranking_table(result: Standings, unicode: bool = True) -> Table:
    """The players, best first, with ratings and their 95 % intervals.

    LOS is the likelihood that a player is stronger than the next one. Last comes the likest step
    or, if none is known, the shares of points with the first move and with the second.
    """
    has_steps, signed = _has_steps(result), not result.is_on_ladder
    figures = ["Elo", "95%", _("LOS"), _("points"), "+ = -"]
    figures += [_("step") if has_steps else _("first/second")]
    table = _table(unicode, _("Ranking"), ("#", _("player"), *figures))
    for rank, player in enumerate(result.players, start=1):
        score = player.score
        table.add_row(
            str(rank),
            _name(player),
            elo_text(player.rating, signed, unicode),
            interval_text(player.low, player.high, signed, unicode),
            share_text(player.los),
            _cell(score),
            f"+{score.wins} ={score.draws} -{score.losses}",
            _step(player) if has_steps else f"{share_of(player.first)}/{share_of(player.second)}",
        )
    return table


def _has_steps(result: Standings) -> bool:
    return any(player.likeness for player in result.players)


def _step(player: Standing) -> str:
    """The number of the step that a player plays like, with a sign if it is above or below it."""
    if player.likeness is None:
        return ""
    signs = {"like": "", "above": ">", "below": "<"}
    return f"{signs[player.likeness.sense]}{player.likeness.step}"


def step_lines(result: Standings) -> list[str]:
    """What the column of steps means, if there is one."""
    if not _has_steps(result):
        return []
    return [_("step: the player plays like this step of the ladder (> above it, < below it).")]


def effort_table(result: Standings, unicode: bool = True) -> Table:
    """What each player spent on its moves and how deep it searched, on average."""
    figures = (_("s/game"), _("s/move"), _("slowest"), _("depth"), _("nodes"), _("evaluation"))
    table = _table(unicode, _("Player statistics"), ("#", _("player"), *figures))
    for rank, player in enumerate(result.players, start=1):
        effort = player.statistics
        table.add_row(
            str(rank),
            _name(player),
            figure(mean(effort.seconds, player.score.games), ".2f"),
            figure(mean(effort.seconds, effort.moves), ".3f"),
            figure(effort.slowest if effort.moves else None, ".3f"),
            figure(mean(effort.depth, effort.searches), ".1f"),
            figure(mean(effort.nodes, effort.searches), ",.0f"),
            figure(mean(effort.evaluation, effort.judged), "+.1f"),
        )
    return table


def cross_table(result: Standings, unicode: bool = True) -> Table:
    """The points of the player in the row against the one in the column."""
    ranks = map(str, range(1, len(result.players) + 1))
    table = _table(unicode, _("Cross table"), ("#", _("player"), *ranks))
    for rank, player in enumerate(result.players, start=1):
        scores = (result.score(player.place, other.place) for other in result.players)
        table.add_row(str(rank), _name(player), *map(_cell, scores))
    return table


def failure_lines(result: Standings) -> list[str]:
    """How many games each player lost by a fault, such as a timeout or a crash."""
    return [
        _("{player}: {reasons}").format(player=_name(player), reasons=_counted(player.failures))
        for player in result.players
        if player.failures
    ]


def end_lines(result: Standings) -> list[str]:
    """How many games ended in each way; empty before the first game."""
    if not result.overall.games:
        return []
    return [_("How the games ended: {reasons}.").format(reasons=_counted(result.overall.reasons))]


def _counted(reasons: Counter[str]) -> str:
    return ", ".join(f"{_(REASONS[reason])} {count}" for reason, count in reasons.most_common())


def _cell(score: GameCounts | None) -> str:
    if score is None or not score.games:
        return ""
    return f"{decimal(score.points, None)}/{score.games}"


def _name(player: Standing) -> Text:
    return Text(entrant_name(player.name))


def _table(unicode: bool, title: str, headings: Sequence[str]) -> Table:
    """An empty table of rank, name and figures; only the name may be wrapped."""
    table = Table(title=title, title_justify="left", box=box.HEAVY_HEAD if unicode else box.ASCII)
    for column, heading in enumerate(headings):
        is_name = column == 1
        table.add_column(
            heading,
            justify="left" if is_name else "right",
            no_wrap=not is_name,
            overflow="fold" if is_name else "crop",
        )
    return table

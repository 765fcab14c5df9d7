"""The command `analyse`: a line for each depth as it is searched, then the best moves."""

from rich.table import Table

from palamedes.core.language import Number, _, decimal
from palamedes.core.match import Match
from palamedes.search.analysis import Analysis, Engine, Limits
from palamedes.search.score import score_text
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_or_stop


def analyse(match: Match, engine: Engine, limits: Limits, lines: int, console: Terminal) -> None:
    """Analyse the position of a match; at a terminal, print each depth when it is finished."""
    report = None
    if console.is_terminal:
        console.say(_("Press Ctrl-C to stop the search."))

        def report(analysis: Analysis) -> None:
            console.say(_progress(analysis))

    analysis = wait_or_stop(lambda: engine.analyse(match, limits, lines, report), engine.stop)
    console.print(_table(analysis))
    console.say(_effort(analysis))


def _progress(analysis: Analysis) -> str:
    best = analysis.best
    score, moves = score_text(best.score, best.is_true), " ".join(best.moves[:8])
    rate = f"{analysis.rate / 1e6:.1f} M/s"
    return f"{analysis.depth:3}  {score:>12}  {analysis.nodes:>14,}  {rate:>9}  {moves}"


def _table(analysis: Analysis) -> Table:
    table = Table(_("move"), _("score"), _("expected line"), box=None)
    for line in analysis.lines:
        score = score_text(line.score, line.is_true)
        table.add_row(line.move, score, " ".join(line.moves))
    return table


def _effort(analysis: Analysis) -> str:
    if analysis.depth == 0 and analysis.best.is_true:
        return _("exact value from the tables")
    return _("depth {depth}, {nodes} nodes in {seconds} s, {rate} nodes/s").format(
        depth=analysis.depth,
        nodes=f"{Number(analysis.nodes):,}",
        seconds=decimal(analysis.seconds, 2),
        rate=f"{Number(analysis.rate):,}",
    )

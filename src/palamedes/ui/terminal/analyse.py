"""The command `analyse`: a line for each depth as it is searched, then the best moves."""

from rich.table import Table

from palamedes.core.language import Number, _, decimal
from palamedes.library.analysis import PositionAnalysis
from palamedes.library.engine import RunningSearch
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.texts.solving import unknown_sentence


def analyse(search: RunningSearch, console: Terminal) -> None:
    """Show a search: at a terminal each depth when it is finished, and at last the best moves."""
    if console.is_terminal:
        console.say(_("Press Ctrl-C to stop the search."))
        _follow(search, console)
    analysis = last_word(search)
    console.print(_table(analysis))
    console.say(_effort(analysis))
    if not analysis.score.is_exact and (sentence := unknown_sentence(analysis.position)):
        console.say(sentence)


def last_word(search: RunningSearch) -> PositionAnalysis:
    """The result of a search; Ctrl-C ends it, and what it has found is the result."""
    try:
        return search.result()
    except KeyboardInterrupt:
        return search.result()


def _follow(search: RunningSearch, console: Terminal) -> None:
    try:
        for analysis in search.progress():
            console.say(_progress(analysis))
    except KeyboardInterrupt:
        search.stop()


def _progress(analysis: PositionAnalysis) -> str:
    score, moves = str(analysis.score), " ".join(analysis.best.moves[:8])
    rate = f"{analysis.rate / 1e6:.1f} M/s"
    return f"{analysis.depth:3}  {score:>12}  {analysis.nodes:>14,}  {rate:>9}  {moves}"


def _table(analysis: PositionAnalysis) -> Table:
    table = Table(_("move"), _("score"), _("expected line"), box=None)
    for line in analysis.lines:
        table.add_row(line.move, str(line.score), " ".join(line.moves))
    return table


def _effort(analysis: PositionAnalysis) -> str:
    if analysis.depth == 0 and analysis.score.is_exact:
        return _("exact value")
    return _("depth {depth}, {nodes} nodes in {seconds} s, {rate} nodes/s").format(
        depth=analysis.depth,
        nodes=f"{Number(analysis.nodes):,}",
        seconds=decimal(analysis.seconds, 2),
        rate=f"{Number(analysis.rate):,}",
    )

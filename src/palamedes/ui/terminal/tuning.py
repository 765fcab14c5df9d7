"""The result of tuning an evaluation, printed for people."""

from rich import box
from rich.table import Table

from palamedes.core.language import _
from palamedes.search.tune import Tuning
from palamedes.ui.terminal.console import Terminal


def show_tuning(tuning: Tuning, console: Terminal) -> None:
    """Print the weights before and after, the error, and the match between them."""
    table = Table(
        _("weight"), _("before"), _("after"), box=box.HEAVY_HEAD if console.unicode else box.ASCII
    )
    for name, (before, after) in tuning.weights.items():
        table.add_row(name, str(before), str(after))
    console.print(table)
    console.say(
        _("error over {positions} positions: {before:.4f} before, {after:.4f} after").format(
            positions=tuning.positions, before=tuning.error_before, after=tuning.error_after
        )
    )
    console.say(
        _(
            "new weights against old: {wins} won, {draws} drawn, {losses} lost: {score:.1%} +- "
            "{margin:.1%}"
        ).format(
            wins=tuning.wins,
            draws=tuning.draws,
            losses=tuning.losses,
            score=tuning.score,
            margin=tuning.margin,
        )
    )

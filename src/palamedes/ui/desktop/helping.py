"""The page about keys."""

from collections.abc import Sequence

from palamedes.core.language import N_, _

HANDS = [
    (N_("Arrows"), N_("move the cursor; in a finished or opened game, step through the moves")),
    (N_("Return, space"), N_("touch the spot under the cursor")),
    (N_("Letters, digits"), N_("type a move; Return makes it")),
    (N_("Escape"), N_("give up the move that is begun")),
    (N_("Alt+arrows"), N_("step through the moves at any time")),
]


def key_lines(commands: Sequence[tuple[str, str]]) -> str:
    """All keys, one a line: those of the hands, and those of commands with their titles."""
    hands = [(_(key), _(what)) for key, what in HANDS]
    lines = [*hands, *((_(key), _(title).rstrip(".")) for key, title in commands)]
    return "\n".join(_("{label}: {value}").format(label=key, value=what) for key, what in lines)

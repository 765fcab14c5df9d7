"""The page about keys."""

from palamedes.core.language import N_, _

HANDS = [
    (N_("Arrows"), N_("move the cursor; in a finished or opened game, step through the moves")),
    (N_("Return, space"), N_("touch the spot under the cursor")),
    (N_("Letters, digits"), N_("type a move; Return makes it")),
    (N_("Escape"), N_("give up the move that is begun")),
    (N_("Alt+arrows"), N_("step through the moves at any time")),
]


def key_lines() -> str:
    """All keys, one a line."""
    from palamedes.ui.desktop.commands import ALL  # the commands need this page

    hands = [(_(key), _(what)) for key, what in HANDS]
    others = [(_(each.key), _(each.title).rstrip(".")) for each in ALL if each.key]
    lines = [*hands, *others]
    return "\n".join(_("{label}: {value}").format(label=key, value=what) for key, what in lines)

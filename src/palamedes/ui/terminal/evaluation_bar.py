"""What a position is worth, as a bar of characters."""

from rich.text import Text

from palamedes.search.review import Worth
from palamedes.ui.terminal.glyphs import PLAYER_STYLES
from palamedes.ui.texts.reviews import worth_text

CELLS = 30
FILLED, EMPTY = {False: "#", True: "█"}, {False: ".", True: "░"}


def evaluation_bar(worth: Worth, names: tuple[str, str], unicode: bool, width: int) -> Text:
    """The share of the first player filled, that of the second empty, and the worth in words.

    The names stand at the ends of the bar where there is room for them.
    """
    mine = round(CELLS * worth.chance)
    bar = Text.assemble(
        (FILLED[unicode] * mine, PLAYER_STYLES[0]),
        (EMPTY[unicode] * (CELLS - mine), PLAYER_STYLES[1]),
    )
    told = f"  {worth_text(worth, names)}"
    if len(f"{names[0]}  {names[1]}{told}") + CELLS > width:
        return Text.assemble(bar, told)
    first, second = (f"{names[0]} ", PLAYER_STYLES[0]), (f" {names[1]}", PLAYER_STYLES[1])
    return Text.assemble(first, bar, second, told)

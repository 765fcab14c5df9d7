"""The evaluation of a position as a bar of characters."""

from rich.text import Text

from palamedes.search.review import Worth
from palamedes.ui.terminal.glyphs import PLAYER_STYLES
from palamedes.ui.texts.reviews import worth_text

CELLS = 30
FILLED, EMPTY = {False: "#", True: "█"}, {False: ".", True: "░"}


def evaluation_bar(worth: Worth, names: tuple[str, str], unicode: bool, width: int) -> Text:
    """A bar, filled by the first player's winning chances, and the value in words.

    The names stand at the ends of the bar if the width allows it.
    """
    filled = round(CELLS * worth.chance)
    bar = Text.assemble(
        (FILLED[unicode] * filled, PLAYER_STYLES[0]),
        (EMPTY[unicode] * (CELLS - filled), PLAYER_STYLES[1]),
    )
    value = f"  {worth_text(worth, names)}"
    if len(f"{names[0]}  {names[1]}{value}") + CELLS > width:
        return Text.assemble(bar, value)
    first, second = (f"{names[0]} ", PLAYER_STYLES[0]), (f" {names[1]}", PLAYER_STYLES[1])
    return Text.assemble(first, bar, second, value)

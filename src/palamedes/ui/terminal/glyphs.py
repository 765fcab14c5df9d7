"""The characters and colours of pieces and players in text."""

from typing import NamedTuple

from rich.theme import Theme

from palamedes.core.board import Piece
from palamedes.core.language import N_
from palamedes.ui.terminal.canvas import Run

# Names of styles; a palette gives each its colour.
PLAYER_STYLES = ("player.first", "player.second")
SEED_STYLES = {"red": "seed.red", "blue": "seed.blue", "clear": "seed.clear"}
LAST_STYLE = "bold"  # the brackets at the last move and at the end
LIT_STYLE = "bold"  # a spot where the player must move

# Colour-blind people can tell the two players apart, by hue or by lightness. All colours are
# readable on black and on white; transparent seeds have the colour of ordinary text. The first
# palette is the default.
PALETTES: dict[str, dict[str, str]] = {
    N_("blue and orange"): {
        "player.first": "bold #0087d7",
        "player.second": "bold #d75f00",
        "seed.red": "bold #e03c3c",
        "seed.blue": "bold #0087d7",
        "seed.clear": "bold",
    },
    N_("violet and yellow"): {
        "player.first": "bold #7050e0",
        "player.second": "bold #af8700",
        "seed.red": "bold #d7005f",
        "seed.blue": "bold #4f73e0",
        "seed.clear": "bold",
    },
    N_("plain"): {
        "player.first": "bold",
        "player.second": "dim",
        "seed.red": "bold",
        "seed.blue": "dim",
        "seed.clear": "none",
    },
}
SEED_LETTERS = {"red": "R", "blue": "B", "clear": "T"}
MARKS = "XO"
DISCS = {False: "XO", True: "●○"}


class Glyphs(NamedTuple):
    """Characters for everything but pieces."""

    dot: str  # an empty spot
    shade: str  # fills a drawn region
    arrow: str  # beside the player to move
    more: str  # a row that is cut off


GLYPHS = {False: Glyphs(".", " =", ">", "~"), True: Glyphs("·", "░", "→", "…")}


def palette_theme(name: str) -> Theme:
    """The styles of a palette, or of the default one if the name is unknown."""
    return Theme(PALETTES.get(name) or next(iter(PALETTES.values())))


def piece_run(piece: Piece, unicode: bool) -> Run:
    """The text and style of a piece, or of several equal pieces on one spot."""
    if piece.kind in SEED_LETTERS:
        return f"{piece.count}{SEED_LETTERS[piece.kind]}", SEED_STYLES[piece.kind]
    if piece.kind == "stick":
        return "|" * piece.count, "bold"
    symbol = player_symbol(piece.kind, piece.owner, unicode)
    style = "bold" if piece.owner is None else PLAYER_STYLES[piece.owner]
    return symbol if piece.count == 1 else f"{piece.count}{symbol}", style


def player_symbol(kind: str, owner: int | None, unicode: bool) -> str:
    """The character of a player's piece; a piece without owner looks like the first player's."""
    return (DISCS[unicode] if kind == "disc" else MARKS)[owner or 0]


def large_mark(player: int, width: int, height: int) -> list[str]:
    """The mark of a player, drawn as large as a region."""
    middle = (width - 1) / 2
    rows = []
    for row in range(height):
        near, far = _ink(player, int(middle) - 1, abs(2 * row + 1 - height) / max(height - 1, 1))
        ink = [near <= abs(column - middle) <= far for column in range(width)]
        rows.append("".join(MARKS[player] if inked else " " for inked in ink))
    return rows


def _ink(player: int, half: int, height: float) -> tuple[float, float]:
    """The nearest and farthest inked column of one row, counted from the middle column.

    `height` is the distance of the row from the middle, 1 at the top and at the bottom.
    """
    if MARKS[player] == "X":
        near = height * (half - 1) - 0.5
        return near, near + 1.5
    return (0, half - 1) if height == 1 else (half - 1, half)

"""How things look in text: the characters and the colours of pieces and players."""

from functools import cache
from typing import NamedTuple

from rich.theme import Theme

from palamedes.core.board import Piece
from palamedes.core.game import Game
from palamedes.core.language import N_
from palamedes.core.position import Position
from palamedes.ui.terminal.canvas import Run

# The names of styles; a palette says how they look.
PLAYER_STYLES = ("player.first", "player.second")
SEED_STYLES = {"red": "seed.red", "blue": "seed.blue", "clear": "seed.clear"}
LAST_STYLE = "bold"  # the brackets at the last move
LIT_STYLE = "bold"  # where one must play

# The two players are told apart by every eye, by hue or by lightness. All colours stand out from
# black and from white; what is transparent has the colour of ordinary text. The first is usual.
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
MEN = ("disc", "mark")  # the pieces that belong to a player
MARKS = "XO"
DISCS = {False: "XO", True: "●○"}


class Glyphs(NamedTuple):
    """The characters that are no pieces."""

    dot: str  # an empty place worth showing
    shade: str  # a region that nobody won, repeated
    arrow: str  # the player to move
    more: str  # a row goes on


GLYPHS = {False: Glyphs(".", " =", ">", "~"), True: Glyphs("·", "░", "→", "…")}


def palette_theme(name: str) -> Theme:
    """The styles of a palette; of the usual one if there is none of this name."""
    return Theme(PALETTES.get(name) or next(iter(PALETTES.values())))


def piece_look(piece: Piece, unicode: bool) -> Run:
    """The text and the style of a piece, or of several equal ones on one spot."""
    if piece.kind in SEED_LETTERS:
        return f"{piece.count}{SEED_LETTERS[piece.kind]}", SEED_STYLES[piece.kind]
    if piece.kind == "stick":
        return "|" * piece.count, "bold"
    symbol = man_symbol(piece.kind, piece.owner, unicode)
    style = "bold" if piece.owner is None else PLAYER_STYLES[piece.owner]
    return symbol if piece.count == 1 else f"{piece.count}{symbol}", style


def man_symbol(kind: str, owner: int | None, unicode: bool) -> str:
    """The character of a man of a player; a man of nobody looks like the first player's."""
    return (DISCS[unicode] if kind == "disc" else MARKS)[owner or 0]


@cache
def kind_of_men(game: Game) -> str | None:
    """The kind of pieces the players of a game own, None if they own none.

    The board may be empty, or covered: the first move of a game shows it.
    """
    start = Position.start(game)
    pieces = start.play(start.codes[0]).board().pieces.values()
    return next((piece.kind for stack in pieces for piece in stack if piece.kind in MEN), None)


def large_mark(player: int, width: int, height: int) -> list[str]:
    """The mark of a player as large as a region."""
    middle = (width - 1) / 2
    rows = []
    for row in range(height):
        near, far = _ink(player, int(middle) - 1, abs(2 * row + 1 - height) / max(height - 1, 1))
        ink = [near <= abs(column - middle) <= far for column in range(width)]
        rows.append("".join(MARKS[player] if inked else " " for inked in ink))
    return rows


def _ink(player: int, half: int, height: float) -> tuple[float, float]:
    """From where to where, counted from the middle column, a row of a large mark is inked.

    The height goes from 0 in the middle to 1 at the top and the bottom.
    """
    if MARKS[player] == "X":
        near = height * (half - 1) - 0.5
        return near, near + 1.5
    return (0, half - 1) if height == 1 else (half - 1, half)

"""What stands beside a board: the players with their counters, and the position in words."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from palamedes.core.board import Board, Piece
from palamedes.core.language import _
from palamedes.ui.pictures.elements import around, draw
from palamedes.ui.pictures.layout import Extent
from palamedes.ui.pictures.pieces import SEEDS, draw_disc, draw_mark

ROW = 1.7  # the height of a row, as a multiple of the size of its text
LETTER = 0.58  # the width of a letter, likewise


def draw_players(
    parent: Element,
    board: Board,
    names: Sequence[str],
    sign: str | None,
    box: Extent,
    is_over: bool,
) -> None:
    """A row for each player in a box: the piece, the name, the counters. Who is to move is bold.

    sign: the kind of the players' own pieces, if they have any.
    """
    height = box.height / 2
    told = [" · ".join((names[player], *_counters(board, player))) for player in (0, 1)]
    size = min(height / ROW, box.width / (LETTER * max(map(len, told)) + 3))
    for player, text in enumerate(told):
        x, y = box.left + size, box.top + (player + 0.5) * height
        if sign:
            chip = around(x, y, 0.68 * size, 0.68 * size)
            draw(parent, "rect", class_="ground", **chip, rx=0.2 * size)
            drawer = draw_disc if sign == "disc" else draw_mark
            drawer(parent, player, x, y, 0.52 * size)
            x += 1.1 * size
        waits = "" if board.turn == player and not is_over else " waits"
        draw(parent, "text", text, class_=f"name{waits}", x=x, y=y + 0.36 * size, font_size=size)


def description(board: Board, names: Sequence[str]) -> str:
    """Where all pieces are, for people who cannot see the picture."""
    lines = list(_by_player(board, names))
    for spot, stack in board.pieces.items():
        seeds = [f"{piece.count} {_kind(piece)}" for piece in stack if piece.owner is None]
        if seeds:
            lines.append(_("{spot}: {content}").format(spot=spot, content=", ".join(seeds)))
    for player in (0, 1):
        counters = _counters(board, player)
        if counters:
            told = ", ".join(counters)
            lines.append(_("{player}: {told}").format(player=names[player], told=told))
    return "; ".join(lines) or _("The board is empty.")


def _by_player(board: Board, names: Sequence[str]) -> Iterator[str]:
    """The spots with pieces of each player."""
    for player in (0, 1):
        spots = [
            spot
            for spot, stack in board.pieces.items()
            if any(piece.owner == player for piece in stack)
        ]
        if spots:
            told = " ".join(sorted(spots))
            yield _("{player}: {told}").format(player=names[player], told=told)


def _counters(board: Board, player: int) -> list[str]:
    return [
        _("{label}: {value}").format(label=_(counter.label), value=counter.value)
        for counter in board.counters
        if counter.owner == player
    ]


def _kind(piece: Piece) -> str:
    """A piece of nobody, in a word."""
    names = {"red": _("red"), "blue": _("blue"), "clear": _("transparent")}
    return names[piece.kind] if piece.kind in SEEDS else _("match")

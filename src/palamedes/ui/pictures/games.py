"""Pictures of positions and of matches."""

from dataclasses import replace

from palamedes.core.board import Board
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.library.arguments import whole
from palamedes.ui.pictures.board import SIZE, board_svg
from palamedes.ui.pictures.colours import DEFAULT_PALETTE
from palamedes.ui.pictures.marks import Marks
from palamedes.ui.session.scene import board_at, player_piece_kind
from palamedes.ui.texts.games import player_name, result_sentence

LARGEST = 100_000  # pixels


def svg(
    shown: Position | Match,
    *,
    ply: int | None = None,
    size: int = SIZE,
    legal: bool = False,
    palette: str = DEFAULT_PALETTE,
) -> str:
    """A position, or a match after `ply` moves (None: all), as an SVG document.

    size: the side in pixels of a square with the area of the picture.
    legal: whether to mark the spots that the player to move can touch.
    palette: `walnut`, `slate`, `sea`, or `contrast` for colour-blind people.
    """
    position_of(shown)
    whole("size", size, 1, LARGEST)
    if isinstance(shown, Match):
        return match_svg(shown, ply, size=size, legal=legal, palette=palette)
    if ply is not None:
        raise PalamedesError(_("A position has no moves to count: give a match, or no ply."))
    return position_svg(shown, size=size, legal=legal, palette=palette)


def position_svg(
    position: Position,
    *,
    size: int = SIZE,
    legal: bool = False,
    palette: str = DEFAULT_PALETTE,
    marks: Marks | None = None,
) -> str:
    """A position as an SVG document. `marks` are values, arrows and spots to mark on it."""
    return board_svg(
        _ended_board(position),
        size=size,
        title=f"{_(position.game.title)}: {status(Match(position, position.game.history))}",
        sign=player_piece_kind(position.game),
        is_over=position.result is not None,
        marks=marks or _open(position, legal),
        palette=palette,
    )


def match_svg(
    match: Match,
    ply: int | None = None,
    *,
    size: int = SIZE,
    legal: bool = False,
    palette: str = DEFAULT_PALETTE,
) -> str:
    """A match after `ply` moves as an SVG document, with the last of them marked."""
    last = len(match.turns)
    if ply is not None and not 0 <= ply <= last:
        raise PalamedesError(
            _("The match has 0 to {last} moves, not {ply}.").format(last=last, ply=ply)
        )
    shown = last if ply is None else ply
    is_over = shown == last and match.result is not None
    told = status(match) if shown == last else _("after {ply} moves").format(ply=shown)
    return board_svg(
        board_at(match, shown),
        size=size,
        title=f"{_(match.game.title)}: {told}",
        names=[player_name(match.players, player) for player in (0, 1)],
        sign=player_piece_kind(match.game),
        is_over=is_over,
        marks=_open(match.positions[shown], legal and not is_over),
        palette=palette,
    )


def _ended_board(position: Position) -> Board:
    """The board of a position, with the spots that show why the game is over."""
    if position.result is None:
        return position.board()
    ending = position.game.view.ending(position.state, position.turn)
    return replace(position.board(), ended=ending.spots)


def status(match: Match) -> str:
    """Who is to move, or how the match has ended."""
    if match.result is not None:
        return result_sentence(match)
    return _("{player} to move").format(player=player_name(match.players, match.position.turn))


def _open(position: Position, legal: bool) -> Marks:
    return Marks(open=frozenset(position.next_spots())) if legal else Marks()

"""Boards of any game as text, drawn from their descriptions, with the players beside them."""

from dataclasses import replace

from rich.text import Text

from palamedes.core.board import Board, Counter
from palamedes.core.language import _
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.ui.session.scene import board_at, player_piece_kind
from palamedes.ui.terminal.board_painter import paint_board
from palamedes.ui.terminal.glyphs import (
    GLYPHS,
    PLAYER_STYLES,
    player_symbol,
)
from palamedes.ui.texts.games import player_name

PlayerNames = tuple[str, str]
Clocks = tuple[float, float]  # seconds left for each player
GAP = 4  # columns between the board and the players beside it


def draw(position: Position | Match, unicode: bool = True) -> str:
    """A position as plain text, without colours."""
    return draw_position(position_of(position), unicode=unicode).plain


def draw_match(
    match: Match, ply: int, unicode: bool, width: int, clocks: Clocks | None = None
) -> Text:
    """The match after `ply` moves, with the last move marked."""
    over = not match.positions[ply].codes or (ply == len(match.turns) and match.result is not None)
    board, kind = board_at(match, ply), player_piece_kind(match.game)
    panel = _panel(board, kind, match.players, unicode, over)
    return _beside(paint_board(board, unicode, width), _with_clocks(panel, clocks), width)


def draw_marked(match: Match, spots: tuple[str, ...], unicode: bool, width: int) -> Text:
    """The match now, with some spots marked; if none are, with the last move marked."""
    board = board_at(match, len(match.turns))
    marked = replace(board, last=spots or board.last)
    kind = player_piece_kind(match.game)
    panel = _panel(board, kind, match.players, unicode, match.result is not None)
    return _beside(paint_board(marked, unicode, width), panel, width)


def draw_position(
    position: Position, unicode: bool = True, width: int = 80, players: PlayerNames = ("", "")
) -> Text:
    """A position in at most `width` columns: the board, and the players beside or below it."""
    board, kind = position.board(), player_piece_kind(position.game)
    panel = _panel(board, kind, players, unicode, over=not position.codes)
    return _beside(paint_board(board, unicode, width), panel, width)


def _beside(lines: list[Text], panel: list[Text], width: int) -> Text:
    """The board with the players beside it, or below it if the width is too small."""
    wide = max(line.cell_len for line in lines)
    too_wide = wide + GAP + max(line.cell_len for line in panel) > width
    if too_wide or len(lines) <= len(panel):
        return Text("\n").join(lines + panel)
    for line, beside in zip(lines[1:], panel, strict=False):
        line.pad_right(wide + GAP - line.cell_len)
        line.append_text(beside)
    return Text("\n").join(lines)


def _panel(
    board: Board, kind: str | None, players: PlayerNames, unicode: bool, over: bool
) -> list[Text]:
    """A line for each player: an arrow for the turn, the symbol, the name, the counters."""
    names = [player_name(players, player) for player in (0, 1)]
    wide = max(map(len, names))
    lines = []
    for player, style in enumerate(PLAYER_STYLES):
        moves = board.turn == player and not over
        line = Text(f"{GLYPHS[unicode].arrow if moves else ' '} ")
        if kind:
            line.append(f"{player_symbol(kind, player, unicode)} ", style)
        line.append(names[player].ljust(wide), style)
        counters = [_counter(counter) for counter in board.counters if counter.owner == player]
        line.append("".join(f"   {text}" for text in counters))
        line.rstrip()
        lines.append(line)
    return lines


def _with_clocks(panel: list[Text], clocks: Clocks | None) -> list[Text]:
    """The lines of the players with the time left, in one column."""
    if clocks is None:
        return panel
    times = [_clock(seconds) for seconds in clocks]
    wide, longest = max(line.cell_len for line in panel), max(map(len, times))
    for line, time in zip(panel, times, strict=True):
        line.pad_right(wide - line.cell_len)
        line.append(f"   {time:>{longest}}")
    return panel


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _counter(counter: Counter) -> str:
    return _("{label}: {value}").format(label=_(counter.label), value=counter.value)

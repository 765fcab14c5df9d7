"""Any board as text: everything is taken from its description, nothing from the game."""

from dataclasses import replace

from rich.text import Text

from palamedes.core.board import Board, Counter
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.ui.sentences import player_name
from palamedes.ui.session.scene import last_touches
from palamedes.ui.terminal.look import GLYPHS, PLAYER_STYLES, kind_of_men, man_symbol
from palamedes.ui.terminal.paint import paint

Clocks = tuple[float, float]  # the seconds that both players have left
GAP = 4  # columns between a board and the players beside it


def draw(position: Position, unicode: bool = True) -> str:
    """A position as text without colours."""
    return draw_position(position, unicode=unicode).plain


def draw_match(
    match: Match, ply: int, unicode: bool, width: int, clocks: Clocks | None = None
) -> Text:
    """A match as it stood after so many moves, the last of them marked."""
    position, last = match.positions[ply], last_touches(match, ply)
    over = ply == len(match.turns) and match.result is not None
    return draw_position(position, unicode, width, match.players, last, over, clocks)


def draw_position(
    position: Position,
    unicode: bool = True,
    width: int = 80,
    players: tuple[str, str] = ("", ""),
    last: tuple[str, ...] = (),
    over: bool = False,
    clocks: Clocks | None = None,
) -> Text:
    """A position as text for so many columns: the board and, beside or below it, the players."""
    board = position.board()
    board = replace(board, last=last or board.last)
    lines = paint(board, unicode, width)
    panel = _panel(board, kind_of_men(position.game), players, unicode, over or not position.codes)
    if clocks is not None:
        panel = [_with_clock(*each) for each in zip(panel, clocks, strict=True)]
    wide = max(line.cell_len for line in lines)
    too_wide = wide + GAP + max(line.cell_len for line in panel) > width
    if too_wide or len(lines) <= len(panel):
        return Text("\n").join(lines + panel)
    for line, beside in zip(lines[1:], panel, strict=False):
        line.pad_right(wide + GAP - line.cell_len)
        line.append_text(beside)
    return Text("\n").join(lines)


def _panel(
    board: Board, kind: str | None, players: tuple[str, str], unicode: bool, over: bool
) -> list[Text]:
    """A line for each player: the arrow at the one to move, the men, the name, the counters."""
    names = [player_name(players, player) for player in (0, 1)]
    wide = max(map(len, names))
    lines = []
    for player, style in enumerate(PLAYER_STYLES):
        moves = board.turn == player and not over
        line = Text(f"{GLYPHS[unicode].arrow if moves else ' '} ")
        if kind:
            line.append(f"{man_symbol(kind, player, unicode)} ", style)
        line.append(names[player].ljust(wide), style)
        counters = [_counter(counter) for counter in board.counters if counter.owner == player]
        line.append("".join(f"   {text}" for text in counters))
        line.rstrip()
        lines.append(line)
    return lines


def _with_clock(line: Text, seconds: float) -> Text:
    """The line of a player with the time that is left."""
    minutes, rest = divmod(int(seconds), 60)
    return Text.assemble(line, f"   {minutes}:{rest:02}")


def _counter(counter: Counter) -> str:
    return _("{label}: {value}").format(label=_(counter.label), value=counter.value)

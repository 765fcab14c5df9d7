"""Connect Four: how it looks, and how a hand moves: it touches a column, above the board."""

from palamedes.core.board import Board, Geometry, Label, Line, Piece, Spot
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, State, View
from palamedes.core.notation import PLAYERS, parse_player, parse_ranks, ranks_text
from palamedes.core.rules import LOSS
from palamedes_connect4.rules import BOARD, BOTTOM, COLUMN, HEIGHT, STEPS, WIDTH, Connect4State

COLUMNS = "abcdefg"
ROWS = [[f"{file}{rank}" for file in COLUMNS] for rank in range(HEIGHT, 0, -1)]
BIT = {
    f"{file}{rank + 1}": COLUMN * column + rank
    for column, file in enumerate(COLUMNS)
    for rank in range(HEIGHT)
}


class Connect4View(View):
    def __init__(self) -> None:
        squares = [Spot(name, bit // COLUMN, bit % COLUMN) for name, bit in BIT.items()]
        entries = [Spot(file, column, HEIGHT + 0.3) for column, file in enumerate(COLUMNS)]
        across = [Line(-0.5, y - 0.5, WIDTH - 0.5, y - 0.5) for y in range(HEIGHT + 1)]
        upwards = [Line(x - 0.5, -0.5, x - 0.5, HEIGHT - 0.5) for x in range(WIDTH + 1)]
        labels = [Label(file, column, -1) for column, file in enumerate(COLUMNS)]
        self.geometry = Geometry((*squares, *entries), (*across, *upwards), tuple(labels))

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        return (COLUMNS[move],)

    def position_text(self, state: State, turn: int) -> str:
        letters = {name: PLAYERS[owner] for name, owner in _owners(state, turn).items()}
        return f"{ranks_text(letters, ROWS)} {PLAYERS[turn]}"

    def parse_position(self, text: str) -> tuple[State, int]:
        rows, _space, player = text.strip().partition(" ")
        placed, turn = parse_ranks(rows, ROWS, PLAYERS), parse_player(player.strip() or "-")
        words = [sum(1 << BIT[name] for name in placed if placed[name] == each) for each in PLAYERS]
        state = Connect4State(words[turn], words[1 - turn])
        _check(state, turn)
        return state, turn

    def board(self, state: State, turn: int) -> Board:
        owners = _owners(state, turn)
        return Board(
            self.geometry, {name: (Piece("disc", owner),) for name, owner in owners.items()}, turn
        )

    def compose(self, board: Board) -> str:
        letters = {name: PLAYERS[owner] for name, owner in board.owners().items()}
        return f"{ranks_text(letters, ROWS)} {PLAYERS[board.turn]}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        return "choose a column"

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        for step in STEPS:
            starts = state.other & state.other >> step
            starts &= starts >> 2 * step
            if starts:
                first = starts.bit_length() - 1
                line = [first + step * each for each in range(4)]
                names = {bit: name for name, bit in BIT.items()}
                return Ending("four in a row", spots=tuple(names[bit] for bit in line))
        return Ending()

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        if spot in BIT:
            return f"Choose the column {spot[0]}, above the board."
        return f"Column {spot} is full." if spot and spot in COLUMNS else ""


def _owners(state: State, turn: int) -> dict[str, int]:
    """The player whose piece stands on each occupied square."""
    words = {turn: state.me, 1 - turn: state.other}
    return {
        name: player
        for name, bit in BIT.items()
        for player, word in words.items()
        if word >> bit & 1
    }


def _check(state: State, turn: int) -> None:
    """Raise PalamedesError if no game leads to a position."""
    taken = state.me | state.other
    if (taken + BOTTOM) & taken & BOARD:
        raise PalamedesError("a piece hangs in the air")
    if state.other.bit_count() - state.me.bit_count() != turn:
        raise PalamedesError("impossible number of pieces: the players take turns")
    if Connect4State(state.other, state.me).outcome() == LOSS:
        raise PalamedesError("the player to move has already won")

"""Square boards: the names, texts and symmetries of squares, and a view for pieces on them.

Squares are numbered from a1 along the ranks: a1, b1, ..., then a2. Files go right, ranks up.
"""

import re

import numpy as np

from palamedes.core.board import Board, Counter, Geometry, Label, Line, Piece, Spot, Zone
from palamedes.core.errors import PalamedesError
from palamedes.core.game import State, View
from palamedes.core.language import N_, _
from palamedes.core.notation import PLAYERS, parse_player, parse_ranks, ranks_text
from palamedes.core.rules import LOSS


def square_names(size: int) -> tuple[str, ...]:
    return tuple(
        f"{chr(ord('a') + file)}{rank + 1}" for rank in range(size) for file in range(size)
    )


def square_symmetries(size: int) -> np.ndarray:
    """Where each of the eight symmetries (a row each) sends each square; row 0 is the identity."""
    squares = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(squares, quarters) for quarters in range(4)]
    return np.array([image.ravel() for grid in turned for image in (grid, grid.T)])


def grid_geometry(size: int, heavy_every: int = 0) -> Geometry:
    """A board of squares with labelled files and ranks; every `heavy_every`-th line is heavy."""
    names = square_names(size)
    spots = tuple(Spot(name, index % size, index // size) for index, name in enumerate(names))
    lines = []
    for step in range(size + 1):
        heavy = bool(heavy_every) and step % heavy_every == 0
        lines.append(Line(-0.5, step - 0.5, size - 0.5, step - 0.5, heavy))
        lines.append(Line(step - 0.5, -0.5, step - 0.5, size - 0.5, heavy))
    files = [Label(chr(ord("a") + file), file, -1) for file in range(size)]
    ranks = [Label(str(rank + 1), -1, rank) for rank in range(size)]
    inner = {spot.name for spot in spots if 0 < spot.x < size - 1 and 0 < spot.y < size - 1}
    zones = (Zone(N_("the centre"), frozenset(inner)),)
    return Geometry(spots, tuple(lines), tuple(files + ranks), zones)


class PiecesOnSquares(View):
    """The view of games whose players drop pieces on a square board and perhaps move them later.

    The state has the words `me` and `other`; a move is `origin << 6 | target`, a drop has its
    target as its origin. A player has `men` pieces; None: as many as the board has squares.
    """

    def __init__(self, state: State, size: int, men: int | None = None) -> None:
        self.state = state
        self.size = size
        self.men = men
        self.names = square_names(size)
        self.rows = [self.names[rank * size : (rank + 1) * size] for rank in reversed(range(size))]
        self.geometry = grid_geometry(size)

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        origin, target = move >> 6, move & 63
        if origin == target:
            return (self.names[target],)
        return self.names[origin], self.names[target]

    def pattern_spots(self, state: State, turn: int) -> tuple[tuple[str, ...], ...]:
        squares = range(self.size**2)
        return tuple(
            (self.names[square],)
            for men in (state.me, state.other)
            for square in squares
            if men >> square & 1
        )

    def canonical(self, typed: str) -> str:
        return "-".join(re.split(r"[\s-]+", typed.strip().lower()))

    def position_text(self, state: State, turn: int) -> str:
        owners = self._owners(state, turn)
        letters = {name: PLAYERS[owner] for name, owner in owners.items()}
        return f"{ranks_text(letters, self.rows)} {PLAYERS[turn]}"

    def parse_position(self, text: str) -> tuple[State, int]:
        fields = text.split()
        if len(fields) != 2:
            example = self.position_text(self.state(), 0)
            raise PalamedesError(
                _(
                    "a position is written as its rows and the player to move, such as {example!r}"
                ).format(example=example)
            )
        placed = parse_ranks(fields[0], self.rows, PLAYERS)
        turn = parse_player(fields[1])
        words = [
            sum(1 << self.names.index(name) for name, letter in placed.items() if letter == player)
            for player in PLAYERS
        ]
        state = self.state(words[turn], words[1 - turn])
        self._check(state, turn)
        return state, turn

    def _check(self, state: State, turn: int) -> None:
        mine, others = state.me.bit_count(), state.other.bit_count()
        if self.men is not None and max(mine, others) > self.men:
            raise PalamedesError(_("a player has at most {men} pieces").format(men=self.men))
        if others - mine != turn and not mine == others == self.men:
            raise PalamedesError(_("impossible number of pieces: the players take turns"))
        if self.state(state.other, state.me).outcome() == LOSS:
            raise PalamedesError(_("the player to move has already won"))

    def board(self, state: State, turn: int) -> Board:
        owners = self._owners(state, turn)
        pieces = {name: (Piece("disc", owner),) for name, owner in owners.items()}
        return Board(self.geometry, pieces, turn, self._hands(state, turn))

    def compose(self, board: Board) -> str:
        letters = {name: PLAYERS[owner] for name, owner in board.owners().items()}
        return f"{ranks_text(letters, self.rows)} {PLAYERS[board.turn]}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        if touched:
            return N_("Choose where to move the piece.")
        is_dropping = self.men is None or state.me.bit_count() < self.men
        return N_("place a piece") if is_dropping else N_("move a piece")

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        if spot and spot not in self.names:
            return ""
        owner = self._owners(state, turn).get(spot)
        if self.men is None or state.me.bit_count() < self.men:
            text = _dropping_objection(touched, owner)
        else:
            text = _moving_objection(touched, spot, owner, turn)
        return _(text).format(spot=spot, origin=touched[-1] if touched else "") if text else ""

    def _hands(self, state: State, turn: int) -> tuple[Counter, ...]:
        """The pieces that the players have not dropped yet; empty once all are placed."""
        if self.men is None:
            return ()
        in_hand = [self.men - word.bit_count() for word in self._words(state, turn)]
        if not any(in_hand):
            return ()
        return tuple(Counter(player, N_("in hand"), men) for player, men in enumerate(in_hand))

    def _owners(self, state: State, turn: int) -> dict[str, int]:
        """The player whose piece stands on each occupied square."""
        words = self._words(state, turn)
        return {
            name: player
            for square, name in enumerate(self.names)
            for player in (0, 1)
            if words[player] >> square & 1
        }

    def _words(self, state: State, turn: int) -> tuple[int, int]:
        """The squares of player 1 and of player 2."""
        return (state.me, state.other) if turn == 0 else (state.other, state.me)


def _dropping_objection(touched: tuple[str, ...], owner: int | None) -> str:
    """Why no piece can be dropped on a square; `owner` is the player whose piece is there."""
    if touched:
        return N_("You still have pieces to place: choose one empty square.")
    return "" if owner is None else N_("{spot} is taken. Choose an empty square.")


def _moving_objection(touched: tuple[str, ...], spot: str, owner: int | None, turn: int) -> str:
    """Why no move starts on a square or, if one is touched, why the move cannot go there."""
    if touched and not spot:
        return N_("Add the square to move to after {origin}.")
    if touched and owner is None:
        return N_("The piece on {origin} cannot reach {spot}.")
    if touched:
        return N_("{spot} is taken. Choose an empty square.")
    if owner is None:
        return N_("{spot} is empty. Choose one of your pieces.")
    if owner != turn:
        return N_("{spot} is your opponent's. Choose one of your pieces.")
    return N_("The piece on {spot} cannot move.")

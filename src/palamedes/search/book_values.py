"""The values in an opening book: of every position of the first plies, as tables would say.

They need no keys: the game numbers the positions of each ply (core/layers.py), and a book has their
outcomes in that order, four to a byte. With keys and moves, a sixth as many would fit into a file.
"""

import zlib
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, count, takewhile

import numpy as np
from numpy.typing import NDArray

from palamedes.core.game import Game, State
from palamedes.core.layers import Outcomes
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import DRAW, LOSS, WIN

OUTCOMES = DRAW, LOSS, WIN  # by what `Outcomes` says
LARGEST = 16 << 20  # bytes, unpacked

Packed = NDArray[np.uint8]


class BookValues:
    """The outcomes of the positions of the first plies, by ply."""

    def __init__(self, game: Game, packed: Sequence[Packed]) -> None:
        self.packed = packed
        self._game = game

    def outcome(self, state: State) -> int | None:
        """WIN, LOSS or DRAW for the side to move; None for a position that is not among them."""
        for outcomes in self._plies:
            found = outcomes.probed(state)
            if found != NOT_PROBED:
                return OUTCOMES[found]
        return None

    @cached_property
    def _plies(self) -> list[Outcomes]:
        """Numbering the positions takes a moment; none are known if they are numbered otherwise."""
        sizes = [opening_size(self._game, ply) for ply in range(len(self.packed))]
        if sizes != [len(each) for each in self.packed]:
            return []
        return [opening_outcomes(self._game, *each) for each in enumerate(self.packed)]

    def to_bytes(self) -> bytes:
        return zlib.compress(b"".join(each.tobytes() for each in self.packed), 9)

    @property
    def sizes(self) -> list[int]:
        return [len(each) for each in self.packed]


def read_values(game: Game, sizes: Sequence[int], body: bytes) -> BookValues:
    """The values that `to_bytes` has packed; ValueError or zlib.error if they are no good."""
    if min(sizes) < 0 or sum(sizes) > LARGEST:
        raise ValueError("sizes")
    whole = zlib.decompressobj().decompress(body, sum(sizes) + 1)
    if len(whole) != sum(sizes):
        raise ValueError("length")
    packed = np.frombuffer(bytearray(whole), np.uint8)
    if (packed & packed >> 1 & 0x55).any():  # a fourth outcome
        raise ValueError("outcomes")
    return BookValues(game, np.split(packed, np.cumsum(sizes)[:-1]))


def opening_outcomes(game: Game, ply: int, packed: Packed) -> Outcomes:
    """The outcomes of all positions at a ply, in the form that searches ask."""
    assert game.layers is not None
    return Outcomes(game.layers.index(game.layers.opening(ply)), packed)


def opening_positions(game: Game, ply: int) -> int:
    """The count of positions at a ply, 0 if the game does not number them."""
    layers = game.layers
    of_ply = [] if layers is None else layers.opening(ply)
    return sum(int(layers.space(layer).size()) for layer in of_ply) if layers else 0


def most_plies(game: Game) -> int:
    """The last ply to which a book has room for values; -1 if the game does not number them."""
    sizes = takewhile(bool, (opening_size(game, ply) for ply in count()))
    return sum(1 for whole in accumulate(sizes) if whole <= LARGEST) - 1


def opening_size(game: Game, ply: int) -> int:
    """The bytes that the outcomes of all positions at a ply take."""
    return (opening_positions(game, ply) + 3) // 4

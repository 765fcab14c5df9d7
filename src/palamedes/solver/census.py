"""Counting a table: wins, losses and draws, over positions and over classes of them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from palamedes.core.kernel import kernel, part
from palamedes.core.layers import Space
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.retrograde import is_win
from palamedes.solver.solve_group import Table

BYTES = 256
CHUNK = 1 << 18  # numbers that a thread counts at a time


@dataclass(frozen=True)
class Census:
    """The positions of a layer that are won, lost and drawn for the side to move.

    Only positions that the game counts (`state.is_counted()`) are in these figures; `states` has
    all. A class is all positions that are images of each other.
    """

    states: int
    wins: int
    losses: int
    draws: int
    class_wins: int
    class_losses: int
    class_draws: int
    longest_win: int  # plies
    longest_loss: int

    def to_document(self) -> dict[str, Any]:
        return asdict(self)


def take_census(space: Space, table: Table, flip: int, threads: int) -> Census:
    """Count the positions of a layer."""

    def work(first: int) -> Any:
        counts = np.zeros((3, BYTES), np.int64)
        count_bytes(space, table, counts, first, min(first + CHUNK, len(table)))
        return counts

    with ThreadPoolExecutor(threads) as pool:
        every, positions, classes = sum(pool.map(work, range(0, len(table), CHUNK)))
    won = np.array([byte > 0 and is_win(byte, flip) for byte in range(BYTES)])
    lost = ~won
    lost[0] = False
    return Census(
        states=int(every.sum()),
        wins=int(positions[won].sum()),
        losses=int(positions[lost].sum()),
        draws=int(positions[0]),
        class_wins=int(classes[won].sum()),
        class_losses=int(classes[lost].sum()),
        class_draws=int(classes[0]),
        longest_win=_longest(positions, won),
        longest_loss=_longest(positions, lost),
    )


def _longest(counts: Any, which: Any) -> int:
    """The greatest distance among some bytes, 0 if none of them was found."""
    found = np.flatnonzero((counts > 0) & which)
    return int(found[-1]) - 1 if len(found) else 0


@kernel
def count_bytes(space, table, counts, first, last):
    """Count the bytes from `first` to `last`: of all positions, of those that count, of classes."""
    (space,) = bare((space,))
    images = move_list()
    state = space.state_at(first)
    for number in range(first, last):
        weight = state.SYMMETRIES
        if space.twins(number) > 1:
            weight = _images(state) if _is_first(space, state, number, images) else 0
        if weight:
            counts[0, table[number]] += weight
            if state.is_counted():
                counts[1, table[number]] += weight
                counts[2, table[number]] += 1
        state = space.following(number, state)


@part
def _is_first(space, state, number, images):
    """Whether a number is the lowest of those that stand for its position."""
    lowest = number
    for image in range(space.places(state, images)):
        lowest = min(lowest, images[image])
    return lowest == number


@part
def _images(state):
    """The number of different images of a state."""
    same = 0
    for symmetry in range(state.SYMMETRIES):
        same += state.image(symmetry) == state
    return state.SYMMETRIES // same

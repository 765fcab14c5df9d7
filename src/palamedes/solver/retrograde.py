"""Retrograde analysis: the kernels that solve a group of layers, compiled for each game.

What is known of a position is one byte: 0 if nothing is known yet, and a draw when all is done;
otherwise 1 + the plies to the end of the game under best play. As players take turns, an even
number of plies is a loss for the side to move and an odd one a win (with `flip`, in games that the
last mover loses, the other way round).

Distances are settled in order, so that all smaller ones are final. A larger distance in the table
is either a win through a layer below, which a quicker win may still replace, or a loss, which is
final too.

From a lost position, all moves back lead to won positions. From a won one they lead to positions
that are lost if all their other moves lose too. A counter per position tells when the last of them
may be known, and then all moves are checked. Counters may reach zero too early, but never too late:
symmetric positions have more or fewer ways back than moves, so their counters start at zero.

Threads share the tables. Where two of them write the same place, they write the same byte.

The positions of a large group are far apart in memory. So the places to look at are first written
down, many at a time, and fetched meanwhile. A mark for each distance and block of places says where
to look for the positions of this distance: most blocks have none of most distances.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.devices import Device
from palamedes.core.kernel import inlined, kernel, part
from palamedes.core.layers import OUTSIDE, Index
from palamedes.core.rules import DRAW, ONGOING
from palamedes.core.stack_memory import MAX_MOVES, bare, count_down, fetch, move_list

LONGEST = 253  # the greatest byte allowed: the next distances must fit, too
UNKNOWN = 0
NO_WIN = 256  # a byte higher than any
NEVER = 127  # a counter of a position that is not lost
BLOCK = 12  # bits: places that are marked together
BYTES = 256


class GroupArrays(NamedTuple):
    """The arrays of a group of layers while it is solved, one layer after the other."""

    index: Index
    table: np.ndarray  # a byte per place
    left: np.ndarray  # a counter per place: moves inside the group not yet known to lose
    blocks: int  # of places
    marked: np.ndarray  # whether a byte was written in a block, at byte * blocks + block


def group_arrays(index: Index, size: int, device: Device) -> GroupArrays:
    """The arrays of a group with `size` positions, before `start` fills them."""
    table, left = device.empty(size, np.uint8), device.empty(size, np.int8)
    blocks = (size >> BLOCK) + 1
    marked = device.held(np.zeros(BYTES * blocks, np.uint8))
    return GroupArrays(device.held(index), table, left, blocks, marked)


@inlined
def _write(group, place, byte):
    group.table[place] = byte
    group.marked[byte * group.blocks + (place >> BLOCK)] = 1


@part
def is_win(byte, flip):
    """Whether a known byte is a win for the side to move."""
    return (byte & 1) == flip


@kernel
def sweep(space, start, group, below, plies, flip, first, last):
    """Find the positions of one distance from the moves of all that are not settled yet.

    The slow way, for games without `unmoves`. Smaller distances must be settled. Returns the
    highest byte written.
    """
    space, group, below = bare((space, group, below))
    highest = 0
    for number in range(first, last):
        known = int(group.table[start + number])
        if known == UNKNOWN or (known > plies + 1 and is_win(known, flip)):
            byte = _settled(space.state_at(number), group, below, plies, flip)
            if byte:
                _write(group, start + number, byte)
                highest = max(highest, byte)
    return highest


@inlined
def _settled(state, group, below, plies, flip):
    """The byte that follows from moves to smaller distances, UNKNOWN if none does."""
    moves = move_list()
    win, loss, settled = NO_WIN, UNKNOWN, state.outcome() == ONGOING
    if not settled:
        return UNKNOWN
    for number in range(state.moves(moves)):
        child = state.play(moves[number])
        place = group.index.place(child)
        if place == OUTSIDE:
            byte = _byte_below(child, below)
        else:
            byte = int(group.table[place])
            if byte > plies:
                byte = UNKNOWN
        if byte == UNKNOWN:
            settled = False
        elif is_win(byte, flip):
            loss = max(loss, byte + 1)
        else:
            win = min(win, byte + 1)
    if win < NO_WIN:
        return win
    return loss if settled else UNKNOWN


@kernel
def start(space, start, group, below, flip, first, last):
    """Write what is known at once of the numbers from `first` to `last`, and set their counters.

    Known are finished games, and wins and losses through the layers below; positions without moves
    inside the group are settled for good. Returns the highest byte written.
    """
    space, group, below = bare((space, group, below))
    highest = 0
    state = space.state_at(first)
    for number in range(first, last):
        byte, left = _first_look(state, below, flip)
        if space.twins(number) > 1:
            left = min(left, 0)
        _write(group, start + number, byte)
        group.left[start + number] = left
        highest = max(highest, byte)
        state = space.following(number, state)
    return highest


@inlined
def _first_look(state, below, flip):
    """The byte of a state that is known at once, and the number of its moves inside the group."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return (UNKNOWN if outcome == DRAW else 1), NEVER
    moves = move_list()
    exits = state.ways_out(moves)
    inside = min(state.move_count() - exits, NEVER)
    win, loss, drawn = NO_WIN, UNKNOWN, False
    for number in range(exits):
        byte = _byte_below(state.play(moves[number]), below)
        if byte == UNKNOWN:
            drawn = True
        elif is_win(byte, flip):
            loss = max(loss, byte + 1)
        else:
            win = min(win, byte + 1)
    if win < NO_WIN:
        return win, NEVER
    if drawn:
        return UNKNOWN, NEVER
    return (UNKNOWN if inside else loss), inside


@inlined
def _byte_below(state, below):
    """The byte of a state that is over or in the tables below."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return UNKNOWN if outcome == DRAW else 1
    return below.probed(state)


@kernel
def spread(space, start, group, below, plies, flip, first, last):
    """Go back from the positions of this distance among the numbers from `first` to `last`.

    Returns the highest byte written.
    """
    space, group, below = bare((space, group, below))
    places, sources, ways, unmoves = move_list(), move_list(), move_list(), move_list()
    waiting, highest, end = 0, 0, first
    while end < last:
        block = (start + end) >> BLOCK
        number, end = end, min(last, (block + 1 << BLOCK) - start)
        if not group.marked[(plies + 1) * group.blocks + block]:
            continue
        for source in range(number, end):
            if group.table[start + source] != plies + 1:
                continue
            state = space.state_at(source)
            count = state.unmoves(unmoves)
            if waiting + count > MAX_MOVES:
                written = _go_back(space, group, below, plies, flip, places, sources, ways, waiting)
                highest, waiting = max(highest, written), 0
            for each in range(count):
                place = group.index.place(state.unplay(unmoves[each]))
                fetch(group.table, place)
                fetch(group.left, place)
                places[waiting], sources[waiting], ways[waiting] = place, source, unmoves[each]
                waiting += 1
    written = _go_back(space, group, below, plies, flip, places, sources, ways, waiting)
    return max(highest, written)


@part
def _go_back(space, group, below, plies, flip, places, sources, ways, waiting):
    """Settle the places that can be settled now; returns the highest byte written."""
    images = move_list()
    wins, highest, byte = not is_win(plies + 1, flip), 0, plies + 2
    source, state = OUTSIDE, space.state_at(0)
    for each in range(waiting):
        place = places[each]
        if not _may_be_settled(group, place, plies, flip):
            continue
        if wins and group.left[place] > 0:  # such a position has no other number
            _write(group, place, byte)
            highest = byte
            continue
        if sources[each] != source:  # it costs less to work states out again than to keep them
            source = sources[each]
            state = space.state_at(source)
        before = state.unplay(ways[each])
        if not wins:
            byte = _loss(before, group, below, plies, flip)
        if byte:
            for image in range(group.index.places(before, images)):
                _write(group, images[image], byte)
            highest = max(highest, byte)
    return highest


@inlined
def _may_be_settled(group, place, plies, flip):
    """Whether a position is won now, or may be lost, as a move leads to this distance."""
    known = int(group.table[place])
    if not is_win(plies + 1, flip):
        return known == UNKNOWN or (known > plies + 2 and is_win(known, flip))
    return known == UNKNOWN and _was_last(group.left, place)


@inlined
def _was_last(left, place):
    """Count one more losing move; whether it may have been the last."""
    return left[place] <= 0 or count_down(left, place) <= 1


@inlined
def _loss(state, group, below, plies, flip):
    """The byte of a state if all its moves are known to lose, otherwise 0."""
    moves = move_list()
    loss = 0
    for number in range(state.moves(moves)):
        child = state.play(moves[number])
        place = group.index.place(child)
        if place == OUTSIDE:
            byte = _byte_below(child, below)
        else:
            byte = int(group.table[place])
            if byte > plies + 1:
                return 0
        if byte == UNKNOWN or not is_win(byte, flip):
            return 0
        loss = max(loss, byte + 1)
    return loss

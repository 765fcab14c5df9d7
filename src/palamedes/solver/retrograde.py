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

A group is always two layers, and so are the layers below it; the two may be the same. Kernels name
them one after the other, which is twice as fast as a loop.
"""

from typing import NamedTuple

import numpy as np

from palamedes.core.kernel import inlined, kernel, part
from palamedes.core.layers import Space
from palamedes.core.rules import DRAW, ONGOING
from palamedes.core.stack_memory import bare, count_down, move_list

LONGEST = 253  # the greatest byte allowed: the next distances must fit, too
UNKNOWN = 0
OUTSIDE = -1  # a state of another layer
NO_WIN = 256  # a byte higher than any
NEVER = 127  # a counter of a position that is not lost


class LayerArrays(NamedTuple):
    """The arrays of a layer while it is solved."""

    space: Space
    table: np.ndarray  # a byte per number
    left: np.ndarray  # a counter per number: moves inside the group not yet known to lose


@part
def is_win(byte, flip):
    """Whether a known byte is a win for the side to move."""
    return (byte & 1) == flip


@kernel
def sweep(layer, group, below, plies, flip, first, last):
    """Find the positions of one distance from the moves of all that are not settled yet.

    The slow way, for games without `unmoves`. Smaller distances must be settled. Returns the
    highest byte written.
    """
    layer, group, below = bare((layer, group, below))
    highest = 0
    for number in range(first, last):
        known = int(layer.table[number])
        if known == UNKNOWN or (known > plies + 1 and is_win(known, flip)):
            byte = _settled(layer.space.state_at(number), group, below, plies, flip)
            if byte:
                layer.table[number] = byte
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
        byte = _byte(child, group)
        if byte == OUTSIDE:
            byte = _byte_below(child, below)
        elif byte > plies:
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
def start(layer, group, below, flip, closed, first, last):
    """Write what is known at once of the numbers from `first` to `last`, and set their counters.

    Known are finished games, and wins and losses through the layers below; positions without moves
    inside the group are settled for good. A layer is closed if all its moves are inside the group.
    Returns the highest byte written.
    """
    layer, group, below = bare((layer, group, below))
    highest = 0
    state = layer.space.state_at(first)
    for number in range(first, last):
        byte, left = _first_look(state, group, below, flip, closed)
        if layer.space.twins(number) > 1:
            left = min(left, 0)
        layer.table[number] = byte
        layer.left[number] = left
        highest = max(highest, byte)
        state = layer.space.following(number, state)
    return highest


@inlined
def _first_look(state, group, below, flip, closed):
    """The byte of a state that is known at once, and the number of its moves inside the group."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return (UNKNOWN if outcome == DRAW else 1), NEVER
    if closed:
        return UNKNOWN, min(state.move_count(), NEVER)
    moves = move_list()
    win, loss, inside, drawn = NO_WIN, UNKNOWN, 0, False
    for number in range(state.moves(moves)):
        child = state.play(moves[number])
        if _is_held(child, group):
            inside += 1
            continue
        byte = _byte_below(child, below)
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
    return (UNKNOWN if inside else loss), min(inside, NEVER)


@inlined
def _is_held(state, layers):
    return layers[0].space.holds(state) or layers[1].space.holds(state)


@inlined
def _byte(state, layers):
    """The byte of a state in the two layers, OUTSIDE if it is in neither."""
    if layers[0].space.holds(state):
        return int(layers[0].table[layers[0].space.rank(state)])
    if layers[1].space.holds(state):
        return int(layers[1].table[layers[1].space.rank(state)])
    return OUTSIDE


@inlined
def _byte_below(state, below):
    outcome = state.outcome()
    if outcome != ONGOING:
        return UNKNOWN if outcome == DRAW else 1
    return _byte(state, below)


@kernel
def spread(layer, group, below, plies, flip, numbers):
    """Go back from positions that all have this distance; returns the highest byte written."""
    layer, group, below = bare((layer, group, below))
    unmoves, images = move_list(), move_list()
    highest = 0
    for number in numbers:
        state = layer.space.state_at(number)
        for each in range(state.unmoves(unmoves)):
            before = state.unplay(unmoves[each])
            if group[0].space.holds(before):
                byte = _go_back(before, group[0], group, below, plies, flip, images)
            else:
                byte = _go_back(before, group[1], group, below, plies, flip, images)
            highest = max(highest, byte)
    return highest


@inlined
def _go_back(state, layer, group, below, plies, flip, images):
    """Write the byte that follows for a state from a move to one of this distance, if it is new."""
    byte = _byte_before(state, layer, group, below, plies, flip)
    if byte:
        for image in range(layer.space.ranks(state, images)):
            layer.table[images[image]] = byte
    return byte


@inlined
def _byte_before(state, layer, group, below, plies, flip):
    """The byte that follows for a state from a move to one of this distance; 0 if nothing new."""
    number = layer.space.rank(state)
    known = int(layer.table[number])
    if not is_win(plies + 1, flip):
        quicker = known > plies + 2 and is_win(known, flip)
        return plies + 2 if known == UNKNOWN or quicker else 0
    if known == UNKNOWN and _was_last(layer.left, number):
        return _loss(state, group, below, plies, flip)
    return 0


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
        byte = _byte(child, group)
        if byte == OUTSIDE:
            byte = _byte_below(child, below)
        elif byte > plies + 1:
            return 0
        if byte == UNKNOWN or not is_win(byte, flip):
            return 0
        loss = max(loss, byte + 1)
    return loss

"""Retrograde analysis: the kernels that solve a group of layers, compiled for each game.

What is known of a position is one byte: 0 where nothing is, and a draw when all is done; else
plies + 1, the plies to the end of the game under best play. As players take turns, even plies mean
a loss for the side to move and odd ones a win (with `flip`, in games that the last mover loses, the
other way round).

Distances are settled in order. While one is at work, all smaller ones are final. A larger one in
the table is either a win through a layer below, which a quicker one may still replace, or a loss,
which is final too.

From a lost position, all moves back lead to won ones. From a won one they lead to positions that
are lost if all other moves from there lose too: that is looked at when the last of them is known,
by a counter. Counters may run out too early, never too late: positions that are symmetric
themselves are reached by more or fewer ways back than there are moves, so theirs begin run out.

Threads share the tables. They write the same bytes where they meet.

A group, and what is below it, are always two shelves, which may be the same: looking at them one
after the other by name is twice as fast as a loop over them.
"""

from typing import Any, NamedTuple

import numpy as np

from palamedes.core.cache import inlined, kernel
from palamedes.core.rules import DRAW, ONGOING
from palamedes.core.stack_memory import bare, count_down, move_list

LONGEST = 253  # plies that a byte can tell, and one more
UNKNOWN = 0
OUTSIDE = -1  # a state of another layer
NO_WIN = 256  # a byte higher than any
NEVER = 127  # a counter of a position that is not lost


class Shelf(NamedTuple):
    """A layer as kernels see it."""

    space: Any  # its numbering
    table: np.ndarray  # a byte for each number
    left: np.ndarray  # a counter for each: moves inside the group not yet known to lose


@kernel
def is_win(byte, flip):
    """Whether a known byte is a win for the side to move."""
    return (byte & 1) == flip


@kernel
def sweep(shelf, group, below, plies, flip, first, last):
    """Find the positions of one distance by looking forward from all that are not settled; the
    highest byte written.

    The slow way, for games that do not know the way back. Smaller distances must be settled.
    """
    shelf, group, below = bare((shelf, group, below))
    highest = 0
    for number in range(first, last):
        known = int(shelf.table[number])
        if known == UNKNOWN or (known > plies + 1 and is_win(known, flip)):
            byte = _settled(shelf.space.state_at(number), group, below, plies, flip)
            if byte:
                shelf.table[number] = byte
                highest = max(highest, byte)
    return highest


@inlined
def _settled(state, group, below, plies, flip):
    """The byte that follows from moves to smaller distances than this one; 0 if none does."""
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
def start(shelf, group, below, flip, closed, first, last):
    """Settle what is known at once of the numbers from `first` to `last`; the highest byte written.

    That is: where the game is over, and what moves into the layers below promise. Positions without
    moves inside the group are settled altogether. Counters are set. A layer is closed if all its
    moves are inside the group.
    """
    shelf, group, below = bare((shelf, group, below))
    highest = 0
    state = shelf.space.state_at(first)
    for number in range(first, last):
        byte, left = _first_look(state, group, below, flip, closed)
        if shelf.space.twins(number) > 1:
            left = min(left, 0)
        shelf.table[number] = byte
        shelf.left[number] = left
        highest = max(highest, byte)
        state = shelf.space.following(number, state)
    return highest


@inlined
def _first_look(state, group, below, flip, closed):
    """What is known of a state at once, and how many of its moves stay inside the group."""
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
def _is_held(state, shelves):
    return shelves[0].space.holds(state) or shelves[1].space.holds(state)


@inlined
def _byte(state, shelves):
    """What the two shelves say of a state; OUTSIDE if it is on neither."""
    if shelves[0].space.holds(state):
        return int(shelves[0].table[shelves[0].space.rank(state)])
    if shelves[1].space.holds(state):
        return int(shelves[1].table[shelves[1].space.rank(state)])
    return OUTSIDE


@inlined
def _byte_below(state, below):
    outcome = state.outcome()
    if outcome != ONGOING:
        return UNKNOWN if outcome == DRAW else 1
    return _byte(state, below)


@kernel
def spread(shelf, group, below, plies, flip, numbers):
    """Go back from positions that all have this distance; the highest byte written."""
    shelf, group, below = bare((shelf, group, below))
    unmoves, images = move_list(), move_list()
    highest = 0
    for number in numbers:
        state = shelf.space.state_at(number)
        for each in range(state.unmoves(unmoves)):
            before = state.unplay(unmoves[each])
            if group[0].space.holds(before):
                byte = _go_back(before, group[0], group, below, plies, flip, images)
            else:
                byte = _go_back(before, group[1], group, below, plies, flip, images)
            highest = max(highest, byte)
    return highest


@inlined
def _go_back(state, shelf, group, below, plies, flip, images):
    """Write down what follows for a state from a move to one of this distance, if it is new."""
    byte = _byte_before(state, shelf, group, below, plies, flip)
    if byte:
        for image in range(shelf.space.ranks(state, images)):
            shelf.table[images[image]] = byte
    return byte


@inlined
def _byte_before(state, shelf, group, below, plies, flip):
    """What follows for a state from a move to one of this distance; 0 if nothing new does."""
    number = shelf.space.rank(state)
    known = int(shelf.table[number])
    if not is_win(plies + 1, flip):
        quicker = known > plies + 2 and is_win(known, flip)
        return plies + 2 if known == UNKNOWN or quicker else 0
    if known == UNKNOWN and _was_last(shelf.left, number):
        return _loss(state, group, below, plies, flip)
    return 0


@inlined
def _was_last(left, place):
    """Count one move more that loses: whether none may be left."""
    return left[place] <= 0 or count_down(left, place) <= 1


@inlined
def _loss(state, group, below, plies, flip):
    """The byte of a state all of whose moves are known to lose, 0 if they are not."""
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

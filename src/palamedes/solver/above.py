"""Values of positions above the tables: a search down to them, in which nothing is estimated.

For positions from which every line of play ends or comes into a table, such as those of morris
while men are being placed. Scores are -1, 0 and 1; distances are not known.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.cache import kernel
from palamedes.core.game import State
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.search.alphabeta.kernel import fetch_best
from palamedes.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    entry_bound,
    entry_score,
    new_table,
    probe,
    store,
)

NODES, NODE_LIMIT, EARLY = range(3)  # places in Notes.counters
QUESTIONS = (-1, 0), (0, 1)  # the windows of: is it lost, is it won


class Notes(NamedTuple):
    """What a search writes to."""

    table: np.ndarray
    counters: np.ndarray
    stop: np.ndarray  # one word: not 0 when the search shall end


class ValueAbove(NamedTuple):
    """An outcome for the side to move, None if the search was ended before; what it cost."""

    outcome: int | None
    nodes: int


def value_above(
    state: State,
    tables: State,
    evaluation: State,
    nodes: int = 1 << 62,
    megabytes: int = 256,
    early: int = 8,
) -> ValueAbove:
    """The value of a state under best play.

    Two threads each answer a question of yes or no, whether it is lost and whether it is won, and
    share what they find. The evaluation only orders moves. For so many plies from the state,
    positions are known again under all symmetries; later that costs more than it saves.
    """
    table, stop = new_table(megabytes), np.zeros(1, np.int64)
    counters = [np.array([0, nodes, state.progress() + early], np.int64) for _ in QUESTIONS]
    with ThreadPoolExecutor(len(QUESTIONS)) as pool:
        answers = [
            pool.submit(value_of, state, alpha, beta, evaluation, Notes(table, own, stop), tables)
            for (alpha, beta), own in zip(QUESTIONS, counters, strict=True)
        ]
        lost, won = answers[0].result() < 0, answers[1].result() > 0
    found = None if stop[0] else LOSS if lost else WIN if won else DRAW
    return ValueAbove(found, sum(int(own[NODES]) for own in counters))


@kernel
def value_of(state, alpha, beta, evaluation, notes, tables):
    """The value of a state: exact between alpha and beta, a bound at or beyond them."""
    return _value_of(state, alpha, beta, evaluation, bare(notes), bare(tables))


@kernel
def _value_of(state, alpha, beta, evaluation, notes, tables):
    notes.counters[NODES] += 1
    if notes.counters[NODES] >= notes.counters[NODE_LIMIT]:
        notes.stop[0] = 1
    outcome = state.outcome()
    if outcome != ONGOING:
        return 1 if outcome == WIN else -1 if outcome == LOSS else 0
    byte = tables.probed(state)
    if byte != NOT_PROBED:
        return 0 if byte == 0 else -1 if byte & 1 else 1
    if notes.stop[0]:
        return 0
    key = _key(state, notes.counters[EARLY])
    data = probe(notes.table, key)
    if data != NOTHING and _settles(data, alpha, beta):
        return entry_score(data, 0)
    moves, merits = move_list(), move_list()
    count = _order(state, moves, merits, evaluation)
    best, best_move, floor = -2, moves[0], alpha
    for number in range(count):
        fetch_best(moves, merits, number, count)
        child = state.play(moves[number])
        score = -_value_of(child, -beta, -alpha, evaluation, notes, tables)
        if score > best:
            best, best_move = score, moves[number]
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if not notes.stop[0]:
        bound = EXACT if floor < best < beta else AT_LEAST if best >= beta else AT_MOST
        store(notes.table, key, 0, best, bound, 1, best_move)
    return best


@kernel
def _key(state, early):
    """The same for positions that are images of each other, as long as it is early in the game."""
    key = mix(0, state.key())
    if state.progress() < early:
        for symmetry in range(1, state.SYMMETRIES):
            key = min(key, mix(0, state.image(symmetry).key()))
    return key


@kernel
def _settles(data, alpha, beta):
    bound, score = entry_bound(data), entry_score(data, 0)
    return bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)


@kernel
def _order(state, moves, merits, evaluation):
    """Write the moves and how good they look; how many there are."""
    count = state.moves(moves)
    for number in range(count):
        merits[number] = -evaluation.score(state.play(moves[number]), moves[number])
    return count

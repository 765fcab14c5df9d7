"""Exact values of positions above the tables: a search down to them that estimates nothing.

For positions from which every line of play ends or reaches a table, such as those of morris while
men are being placed. Scores are -1, 0 and 1; distances are not known.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.bits import mix
from palamedes.core.game import Evaluation, State
from palamedes.core.kernel import kernel, part
from palamedes.core.probe import NOT_PROBED, Tables
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.search.alphabeta.ordering import fetch_best
from palamedes.search.transposition_table import (
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

NODES, NODE_LIMIT, EARLY = range(3)  # places in ProofMemory.counters
QUESTIONS = (-1, 0), (0, 1)  # the windows for: is it lost, is it won


class ProofMemory(NamedTuple):
    """The arrays that a search writes to."""

    table: np.ndarray
    counters: np.ndarray
    stop: np.ndarray  # the stop flag, one word: not 0 ends the search


class ValueAbove(NamedTuple):
    """The outcome for the side to move, None if the node limit came first; and the nodes."""

    outcome: int | None
    nodes: int


def value_above(
    state: State,
    tables: Tables,
    evaluation: Evaluation,
    nodes: int = 1 << 62,
    megabytes: int = 256,
    early: int = 8,
    table: NDArray[np.int64] | None = None,
) -> ValueAbove:
    """The value of a state under best play.

    Two threads answer one question each, whether it is lost and whether it is won, and share what
    they find. The evaluation only orders moves. For `early` plies the table treats symmetric
    positions as one; later that costs more than it saves. Searches of one game may share a `table`,
    also at the same time.
    """
    table = new_table(megabytes) if table is None else table
    stop = np.zeros(1, np.int64)
    counters = [np.array([0, nodes, state.progress() + early], np.int64) for _ in QUESTIONS]
    with ThreadPoolExecutor(len(QUESTIONS)) as pool:
        answers = [
            pool.submit(
                value_of, state, alpha, beta, evaluation, ProofMemory(table, own, stop), tables
            )
            for (alpha, beta), own in zip(QUESTIONS, counters, strict=True)
        ]
        lost, won = answers[0].result() < 0, answers[1].result() > 0
    found = None if stop[0] else LOSS if lost else WIN if won else DRAW
    return ValueAbove(found, sum(int(own[NODES]) for own in counters))


@kernel
def value_of(state, alpha, beta, evaluation, memory, tables):
    """The value of a state: exact between alpha and beta, otherwise a bound on that side."""
    return _value_of(state, alpha, beta, evaluation, bare(memory), bare(tables))


@part
def _value_of(state, alpha, beta, evaluation, memory, tables):
    memory.counters[NODES] += 1
    if memory.counters[NODES] >= memory.counters[NODE_LIMIT]:
        memory.stop[0] = 1
    outcome = state.outcome()
    if outcome != ONGOING:
        return 1 if outcome == WIN else -1 if outcome == LOSS else 0
    byte = tables.probed(state)
    if byte != NOT_PROBED:
        return 0 if byte == 0 else -1 if byte & 1 else 1
    if memory.stop[0]:
        return 0
    moves, merits = move_list(), move_list()
    count = state.moves(moves)
    # Looking into tables costs less than remembering and ordering, where a move leads there.
    is_last = tables.probed(state.play(moves[count - 1])) != NOT_PROBED
    key = 0
    if not is_last:
        key = _key(state, memory.counters[EARLY])
        data = probe(memory.table, key)
        if data != NOTHING and _settles(data, alpha, beta):
            return entry_score(data, 0)
        for number in range(count):
            merits[number] = -evaluation.score(state.play(moves[number]), moves[number])
    best, best_move, floor = -2, moves[0], alpha
    for number in range(count):
        if not is_last:
            fetch_best(moves, merits, number, count)
        child = state.play(moves[number])
        score = -_value_of(child, -beta, -alpha, evaluation, memory, tables)
        if score > best:
            best, best_move = score, moves[number]
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if not is_last and not memory.stop[0]:
        bound = EXACT if floor < best < beta else AT_LEAST if best >= beta else AT_MOST
        store(memory.table, key, 0, best, bound, 1, best_move)
    return best


@part
def _key(state, early):
    """The key of a state; early in the game, the same for all images of a position."""
    key = mix(0, state.key())
    if state.progress() < early:
        for symmetry in range(1, state.SYMMETRIES):
            key = min(key, mix(0, state.image(symmetry).key()))
    return key


@part
def _settles(data, alpha, beta):
    bound, score = entry_bound(data), entry_score(data, 0)
    return bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)

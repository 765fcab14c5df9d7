"""Alpha-beta: the recursive search, compiled for each game and evaluation."""

from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.kernel import kernel, part
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import NO_MOVE, ONGOING
from palamedes.core.stack_memory import bare, move_list
from palamedes.search.score import DEEPEST, WON, final_score, table_score
from palamedes.search.stop_flag import is_late
from palamedes.search.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    probe,
    store,
    stored_score,
)

HISTORY = 1 << 12  # moves share a place modulo this
CLAIMS = 1 << 14
CLAIMED_DEPTH = 3  # from this depth on, threads avoid the moves that others are searching

# Places in Memory.counters
NODES, NODE_LIMIT, BASE, AGE, PASS, NEXT_LOOK = range(6)
LOOK_EVERY = 1000  # nodes between two looks at the clock


class Features(NamedTuple):
    """What the search may use, 1 or 0. EXACT_FEATURES give the value of plain minimax."""

    table: int = 1  # remember positions
    ordering: int = 1  # hash move, killers, history
    narrow: int = (
        1  # principal variation search: prove the other moves worse with a window of width 1
    )
    reductions: int = 1  # search late moves less deep
    repetition: int = 1  # a position that came before is a draw
    strict: int = 0  # use only entries that were searched to the same depth
    shared: int = 0  # put off moves that other threads are searching


EXACT_FEATURES = Features(reductions=0, strict=1, repetition=0)


class Memory(NamedTuple):
    """The arrays that one thread of a search writes to; table, stop and claims are shared by all.

    Inside the search they are bare pointers (core/stack_memory.py).
    """

    table: np.ndarray
    stop: np.ndarray  # the stop flag and its time (search/stop_flag.py)
    claims: np.ndarray  # moves that threads are searching: keys of positions, by hash
    counters: np.ndarray
    path: np.ndarray  # keys: of the match since its last progress, from BASE on of the line
    killers: np.ndarray  # two moves per ply that refuted others there
    history: np.ndarray  # how often and how deep each move refuted others


@kernel
def search(state, last, depth, alpha, beta, ply, evaluation, features, memory, tables):
    """Search `state` to `depth` plies and return a score for the side to move (search/score.py).

    `last` is the move that led to `state`, for the evaluation; `ply` is how far below the root it
    is, and wins and losses count their plies from the root. With -WON <= alpha < beta <= WON, let s
    be the score by minimax to this depth. For the score r that is returned:

        alpha < r < beta    r = s
        r <= alpha          s <= r, an upper bound
        r >= beta           s >= r, a lower bound

    This holds literally for EXACT_FEATURES. Otherwise s differs from minimax in three ways: late
    moves are searched one or two plies less deep unless they beat alpha, the table may answer with
    a deeper search, and repetition is a draw.

    Where a line is cut. A finished game has its final score. A position in a solved table
    (`tables`, core/probe.py) has the score that the table says: both are facts, and are returned
    whatever the depth and the window. Then, at depth 0 or DEEPEST plies below the root, the
    evaluation is returned, and any other position is searched by its moves until one reaches beta.

    Repetition (if `features.repetition`). A position that came up before with the same player to
    move, in the line searched or in the match since its last progress, scores 0: its first return
    counts, not the second. Leaves are not looked up. The search knows no limits on the length of a
    game.

    Transposition table (if `features.table`). An entry answers if it was searched as deep or deeper
    (with `features.strict`: as deep) and its bound decides the window; if not, its move is tried
    first. Every result above the leaves is stored, facts excepted. Entries do not know the way
    there: a score that comes from a repetition can be found on other paths.

    Stop flag. It is read at every position above the leaves, and the search puts it up itself when
    counters[NODES] reaches counters[NODE_LIMIT], or when its time is up (search/stop_flag.py). Once
    it is up the search returns at once, the score means nothing, and nothing more is stored: the
    caller must look at the flag first.
    """
    tools = bare(evaluation), features, bare(memory), bare(tables)
    return search_node(state, last, depth, alpha, beta, ply, *tools)


@part
def search_node(state, last, depth, alpha, beta, ply, evaluation, features, memory, tables):
    """The same for kernels, with bare pointers in place of all arrays."""
    memory.counters[NODES] += 1
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(outcome, ply)
    byte = tables.probed(state)
    if byte != NOT_PROBED:
        return table_score(byte, ply)
    if depth <= 0 or ply >= DEEPEST:
        return evaluation.score(state, last)
    if _is_stopped(memory):
        return 0
    key = mix(memory.counters[PASS], state.key())
    if features.repetition and _came_before(memory, key, ply):
        return 0
    hint = NO_MOVE
    if features.table:
        data = probe(memory.table, key)
        if data != NOTHING:
            score = entry_score(data, ply)
            if _settles(data, score, depth, alpha, beta, features):
                return score
            hint = entry_move(data)
    moves, merits = move_list(), move_list()
    count = state.moves(moves)
    if features.ordering:
        _judge(moves, merits, count, hint, ply, memory)
    best, best_move, floor = -WON, moves[0], alpha
    for number in range(count):
        if features.ordering:
            fetch_best(moves, merits, number, count)
        shared = features.shared and number > 0 and depth >= CLAIMED_DEPTH
        if shared:
            _put_off_claimed(key, moves, merits, number, count, memory.claims)
        move = moves[number]
        if shared:
            _claim(key, move, memory.claims)
        child = state.play(move)
        less = _reduction(depth, number, features)
        top = alpha + 1 if number > 0 and features.narrow else beta
        while True:
            tools = evaluation, features, memory, tables
            score = -search_node(child, move, depth - 1 - less, -top, -alpha, ply + 1, *tools)
            if score <= alpha or (less == 0 and (score >= beta or top == beta)):
                break
            # Better than expected: search again, first to full depth, then with the full window.
            top = top if less else beta
            less = 0
        if shared:
            _give_up_claim(key, move, memory.claims)
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                if score >= beta:
                    _note_refutation(move, depth, ply, memory)
                    break
    if features.table and not memory.stop[0]:
        bound = EXACT if floor < best < beta else AT_LEAST if best >= beta else AT_MOST
        score = stored_score(best, ply)
        store(memory.table, key, memory.counters[AGE], score, bound, depth, best_move)
    return best


@part
def _reduction(depth, number, features):
    """By how many plies the first search of move `number` is shallower."""
    if not features.reductions or not features.narrow or depth <= 2 or number <= 3:
        return 0
    return 2 if number > 12 and depth > 4 else 1


@part
def _is_stopped(memory):
    nodes = memory.counters[NODES]
    if nodes >= memory.counters[NEXT_LOOK]:
        if nodes >= memory.counters[NODE_LIMIT] or is_late(memory.stop):
            memory.stop[0] = 1
        memory.counters[NEXT_LOOK] = min(nodes + LOOK_EVERY, memory.counters[NODE_LIMIT])
    return memory.stop[0] != 0


@part
def _came_before(memory, key, ply):
    """Whether the position came up before with the same player to move; records it in the path."""
    here = memory.counters[BASE] + ply
    memory.path[here] = key
    earlier = here - 4  # no position recurs after fewer plies
    while earlier >= 0:
        if memory.path[earlier] == key:
            return True
        earlier -= 2
    return False


@part
def _settles(data, score, depth, alpha, beta, features):
    """Whether an entry is deep enough and its bound decides the window."""
    deep = entry_depth(data)
    if deep < depth or (features.strict and deep != depth):
        return False
    bound = entry_bound(data)
    if bound == EXACT:
        return True
    return score >= beta if bound == AT_LEAST else score <= alpha


@part
def _judge(moves, merits, count, hint, ply, memory):
    """Rate the moves: the table's move first, then killers, then by history."""
    for number in range(count):
        move = moves[number]
        if move == hint:
            merits[number] = 1 << 62
        elif move == memory.killers[2 * ply]:
            merits[number] = 1 << 61
        elif move == memory.killers[2 * ply + 1]:
            merits[number] = 1 << 60
        else:
            merits[number] = memory.history[move & (HISTORY - 1)]


@part
def fetch_best(moves, merits, number, count):
    """Bring the best rated of the moves from place `number` on to that place."""
    best = number
    for other in range(number + 1, count):
        if merits[other] > merits[best]:
            best = other
    move, merit = moves[best], merits[best]
    moves[best], merits[best] = moves[number], merits[number]
    moves[number], merits[number] = move, merit


@part
def _put_off_claimed(key, moves, merits, number, count, claims):
    """Bring a move that no other thread is searching to place `number`, if there is one."""
    while merits[number] >= 0 and claims[mix(key, moves[number]) & (CLAIMS - 1)] == key:
        merits[number] = -1
        fetch_best(moves, merits, number, count)


@part
def _claim(key, move, claims):
    claims[mix(key, move) & (CLAIMS - 1)] = key


@part
def _give_up_claim(key, move, claims):
    if claims[mix(key, move) & (CLAIMS - 1)] == key:
        claims[mix(key, move) & (CLAIMS - 1)] = 0


@part
def _note_refutation(move, depth, ply, memory):
    memory.history[move & (HISTORY - 1)] += depth * depth
    if memory.killers[2 * ply] != move:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move


@kernel
def minimax(state, last, depth, ply, evaluation, counters, stop):
    """The score of `state` by plain minimax to `depth` plies: no pruning, no tables, no repetition.

    It means nothing once the stop flag is up.
    """
    counters[NODES] += 1
    if stop[0]:
        return 0
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(outcome, ply)
    if depth <= 0:
        return evaluation.score(state, last)
    moves = move_list()
    best = -WON
    for number in range(state.moves(moves)):
        child = state.play(moves[number])
        score = -minimax(child, moves[number], depth - 1, ply + 1, evaluation, counters, stop)
        best = max(best, score)
    return best

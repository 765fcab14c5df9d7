"""Alpha-beta: the recursive search, compiled for each game and evaluation."""

from math import log

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.kernel import kernel, part
from palamedes.core.probe import NOT_PROBED
from palamedes.core.rules import DRAW, LOSS, NO_MOVE, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.search.alphabeta.memory import (
    AGE,
    BASE,
    LAST_PLY,
    MARGIN,
    NEXT_LOOK,
    NODE_LIMIT,
    NODES,
    PASS,
    POINTS,
    UNLIMITED,
)
from palamedes.search.alphabeta.ordering import (
    claim,
    fetch_best,
    give_up_claim,
    note_refutation,
    put_off_claimed,
    rate_moves,
)
from palamedes.search.score import DEEPEST, ESTIMATE, WON, final_score, table_score
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

UNDECIDED = 2 * WON  # in place of a score
CLAIMED_DEPTH = 3  # from this depth on, threads avoid the moves that others are searching
PRUNED_DEPTH = 6  # up to this depth, an evaluation far above the window is believed
# By depth and number of a move: by how many plies it is searched less deep at first. Late moves of
# deep searches lose most.
REDUCTIONS = np.array(
    [
        [int(log(max(depth, 1)) * log(max(number, 1)) / 2) for number in range(64)]
        for depth in range(64)
    ]
)
LOOK_EVERY = 1000  # nodes between two looks at the clock


@kernel
def search(state, last, depth, alpha, beta, ply, evaluation, features, memory, tables):
    """Search `state` to `depth` plies and return a score for the side to move (search/score.py).

    `last` is the move that led to `state`, for the evaluation; `ply` is how far below the root it
    is, and wins and losses count their plies from the root. With -WON <= alpha < beta <= WON, let s
    be the score by minimax to this depth. For the score r that is returned:

        alpha < r < beta    r = s
        r <= alpha          s <= r, an upper bound
        r >= beta           s >= r, a lower bound

    This holds literally for EXACT_FEATURES. Otherwise s differs from minimax in five ways: late
    moves are searched less deep unless they beat alpha, positions far above the window are not
    searched, urgent moves are searched beyond the depth, the table may answer with a deeper search,
    and repetition is a draw. A proven score is still proven, but there may be a shorter way.

    Where a line is cut. A finished game has its final score, and so has one that its limit of moves
    ends (counters[LAST_PLY]). A position in a solved table (`tables`, core/probe.py) has the score
    that the table says. All are facts, and are returned whatever the depth and the window. Then, at
    depth 0 or DEEPEST plies below the root, the evaluation is returned, or the best that urgent
    moves make of it (if `features.urgent`). With `features.pruning` the evaluation is also returned
    up to PRUNED_DEPTH if it is above beta by counters[MARGIN] for each ply of the depth. Any other
    position is searched by its moves until one reaches beta.

    Repetition (if `features.repetition`). A position that came up before with the same player to
    move, in the line searched or in the match since its last progress, scores 0: its first return
    counts, not the second. Leaves are not looked up. The search does not know limits of plies
    without progress.

    Transposition table (if `features.table`). An entry answers if it was searched as deep or deeper
    (with `features.strict`: as deep) and its bound decides the window; if not, its move is tried
    first. Every result of a search by moves above the leaves is stored. Entries do not know the way
    there: a score that comes from a repetition can be found on other paths. Once the limit of moves
    is in sight, an entry only answers at the same distance from it.

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
    score = _fact(state, ply, memory, tables)
    if score != UNDECIDED:
        return score
    if depth <= 0 or ply >= DEEPEST:
        return _settled(state, last, alpha, beta, ply, evaluation, features, memory, tables)
    if _is_stopped(memory):
        return 0
    key = mix(memory.counters[PASS], state.key())
    if features.repetition and _came_before(memory, key, ply):
        return 0
    key = table_key(key, ply, memory.counters)
    hint = NO_MOVE
    if features.table:
        data = probe(memory.table, key)
        if data != NOTHING:
            score = entry_score(data, ply)
            if _answers(data, score, depth, alpha, beta, features):
                return score
            hint = entry_move(data)
    if features.pruning and depth <= PRUNED_DEPTH and abs(beta) < ESTIMATE:
        estimate = evaluation.score(state, last)
        if estimate - depth * memory.counters[MARGIN] >= beta:
            return estimate
    moves, merits = move_list(), move_list()
    count = state.moves(moves)
    if features.ordering:
        rate_moves(moves, merits, count, hint, ply, memory)
    best, best_move, floor = -WON, moves[0], alpha
    for number in range(count):
        if features.ordering:
            fetch_best(moves, merits, number, count)
        shared = features.shared and number > 0 and depth >= CLAIMED_DEPTH
        if shared:
            put_off_claimed(key, moves, merits, number, count, memory.claims)
        move = moves[number]
        if shared:
            claim(key, move, memory.claims)
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
            give_up_claim(key, move, memory.claims)
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                if score >= beta:
                    note_refutation(move, depth, ply, memory)
                    break
    if features.table and not memory.stop[0]:
        bound = EXACT if floor < best < beta else AT_LEAST if best >= beta else AT_MOST
        score = stored_score(best, ply)
        store(memory.table, key, memory.counters[AGE], score, bound, depth, best_move)
    return best


@part
def _fact(state, ply, memory, tables):
    """The score of a position whose outcome is known, UNDECIDED for any other."""
    outcome = state.outcome()
    if outcome == ONGOING and ply >= memory.counters[LAST_PLY]:
        lead = state.lead() if memory.counters[POINTS] else 0
        outcome = WIN if lead > 0 else LOSS if lead < 0 else DRAW
    if outcome != ONGOING:
        return final_score(outcome, ply)
    byte = tables.probed(state)
    if byte == NOT_PROBED or ply + byte - 1 > memory.counters[LAST_PLY]:  # the limit comes before
        return UNDECIDED
    return table_score(byte, ply)


@part
def _settled(state, last, alpha, beta, ply, evaluation, features, memory, tables):
    """The score of an undecided position where the depth ends, with the same promises.

    The player may leave it as it is, at the value of the evaluation, or make an urgent move.
    """
    best = evaluation.score(state, last)
    if not features.urgent or best >= beta or ply >= DEEPEST:
        return best
    moves = move_list()
    for number in range(state.urgent_moves(moves)):
        alpha = max(alpha, best)
        child = state.play(moves[number])
        memory.counters[NODES] += 1
        score = -_fact(child, ply + 1, memory, tables)
        if score == -UNDECIDED:
            tools = evaluation, features, memory, tables
            score = -_settled(child, moves[number], -beta, -alpha, ply + 1, *tools)
        best = max(best, score)
        if best >= beta:
            break
    return best


@part
def table_key(key, ply, counters):
    """The key under which the transposition table has a position at this ply."""
    if counters[LAST_PLY] == UNLIMITED:
        return key
    return mix(key, 2 * (counters[LAST_PLY] - ply) + counters[POINTS])


@part
def _reduction(depth, number, features):
    """By how many plies the first search of move `number` is shallower."""
    if not features.reductions or not features.narrow or depth <= 2 or number <= 3:
        return 0
    return min(int(REDUCTIONS[min(depth, 63), min(number, 63)]), depth - 2)


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
def _answers(data, score, depth, alpha, beta, features):
    """Whether an entry is deep enough and its bound decides the window."""
    deep = entry_depth(data)
    if deep < depth or (features.strict and deep != depth):
        return False
    bound = entry_bound(data)
    if bound == EXACT:
        return True
    return score >= beta if bound == AT_LEAST else score <= alpha


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

"""The order in which a search tries the moves of a position: the sooner the best, the more it cuts.

Threads that search together also avoid the moves that others are searching.
"""

from palamedes.core.bits import mix
from palamedes.core.kernel import part
from palamedes.search.alphabeta.memory import CLAIMS, HISTORY


@part
def rate_moves(moves, merits, count, hint, ply, memory):
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
def note_refutation(move, depth, ply, memory):
    """Remember a move that refuted the one before: it may do so elsewhere."""
    memory.history[move & (HISTORY - 1)] += depth * depth
    if memory.killers[2 * ply] != move:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move


@part
def put_off_claimed(key, moves, merits, number, count, claims):
    """Bring a move that no other thread is searching to place `number`, if there is one."""
    while merits[number] >= 0 and claims[mix(key, moves[number]) & (CLAIMS - 1)] == key:
        merits[number] = -1
        fetch_best(moves, merits, number, count)


@part
def claim(key, move, claims):
    claims[mix(key, move) & (CLAIMS - 1)] = key


@part
def give_up_claim(key, move, claims):
    if claims[mix(key, move) & (CLAIMS - 1)] == key:
        claims[mix(key, move) & (CLAIMS - 1)] = 0

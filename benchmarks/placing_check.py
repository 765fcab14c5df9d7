"""An independent look at the placing phase of morris: values of positions, by plain alpha-beta.

It reads the tables themselves, with their distances, and shares no code with the search that it
checks (solver/above_tables.py): the rules and the tables are all that both know.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.kernel import kernel, part
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.core.stack_memory import bare, move_list
from palamedes.solver.tablebase import Tablebase

LAST = 2  # men in hand: from here on moves are tried as they come, and nothing is remembered
TAG = -16  # a remembered word has bounds in its lowest four bits, and there the key


class Memory(NamedTuple):
    """What searches write to, and the word that stops them."""

    seen: np.ndarray
    stop: np.ndarray


class PlainChecker:
    """Values of positions with men in hand, by searches that share what they remember."""

    def __init__(self, tables: Tablebase, threads: int, words: int) -> None:
        self._tables = tables.tables(tables.layers.every)
        self._evaluation = tables.game.evaluations["tuned"]
        seen, self._stop = np.zeros(1 << (words.bit_length() - 1), np.int64), np.zeros(1, np.int64)
        self._memory = Memory(seen, self._stop)
        self._threads = threads

    def byte(self, state: tuple) -> int:
        """What the table of a state says, -1 if there is none."""
        return int(self._tables.probed(state))

    def values(self, states: Iterable[tuple], seconds: float) -> dict[tuple, int]:
        """WIN, LOSS or DRAW of as many states as there is time for: those near the tables first."""
        until = monotonic() + seconds
        found: dict[tuple, int] = {}
        self._stop[0] = 0

        def look(state: tuple) -> None:
            if monotonic() < until:
                answer = value(state, self._tables, self._evaluation, self._memory)
                if not self._stop[0]:
                    found[state] = {-1: LOSS, 0: DRAW, 1: WIN}[answer]

        pool = ThreadPoolExecutor(self._threads)
        running = [pool.submit(look, state) for state in sorted(states, key=lambda s: s.hand)]
        try:
            for each in running:
                each.result(timeout=max(until - monotonic(), 0.01))
        except TimeoutError:
            pass
        finally:
            self._stop[0] = 1
            pool.shutdown(cancel_futures=True)
        return found


@kernel
def value(state, tables, evaluation, memory):
    """1, 0 or -1 for the side to move: is it worth more than a loss, more than a draw?"""
    early, mask = state.hand - 3, len(memory.seen) - 1
    memory, tables = bare(memory), bare(tables)
    for alpha in range(-1, 1):
        found = _search(state, alpha, tables, evaluation, memory, mask, early)
        if found <= alpha:
            return alpha
    return 1


@part
def _search(state, alpha, tables, evaluation, memory, mask, early):
    """More than alpha if the state is worth more, else alpha or less."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return 1 if outcome == WIN else -1 if outcome == LOSS else 0
    if not state.hand:
        byte = tables.probed(state)
        return 0 if byte == 0 else -1 if byte & 1 else 1
    if memory.stop[0]:
        return 0
    key = _key(state, early)
    word = 0
    if state.hand > LAST:
        word = memory.seen[key & mask]
        if (word ^ key) & TAG:
            word = 0
        if word >> 2 * (alpha + 1) & 1:
            return alpha + 1  # at least
        if word >> 2 * (alpha + 1) & 2:
            return alpha  # at most
    moves, merits = move_list(), move_list()
    count = state.moves(moves)
    for number in range(count):
        merits[number] = -number if moves[number] & 31 == 24 else 1 << 40
        if state.hand > LAST:
            merits[number] = -evaluation.score(state.play(moves[number]), moves[number])
    best = -2
    for number in range(count):
        _bring_best(moves, merits, number, count)
        child = state.play(moves[number])
        best = max(best, -_search(child, -alpha - 1, tables, evaluation, memory, mask, early))
        if best > alpha:
            break
    if state.hand > LAST and not memory.stop[0]:
        fact = (1 if best > alpha else 2) << 2 * (alpha + 1)
        memory.seen[key & mask] = key & TAG | word & 15 | fact
    return best


@part
def _bring_best(moves, merits, number, count):
    best = number
    for other in range(number + 1, count):
        if merits[other] > merits[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    merits[number], merits[best] = merits[best], merits[number]


@part
def _key(state, early):
    """A number for a state; the same for its images while many men are in hand."""
    key = mix(mix(0, state.me), state.other << 5 | state.hand)
    if state.hand >= early:
        for symmetry in range(1, state.SYMMETRIES):
            image = state.image(symmetry)
            key = min(key, mix(mix(0, image.me), image.other << 5 | image.hand))
    return key

"""Many games played in step: compiled, without a line of Python for each game."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.bridges.observations import write_observation
from palamedes.core.bits import mix
from palamedes.core.kernel import kernel, part
from palamedes.core.rules import DRAW, ONGOING, WIN
from palamedes.core.stack_memory import move_list
from palamedes.core.state_rows import put_state, state_at
from palamedes.search.playouts import random_index

TRIES = 20  # to make random moves after which the game is not over
GOES_ON, OVER, CUT_SHORT = range(3)
BEGIN = -1  # in place of an action
NOTHING_MISSING = -1


class GameRows(NamedTuple):
    """The games, a row for each. Legal actions are kept as a mask and as a list."""

    states: NDArray[np.int64]
    turns: NDArray[np.int8]  # the player to move
    plies: NDArray[np.int64]  # since the start
    quiet: NDArray[np.int64]  # plies since the last progress
    path: NDArray[np.int64]  # keys of the positions since then; empty rows: nobody asks for them
    noise: NDArray[np.int64]
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    legal: NDArray[np.int64]
    counts: NDArray[np.int64]


class StepResults(NamedTuple):
    """What the last step brought, a row for each game."""

    rewards: NDArray[np.float32]  # of both players
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    finals: NDArray[np.int8]  # the last observation of a game that has ended, zeros elsewhere


class StepRules(NamedTuple):
    """What ends a game besides its own rules: as core/history_rules.py, and `longest`."""

    repetition: int
    quiet: int
    plies: int
    points: int
    longest: int
    random_plies: int  # at the start of each game


class StepTables(NamedTuple):
    """The actions of the game by code, the codes by action, how its states are cut."""

    actions: NDArray[np.int64]
    codes: NDArray[np.int64]
    fields: NDArray[np.int64]


@kernel
def step_games(start, rows, actions, rules, tables, results):
    """Play an action in every game; those that end begin anew, as do all whose action is BEGIN.

    The actions must be legal. Returns a code that is no action, or NOTHING_MISSING.
    """
    for row in range(len(actions)):
        _clear(results, row)
        # Each rule is called in one place only: the compiler copies it to every place.
        action, is_random = actions[row], False
        tries, left = TRIES, 0  # to begin with random moves; how many of these are still to come
        while True:
            status = GOES_ON
            if action == BEGIN:
                _place(start, rows, row)
                left, is_random = rules.random_plies if tries else 0, True
                tries -= 1
            else:
                state = _advance(start, rows, row, tables.codes[action])
                status, share = _verdict(state, rows, row, rules)
                if not is_random:
                    _report(state, rows, row, status, share, tables, results)
            if status != GOES_ON:
                action = BEGIN
                continue
            missing = _show(start, rows, row, tables)
            if missing != NOTHING_MISSING:
                return missing
            if left == 0:
                break
            left -= 1
            rows.noise[row] = mix(rows.noise[row], 1)
            action = rows.legal[row, random_index(rows.noise[row], rows.counts[row])]
    return NOTHING_MISSING


@part
def _clear(results, row):
    results.rewards[row, 0] = results.rewards[row, 1] = 0
    results.terminations[row] = results.truncations[row] = False


@part
def _report(state, rows, row, status, share, tables, results):
    """Note what an action brought; the player to move gets `share`."""
    turn = rows.turns[row]
    results.rewards[row, turn] = share
    results.rewards[row, 1 - turn] = -share
    results.terminations[row] = status == OVER
    results.truncations[row] = status == CUT_SHORT
    if status != GOES_ON:
        write_observation(state, tables.fields, results.finals, row)


@part
def _place(start, rows, row):
    put_state(rows.states, row, start)
    rows.turns[row] = rows.plies[row] = rows.quiet[row] = 0
    if rows.path.shape[1]:
        rows.path[row, 0] = mix(0, start.key())


@part
def _advance(example, rows, row, move):
    """Make a move; returns the state after it."""
    before = state_at(example, rows.states, row)
    state = before.play(move)
    put_state(rows.states, row, state)
    rows.turns[row] = 1 - rows.turns[row]
    rows.plies[row] += 1
    quiet = rows.quiet[row] + 1 if state.progress() == before.progress() else 0
    rows.quiet[row] = quiet
    if rows.path.shape[1]:
        rows.path[row, quiet] = mix(0, state.key())
    return state


@part
def _verdict(state, rows, row, rules):
    """Whether the game is over, and what the player to move gets: 1, 0 or -1."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return OVER, 1 if outcome == WIN else 0 if outcome == DRAW else -1
    plies, quiet = rows.plies[row], rows.quiet[row]
    is_cut = rules.quiet and quiet >= rules.quiet
    is_cut = is_cut or (rules.plies and plies >= rules.plies) or plies >= rules.longest
    if not is_cut and rules.repetition:
        is_cut = _occurrences(rows.path, row, quiet) >= rules.repetition
    if not is_cut:
        return GOES_ON, 0
    lead = state.lead() if rules.points else 0
    return CUT_SHORT, 1 if lead > 0 else -1 if lead < 0 else 0


@part
def _occurrences(path, row, quiet):
    """How often the last position has occurred with the same player to move."""
    count, earlier = 0, quiet
    while earlier >= 0:
        count += path[row, earlier] == path[row, quiet]
        earlier -= 2
    return count


@part
def _show(example, rows, row, tables):
    """Write what is to be seen of a game that goes on; returns as `step_games`."""
    state = state_at(example, rows.states, row)
    write_observation(state, tables.fields, rows.observations, row)
    for place in range(rows.counts[row]):
        rows.masks[row, rows.legal[row, place]] = 0
    moves = move_list()
    count = state.moves(moves)
    rows.counts[row] = 0
    for place in range(count):
        action = tables.actions[moves[place]]
        if action < 0:
            return moves[place]
        rows.legal[row, place] = action
        rows.masks[row, action] = 1
        rows.counts[row] = place + 1
    return NOTHING_MISSING

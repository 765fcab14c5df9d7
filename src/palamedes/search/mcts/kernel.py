"""Monte Carlo tree search: the kernels, compiled for each game and evaluation.

UCT with proven values. A simulation walks down the tree by upper confidence bounds, plays a random
game from the leaf it reaches (or a few random plies, and then asks an evaluation), and takes the
result back up. Decided positions are not sampled: proofs go up the tree as far as they reach, and
proven nodes are not searched again.

Every node has its own path from the start of the match, so whether its position repeats an earlier
one is known when the node is made, and never changes.

Plies count from the last progress in the match, or from the root if no position can recur.
"""

from math import log, sqrt, tanh
from typing import NamedTuple

import numpy as np

from palamedes.core.bits import mix
from palamedes.core.kernel import kernel, part
from palamedes.core.rules import DRAW, LOSS, NO_MOVE, ONGOING, WIN
from palamedes.core.stack_memory import MAX_MOVES, bare, move_list
from palamedes.search.playouts import random_index
from palamedes.search.stop_flag import is_late

ROOT = 0  # the number of its node

# The proof of a node: SURE - n if the side to move there wins in n plies, n - SURE if it loses in n
# plies, 0 for a draw.
SURE = 1000
UNKNOWN = 2000

NEVER = -9.0  # the value of a node that need not be visited again
LURE = 1e-3  # unvisited nodes differ at random by up to this, as move order means nothing

# The tree is one array of nodes. The children of a node lie side by side, after it. Value and
# spread are for the player who chooses the node: the one to move at its parent.
NODE = np.dtype(
    [
        ("move", np.int64),  # that leads to the node
        ("visits", np.int64),
        ("value", np.float32),  # the mean result, from -1 to 1; NEVER when decided
        ("spread", np.float32),  # 1 / sqrt(visits), how doubtful the value is; 0 when proven
        ("first", np.int32),  # the first child
        ("proof", np.int16),
        ("children", np.int16),  # their number; 0 until they are made
    ],
    align=True,
)

USED, NOISE, DEEPEST_PLY = range(3)  # places in Workspace.counters
MOST_CHILDREN = MAX_MOVES  # places that must be free before a node gets children


class Workspace(NamedTuple):
    """The arrays that a search writes to besides its tree."""

    counters: np.ndarray
    path: np.ndarray  # the nodes of a simulation, by ply
    keys: np.ndarray  # of the positions since the last progress in the match, by ply


class MctsSettings(NamedTuple):
    """How to search, and what the history of the match means for it."""

    exploration: float
    scale: float  # the score that is worth tanh(1)
    plies: int  # of a random game before it is evaluated or abandoned
    ripe: int  # the visit at which a leaf gets children
    root: int  # the ply of the root
    deepest: int  # the ply where the tree ends
    repetition: int  # whether a repeated position ends the game
    quiet: int  # plies without progress that end the game, 0 for no limit
    last: int  # the ply at which the game ends
    points: int  # whether the player who leads wins a game that history ends
    whole: int  # whether to go on until all moves at the root are proven, not only the best


def new_tree(megabytes: float) -> np.recarray:
    """An empty tree of this size, or at least one that can hold the children of any root."""
    return np.recarray(max(int(megabytes * 1e6) // NODE.itemsize, 2 * MAX_MOVES), NODE)


def plant(tree, counters, seed):
    """Start a new tree: a root that has not been visited."""
    tree[ROOT] = (NO_MOVE, 0, 0.0, 1.0, 0, UNKNOWN, 0)
    counters[USED] = 1
    counters[NOISE] = mix(0, seed)


@kernel
def simulate(state, tree, work, evaluation, settings, count, stop):
    """Make up to `count` simulations from `state`, the root; returns how many were made.

    There are fewer if the stop flag goes up, or if nothing is left to prove. In any case the root
    has all its children afterwards, and those that end the game are proven.
    """
    root, evaluation = int(work.path[settings.root]), bare(evaluation)
    if tree[root].children == 0:
        _expand(state, root, settings.root, settings.root, tree, work, settings)
    done = 0
    while done < count and not _is_settled(tree[root], tree, settings.whole):
        if stop[0] or is_late(stop):
            break
        leaf, ply = _descend(state, root, tree, work, settings)
        node = tree[work.path[ply]]
        if node.proof == UNKNOWN:
            result = _play_out(leaf, ply, int(node.move), work, evaluation, settings)
        else:
            result = float(_sign(node.proof))
        _back_up(tree, work.path, settings.root, ply, result)
        done += 1
    return done


@part
def _is_settled(root, tree, whole):
    if not whole:
        return root.proof != UNKNOWN
    unknown = 0
    for child in range(root.first, root.first + root.children):
        unknown += tree[child].proof == UNKNOWN
    return unknown == 0


@part
def _descend(state, node, tree, work, settings):
    """Walk down to a leaf or to a proven node; returns the state there and its ply."""
    ply = quiet = settings.root
    progress = state.progress()
    while True:
        if settings.repetition or settings.quiet:
            work.keys[ply] = state.key()
            if state.progress() != progress:
                quiet, progress = 0, state.progress()
        if tree[node].children == 0:
            if not _is_ripe(node, ply, tree, work, settings):
                break
            _expand(state, node, ply, quiet, tree, work, settings)
            if tree[node].proof != UNKNOWN:
                break
        node = _select(tree, node, settings.exploration)
        state = state.play(int(tree[node].move))
        ply += 1
        quiet += 1
        work.path[ply] = node
        if tree[node].proof != UNKNOWN:
            break
    work.counters[DEEPEST_PLY] = max(work.counters[DEEPEST_PLY], ply)
    return state, ply


@part
def _is_ripe(node, ply, tree, work, settings):
    """Whether a leaf gets children with this visit."""
    return (
        tree[node].visits + 1 >= settings.ripe
        and ply < settings.deepest
        and work.counters[USED] + MOST_CHILDREN <= len(tree)
    )


@part
def _select(tree, node, exploration):
    """The child with the highest upper confidence bound."""
    parent = tree[node]
    reach = exploration * sqrt(log(parent.visits + 1.0))
    best, highest = 0, 2 * NEVER
    for child in range(parent.first, parent.first + parent.children):
        bound = float(tree[child].value) + reach * float(tree[child].spread)
        if bound > highest:
            best, highest = child, bound
    return best


@part
def _expand(state, node, ply, quiet, tree, work, settings):
    """Make the children of a node, and prove what follows from the results of finished games.

    Below the root, a move that wins at once becomes the only child.
    """
    moves = move_list()
    count = state.moves(moves)
    first = work.counters[USED]
    noise = work.counters[NOISE]
    best, proven = -SURE, 0
    for number in range(count):
        noise = mix(noise, 1)
        child = tree[first + number]
        child.move = moves[number]
        child.children = 0
        child.visits = 0
        child.value = LURE * random_index(noise, 1024) / 1024 - float(tree[node].value)
        child.spread = 1.0
        child.proof = UNKNOWN
        outcome = _ending(state, state.play(moves[number]), ply + 1, quiet + 1, work, settings)
        if outcome == ONGOING:
            continue
        proof = SURE if outcome == WIN else -SURE if outcome == LOSS else 0
        _prove(child, proof)
        proven += 1
        best = max(best, _one_ply_later(-proof))
        if outcome == LOSS and ply > settings.root:
            tree[first] = child
            count = 1
            break
    tree[node].first = first
    tree[node].children = count
    work.counters[USED] = first + count
    work.counters[NOISE] = noise
    if best > 0 or proven == count:
        _prove(tree[node], best)


@part
def _ending(before, state, ply, quiet, work, settings):
    """The outcome of `state`, one move after `before`, by the rules of the game or of history."""
    outcome = state.outcome()
    if outcome != ONGOING:
        return outcome
    if ply >= settings.last:
        return _stopped(state, settings)
    if (settings.repetition or settings.quiet) and state.progress() == before.progress():
        if settings.quiet and quiet >= settings.quiet:
            return _stopped(state, settings)
        if settings.repetition and _came_before(state.key(), ply, quiet, work.keys):
            return _stopped(state, settings)
    return ONGOING


@part
def _came_before(key, ply, quiet, keys):
    """Whether a position of the last `quiet` plies with the same player to move had this key."""
    earlier = ply - 2
    while earlier >= ply - quiet:
        if keys[earlier] == key:
            return True
        earlier -= 2
    return False


@part
def _stopped(state, settings):
    """The outcome, for the side to move, of a game that history ends."""
    lead = state.lead() if settings.points else 0
    return WIN if lead > 0 else LOSS if lead < 0 else DRAW


@part
def _play_out(state, ply, move, work, evaluation, settings):
    """The result of a random game, from -1 to 1 for the side to move. `move` led to `state`."""
    moves = move_list()
    noise = work.counters[NOISE]
    side = 1.0
    outcome = ONGOING
    plies = min(settings.plies, settings.last - ply)
    for _ply in range(plies):
        noise = mix(noise, 1)
        move = moves[random_index(noise, state.moves(moves))]
        state = state.play(move)
        side = -side
        outcome = state.outcome()
        if outcome != ONGOING:
            break
    work.counters[NOISE] = noise
    if outcome == ONGOING:
        if evaluation is not None and ply + plies < settings.last:
            return side * tanh(evaluation.score(state, move) / settings.scale)
        outcome = _stopped(state, settings)
    if outcome == DRAW:
        return 0.0
    return side if outcome == WIN else -side


@part
def _back_up(tree, path, root, ply, result):
    """Take a result, for the side to move at the end of the path, up to the root; proofs too.

    Where a node is proven, its proof goes up in place of the result.
    """
    proven = tree[path[ply]].proof != UNKNOWN
    for level in range(ply, root - 1, -1):
        node = tree[path[level]]
        if proven and level < ply:
            proven = _prove_by_children(node, tree)
            if proven:
                result = float(_sign(node.proof))
        node.visits += 1
        if node.proof == UNKNOWN:
            value = float(node.value)
            node.value = value + (-result - value) / node.visits
            node.spread = 1.0 / sqrt(node.visits)
        result = -result


@part
def _prove_by_children(node, tree):
    """Prove a node if a child is a proven loss or all children are proven; whether it is proven."""
    best, all_proven = -SURE, True
    for child in range(node.first, node.first + node.children):
        if tree[child].proof == UNKNOWN:
            all_proven = False
        else:
            best = max(best, _one_ply_later(-tree[child].proof))
    if best > 0 or all_proven:
        _prove(node, best)
        return True
    return False


@part
def _prove(node, proof):
    node.proof = proof
    node.value = NEVER if proof else 0.0
    node.spread = 0.0


@part
def _one_ply_later(proof):
    """The proof of a node whose best child has the proof `-proof`."""
    return proof - _sign(proof)


@part
def _sign(number):
    return 1 if number > 0 else -1 if number < 0 else 0


@kernel
def keep_below(tree, counters, root):
    """Make another node the root: move what is below it to the front, and forget the rest."""
    used = counters[USED]
    places = np.full(used, -1, np.int32)  # where the nodes go
    places[root] = kept = 0
    for node in range(root, used):
        if places[node] < 0:
            continue
        places[node] = kept
        kept += 1
        for child in range(tree[node].first, tree[node].first + tree[node].children):
            places[child] = 0
    for node in range(root, used):
        if places[node] >= 0:
            if tree[node].children:
                tree[node].first = places[tree[node].first]
            tree[places[node]] = tree[node]
    counters[USED] = kept

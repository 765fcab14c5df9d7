"""Games of a search against itself to learn from: compiled, without a line of Python in the loop.

A game begins with some random moves. Then each move is the best by a search of fixed depth, or now
and then a random one, for variety. A position is recorded with what the search found and, once the
game is over, with its result. Positions whose outcome the search has proven teach nothing: they end
the game.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palamedes.core.bits import mix
from palamedes.core.game import Evaluation, Game
from palamedes.core.kernel import kernel, part
from palamedes.core.probe import NoTables
from palamedes.core.rules import ONGOING
from palamedes.core.stack_memory import MAX_MOVES, bare, move_list
from palamedes.search.alphabeta.engine import usual_margin
from palamedes.search.alphabeta.kernel import search_node
from palamedes.search.alphabeta.memory import BASE, Features, RootFacts, new_memory
from palamedes.search.learned.files import parse_learned
from palamedes.search.playouts import random_index
from palamedes.search.score import DEEPEST, ESTIMATE, WON, final_score
from palamedes.search.stop_flag import StopFlag
from palamedes.search.transposition_table import new_table

SHORTEST, LONGEST = 2, 15  # random plies at the start of a game
ODD_MOVES = 60  # random moves, of 1000
MOST_PLIES = 300  # then the points decide, or the game is a draw
MEGABYTES = 4  # of the transposition table


class GameRules(NamedTuple):
    """What the history of a match means, for compiled code."""

    repetition: int
    plies: int
    points: int

    @classmethod
    def of(cls, game: Game) -> "GameRules":
        history = game.history
        plies = min(history.plies or MOST_PLIES, MOST_PLIES)
        return cls(int(history.repetition > 0), plies, int(history.points))


class Notebook(NamedTuple):
    """The arrays that self-play writes to."""

    shown: np.ndarray  # the patterns of all positions, one after the other
    ends: np.ndarray  # where those of each position end
    foreseen: np.ndarray  # the score that the search found
    results: np.ndarray  # of the game, for the side to move: 1, 0.5 or 0
    games: np.ndarray  # the number of the game


@dataclass(frozen=True)
class Experience:
    """Positions of whole games, for the side to move."""

    patterns: NDArray[np.int32]
    ends: NDArray[np.int64]
    foreseen: NDArray[np.float32]
    results: NDArray[np.float32]
    games: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ends)


@kernel
def _play_games(start, games, depth, seed, rules, notebook, evaluation, features, memory, tables):
    """Play `games` games and note their positions; returns how many were noted.

    Only whole games are: the last is left out if there is no room for it, or if it was stopped.
    """
    tools = bare(evaluation), features, bare(memory), bare(tables)
    places, room = len(notebook.ends), len(notebook.shown)
    notes = bare(notebook)
    count = end = 0
    for game in range(games):
        noise = mix(mix(0, seed), game)
        state = _opening(start, noise)
        noise = mix(noise, 1)
        first, plies, quiet, progress = count, 0, 0, state.progress()
        result = 0.5  # for the side to move when the game ends
        while True:
            outcome = state.outcome()
            if outcome != ONGOING:
                result = _share(final_score(outcome, 0))
                break
            key = mix(0, state.key())
            if rules.repetition and _recurs(tools[2].path, key, quiet):
                break
            if plies >= rules.plies:
                result = _share(state.lead()) if rules.points else 0.5
                break
            tools[2].path[quiet] = key
            tools[2].counters[BASE] = quiet
            move, score = _best_move(state, depth, noise, tools)
            if tools[2].stop[0]:
                return first
            if abs(score) >= ESTIMATE:
                result = _share(score)
                break
            if count == places or end + MAX_MOVES > room:
                return first
            noise = mix(noise, 2)
            end = _note_patterns(state, noise, notes.shown, end)
            notes.ends[count] = end
            notes.foreseen[count] = score
            notes.games[count] = game
            count += 1
            noise = mix(noise, 3)
            if random_index(noise, 1000) < ODD_MOVES:
                moves = move_list()
                noise = mix(noise, 4)
                move = moves[random_index(noise, state.moves(moves))]
            state = state.play(move)
            plies += 1
            quiet += 1
            if quiet >= DEEPEST or state.progress() != progress:
                quiet, progress = 0, state.progress()
        for place in range(first, count):
            notes.results[place] = result if (count - place) % 2 == 0 else 1.0 - result
    return count


@part
def _opening(start, noise):
    """A position after some random moves in which the game is not over.

    There are fewer of them with every attempt: a game may be over after the first.
    """
    moves = move_list()
    for attempt in range(LONGEST):
        noise = mix(noise, 5)
        state, longest = start, LONGEST - attempt
        shortest = min(SHORTEST, longest)
        for _ply in range(shortest + random_index(noise, longest - shortest + 1)):
            noise = mix(noise, 6)
            if state.outcome() == ONGOING:
                state = state.play(moves[random_index(noise, state.moves(moves))])
        if state.outcome() == ONGOING:
            return state
    return start


@part
def _share(score):
    """The share of the point that a score decides."""
    return 1.0 if score > 0 else 0.0 if score < 0 else 0.5


@part
def _recurs(path, key, quiet):
    earlier = quiet - 2
    while earlier >= 0:
        if path[earlier] == key:
            return True
        earlier -= 2
    return False


@part
def _note_patterns(state, noise, patterns, end):
    """Append the patterns of a position, seen through a random symmetry; returns where they end."""
    seen = move_list()
    for number in range(state.image(random_index(noise, state.SYMMETRIES)).patterns(seen)):
        patterns[end] = seen[number]
        end += 1
    return end


@part
def _best_move(state, depth, noise, tools):
    """The best move by a search of this depth, and its score; equal moves by chance."""
    moves = move_list()
    count = state.moves(moves)
    _rotate(moves, count, random_index(noise, count))
    best = -WON
    for deep in range(1, depth + 1):
        best, place = -WON, 0
        for number in range(count):
            score = best + 1
            if number:
                score = _score_of(state, moves[number], deep, best, best + 1, tools)
            if score > best:
                score = _score_of(state, moves[number], deep, best, WON, tools)
            if score > best:
                best, place = score, number
        _to_front(moves, place)
        if abs(best) >= ESTIMATE:
            break
    return moves[0], best


@part
def _score_of(state, move, depth, alpha, beta, tools):
    ply = min(depth, 1)  # 1, but not as a constant: numba would compile the search twice
    return -search_node(state.play(move), move, depth - 1, -beta, -alpha, ply, *tools)


@part
def _to_front(moves, place):
    move = moves[place]
    while place:
        moves[place] = moves[place - 1]
        place -= 1
    moves[0] = move


@part
def _rotate(moves, count, places):
    """Begin the list of moves with the one at `places`."""
    copy = move_list()
    for number in range(count):
        copy[number] = moves[number]
    for number in range(count):
        moves[number] = copy[(number + places) % count]


@dataclass(frozen=True)
class PackedEvaluation:
    """A learned evaluation as its file has it: a tenth of what it takes when it plays."""

    data: bytes

    def unpacked(self, game: Game) -> Evaluation:
        return _unpacked(self, game)


@lru_cache(maxsize=4)
def _unpacked(packed: PackedEvaluation, game: Game) -> Evaluation:
    return parse_learned(packed.data, game, game.id).evaluation(game)


@dataclass(frozen=True)
class SelfPlay:
    """One piece of work: games of an evaluation against itself. Equal pieces, equal games.

    With a packed evaluation it can be sent to another machine.
    """

    game: Game
    evaluation: Evaluation | PackedEvaluation
    depth: int
    games: int
    seed: int
    most: int = 1 << 16  # positions that are recorded at most
    width: int = 40  # patterns of a position, on average at most

    def play(self, stop: NDArray[np.int64] | None = None) -> Experience:
        """Play; the games that are over when a stop flag (its array) goes up are returned."""
        evaluation = self.evaluation
        if isinstance(evaluation, PackedEvaluation):
            evaluation = evaluation.unpacked(self.game)
        memory = new_memory(
            new_table(MEGABYTES),
            StopFlag().flag if stop is None else stop,
            RootFacts(past=[0] * DEEPEST, margin=usual_margin(self.game)),
        )
        notes = Notebook(
            np.empty(self.most * self.width + MAX_MOVES, np.int32),
            np.empty(self.most, np.int64),
            np.empty(self.most, np.float32),
            np.empty(self.most, np.float32),
            np.empty(self.most, np.int32),
        )
        rules = GameRules.of(self.game)
        tools = evaluation, Features(repetition=rules.repetition), memory, NoTables()
        count = _play_games(
            self.game.start, self.games, self.depth, self.seed, rules, notes, *tools
        )
        end = int(notes.ends[count - 1]) if count else 0
        parts = (notes.shown[:end], *(each[:count] for each in notes[1:]))
        return Experience(*(each.copy() for each in parts))

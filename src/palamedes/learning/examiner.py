"""Truth as an examiner: how often the move that an evaluation prefers keeps a position's value.

An examination is a fixed sample of positions from random games whose value and that of all moves
are known, and in which some moves keep the value and others do not. The evaluation looks one ply
ahead; of moves that it likes equally, each counts its share.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from palamedes.core.game import Evaluation, Game, State
from palamedes.core.kernel import kernel
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.search.score import final_score
from palamedes.solver.tablebase import Progress, Tablebase

QUESTIONS = 500
GAMES = 600  # random games that are looked at, at most
LONGEST = 120  # plies of them
PER_GAME = 4  # questions from one game, at most
BUILT = 20_000_000  # positions of tables that are built for an examination: some seconds

Value = Callable[[State], int | None]  # WIN, DRAW or LOSS for the side to move, None if unknown


class ExamQuestion(NamedTuple):
    """A position, and for each of its moves whether it keeps the value."""

    state: State
    keeps: tuple[bool, ...]


@kernel
def judge_moves(state, evaluation, moves, scores):
    """Write the moves of a state and what an evaluation thinks of each; returns how many."""
    count = state.moves(moves)
    for number in range(count):
        child = state.play(moves[number])
        outcome = child.outcome()
        if outcome != ONGOING:
            scores[number] = -final_score(outcome, 1)
        else:
            scores[number] = -evaluation.score(child, moves[number])
    return count


@dataclass(frozen=True)
class Examination:
    """Positions to be asked."""

    questions: tuple[ExamQuestion, ...]

    def share_kept(self, evaluation: Evaluation) -> float:
        """The share of positions in which the evaluation's move keeps the value."""
        moves, scores = (np.zeros(MAX_MOVES, np.int64) for _array in range(2))
        kept = 0.0
        for state, keeps in self.questions:
            found = scores[: judge_moves(state, evaluation, moves, scores)]
            kept += float(np.array(keeps)[found == found.max()].mean())
        return kept / len(self.questions)


def examination(game: Game, value: Value, most: int = QUESTIONS) -> Examination | None:
    """The sample of a game; None if hardly anything is known of it."""
    random, questions = Random(game.id), dict[State, ExamQuestion]()
    for _game in range(GAMES):
        asked = _questions_of_game(game, value, random)
        questions |= {each.state: each for each in asked}
        if len(questions) >= most:
            break
    chosen = tuple(questions.values())[:most]
    return Examination(chosen) if len(chosen) >= 10 else None


def _questions_of_game(game: Game, value: Value, random: Random) -> list[ExamQuestion]:
    """Some positions of one random game."""
    position, found = Position.start(game), []
    for _ply in range(LONGEST):
        if not position.codes:
            break
        found.append(position.state)
        position = position.play(random.choice(position.codes))
    random.shuffle(found)
    asked = (_question(state, Position(game, state).codes, value) for state in found)
    return [each for each, _place in zip(filter(None, asked), range(PER_GAME), strict=False)]


def _question(state: State, codes: tuple[int, ...], value: Value) -> ExamQuestion | None:
    """The question about a position; None if it is unknown, or if no move is better than others."""
    if (truth := value(state)) is None:
        return None
    wanted = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}[truth]
    values = [value(state.play(code)) for code in codes]
    keeps = tuple(each == wanted for each in values)
    return None if None in values or all(keeps) or not any(keeps) else ExamQuestion(state, keeps)


def table_examination(game: Game, threads: int, progress: Progress) -> Examination | None:
    """The examination by the tables of a game; small tables are built, others must be there."""
    if game.layers is None:
        return None
    tables = Tablebase(game)
    usual = game.layers.usual
    if sum(int(game.layers.space(layer).size()) for layer in usual) <= BUILT:
        tables.build(usual, threads, progress)

    def value(state: State) -> int | None:
        outcome = state.outcome()
        if outcome != ONGOING:
            return int(outcome)
        truth = tables.probe(state)
        return None if truth is None else truth.outcome

    if all(tables.file(layer) is None for layer in game.layers.every):
        return None
    return examination(game, value)

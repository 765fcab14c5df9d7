"""Making puzzles: positions with a single move that wins, or that does not lose.

The grade of a puzzle is the number of moves to look ahead, at most FARTHEST, plus how misleading
the game's evaluation is: 0 if it prefers the right move, otherwise 1, 2 or 3 if up to an eighth, up
to three eighths, or more of the other moves look at least as good to it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from random import Random
from typing import TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.probe import Oracle, Truth
from palamedes.core.rules import DRAW, LOSS, ONGOING, WIN
from palamedes.search.evaluations import tuned_evaluation
from palamedes.search.score import WON
from palamedes.solver.puzzles.puzzle import Puzzle
from palamedes.solver.puzzles.sources import Source, source_of
from palamedes.solver.tablebase import Progress

FEWEST_MOVES = 4  # to choose from
FARTHEST = 7  # moves to look ahead
SHARES = (0, 1 / 8, 3 / 8)  # of the other moves: above each, the evaluation misleads more
AT_ONCE = 3  # puzzles per grade that the first move wins, as a warm-up

PuzzleKind = tuple[str, str]  # the kind of the position, and the goal
Item = TypeVar("Item")


def make_puzzles(games: Sequence[Game], count: int, seed: int, progress: Progress) -> list[Puzzle]:
    """Up to `count` puzzles of some games, easy ones first.

    The same seed gives the same puzzles. No two are images of each other.
    """
    sources = {game: source_of(game, progress) for game in games}
    found = [
        puzzles
        for game, source in sources.items()
        for puzzles in _search(source, Random(f"{seed} {game.id}"), progress).values()
    ]
    oracles = {game.id: (game, source.oracle) for game, source in sources.items()}
    return [_with_line(puzzle, *oracles[puzzle.game]) for puzzle in choose(found, count)]


def _search(
    source: Source, random: Random, progress: Progress
) -> Mapping[PuzzleKind, list[Puzzle]]:
    """The puzzles of a source by kind; their lines have only the right move yet."""
    found: defaultdict[PuzzleKind, list[Puzzle]] = defaultdict(list)
    seen = set()
    for kind, position in source.positions(2 * FARTHEST, random, progress):
        key = canonical_key(position)
        puzzle = None if key in seen else find_puzzle(position, source.oracle)
        seen.add(key)
        if puzzle is not None:
            found[kind, puzzle.goal].append(puzzle)
    if not found:
        raise PalamedesError(_("no puzzles found"))
    return found


def _with_line(puzzle: Puzzle, game: Game, oracle: Oracle) -> Puzzle:
    if puzzle.goal == "save":
        return puzzle
    return replace(puzzle, line=winning_line(Position.parse(game, puzzle.position), oracle))


def canonical_key(position: Position) -> int:
    """A key that is the same for all images of a position, whichever player is to move."""
    state = position.state
    return min(int(state.image(symmetry).key()) for symmetry in range(state.SYMMETRIES))


def find_puzzle(position: Position, oracle: Oracle) -> Puzzle | None:
    """The puzzle in a position, None if it has none or the oracle cannot tell."""
    truth = truth_of(position, oracle)
    if truth is None or truth.outcome == LOSS or len(position.codes) < FEWEST_MOVES:
        return None
    right = only_move(position, truth, oracle)
    if right is None:
        return None
    plies = truth.plies if truth.outcome == WIN else _resistance(position, right, oracle)
    if plies > 2 * FARTHEST:
        return None
    return Puzzle(
        game=position.game.id,
        position=position.text,
        goal="win" if truth.outcome == WIN else "save",
        plies=plies,
        grade=(plies + 1) // 2 + misleading(position, right),
        line=(position.move_text(right),),
    )


def truth_of(position: Position, oracle: Oracle) -> Truth | None:
    """The exact value of a position, finished or not; None if it is not known."""
    outcome = position.state.outcome()
    return oracle.probe(position.state) if outcome == ONGOING else Truth(outcome, 0)


def only_move(position: Position, truth: Truth, oracle: Oracle) -> int | None:
    """The only move that keeps the value of a position that is not lost.

    None if there is another, or if the oracle does not know all moves.
    """
    right = None
    for code in position.codes:
        after = truth_of(position.play(code), oracle)
        if after is None:
            return None
        if after.outcome == (LOSS if truth.outcome == WIN else DRAW):
            if right is not None:
                return None
            right = code
    return right


def _resistance(position: Position, right: int, oracle: Oracle) -> int:
    """The plies after which the last of the wrong moves has lost."""
    truths = [truth_of(position.play(code), oracle) for code in position.codes if code != right]
    return 1 + max(truth.plies for truth in truths if truth)


def misleading(position: Position, right: int) -> int:
    """How misleading the evaluation is, from 0 to 3."""
    evaluation = tuned_evaluation(position.game)
    looks = {code: _look(position.play(code), code, evaluation) for code in position.codes}
    rivals = sum(look >= looks[right] for look in looks.values()) - 1
    return sum(rivals > share * (len(looks) - 1) for share in SHARES)


def _look(position: Position, code: int, evaluation: Evaluation) -> int:
    """The static score of the move that led to a position, for the player who made it."""
    if position.result is not None:
        return WON if position.state.outcome() == LOSS else 0
    return -int(evaluation.score(position.state, code))


def winning_line(position: Position, oracle: Oracle) -> tuple[str, ...]:
    """Best play from a won position to the end.

    The defender holds out as long as possible, with moves that leave few right answers.
    """
    line: list[str] = []
    while moves := steady_moves(position, oracle):
        code = moves[0]
        if len(line) % 2:
            answers = [len(steady_moves(position.play(move), oracle)) for move in moves]
            code = moves[answers.index(min(answers))]
        line.append(position.move_text(code))
        position = position.play(code)
    return tuple(line)


def steady_moves(position: Position, oracle: Oracle) -> list[int]:
    """The moves of best play in a decided position: the end comes nearer by exactly one ply."""
    truth = truth_of(position, oracle)
    afters = [(code, truth_of(position.play(code), oracle)) for code in position.codes]
    return [
        code
        for code, after in afters
        if truth and after and {truth.outcome, after.outcome} == {WIN, LOSS}
        if after.plies == truth.plies - 1
    ]


def choose(kinds: Iterable[Sequence[Puzzle]], count: int) -> list[Puzzle]:
    """Puzzles of all grades in equal numbers, and of all kinds within a grade, while they last."""
    grades: defaultdict[int, list[list[Puzzle]]] = defaultdict(list)
    for puzzles in kinds:
        for grade in {puzzle.grade for puzzle in puzzles}:
            grades[grade].append([puzzle for puzzle in puzzles if puzzle.grade == grade])
    queues = [_few_at_once(_in_turn(grades[grade])) for grade in sorted(grades)]
    return sorted(islice(_in_turn(queues), count), key=lambda puzzle: (puzzle.grade, puzzle.plies))


def _few_at_once(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles, with at most AT_ONCE that the first move wins."""
    at_once = 0
    for puzzle in puzzles:
        at_once += puzzle.plies == 1
        if puzzle.plies > 1 or at_once <= AT_ONCE:
            yield puzzle


def _in_turn(lists: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """The first of each list, then the second of each, and so on."""
    for row in zip_longest(*lists):
        yield from (item for item in row if item is not None)

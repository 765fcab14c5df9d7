"""Checks lessons against the rules, and solves them for tests of front ends."""

from functools import cache
from random import Random

from palamedes.core.effects import lets_win, wins
from palamedes.core.errors import PalamedesError
from palamedes.core.lesson import Effect, Find, SmallGame, Step
from palamedes.core.position import Position
from palamedes.lessons import Course, StepRun
from palamedes.lessons.course import position_of


def faults(course: Course, step: Step) -> list[str]:
    """What is wrong with a step, by the rules of its game; empty if nothing is."""
    try:
        start = position_of(course.family, step.variant, step.position)
    except PalamedesError as error:
        return [f"position: {error}"]
    found = [] if start.result is None else ["the position is over"]
    if step.position and start.text != step.position:
        found.append("the position is not in its usual spelling")
    spots = {spot.name for spot in start.game.view.geometry.spots}
    found += [f"there is no spot {spot}" for spot in step.spots if spot not in spots]
    if isinstance(step.goal, SmallGame):
        return found
    return found + sequence_faults(start, step.goal)


def sequence_faults(start: Position, goal: tuple[Find, ...]) -> list[str]:
    """Follow every accepted move, so that a sequence is right whichever of them is made."""
    found, positions = [], [start]
    for number, find in enumerate(goal, 1):
        is_last = number == len(goal)
        if bool(find.reply) == is_last:
            found.append(f"turn {number} has no reply, or one too many")
        found += [fault for position in positions for fault in turn_faults(position, find)]
        if found:
            return found
        positions = [position.play(move) for position in positions for move in find.accepted]
        if find.reply:
            found += [
                f"{find.reply} is not a legal reply"
                for position in positions
                if find.reply not in position.moves
            ]
            positions = [] if found else [position.play(find.reply) for position in positions]
    return found


@cache
def doing(effect: Effect, position: Position) -> frozenset[str]:
    """The legal moves with an effect."""
    return frozenset(move for move in position.moves if effect(position, move))


def turn_faults(position: Position, find: Find) -> list[str]:
    illegal = [move for move in find.accepted if move not in position.moves]
    if illegal or not find.accepted:
        return [f"not legal: {illegal}"]
    right = doing(find.effect, position)
    found = [f"{move} does not do it" for move in find.accepted if move not in right]
    found += [f"{move} would do it as well" for move in right - {*find.accepted}]
    for wrong in find.wrong:
        if wrong.move not in position.moves:
            found.append(f"{wrong.move} is not legal")
        elif wrong.move in right:
            found.append(f"{wrong.move} is right")
        elif not wrong.effect(position, wrong.move):
            found.append(f"{wrong.move} does not do what its answer says")
        elif any(wrong.effect(position, move) for move in right):
            found.append(f"the right moves do the same as {wrong.move}")
    return found


def right_move(run: StepRun) -> str:
    """A move that a step accepts now; in a small game a sensible one."""
    goal = run.step.goal
    if not isinstance(goal, SmallGame):
        return goal[len(run.moves) // 2].accepted[0]
    position = run.position
    winning = [move for move in position.moves if wins(position, move)]
    safe = [move for move in position.moves if not lets_win(position, move)]
    return Random(len(run.moves)).choice(winning or safe or position.moves)


def wrong_moves(run: StepRun) -> list[str]:
    """The legal moves that a step refuses now, those with an answer of their own first."""
    goal = run.step.goal
    if isinstance(goal, SmallGame) or not goal:
        return []
    find = goal[len(run.moves) // 2]
    named = [wrong.move for wrong in find.wrong]
    others = [move for move in run.position.moves if move not in (*find.accepted, *named)]
    return named + others

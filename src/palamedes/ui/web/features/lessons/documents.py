"""Courses, steps and guides as JSON, in the visitor's language."""

from collections.abc import Collection

from palamedes.core.language import _
from palamedes.core.lesson import SmallGame
from palamedes.lessons import Answer, Course, ExamplePage, GuidePage, Picture, StepRun
from palamedes.ui.session.scene import board_at
from palamedes.ui.web.live.documents import (
    NO_TOUCHES,
    Document,
    board_document,
    geometry_document,
    position_document,
)


def card_document(course: Course, completed: Collection[int]) -> Document:
    """A course in the list, with a picture of one of its steps."""
    position = course.start_of(2)  # the first step is often only read
    return {
        "name": course.name,
        "title": _(course.family.title),
        "count": len(course.steps),
        "done": course.count_done(completed),
        "next": course.next_step(completed),
        "geometry": geometry_document(position.game.view.geometry),
        "board": board_document(position.board()),
    }


def course_document(course: Course, completed: Collection[int]) -> Document:
    """A course with the titles of its steps."""
    return {
        **card_document(course, completed),
        "game": course.game.id,
        "steps": [
            {"number": number, "title": _(step.title), "done": number in completed}
            for number, step in enumerate(course.steps, 1)
        ],
    }


def step_document(run: StepRun) -> Document:
    """A step at its start."""
    step = run.step
    names = [_("You"), _("Opponent")]
    return {
        "number": run.number,
        "title": _(step.title),
        "text": _(step.text),
        "kind": "game" if isinstance(step.goal, SmallGame) else "find" if step.goal else "read",
        "game": run.position.game.id,
        "names": names if run.learner == 0 else names[::-1],
        "geometry": geometry_document(run.position.game.view.geometry),
        **state_document(run),
    }


def state_document(run: StepRun) -> Document:
    """How a step stands: the position, with legal moves if one is awaited."""
    position = position_document(run.match)
    return {
        "moves": list(run.moves),
        "done": run.is_done,
        "lost": run.is_lost,
        "spots": list(run.spots),
        "position": position if run.can_move else {**position, **NO_TOUCHES},
    }


def answer_document(answer: Answer, run: StepRun) -> Document:
    """The judgement of a move, and the boards to show one after the other."""
    match = answer.match
    plies = range(answer.made + 1, len(match.turns) + 1)
    return {
        "right": answer.is_right,
        "text": answer.text,
        "frames": [board_document(board_at(match, ply)) for ply in plies],
        **state_document(run),
    }


def guide_document(guide: GuidePage, has_lesson: bool) -> Document:
    return {
        "game": guide.game.id,
        "title": _(guide.game.title),
        "rules": _(guide.game.rules),
        "lesson": has_lesson,
        "sections": [
            {
                "title": section.title,
                "text": section.text,
                "pictures": [_picture(picture) for picture in section.pictures],
            }
            for section in guide.sections
        ],
        "examples": [_example(example) for example in guide.examples],
        "notation": guide.notation,
    }


def _example(example: ExamplePage) -> Document:
    last = example.pictures[-1].match
    return {
        "title": example.title,
        "moves": [turn.move for turn in last.turns],
        "pictures": [_picture(picture) for picture in example.pictures],
    }


def _picture(picture: Picture) -> Document:
    match = picture.match
    return {
        "text": picture.text,
        "spots": list(picture.spots),
        "geometry": geometry_document(match.game.view.geometry),
        "board": board_document(board_at(match, len(match.turns))),
    }

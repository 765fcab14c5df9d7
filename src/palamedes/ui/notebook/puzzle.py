"""A puzzle as HTML: the position, the task, and the solution for those who ask."""

from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.solver.puzzles.puzzle import Puzzle
from palamedes.ui.notebook.output import add_picture, finished, new_output
from palamedes.ui.pictures import position_svg
from palamedes.ui.pictures.elements import draw
from palamedes.ui.texts.puzzles import goal_sentence


def puzzle_html(puzzle: Puzzle) -> str:
    """The position with its task; the right moves are hidden until they are asked for."""
    game = find_game(puzzle.game)
    position = Position.parse(game, puzzle.position)
    output = new_output("puzzle")
    add_picture(output, position_svg(position), f"{_(game.title)}: {puzzle.position}")
    beside = draw(output, "div", class_="beside")
    draw(beside, "h4", _(game.title))
    draw(beside, "p", goal_sentence(puzzle, position.turn, puzzle.plies))
    draw(beside, "p", _("level {grade}").format(grade=puzzle.grade), class_="quiet")
    answer = draw(beside, "details")
    draw(answer, "summary", _("Solution"))
    draw(answer, "p", " ".join(puzzle.line))
    return finished(output)

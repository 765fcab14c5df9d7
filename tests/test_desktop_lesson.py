"""The lesson of a game in the desktop window."""

import pytest

from conftest import needs
from desktop import driver_fixture, screen_fixture  # noqa: F401 - fixtures
from lesson_checks import right_move, wrong_moves
from palamedes.ui.session.lesson_progress import completed_steps

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]


def touch(dialog, run, move):
    code = run.position.move_code(move)
    path = next(path for path, each in run.position.touches.items() if each == code)
    for spot in path:
        dialog.touch(spot)


def test_a_lesson_in_the_window(open_window):
    driver = open_window("morris")
    driver.choose("Learn this game")
    (dialog,) = driver.dialogs()
    lesson = dialog.lesson
    driver.until(lambda: dialog.board.is_ready)
    assert "Three in a line are a mill" in dialog.title_label.cget("text")
    while not lesson.is_last:
        run = lesson.now
        while not run.is_done:
            for wrong in wrong_moves(run)[:1]:
                before = run.moves
                touch(dialog, run, wrong)
                driver.until(lambda: not dialog._timer)
                assert run.moves == before
                assert dialog.answer_label.cget("text")
            touch(dialog, run, right_move(run))
            driver.until(lambda: not dialog._timer)
        dialog.buttons["next"].invoke()
    assert completed_steps("morris") == {*range(1, 10)}
    touch(dialog, lesson.now, lesson.now.position.moves[0])
    driver.until(lambda: len(lesson.now.moves) == 2 and not dialog._timer)
    assert dialog.board.view.board.pieces == lesson.now.position.board().pieces
    dialog.buttons["again"].invoke()
    assert lesson.now.moves == ()


def test_moves_are_typed_hints_shown_and_the_dialog_follows_the_language(open_window):
    driver = open_window("nim")
    driver.choose("Learn this game")
    (dialog,) = driver.dialogs()
    dialog.buttons["next"].invoke()
    dialog.buttons["hint"].invoke()
    assert ("hint", "4.1") in dialog.board.view.highlights
    dialog.entry.insert(0, "4-9")
    dialog._typed()
    assert dialog.answer_label.cget("text") == "Heap 4 has only 4 matches."
    dialog.entry.insert(0, "4-4")
    dialog._typed()
    assert dialog.lesson.now.is_done
    driver.choose("Français")
    (again,) = driver.dialogs()
    assert again.lesson.now.number == 2
    assert again.buttons["next"].cget("text") == "Suivant"
    driver.choose("English")

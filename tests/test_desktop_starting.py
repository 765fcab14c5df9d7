"""Starting games in the desktop window: new ones, resumed ones, new kinds."""

import multiprocessing
from typing import NamedTuple

import pytest

from conftest import needs
from desktop import READ, driver_fixture, make_moves, screen_fixture  # noqa: F401
from palamedes.core.board import Board, Geometry, Piece, Spot
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, View
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _
from palamedes.core.rules import LOSS, ONGOING, rules
from palamedes.games import find_game
from palamedes.solver import building
from palamedes.ui.desktop.dialogs import TextDialog
from palamedes.ui.desktop.new_game_dialog import NewGameDialog
from palamedes.ui.desktop.solve_dialog import SolvingDialog
from palamedes.ui.desktop.starting import NewGameChoice, new_session
from palamedes.ui.session import profile
from palamedes.ui.settings import load_settings
from waiting import wait_until

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]

TO_SOLVE = "Perfect play needs Morpion to be solved first (less than a minute, "


# New games


def test_a_new_game_is_chosen_with_the_keyboard(open_window):
    driver = open_window("morpion")
    driver.press("<Control-n>")
    (dialog,) = driver.dialogs(NewGameDialog)
    dialog.game.set("Nim")
    dialog.game.event_generate("<<ComboboxSelected>>")
    dialog.variant.set("2, 3")
    dialog.sides.current(1)
    dialog.sides.event_generate("<<ComboboxSelected>>")
    dialog.minutes.set("5")
    dialog.focus_force()
    driver.root.update()
    dialog.event_generate("<Return>")
    driver.until(lambda: not driver.dialogs(NewGameDialog))
    assert driver.match.game.id == "nim:2,3"
    assert driver.app.choice.specs == ("adaptive", "human")
    assert driver.scene.clocks is not None
    driver.until(lambda: len(driver.match.turns) == 1)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("variant", "nonsense", "teeko has no variant 'nonsense'"),
        ("second", "deepest", "unknown player 'deepest'"),
        ("minutes", "soon", "Minutes per player: 'soon' is not a number from 0 to 600."),
    ],
)
def test_a_wrong_choice_is_answered_in_the_dialog(open_window, field, value, said):
    driver = open_window("teeko")
    driver.choose("New game...")
    (dialog,) = driver.dialogs(NewGameDialog)
    getattr(dialog, field).set(value)
    dialog.accept()
    assert said in dialog.complaint.cget("text")
    assert driver.dialogs(NewGameDialog)


def test_all_sides_can_be_chosen(open_window):
    driver = open_window("teeko")
    driver.choose("New game...")
    (dialog,) = driver.dialogs(NewGameDialog)
    found = []
    for number in range(4):
        dialog.sides.current(number)
        dialog.sides.event_generate("<<ComboboxSelected>>")
        driver.root.update()
        found.append((dialog.first.get(), dialog.second.get()))
    engine = "adaptive"
    assert found == [
        ("human", engine),
        (engine, "human"),
        ("human", "human"),
        (engine, engine),
    ]


def test_a_step_is_chosen_by_its_title_and_a_line_tells_what_to_expect(open_window):
    driver = open_window("teeko", second="master")
    driver.choose("New game...")
    (dialog,) = driver.dialogs(NewGameDialog)
    row = dialog.second_row
    assert (row.box.get(), row.spec, row.line.cget("text")) == ("master", "master", "")
    titles = row.box.cget("values")
    assert titles[:3] == ("human", "adaptive", "step 1: Newcomer")
    assert titles[titles.index("perfect") + 1 :][:3] == (
        "easy (original)",
        "medium (original)",
        "hard (original)",
    )
    row.box.current(2)
    row.box.event_generate("<<ComboboxSelected>>")
    driver.root.update()
    assert row.spec == "step1"
    assert row.line.winfo_ismapped()
    assert row.line.cget("text").startswith("Has just learnt the rules")
    dialog.game.set("Nim")
    dialog.game.event_generate("<<ComboboxSelected>>")
    assert row.spec == "step1"
    dialog.accept()
    assert driver.app.choice.specs == ("human", "step1")


def test_the_adaptive_opponent_says_how_strong_it_played_and_follows_the_result(open_window):
    driver = open_window("nim:2,3", second="adaptive")
    nim = find_game("nim:2,3")
    driver.click("1.1")
    driver.until(lambda: len(driver.match.turns) == 2 or driver.match.result is not None)
    if driver.match.result is None:
        driver.app.session.resign()
        driver.app.refresh()
    assert " It played " in driver.app.window.banner.text()
    known = profile.known(nim)
    assert known.games == 1
    driver.answer(0)
    assert driver.app.session.seats[1].spec == f"adaptive:rating={known.rating.rating:.0f}"
    assert driver.app.choice.second == "adaptive"
    driver.choose("Forget what the adaptive opponent knows about you")
    driver.answer(0)
    assert profile.known(nim).games == 0


def test_a_damaged_profile_is_said_in_the_status_bar(open_window, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "profile.json").write_text("{")
    driver = open_window("nim", second="adaptive")
    assert "profile.json is damaged" in driver.status


def test_a_perfect_player_has_the_game_solved_first(open_window, monkeypatch):
    monkeypatch.setattr(building, "QUICK", 0)
    driver = open_window("morpion", second="perfect")
    banner = driver.app.window.banner
    assert banner.text().startswith(TO_SOLVE)
    assert " of memory, at most 886 B on disk). Solve it now?" in banner.text()
    assert driver.scene.names == ("Player 1", "Computer (perfect)")
    waiting = "The game starts when it is solved. You can also choose another game."
    assert driver.status == waiting
    driver.click("b2")
    driver.type("a1")
    driver.press("<Return>")
    driver.settle()
    assert not driver.match.turns  # nobody plays a game that nobody asked for
    driver.answer(0)
    (dialog,) = driver.dialogs(SolvingDialog)
    dialog.cancel()
    assert banner.text().startswith(TO_SOLVE)
    driver.answer(0)
    assert driver.dialogs(SolvingDialog)
    driver.until(lambda: not driver.dialogs(SolvingDialog))
    assert driver.app.choice.second == "perfect"
    driver.click("b2")
    driver.until(lambda: len(driver.match.turns) == 2)


def test_what_is_solved_in_seconds_is_solved_without_a_question(open_window):
    driver = open_window("morpion", second="perfect")
    (dialog,) = driver.dialogs(SolvingDialog)
    dialog.cancel()
    assert driver.app.window.banner.text().startswith(TO_SOLVE)
    driver.answer(0)
    driver.until(lambda: not driver.dialogs(SolvingDialog))
    assert driver.app.choice.second == "perfect"


def test_nim_needs_no_tables_for_perfect_play(open_window):
    driver = open_window("nim", second="perfect")
    assert not driver.app.window.banner.is_shown
    driver.click("1.1")
    driver.until(lambda: len(driver.match.turns) == 2)


def test_a_search_is_chosen_with_its_depth_and_evaluation(open_window):
    driver = open_window("morpion", second="minimax:depth=3,eval=open")
    driver.choose("New game...")
    (dialog,) = driver.dialogs(NewGameDialog)
    row = dialog.second_row
    assert (row.box.get(), row.depth.get(), row.evaluation.get()) == ("minimax", "3", "open")
    assert row.options.winfo_ismapped()
    row.box.set("alpha-beta")
    row.box.event_generate("<<ComboboxSelected>>")
    row.depth.set("101")
    dialog.accept()
    assert "depth must be a number from 1 to 100" in dialog.complaint.cget("text")
    row.depth.set("2")
    row.evaluation.set("cubes")
    dialog.first_row.box.set("best-first")
    dialog.first_row.box.event_generate("<<ComboboxSelected>>")
    driver.root.update()
    assert dialog.sides.get() == "Computer against computer"
    dialog.accept()
    first, second = driver.app.choice.specs
    assert (first.partition("=")[0], second) == ("best:eval", "alphabeta:depth=2,eval=cubes")


def test_solving_ends_with_the_window(open_window):
    driver = open_window("teeko")
    driver.app.solve(NewGameChoice(find_game("teeko"), "human", "perfect"))
    driver.until(lambda: multiprocessing.active_children())
    (process,) = multiprocessing.active_children()
    driver.close()
    wait_until(lambda: not process.is_alive())  # not `join`: the window's thread joins it too


def test_what_goes_wrong_in_solving_is_told(open_window, monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables").write_text("a file where a folder should be")
    driver = open_window("morpion")
    driver.app.solve(NewGameChoice(find_game("morpion"), "human", "perfect"))
    (dialog,) = driver.dialogs(SolvingDialog)
    driver.until(lambda: "tables" in dialog.stage.cget("text"))
    dialog.destroy()


def test_a_start_that_fails_leaves_a_whole_window(open_window, monkeypatch):
    def refuse(choice):
        if choice.second != "human":
            raise PalamedesError("nobody is there")
        return new_session(choice)

    monkeypatch.setattr("palamedes.ui.desktop.app.new_session", refuse)
    driver = open_window("teeko", second="easy")
    (dialog,) = driver.dialogs(NewGameDialog)
    assert dialog.complaint.cget("text") == "nobody is there"
    assert dialog.second.get() == "easy (original)"
    assert "Teeko" in driver.root.title()
    assert driver.app.window.panel.cards[0]._sample is not None
    assert load_settings().second != "easy"


def test_players_that_cannot_play_are_not_remembered(open_window):
    driver = open_window("nim", first="cmd:/no/such/program")
    driver.until(lambda: driver.match.result is not None)
    assert load_settings().first == ""
    driver.app.start(NewGameChoice(find_game("nim"), "human", "easy"))
    assert load_settings().second == "easy"


def test_the_rules_come_before_the_first_game(open_window):
    driver = open_window("teeko", read=())
    (dialog,) = driver.dialogs(TextDialog)
    assert dialog.button.cget("text") == "Got it"
    assert "Teeko" in dialog.title()
    assert len(dialog.page.get("1.0", "end")) > 100
    dialog.button.invoke()
    assert load_settings().read == ("teeko",)
    driver.app.start(NewGameChoice(find_game("teeko:advanced")))
    assert not driver.dialogs(TextDialog)
    driver.app.start(NewGameChoice(find_game("nim")))
    driver.choose("Français")
    (dialog,) = driver.dialogs(TextDialog)  # they were not read yet
    assert dialog.button.cget("text") == _("Got it") != "Got it"
    dialog.button.invoke()
    assert "nim" in load_settings().read


# Unfinished games


def test_a_game_is_offered_again_after_a_crash(open_window):
    crashed = open_window("teeko", second="easy")
    make_moves(crashed, "a1")
    crashed.until(lambda: len(crashed.match.turns) == 2)
    crashed.app.session._autosave._lock.release()  # as the system does with a dead process
    driver = open_window("nim")
    text = driver.app.window.banner.text()
    assert text == "Resume your Teeko game against the computer (easy) (2 moves)?"
    driver.answer(0)
    assert driver.match.game.name == "teeko"
    assert [turn.move for turn in driver.match.turns] == [t.move for t in crashed.match.turns]
    assert driver.app.choice.specs == ("human", "easy")


def test_a_game_left_by_closing_is_offered_and_can_be_refused(open_window):
    left = open_window("teeko")
    make_moves(left, "a1", "a2")
    left.close()
    driver = open_window("nim")
    assert "another player" in driver.app.window.banner.text()
    assert [button.cget("text") for button in driver.app.window.banner.buttons] == [
        "Resume\nAlt+R",
        "Later\nAlt+L",
        "Discard\nAlt+D",
    ]
    driver.answer(1)
    assert not driver.app.window.banner.is_shown
    driver.close()
    again = open_window("nim")
    assert "another player" in again.app.window.banner.text()
    again.answer(2)
    assert again.app.window.banner.text() == "Delete this game for good?"
    again.answer(1)
    again.close()
    again = open_window("nim")
    again.answer(2)
    again.answer(0)
    again.close()
    assert not open_window("nim").app.window.banner.is_shown


def test_questions_wait_for_each_other(open_window, monkeypatch):
    monkeypatch.setattr(building, "QUICK", 0)
    left = open_window("teeko")
    make_moves(left, "a1", "a2")
    left.close()
    driver = open_window("morpion", second="easy")
    driver.app.start(NewGameChoice(find_game("morpion"), "human", "perfect"))
    banner = driver.app.window.banner
    assert banner.text().startswith(TO_SOLVE)
    driver.choose("Resign")
    assert banner.text() == "Resign this game?"
    driver.answer(0)
    driver.until(lambda: "resigned" in banner.text())
    driver.choose("Undo")
    assert banner.text().startswith(TO_SOLVE)
    driver.answer(1)
    (dialog,) = driver.dialogs(NewGameDialog)
    dialog.destroy()
    assert "another player" in banner.text()
    driver.answer(0)
    assert driver.match.game.name == "teeko"
    assert not banner.is_shown


# Games that are not registered


@rules
class PebblesState(NamedTuple):
    left: int = 7

    def moves(self, out):
        count = min(2, self.left)
        for number in range(count):
            out[number] = number + 1
        return count

    def play(self, move):
        return type(self)(self.left - move)

    def outcome(self):
        return LOSS if self.left == 0 else ONGOING

    def key(self):
        return self.left + 1


class PebblesView(View):
    geometry = Geometry(
        (Spot("bowl", 0, 0, "pit"), Spot("one", -1, -2, "button"), Spot("two", 1, -2, "button"))
    )

    def touches(self, state, move, turn):
        return "bowl", ("one", "two")[move - 1]

    def position_text(self, state, turn):
        return f"{state.left} {turn}"

    def parse_position(self, text):
        left, turn = text.split()
        return PebblesState(int(left)), int(turn)

    def board(self, state, turn):
        pieces = {"bowl": (Piece("red", count=state.left),)} if state.left else {}
        return Board(self.geometry, pieces, turn)


def test_a_game_that_is_new_here_plays_without_a_change(open_window):
    game = Game(
        name="pebbles",
        title="Pebbles",
        rules="Take one or two.",
        start=PebblesState(),
        view=PebblesView(),
        history=HistoryRules(),
    )
    driver = open_window(game, second="easy", read=(*READ, "pebbles"))
    while driver.match.result is None:
        driver.until(lambda: driver.scene.open or driver.scene.result)
        if driver.match.result is None:
            driver.click_move(driver.match.position.codes[-1])
        assert driver.is_true()
    driver.choose("Rules")
    assert "Take one or two." in driver.dialogs(TextDialog)[0].page.get("1.0", "end")

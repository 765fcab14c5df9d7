"""How games begin in the desktop window: chosen, gone on with, and new ones."""

import multiprocessing
from typing import NamedTuple

import pytest

from conftest import needs
from palamedes.core.board import Board, Geometry, Piece, Spot
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, View
from palamedes.core.history import HistoryRules
from palamedes.core.language import _
from palamedes.core.rules import LOSS, ONGOING, rules
from palamedes.games import find_game
from palamedes.ui.desktop.dialogs import TextDialog
from palamedes.ui.desktop.newgame import NewGameDialog
from palamedes.ui.desktop.solve_dialog import SolvingDialog
from palamedes.ui.desktop.starting import NewGameChoice, begin
from palamedes.ui.settings import load_settings
from screen import READ, desk_fixture, make_moves, screen_fixture  # noqa: F401

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]


# New games


def test_a_new_game_is_chosen_with_the_keyboard(desk):
    table = desk("morpion")
    table.press("<Control-n>")
    (dialog,) = table.dialogs(NewGameDialog)
    dialog.game.set("Nim")
    dialog.game.event_generate("<<ComboboxSelected>>")
    dialog.variant.set("2, 3")
    dialog.sides.current(1)
    dialog.sides.event_generate("<<ComboboxSelected>>")
    dialog.minutes.set("5")
    dialog.focus_force()
    table.root.update()
    dialog.event_generate("<Return>")
    table.until(lambda: not table.dialogs(NewGameDialog))
    assert table.match.game.id == "nim:2,3"
    assert table.app.choice.specs == ("medium", "human")
    assert table.scene.clocks is not None
    table.until(lambda: len(table.match.turns) == 1)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("variant", "nonsense", "teeko has no variant 'nonsense'"),
        ("second", "deepest", "unknown player 'deepest'"),
        ("minutes", "soon", "Minutes for each: a number from 0 to 600, not 'soon'"),
    ],
)
def test_a_wrong_choice_is_answered_in_the_dialog(desk, field, value, said):
    table = desk("teeko")
    table.choose("New game...")
    (dialog,) = table.dialogs(NewGameDialog)
    getattr(dialog, field).set(value)
    dialog.accept()
    assert said in dialog.complaint.cget("text")
    assert table.dialogs(NewGameDialog)


def test_all_sides_can_be_chosen(desk):
    table = desk("teeko")
    table.choose("New game...")
    (dialog,) = table.dialogs(NewGameDialog)
    found = []
    for number in range(4):
        dialog.sides.current(number)
        dialog.sides.event_generate("<<ComboboxSelected>>")
        table.root.update()
        found.append((dialog.first.get(), dialog.second.get()))
    engine = "medium"
    assert found == [
        ("human", engine),
        (engine, "human"),
        ("human", "human"),
        (engine, engine),
    ]


def test_a_perfect_player_has_the_game_solved_first(desk):
    table = desk("nim:2,3")
    table.app.start(NewGameChoice(find_game("nim:2,3"), "human", "perfect"))
    assert "must be solved first" in table.app.window.banner.text()
    table.answer(0)
    assert table.dialogs(SolvingDialog)
    table.until(lambda: not table.dialogs(SolvingDialog))
    assert table.app.choice.second == "perfect"
    table.click("2.3")
    table.until(lambda: len(table.match.turns) == 2)


def test_solving_ends_with_the_window(desk):
    table = desk("teeko")
    table.app.solve(NewGameChoice(find_game("teeko"), "human", "perfect"))
    table.until(lambda: multiprocessing.active_children())
    (process,) = multiprocessing.active_children()
    table.close()
    process.join(20)
    assert not process.is_alive()


def test_what_goes_wrong_in_solving_is_told(desk, monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables").write_text("a file where a folder should be")
    table = desk("nim:2,3")
    table.app.solve(NewGameChoice(find_game("nim:2,3"), "human", "perfect"))
    (dialog,) = table.dialogs(SolvingDialog)
    table.until(lambda: "tables" in dialog.step.cget("text"))
    dialog.destroy()


def test_a_start_that_fails_leaves_a_whole_window(desk, monkeypatch):
    def refuse(choice):
        if choice.second != "human":
            raise PalamedesError("nobody is there")
        return begin(choice)

    monkeypatch.setattr("palamedes.ui.desktop.app.begin", refuse)
    table = desk("teeko", second="easy")
    (dialog,) = table.dialogs(NewGameDialog)
    assert dialog.complaint.cget("text") == "nobody is there"
    assert dialog.second.get() == "easy"
    assert "Teeko" in table.root.title()
    assert table.app.window.panel.cards[0]._sample is not None
    assert load_settings().second != "easy"


def test_players_that_cannot_play_are_not_remembered(desk):
    table = desk("nim", first="cmd:/no/such/program")
    table.until(lambda: table.match.result is not None)
    assert load_settings().first == ""
    table.app.start(NewGameChoice(find_game("nim"), "human", "easy"))
    assert load_settings().second == "easy"


def test_the_rules_come_before_the_first_game(desk):
    table = desk("teeko", read=())
    (dialog,) = table.dialogs(TextDialog)
    assert dialog.button.cget("text") == "Got it"
    assert "Teeko" in dialog.title()
    assert len(dialog.page.get("1.0", "end")) > 100
    dialog.button.invoke()
    assert load_settings().read == ("teeko",)
    table.app.start(NewGameChoice(find_game("teeko:advanced")))
    assert not table.dialogs(TextDialog)
    table.app.start(NewGameChoice(find_game("nim")))
    table.choose("Français")
    (dialog,) = table.dialogs(TextDialog)  # nobody has read them yet
    assert dialog.button.cget("text") == _("Got it") != "Got it"
    dialog.button.invoke()
    assert "nim" in load_settings().read


# Games left behind


def test_a_game_is_offered_again_after_a_crash(desk):
    crashed = desk("teeko", second="easy")
    make_moves(crashed, "a1")
    crashed.until(lambda: len(crashed.match.turns) == 2)
    crashed.app.session._autosave._lock.release()  # as the system does with a dead process
    table = desk("nim")
    text = table.app.window.banner.text()
    assert text == "Go on with the game of Teeko against easy, 2 moves?"
    table.answer(0)
    assert table.match.game.name == "teeko"
    assert [turn.move for turn in table.match.turns] == [t.move for t in crashed.match.turns]
    assert table.app.choice.specs == ("human", "easy")


def test_a_game_left_by_closing_is_offered_and_can_be_refused(desk):
    left = desk("teeko")
    make_moves(left, "a1", "a2")
    left.close()
    table = desk("nim")
    assert "another player" in table.app.window.banner.text()
    assert [button.cget("text") for button in table.app.window.banner.buttons] == [
        "Go on\nAlt+G",
        "Later\nAlt+L",
        "Throw away\nAlt+T",
    ]
    table.answer(1)
    assert not table.app.window.banner.asks
    table.close()
    again = desk("nim")
    assert "another player" in again.app.window.banner.text()
    again.answer(2)
    again.close()
    assert not desk("nim").app.window.banner.asks


def test_questions_wait_for_each_other(desk):
    left = desk("teeko")
    make_moves(left, "a1", "a2")
    left.close()
    table = desk("nim:2,3", second="perfect")
    banner = table.app.window.banner
    assert "must be solved first" in banner.text()
    make_moves(table, "2-1")
    table.choose("Resign")
    assert "resigns" in banner.text()
    table.choose("Undo")
    assert "must be solved first" in banner.text()
    table.answer(1)
    assert "another player" in banner.text()
    table.answer(0)
    assert table.match.game.name == "teeko"
    assert not banner.asks


# Games that nobody has thought of here


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


def test_a_game_that_is_new_here_plays_without_a_change(desk):
    game = Game(
        name="pebbles",
        title="Pebbles",
        rules="Take one or two.",
        start=PebblesState(),
        view=PebblesView(),
        history=HistoryRules(),
    )
    table = desk(game, second="easy", read=(*READ, "pebbles"))
    while table.match.result is None:
        table.until(lambda: table.scene.open or table.scene.result)
        if table.match.result is None:
            table.click_move(table.match.position.codes[-1])
        assert table.is_true()
    table.choose("Rules")
    assert "Take one or two." in table.dialogs(TextDialog)[0].page.get("1.0", "end")

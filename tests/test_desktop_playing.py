"""Games in the desktop window: clicked, typed, taken back, thought about."""

import random

import pytest

from conftest import needs
from palamedes.core.record import from_document, to_document
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.ui.session import TimeControl
from screen import desk_fixture, make_moves, screen_fixture  # noqa: F401

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]

GUIDES = {"awale": "medium", "morris": "alphabeta:depth=3"}  # random play would take too long there


@pytest.mark.parametrize("name", [family.name for family in GAMES])
def test_a_whole_game_by_clicking(desk, name):
    game = find_game(name)
    table = desk(name)
    players = [make_player(game, GUIDES.get(name, "easy"), 7), make_player(game, "easy", 3)]
    while table.match.result is None:
        table.click_move(players[table.match.position.turn].choose(table.match).code)
        assert table.is_true()
    assert table.match.result.reason in ("normal", "repetition", "limit")
    table.until(lambda: table.app.window.banner.asks)
    assert table.app.window.banner.text() == table.status
    again = from_document(to_document(table.match), find_game)
    assert again.position == table.match.position


@pytest.mark.parametrize("name", ["teeko", "awale"])
def test_a_whole_game_against_an_engine_with_animation(desk, name):
    table = desk(name, second="alphabeta:nodes=200", animate=True)
    choose = random.Random(5)
    while table.match.result is None and len(table.match.turns) < 24:
        table.until(lambda: table.scene.open or table.scene.result)
        if table.match.result is None:
            table.click_move(choose.choice(table.match.position.codes))
    table.settle()
    assert table.is_true()


def test_no_picture_is_lost_in_a_long_game_with_animation(desk, monkeypatch):
    monkeypatch.setattr("palamedes.ui.desktop.drawing.artist.MOST_KEPT", 40)
    monkeypatch.setattr("palamedes.ui.desktop.motion.SECONDS", 0.03)
    table = desk("awale", animate=True)
    choose = random.Random(2)
    for _ply in range(36):
        if table.match.result is None:
            table.click_move(choose.choice(table.match.position.codes))
            table.settle()
            assert table.is_true(), (table.misplaced(), table.bare())
    assert len(table.match.turns) > 30
    assert len(table.board._artist._sheets) < 100


@pytest.mark.parametrize(
    ("name", "opponent", "animate"),
    [("morris", "human", True), ("teeko", "easy", False), ("awale", "medium", True)],
)
def test_two_hundred_random_clicks_at_machine_speed(desk, name, opponent, animate):
    table = desk(name, second=opponent, animate=animate)
    choose = random.Random(11)
    most = 0
    table.click_move(table.match.position.codes[0])
    table.until(lambda: table.scene.open)  # engines are compiled
    width, height = table.board.winfo_width(), table.board.winfo_height()
    for number in range(200):
        if choose.random() < 0.7 and table.scene.open:
            table.click(choose.choice(sorted(table.scene.open)))
        else:
            table.click_at(choose.randrange(width), choose.randrange(height))
        most = max(most, len(table.match.turns))
        if number == 150:
            table.press("<Control-z>")
        if choose.random() < 0.3:
            table.root.update()
        if number % 10 == 9:
            table.settle()
            table.until(lambda: table.scene.open or table.scene.result)
    table.until(lambda: table.scene.thinking is None and not table.app.session.step())
    table.settle()
    assert max(most, len(table.match.turns)) > 4
    assert table.is_true()
    assert from_document(to_document(table.match), find_game).position == table.match.position


def test_the_window_answers_while_a_master_thinks(desk):
    """If the engine kept the window waiting, it would have moved before so many clicks."""
    table = desk("teeko", second="master:time=600", animate=True)
    table.click("a1")
    table.until(lambda: table.scene.thinking == 1)
    for _click in range(20):
        table.app.window.status.quiet()
        table.click("c3")
        table.until(lambda: table.status == "it is not your turn")
        assert table.scene.thinking == 1
    assert "thinking..." in table.app.window.panel.cards[1].texts()[1]
    table.choose("Move now")
    table.until(lambda: len(table.match.turns) == 2)


def test_a_wrong_click_is_answered_for_a_while_and_stops_nobody(desk):
    table = desk("morris")
    table.click("a1")
    table.click("a1")
    table.until(lambda: table.status == "a1: nothing can be done there now")
    assert not table.dialogs()
    table.app.window.status.quiet()
    table.click("a1")  # the same again is answered again
    table.until(lambda: table.status == "a1: nothing can be done there now")
    table.click("a4")
    table.until(lambda: len(table.match.turns) == 2)
    assert table.status == "Player 1 to move: place a man  |  in hand: 8  |  lost: 0"


def test_a_wrong_click_in_the_middle_of_a_move_says_what_is_wanted(desk):
    table = desk("morris")
    make_moves(table, "e5", "d2", "g4", "b4", "g1", "c4", "f2")
    table.click("a4")
    table.until(lambda: table.scene.touched == ("a4",))
    assert "next g4" in table.signs()
    table.click("b4")
    table.until(lambda: "nothing can be done there now" in table.status)
    assert table.status.endswith(f"  |  {table.scene.phase}")


def test_what_is_touched_and_can_be_touched_next_is_seen(desk):
    table = desk("teeko")
    for spot in ("a1", "a5", "b1", "b5", "c2", "c5", "d4", "d3"):
        table.click(spot)
    table.until(lambda: len(table.match.turns) == 8)
    table.click("a1")
    table.until(lambda: table.scene.touched == ("a1",))
    table.root.update()
    assert {"touched a1", "next a2", "next b2", "last d3"} <= table.signs()
    table.press("<Escape>")
    assert table.scene.touched == ()


def test_a_game_with_the_keyboard_alone(desk):
    table = desk("morpion")
    table.press("<Right>")
    assert table.app.keyboard.cursor == "a1"
    table.press("<Up>", "<Right>", "<Return>")
    table.until(lambda: len(table.match.turns) == 1)
    assert table.match.turns[0].move == "b2"
    table.press("<Left>", "<space>")
    table.until(lambda: len(table.match.turns) == 2)
    assert table.match.turns[1].move == "a2"
    for move in ("a1", "c3", "c1", "b1"):
        table.type(move)
        assert table.status == f"Your move: {move}"
        table.press("<Return>")
    assert [turn.move for turn in table.match.turns[2:]] == ["a1", "c3", "c1", "b1"]
    table.type("zz")
    table.press("<BackSpace>", "<Return>")
    assert table.status == "'z' is not a legal move here"
    assert table.is_true()


def test_undo_redo_hint_resign(desk):
    table = desk("teeko", second="alphabeta:nodes=100")
    table.click("c3")
    table.until(lambda: len(table.match.turns) == 2)
    table.press("<Control-z>")
    assert len(table.match.turns) == 0
    table.press("<Control-y>")
    assert len(table.match.turns) == 2
    table.press("<Control-h>")
    table.until(lambda: table.scene.hint is not None)
    table.root.update()
    assert table.board.find_withtag(f"hint {table.scene.hint.spots[0]}")
    table.press("<Control-h>")
    table.until(lambda: table.scene.hint is not None and table.scene.hint.move)
    table.until(lambda: "A good move is" in table.status)
    table.choose("Resign")
    assert table.match.result.winner == 1
    table.settle()
    table.choose("Undo")
    assert table.match.result is None
    assert not table.app.window.banner.asks


def test_two_people_agree_on_a_draw(desk):
    table = desk("teeko")
    table.click("c3")
    table.until(lambda: len(table.match.turns) == 1)
    table.choose("Offer a draw")
    assert table.app.window.banner.text() == "Player 2 offers a draw. Agreed?"
    table.answer(-1)
    table.until(lambda: table.status == "The other player does not agree.")
    table.choose("Offer a draw")
    table.answer(0)
    assert table.match.result.reason == "agreement"


def test_questions_are_answered_with_the_keyboard(desk):
    table = desk("teeko")
    make_moves(table, "c3")
    table.choose("Offer a draw")
    assert [button.cget("text") for button in table.app.window.banner.buttons] == [
        "Yes\nAlt+Y",
        "No\nAlt+N",
    ]
    table.press("<Alt-n>")
    assert table.status == "The other player does not agree."
    table.choose("Offer a draw")
    table.choose("Français")
    table.press("<Alt-o>")
    assert table.match.result.reason == "agreement"
    assert len(table.match.turns) == 1


def test_the_tab_key_reaches_the_buttons(desk):
    table = desk("teeko")
    make_moves(table, "c3", "d4")
    table.choose("Offer a draw")
    table.board.focus_force()
    reached = []
    for _press in range(7):
        table.root.focus_get().event_generate("<Tab>")
        table.root.update()
        reached.append(table.root.focus_get())
    window = table.app.window
    assert window.panel.buttons["Undo"] in reached
    assert set(window.banner.buttons) <= set(reached)
    window.panel.buttons["Undo"].focus_force()
    table.root.update()
    window.panel.buttons["Undo"].event_generate("<Return>")
    table.root.update()
    assert len(table.match.turns) == 1
    assert table.root.focus_get() == table.board


def test_the_keys_work_with_caps_lock(desk, monkeypatch):
    table = desk("teeko")
    make_moves(table, "c3", "d4")
    table.press("<Control-Z>")
    assert len(table.match.turns) == 1
    asked = []
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda **o: asked.append(o))
    for event in ("<Control-Shift-s>", "<Control-Shift-S>"):
        table.press(event)
    assert len(asked) == 2


def test_engine_against_engine_and_pause(desk):
    table = desk("teeko", first="easy", second="easy", animate=True)
    table.until(lambda: len(table.match.turns) > 2)
    table.choose("Pause or go on")
    plies = len(table.match.turns)
    assert "paused" in table.status
    table.settle()
    assert len(table.match.turns) == plies
    table.choose("Pause or go on")
    table.until(lambda: len(table.match.turns) > plies)


def test_swapping_sides_lets_the_engine_go_on(desk):
    table = desk("teeko", second="alphabeta:nodes=100")
    table.choose("Swap sides")
    table.until(lambda: len(table.match.turns) == 1)
    assert table.scene.names == ("alphabeta:nodes=100", "Player 2")


def test_sides_are_not_swapped_after_the_end(desk):
    table = desk("teeko", second="easy")
    table.choose("Resign")
    asked = table.app.window.banner.text()
    table.choose("Swap sides")
    assert table.status == "the game is over"
    assert table.app.choice.specs == ("human", "easy")
    assert table.app.window.banner.text() == asked == "Player 1 resigns: easy wins."


def test_an_earlier_position_has_no_evaluation(desk):
    table = desk("teeko", gauge=True)
    make_moves(table, "c3", "d4")
    window = table.app.window
    table.until(lambda: window.gauge.share is not None)
    assert window.panel.worth.cget("text").startswith("evaluation: Player 1 ")
    table.choose("First position")
    assert window.gauge.share is None
    assert window.panel.worth.cget("text") == ""


def test_a_clock_runs_and_ends_the_game(desk):
    table = desk("teeko", control=TimeControl(0.4))
    table.until(lambda: table.match.result is not None)
    assert table.match.result.reason == "timeout"
    assert "has run out of time" in table.status


def test_the_moves_are_listed_and_a_click_looks_back(desk):
    table = desk("teeko")
    for spot in ("a1", "b2", "c3"):
        table.click(spot)
    table.until(lambda: len(table.match.turns) == 3)
    moves = table.app.window.panel.moves
    assert moves.text().split() == ["1.", "a1", "b2", "2.", "c3"]
    table.root.update()
    x, y, _width, height = moves._text.bbox("ply1.first")
    moves._text.event_generate("<Button-1>", x=x + 3, y=y + height // 2)
    table.root.update()
    assert (table.scene.ply, table.scene.plies) == (1, 3)
    assert table.is_true()
    assert set(table.board.shown()) == {"a1"}
    table.press("<Right>")
    assert table.scene.ply == 2
    table.press("<Home>")
    assert table.scene.ply == 0
    table.press("<Next>", "<Prior>", "<Alt-Right>", "<End>")
    assert table.scene.is_latest

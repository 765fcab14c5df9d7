"""Playing in the desktop window: clicks, typed moves, takebacks, engines."""

import random

import pytest

from conftest import needs
from desktop import driver_fixture, make_moves, screen_fixture  # noqa: F401
from palamedes.core.match import Match
from palamedes.core.record import from_document, to_document
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.ui.session import TimeControl

pytestmark = [needs("Xvfb"), pytest.mark.xdist_group("desktop")]

GUIDES = {"awale": "medium", "morris": "alphabeta:depth=3"}  # random games would take too long


@pytest.mark.parametrize("name", [family.name for family in GAMES])
def test_a_whole_game_by_clicking(open_window, name):
    game = find_game(name)
    driver = open_window(name)
    players = [make_player(game, GUIDES.get(name, "easy"), 7), make_player(game, "easy", 3)]
    while driver.match.result is None:
        driver.click_move(players[driver.match.position.turn].choose(driver.match).code)
        assert driver.is_true()
    assert driver.match.result.reason in ("normal", "repetition", "limit")
    driver.until(lambda: driver.app.window.banner.is_shown)
    assert driver.app.window.banner.text() == driver.status
    again = from_document(to_document(driver.match), find_game)
    assert again.position == driver.match.position


@pytest.mark.parametrize("name", ["teeko", "awale"])
def test_a_whole_game_against_an_engine_with_animation(open_window, name):
    driver = open_window(name, second="alphabeta:nodes=200", animate=True)
    choose = random.Random(5)
    while driver.match.result is None and len(driver.match.turns) < 24:
        driver.until(lambda: driver.scene.open or driver.scene.result)
        if driver.match.result is None:
            driver.click_move(choose.choice(driver.match.position.codes))
    driver.settle()
    assert driver.is_true()


def test_no_picture_is_lost_in_a_long_game_with_animation(open_window, monkeypatch):
    monkeypatch.setattr("palamedes.ui.desktop.drawing.picture_cache.MOST_KEPT", 40)
    monkeypatch.setattr("palamedes.ui.desktop.animation.SECONDS", 0.03)
    driver = open_window("awale", animate=True)
    choose = random.Random(2)
    for _ply in range(36):
        if driver.match.result is None:
            driver.click_move(choose.choice(driver.match.position.codes))
            driver.settle()
            assert driver.is_true(), (driver.misplaced(), driver.bare())
    assert len(driver.match.turns) > 30
    assert len(driver.board._cache._images) < 100


@pytest.mark.parametrize(
    ("name", "opponent", "animate"),
    [("morris", "human", True), ("teeko", "easy", False), ("awale", "medium", True)],
)
def test_two_hundred_random_clicks_at_machine_speed(open_window, name, opponent, animate):
    driver = open_window(name, second=opponent, animate=animate)
    choose = random.Random(11)
    most = 0
    driver.click_move(driver.match.position.codes[0])
    driver.until(lambda: driver.scene.open)  # the engine is compiled
    width, height = driver.board.winfo_width(), driver.board.winfo_height()
    for number in range(200):
        if choose.random() < 0.7 and driver.scene.open:
            driver.click(choose.choice(sorted(driver.scene.open)))
        else:
            driver.click_at(choose.randrange(width), choose.randrange(height))
        most = max(most, len(driver.match.turns))
        if number == 150:
            driver.press("<Control-z>")
        if choose.random() < 0.3:
            driver.root.update()
        if number % 10 == 9:
            driver.settle()
            driver.until(lambda: driver.scene.open or driver.scene.result)
    driver.until(lambda: driver.scene.thinking is None and not driver.app.session.handle_next())
    driver.settle()
    assert max(most, len(driver.match.turns)) > 4
    assert driver.is_true()
    assert from_document(to_document(driver.match), find_game).position == driver.match.position


def test_the_window_answers_while_a_master_thinks(open_window):
    """If the engine kept the window waiting, it would have moved before that many clicks."""
    driver = open_window("teeko", second="master:time=600", animate=True)
    driver.click("a1")
    driver.until(lambda: driver.scene.thinking == 1)
    for _click in range(20):
        driver.app.window.status.clear_message()
        driver.click("c3")
        driver.until(lambda: driver.status == "It is not your turn.")
        assert driver.scene.thinking == 1
    assert "thinking..." in driver.app.window.panel.cards[1].texts()[1]
    driver.choose("Move now")
    driver.until(lambda: len(driver.match.turns) == 2)


def test_a_wrong_click_is_answered_for_a_while_and_stops_nobody(open_window):
    driver = open_window("morris")
    driver.click("a1")
    driver.click("a1")
    driver.until(lambda: driver.status == "a1 is taken. Choose an empty point.")
    assert not driver.dialogs()
    driver.app.window.status.clear_message()
    driver.click("a1")  # the same again is answered again
    driver.until(lambda: driver.status == "a1 is taken. Choose an empty point.")
    driver.click("a4")
    driver.until(lambda: len(driver.match.turns) == 2)
    assert driver.status == "Player 1 to move: place a man  |  in hand: 8  |  men lost: 0"


def test_a_wrong_click_in_the_middle_of_a_move_says_what_is_wanted(open_window):
    driver = open_window("morris")
    make_moves(driver, "e5", "d2", "g4", "b4", "g1", "c4", "f2")
    driver.click("a4")
    driver.until(lambda: driver.scene.touched == ("a4",))
    assert "next g4" in driver.highlights()
    driver.click("b4")
    driver.until(lambda: "choose the man to remove" in driver.status)
    assert driver.status.endswith(f"  |  {driver.scene.phase}")


def test_what_is_touched_and_can_be_touched_next_is_seen(open_window):
    driver = open_window("teeko")
    for spot in ("a1", "a5", "b1", "b5", "c2", "c5", "d4", "d3"):
        driver.click(spot)
    driver.until(lambda: len(driver.match.turns) == 8)
    driver.click("a1")
    driver.until(lambda: driver.scene.touched == ("a1",))
    driver.root.update()
    assert {"touched a1", "next a2", "next b2", "last d3"} <= driver.highlights()
    driver.press("<Escape>")
    assert driver.scene.touched == ()


def test_a_game_with_the_keyboard_alone(open_window):
    driver = open_window("morpion")
    driver.press("<Right>")
    assert driver.app.keyboard.cursor == "a1"
    driver.press("<Up>", "<Right>", "<Return>")
    driver.until(lambda: len(driver.match.turns) == 1)
    assert driver.match.turns[0].move == "b2"
    driver.press("<Left>", "<space>")
    driver.until(lambda: len(driver.match.turns) == 2)
    assert driver.match.turns[1].move == "a2"
    for move in ("a1", "c3", "c1", "b1"):
        driver.type(move)
        assert driver.status == f"Your move: {move}"
        driver.press("<Return>")
    assert [turn.move for turn in driver.match.turns[2:]] == ["a1", "c3", "c1", "b1"]
    driver.type("zz")
    driver.press("<BackSpace>", "<Return>")
    assert driver.status == "'z' is not a legal move here"
    assert driver.is_true()


def test_undo_redo_hint_resign(open_window):
    driver = open_window("teeko", second="alphabeta:nodes=100")
    driver.click("c3")
    driver.until(lambda: len(driver.match.turns) == 2)
    driver.press("<Control-z>")
    assert len(driver.match.turns) == 0
    driver.press("<Control-y>")
    assert len(driver.match.turns) == 2
    driver.press("<Control-h>")
    driver.until(lambda: driver.scene.hint is not None)
    driver.root.update()
    assert driver.board.find_withtag(f"hint {driver.scene.hint.spots[0]}")
    driver.press("<Control-h>")
    driver.until(lambda: driver.scene.hint is not None and driver.scene.hint.move)
    driver.until(lambda: f"Try {driver.scene.hint.move}." in driver.status)
    driver.choose("Resign")
    driver.answer(1)
    assert driver.match.result is None
    driver.choose("Offer a draw")
    assert driver.app.window.banner.text() == "Offer a draw?"
    driver.answer(1)
    assert driver.scene.offer is None
    driver.choose("Resign")
    driver.answer(0)
    assert driver.match.result.winner == 1
    driver.settle()
    driver.choose("Undo")
    assert driver.match.result is None
    assert not driver.app.window.banner.is_shown


def test_two_people_agree_on_a_draw(open_window):
    driver = open_window("teeko")
    driver.click("c3")
    driver.until(lambda: len(driver.match.turns) == 1)
    driver.choose("Offer a draw")
    assert driver.app.window.banner.text() == "Player 2 offers a draw. Accept?"
    driver.answer(-1)
    driver.until(lambda: driver.status == "Your draw offer was declined.")
    driver.choose("Offer a draw")
    driver.answer(0)
    assert driver.match.result.reason == "agreement"


def test_questions_are_answered_with_the_keyboard(open_window):
    driver = open_window("teeko")
    make_moves(driver, "c3")
    driver.choose("Offer a draw")
    assert [button.cget("text") for button in driver.app.window.banner.buttons] == [
        "Yes\nAlt+Y",
        "No\nAlt+N",
    ]
    driver.press("<Alt-n>")
    assert driver.status == "Your draw offer was declined."
    driver.choose("Offer a draw")
    driver.choose("Français")
    driver.press("<Alt-o>")
    assert driver.match.result.reason == "agreement"
    assert len(driver.match.turns) == 1


def test_the_tab_key_reaches_the_buttons(open_window):
    driver = open_window("teeko")
    make_moves(driver, "c3", "d4")
    driver.choose("Offer a draw")
    driver.board.focus_force()
    reached = []
    for _press in range(7):
        driver.root.focus_get().event_generate("<Tab>")
        driver.root.update()
        reached.append(driver.root.focus_get())
    window = driver.app.window
    assert window.panel.buttons["Undo"] in reached
    assert set(window.banner.buttons) <= set(reached)
    window.panel.buttons["Undo"].focus_force()
    driver.root.update()
    window.panel.buttons["Undo"].event_generate("<Return>")
    driver.root.update()
    assert len(driver.match.turns) == 1
    assert driver.root.focus_get() == driver.board


def test_the_keys_work_with_caps_lock(open_window, monkeypatch):
    driver = open_window("teeko")
    make_moves(driver, "c3", "d4")
    driver.press("<Control-Z>")
    assert len(driver.match.turns) == 1
    asked = []
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda **o: asked.append(o))
    for event in ("<Control-Shift-s>", "<Control-Shift-S>"):
        driver.press(event)
    assert len(asked) == 2


def test_engine_against_engine_and_pause(open_window):
    driver = open_window("teeko", first="easy", second="easy", animate=True)
    driver.until(lambda: len(driver.match.turns) > 2)
    driver.choose("Pause / Resume")
    plies = len(driver.match.turns)
    assert "paused" in driver.status
    driver.settle()
    assert len(driver.match.turns) == plies
    driver.choose("Pause / Resume")
    driver.until(lambda: len(driver.match.turns) > plies)


def test_swapping_sides_lets_the_engine_go_on(open_window):
    driver = open_window("teeko", second="alphabeta:nodes=100")
    driver.choose("Swap sides")
    driver.until(lambda: len(driver.match.turns) == 1)
    assert driver.scene.names == ("alphabeta:nodes=100", "Player 2")


def test_sides_are_not_swapped_after_the_end(open_window):
    driver = open_window("teeko", second="easy")
    driver.choose("Resign")
    driver.answer(0)
    asked = driver.app.window.banner.text()
    driver.choose("Swap sides")
    assert driver.status == "The game is over."
    assert driver.app.choice.specs == ("human", "easy")
    assert driver.app.window.banner.text() == asked == "You lose: you resigned."


def test_an_earlier_position_has_no_evaluation(open_window):
    driver = open_window("teeko", gauge=True)
    make_moves(driver, "c3", "d4")
    window = driver.app.window
    driver.until(lambda: window.evaluation_bar.share is not None)
    assert window.panel.worth.cget("text").startswith("Evaluation: Player 1 ")
    driver.choose("First position")
    assert window.evaluation_bar.share is None
    assert window.panel.worth.cget("text") == ""


def test_a_clock_runs_and_ends_the_game(open_window):
    driver = open_window("teeko", control=TimeControl(0.4))
    driver.until(lambda: driver.match.result is not None)
    assert driver.match.result.reason == "timeout"
    assert driver.status == "Player 2 wins: Player 1 ran out of time."


def test_the_moves_are_listed_and_a_click_looks_back(open_window):
    driver = open_window("teeko")
    for spot in ("a1", "b2", "c3"):
        driver.click(spot)
    driver.until(lambda: len(driver.match.turns) == 3)
    moves = driver.app.window.panel.moves
    assert moves.text().split() == ["1.", "a1", "b2", "2.", "c3"]
    driver.root.update()
    x, y, _width, height = moves._text.bbox("ply1.first")
    moves._text.event_generate("<Button-1>", x=x + 3, y=y + height // 2)
    driver.root.update()
    assert (driver.scene.ply, driver.scene.plies) == (1, 3)
    assert driver.is_true()
    assert set(driver.board.shown()) == {"a1"}
    driver.press("<Right>")
    assert driver.scene.ply == 2
    driver.press("<Home>")
    assert driver.scene.ply == 0
    driver.press("<Next>", "<Prior>", "<Alt-Right>", "<End>")
    assert driver.scene.is_latest


# The end


def test_the_end_is_marked_and_said_to_the_reader(open_window):
    """Four in a row against an engine: the line, the sentence, and another game from the banner."""
    driver = open_window("teeko:advanced", second="easy")
    session, banner = driver.app.session, driver.app.window.banner
    match = Match.of(session.match.game)
    for move in ("a1", "a5", "b1", "b5", "c1", "c5"):
        match.play(move)
    session.begin(match, session.seats)
    driver.click("d1")
    driver.until(lambda: driver.match.result is not None)
    driver.settle()
    assert driver.status == banner.text() == "You win: four in a row."
    ended = {f"ended {spot}" for spot in ("a1", "b1", "c1", "d1")}
    assert ended <= driver.highlights()
    driver.choose("Previous position")
    assert not ended & driver.highlights()
    words = [button.cget("text").partition("\n")[0] for button in banner.buttons]
    assert words == ["Play again", "Swap sides and play again", "Review the game"]
    driver.answer(1)
    assert driver.app.choice.specs == ("easy", "human")
    assert driver.match.game.id == "teeko:advanced"
    driver.choose("Resign")
    driver.until(lambda: driver.match.turns)  # the engine's move leaves the question open
    driver.settle()
    assert banner.text() == "Resign this game?"
    driver.answer(0)
    assert banner.text() == "You lose: you resigned."
    driver.answer(0)
    assert driver.app.choice.specs == ("easy", "human")
    assert driver.match.result is None
    assert not banner.is_shown

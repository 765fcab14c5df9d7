"""Games in the desktop window: clicked, typed, taken back, thought about."""

import random
import time

import pytest

from conftest import needs
from palamedes.core.record import from_document, to_document
from palamedes.games import GAMES, find_game
from palamedes.players import make_player
from palamedes.ui.session import TimeControl
from screen import desk_fixture, screen_fixture  # noqa: F401

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
    table = desk("teeko", second="master:time=60", animate=True)
    table.click("a1")
    table.until(lambda: table.scene.thinking == 1)
    # Another process may stop this one for a moment, but not three times in a row.
    waits = [_longest_wait(table) for _attempt in range(3)]
    assert table.scene.thinking == 1
    assert table.status == "it is not your turn"
    assert min(waits) < 0.1, waits
    assert "thinking..." in table.app.window.panel.cards[1].texts()[1]
    table.choose("Move now")
    table.until(lambda: len(table.match.turns) == 2)


def _longest_wait(table):
    """The longest time that a click has to wait for its answer, within half a second."""
    longest, until = 0.0, time.monotonic() + 0.5
    while time.monotonic() < until:
        began = time.monotonic()
        table.click("c3")
        table.root.update()
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.002)
    return longest


def test_a_wrong_click_is_answered_for_a_while_and_stops_nobody(desk):
    table = desk("morris")
    table.click("a1")
    table.click("a1")
    table.until(lambda: table.status == "a1: nothing can be done there now")
    assert not table.dialogs()
    table.click("a4")
    table.until(lambda: len(table.match.turns) == 2)
    assert table.status == "Player 1 to move: place a man  |  in hand: 8  |  lost: 0"


def test_what_is_touched_and_can_be_touched_next_is_seen(desk):
    table = desk("teeko")
    for spot in ("a1", "a5", "b1", "b5", "c2", "c5", "d4", "d3"):
        table.click(spot)
    table.until(lambda: len(table.match.turns) == 8)
    table.click("a1")
    table.until(lambda: table.scene.touched == ("a1",))
    table.root.update()
    signs = {" ".join(table.board.gettags(item)[1:]) for item in table.board.find_withtag("sign")}
    assert {"touched a1", "open a2", "open b2", "last d3"} <= signs
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
    table.app.window.banner.no.invoke()
    table.until(lambda: table.status == "The other player does not agree.")
    table.choose("Offer a draw")
    table.app.window.banner.yes.invoke()
    assert table.match.result.reason == "agreement"


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

"""What the boards of the pages do when things happen at once, or not as they should."""

import json
import os
import re

import pytest
from playwright.sync_api import expect

from browser import (
    HERE,
    LAST,
    PHONE,
    PROGRAM,
    TEEKO,
    begin,
    state_of,
    touch,
    wait_for_turn,
)
from waiting import wait_until

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
ADA_AND_BOB = {"first": {"who": "me", "name": "Ada"}, "second": {"who": "me", "name": "Bob"}}
PIECES = "count => document.querySelectorAll('.pieces .piece').length === count"


def finish_and_learn(page, **players):
    """Play a game with a mistake in it to the end, and begin to learn from it."""
    begin(page, "teeko", **(players or HERE))
    for spot in [*TEEKO, LAST]:
        touch(page, spot)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".graph-first")
    page.get_by_role("button", name="Learn from your mistakes").click()
    page.locator(".learn .notice", has_text="Find a better one").wait_for()


def click(page, *spots):
    """Click spots without waiting for anything."""
    for spot in spots:
        box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tree_of(page):
    return page.locator(".tree .move").all_inner_texts()


def current(page, move):
    page.locator(".tree .move[aria-current]", has_text=move).wait_for()


def open_analysis(page, place):
    page.goto(f"/analysis#{place}")
    page.wait_for_selector(".spot.open")


# Whoever has the board gives it back


def test_undo_does_not_throw_a_lesson_away(page):
    finish_and_learn(page)
    page.wait_for_function(PIECES, arg=1)
    undo = page.locator('[data-action="undo"]')
    expect(undo).to_be_disabled()
    page.locator(".learn .button", has_text="Stop").click()
    page.locator(".learn").wait_for(state="hidden")
    undo.click()
    page.wait_for_function(PIECES, arg=len(TEEKO))
    assert not state_of(page)["over"]
    touch(page, LAST)
    assert state_of(page)["over"]


def test_a_lesson_asks_where_the_board_is_and_shows_its_own_position(surfer):
    page = surfer.visitor(PHONE, has_touch=True, is_mobile=True)
    finish_and_learn(page, **ADA_AND_BOB)
    question = page.locator(".learn .notice")
    assert question.inner_text().startswith("1... a1 ")
    for element in (question, page.locator("palamedes-board")):
        box = element.bounding_box()
        assert box["y"] >= -1
        assert box["y"] + box["height"] <= PHONE["height"]
    expect(page.locator("#status")).to_be_hidden()
    expect(page.locator('.move[aria-current="true"]')).to_have_text("c3")
    expect(page.locator(".turnings")).to_contain_text("Bob: a1")


@pytest.mark.parametrize("place", ["lesson", "editor"])
def test_another_game_on_the_analysis_board_ends_what_was_done_there(page, place):
    open_analysis(page, f"game=teeko&moves={'+'.join(TEEKO)}")
    if place == "editor":
        page.get_by_role("button", name="Edit").click()
        page.wait_for_selector(".editor h2")
    else:
        click(page, LAST)
        page.get_by_role("button", name="Review the game").click()
        page.wait_for_selector(".graph-first")
        page.get_by_role("button", name="Learn from your mistakes").click()
        page.locator(".learn .notice").wait_for()
    page.get_by_label("Game", exact=True).select_option("morris")
    page.wait_for_url("**game=morris*")
    page.locator(f".{'learn' if place == 'lesson' else 'editor'}").wait_for(state="hidden")
    page.wait_for_function(PIECES, arg=0)
    click(page, "d6")
    current(page, "d6")
    assert tree_of(page) == ["d6"]


# One move is one message


def test_a_move_of_several_touches_is_made_on_the_board_and_sent_once(page):
    """A mill: the man stands on its place before the man to be taken is chosen."""
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    begin(page, "morris", **HERE)
    for spot in ("a1", "b2", "d1", "b4"):
        touch(page, spot)
    status = page.locator("#status")
    before = status.inner_text()
    touch(page, "g1")
    page.wait_for_function(PIECES, arg=5)
    assert state_of(page)["touched"] == ["g1"]
    assert sorted(name for name, _x, _y in state_of(page)["open"]) == ["b2", "b4"]
    expect(status).not_to_have_text(before)
    page.locator('[data-spot="g1"]').focus()
    page.keyboard.press("Escape")
    page.wait_for_function(PIECES, arg=4)
    expect(status).to_have_text(before)
    touch(page, "g1")
    touch(page, "b4")
    page.wait_for_function(PIECES, arg=4)
    moves = ["a1", "b2", "d1", "b4", "g1xb4"]
    assert state_of(page)["moves"] == moves
    messages = [json.loads(text) for text in sent]
    assert [each for each in messages if each["type"] != "ping"] == [
        {"type": "move", "move": move, "ply": ply} for ply, move in enumerate(moves)
    ]


def test_a_move_that_the_server_refuses_is_let_go(page):
    page.route_web_socket(re.compile(r"/live\?"), refuse_moves)
    begin(page, "teeko", **HERE)
    wait_for_turn(page)
    click(page, "c3")
    page.locator("#message", has_text="refused").wait_for()
    expect(page.locator("palamedes-board.waiting")).to_have_count(0)
    assert len(state_of(page)["open"]) == 25


def refuse_moves(socket):
    server = socket.connect_to_server()
    error = json.dumps({"type": "error", "message": "refused", "id": None})
    socket.on_message(lambda text: socket.send(error) if '"move"' in text else server.send(text))


# Hands that do not wait


def test_quick_clicks_on_the_analysis_board_make_one_line(page):
    open_analysis(page, "game=teeko")
    page.locator("palamedes-board").evaluate("""(board) => {
      for (const spot of ["c3", "d3", "b2", "a1"]) board.touch(spot);
    }""")
    current(page, "a1")
    assert tree_of(page) == ["c3", "d3", "b2", "a1"]
    expect(page.locator(".variation")).to_have_count(0)
    page.wait_for_url(lambda url: url.endswith("moves=c3+d3+b2+a1"))


def test_quick_keys_on_the_analysis_board_lead_where_they_say(page):
    moves = ["c3", "d3", "b2", "a1", "c2", "d2", "b4", "a4"]
    open_analysis(page, f"game=teeko&moves={'+'.join(moves)}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.wait_for_function(PIECES, arg=0)
    expect(page.locator(".tree .move[aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    for _move in range(5):
        page.keyboard.press("ArrowLeft")
    current(page, moves[2])
    page.wait_for_function(PIECES, arg=3)
    page.wait_for_url(lambda url: url.endswith("moves=c3+d3+b2"))


def test_a_double_click_begins_one_game(page):
    page.goto("/")
    page.locator('.card[data-game="nim"] .button.main').dblclick()
    page.locator("dialog").wait_for()
    expect(page.locator("dialog")).to_have_count(1)
    games = []
    page.on("request", lambda request: games.append(request) if request.method == "POST" else None)
    page.locator("dialog .button.main").dblclick()
    page.wait_for_url("**/game/*")
    assert len(games) == 1


def test_a_piece_dropped_where_it_cannot_go_is_let_go(page):
    begin(page, "teeko", **HERE)
    for spot in ["a1", "a2", "b1", "b5", "e1", "e5", "e3", "c5"]:
        touch(page, spot)
    boxes = [page.locator(f'[data-spot="{spot}"] .hit').bounding_box() for spot in ("a1", "d4")]
    (x1, y1), (x2, y2) = ((box["x"] + 30, box["y"] + 30) for box in boxes)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move(x2, y2, steps=4)
    page.mouse.up()
    page.locator('[data-spot="a1"][aria-pressed="true"]').wait_for(state="detached")
    page.locator("#message", has_text="The piece on a1 cannot reach d4.").wait_for()
    assert len(state_of(page)["moves"]) == 8


# What goes wrong elsewhere


def test_a_line_that_dies_without_a_word_is_noticed(page):
    silence = []

    def carry(line):
        server = line.connect_to_server()
        line.on_message(lambda message: silence or server.send(message))
        server.on_message(lambda message: silence or line.send(message))

    page.route_web_socket(re.compile(r"/live\?"), carry)
    page.clock.install()
    begin(page, "teeko", **HERE)
    wait_for_turn(page)
    silence.append("the network is gone, and nobody says so")
    notice = page.locator(".connection", has_text="Connecting")

    def is_noticed():  # in small steps: after a while the page connects again
        page.clock.run_for(500)
        return notice.is_visible()

    wait_until(is_noticed)
    silence.clear()
    page.clock.resume()
    page.wait_for_function("() => document.body?.dataset.connection === 'open'")
    touch(page, "c3")


def test_a_record_cannot_be_had_while_the_server_is_away(surfer):
    page = surfer.visitor()
    begin(page, "teeko", **HERE)
    page.route("**/api/games/*", lambda route: route.abort("connectionrefused"))
    page.locator('[data-action="save"]').click()
    page.locator("#message", has_text="cannot be reached").wait_for()


def test_a_link_that_cannot_be_followed_says_so_and_keeps_its_game(page):
    page.goto("/analysis#game=teeko&moves=zz")
    complaint = page.locator(".complaint")
    complaint.wait_for()
    page.wait_for_selector(".spot.open")
    expect(page.locator(".spot")).to_have_count(25)
    page.wait_for_url(lambda url: url.endswith("#game=teeko"))
    assert complaint.bounding_box()["y"] < 200


# What an engine says


def test_estimates_say_the_same_on_the_board_and_beside_it(page):
    # The opening book knows exact values before that.
    open_analysis(page, "game=morris&moves=a1+g1+a4+g4+b2+f2+b6+f6+d7")
    page.wait_for_selector(".lines li:nth-child(5)")
    page.wait_for_function("""() => {
      const percent = (text) => Number(text?.match(/\\d+/)?.[0]);
      const lines = [...document.querySelectorAll('.line')];
      const worths = lines.map((line) => percent(line.querySelector('.line-worth').textContent));
      const spots = [...document.querySelectorAll('.spot.open')].map((spot) => spot.ariaLabel);
      const board = spots.map((label) => percent(label.split(', ').at(-1)));
      const sorted = [...worths].sort((one, other) => other - one);
      const head = document.querySelector('.engine-worth')?.textContent;
      return String(worths) === String(sorted) && Math.max(...board) === worths[0]
        && head === `${worths[0]}% for Player 2`;
    }""")


def test_the_editor_shows_what_follows_from_the_pieces(page):
    open_analysis(page, "game=teeko")
    page.get_by_role("button", name="Edit").click()
    page.wait_for_selector(".editor h2")
    expect(page.locator(".editor input[type=number]")).to_have_count(0)
    click(page, "a1")
    page.get_by_role("radio", name="Player 2").check()
    page.locator('[data-player="0"]', has_text="in hand: 3").wait_for()
    expect(page.locator(".engine")).to_be_hidden()
    page.get_by_role("button", name="Cancel").click()
    page.goto("about:blank")
    open_analysis(page, "game=awale")
    page.get_by_role("button", name="Edit").click()
    page.wait_for_selector(".editor h2")
    expect(page.locator(".editor input[type=number]")).to_have_count(2)

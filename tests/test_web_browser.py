"""Games in a real browser: whole ones, people apart, lost connections, fingers and keys."""

import os
import re
import signal
from random import Random

import pytest
from playwright.sync_api import expect

from browser import (
    HERE,
    LAST,
    PHONE,
    PROGRAM,
    TEEKO,
    Surfer,
    begin,
    make_move,
    play_on,
    serving,
    state_of,
    touch,
    wait_for_moves,
    wait_for_turn,
)
from palamedes.games import GAMES
from web import server, wait_until

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]


LONG = ("awale", "morris", "ultimate")  # with all motions one such game takes over a minute


@pytest.mark.parametrize("name", [family.name for family in GAMES])
def test_a_whole_game_of_each_game_against_an_engine(surfer, name):
    page = surfer.visitor(reduced_motion="reduce" if name in LONG else "no-preference")
    begin(page, name)
    state = play_on(page)
    assert state["over"]
    assert state["moves"]
    assert page.locator("#status").inner_text().endswith(".")
    expect(page.locator('[data-action="rematch"]')).to_be_visible()
    record = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[1]}").json()["record"]
    assert record["moves"] == state["moves"]
    assert record["result"] is not None


def test_a_game_begins_at_the_first_page(page):
    page.goto("/")
    page.locator(".card").last.wait_for()
    expect(page.locator(".card")).to_have_count(len(GAMES))
    page.locator(".card palamedes-board .piece").nth(30).wait_for(state="attached")
    page.locator('.card[data-game="nim"] .button.main').click()
    page.get_by_text("Original levels").click()
    page.get_by_role("radio", name="easy").check()
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="second").check()
    page.get_by_role("radio", name="3 min + 2 s").check()
    page.get_by_label("Your name").fill("Ada")
    page.locator("dialog .button.main").click()
    page.wait_for_url("**/game/*")
    wait_for_moves(page, 1)  # the engine begins
    below = page.locator(".bottom-player")
    expect(below).to_contain_text("Ada")
    expect(below).to_have_attribute("data-player", "1")
    assert re.search(r"[23]:\d\d", below.inner_text())
    page.goto("/")
    mine = page.locator(".mine li").first
    mine.wait_for()
    expect(mine).to_contain_text("your turn")


def test_a_piece_is_dragged(page):
    begin(page, "teeko", **HERE)
    for spot in ["a1", "a2", "b1", "b5", "e1", "e5", "e3", "c5"]:
        touch(page, spot)
    boxes = [page.locator(f'[data-spot="{spot}"] .hit').bounding_box() for spot in ("a1", "b2")]
    (x1, y1), (x2, y2) = ((box["x"] + 30, box["y"] + 30) for box in boxes)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move(x1 + 20, y1 - 20)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.move(x2, y2)
    page.mouse.up()
    wait_for_moves(page, 9)
    assert state_of(page)["moves"][-1] == "a1-b2"


def test_a_piece_is_dragged_by_a_finger(surfer):
    page = surfer.visitor(PHONE, has_touch=True, is_mobile=True)
    begin(page, "teeko", **HERE)
    for spot in ["a1", "a2", "b1", "b5", "e1", "e5", "e3", "c5"]:
        touch(page, spot)
    finger = page.context.new_cdp_session(page)

    def put(kind, *points):
        event = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y} for x, y in points]}
        finger.send("Input.dispatchTouchEvent", event)

    boxes = [page.locator(f'[data-spot="{spot}"] .hit').bounding_box() for spot in ("a1", "b2")]
    (x1, y1), (x2, y2) = ((box["x"] + 20, box["y"] + 20) for box in boxes)
    put("Start", (x1, y1))
    put("Move", (x1 + 15, y1 - 15))
    put("Move", (x2, y2))
    put("End")
    wait_for_moves(page, 9)
    assert state_of(page)["moves"][-1] == "a1-b2"


def test_moves_can_be_heard_unless_one_wants_silence(surfer):
    page = surfer.visitor()
    page.add_init_script("""
        window.notes = 0;
        const create = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.notes += 1;
          return create.call(this);
        };
    """)
    begin(page, "teeko", **HERE)
    touch(page, "c3")
    assert page.evaluate("notes") > 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").uncheck()
    page.keyboard.press("Escape")
    heard = page.evaluate("notes")
    touch(page, "c4")
    assert page.evaluate("notes") == heard


def test_help_and_second_thoughts_against_an_engine(page):
    begin(page, "teeko")
    play_on(page, most=2)
    hint = page.locator('[data-action="hint"]')
    hint.click()
    page.wait_for_selector(".spot.hinted")
    hint.filter(has_text="Show the move").click()
    page.locator("#message", has_text="Try ").wait_for()
    page.locator('[data-action="undo"]').click()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 0")
    page.locator('[data-action="resign"]').click()
    page.locator("dialog .button.main").click()
    page.locator("#status", has_text="resigned").wait_for()
    before = page.url
    page.locator('[data-action="rematch"]').click()
    page.wait_for_function("before => location.href !== before", arg=before)
    wait_for_turn(page)
    expect(page.locator(".bottom-player")).to_have_attribute("data-player", "1")


def test_one_looks_back_and_plays_on(page):
    begin(page, "nim", **HERE)
    for spot in ("4.1", "3.1", "2.2"):
        touch(page, spot)
    expect(page.locator('[data-at="2.1"]')).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.locator('.move[data-ply="2"][aria-current]').wait_for()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelectorAll('.pieces .piece').length === 16")
    page.reload()
    wait_for_turn(page)
    page.locator('.move[data-ply="1"]').click()
    page.wait_for_function("() => document.querySelectorAll('.pieces .piece').length === 9")
    page.keyboard.press("End")
    assert "1.1" in [name for name, _x, _y in wait_for_turn(page)["open"]]


def test_two_people_play_each_other_and_a_third_watches(surfer):
    first, second, third = (surfer.visitor() for _person in range(3))
    first.goto("/")
    first.locator('.card[data-game="morpion"] .button.main').click()
    first.get_by_role("radio", name="a friend").check()
    first.locator("dialog .button.main").click()
    first.wait_for_url("**/game/*")
    link = first.locator("#friend-link").input_value()
    for visitor in (third, second):
        visitor.goto(link)
        visitor.get_by_role("button", name="Join the game").wait_for()
    assert surfer.contexts[0].cookies() != []
    second.get_by_role("button", name="Join the game").click()
    first.locator(".invite").wait_for(state="hidden")
    third.locator(".invite").wait_for(state="hidden")

    touch(wait_ready(first), "b2")
    touch(wait_ready(second), "a1")
    assert state_of(third)["open"] == []
    first.locator('[data-action="undo"]').click()  # asked for, and granted
    second.get_by_role("button", name="Accept").click()
    for visitor in (first, second, third):
        visitor.wait_for_function("() => document.querySelectorAll('.moves .move').length < 2")
    second.locator('[data-action="draw"]').click()
    first.get_by_role("button", name="Decline").click()
    people, random = (first, second), Random(3)
    while not (state := state_of(first))["over"]:
        count = len(state["moves"])
        make_move(people[count % 2], random)
        wait_for_moves(first, count + 1)
    for visitor in (second, third):
        visitor.locator("#status.over").wait_for()
        assert state_of(visitor)["moves"] == state_of(first)["moves"]
    expect(third.locator('[data-action="rematch"]')).to_be_hidden()
    first.locator('[data-action="rematch"]').click()
    second.locator(".offer", has_text="offers a rematch").wait_for()
    second.locator('[data-action="rematch"]').click()
    for visitor in (first, second):
        visitor.wait_for_function("before => location.href !== before", arg=link)


def wait_ready(page):
    wait_for_turn(page)
    return page


def test_a_page_that_is_loaded_again_shows_the_same_game(page):
    begin(page, "teeko")
    before = play_on(page, most=4)
    page.reload()
    after = wait_for_turn(page)
    assert after["moves"] == before["moves"]
    assert sorted(after["open"]) == sorted(before["open"])
    assert play_on(page, most=6)["moves"][:4] == before["moves"]


def test_a_server_that_ends_and_starts_again_loses_no_move(browser, tmp_path):
    with serving(tmp_path) as (address, process):
        surfer, port = Surfer(browser, address), int(address.rsplit(":", 1)[1])
        page = surfer.visitor()
        begin(page, "teeko", **HERE)
        for spot in TEEKO[:4]:
            touch(page, spot)
        end(process, getattr(signal, "SIGKILL", signal.SIGTERM), page)
        with server(tmp_path, port) as (_address, again):
            wait_connected(page)
            for spot in TEEKO[4:]:
                touch(page, spot)
            end(again, signal.SIGTERM, page)
        assert state_of(page)["moves"] == TEEKO
        with server(tmp_path, port):
            wait_connected(page)
            assert wait_for_turn(page)["moves"] == TEEKO
            touch(page, LAST)
            assert state_of(page)["over"]
            surfer.close()


def end(process, told, page):
    """End a server, and wait until a page has noticed."""
    process.send_signal(told)
    process.wait()
    page.get_by_text("Connecting").wait_for()


def wait_connected(page):
    page.wait_for_function("() => document.body?.dataset.connection === 'open'")


def test_a_game_on_a_small_screen_by_touch(surfer):
    page = surfer.visitor(PHONE, has_touch=True, is_mobile=True)
    begin(page, "ultimate")
    page.locator("palamedes-board").scroll_into_view_if_needed()
    assert play_on(page, tap=True)["over"]
    for path in ("/", page.url, "/analysis#game=awale", "/about"):
        page.goto(path)
        page.wait_for_selector(".card, .spot[aria-label], .about")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


def test_a_game_by_keyboard_alone(page):
    begin(page, "morpion")
    wait_for_turn(page)
    wait_until(lambda: page.keyboard.press("Tab") or _focused(page))
    random = Random(2)
    while not (state := wait_for_turn(page))["over"]:
        target = random.choice(state["open"])[0]
        while (here := _focused(page)) != target:
            page.keyboard.press(_arrow(here, target))
            assert _focused(page) != here
        before = state_of(page)
        page.keyboard.press("Enter")
        wait_until(lambda before=before: state_of(page) != before)
    expect(page.locator("#announcer")).not_to_be_empty()


def _focused(page):
    return page.evaluate("document.activeElement?.dataset?.spot ?? ''")


def _arrow(here, there):
    if here[0] != there[0]:
        return "ArrowRight" if here[0] < there[0] else "ArrowLeft"
    return "ArrowUp" if here[1] < there[1] else "ArrowDown"


def test_hostile_names_are_shown_as_text(surfer):
    page = surfer.visitor()
    name = "<img src=x onerror=alert(1)>"
    begin(page, "nim", {"who": "me", "name": name}, {"who": "me", "name": "<b>&amp;</b>"})
    assert [each.inner_text() for each in page.locator(".player-name").all()] == [
        "<b>&amp;</b>",
        name[:21] + "...",
    ]
    expect(page.locator(".player img, .player b")).to_have_count(0)
    page.goto("/")
    page.locator(".mine li").first.wait_for()
    expect(page.locator(".mine img, .mine b")).to_have_count(0)

"""People who play each other in a real browser: where they sit, what they ask, who hears it."""

import os

import pytest
from playwright.sync_api import expect

from browser import PHONE, PROGRAM, begin, make_move, state_of, touch, wait_for_turn
from web import wait_until

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]


@pytest.fixture
def people(surfer):
    """Ada, Bob, who has come by her link and sat down, and somebody who watches."""
    ada, bob, watcher = (surfer.visitor() for _person in range(3))
    begin(ada, "teeko", {"who": "me", "name": "Ada"}, {"who": "friend"}, clock={"total": 300})
    for visitor in (bob, watcher):
        visitor.goto(ada.url)
        visitor.get_by_role("button", name="Join the game").wait_for()
    return ada, bob, watcher


def join(bob, name="Bob"):
    bob.get_by_role("button", name="Settings").click()
    bob.get_by_label("Your name").fill(name)
    bob.keyboard.press("Escape")
    bob.get_by_role("button", name="Join the game").click()
    bob.locator(".invite").wait_for(state="hidden")


def message(page):
    return page.locator("#message").inner_text()


def players(page):
    """The players from top to bottom."""
    return page.locator(".player").evaluate_all("all => all.map(each => each.dataset.player)")


def test_whoever_sits_down_sits_below(people):
    ada, bob, watcher = people
    invitation = bob.locator(".invite").inner_text()
    assert "Ada invites you to play Teeko." in invitation
    assert "5 min" in invitation
    expect(ada.locator('[data-player="1"]')).to_contain_text("waiting for an opponent")
    assert players(bob) == ["1", "0"]
    join(bob)
    wait_until(lambda: players(bob) == ["0", "1"])
    assert players(ada) == players(watcher) == ["1", "0"]


def test_everybody_sees_who_is_there(people):
    ada, bob, watcher = people
    join(bob)
    for visitor in (ada, watcher):
        visitor.locator('[data-player="1"] .presence.there').wait_for()
    bob.goto("/about")
    ada.locator('[data-player="1"] [aria-label="offline"]').wait_for()
    expect(ada.locator('[data-player="0"] .presence.there')).to_have_count(1)


def test_an_answer_is_for_the_one_who_asked(people):
    ada, bob, watcher = people
    join(bob)
    wait_for_turn(ada)
    bob.locator('[data-action="draw"]').click()
    ada.get_by_role("button", name="Decline").click()
    bob.locator("#message", has_text="was declined").wait_for()
    assert message(ada) == message(watcher) == ""
    touch(ada, "c3")
    box = ada.locator('[data-spot="c3"] .hit').bounding_box()
    wait_for_turn(bob)
    bob.mouse.click(box["x"] + 20, box["y"] + 20)  # where a piece is already
    bob.locator("#message", has_text="c3 is taken. Choose an empty square.").wait_for()
    assert message(ada) == message(watcher) == ""
    ada.locator('[data-action="undo"]').click()
    bob.get_by_role("button", name="Accept").click()
    wait_until(lambda: state_of(bob)["moves"] == [])
    assert message(bob) == ""


def test_a_rematch_is_asked_and_found_again(people):
    ada, bob, watcher = people
    join(bob)
    wait_for_turn(ada)
    make_a_move_and_resign(ada)
    ada.locator('[data-action="rematch"]').click()
    ada.locator(".offer", has_text="Rematch offer sent.").wait_for()
    question = bob.locator(".offer", has_text="Ada offers a rematch")
    question.wait_for()
    expect(watcher.locator(".offer")).to_be_hidden()
    bob.locator('.move[data-ply="1"]').click()
    bob.reload()
    question.wait_for()
    bob.get_by_role("button", name="Decline").click()
    ada.locator(".offer").wait_for(state="hidden")
    ada.locator('[data-action="rematch"]').click()
    old = watcher.url  # before the rematch begins: who watches goes there, too
    bob.get_by_role("button", name="Accept").click()
    for visitor in (ada, bob):
        visitor.wait_for_function("before => location.href !== before", arg=old)
    second = ada.url
    ada.goto(old)
    ada.get_by_role("button", name="Go to the rematch").click()
    ada.wait_for_url(second)


def make_a_move_and_resign(page):
    touch(page, "c3")
    page.locator('[data-action="resign"]').click()
    page.locator("dialog .button.main").click()
    page.locator("#status.over").wait_for()


def test_an_engine_is_asked_for_a_draw_on_purpose_and_declines_early(page):
    begin(page, "teeko")
    expect(page.locator(".top-player")).to_contain_text("Computer (easy)")
    make_move(page, FirstChoice())
    wait_for_turn(page)
    page.locator('[data-action="draw"]').click()
    page.locator("dialog").get_by_role("button", name="Offer a draw").click()
    page.locator("#message", has_text="was declined").wait_for()
    assert not state_of(page)["over"]


class FirstChoice:
    """Chance that always takes the first."""

    def choice(self, several):
        return several[0]


def test_long_names_do_not_widen_the_page(surfer):
    page = surfer.visitor(PHONE)
    begin(page, "teeko", {"who": "me", "name": "W" * 40}, {"who": "me", "name": "M" * 40})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

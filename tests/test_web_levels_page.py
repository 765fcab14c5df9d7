"""The choice of a level in the browser, and what the adaptive player says after a game."""

import json
import os

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PHONE, PROGRAM, begin, complaints, touch, wait_for_moves
from palamedes.games import find_game
from palamedes.players.ladder import ladder

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
TOP = ladder(find_game("teeko"))[-1].name


def open_dialog(page, game="teeko"):
    page.goto("/")
    page.locator(f'.card[data-game="{game}"] .button.main').click()
    page.locator("dialog .chosen").wait_for()


def level(page, name):
    return page.locator(f"dialog [name=level][value={name}]")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_ladder_is_chosen_from_by_keyboard_and_says_what_to_expect(surfer, viewport):
    page = surfer.visitor(viewport)
    open_dialog(page)
    expect(level(page, "adaptive")).to_be_checked()
    line = page.locator("dialog .level-line")
    expect(line).to_have_text("Finds your level and follows it, so that games are close.")
    level(page, "adaptive").focus()
    page.keyboard.press("ArrowRight")
    expect(level(page, "step1")).to_be_checked()
    expect(line).to_contain_text("Newcomer")
    expect(page.get_by_role("radio", name="step 2: Beginner")).to_be_visible()
    expect(page.locator("dialog .originals [name=level]").first).to_be_hidden()
    assert complaints(page) == []
    box = page.locator("dialog").bounding_box()
    for option in page.locator("dialog .steps label").all():
        assert (
            option.bounding_box()["x"] + option.bounding_box()["width"] <= box["x"] + box["width"]
        )
    page.locator("dialog .button.main").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".top-player")).to_contain_text("Computer (step 1)")


def test_a_handicap_is_for_original_levels_only(page):
    open_dialog(page)
    page.locator("dialog .more summary").click()
    handicap = page.locator('dialog [data-field="handicap"]')
    expect(handicap).to_have_count(0)
    page.locator("dialog .originals summary").click()
    level(page, "hard").check()
    handicap.locator("input").nth(1).check()
    expect(page.locator(".chosen")).to_contain_text("10 % random moves")
    level(page, "step2").check()
    expect(page.locator(".chosen")).not_to_contain_text("random moves")
    with page.expect_request("**/api/games") as sent:
        page.locator("dialog .button.main").click()
    assert json.loads(sent.value.post_data)["second"]["handicap"] == 0
    page.wait_for_url("**/game/*")


@pytest.mark.parametrize(
    ("wished", "chosen"),
    [("medium", "medium"), ("master", TOP), ("step99", TOP), ("x", "adaptive")],
)
def test_what_was_chosen_in_earlier_versions_and_other_games_still_works(page, wished, chosen):
    page.goto("/rules/teeko")
    page.evaluate(
        "level => localStorage.setItem('palamedes-new', JSON.stringify({ level }))", wished
    )
    open_dialog(page)
    expect(level(page, chosen)).to_be_checked()
    expect(level(page, chosen)).to_be_visible()


def test_after_the_game_it_says_how_strong_it_has_played_and_again_after_a_reload(page):
    begin(page, "teeko", second={"who": "engine"})
    touch(page, "c3")
    wait_for_moves(page, 2)  # before its first move there is nothing to say
    page.locator('[data-action="resign"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    status = page.locator("#status.over")
    expect(status).to_contain_text("You lose: you resigned. It played ")
    said = status.inner_text()
    expect(page.locator("#announcer")).to_contain_text("It played ")
    page.reload()
    expect(status).to_have_text(said)

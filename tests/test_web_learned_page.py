"""Watch it learn, in a real browser: the map follows the board, and a game begins."""

import json
import os

import pytest
from playwright.sync_api import expect

from browser import PHONE, PROGRAM, complaints, touch, wait_for_moves
from palamedes.games import find_game
from palamedes.search.evaluations import evaluation_of
from palamedes.search.learned.contributions import contributions
from test_web_learned import after

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
SHADES = "[...document.querySelectorAll('.shades > *')].map(each => each.getAttribute('class'))"


def open_page(page, link=""):
    page.goto(f"/learned{link}")
    page.wait_for_selector(".worths tbody tr small")  # what the search found


def signed(score):
    sign = "+" if score > 0 else "\N{MINUS SIGN}" if score < 0 else ""
    return f"{sign}{abs(score)}"


def play(page, spot):
    before = page.url
    page.locator(f'[data-spot="{spot}"] .hit').click()
    page.wait_for_function("before => location.href !== before", arg=before)


def test_from_the_home_page_to_a_game_against_a_generation(page):
    page.goto("/")
    page.locator('.link-card[href="/learned"]').click()
    page.wait_for_selector(".generations tbody tr")
    page.get_by_label("Game", exact=True).select_option("ultimate")
    page.wait_for_url("**#game=ultimate")
    maps = []
    for spot in ("e5", "d5"):
        play(page, spot)
        maps.append(page.evaluate(SHADES))
    assert maps[0] != maps[1]
    assert all(maps)
    position = after("ultimate", ["e5", "d5"])  # the first player is to move again
    evaluation = evaluation_of(find_game("ultimate"), "learned")
    row = page.locator(".worths .chosen-row td").first
    expect(row).to_have_text(signed(evaluation.score(position.state, 0)))
    found = max(contributions(position, evaluation), key=lambda each: abs(each.score))
    strongest = page.locator(".pattern").first
    assert strongest.locator("b").inner_text().startswith(signed(abs(found.score)))
    page.locator("button.pattern").first.hover()
    page.wait_for_selector(".spot.hinted")
    page.locator('[data-spot="e5"]').focus()
    page.locator(".note", has_text="e5: ").wait_for()
    assert " for Player " in page.locator('[data-spot="e5"]').get_attribute("aria-label")
    page.get_by_role("radio", name="1", exact=True).check()
    page.locator(".chosen-row", has_text="Generation 1").wait_for()
    page.get_by_role("button", name="Play against generation 1").click()
    page.locator(".player-name", has_text="Computer (generation 1)").wait_for()
    page.wait_for_selector(".spot.open")
    touch(page, "e5")
    wait_for_moves(page, 2)


def story(number, elo):
    against = [
        {"against": name, "title": name, "elo": elo - less, "error": 20, "games": 400}
        for name, less in (("generation 0", 0), ("tuned", 300))
    ]
    return {
        "number": number,
        "level": f"learned-{number}",
        "positions": 10**6 * number,
        "seconds": 600,
        "depth": 4,
        "epochs": 2,
        "truth": 0.5 + 0.1 * number,
        "errors": [0.7 - 0.1 * number, 0.6 - 0.1 * number],
        "elo": against,
    }


def test_curves_on_a_phone(surfer):
    games = [{"id": "ultimate", "title": "Ultimate", "generations": [story(1, 150), story(2, 400)]}]
    page = surfer.visitor(PHONE)
    answer = {"body": json.dumps(games), "content_type": "application/json"}
    page.route("**/api/learned", lambda route: route.fulfill(**answer))
    open_page(page, "#game=ultimate&moves=e5")
    expect(page.locator("svg.curves")).to_have_count(3)
    cells = page.locator('[data-generation="2"] td').all_inner_texts()
    assert cells[0] == "2,000,000 positions, 10 min, depth 4, 2 passes"
    assert "+400 ± 20 against generation 0 (400 games)" in cells[1]
    assert cells[2:4] == ["0.5 → 0.4", "70%"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for palette, mode in (("walnut", "light"), ("contrast", "dark")):
        page.evaluate(
            "chosen => Object.assign(document.documentElement.dataset, chosen)",
            {"palette": palette, "mode": mode},
        )
        assert complaints(page) == [], (palette, mode)


def test_a_position_as_text_and_a_link_to_nothing(surfer):
    page = surfer.visitor()
    open_page(page, "#game=<b>x</b>")
    text = page.get_by_label("Position as text")
    text.fill("nonsense")
    text.press("Enter")
    page.locator(".notice.bad", has_text="such as").wait_for()
    text.fill(after("ultimate", ["e5", "d5"]).text)
    text.press("Enter")
    page.wait_for_url("**start=*")
    expect(page.locator('[data-at="d5"]')).to_have_count(1)
    surfer.errors.clear()  # the browser tells of the refusal, too

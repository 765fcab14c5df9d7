"""A new game, the daily puzzle and one's own games in a real browser, for a new visitor."""

import os

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, HERE, PROGRAM, axe, begin, complaints, touch
from palamedes.core.language import _, set_language

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PHONE = {"width": 390, "height": 844}
SERIOUS = ("serious", "critical")


@pytest.fixture(params=[("en", DESKTOP), ("fr", PHONE)], ids=["en-desktop", "fr-phone"])
def reader(request, surfer):
    """Somebody who reads one of our languages on one of our screens."""
    language, viewport = request.param
    set_language(language)
    yield surfer.visitor(viewport, locale=language, bypass_csp=True)
    set_language("en")


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    return axe(tmp_path_factory.mktemp("axe"))


def check(page, source):
    """Nothing hinders anybody, and nothing sticks out of the screen."""
    assert complaints(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    if source is None:
        assert "CI" not in os.environ, "on CI nothing is skipped"
        return
    page.evaluate(source)
    found = page.evaluate("() => axe.run()")
    serious = [each for each in found["violations"] if each["impact"] in SERIOUS]
    assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == [], page.url


def radio(page, name):
    return page.get_by_role("radio", name=_(name), exact=True)


def test_from_the_first_page_to_games_and_puzzles(reader, checker):
    page = reader
    page.goto("/")
    begin_with_the_keyboard(page, checker)
    choose_everything(page, checker)
    solve_the_daily_puzzle(page, checker)
    look_at_own_games(page, checker)


def begin_with_the_keyboard(page, checker):
    """Two keys begin a game: the button of the card, and Enter in the dialog."""
    page.locator('.card[data-game="nim"] .button.main').focus()
    page.keyboard.press("Enter")
    page.locator("dialog .chosen").wait_for()
    expect(page.locator("dialog fieldset:visible")).to_have_count(2)  # opponent and level
    chosen = f"{_('you start')}, {_('no clock')}."
    expect(page.locator(".chosen")).to_have_text(chosen[0].upper() + chosen[1:])
    expect(page.locator("dialog [name=level]:checked")).to_have_value("adaptive")
    expect(page.locator("dialog [name=level][value=perfect]")).to_have_count(1)  # needs no tables
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".spot.open")


def choose_everything(page, checker):
    """What is chosen under "More options" is said in one line, now and the next time."""
    page.goto("/")
    page.locator('.card[data-game="morpion"] .button.main').click()
    page.locator("dialog .originals summary").click()
    page.locator("dialog .more summary").click()
    for name in ("easy", "second", "10 %"):
        radio(page, name).check()
    page.locator('dialog [name=clock][value="180+2"]').check()
    page.locator("dialog [name=variant]").nth(1).check()
    page.locator("dialog [name=name]").fill("Ada")
    page.locator("dialog [name=name]").press("Tab")
    said = page.locator(".chosen").inner_text()
    for part in ("your opponent starts", "{percent} % random moves", "as {name}"):
        assert _(part).format(percent=10, name="Ada") in said
    assert "3 min + 2 s" in said
    check(page, checker)
    radio(page, "two players, one screen").check()
    expect(page.locator('dialog [data-field="level"]')).to_have_count(0)
    radio(page, "the computer").check()
    page.locator("dialog .button.main").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".bottom-player")).to_contain_text("Ada")
    page.goto("/")
    page.locator('.card[data-game="teeko"] .button.main').click()
    page.locator("dialog .chosen", has_text="Ada").wait_for()
    expect(page.locator(".chosen")).to_contain_text("3 min + 2 s")
    page.keyboard.press("Escape")


def solve_the_daily_puzzle(page, checker):
    page.locator(".daily").wait_for()
    check(page, checker)
    page.goto("/puzzles")
    page.locator(".daily").click()
    page.locator(".game-title .badge", has_text=_("Daily puzzle")).wait_for()
    here = page.url
    assert page.locator(".progress-panel dd").nth(1).inner_text() == _(
        "after {number} more puzzles"
    ).format(number=10)
    page.goto("/puzzles/daily")
    page.wait_for_url(here)
    page.goto("/puzzles/awale#1")
    page.wait_for_selector(".spot.open")
    page.get_by_role("button", name=_("Hint")).click()
    button = page.locator(".button-spot.hinted .button-face").first
    button.wait_for()
    plain = page.locator(".button-spot:not(.hinted) .button-face").first
    strokes = [each.evaluate("face => getComputedStyle(face).stroke") for each in (button, plain)]
    assert strokes[0] != strokes[1]


def look_at_own_games(page, checker):
    """More games than the first page shows, filtered and deleted."""
    for _number in range(5):
        assert page.request.post("/api/games", data={"game": "teeko", **HERE}).status == 201
    page.goto("/")
    page.locator(".mine li").nth(5).wait_for()
    page.get_by_role("link", name=_("All your games")).click()
    page.wait_for_url("**/you#games")
    rows = page.locator(".history li[data-game]")
    rows.nth(6).wait_for()
    check(page, checker)
    page.locator("#history-opponent").select_option("here")
    wait_for_count(page, 5)
    page.locator("#history-result").select_option("won")
    page.get_by_text(_("No games match these filters.")).wait_for()
    page.locator("#history-result").select_option("unfinished")
    wait_for_count(page, 5)
    rows.first.get_by_role("button").click()
    page.locator("dialog").get_by_role("button", name=_("Cancel")).click()
    rows.first.get_by_role("button").click()
    page.locator("dialog .button.main").click()
    wait_for_count(page, 4)
    page.locator("#history-opponent").select_option("")
    wait_for_count(page, 6)
    page.get_by_role("button", name=_("Delete everything")).click()
    with page.expect_navigation():
        page.locator("dialog .button.main").click()
    page.locator("#history-title").wait_for()
    expect(rows).to_have_count(0)
    kept = page.evaluate("() => JSON.stringify(localStorage)")
    assert "Ada" not in kept
    assert "180+2" not in kept


def wait_for_count(page, count):
    page.wait_for_function(
        "count => document.querySelectorAll('.history li[data-game]').length === count", arg=count
    )


def test_a_game_waits_for_a_friend(surfer):
    """The clock stands still until the friend has come, and what he reads is true."""
    host, friend = surfer.visitor(), surfer.visitor()
    host.clock.install()
    begin(host, "teeko", {"who": "me"}, {"who": "friend"}, clock={"total": 300})
    clock = host.locator(".bottom-player .clock")
    clock.wait_for()
    host.clock.run_for(5000)
    expect(clock).to_have_text("5:00")
    friend.goto(host.url)
    friend.get_by_text("Your opponent plays first.").wait_for()
    touch(host, "c3")
    friend.get_by_text("Your opponent has already moved.").wait_for()
    expect(friend.get_by_text("Your opponent plays first.")).to_have_count(0)
    friend.get_by_role("button", name="Join the game").click()
    friend.wait_for_selector(".spot.open")

"""Tournaments in a real browser: four people play a Swiss one, and engines are watched."""

import os
from itertools import product

import pytest
from playwright.sync_api import expect

from browser import (
    DESKTOP,
    PHONE,
    PROGRAM,
    complaints,
    touch,
    wait_for_moves,
    wait_for_turn,
)
from palamedes.core.language import _, set_language
from web import wait_until

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
NAMES = ("Ada", "Bob", "Chloé", "Dan")
ALL_PLAYED = "() => document.querySelector('progress')?.value === 6"
HEAPS = ("4.1", "3.1", "2.1", "1.1")  # each move takes the largest heap


def french(text):
    set_language("fr")
    translated = _(text)
    set_language("en")
    return translated


def test_four_people_play_a_swiss_tournament_to_its_end(surfer):
    """One makes it at a desk; the others come by its link, one with a phone and in French."""
    screens = (DESKTOP, DESKTOP, PHONE, PHONE)
    languages = ("en-US", "en-US", "fr-FR", "en-US")
    people = [
        surfer.visitor(screen, locale=language)
        for screen, language in zip(screens, languages, strict=True)
    ]
    maker = people[0]
    maker.goto("/tournaments")
    maker.get_by_role("button", name="New player tournament").click()
    maker.get_by_label("Title").fill("Friday <b>evening</b>")
    maker.get_by_label("Game").select_option("nim")
    maker.get_by_role("radio", name="2", exact=True).check()
    maker.locator("dialog .button.main").click()
    link = maker.locator("#tournament-link").input_value()
    expect(maker.locator("#start-tournament")).to_be_disabled()
    entrants = f"{link.replace('/tournaments/', '/api/contests/')}/entrants"
    refused = maker.request.post(entrants, data={"name": "A\u202eb"})
    assert refused.json() == {"detail": "The text contains invisible characters."}
    for page, name in zip(people, NAMES, strict=True):
        page.goto(link)
        page.locator("#entrant-name").fill(name)
        page.locator("#join").click()
        page.locator("#withdraw").wait_for()
    expect(people[2].locator("#withdraw")).to_have_text(french("Withdraw"))
    expect(maker.locator("h1")).to_have_text("Friday <b>evening</b>")
    for page in people[1:]:
        expect(page.locator("#start-tournament")).to_have_count(0)
    maker.locator("#start-tournament").click()
    for page in people:
        page.locator("#your-board").click()
    play_round(people)
    for page in people:
        expect(page.locator('[data-action="rematch"]')).to_be_hidden()
        page.locator("#next-board").click()  # the board tells of the next round
        page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 0")
    play_round(people)
    check_end(people)


def play_round(people):
    """Both games of a round, move by move, by those whose turn it is."""
    for page in people:
        page.wait_for_selector(".spot")
    for number in range(len(HEAPS)):
        for page in people:
            wait_for_moves(page, number)
        for page in wait_until(lambda: movers(people)):
            open_spots = {name for name, _x, _y in wait_for_turn(page)["open"]}
            touch(page, next(heap for heap in HEAPS if heap in open_spots))
    for page in people:
        page.locator("#status.over").wait_for()


def movers(people):
    """Those whose turn it is, if it is one at each of two boards."""
    found = [page for page in people if page.locator(".spot.open").count()]
    return found if len(found) == 2 else None


def check_end(people):
    for page in people:
        page.locator(".tournament-bar a").first.click()
        page.locator(".winner").wait_for()
        expect(page.locator("tbody").first.locator("tr")).to_have_count(4)
    tournament = (
        people[3].request.get(people[3].url.replace("/tournaments", "/api/contests")).json()
    )
    assert tournament["state"] == "over"
    pairs = [frozenset((pair["first"], pair["second"])) for pair in tournament["pairings"]]
    assert len(set(pairs)) == 4
    assert sorted(row["points"] for row in tournament["table"]) == [0, 1, 1, 2]
    best = tournament["entrants"][tournament["table"][0]["number"] - 1]["name"]
    expect(people[2].locator(".winner")).to_contain_text(best)
    check_page(people[0])
    check_page(people[2])
    people[3].goto("/tournaments")
    mine = people[3].locator(".tournament", has_text="Friday <b>evening</b>")
    expect(mine).to_contain_text("joined")


def test_engines_are_watched_to_the_end(surfer):
    page, reader = surfer.visitor(), surfer.visitor(PHONE, locale="fr-FR")
    page.goto("/tournaments")
    page.get_by_role("button", name="New engine tournament").click()
    page.locator("dialog select").select_option("nim")
    step = page.get_by_role("checkbox", name="step 2: ")
    expect(step).to_be_checked()
    expect(page.locator("dialog .level-line")).to_have_text("1 is a newcomer, 8 is a master.")
    page.locator('dialog input[value="step8"]').uncheck()
    expect(page.locator("dialog .level-line")).to_contain_text("Master")
    page.locator('dialog input[value="step5"]').uncheck()
    page.locator("dialog .originals summary").click()
    page.locator('dialog input[value="easy"]').check()
    assert complaints(page) == []
    page.locator("dialog textarea").fill("cmd:ls")
    page.locator("dialog .button.main").click()
    page.locator("dialog .dialog-foot .notice.bad", has_text="cmd:ls").wait_for()
    assert "422" in surfer.errors.pop()
    page.locator("dialog textarea").fill("mine=mcts:nodes=20")
    page.get_by_role("radio", name="2", exact=True).check()
    page.locator("dialog .button.main").click()
    page.locator("#end-tournament").wait_for()
    reader.goto(page.url)
    for watcher, over in ((page, "finished"), (reader, french("finished"))):
        watcher.wait_for_function(ALL_PLAYED)
        watcher.locator(".tournament-head .badge", has_text=over).wait_for()
        watcher.locator(".replay .spot").first.wait_for()
        expect(watcher.locator("#end-tournament")).to_have_count(0)
        expect(watcher.locator(".rating .mean")).to_have_count(3)
        check_page(watcher)
    with reader.context.expect_page() as opened:
        reader.locator("#report").click()
    opened.value.wait_for_function("() => document.querySelectorAll('#list tr').length === 6")
    page.locator(".latest a").first.click()
    page.locator(".tree .move").first.wait_for()


def check_page(page):
    """Everybody can read it in all colours, and nothing is wider than the screen."""
    for palette, mode in product(("walnut", "slate", "sea", "contrast"), ("light", "dark")):
        chosen = {"palette": palette, "mode": mode}
        page.evaluate("chosen => Object.assign(document.documentElement.dataset, chosen)", chosen)
        assert complaints(page) == [], chosen
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tournament_that_is_not_there(surfer):
    page = surfer.visitor()
    page.goto("/tournaments/nothing-here")
    page.locator(".notice.bad").wait_for()
    assert "404" in surfer.errors.pop()
    page.locator("main a").click()
    page.locator(".all h2").wait_for()
    check_page(page)

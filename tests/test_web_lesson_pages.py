"""Lessons and rules in a real browser: each course from its first step to a real game.

The script asks the data for the right moves, and tries a wrong one first in every step.
"""

import os
from itertools import cycle

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PROGRAM, complaints
from lesson_checks import right_move, wrong_moves
from palamedes.core.language import _, set_language
from palamedes.lessons import StepRun, all_courses, find_guide

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PHONE = {"width": 390, "height": 780}
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
READERS = [("en", DESKTOP), ("fr", PHONE), ("fr", DESKTOP), ("en", PHONE)]
TOUCH = "path => path.forEach((spot) => document.querySelector('palamedes-board').touch(spot))"
# Each game once; benchmarks/lesson_journeys.py takes every lesson as every reader.
JOURNEYS = list(zip(all_courses(), cycle(READERS), strict=False))


def make(page, run, move, by_hand):
    """Make a move, by clicking its spots or at once; returns what the server answers."""
    code = run.position.move_code(move)
    path = next(path for path, each in run.position.touches.items() if each == code)
    page.wait_for_selector(f'.spot.open[data-spot="{path[0]}"]')
    with page.expect_response(lambda answer: answer.url.endswith("/moves")) as caught:
        if by_hand:
            for spot in path:
                click(page, spot)
        else:
            page.evaluate(TOUCH, path)
    return caught.value.json()


def click(page, spot):
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def solve(page, course, number):
    """Solve a step on the page; a step that is lost is tried again."""
    run = StepRun(course, number)
    while not run.is_done:
        for wrong in wrong_moves(run)[:1]:
            assert not make(page, run, wrong, by_hand=False)["right"]
            page.wait_for_selector("#message.bad")
        answer = make(page, run, right_move(run), by_hand=len(run.moves) < 2)
        run = StepRun.replay(course, number, answer["moves"])
        if answer["lost"]:
            page.locator('[data-action="again"]').click()
            page.wait_for_selector("#message", state="hidden")
            run = StepRun(course, number)


def take(page, course):
    """A whole lesson; at its end a game is offered."""
    page.goto(f"/learn/{course.name}")
    for number, step in enumerate(course.steps, 1):
        page.locator("h2", has_text=f"{number}. {_(step.title)}").wait_for()
        expect(page.locator("#text")).to_have_text(_(step.text))
        assert page.evaluate(FITS)
        solve(page, course, number)
        if step.goal:
            page.wait_for_selector(".dot.done[aria-current]")
        if number < len(course.steps):
            page.locator('[data-action="next"]').click()
    expect(page.locator(".dot.done")).to_have_count(len(course.steps))
    assert complaints(page) == []
    assert page.evaluate("document.activeElement.dataset.action") == "play"


def read_rules(page, course):
    """The rules with pictures, and an example step by step."""
    page.goto(f"/rules/{course.name}")
    guide = find_guide(course.name)
    example = page.locator(".example").first
    forth = example.get_by_role("button", name=_("Next"))
    forth.wait_for()
    pictures = sum(len(section.pictures) for section in guide.sections)
    expect(page.locator("figure palamedes-board")).to_have_count(pictures)
    assert page.evaluate(FITS)
    for picture in guide.examples[0].pictures[1:]:
        forth.click()
        expect(example.locator("p")).to_contain_text(picture.text)
    expect(forth).to_be_disabled()
    assert complaints(page) == []


@pytest.mark.parametrize(("course", "reader"), JOURNEYS, ids=lambda each: getattr(each, "name", ""))
def test_a_lesson_leads_to_a_game(surfer, course, reader):
    language, viewport = reader
    set_language(language)
    try:
        page = surfer.visitor(viewport, locale=language)
        take(page, course)
        if course == JOURNEYS[0][0]:
            page.keyboard.press("Enter")
            page.wait_for_url("**/game/*")
            page.wait_for_selector(".spot.open")
        read_rules(page, course)
    finally:
        set_language("en")


def test_the_way_to_a_lesson_and_back_to_it(page):
    page.goto("/")
    page.get_by_role("link", name="Learn a game in five minutes").click()
    page.locator('.card[data-game="nim"] .button.main').click()
    page.get_by_role("heading", name="1. Take some matches").wait_for()
    page.locator('[data-spot="4.1"]').focus()
    page.keyboard.press("Enter")
    page.locator("#message.good").wait_for()
    assert page.evaluate("document.activeElement.dataset.action") == "next"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="2. The last match wins").wait_for()
    page.locator('[data-action="hint"]').click()
    page.wait_for_selector('.spot.hinted[data-spot="4.1"]')
    page.goto("/learn")  # progress is kept
    nim = page.locator('.card[data-game="nim"]')
    nim.get_by_text("1 of 7 steps done").wait_for()
    assert complaints(page) == []
    nim.locator(".button.main").click()
    page.get_by_role("heading", name="2. The last match wins").wait_for()

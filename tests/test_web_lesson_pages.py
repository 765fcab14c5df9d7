"""Lessons and rules in a real browser: each course from its first step to a real game.

The script asks the data for the right moves, and tries a wrong one first in every step.
"""

import os

import pytest

from browser import DESKTOP, PROGRAM, axe, complaints
from lesson_checks import right_move, wrong_moves
from palamedes.core.language import _, set_language
from palamedes.lessons import StepRun, all_courses, find_guide

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PHONE = {"width": 390, "height": 780}
SERIOUS = ("serious", "critical")
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(params=[("en", DESKTOP), ("fr", PHONE)], ids=["en-desktop", "fr-phone"])
def reader(request, surfer):
    language, viewport = request.param
    set_language(language)
    yield surfer.visitor(viewport, locale=language, bypass_csp=True)
    set_language("en")


def make(page, run, move):
    """Click the spots of a move; returns what the server answers."""
    code = run.position.move_code(move)
    path = next(path for path, each in run.position.touches.items() if each == code)
    *begun, last = path
    for spot in begun:
        click(page, spot)
    with page.expect_response(lambda answer: answer.url.endswith("/moves")) as caught:
        click(page, last)
    return caught.value.json()


def click(page, spot):
    page.wait_for_selector(f'.spot.open[data-spot="{spot}"]')
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def solve(page, course, number):
    """Solve a step on the page; a step that is lost is tried again."""
    run = StepRun(course, number)
    while not run.is_done:
        for wrong in wrong_moves(run)[:1]:
            assert not make(page, run, wrong)["right"]
            page.wait_for_selector("#message.bad")
        answer = make(page, run, right_move(run))
        run = StepRun.replay(course, number, answer["moves"])
        if answer["lost"]:
            page.locator('[data-action="again"]').click()
            page.wait_for_selector("#message", state="hidden")
            run = StepRun(course, number)


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.name)
def test_a_lesson_leads_to_a_game(reader, course):
    reader.goto(f"/learn/{course.name}")
    for number, step in enumerate(course.steps, 1):
        reader.get_by_role("heading", name=f"{number}. {_(step.title)}").wait_for()
        assert reader.locator("#text").inner_text() == _(step.text)
        assert reader.evaluate(FITS)
        solve(reader, course, number)
        if step.goal:
            reader.wait_for_selector(".dot.done[aria-current]")
        if number < len(course.steps):
            reader.locator('[data-action="next"]').click()
    assert reader.locator(".dot.done").count() == len(course.steps)
    assert complaints(reader) == []
    reader.locator('[data-action="play"]').click()
    reader.wait_for_url("**/game/*")
    reader.wait_for_selector(".spot.open")


def test_the_way_to_a_lesson_and_back_to_it(reader, tmp_path):
    reader.goto("/")
    reader.get_by_role("link", name=_("Learn a game in five minutes")).click()
    reader.locator('.card[data-game="nim"] .button.main').click()
    reader.get_by_role("heading", name=f"1. {_('Take some matches')}").wait_for()
    reader.locator('[data-spot="4.1"]').focus()
    reader.keyboard.press("Enter")
    reader.locator("#message.good").wait_for()
    assert reader.evaluate("document.activeElement.dataset.action") == "next"
    reader.keyboard.press("Enter")
    reader.get_by_role("heading", name=f"2. {_('The last match wins')}").wait_for()
    reader.locator('[data-action="hint"]').click()
    reader.wait_for_selector('.spot.hinted[data-spot="4.1"]')
    reader.goto("/learn/nim")  # progress is kept
    reader.get_by_role("heading", name=f"2. {_('The last match wins')}").wait_for()
    source = axe(tmp_path)
    for path in ("/learn", "/learn/awale#4", "/rules/awale"):
        reader.goto("about:blank")
        reader.goto(path)
        reader.wait_for_selector("palamedes-board .pieces > *")
        assert complaints(reader) == [], path
        assert reader.evaluate(FITS), path
        if source is not None:
            reader.evaluate(source)
            found = reader.evaluate("() => axe.run()")["violations"]
            assert [each["id"] for each in found if each["impact"] in SERIOUS] == [], path


def test_the_rules_of_every_game_with_examples_to_step_through(reader):
    for course in all_courses():
        reader.goto(f"/rules/{course.name}")
        guide = find_guide(course.name)
        reader.locator(".example").first.wait_for()
        pictures = sum(len(section.pictures) for section in guide.sections)
        assert reader.locator("figure palamedes-board").count() == pictures
        assert reader.evaluate(FITS)
        first = reader.locator(".example").first
        for picture in guide.examples[0].pictures[1:]:
            first.get_by_role("button", name=_("Next")).click()
            assert picture.text in first.locator("p").inner_text()
        assert first.get_by_role("button", name=_("Next")).is_disabled()
        assert complaints(reader) == []

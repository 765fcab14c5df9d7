"""Puzzles and the campaign in a real browser, in both languages, on a desk and on a phone."""

import os
from itertools import product

import pytest
from playwright.sync_api import expect

from browser import PHONE, PROGRAM, complaints, state_of, touch, wait_for_turn
from palamedes.campaign import CHAPTERS
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.solver.puzzles.puzzle import shipped_puzzles
from web import wait_until

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PUZZLES = shipped_puzzles("morpion")


def number_of(condition):
    """The number of the first puzzle for which something is so, and the puzzle."""
    return next((n, each) for n, each in enumerate(PUZZLES, 1) if condition(each))


def path_of(position, move):
    """The spots to touch."""
    code = position.move_code(move)
    return next(path for path, each in position.touches.items() if each == code)


def position_of(puzzle):
    return Position.parse(find_game(puzzle.game), puzzle.position)


def middle(page, spot):
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_puzzle(page, number):
    page.goto("about:blank")
    page.goto(f"/puzzles/morpion#{number}")
    page.wait_for_selector(".spot.open")


def facts(page):
    return page.locator(".progress-panel dd").all_inner_texts()


def test_puzzles_are_solved_by_clicks_keys_and_drags(page):
    page.goto("/puzzles")
    page.locator('.card[data-game="morpion"] .button.main').click()
    page.wait_for_selector(".spot.open")
    number, puzzle = number_of(lambda each: each.plies == 3 and each.goal == "win")
    open_puzzle(page, number)
    expect(page.locator("#goal")).to_contain_text("win in 2 moves")
    position = position_of(puzzle)
    for spot in path_of(position, puzzle.line[0]):
        page.mouse.click(*middle(page, spot))
    page.locator("#message.good", has_text="is correct").wait_for()
    position = position.play(puzzle.line[0]).play(puzzle.line[1])
    page.wait_for_selector(".spot.open")
    for spot in path_of(position, puzzle.line[2]):
        page.locator(f'[data-spot="{spot}"]').focus()
        page.keyboard.press("Enter")
    page.locator("#message.good", has_text="puzzle solved").wait_for()
    assert [facts(page)[0], *facts(page)[2:]] == ["1 / 60", "1", "1"]
    assert page.evaluate("document.activeElement.dataset.action") == "next"
    page.keyboard.press("Enter")
    page.wait_for_function("before => location.hash !== before", arg=f"#{number}")

    number, puzzle = number_of(lambda each: each.plies == 1 and "-" in each.solution)
    open_puzzle(page, number)
    wrong = next(move for move in position_of(puzzle).moves if move != puzzle.solution)
    drag(page, path_of(position_of(puzzle), wrong))
    page.locator("#message.bad", has_text="Try again").wait_for()
    assert facts(page)[2:] == ["0", "1"]
    drag(page, path_of(position_of(puzzle), puzzle.solution))
    page.locator("#message.good").wait_for()
    expect(page.locator(".number[aria-current].solved")).to_have_text(str(number))
    expect(page.locator("#announcer")).to_contain_text("solved")


def drag(page, path):
    page.wait_for_selector(".spot.open")
    first, last = (middle(page, spot) for spot in path)
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*last, steps=4)
    page.mouse.up()


def test_help_on_a_phone_in_french(surfer):
    page = surfer.visitor(PHONE, has_touch=True, is_mobile=True, locale="fr")
    page.goto("/puzzles")
    page.get_by_role("heading", name="Problèmes", exact=True).wait_for()
    assert is_narrow(page)
    number, puzzle = number_of(lambda each: each.goal == "save")
    open_puzzle(page, number)
    assert is_narrow(page)
    page.get_by_role("button", name="Indice").tap()
    page.wait_for_selector(".spot.hinted")
    for spot in path_of(position_of(puzzle), puzzle.solution):
        page.touchscreen.tap(*middle(page, spot))
    page.locator("#message.good", has_text="problème résolu").wait_for()
    assert facts(page)[1] == "encore 10 problèmes"  # who was helped is not rated
    page.get_by_role("button", name="Suivant").tap()
    page.wait_for_function("before => location.hash !== before", arg=f"#{number}")
    page.wait_for_selector(".spot.open")
    page.get_by_role("button", name="Voir la solution").tap()
    page.get_by_role("button", name="Réessayer").wait_for()
    assert facts(page)[1] == "encore 9 problèmes"


def is_narrow(page):
    return page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def play_duel(page, challenge, spec):
    """Begin the game of a challenge and win it with the help of an engine, sooner or later."""
    while True:
        page.goto("/campaign")
        page.locator(f'[data-challenge="{challenge}"] .button').click()
        page.wait_for_url("**/game/*")
        page.locator(".challenge-panel strong").wait_for()
        play_well(page, spec)
        page.locator(".challenge-panel [role=status]").wait_for()
        if page.locator(".challenge-panel .notice.good").count():
            return


def play_well(page, spec):
    record = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[1]}").json()["record"]
    match = Match.of(find_game(record["game"]))
    player = make_player(match.game, spec)
    while not (state := wait_for_turn(page))["over"]:
        for move in state["moves"][len(match.turns) :]:
            match.play(move)
        before, code = match.position, player.choose(match).code
        for spot in path_of(before, before.move_text(code)):
            touch(page, spot)
        match.play(code)
        count = len(match.turns)
        wait_until(lambda count=count: len(state_of(page)["moves"]) >= count)


def test_a_chapter_of_the_campaign_is_completed(page):
    page.goto("/campaign")
    page.locator(".chapter").first.wait_for()
    expect(page.locator(".chapter.closed")).to_have_count(len(CHAPTERS) - 1)
    play_duel(page, "nauplia-rows", "alphabeta:depth=12,eval=none")
    expect(page.locator(".top-player")).to_contain_text("Oiax")
    page.get_by_role("link", name="Back to the campaign").wait_for()
    page.get_by_role("button", name="Next challenge").click()
    page.wait_for_url("**/puzzles/*step=nauplia-lines*")
    for solved, puzzle in enumerate(CHAPTERS[0].challenges[1].puzzles, 1):
        number = PUZZLES.index(puzzle) + 1
        page.wait_for_url(f"**#{number}")
        page.wait_for_selector(".spot.open")
        for spot in path_of(position_of(puzzle), puzzle.solution):
            page.mouse.click(*middle(page, spot))
        page.locator("#message.good").wait_for()
        page.locator(".challenge-notice", has_text=f"{solved} of 2 solved").wait_for()
        page.get_by_role("button", name="Next").click()
    page.locator(".challenge-notice .notice.good").wait_for()
    play_duel(page, "nauplia-three", "medium")
    expect(page.locator(".challenge-panel")).to_contain_text("No wind at Aulis")
    page.get_by_role("link", name="Back to the campaign").click()
    page.locator(".chapter.done").wait_for()
    expect(page.locator(".chapter.closed")).to_have_count(len(CHAPTERS) - 2)
    page.locator('#aulis [data-challenge="aulis-four"] .button').wait_for()


def test_the_campaign_on_a_phone_in_french(surfer):
    page = surfer.visitor(PHONE, has_touch=True, is_mobile=True, locale="fr")
    page.goto("/campaign")
    page.get_by_role("heading", name="Des galets sur la plage").wait_for()
    assert is_narrow(page)
    page.get_by_role("button", name="battez Œax").first.tap()
    page.wait_for_url("**/game/*")
    page.get_by_role("link", name="Retour à la campagne").wait_for()
    expect(page.locator(".top-player")).to_contain_text("Œax")
    assert is_narrow(page)


def test_puzzles_that_are_not_there(surfer):
    page = surfer.visitor()
    page.goto("/puzzles/chess")
    page.locator(".notice.bad").wait_for()
    assert "404" in surfer.errors.pop()
    expect(page.locator("main button")).to_have_count(0)
    page.get_by_role("link", name="All puzzles").click()
    page.locator(".card").first.wait_for()


def test_everybody_can_read_these_pages(page):
    for path, mark in (
        ("/puzzles", ".card"),
        ("/puzzles/morpion#3", ".spot[aria-label]"),
        ("/campaign", ".chapter"),
    ):
        page.goto("about:blank")
        page.goto(path)
        page.locator(mark).first.wait_for()
        for palette, mode in product(("walnut", "slate", "sea", "contrast"), ("light", "dark")):
            page.evaluate(
                "chosen => Object.assign(document.documentElement.dataset, chosen)",
                {"palette": palette, "mode": mode},
            )
            assert complaints(page) == [], (path, palette, mode)

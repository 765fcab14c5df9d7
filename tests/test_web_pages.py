"""The other pages in a real browser: analysis, review, settings, and who can read them."""

import json
import os
from itertools import product

import pytest
from playwright.sync_api import expect

from browser import (
    HERE,
    LAST,
    PHONE,
    PROGRAM,
    TEEKO,
    Surfer,
    axe,
    begin,
    complaints,
    play_on,
    serving,
    touch,
)
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.ui.web.server.pages import modules_of

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
SERIOUS = ("serious", "critical")


def test_analysis_shows_the_truth_and_keeps_branches(page):
    page.goto("/analysis#game=nim:3,4,5&moves=1-1")
    page.wait_for_selector(".value-win")
    page.locator(".value-loss").nth(3).wait_for(state="attached")
    label = page.locator('[data-spot="3.5"]').get_attribute("aria-label")
    assert "in " in label  # how far away the end is
    page.wait_for_selector(".lines li:nth-child(5)")
    touch_freely(page, "3.1")
    page.keyboard.press("ArrowLeft")
    page.locator(".tree .move[aria-current]", has_text="1-1").wait_for()
    touch_freely(page, "2.1")
    page.wait_for_selector(".variation .move[aria-current]")
    page.wait_for_url(lambda url: "moves=1-1+2-4" in url)
    page.reload()
    page.locator(".tree .move[aria-current]", has_text="2-4").wait_for()


def test_every_move_of_teeko_is_coloured_by_the_truth(browser, tmp_path, solved):
    tables = solved("teeko")
    (tmp_path / "tables").symlink_to(tables.folder.parent)
    position = Position.start(tables.game)
    for move in TEEKO[:2]:
        position = position.play(move)
    said = {}
    with serving(tmp_path) as (address, _process):
        surfer = Surfer(browser, address)
        page = surfer.visitor()
        page.goto(f"/analysis#game=teeko&moves={'+'.join(TEEKO[:2])}")
        page.wait_for_selector(".value")
        for move in position.moves:
            said[move] = page.locator(f'[data-spot="{move}"]').get_attribute("aria-label")
        colours = page.locator(".value").evaluate_all("all => all.map(each => each.classList[1])")
        surfer.close()
    truths = {move: tables.probe(position.play(move).state) for move in position.moves}
    kinds = {WIN: "loss", DRAW: "draw", LOSS: "win"}  # the truth is that of the other player
    for move, truth in truths.items():
        kind = kinds[truth.outcome]
        assert (kind if truth.is_draw else f"{kind} in {truth.plies + 1}") in said[move]
    assert len(set(colours)) > 1
    assert sorted(colours) == sorted(f"value-{kinds[each.outcome]}" for each in truths.values())


def test_truth_of_a_move_that_wins_at_once(page):
    page.goto(f"/analysis#game=teeko&moves={'+'.join(TEEKO)}")
    page.wait_for_selector(".value-win")
    winning = page.locator('[data-spot="c5"][aria-label*="win in 1"]')
    winning.wait_for()
    page.locator(".engine-worth", has_text="wins in 1").wait_for()
    touch_freely(page, "c5")
    page.locator(".status", has_text="wins").wait_for()


def touch_freely(page, spot):
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    before = page.url
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("before => location.href !== before", arg=before)


def test_positions_and_records_come_in_and_go_out(page, tmp_path):
    page.goto("/analysis#game=morris")
    text = page.get_by_label("Position as text")
    page.wait_for_function("() => document.querySelector('#position-text')?.value")
    text.fill("<b>nothing</b>")
    text.press("Enter")
    page.locator(".complaint", has_text="such as").wait_for()
    page.get_by_label("Game", exact=True).select_option("teeko")
    page.wait_for_url("**game=teeko*")
    text.fill("5/5/2X2/5/5 O")
    text.press("Enter")
    page.wait_for_url("**start=*")
    expect(page.locator('[data-at="c3"]')).to_have_count(1)
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"game": "morpion", "moves": ["b2", "a1"]}))
    page.get_by_label("Open a saved game").set_input_files(record)
    page.wait_for_url("**game=morpion*")
    page.locator(".tree .move", has_text="a1").wait_for()
    record.write_text(json.dumps({"game": "teeko", "moves": ["<img src=x>"]}))
    page.get_by_label("Open a saved game").set_input_files(record)
    page.locator(".complaint", has_text="<img src=x>").wait_for()
    expect(page.locator(".complaint img")).to_have_count(0)


def test_a_position_is_set_up_by_hand(page):
    page.goto("/analysis#game=teeko")
    page.wait_for_selector(".spot.open")
    page.get_by_role("button", name="Edit").click()
    page.wait_for_selector(".editor h2")
    notice = page.locator(".editor .notice")
    for spot in ("a1", "b1"):
        page.locator(f'[data-spot="{spot}"] .hit').click()
    page.locator(".editor .notice.bad").wait_for()  # two men against none
    page.get_by_role("radio", name="piece 2").check()
    page.locator('[data-spot="e5"] .hit').click()
    page.get_by_role("radio", name="Player 2").check()
    notice.filter(has_text="Valid position").wait_for()
    page.get_by_role("button", name="Done").click()
    page.wait_for_function("() => document.querySelector('#position-text')?.value.endsWith(' O')")
    expect(page.locator("#position-text")).to_have_value("4O/5/5/5/XX3 O")


def test_a_review_and_what_is_learnt_from_it(page):
    begin(page, "teeko", **HERE)
    for spot in [*TEEKO, LAST]:
        touch(page, spot)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".graph-first")
    page.locator(".moves .fault").first.wait_for(state="attached")
    expect(page.locator(".figures")).to_contain_text("accuracy")
    page.get_by_role("button", name="Learn from your mistakes").click()
    page.locator(".learn .notice", has_text="Find a better one").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_selector(".spot.hinted")
    page.locator(".learn .notice.good").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector(".spot.hinted", state="detached")


def test_language_and_theme_are_chosen_while_the_page_runs(page):
    begin(page, "teeko")
    page.get_by_role("button", name="Settings").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("radio", name="Sea").check()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    with page.expect_navigation():
        page.get_by_role("radio", name="Français").click()
    page.get_by_role("button", name="Règles").wait_for()
    root = page.locator("html")
    assert [root.get_attribute(name) for name in ("lang", "data-mode", "data-palette")] == [
        "fr",
        "dark",
        "sea",
    ]


def test_pages_can_be_read_by_everybody_in_all_colours(surfer):
    page = surfer.visitor()
    begin(page, "teeko")
    play_on(page, most=2)
    for path in (page.url, "/", "/analysis#game=teeko", "/learned#game=morris&moves=d2", "/about"):
        page.goto("about:blank")
        page.goto(path)
        page.wait_for_selector(".card, .spot[aria-label], .about")
        for palette, mode in product(("walnut", "slate", "sea", "contrast"), ("light", "dark")):
            page.evaluate(
                "chosen => Object.assign(document.documentElement.dataset, chosen)",
                {"palette": palette, "mode": mode},
            )
            assert complaints(page) == [], (path, palette, mode)


def test_axe_finds_nothing_serious(surfer, tmp_path):
    source = axe(tmp_path)
    if source is None:
        assert "CI" not in os.environ, "on CI nothing is skipped"
        pytest.skip("axe-core cannot be had here")
    page = surfer.visitor(bypass_csp=True)
    begin(page, "teeko", HERE["first"], {"who": "friend"}, clock={"total": 300})
    for path in (page.url, "/", "/analysis#game=teeko", "/learned#game=morris&moves=d2", "/about"):
        page.goto("about:blank")
        page.goto(path)
        page.wait_for_selector(".card, .spot[aria-label], .about")
        page.evaluate(source)
        found = page.evaluate("() => axe.run()")
        serious = [each for each in found["violations"] if each["impact"] in SERIOUS]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == [], path


def test_the_first_page_is_small(surfer):
    page = surfer.visitor()
    sizes = {}
    page.on("response", lambda answer: sizes.setdefault(answer.url, answer))
    page.goto("/", wait_until="networkidle")
    modules = {url.split("/static/js/")[1] for url in sizes if url.endswith(".js")}
    assert modules == {*modules_of("home"), "home.js", "shared/theme.js"}
    assert sum(len(answer.body()) for answer in list(sizes.values())) < 300_000


def test_the_menu_of_a_phone_by_keyboard(surfer):
    page = surfer.visitor(PHONE)
    page.goto("/about")
    menu = page.get_by_role("button", name="Pages")
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/"
    page.keyboard.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")
    assert menu.evaluate("menu => menu === document.activeElement")


def test_to_the_content_and_nowhere_else(page):
    page.goto("/analysis#game=teeko&moves=c3+b2")
    page.locator(".tree .move[aria-current]", has_text="b2").wait_for()
    before = page.url
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url == before


def test_a_page_that_is_not_there(surfer):
    page = surfer.visitor()
    assert page.request.get("/nowhere").json() == {"detail": "Not Found"}
    with page.expect_response("**/nowhere") as answer:
        page.goto("/nowhere")
    assert answer.value.status == 404
    page.get_by_role("link", name="Back to the games").click()
    page.wait_for_selector(".card")
    surfer.errors[:] = [error for error in surfer.errors if "404" not in error]


def test_a_game_that_is_not_there(surfer):
    page = surfer.visitor()
    page.goto("/game/nothinghere")
    page.locator(".connection.bad").wait_for()

"""Pace and sight in a browser: moves are seen before answers, and boards can be turned."""

import json
import os

import pytest
from playwright.sync_api import expect

from browser import LAST, PROGRAM, TEEKO, begin, touch, wait_for_moves, wait_for_turn

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
PHONE = {"width": 390, "height": 844}

# Notes the number of moves on the page whenever it changes, with the time and the spots marked.
WATCH = """() => {
  window.seen = {};
  const note = () => {
    const count = document.querySelectorAll('.moves .move').length;
    const marked = [...document.querySelectorAll('.spot.last')].map((spot) => spot.dataset.spot);
    window.seen[count] ??= { time: performance.now(), marked };
  };
  const changes = { childList: true, subtree: true, attributes: true };
  new MutationObserver(note).observe(document.body, changes);
}"""


def settings(page, **chosen):
    page.evaluate("text => localStorage.setItem('palamedes', text)", json.dumps(chosen))
    page.reload()
    page.wait_for_selector(".spot.open")
    page.evaluate(WATCH)


def place_of(page, spot):
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_move_is_seen_before_the_answer(surfer):
    page = surfer.visitor(reduced_motion="no-preference")
    begin(page, "teeko")
    settings(page, pause="normal", moves=False)
    page.locator('[data-spot="c3"] .hit').click()
    page.wait_for_function("() => window.seen[2]")
    seen = page.evaluate("window.seen")
    assert seen["1"]["marked"] == ["c3"]
    assert seen["2"]["marked"] != ["c3"]
    assert seen["2"]["time"] - seen["1"]["time"] >= 500

    page.locator('[data-action="undo"]').click()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 0")
    settings(page, pause="off", moves=False)
    page.locator('[data-spot="c3"] .hit').click()
    page.wait_for_function("() => window.seen[2]")
    assert wait_for_turn(page)["moves"][0] == "c3"


def test_seeds_are_sown_and_previewed_on_a_phone(surfer):
    page = surfer.visitor(PHONE, reduced_motion="no-preference")
    begin(page, "awale", second={"who": "me"})
    sizes = page.locator(".button-spot .button-face").evaluate_all(
        "faces => faces.map((face) => face.getBoundingClientRect()).map((r) => [r.width, r.height])"
    )
    assert len(sizes) == 4
    assert min(min(size) for size in sizes) >= 44
    for side in (0, 1):
        expect(page.locator(f".pit-own.own-{side}")).to_have_count(8)
    touch(page, "3")
    page.locator('[data-spot="TB"]').hover()
    expect(page.locator(".preview-landing")).to_have_count(4)
    page.mouse.move(0, 0)
    expect(page.locator(".preview-landing")).to_have_count(0)
    touch(page, "TB")
    page.wait_for_function(
        """() => document.querySelector('[data-at="4"]')?.textContent === '223'
          && document.querySelector('[data-at="10"]')?.textContent === '232'"""
    )


def test_boards_turn_and_arrows_follow(page):
    begin(page, "teeko", second={"who": "me"})
    x, y = place_of(page, "a1")
    far_x, far_y = place_of(page, "e5")
    page.locator('[data-action="turn"]').click()
    assert place_of(page, "e5") == pytest.approx((x, y), abs=2)
    assert place_of(page, "a1") == pytest.approx((far_x, far_y), abs=2)
    page.locator('[data-spot="c3"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.spot") == "b3"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-spot="b2"].taken')
    for spot in ("a1", "d4"):
        touch(page, spot)
    assert page.locator(".moves .move").all_inner_texts() == ["b2", "a1", "d4"]


def test_a_board_turns_for_the_second_player_if_wished(page):
    engine = {"who": "engine", "level": "easy"}
    begin(page, "teeko", first=engine, second={"who": "me"})
    _x, before = place_of(page, "a1")
    settings(page, pause="off", turned=True)
    _x, after = place_of(page, "a1")
    assert after < before - 100


def test_buttons_keep_their_places(page):
    begin(page, "teeko")
    places = """() => Object.fromEntries([...document.querySelectorAll('[data-action]')]
      .filter((each) => !each.hidden)
      .map((each) => [each, each.parentNode.getBoundingClientRect(), each.getBoundingClientRect()])
      .map(([each, box, { x, y }]) => [each.dataset.action, [x - box.x, y - box.y]]))"""
    expect(page.locator('[data-action="undo"]')).to_be_disabled()
    start = page.evaluate(places)
    touch(page, "c3")
    wait_for_moves(page, 2)
    expect(page.locator('[data-action="undo"]')).to_be_enabled()
    assert page.evaluate(places) == start
    page.locator('[data-action="resign"]').click()
    page.locator("dialog .button.main").click()
    page.wait_for_selector("#status.over")
    end = page.evaluate(places)
    for name in ("undo", "hint", "analyse", "turn", "rules", "save"):
        assert end[name] == start[name]


def test_branches_are_promoted_and_colours_explained(page):
    page.goto("/analysis#game=morpion&moves=b2+a1")
    page.wait_for_selector(".value")
    expect(page.locator(".value-legend")).to_contain_text("%")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('[data-spot="a1"].open')
    promote = page.get_by_role("button", name="Make this variation the main line")
    expect(promote).to_be_disabled()
    page.locator('[data-spot="a2"] .hit').click()
    page.wait_for_selector(".variation .move")
    expect(page.locator(".variation .move")).to_have_text("a2")
    promote.click()
    expect(page.locator(".variation .move")).to_have_text("a1")
    expect(promote).to_be_disabled()


def test_value_discs_leave_the_men_visible(page):
    page.goto("/analysis#game=teeko&moves=c3+a1+c4+e1+b2+d5+e5+a3")
    page.wait_for_selector(".value")
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.value')].filter((value) => {
          const box = value.getBoundingClientRect();
          const [x, y, r] = [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
          return [...document.querySelectorAll('.disc-0')].some((disc) => {
            const d = disc.getBoundingClientRect();
            return Math.hypot(x - d.x - d.width / 2, y - d.y - d.height / 2) < r;
          });
        }).length"""
    )
    assert covered == 0


def test_words_of_the_review_and_values_of_the_laboratory_are_whole(surfer):
    page = surfer.visitor()
    page.context.add_cookies([{"name": "language", "value": "fr", "url": surfer.address}])
    begin(page, "teeko", second={"who": "me"})
    for spot in (*TEEKO, LAST):
        touch(page, spot)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".figures-name")
    page.locator(".figures-name").first.evaluate(
        "e => { e.textContent = 'Ordinateur (difficile)'; }"
    )
    lines = page.locator(".figures-name").first.evaluate(
        """(name) => {
          const range = document.createRange();
          range.selectNodeContents(name);
          return new Set([...range.getClientRects()].map((rectangle) => rectangle.top)).size;
        }"""
    )
    assert lines <= 2  # one for each word
    page.set_viewport_size(PHONE)
    page.goto("/laboratory#game=morpion&moves=b2+a1+c3+a3+a2+c2&algorithm=alphabeta&step=999")
    page.wait_for_selector(".tree-space .node.best")
    cut = page.locator(".node-value").evaluate_all(
        "values => values.filter((value) => value.scrollWidth > value.clientWidth + 1).length"
    )
    assert cut == 0


def test_a_phone_can_keep_the_app(page):
    page.goto("/about")
    path = page.locator('link[rel="manifest"]').get_attribute("href")
    answer = page.request.get(path)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        size = page.evaluate(
            """(path) => new Promise((done) => {
              const image = new Image();
              image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`);
              image.src = path;
            })""",
            icon["src"],
        )
        assert size == icon["sizes"]

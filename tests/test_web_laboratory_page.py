"""The search laboratory in a real browser: what a student sees is what the search did."""

import os
from itertools import product
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PHONE, PROGRAM, complaints
from explaining import after, explained
from test_web_laboratory import CUTS

pytest_plugins = ["browsing"]
pytestmark = [
    pytest.mark.xdist_group("browser of pages"),
    pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="no Chromium here"),
]
LARGE = {"game": "nim:8,8,9", "algorithm": "minimax", "depth": 4, "step": 0}


def open_link(page, **wish):
    page.goto("about:blank")
    page.goto(f"/laboratory#{urlencode(wish)}")
    page.wait_for_selector(".tree-space .node")


def figures(page):
    """The counters on the page: now, and in all."""
    rows = page.locator(".counters-panel [data-count]").all()
    cells = [(row.get_attribute("data-count"), row.locator("td").all_inner_texts()) for row in rows]
    return {name: tuple(int(text.replace(",", "")) for text in texts) for name, texts in cells}


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_counts_and_values_on_the_page_are_the_real_ones(page):
    open_link(page, **CUTS)
    tree = explained(after("morpion", "b2"), "alphabeta", 3)
    total = {"nodes": tree.counts.nodes, "leaves": tree.counts.leaves, "cut": tree.counts.cut}
    assert figures(page) == {
        **{name: (0, count) for name, count in total.items()},
        "nodes": (1, tree.counts.nodes),
        "finished": (0, 0),
    }
    press(page, "Last step")
    assert figures(page) == {
        **{name: (count, count) for name, count in total.items()},
        "finished": (0, 0),
    }
    best = page.locator(".answer").inner_text()
    moves = " ".join(node.move for node in tree.best_line[1:])
    assert best == f"Best line: {moves} (value {tree.value})"
    line = [f"{node.number}" for node in tree.best_line]
    shown = page.locator(".node.best").evaluate_all("all => all.map((one) => one.dataset.node)")
    assert sorted(shown, key=int) == line
    make_room(page)
    for child in tree.root.children:
        node = page.locator(f'[data-node="{child.number}"]')
        sign = {"": "", "<=": "≤ ", ">=": "≥ "}[child.bound]
        expect(node.locator(".node-value")).to_have_text(f"{sign}{child.value}")
        low = "-∞" if child.alpha < -(10**6) else child.alpha
        assert node.locator(".node-note").inner_text().startswith(f"[{low}, ")


@pytest.mark.parametrize(
    ("language", "next_cut", "reason"),
    [
        ("en", "Next cutoff", "already has"),
        ("fr", "Coupure suivante", "a déjà"),
    ],
)
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_student_follows_a_link_to_the_cut_branches(surfer, language, next_cut, reason, screen):
    page = surfer.visitor(screen, has_touch=screen is PHONE, locale=language)
    open_link(page, **CUTS, step=12)
    assert page.locator("#algorithm-help").inner_text()
    tree = explained(after("morpion", "b2"), "alphabeta", 3)
    cut = next(node for node in tree.nodes[13:] if node.kind == "cut")
    press(page, next_cut)
    node = page.locator(f'.node.cut[data-node="{cut.number}"]')
    node.wait_for()
    expect(page.locator(".card-reason")).to_contain_text(reason)
    expect(page.locator(".card-moves")).to_contain_text(cut.move)
    parent = tree.nodes[cut.parent]
    path = ["b2", *(each.move for each in way_to(tree, parent))]
    page.wait_for_selector(f'.card-board palamedes-board[data-moves="{" ".join(path)}"]')
    other = page.locator(".node.leaf").first
    other.tap() if screen is PHONE else other.hover()
    page.wait_for_selector(".card-reason", state="hidden")
    page.wait_for_url(lambda url: "step=" in url)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    before = figures(page)
    page.reload()
    page.wait_for_selector(".tree-space .node")
    assert figures(page) == before
    page.locator(".comparison button").click()
    page.wait_for_selector(".comparison [data-row]")
    nodes = page.locator('[data-row="alphabeta given"] .nodes').inner_text()
    assert int(nodes) == tree.counts.nodes


def way_to(tree, node):
    way = []
    while node.parent is not None:
        way.insert(0, node)
        node = tree.nodes[node.parent]
    return way


def test_visits_grow_with_every_playout(page):
    wish = {"game": "nim:3,4", "algorithm": "mcts", "simulations": 40, "seed": 3}
    open_link(page, **wish, step=12)
    tree = explained(after("nim:3,4"), "mcts", evaluation="theory", simulations=12, seed=3)
    assert visits(page) == {node.number: node.visits for node in tree.nodes}
    page.locator("h1").click()
    page.keyboard.press("End")
    whole = explained(after("nim:3,4"), "mcts", evaluation="theory", simulations=40, seed=3)
    assert visits(page) == {node.number: node.visits for node in whole.nodes}
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert visits(page) == {node.number: node.visits for node in whole.nodes}


def make_room(page):
    """Let the whole tree be in sight: what is not is not there either."""
    page.evaluate("document.querySelector('.tree-scroll').style.height = '4000px'")


def visits(page):
    make_room(page)
    expected = int(page.locator('[data-count="nodes"] td').first.inner_text())
    page.wait_for_function(
        "expected => document.querySelectorAll('.node').length === expected", arg=expected
    )
    texts = page.locator(".node").evaluate_all(
        "all => all.map((one) => [one.dataset.node, one.querySelector('.node-note').textContent])"
    )
    return {int(number): int(text.rsplit(" ", 1)[1]) for number, text in texts}


def test_a_tree_of_100_000_nodes_stays_usable(page):
    open_link(page, **LARGE)
    press(page, "Last step")
    assert figures(page)["nodes"] == (114_860, 114_860)
    folded = elements(page)
    press(page, "Expand all")
    height = page.evaluate("document.querySelector('.tree-scroll').scrollHeight")
    assert height > 3_000_000
    for share in (0.37, 0.9):
        page.evaluate(
            "top => document.querySelector('.tree-scroll').scrollTo(0, top)", share * height
        )
        page.wait_for_function(
            "top => [...document.querySelectorAll('.node-place')].some("
            "(place) => Math.abs(parseFloat(place.style.top) - top) < 200)",
            arg=share * height,
        )
        assert elements(page) < 2000
    press(page, "Collapse all")
    assert elements(page) < 1.2 * folded
    root = page.locator('[data-node="0"]')
    root.focus()
    expect(root).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".node")).to_have_count(1)
    expect(root).to_contain_text("114,859")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".node:focus")).to_have_attribute("aria-level", "2")


def elements(page):
    return page.evaluate("document.querySelectorAll('*').length")


def test_a_search_is_chosen_by_hand(surfer):
    page = surfer.visitor()
    open_link(page, game="teeko", algorithm="minimax", depth=1)
    page.get_by_label("Game", exact=True).select_option("morpion")
    press(page, "Position")
    page.locator('dialog [data-spot="b2"] .hit').click()
    page.locator("dialog .muted", has_text="b2").wait_for()
    press(page, "Done")
    page.get_by_role("radio", name="best-first").check()
    page.get_by_label("Expansions").fill("3")
    press(page, "Search")
    page.wait_for_url("**algorithm=bestfirst*")
    page.wait_for_url(lambda url: "moves=b2" in url)
    page.wait_for_url(lambda url: "expansions=3" in url)
    tree = explained(after("morpion", "b2"), "bestfirst", evaluation="cubes", expansions=3)
    press(page, "Last step")
    assert figures(page)["nodes"] == (tree.counts.nodes, tree.counts.nodes)
    page.get_by_role("radio", name="minimax").check()
    page.get_by_label("Depth").fill("9")
    press(page, "Search")
    page.locator(".notice.bad", has_text="limit").wait_for()
    surfer.errors.clear()  # the browser tells of the refusal, too


def test_on_a_phone_the_buttons_stay_where_they_are(surfer):
    page = surfer.visitor(PHONE, has_touch=True)
    open_link(page, game="morpion", algorithm="alphabeta", depth=3, order="good")
    assert page.evaluate("scrollY") == 0
    button = page.get_by_role("button", name="Next step")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    for _step in range(10):
        button.tap()
    page.locator(".step-label", has_text="step 10 of").wait_for()
    assert abs(button.bounding_box()["y"] - before["y"]) < 3


def test_an_exercise_is_handed_out_and_come_back_to(page):
    """Also where the browser lends no clipboard, as to pages without encryption."""
    open_link(page, **CUTS, step=12)
    first = page.url
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    press(page, "Copy the link")
    page.get_by_role("button", name="Copied").wait_for()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url == first
    page.get_by_label("Depth").fill("1")
    press(page, "Search")
    page.wait_for_url("**depth=1*")
    page.go_back()
    page.wait_for_url("**depth=3*")
    page.locator(".step-label", has_text="step 12 of").wait_for()


def test_a_link_to_no_game(surfer):
    page = surfer.visitor(locale="fr")
    page.goto("/laboratory#game=<b>x</b>")
    page.locator(".notice.bad", has_text="<b>x</b>").wait_for()
    for part in (".node-card", ".counters-panel", ".comparison"):
        expect(page.locator(part)).to_be_hidden()
    surfer.errors.clear()  # the browser tells of the refusal, too


def test_everybody_can_read_it_in_all_colours(page):
    open_link(page, **CUTS, step=40)
    for palette, mode in product(("walnut", "slate", "sea", "contrast"), ("light", "dark")):
        page.evaluate(
            "chosen => Object.assign(document.documentElement.dataset, chosen)",
            {"palette": palette, "mode": mode},
        )
        assert complaints(page) == [], (palette, mode)

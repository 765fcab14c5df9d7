"""Boards as SVG, and what notebooks show of positions, matches and analyses."""

import subprocess
import sys
from random import Random
from urllib.parse import unquote

import pytest

import palamedes
from conftest import MAIN_GAMES
from markup_checks import SPACE, check_html, check_svg
from palamedes.core import display
from palamedes.core.errors import PalamedesError
from palamedes.core.match import Match
from palamedes.ui.pictures import Marks, SpotValue, position_svg
from palamedes.ui.pictures.colours import colours, palettes
from palamedes.ui.session.scene import board_at

pytest_plugins = ["browsing"]

LONG = 60  # plies
KINDS = ("red", "blue", "clear")  # of seeds
ROOT = "[class$=live]"  # the class of a match whose script has run


def _played(game, seed, plies=LONG):
    """A match of random moves."""
    match, random = Match.of(game), Random(seed)
    while match.result is None and len(match.turns) < plies:
        match.play(random.choice(match.position.codes))
    return match


def _of_class(root, name):
    """The elements of a picture in a class, whatever the picture calls it."""
    return [each for each in root.iter() if f"-{name} " in f"{each.get('class', '')} "]


def _text(root):
    return " ".join(text for each in root.iter(f"{SPACE}text") for text in each.itertext())


@pytest.mark.families
def test_a_picture_shows_every_piece_and_what_has_happened(game):
    match = _played(game, seed=game.id)
    for ply in {0, 1, 2, len(match.turns) // 2, len(match.turns)}:
        board = board_at(match, ply)
        root = check_svg(palamedes.svg(match, ply=ply))
        shown = [each.get("data-at") for each in root.iter() if each.get("data-at")]
        standing = [*board.covered, *board.pieces]
        assert sorted(shown) == sorted(name for name in standing if name in _drawn(game))
        assert bool(_of_class(root, "last")) == any(spot in _drawn(game) for spot in board.last)
        assert bool(_of_class(root, "ended")) == bool(board.ended)
        kinds = [region.kind for region in board.regions]
        assert [len(_of_class(root, kind)) for kind in ("lit", "won", "drawn")] == [
            kinds.count(kind) for kind in ("lit", "won", "drawn")
        ]
        told = root.find(f"{SPACE}desc").text
        assert all(name in told for name in board.pieces)
        assert all(str(counter.value) in _text(root) for counter in board.counters)
        assert {label.text for label in board.geometry.labels} <= set(_text(root).split())


def _drawn(game):
    return {spot.name for spot in game.view.geometry.spots if spot.kind != "button"}


def test_seeds_are_counted_by_kind():
    position = palamedes.parse("awale", "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40")
    root = check_svg(position_svg(position))
    counts = {kind: [each.text for each in _of_class(root, f"count-{kind}")] for kind in KINDS}
    assert counts == {"red": [], "blue": ["1"], "clear": ["9"]}  # equal piles are drawn once
    assert "6: 9 transparent" in root.find(f"{SPACE}desc").text


def test_pictures_have_names_of_their_own_and_equal_ones_are_equal():
    start = palamedes.start("teeko")
    texts = [palamedes.svg(start), palamedes.svg(start.play("c3")), palamedes.svg(start, size=99)]
    names = [{each.get("id") for each in check_svg(text).iter()} - {None} for text in texts]
    assert not names[0] & names[1] | names[0] & names[2] | names[1] & names[2]
    assert palamedes.svg(start) == texts[0]


def test_the_palettes_are_those_of_the_web_app():
    assert palettes() == ("walnut", "slate", "sea", "contrast")
    assert colours("walnut")["panel"] == "#fbf9f5"
    assert colours("walnut", dark=True)["panel"] == "#28231e"
    position = palamedes.start("teeko").play("c3")
    assert len({palamedes.svg(position, palette=name) for name in palettes()}) == 4
    with pytest.raises(PalamedesError, match="no palette 'pink'; the palettes are: walnut, slate"):
        palamedes.svg(position, palette="pink")


def test_what_can_be_touched_is_marked_if_asked_for():
    position = palamedes.start("teeko").play("c3")
    assert not _of_class(check_svg(palamedes.svg(position)), "open")
    assert len(_of_class(check_svg(palamedes.svg(position, legal=True)), "open")) == 24
    awale = check_svg(palamedes.svg(palamedes.start("awale"), legal=True))
    assert len(_of_class(awale, "open-ring")) == 8


def test_values_and_arrows():
    values = {"c3": SpotValue("win", "5", is_exact=True), "d4": SpotValue("loss", "12")}
    marks = Marks(values, arrows=[("a1", "b2"), ("a1", "a1")])
    root = check_svg(position_svg(palamedes.start("teeko"), marks=marks))
    assert [each.text for each in _of_class(root, "value-text")] == ["5", "12"]
    assert len(_of_class(root, "value-win")) == len(_of_class(root, "arrow-head")) == 1


def test_spots_that_a_text_is_about():
    marks = Marks(hinted=("c3", "d4", "nowhere"))
    root = check_svg(position_svg(palamedes.start("teeko"), marks=marks))
    assert len(_of_class(root, "hinted")) == 2


def test_a_wrong_ply_is_an_error():
    with pytest.raises(PalamedesError, match="has 0 to 1 moves, not 2"):
        palamedes.svg(_played(MAIN_GAMES[0], 0, plies=1), ply=2)
    with pytest.raises(PalamedesError, match="no moves to count"):
        palamedes.svg(palamedes.start("nim"), ply=0)


def test_names_are_texts_and_no_markup():
    match = palamedes.new_match("nim", ("<b>&\ue000", '"</script>'))
    assert "<b>" in _text(check_svg(palamedes.svg(match)))
    assert "<b>" not in match._repr_mimebundle_()["text/html"]
    check_html(match._repr_mimebundle_()["text/html"])


def test_a_player_may_be_called_parts():
    match = palamedes.new_match("nim", ("PARTS", ""))
    html = match._repr_mimebundle_()["text/html"]
    assert "<title>Nim: PARTS to move</title>" in unquote(html)


@pytest.mark.families
def test_a_match_to_step_through_is_small(game):
    match = _played(game, seed=7, plies=200)
    (kind, text), *others = match._repr_mimebundle_().items()
    assert (kind, others) == ("text/html", [])
    check_html(text)
    assert len(text) < 25_000 + 2000 * len(match.turns)


def test_an_analysis_has_a_row_for_each_line():
    position = palamedes.parse("teeko", "5/3OX/1OXO1/X2X1/4O X")
    analysis = palamedes.analyse(position, depth=3, lines=4)
    text = analysis._repr_mimebundle_()["text/html"]
    (picture,) = check_html(text)
    assert "value-win" in picture
    for line in analysis.lines:
        assert f">{line.move}</th>" in text
        assert f">{line.score}</span>" in text
    assert repr(analysis).startswith("<analysis of teeko '5/3OX")


def test_a_notebook_chooses_what_it_is_shown(monkeypatch):
    position = palamedes.start("nim")
    assert set(position._repr_mimebundle_()) == {"image/svg+xml"}
    assert position._repr_mimebundle_(include={"text/html"}) == {}
    assert position._repr_mimebundle_(exclude={"image/svg+xml"}) == {}
    monkeypatch.setattr(display, "_painter", [])
    assert position._repr_mimebundle_() == {}


def test_who_shows_nothing_imports_nothing():
    code = "import sys, palamedes; palamedes.start('nim'); print('palamedes.ui' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n"


def _opened(browser, scheme, *bodies, theme=""):
    """A page of somebody else with these outputs, in a system with a light or dark scheme."""
    page = browser.new_context(color_scheme=scheme).new_page()
    errors, requests = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.set_content(f"<!doctype html><body {theme}>{''.join(bodies)}")
    return page, errors, requests


def _standing(page, number):
    """What stands where on a board of a page: the number of the drawing and its spot."""
    return (
        page.locator(ROOT)
        .nth(number)
        .locator("[data-at]")
        .evaluate_all("all => all.map((each) => each.dataset.at).sort()")
    )


@pytest.mark.parametrize("name", ["teeko", "ultimate"])
def test_a_match_is_stepped_through(browser, name):
    match = _played(palamedes.find_game(name), seed=3, plies=12)
    expected = [sorted(board_at(match, ply).pieces) for ply in range(13)]
    html = match._repr_mimebundle_()["text/html"]
    page, errors, requests = _opened(browser, "light", html, html)
    page.wait_for_selector(ROOT)
    assert page.locator(ROOT).count() == 2
    first = page.locator(ROOT).first
    slider = first.locator("input")
    assert _standing(page, 0) == expected[12]
    first.locator("button").nth(1).click()
    assert (_standing(page, 0), slider.input_value()) == (expected[11], "11")
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", 12)):
        first.press(key)
        assert _standing(page, 0) == expected[ply]
    first.locator("[data-ply='5']").click()
    assert (_standing(page, 0), slider.get_attribute("aria-valuetext")) == (
        expected[5],
        f"5. {match.turns[4].move}",
    )
    slider.fill("7")
    assert _standing(page, 0) == expected[7]
    assert _standing(page, 1) == expected[12]  # the other output is another match
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert len(ids) == len(set(ids))
    assert errors == []
    assert [url for url in requests if not url.startswith("data:")] == []
    page.context.close()


PAPER = "getComputedStyle(document.querySelector('[class$=paper]')).fill"
LIGHT, DARK = "rgb(251, 249, 245)", "rgb(40, 35, 30)"


@pytest.mark.parametrize(
    ("scheme", "theme", "paper"),
    [
        ("light", "", LIGHT),
        ("dark", "", DARK),
        ("light", "data-jp-theme-light='false'", DARK),
        ("dark", "data-jp-theme-light='true'", LIGHT),
        ("light", "class='vscode-dark'", DARK),
    ],
)
def test_a_picture_is_light_or_dark_as_its_page(browser, scheme, theme, paper):
    page, _errors, _requests = _opened(
        browser, scheme, palamedes.svg(palamedes.start("teeko")), theme=theme
    )
    assert page.evaluate(PAPER) == paper
    page.context.close()

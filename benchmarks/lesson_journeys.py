"""Every lesson taken by every kind of reader, in Chromium: two languages, a desktop and a phone.

    python benchmarks/lesson_journeys.py [GAME...]

It starts a server, takes each course from its first step to the offer of a real game, trying a
wrong move in every step, plays that game and rematches until one is won, pressing the buttons on
the way, and reads the rules with pictures. It fails at the first text that is missing, step that
cannot be solved, error in the console, page that is wider than the screen, or serious complaint of
axe-core where npm can get it.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from playwright.sync_api import Page  # noqa: E402

from browser import Surfer, axe, browser_at_work, serving, wait_for_moves  # noqa: E402
from palamedes.core.language import _, set_language  # noqa: E402
from palamedes.core.record import from_document  # noqa: E402
from palamedes.games import find_game  # noqa: E402
from palamedes.lessons import Course, all_courses  # noqa: E402
from palamedes.players import make_player  # noqa: E402
from test_web_lesson_pages import FITS, READERS, TOUCH, read_rules, take  # noqa: E402

SERIOUS = ("serious", "critical")
MOST_GAMES = 8  # until one is won
HARMLESS = ("hint", "undo", "turn")  # buttons that a game survives


def win(page: Page, course: Course) -> None:
    """Play the game that is offered after the lesson, and rematches, until one is won."""
    page.locator('[data-action="play"]').click()
    for _game in range(MOST_GAMES):
        page.wait_for_selector(".spot.open, #status.over")
        game_id = page.url.rpartition("/")[2]
        is_won = play(page, game_id)
        page.wait_for_selector("#status.over")
        assert page.evaluate(FITS)
        if is_won:
            assert page.locator("#status").inner_text().startswith(_("You win.")[:-1])
            return
        page.locator('[data-action="rematch"]').click()
        page.wait_for_url(lambda url, old=game_id: old not in url and "/game/" in url)
    raise AssertionError(f"{course.name}: no game was won")


def play(page: Page, game_id: str) -> bool:
    """Play one game to its end, with the moves of a strong level; True if it was won."""
    has_pressed, seen = False, -1
    while True:
        document = page.request.get(f"/api/games/{game_id}").json()
        match = from_document(document["record"], find_game)
        mine = [each for each in page.request.get("/api/mine").json() if each["id"] == game_id]
        if match.result is not None:
            return match.result.winner in mine[0]["yours"]
        if not mine[0]["your_turn"] or len(match.turns) == seen:
            page.wait_for_timeout(20)
            continue
        wait_for_moves(page, len(match.turns))  # the page may be behind the server
        page.wait_for_selector(".spot.open")
        if len(match.turns) >= 2 and not has_pressed:
            has_pressed, seen = True, -1  # a takeback leads to a position seen before
            press_buttons(page)
            continue
        code = make_player(match.game, "hard").choose(match).code
        path = next(path for path, each in match.position.touches.items() if each == code)
        seen = len(match.turns)
        page.evaluate(TOUCH, path)


def press_buttons(page: Page) -> None:
    """Press what does no harm, and pause for a moment."""
    for name in HARMLESS:
        page.locator(f'[data-action="{name}"]').click()
    pause = page.locator('[data-action="pause"]')
    pause.click()
    page.locator("#status", has_text=_("The game is paused.")).wait_for()
    pause.click()
    page.wait_for_selector(".spot.open")


def journey(surfer: Surfer, course: Course, language: str, viewport: dict, source: str) -> None:
    """One lesson and one set of rules, read by one person."""
    set_language(language)
    page = surfer.visitor(viewport, locale=language, bypass_csp=True)
    for visit in (take, win, read_rules):
        visit(page, course)
        if source:
            page.evaluate(source)
            found = page.evaluate("() => axe.run()")["violations"]
            assert [each["id"] for each in found if each["impact"] in SERIOUS] == []
    assert surfer.errors == []
    surfer.close()


def main(names: list[str]) -> None:
    courses = [course for course in all_courses() if not names or course.name in names]
    with TemporaryDirectory() as folder, browser_at_work() as browser:
        source = axe(Path(folder)) or ""
        sys.stdout.write(f"axe-core: {'yes' if source else 'not available'}\n")
        with serving(Path(folder)) as (address, _process):
            for course in courses:
                for language, viewport in READERS:
                    before = perf_counter()
                    journey(Surfer(browser, address), course, language, viewport, source)
                    seconds = perf_counter() - before
                    line = f"{course.name:9} {language} {viewport['width']:4} px {seconds:6.1f} s\n"
                    sys.stdout.write(line)
                    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

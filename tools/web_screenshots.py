"""Take the pictures of the web app in docs/screenshots: every page, light and dark, wide and small.

They are taken in Chromium, at a server that runs only for this and where teeko is solved.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, StorageState, sync_playwright

from palamedes.games import find_game
from palamedes.games.samples import sample_matches
from web_people import ENGINES, gather, hold_swiss, learn

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
PROGRAM = os.environ.get("CHROMIUM") or shutil.which("chromium")
WIDE, SMALL = (1200, 800), (360, 740)
GAMES = ("morpion", "ultimate", "awale", "nim")  # those that no other picture of a game shows
PALETTES = ("slate", "sea", "contrast")
FAULTY = ["c3", "a1", "c4", "e1", "c2", "a5", "c5"]  # a game of Teeko with something to learn
PEOPLE = {"first": {"who": "me", "name": "Ada"}, "second": {"who": "me", "name": "Bob"}}
SEARCH = "/laboratory#game=morpion&moves=b2+a1+c3+a3+a2+c2&algorithm=alphabeta&step=999"
SHARP = "d3+a3+c4+b2"  # moves of teeko after which some win, some draw and some lose
SLOW = 120_000  # milliseconds: engines may have to be compiled first

# Make moves in a game, one after the other, as a program would.
PLAY = """([path, moves]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}${path}`);
  line.onmessage = ({ data }) => {
    const scene = JSON.parse(data);
    if (scene.type !== 'scene') return;
    if (scene.plies === moves.length) { line.close(); done(); }
    else line.send(JSON.stringify({ type: 'move', move: moves[scene.plies] }));
  };
})"""


class Studio:
    """A browser at a server, and pictures of what it shows."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.browser, self.address, self.folder = browser, address, folder
        self.ada: StorageState | None = None  # with what a browser is logged in

    @contextmanager
    def page(
        self,
        size: tuple[int, int] = WIDE,
        mode: str = "light",
        palette: str = "walnut",
        language: str = "en",
        state: StorageState | None = None,
    ) -> Iterator[Page]:
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.address, storage_state=state
        )
        context.add_cookies([{"name": "language", "value": language, "url": self.address}])
        stored = (
            f"{{palette: '{palette}', mode: '{mode}', moves: false, sound: false, name: 'Ada'}}"
        )
        context.add_init_script(f"localStorage.setItem('palamedes', JSON.stringify({stored}))")
        yield context.new_page()
        context.close()

    def begin(self, page: Page, name: str, moves: list[str], **wish: Any) -> None:
        """Show a game after these moves."""
        wish = wish or PEOPLE
        answer = page.request.post("/api/games", data={"game": name, **wish})
        game = answer.json()["id"]
        page.goto("/about")
        page.evaluate(PLAY, [f"/api/games/{game}/live", moves])
        page.goto(f"/game/{game}")
        page.wait_for_selector(".spot[aria-label]")

    def show(self, page: Page, path: str, *selectors: str) -> None:
        """Open a page, anew if it is there, and wait for what is on it."""
        page.goto("about:blank")
        page.goto(path)
        for selector in selectors:
            page.locator(selector).first.wait_for(timeout=SLOW)

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        page.mouse.move(0, 0)
        page.wait_for_load_state("networkidle")  # icons come last
        path = self.folder / f"web-{name}.jpg"  # wood grain is large as PNG
        page.screenshot(path=path, type="jpeg", quality=66, full_page=whole, animations="disabled")


def sample(name: str) -> list[str]:
    return [turn.move for turn in sample_matches(find_game(name))[-1].turns]


def take_all(studio: Studio, tournaments: dict[str, str]) -> None:
    for size, where in ((WIDE, "wide"), (SMALL, "small")):
        for mode in ("light", "dark"):
            suffix, whole = f"{where}-{mode}", where == "small"
            with studio.page(size, mode) as page:
                take_start(studio, page, suffix, whole)
                take_games(studio, page, suffix, whole)
                take_analysis(studio, page, suffix, whole)
            with studio.page(size, mode, state=studio.ada) as page:
                take_learning(studio, page, suffix, whole)
                take_people(studio, page, suffix, whole, tournaments)
    take_variety(studio)


def take_variety(studio: Studio) -> None:
    """All games, palettes and languages, once each."""
    for name in GAMES:
        with studio.page() as page:
            studio.begin(page, name, sample(name))
            studio.take(page, f"game-{name}")
    for palette in PALETTES:
        with studio.page(palette=palette) as page:
            studio.begin(page, "teeko", sample("teeko"))
            page.locator('[data-spot="c4"] .hit').click()
            page.wait_for_selector(".spot.touched")
            studio.take(page, f"palette-{palette}")
    with studio.page(language="fr") as page:
        studio.begin(page, "morris", sample("morris"))
        studio.take(page, "french")
        studio.show(page, SEARCH, ".tree-space .node.best")
        studio.take(page, "french-laboratory")


def take_start(studio: Studio, page: Page, suffix: str, whole: bool) -> None:
    studio.show(page, "/", ".card .spot")
    studio.take(page, f"home-{suffix}", whole)
    page.locator('.card[data-game="teeko"] .button.main').click()
    page.wait_for_selector("dialog")
    studio.take(page, f"new-{suffix}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog .swatch-sea")
    studio.take(page, f"settings-{suffix}")
    studio.show(page, "/about", "h2")
    studio.take(page, f"about-{suffix}", whole)


def take_games(studio: Studio, page: Page, suffix: str, whole: bool) -> None:
    studio.begin(page, "morris", sample("morris"), **PEOPLE, clock={"total": 300, "increment": 3})
    page.locator('[data-spot="e3"] .hit').click()
    page.wait_for_selector(".spot.touched")
    studio.take(page, f"game-{suffix}", whole)
    studio.begin(page, "teeko", FAULTY)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".graph-first", timeout=SLOW)
    studio.take(page, f"review-{suffix}", whole)


def take_analysis(studio: Studio, page: Page, suffix: str, whole: bool) -> None:
    """Teeko is solved: all values are true. The explorer knows what people have played."""
    studio.show(page, f"/analysis#game=teeko&moves={SHARP}", ".value", ".line")
    studio.take(page, f"analysis-{suffix}", whole)
    studio.show(page, "/analysis#game=teeko&moves=c3", ".value", ".line")
    page.get_by_role("button", name="Explorer").click()
    page.locator(".openings .results").first.scroll_into_view_if_needed()
    studio.take(page, f"explorer-{suffix}", whole)
    studio.show(page, SEARCH, ".tree-space .node.best")
    if whole:  # a card lies at the foot of a small screen, which is nowhere on a whole page
        page.locator(".bench").evaluate("bench => bench.scrollIntoView()")
    studio.take(page, f"laboratory-{suffix}")


def take_learning(studio: Studio, page: Page, suffix: str, whole: bool) -> None:
    studio.show(page, "/puzzles", ".card .spot")
    studio.take(page, f"puzzles-{suffix}", whole)
    studio.show(page, "/puzzles/teeko#17", ".spot.open", ".progress-panel dd")
    studio.take(page, f"puzzle-{suffix}", whole)
    studio.show(page, "/campaign", ".task.met:visible")
    studio.take(page, f"campaign-{suffix}", whole)


def take_people(
    studio: Studio, page: Page, suffix: str, whole: bool, tournaments: dict[str, str]
) -> None:
    studio.show(page, "/you", ".curve", ".history-who", ".logins li")
    studio.take(page, f"you-{suffix}", whole)
    studio.show(page, "/ranking?game=teeko", ".leader .badge.now")
    studio.take(page, f"ranking-{suffix}", whole)
    studio.show(page, "/tournaments", ".contest")
    studio.take(page, f"tournaments-{suffix}", whole)
    studio.show(page, f"/tournaments/{tournaments['engines']}", ".sheet .mean", ".replay .spot")
    studio.take(page, f"tournament-engines-{suffix}", whole)
    studio.show(page, f"/tournaments/{tournaments['people']}", '[data-round="3"]')
    studio.take(page, f"tournament-people-{suffix}", whole)


def prepare(studio: Studio, playwright: Playwright) -> dict[str, str]:
    """Let people play, learn and meet before; the tournaments that are held, by kind."""
    people = gather(playwright.request, studio.address)
    ada = people[0]
    studio.ada = ada.state
    engines = ada.post("/api/contests/engines", **ENGINES)["id"]
    learn(ada)
    tournaments = {"engines": engines, "people": hold_swiss(people)}
    with studio.page() as page:
        studio.show(page, f"/tournaments/{engines}")
        page.get_by_text("finished", exact=True).wait_for(timeout=5 * SLOW)
    return tournaments


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """The address of a server that knows all about teeko."""
    environment = {**os.environ, "PALAMEDES_DATA": folder}
    solve = [sys.executable, "-m", "palamedes", "solve", "teeko", "--plain"]
    subprocess.run(solve, env=environment, stdout=subprocess.DEVNULL, check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="for the pictures")
    pictures: Path = parser.parse_args().folder
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("web-*.jpg"):
        old.unlink()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        studio = Studio(browser, address, pictures)
        take_all(studio, prepare(studio, playwright))
        browser.close()


if __name__ == "__main__":
    main()

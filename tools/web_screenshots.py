"""Take the pictures of the web app in docs/screenshots: every page, light and dark, wide and small.

They are taken in Chromium, at a server that runs only for this.
"""

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

from playwright.sync_api import Browser, Page, sync_playwright

from palamedes.games import find_game
from palamedes.games.samples import sample_matches

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
PROGRAM = os.environ.get("CHROMIUM") or shutil.which("chromium")
WIDE, SMALL = (1200, 800), (360, 740)
GAMES = ("morpion", "teeko", "ultimate", "morris", "awale", "nim")
PALETTES = ("slate", "sea", "contrast")
FAULTY = ["c3", "a1", "c4", "e1", "c2", "a5", "c5"]  # a game of Teeko with something to learn
PEOPLE = {"first": {"who": "me", "name": "Ada"}, "second": {"who": "me", "name": "Bob"}}

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

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address

    @contextmanager
    def page(
        self, size: tuple[int, int], mode: str, palette: str = "walnut", language: str = "en"
    ) -> Iterator[Page]:
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.address
        )
        context.add_cookies([{"name": "language", "value": language, "url": self.address}])
        kept = f"{{palette: '{palette}', mode: '{mode}', moves: false, sound: false, name: 'Ada'}}"
        context.add_init_script(f"localStorage.setItem('palamedes', JSON.stringify({kept}))")
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

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        page.wait_for_timeout(300)
        path = FOLDER / f"web-{name}.jpg"  # wood grain is large as PNG
        page.screenshot(path=path, type="jpeg", quality=80, full_page=whole)


def sample(name: str) -> list[str]:
    return [turn.move for turn in sample_matches(find_game(name))[-1].turns]


def take_all(studio: Studio) -> None:
    for size, where in ((WIDE, "wide"), (SMALL, "small")):
        for mode in ("light", "dark"):
            with studio.page(size, mode) as page:
                take_pages(studio, page, f"{where}-{mode}", where == "small")
    for name in GAMES:
        with studio.page(WIDE, "light") as page:
            studio.begin(page, name, sample(name))
            studio.take(page, f"game-{name}")
    for palette in PALETTES:
        with studio.page(WIDE, "light", palette) as page:
            studio.begin(page, "teeko", sample("teeko"))
            page.locator('[data-spot="d4"] .hit').click()
            studio.take(page, f"palette-{palette}")
    with studio.page(WIDE, "light", language="fr") as page:
        studio.begin(page, "morris", sample("morris"))
        studio.take(page, "french")


def take_pages(studio: Studio, page: Page, suffix: str, whole: bool) -> None:
    page.goto("/")
    page.wait_for_selector(".card")
    studio.take(page, f"home-{suffix}", whole)
    page.locator('.card[data-game="teeko"] .button.main').click()
    page.wait_for_selector("dialog")
    studio.take(page, f"new-{suffix}")
    page.keyboard.press("Escape")
    page.locator("#header button").click()
    studio.take(page, f"settings-{suffix}")
    page.goto("/about")
    studio.take(page, f"about-{suffix}", whole)
    studio.begin(page, "morris", sample("morris"), **PEOPLE, clock={"total": 300, "increment": 3})
    page.locator('[data-spot="e3"] .hit').click()
    page.wait_for_selector(".spot.touched")
    studio.take(page, f"game-{suffix}", whole)
    studio.begin(page, "teeko", FAULTY)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".graph-first", timeout=120_000)
    studio.take(page, f"review-{suffix}", whole)
    page.goto("/analysis#game=nim:3,4,5&moves=3-2+2-1")
    page.wait_for_selector(".value-win", timeout=60_000)
    page.wait_for_selector(".line", timeout=60_000)
    studio.take(page, f"analysis-{suffix}", whole)


@contextmanager
def serving(folder: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(port)]
    process = subprocess.Popen(
        command, env={**os.environ, "PALAMEDES_DATA": folder}, stdout=subprocess.DEVNULL
    )
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
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        take_all(Studio(browser, address))
        browser.close()


if __name__ == "__main__":
    main()

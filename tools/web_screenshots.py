"""Take pictures of the web app: every page, light and dark, wide and small.

They are taken in Chromium, from a temporary server that has solved teeko. `make screenshots` runs
this.
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
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, StorageState, sync_playwright

from palamedes.games import find_game
from palamedes.games.samples import sample_matches
from pictures import Pictures, chosen_pictures
from web_people import ENGINES, gather, hold_swiss, learn

PROGRAM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
WIDE, SMALL = (1200, 800), (360, 740)
GAMES = ("morpion", "ultimate", "awale", "nim")  # the games that no other picture shows
PALETTES = ("slate", "sea", "contrast")
FAULTY = ["c3", "a1", "c4", "e1", "c2", "a5", "c5"]  # a game of teeko with mistakes to review
PEOPLE = {"first": {"who": "me", "name": "Ada"}, "second": {"who": "me", "name": "Bob"}}
SEARCH = "/laboratory#game=morpion&moves=b2+a1+c3+a3+a2+c2&algorithm=alphabeta&step=999"
SHARP = "d3+a3+c4+b2"  # moves of teeko after which some moves win, some draw and some lose
SLOW = 120_000  # milliseconds: engines may have to be compiled first

# Makes moves in a game, as a program would.
PLAY = """([path, moves]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}${path}`);
  line.onmessage = ({ data }) => {
    const scene = JSON.parse(data);
    if (scene.type !== 'scene') return;
    if (scene.plies === moves.length) { line.close(); done(); }
    else line.send(JSON.stringify({ type: 'move', move: moves[scene.plies] }));
  };
})"""


class WebCamera:
    """A browser that visits the server, and pictures of its pages."""

    def __init__(self, browser: Browser, address: str, pictures: Pictures) -> None:
        self.browser, self.address, self.pictures = browser, address, pictures
        self.ada: StorageState | None = None  # the cookies of a logged-in browser

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
        """Load a page, again if it is open, and wait for these elements."""
        page.goto("about:blank")
        page.goto(path)
        for selector in selectors:
            page.locator(selector).first.wait_for(timeout=SLOW)

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        path = self.pictures.path(f"web-{name}.jpg")  # wood grain is large as PNG
        if path is None:
            return
        page.mouse.move(0, 0)
        page.wait_for_load_state("networkidle")  # icons are loaded last
        page.screenshot(path=path, type="jpeg", quality=66, full_page=whole, animations="disabled")


def sample(name: str) -> list[str]:
    return [turn.move for turn in sample_matches(find_game(name))[-1].turns]


def take_all(camera: WebCamera, tournaments: dict[str, str]) -> None:
    for size, where in ((WIDE, "wide"), (SMALL, "small")):
        for mode in ("light", "dark"):
            suffix, whole = f"{where}-{mode}", where == "small"
            if not camera.pictures.wants(f"-{suffix}.jpg"):
                continue
            with camera.page(size, mode) as page:
                take_start(camera, page, suffix, whole)
                take_games(camera, page, suffix, whole)
                take_analysis(camera, page, suffix, whole)
            with camera.page(size, mode, state=camera.ada) as page:
                take_learning(camera, page, suffix, whole)
                take_people(camera, page, suffix, whole, tournaments)
    take_variety(camera)


def take_variety(camera: WebCamera) -> None:
    """Every game, palette and language once."""
    for name in GAMES:
        with camera.page() as page:
            camera.begin(page, name, sample(name))
            camera.take(page, f"game-{name}")
    for palette in PALETTES:
        with camera.page(palette=palette) as page:
            camera.begin(page, "teeko", sample("teeko"))
            page.locator('[data-spot="c4"] .hit').click()
            page.wait_for_selector(".spot.touched")
            camera.take(page, f"palette-{palette}")
    with camera.page(language="fr") as page:
        camera.begin(page, "morris", sample("morris"))
        camera.take(page, "french")
        camera.show(page, SEARCH, ".tree-space .node.best")
        camera.take(page, "french-laboratory")


def take_start(camera: WebCamera, page: Page, suffix: str, whole: bool) -> None:
    camera.show(page, "/", ".card .spot")
    camera.take(page, f"home-{suffix}", whole)
    page.locator('.card[data-game="teeko"] .button.main').click()
    page.wait_for_selector("dialog")
    camera.take(page, f"new-{suffix}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog .swatch-sea")
    camera.take(page, f"settings-{suffix}")
    camera.show(page, "/about", "h2")
    camera.take(page, f"about-{suffix}", whole)


def take_games(camera: WebCamera, page: Page, suffix: str, whole: bool) -> None:
    camera.begin(page, "morris", sample("morris"), **PEOPLE, clock={"total": 300, "increment": 3})
    page.locator('[data-spot="e3"] .hit').click()
    page.wait_for_selector(".spot.touched")
    camera.take(page, f"game-{suffix}", whole)
    camera.begin(page, "teeko", FAULTY)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector(".graph-first", timeout=SLOW)
    camera.take(page, f"review-{suffix}", whole)


def take_analysis(camera: WebCamera, page: Page, suffix: str, whole: bool) -> None:
    """The analysis of teeko, which is solved; the opening explorer; the laboratory."""
    camera.show(page, f"/analysis#game=teeko&moves={SHARP}", ".value", ".line")
    camera.take(page, f"analysis-{suffix}", whole)
    camera.show(page, "/analysis#game=teeko&moves=c3", ".value", ".line")
    page.get_by_role("button", name="Explorer").click()
    page.locator(".openings .results").first.scroll_into_view_if_needed()
    camera.take(page, f"explorer-{suffix}", whole)
    camera.show(page, SEARCH, ".tree-space .node.best")
    if whole:  # on a small screen a card sticks to the lower edge, which a whole page does not have
        page.locator(".bench").evaluate("bench => bench.scrollIntoView()")
    camera.take(page, f"laboratory-{suffix}")


def take_learning(camera: WebCamera, page: Page, suffix: str, whole: bool) -> None:
    camera.show(page, "/puzzles", ".card .spot")
    camera.take(page, f"puzzles-{suffix}", whole)
    camera.show(page, "/puzzles/teeko#17", ".spot.open", ".progress-panel dd")
    camera.take(page, f"puzzle-{suffix}", whole)
    camera.show(page, "/campaign", ".task.met:visible")
    camera.take(page, f"campaign-{suffix}", whole)


def take_people(
    camera: WebCamera, page: Page, suffix: str, whole: bool, tournaments: dict[str, str]
) -> None:
    camera.show(page, "/you", ".curve", ".history-who", ".logins li")
    camera.take(page, f"you-{suffix}", whole)
    camera.show(page, "/ranking?game=teeko", ".leader .badge.now")
    camera.take(page, f"ranking-{suffix}", whole)
    camera.show(page, "/tournaments", ".contest")
    camera.take(page, f"tournaments-{suffix}", whole)
    camera.show(page, f"/tournaments/{tournaments['engines']}", ".sheet .mean", ".replay .spot")
    camera.take(page, f"tournament-engines-{suffix}", whole)
    camera.show(page, f"/tournaments/{tournaments['people']}", '[data-round="3"]')
    camera.take(page, f"tournament-people-{suffix}", whole)


def prepare(camera: WebCamera, playwright: Playwright) -> dict[str, str]:
    """Let people play, learn and hold tournaments; the ids of the tournaments by kind."""
    people = gather(playwright.request, camera.address)
    ada = people[0]
    camera.ada = ada.state
    engines = ada.post("/api/contests/engines", **ENGINES)["id"]
    learn(ada)
    tournaments = {"engines": engines, "people": hold_swiss(people)}
    with camera.page() as page:
        camera.show(page, f"/tournaments/{engines}")
        page.get_by_text("finished", exact=True).wait_for(timeout=5 * SLOW)
    return tournaments


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run a server that has solved teeko; yields its address."""
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
    pictures = chosen_pictures(__doc__)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        camera = WebCamera(browser, address, pictures)
        take_all(camera, prepare(camera, playwright))
        browser.close()


if __name__ == "__main__":
    main()

"""The first minute on a machine where nothing is compiled yet, as a visitor sees it.

    python benchmarks/cold_start.py

For each game and level a fresh server is started with an empty cache, and Chromium opens the home
page and a new game, and makes the first move. Then the same again with the cache that is left.
Times in seconds: from the start of the server to its address, from there to the boards of the home
page, from opening the game to a board that can be played on, and from the move to the answer.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from playwright.sync_api import Page, WebSocket, sync_playwright

from palamedes.games import GAMES

LEVELS = ("adaptive", "hard")  # the default opponent, and an original level
PORT = 8766
CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
PATIENCE = 120_000  # milliseconds


class Times(NamedTuple):
    address: float
    home: float
    board: float
    answer: float


@contextmanager
def server(folder: Path) -> Iterator[float]:
    """A server whose files are in a folder; yields the seconds until it printed its address."""
    environment = {
        **os.environ,
        "PALAMEDES_CACHE": str(folder / "cache"),
        "PALAMEDES_DATA": str(folder / "data"),
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "palamedes", "serve", "--port", str(PORT)]
    began = perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield perf_counter() - began
        finally:
            process.terminate()


class Scenes:
    """The last scene that the server has sent to a page."""

    def __init__(self, page: Page) -> None:
        self.last: dict[str, Any] = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._read)

    def _read(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "scene":
            self.last = message

    def wait(self, page: Page, plies: int) -> None:
        while self.last.get("plies", -1) < plies:
            page.wait_for_timeout(5)


def measure(page: Page, game: str, level: str, address: float) -> Times:
    scenes, began = Scenes(page), perf_counter()
    page.goto(f"http://127.0.0.1:{PORT}/")
    page.wait_for_selector(".card palamedes-board .piece", state="attached")
    home = perf_counter() - began
    wish = {"game": game, "first": {"who": "me"}, "second": {"who": "engine", "level": level}}
    created = page.request.post(
        "/api/games", data=wish, headers={"origin": f"http://127.0.0.1:{PORT}"}
    )
    began = perf_counter()
    page.goto(f"/game/{created.json()['id']}")
    page.wait_for_selector(".spot.open", state="attached")
    board = perf_counter() - began
    for spot in next(iter(scenes.last["touches"].values())):
        page.locator(f'[data-spot="{spot}"] .hit').click()
    began = perf_counter()
    scenes.wait(page, plies=2)
    return Times(address, home, board, perf_counter() - began)


def run(game: str, level: str, folder: Path) -> Times:
    with server(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=f"http://127.0.0.1:{PORT}")
        page.set_default_timeout(PATIENCE)
        times = measure(page, game, level, address)
        browser.close()
        return times


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    say(f"{'':20}{'cold':>32}{'warm':>32}")
    say(f"{'':20}" + 2 * "".join(f"{name:>8}" for name in Times._fields))
    for level in LEVELS:
        for family in GAMES:
            with TemporaryDirectory() as folder:
                cold, warm = (run(family.name, level, Path(folder)) for _time in range(2))
            figures = "".join(f"{seconds:8.2f}" for seconds in (*cold, *warm))
            say(f"{family.name:10}{level:10}{figures}")


if __name__ == "__main__":
    main()

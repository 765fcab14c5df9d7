"""A real browser at a real server, for the tests of the pages: what hands, eyes and fingers do."""

import json
import os
import shutil
import subprocess
import tarfile
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import expect, sync_playwright

from waiting import PATIENCE
from web import free_port, server

expect.set_options(timeout=1000 * PATIENCE)

# The shell without a window opens a page in a third of the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
PROGRAM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
CHECK = (Path(__file__).parent / "accessibility.js").read_text()
AXE = "4.14.0"
DESKTOP = {"width": 1150, "height": 820}
PHONE = {"width": 360, "height": 740}

# Moves of two people by which the first has four men in a line, and the second had a better one.
TEEKO = ["c3", "a1", "c4", "e1", "c2", "a5"]
LAST = "c5"
HERE = {"first": {"who": "me"}, "second": {"who": "me"}}

# Answers of engines are shown without a pause.
AT_ONCE = """if (location.protocol !== 'about:' && !localStorage.palamedes)
  localStorage.palamedes = '{"pause": "off"}';"""

# What the page shows of the game: everything that changes when something has happened.
STATE = """() => {
  const spots = [...document.querySelectorAll('.spot.open')];
  const names = (kind) => [...document.querySelectorAll(kind)].map((spot) => spot.dataset.spot);
  return {
    over: document.querySelector('#status')?.classList.contains('over') ?? false,
    connected: document.body?.dataset.connection === 'open',
    moves: [...document.querySelectorAll('.moves .move')].map((move) => move.firstChild.data),
    touched: names('.spot.touched'),
    open: spots.map((spot) => {
      const box = spot.querySelector('.hit').getBoundingClientRect();
      return [spot.dataset.spot, box.x + box.width / 2, box.y + box.height / 2];
    }),
  };
}"""
MY_TURN = """() => document.querySelector('#status.over') !== null
  || (document.body?.dataset.connection === 'open' && document.querySelector('.spot.open') !== null)
"""
CHANGED = f"""(before) => document.querySelector('palamedes-board.waiting') === null
  && JSON.stringify(({STATE})()) !== before"""


class Surfer:
    """A browser, which knows what was asked of whom and what went wrong in its pages."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.contexts, self.requests, self.errors = [], [], []

    def visitor(self, viewport=DESKTOP, **options):
        """A page of somebody who is nobody else: cookies and settings of his own.

        Nothing moves, and answers come at once, unless `reduced_motion` says otherwise.
        """
        options = {"reduced_motion": "reduce", **options}
        context = self.browser.new_context(viewport=viewport, base_url=self.address, **options)
        if options["reduced_motion"] == "reduce":
            context.add_init_script(AT_ONCE)
        context.set_default_timeout(1000 * PATIENCE)
        self.contexts.append(context)
        context.on("request", lambda request: self.requests.append(request.url))
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message):
        if message.type == "error" and "ERR_CONNECTION" not in message.text:
            self.errors.append(f"{message.text} {message.location.get('url')}")

    def close(self):
        for context in self.contexts:
            context.close()


@contextmanager
def browser_at_work():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serving(folder):
    port = free_port()
    with server(folder, port) as (address, process):
        yield address, process


def begin(page, game, first=None, second=None, **wish):
    """A new game, and the page in which it is played."""
    document = {
        "game": game,
        "first": first or {"who": "me"},
        "second": second or {"who": "engine", "level": "easy"},
        **wish,
    }
    answer = page.request.post("/api/games", data=document)
    assert answer.status == 201, answer.text()
    page.goto(f"/game/{answer.json()['id']}")
    page.wait_for_selector(".spot")


def state_of(page):
    return page.evaluate(STATE)


def wait_for_moves(page, count):
    page.wait_for_function(
        "count => document.querySelectorAll('.moves .move').length >= count", arg=count
    )


def wait_for_turn(page):
    """Wait until this visitor can touch something, or the game is over."""
    page.wait_for_function(MY_TURN)
    return state_of(page)


def touch(page, spot):
    """Click a spot by its name once a move is possible, and wait until something has come of it."""
    page.wait_for_selector(".spot.open", state="attached")
    before = page.evaluate(f"() => JSON.stringify(({STATE})())")
    box = page.locator(f'[data-spot="{spot}"] .hit').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(CHANGED, arg=before)


def play_on(page, random=None, most=1000, tap=False):
    """Touch open spots by chance until the game is over, or so many moves are made."""
    random = random or Random(7)
    while True:
        state = wait_for_turn(page)
        if state["over"] or len(state["moves"]) >= most:
            return state
        make_move(page, random, tap)


def make_move(page, random, tap=False):
    """Touch open spots by chance until a move is made."""
    state = wait_for_turn(page)
    count = len(state["moves"])
    while len(state["moves"]) == count and not state["over"]:
        before = page.evaluate(f"() => JSON.stringify(({STATE})())")
        _name, x, y = random.choice(json.loads(before)["open"])
        (page.touchscreen.tap if tap else page.mouse.click)(x, y)
        page.wait_for_function(CHANGED, arg=before)
        state = state_of(page)


def axe(folder):
    """The source of axe-core; None where it cannot be had."""
    package = npm_package(f"axe-core@{AXE}", folder)
    return package and (package / "axe.min.js").read_text()


def npm_package(name, folder):
    """A package as npm gives it, unpacked; None where that is not possible."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    try:
        command = [npm, "pack", "--silent", name]
        subprocess.run(command, cwd=folder, check=True, timeout=60, capture_output=True)
    except (subprocess.SubprocessError, OSError):
        return None
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def complaints(page):
    """Everything on a page that keeps people from using it, each as a line."""
    return page.evaluate(CHECK)

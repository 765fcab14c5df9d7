"""How far a click travels: the files and functions of ours between a click and the next scene.

    python benchmarks/click_path.py

It starts a server and Chromium, opens a game of teeko for two people at one screen, and clicks a
square. The way is the chain of callers of what must happen: the message is sent, the move is played
in the match, and the database writes it. Beside it stands every function of ours that ran, in the
browser by Chromium's coverage and on the server by Python's profiler. Functions of the game itself
(its rules and its view) are left out: they are the same for every front end.
"""

import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import palamedes

PACKAGE = Path(palamedes.__file__).parent
GAMES = PACKAGE / "games"
PORT = 8765
CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
Calls = list[tuple[str, str]]  # files and functions
# Remembers the call chain of the first message that is sent, pings excepted.
WATCH_SENDING = """() => {
  const send = WebSocket.prototype.send;
  Error.stackTraceLimit = 50;
  WebSocket.prototype.send = function (text) {
    if (!text.includes('"ping"')) window.sending ??= new Error().stack;
    return send.call(this, text);
  };
}"""
MILESTONES = ("Match.play", "GameServer.on_disk", "DatabaseThread.run", "GameStore.write")
SPOT = '[data-spot="c3"]'


class Recorder:
    """Remembers which functions of the package were called, in order, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Calls = []
        self.saved_after: int | None = None  # calls until the database had the move
        self.chain: Calls = []  # the callers of MILESTONES, one after the other

    def __call__(self, frame: Any, event: str, _argument: object) -> None:
        if not self.is_on:
            return
        path = Path(frame.f_code.co_filename)
        if PACKAGE not in path.parents or GAMES in path.parents:
            return
        call = str(path.relative_to(PACKAGE)), frame.f_code.co_qualname.partition(".<locals>")[0]
        if event == "call":
            self.calls.append(call)
            if call[1] in MILESTONES and self.saved_after is None:
                self.chain += reversed(list(_callers(frame)))
        elif event == "return" and call[1].endswith("Store.write"):
            self.saved_after = self.saved_after or len(self.calls)


def _callers(frame: Any) -> Iterator[tuple[str, str]]:
    """A function and those that called it, as far as they are ours."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if PACKAGE in path.parents:
            name = frame.f_code.co_qualname.partition(".<locals>")[0]
            yield str(path.relative_to(PACKAGE)), name
        frame = frame.f_back


@contextmanager
def server(recorder: Recorder, folder: str) -> Iterator[str]:
    """The address of a server in another thread, whose calls are recorded."""
    import uvicorn

    from palamedes.ui.web.server.app import Config, make_app

    threading.setprofile(recorder)
    app = make_app(Config(f"sqlite:///{folder}/games.db"))
    settings = uvicorn.Config(app, port=PORT, log_level="warning", ws="websockets-sansio")
    running = uvicorn.Server(settings)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        time.sleep(0.1)
    yield f"http://127.0.0.1:{PORT}"
    running.should_exit = True
    thread.join()
    threading.setprofile(None)


def browser_calls(address: str, recorder: Recorder) -> tuple[Calls, Calls]:
    """Click once in a new game: the call chain that sent the move, and all functions that ran."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(base_url=address)
        page.set_default_timeout(120_000)
        seats = {"first": {"who": "me"}, "second": {"who": "me"}}
        answer = page.request.post("/api/games", data={"game": "teeko", **seats})
        page.goto(f"/game/{answer.json()['id']}")
        page.locator(SPOT).wait_for()
        page.wait_for_timeout(3000)  # what the page does by itself at its start is over
        page.evaluate(WATCH_SENDING)
        session = page.context.new_cdp_session(page)
        session.send("Profiler.enable")
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        session.send("Profiler.takePreciseCoverage")  # forget what ran before
        recorder.is_on = True
        page.locator(SPOT).click()
        page.locator('[data-at="c3"]').wait_for(state="attached")
        page.wait_for_timeout(300)
        recorder.is_on = False
        sending = page.evaluate("window.sending")
        found = session.send("Profiler.takePreciseCoverage")["result"]
        browser.close()
    way = re.findall(r"at (?:async )?(?:\S+\.)?(#?\w+) .*?/static/(\S+?\.js)", sending)
    return [(path, name) for name, path in reversed(way)], [
        (script["url"].removeprefix(f"{address}/static/"), function["functionName"])
        for script in found
        if script["url"].startswith(address)
        for function in script["functions"]
        if function["functionName"] and function["ranges"][0]["count"]
    ]


def report(title: str, calls: Calls) -> None:
    calls = list(dict.fromkeys(calls))
    files = list(dict.fromkeys(path for path, _name in calls))
    print(f"{title}: {len(files)} files, {len(calls)} functions")  # noqa: T201
    for path in files:
        names = ", ".join(name for other, name in calls if other == path)
        print(f"    {path}: {names}")  # noqa: T201


def main() -> None:
    recorder = Recorder()
    with TemporaryDirectory() as folder, server(recorder, folder) as address:
        way, scripts = browser_calls(address, recorder)
    saved = recorder.calls[: recorder.saved_after]
    report("the way from the click to the database", [*way, *recorder.chain])
    report("everything called on that way", [*way, *saved])
    report("in the browser, until the new scene is drawn", scripts)
    report("on the server, until the new scene is sent", recorder.calls)
    report("everything", [*scripts, *recorder.calls])


if __name__ == "__main__":
    sys.exit(main())

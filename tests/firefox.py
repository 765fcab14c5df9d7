"""A real Firefox, spoken to in WebDriver BiDi: it needs no driver beside the browser itself."""

import json
import shutil
import subprocess
from contextlib import contextmanager

from websockets.sync.client import connect

from waiting import PATIENCE, wait_until
from web import free_port, wait_for_port

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window, and what went wrong in its pages."""

    def __init__(self, line):
        self._line, self._number = line, 0
        self.errors = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url):
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, script):
        """What a script, made JSON, comes to."""
        target = {"context": self._context}
        script = f"JSON.stringify({script})"
        answer = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"].get("value", "null"))

    def wait_for(self, script):
        """What a script comes to, once it is true."""
        return wait_until(lambda: self.evaluate(script), what=script)

    def click(self, x, y):
        point = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press, release = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        hand = {"type": "pointer", "id": "mouse", "actions": [point, press, release]}
        self._ask("input.performActions", context=self._context, actions=[hand])

    def _ask(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._line.send(json.dumps(message))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]
            if answer.get("params", {}).get("level") == "error":
                self.errors.append(answer["params"]["text"])


@contextmanager
def firefox(folder):
    port = free_port()
    command = [PROGRAM, "--headless", "--no-remote", "--profile", folder]
    command += ["--remote-debugging-port", str(port), "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        with connect(f"ws://127.0.0.1:{port}/session", proxy=None) as line:
            yield Firefox(line)
    finally:
        process.kill()
        process.wait()

"""A short try of an installed Palamedes: commands, an analysis, a page of the web app.

python tools/smoke.py [PROGRAM]    the program to try; without it, the one beside this Python

It needs nothing but Python, so it runs where the tests cannot: in an empty environment, on macOS,
on Windows. Exit 1, with a line that says why, if anything is not as it should be.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

SECONDS = 300  # for a command; the first analysis compiles its engine
ENGLISH = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "1"}


def main(program: str) -> None:
    show(f"trying {program}: {answer(program, '--version').strip()}")
    expect("teeko" in answer(program, "games", "--plain"), "games: teeko is not listed")
    expect(answer(program, "perft", "teeko", "3") == "13800\n", "perft: not 13800")
    analysis = json.loads(answer(program, "analyse", "nim", "--depth", "4", "--json"))
    expect(bool(analysis), "analyse: no answer")
    report = json.loads(answer(program, "doctor", "--json"))
    expect(report["healthy"], "doctor: something needed is broken")
    try_server(program)
    show("all is well")


def answer(program: str, *arguments: str) -> str:
    """What a command prints; it must end well."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=ENGLISH,
        timeout=SECONDS,
        check=False,
    )
    expect(done.returncode == 0, f"{' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    show(f"ok: {' '.join(arguments)}")
    return done.stdout


def try_server(program: str) -> None:
    """Start the web app, ask for a page and for its health, and end it.

    Its database is a new one: a server may be running on that of the user.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder).as_posix()}/smoke.db"
        try_server_on(program, database, free_port())
    show("ok: serve")


def try_server_on(program: str, database: str, port: int) -> None:
    command = [program, "serve", "--port", str(port), "--no-warm", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=ENGLISH) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()  # it is said when the server can be reached
            expect("is running at" in line, f"serve: {line!r}")
            health = json.load(fetch(port, "/health"))
            expect(health == {"status": "ok"}, f"/health: {health}")
            expect(b"<!doctype html>" in fetch(port, "/").read(), "/: no page")
        finally:
            server.terminate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def fetch(port: int, path: str):
    return urlopen(f"http://127.0.0.1:{port}{path}", timeout=30)


def beside_this_python() -> str:
    """The program that was installed for this Python."""
    folder = Path(sys.executable).parent
    found = shutil.which("palamedes", path=str(folder)) or shutil.which("palamedes")
    expect(found is not None, "palamedes is not installed here")
    return str(found)


def expect(is_so: bool, complaint: str) -> None:
    if not is_so:
        sys.exit(f"smoke test: {complaint}")


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else beside_this_python())

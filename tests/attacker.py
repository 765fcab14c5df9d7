"""A bot that attacks: `python attacker.py`, one attack per line on its standard input.

Each line is the name of an attack and its argument, separated by a tab. The answer is one line:
`got` and what was got, or `refused` and the reason.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path


def read(path: str) -> str:
    return Path(path).read_text()


def write(path: str) -> str:
    Path(path).write_text("spoilt")
    return "written"


def follow_link(path: str) -> str:
    link = Path(os.environ["TMPDIR"]) / "link"
    link.symlink_to(path)
    return link.read_text()


def list_environment(_nothing: str) -> str:
    return " ".join(f"{name}={value}" for name, value in os.environ.items())


def connect(port: str) -> str:
    with socket.create_connection(("127.0.0.1", int(port)), timeout=5):
        return "connected"


def list_networks(_nothing: str) -> str:
    return " ".join(name for _number, name in socket.if_nameindex())


def send_signal(pid: str) -> str:
    os.kill(int(pid), signal.SIGKILL)
    return "killed"


def list_processes(_nothing: str) -> str:
    return " ".join(sorted(folder.name for folder in Path("/proc").glob("[0-9]*")))


def fill(folder: str) -> str:
    """Write until nothing more can be written; at most 200 MB."""
    written, path = 0, Path(folder) / "large"
    try:
        with path.open("wb", buffering=0) as file:
            while written < 200 << 20:
                written += file.write(bytes(1 << 20))
    finally:
        path.unlink(missing_ok=True)
    return f"{written >> 20} MB"


def leave_children(seconds: str) -> str:
    subprocess.Popen(["setsid", "--fork", "sleep", seconds])
    subprocess.Popen(["sleep", seconds], start_new_session=True)
    return "started"


def bomb(_nothing: str) -> str:
    """Each child has children of its own."""
    while True:
        os.fork()


ATTACKS = {
    "read": read,
    "write": write,
    "follow link": follow_link,
    "environment": list_environment,
    "connect": connect,
    "networks": list_networks,
    "signal": send_signal,
    "processes": list_processes,
    "fill": fill,
    "children": leave_children,
    "bomb": bomb,
}


def main() -> None:
    for line in sys.stdin:
        name, _tab, argument = line.rstrip("\n").partition("\t")
        try:
            answer = f"got {ATTACKS[name](argument)}"
        except Exception as error:
            answer = f"refused {type(error).__name__}: {error}"
        sys.stdout.write(answer.replace("\n", " ") + "\n")
        sys.stdout.flush()
        if name == "children":
            time.sleep(3600)


if __name__ == "__main__":
    main()

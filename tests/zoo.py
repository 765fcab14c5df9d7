"""Programs that misbehave: `python zoo.py KIND`. Each plays by UGI until its nature shows.

They know no rules: the arena tells them the legal moves.
"""

import os
import signal
import subprocess
import sys
import time


def hang() -> None:
    time.sleep(3600)


def crash() -> None:
    sys.stderr.write("about to crash\n")
    sys.exit(3)


def print_garbage() -> None:
    sys.stdout.buffer.write(bytes(range(256)) + b"\nno move at all\nbestmove\n")
    sys.stdout.flush()


def print_gigabytes() -> None:
    while True:
        sys.stdout.write("info string " + "x" * 100_000 + "\n")


def print_one_endless_line() -> None:
    while True:
        sys.stdout.write("x" * 100_000)


def flood_errors() -> None:
    for _ in range(100):
        sys.stderr.write("e" * 100_000)


def close_output() -> None:
    sys.stdout.flush()
    os.close(1)
    time.sleep(3600)


def ignore_terms() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang()


def fork_children() -> None:
    """Some of the ordinary kind, one in a session of its own whose parent is gone."""
    for _ in range(3):
        subprocess.Popen(["sleep", "4242"])
    subprocess.Popen(["setsid", "--fork", "sleep", "4242"])
    time.sleep(0.1)


def start_too_many() -> None:
    while True:
        subprocess.Popen(["sleep", "4242"])


def hide_time() -> None:
    """Compute in children that nobody waits for, one after the other."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    for _ in range(12):
        subprocess.Popen([sys.executable, "-S", "-c", burn]).wait()


def kill_guard() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.5)


def stop_guard() -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    hang()


def eat_memory() -> None:
    eaten = []
    while True:
        eaten.append(b"x" * (8 << 20))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(kind: str) -> None:
    legal: list[str] = []
    games = 0
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "ugi":
            if kind == "deaf":
                hang()
            say("id name zoo\noption name LegalMoves type string default\nugiok")
        elif word == "uginewgame":
            games += 1
            if kind in ("good", "crash later"):
                sys.stderr.write(f"{os.getpid()}\n")
        elif word == "isready":
            say("readyok")
        elif line.startswith("setoption name LegalMoves value"):
            legal = line.split()[4:]
        elif word == "quit" and kind != "stay":
            return
        elif word == "go":
            misbehave("crash" if kind == "crash later" and games == 2 else kind)
            say(f"bestmove {answer(kind, legal)}")


def misbehave(kind: str) -> None:
    behaviours = {
        "hang": hang,
        "crash": crash,
        "garbage": print_garbage,
        "gigabytes": print_gigabytes,
        "endless": print_one_endless_line,
        "errors": flood_errors,
        "close": close_output,
        "sigterm": ignore_terms,
        "fork": fork_children,
        "fork bomb": start_too_many,
        "hide time": hide_time,
        "memory": eat_memory,
        "kill guard": kill_guard,
        "stop guard": stop_guard,
    }
    if kind in behaviours:
        behaviours[kind]()


def answer(kind: str, legal: list[str]) -> str:
    if kind == "illegal":
        return "z99"
    if kind == "other side":
        return "15TB" if legal[0][:-1].endswith(("2", "4", "6")) else "2R"
    return legal[0]


if __name__ == "__main__":
    main(sys.argv[1])

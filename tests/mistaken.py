"""Programs with the classic mistakes of beginners: `python mistaken.py KIND`; they speak UGI."""

import os
import signal
import subprocess
import sys

out = open(1, "w", closefd=False)  # noqa: SIM115 - buffered, as stdout is in C


def say(line, end="\n"):
    out.write(line + end)
    out.flush()


def main(kind):
    legal = []
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if kind == "no flush":
            out.write("ugiok\n" if word == "ugi" else "")
        elif word == "ugi":
            if kind == "deaf":
                say("hello, I am a bot")
                continue
            if kind == "ends":
                return
            say("id name mistaken\noption name LegalMoves type string default\nugiok")
        elif word == "isready":
            say("readyok")
        elif line.startswith("setoption name LegalMoves value"):
            legal = line.split()[4:]
        elif kind == "strict" and word not in ("uginewgame", "position", "go", "stop", "quit"):
            sys.exit(1)
        elif word == "quit":
            return
        elif word == "go":
            answer(kind, legal)


def answer(kind, legal):
    if kind == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif kind == "bare":
        say(legal[0])
    elif kind == "newline":
        say(f"bestmove {legal[0]}", end="")
    elif kind == "notation":
        say("bestmove (1,1)")
    elif kind == "illegal":
        say("bestmove 9-9")
    elif kind == "debug":
        say(f"I think about {len(legal)} moves\nbestmove {legal[0]}")
    elif kind == "debug move":
        say(f"bestmove is {legal[0]}")
    else:
        if kind == "leaves" and len(legal) == 16:  # the first move of a game
            subprocess.Popen(["sleep", "4243"], stdout=subprocess.DEVNULL)
        say(f"bestmove {legal[0]}")


if __name__ == "__main__":
    main(sys.argv[1])

"""Fair time on a busy machine: innocent bots lose no game on time, and slow ones lose each.

    python benchmarks/fair_time.py [--games 1000] [--busy 4] [--workers 2]

While other processes compute, a bot that needs 10 ms of processor time for a move plays against
random moves, and so does one that burns two seconds. Both have half a second for a move. Then a bot
in Python, as students write it, plays without other work, with a start for every game and kept
alive: games a second.
"""

import argparse
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from palamedes.arena.journal import open_journal
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.arena.tournament import play_tournament
from palamedes.core.workers import worker_pool
from palamedes.games import find_game
from palamedes.players.external import Bounds

GAME, LIMIT = "nim", 0.5  # seconds a move
BOT = """import sys, time
legal = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("option name LegalMoves type string default\\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["setoption"]:
        legal = words[4:]
    elif words[:1] == ["go"]:
        began = time.process_time()
        while time.process_time() < began + {seconds}:
            pass
        print("bestmove", legal[0], flush=True)
    elif words[:1] == ["quit"]:
        break
"""
STUDENT = """from palamedes import Bot
class Mine(Bot):
    def move(self, position):
        return position.moves[0]
"""
LOOP = [sys.executable, "-c", "while True: pass"]


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Let other processes compute meanwhile."""
    loops = [subprocess.Popen(LOOP) for _number in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def play(source: str, games: int, workers: int, keep_alive: bool) -> tuple[Counter[str], float]:
    """How the games of a bot against random moves ended, and how long they took."""
    game = find_game(GAME)
    bounds = Bounds(start=120.0, sandbox="auto", keep_alive=keep_alive)
    terms = GameTerms(game.history, move=LIMIT, bounds=bounds)
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "bot" / "bot.py"
        bot.parent.mkdir()
        bot.write_text(source)
        command = shlex.join([sys.executable, str(bot)])
        spec = f"bot:{bot}" if source == STUDENT else f"cmd:{command}"
        entrants = Entrant("bot", spec), Entrant("random", "random")
        plan = Plan(GAME, entrants, terms, games=games, openings=0)
        began = perf_counter()
        with (
            open_journal(Path(folder) / "games.jsonl", plan) as journal,
            worker_pool(workers) as pool,
        ):
            play_tournament(journal, pool, workers, lambda game: None)
        return Counter(each.reason for each in journal.games), perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="of the innocent bot")
    parser.add_argument("--busy", type=int, default=4, help="processes that compute meanwhile")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with busy(options.busy):
        quick, burning = (BOT.format(seconds=seconds) for seconds in (0.01, 2.0))
        innocent, _seconds = play(quick, options.games, options.workers, keep_alive=True)
        slow, _seconds = play(burning, 20, options.workers, keep_alive=True)
    sys.stdout.write(f"10 ms a move, beside {options.busy} processes: {dict(innocent)}\n")
    sys.stdout.write(f"2 s a move: {dict(slow)}\n")
    for keep_alive in (False, True):
        _ends, seconds = play(STUDENT, 200, options.workers, keep_alive)
        name = "kept alive" if keep_alive else "started anew"
        sys.stdout.write(f"{name}: {200 / seconds:.1f} games/s\n")
    sys.exit("an innocent bot lost on time" if innocent["timeout"] else 0)


if __name__ == "__main__":
    main()

"""All that needs a GPU, beside the processor: random games, tables of every game, and trouble.

    python benchmarks/gpu.py [--men 6-6]

Prints tables. It ends with an error if the tables of a GPU are not those of the processor.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

from solving import HERE, arguments, build, table

GAMES = ("teeko", "teeko:advanced", "awale", "ultimate", "morris", "morpion", "morpion:6", "nim")
SOLVED = ("nim:7,8,9", "nim:7,8,9,misere", "morpion", "teeko", "teeko:advanced", "morpion:5")
PLAY = """
import sys
from palamedes.core.devices import find_device
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.playouts import CAP, random_plies
from palamedes.search.speed import measure_device

devices = {name: find_device(name, int(sys.argv[1])) for name in ("cpu", "cuda")}
print("| game | cpu, moves/s | cuda, moves/s | times | plies of 100,000 games |")
print("|---|---|---|---|---|")
for name in sys.argv[2:]:
    position = Position.start(find_game(name))
    plies = {
        device.run(random_plies, (position.state, 1, CAP), 100_000).total
        for device in devices.values()
    }
    cpu, cuda = (measure_device(position, device, 1.0) for device in devices.values())
    same = f"{plies.pop():,}" if len(plies) == 1 else "DIFFERENT"
    rates = f"{cpu / 1e6:,.0f} M | {cuda / 1e6:,.0f} M | {cuda / cpu:.1f}"
    print(f"| {name} | {rates} | {same} |", flush=True)
"""
# Takes nearly all memory of the GPU, then builds.
LITTLE = """
import sys
import numpy as np
from palamedes.core.native.cuda import Cuda
from numba import cuda
Cuda()
free = cuda.current_context().get_memory_info().free
taken = cuda.device_array(free - (1 << 30), np.uint8)
from palamedes.__main__ import main
sys.argv = ["palamedes", "solve", "morris", "--men", "5-5", "--device", "cuda"]
main()
"""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def play(threads: int) -> None:
    """Random games: the rate of moves, and whether both devices play the same."""
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    program = [sys.executable, "-c", PLAY, str(threads), *GAMES]
    subprocess.run(program, env=environment, check=True)


def compare(game: str, men: str, threads: int, cache: str) -> bool:
    """Solve a game on both devices; whether the tables are the same and have no errors."""
    options = arguments().parse_args([game, "--men", men, "--threads", str(threads), "--verify"])
    found = []
    for device in ("cpu", "cuda"):
        with tempfile.TemporaryDirectory() as folder:
            groups = list(build(HERE, options, cache, folder, device))
        say(table(f"{game} {men}, {device}", groups))
        found.append([(group["digests"], group["wrong"]) for group in groups])
    same = found[0] == found[1] and not any(wrong for _digests, wrong in found[1])
    say("the same tables, no error" if same else "THE TABLES DIFFER")
    return same


def trouble(folder: str) -> None:
    """A build that is killed, a damaged table, a full disk, too little memory."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PALAMEDES_DATA": folder}
    solve = [sys.executable, "-m", "palamedes", "solve", "morris", "--men", "6-6"]
    solve += ["--device", "cuda", "--plain"]
    program = subprocess.Popen(solve, env=environment, stderr=subprocess.DEVNULL)
    tables = Path(folder) / "tables" / "morris"
    ends = monotonic() + 120
    while len(list(tables.glob("*.table"))) < 5 and monotonic() < ends:
        sleep(0.02)
    program.kill()
    program.wait()
    built = sorted(tables.glob("*.table"))
    say(f"\nkilled with {len(built)} tables on disk: {[path.stem for path in built]}")
    damaged = bytearray(built[0].read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    built[0].write_bytes(damaged)
    say(f"one byte of {built[0].stem} changed; the same command again:")
    subprocess.run(solve, env=environment, check=True)
    say("with 1 MB of disk space:")
    with tempfile.TemporaryDirectory() as full:
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", full]
        if subprocess.run(mount, check=False).returncode == 0:  # only root may
            subprocess.run(solve, env={**environment, "PALAMEDES_DATA": full}, check=False)
            subprocess.run(["umount", full], check=True)
    say("with 1 GiB of the GPU free:")
    with tempfile.TemporaryDirectory() as empty:
        little = [sys.executable, "-c", LITTLE]
        subprocess.run(little, env={**environment, "PALAMEDES_DATA": empty}, check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--men", default="6-6", help="of morris")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--only-morris", action="store_true")
    options = parser.parse_args()
    if not Path("/dev/nvidiactl").exists():
        sys.exit("this needs an NVIDIA GPU")
    if not options.only_morris:
        play(options.threads)
    with tempfile.TemporaryDirectory() as cache:
        others = [] if options.only_morris else [(game, "") for game in SOLVED]
        games = [*others, ("morris", options.men)]
        same = [compare(game, men, options.threads, cache) for game, men in games]
    with tempfile.TemporaryDirectory() as folder:
        trouble(folder)
    if not all(same):
        sys.exit("the tables differ")


if __name__ == "__main__":
    main()

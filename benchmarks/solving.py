"""How long tables take to build, group by group: seconds, processor seconds, memory, bytes on disk.

    python benchmarks/solving.py teeko
    python benchmarks/solving.py morris --men 6-5 --before ../before/src

Every version builds in a process and a folder of its own, once with an empty compile cache and once
with a full one. `--before` compares with another version of Palamedes, checked out beside this one:
the digests of the tables must be the same. On a busy machine compare the processor seconds.

benchmarks/gpu.py compares a GPU with the processor, and all_of_morris.py builds all pairs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parents[1] / "src"

BUILD = """
import json, resource, sys
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time
from palamedes.games import find_game
from palamedes.solver.tablebase import Tablebase, choose_layers, layer_name
from palamedes.solver.verify import verify_group

name, men, threads, folder, device, verify = sys.argv[1:]
tables, threads = Tablebase(find_game(name), Path(folder)), int(threads)
wanted = choose_layers(tables, None if men in ("", "all") else men, men == "all")
on = []  # versions before the first GPU know no devices
peak, done = 0, Event()

def watch():
    from numba import cuda
    global peak
    while not done.wait(0.01):
        free, total = cuda.current_context().get_memory_info()
        peak = max(peak, total - free)

if device != "cpu" or verify:
    from palamedes.core.devices import find_device
    on = [find_device(device, threads)]
if device != "cpu":
    Thread(target=watch, daemon=True).start()

for group in tables.layers.groups(wanted):
    peak = 0
    began, used = perf_counter(), process_time()
    tables.build(list(group), threads, lambda *_told: None, *on)
    seconds, processor = perf_counter() - began, process_time() - used
    files = [tables.file(layer) for layer in group]
    facts = {
        "group": ", ".join(map(layer_name, group)),
        "positions": sum(file.facts["size"] for file in files),
        "seconds": seconds,
        "solving": sum(file.facts["seconds"] for file in files),
        "processor": processor,
        "memory": peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10,
        "bytes": sum(file.bytes for file in files),
        "digests": [file.facts["digest"] for file in files],
        "census": [file.facts["census"] for file in files],
    }
    if verify:
        began = perf_counter()
        wrong = verify_group(
            tables.layers, group, lambda layer: tables.load(layer, threads), *on
        )
        facts |= {"wrong": sum(wrong.values()), "verifying": perf_counter() - began}
    print(json.dumps(facts), flush=True)
done.set()
"""


def build(
    source: Path, options: argparse.Namespace, cache: str, folder: str, device: str
) -> Iterator[dict]:
    """What building took, group by group; only what is missing in the folder is built."""
    given = [options.game, options.men, str(options.threads), folder, device]
    program = subprocess.Popen(
        [sys.executable, "-c", BUILD, *given, "yes" if options.verify else ""],
        env={**os.environ, "PYTHONPATH": str(source), "PALAMEDES_CACHE": cache},
        stdout=subprocess.PIPE,
        text=True,
    )
    for line in program.stdout:
        group = json.loads(line)
        sys.stderr.write(f"{group['group']}: {group['seconds']:.1f} s\n")
        yield group
    if program.wait():
        sys.exit(f"building with {source} failed")


def table(title: str, groups: list[dict]) -> str:
    checked = "wrong" in groups[0]
    lines = [
        f"\n{title}\n",
        "| group | positions | seconds | solving | processor | peak memory | on disk |"
        + (" checking | wrong |" if checked else ""),
        "|---|---|---|---|---|---|---|" + ("---|---|" if checked else ""),
    ]
    for group in groups:
        lines.append(
            f"| {group['group']} | {group['positions']:,} | {group['seconds']:.1f} "
            f"| {group['solving']:.1f} | {group['processor']:.1f} "
            f"| {group['memory'] / 1e6:,.0f} MB | {group['bytes'] / 1e6:.2f} MB |"
            + (f" {group['verifying']:.1f} | {group['wrong']} |" if checked else "")
        )
    keys = ("seconds", "solving", "processor", "bytes", "positions")
    sums = {key: sum(group[key] for group in groups) for key in keys}
    lines.append(
        f"\n{sums['positions']:,} positions, {sums['seconds']:.1f} s ({sums['solving']:.1f} s of "
        f"solving), {sums['processor']:.1f} s of processor time, {sums['bytes'] / 1e6:.2f} MB\n"
    )
    if checked:
        seconds = sum(group["verifying"] for group in groups)
        wrong = sum(group["wrong"] for group in groups)
        lines.append(f"checked in {seconds:.1f} s: {wrong} wrong\n")
    return "\n".join(lines)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="such as teeko or morris")
    parser.add_argument("--men", default="", help="as for `palamedes solve`, or all")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--verify", action="store_true", help="check every number of each group")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    return parser


def main() -> None:
    parser = arguments()
    parser.add_argument("--before", type=Path, help="the src folder of another version")
    options = parser.parse_args()
    sources = {"before": options.before, "now": HERE} if options.before else {"now": HERE}
    digests = {}
    for name, source in sources.items():
        with tempfile.TemporaryDirectory() as cache:
            for state in ("empty", "full"):
                with tempfile.TemporaryDirectory() as folder:
                    groups = list(build(source, options, cache, folder, options.device))
                title = f"{options.game} {options.men} {name}, {state} compile cache"
                sys.stdout.write(table(title, groups))
        digests[name] = {digest for group in groups for digest in group["digests"]}
    if len(set(map(frozenset, digests.values()))) > 1:
        sys.exit("the tables differ")


if __name__ == "__main__":
    main()

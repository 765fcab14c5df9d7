"""How long tables take to build, group by group: seconds, processor seconds, memory, bytes on disk.

    python benchmarks/solving.py teeko
    python benchmarks/solving.py morris --men 6-5 --before ../before/src

Every version builds in a process and a folder of its own, once with an empty compile cache and once
with a full one. `--before` compares with another version of Palamedes, checked out beside this one:
the digests of the tables must be the same. On a busy machine compare the processor seconds.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1] / "src"

BUILD = """
import json, resource, sys
from pathlib import Path
from time import perf_counter, process_time
from palamedes.games import find_game
from palamedes.solver.tablebase import Tablebase, choose_layers, layer_name

name, men, threads, folder = sys.argv[1:]
tables = Tablebase(find_game(name), Path(folder))
wanted = choose_layers(tables, men or None, False)
for group in tables.layers.groups(wanted):
    began, used = perf_counter(), process_time()
    tables.build(list(group), int(threads), lambda *_told: None)
    files = [tables.file(layer) for layer in group]
    print(json.dumps({
        "group": ", ".join(map(layer_name, group)),
        "positions": sum(file.facts["size"] for file in files),
        "seconds": perf_counter() - began,
        "processor": process_time() - used,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10,
        "bytes": sum(file.bytes for file in files),
        "digests": [file.facts["digest"] for file in files],
    }), flush=True)
"""


def build(source: Path, options: argparse.Namespace, cache: str) -> list[dict]:
    """What building took, group by group."""
    with tempfile.TemporaryDirectory() as folder:
        given = [options.game, options.men, str(options.threads), folder]
        program = subprocess.Popen(
            [sys.executable, "-c", BUILD, *given],
            env={**os.environ, "PYTHONPATH": str(source), "PALAMEDES_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
        )
        groups = []
        for line in program.stdout:
            groups.append(json.loads(line))
            sys.stderr.write(f"{groups[-1]['group']}: {groups[-1]['seconds']:.1f} s\n")
    if program.wait():
        sys.exit(f"building with {source} failed")
    return groups


def table(title: str, groups: list[dict]) -> str:
    lines = [
        f"\n{title}\n",
        "| group | positions | seconds | processor | peak memory | on disk |",
        "|---|---|---|---|---|---|",
    ]
    for group in groups:
        lines.append(
            f"| {group['group']} | {group['positions']:,} | {group['seconds']:.1f} "
            f"| {group['processor']:.1f} | {group['memory'] / 1e6:,.0f} MB "
            f"| {group['bytes'] / 1e6:.2f} MB |"
        )
    sums = {key: sum(group[key] for group in groups) for key in ("seconds", "processor", "bytes")}
    lines.append(
        f"\n{sums['seconds']:.1f} s, {sums['processor']:.1f} s of processor time, "
        f"{sums['bytes'] / 1e6:.2f} MB on disk\n"
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="such as teeko or morris")
    parser.add_argument("--men", default="", help="as for `palamedes solve`")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--before", type=Path, help="the src folder of another version")
    options = parser.parse_args()
    sources = {"before": options.before, "now": HERE} if options.before else {"now": HERE}
    digests = {}
    for name, source in sources.items():
        with tempfile.TemporaryDirectory() as cache:
            for state in ("empty", "full"):
                groups = build(source, options, cache)
                title = f"{options.game} {options.men} {name}, {state} compile cache"
                sys.stdout.write(table(title, groups))
        digests[name] = {digest for group in groups for digest in group["digests"]}
    if len(set(map(frozenset, digests.values()))) > 1:
        sys.exit("the tables differ")


if __name__ == "__main__":
    main()

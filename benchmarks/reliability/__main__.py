"""Promises under faults: people play while processes, database, disk, network and clocks fail.

    python benchmarks/reliability FOLDER [--servers 2] [--postgresql] [--faults 204]

docs/reliability.md says what is promised. Everything lies in the folder; a run that was ended goes
on where it was. At the end a checker of its own compares what the clients know with the database.
"""

import argparse
import json
import random
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from faults import EVERYWHERE, FAULTS, WITH_CLOCKS, WITH_POSTGRESQL
from report import write_report
from stand import PATIENCE, Stand, wait_for

SHORTEST, LONGEST = 1.0, 5.0  # seconds that a fault lasts


def plan(names: Sequence[str], faults: int, seed: int) -> list[str]:
    """Faults in a random order, each kind as often as the others."""
    chance = random.Random(seed)
    rounds = [chance.sample(names, len(names)) for _ in range(-(-faults // len(names)))]
    return [name for each in rounds for name in each]


def suffer(
    stand: Stand, name: str, chance: random.Random, longest: float, moves: int
) -> dict[str, Any]:
    """One fault: until all games have gone on for some moves."""
    began = time.monotonic()
    with FAULTS[name](stand, chance):
        time.sleep(min(SHORTEST, longest) + chance.random() * max(0.0, longest - SHORTEST))
    healed = time.monotonic()
    stand.revive()
    seconds = wait_for(lambda: stand.progress.is_made(healed, moves), PATIENCE)
    stuck = [] if seconds is not None else stand.progress.stuck(healed, moves)
    told = {"fault": name, "lasted": round(healed - began, 2), "stuck": stuck}
    return told | {"recovered": None if seconds is None else round(time.monotonic() - healed, 2)}


def main() -> int:
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended
    clocks = shutil.which("cc") is not None
    stand = Stand(options.folder, options.servers, options.postgresql, not options.no_mount, clocks)
    try:
        figures = run(stand, options, clocks)
        figures["checker"] = stand.check()
    finally:
        stand.close()
        stand.end_database()
    is_kept = write_report(options.folder, figures)
    sys.stdout.write((options.folder / "report.md").read_text())
    return 0 if is_kept else 1


def run(stand: Stand, options: argparse.Namespace, clocks: bool) -> dict[str, Any]:
    """Go on with the faults where the run before was ended; figures of all of them."""
    names = [fault.__name__ for fault in EVERYWHERE]
    names += [fault.__name__ for fault in WITH_CLOCKS if clocks]
    names += [fault.__name__ for fault in WITH_POSTGRESQL if options.postgresql]
    faults = plan(options.only or names, options.faults, options.seed)
    journal = options.folder / "faults.jsonl"
    done = [json.loads(line) for line in _lines(journal)]
    number_of_run = len(list((options.folder / "logs").glob("* people 0.jsonl")))
    began = time.monotonic()
    stand.start(options.processes, options.tables, options.pace, number_of_run)
    calm = wait_for(lambda: stand.progress.is_made(0.0, options.moves), PATIENCE)
    for number, name in enumerate(faults[len(done) :], len(done)):
        chance = random.Random(f"{options.seed} {number}")
        told = suffer(stand, name, chance, options.longest, options.moves)
        done.append(told | {"at": datetime.now(UTC).isoformat(timespec="seconds")})
        with journal.open("a") as file:
            file.write(json.dumps(done[-1]) + "\n")
        if options.verbose:
            sys.stderr.write(f"{number + 1}/{len(faults)} {json.dumps(told)}\n")
    own_ends = sum(server.own_ends for server in stand.servers)
    stand.close()
    return {
        "servers": options.servers,
        "database": "PostgreSQL" if options.postgresql else "SQLite",
        "disk": type(stand.disk).__name__,
        "seed": options.seed,
        "seconds": round(time.monotonic() - began, 1),
        "runs": number_of_run + 1,
        "began": calm is not None,
        "own_ends": own_ends,
        "faults": done,
    }


def _lines(journal: Path) -> list[str]:
    return journal.read_text().splitlines() if journal.exists() else []


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--faults", type=int, default=204)
    parser.add_argument("--only", nargs="+", choices=FAULTS, help="no other kinds")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds of a fault")
    parser.add_argument("--moves", type=int, default=2, help="of each game between two faults")
    parser.add_argument("--processes", type=int, default=2, help="of people")
    parser.add_argument("--tables", type=int, default=10, help="games at once, in each of them")
    parser.add_argument("--pace", type=float, default=0.4, help="seconds to think, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-mount", action="store_true", help="limit files, mount no disk")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

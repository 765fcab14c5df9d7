"""Grades a class of thirty, kills the command in the middle, resumes it, and checks the result.

    python benchmarks/class_of_thirty.py [--students 30] [--time 0.2] [--workers 2]

The hand-ins are good, weak, broken and hostile, some of them zip files. Finished games must be
unchanged after the kill, the remaining pairings those of the plan, and every student must have a
page and a row. Nothing is left behind.
"""

import argparse
import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

from palamedes.arena.journal import read_journal

LIMIT = 1800.0  # seconds for everything
BODIES = {
    "good": "return position.moves[len(position.moves) // 2]",
    "weak": "return position.moves[0]",
    "last": "return position.moves[-1]",
    "crashing": "raise ValueError('what now?')",
    "illegal": "return 'z99'",
    "silent": "return None",
    "slow": "import time; time.sleep(3); return position.moves[0]",
    "talking": "print('x' * 100000); return position.moves[0]",
    "leaving": "import os; os._exit(0)",
}


def write_class(folder: Path, students: int) -> list[str]:
    """The hand-ins of a class, every third a zip file and the last one broken; their names."""
    kinds, names = list(BODIES), []
    for number in range(students):
        kind = kinds[number % len(kinds)]
        name = f"{number:02}-{kind}"
        text = (
            "from palamedes import Bot\n\n\nclass Mine(Bot):\n    def move(self, position):\n"
            f"        {BODIES[kind]}\n"
        )
        if number == students - 1:
            (folder / f"{name}.zip").write_bytes(b"no zip file")
        elif number % 3 == 0:
            with ZipFile(folder / f"{name}.zip", "w") as packed:
                packed.writestr(f"{name}/bot.py", text)
        else:
            (folder / f"{name}.py").write_text(text)
        names.append(name)
    return names


def command(folder: Path, options: argparse.Namespace) -> list[str]:
    files = {"journal": "games.jsonl", "feedback": "pages", "lms-csv": "marks.csv"}
    return [
        *(sys.executable, "-m", "palamedes", "grade", "morpion", "--bots", str(folder / "class")),
        *("--games", "2", "--time", str(options.time), "--workers", str(options.workers)),
        *(text for name, file in files.items() for text in (f"--{name}", str(folder / file))),
        *("--report", str(folder / "report.html"), "--plain"),
    ]


def kill_in_the_middle(arguments: Sequence[str], journal: Path, wanted: int) -> None:
    """Start the command, and kill it with all it has started once some games are saved."""
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, start_new_session=True) as running:
        end = time.monotonic() + LIMIT / 2
        while running.poll() is None and time.monotonic() < end:
            if journal.exists() and journal.read_bytes().count(b"\n") > wanted:
                break
            time.sleep(0.2)
        os.killpg(running.pid, signal.SIGKILL)


def check(folder: Path, before: bytes, names: Sequence[str]) -> int:
    """Check what the resumed command has left; the number of games."""
    journal = folder / "games.jsonl"
    whole = before[: before.rindex(b"\n") + 1]
    assert journal.read_bytes().startswith(whole), "finished games were changed"
    plan, games, _size = read_journal(journal)
    played = sorted(each.fixture for each in games)
    assert played == list(plan.fixtures()), "other pairings than planned"
    text = (folder / "marks.csv").read_text(encoding="utf-8-sig")
    rows = [row["student"] for row in csv.DictReader(text.splitlines())]
    assert sorted(rows) == sorted(names), "a student has no row"
    assert len(list((folder / "pages").iterdir())) == len(names), "a student has no page"
    assert not (folder / "games.jsonl.unpacked").exists(), "zip files are left behind"
    return len(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--time", type=float, default=0.2)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "class").mkdir()
        names = write_class(folder / "class", options.students)
        arguments, journal, began = (
            command(folder, options),
            folder / "games.jsonl",
            time.monotonic(),
        )
        kill_in_the_middle(arguments, journal, options.students**2 // 3)
        before, killed = journal.read_bytes(), time.monotonic()
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, timeout=LIMIT)
        games, end = check(folder, before, names), time.monotonic()
        lines = before.count(b"\n") - 1
        sys.stdout.write(f"{lines} games in {killed - began:.0f} s, then killed\n")
        rest = f"{games - lines} more in {end - killed:.0f} s"
        sys.stdout.write(f"{rest}; all {games} are as planned\n")


if __name__ == "__main__":
    main()

"""A real PostgreSQL, only for us."""

import os
import shutil
import subprocess
from pathlib import Path


def postgresql_binaries():
    """The folder of initdb, None where PostgreSQL is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class PostgreSQL:
    """A server that has its files in a folder; it does not run yet."""

    def __init__(self, folder, port, settings="", **environment):
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
        self._folder, self._data = folder, folder / "data"
        self._environment = {**os.environ, **environment}
        options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off {settings}"
        self._options = ["-w", "-o", options, "-l", folder / "log"]

    def create(self):
        """Make its files, unless they are there."""
        self._folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:  # it refuses to be run by root
            shutil.chown(self._folder, "postgres")
        if not (self._data / "PG_VERSION").exists():
            self._run("initdb", "-U", "postgres", "-A", "trust", "--no-sync")

    def start(self):
        self._run("pg_ctl", *self._options, "start")

    def stop(self):
        """End it as a crash would: at once, and nothing is put in order."""
        self._run("pg_ctl", *self._options, "-m", "immediate", "stop")

    @property
    def pid(self):
        """The number of its first process; None if it does not run."""
        file = self._data / "postmaster.pid"
        return int(file.read_text().split()[0]) if file.exists() else None

    def _run(self, program, *arguments):
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*user, postgresql_binaries() / program, "-D", self._data, *arguments]
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": self._folder}
        subprocess.run(command, env=self._environment, **quiet)

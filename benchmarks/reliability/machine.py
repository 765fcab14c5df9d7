"""What of the machine is made to fail: a disk that gets full, and the time of day."""

import os
import resource
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

SIZE = 600 << 20  # bytes of a disk
LITTLE = 8192  # bytes: the longest file while the disk counts as full


class Disk(Protocol):
    """Where the database lies."""

    folder: Path

    def fill(self) -> None: ...

    def free(self) -> None: ...

    def close(self) -> None: ...


class ImageDisk:
    """A small file system of its own, in a file. Only root may mount it."""

    def __init__(self, folder: Path) -> None:
        self.folder, image = folder / "disk", folder / "disk.image"
        self._filler = self.folder / "filler"
        self.folder.mkdir(exist_ok=True)
        if os.path.ismount(self.folder):  # a run before was killed
            self.close()
        if not image.exists():
            with image.open("wb") as file:
                file.truncate(SIZE)
            subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=True)
        subprocess.run(["mount", "-o", "loop", image, self.folder], check=True, capture_output=True)
        self.free()

    def fill(self) -> None:
        with self._filler.open("wb") as file, suppress(OSError):
            while True:
                room = shutil.disk_usage(self.folder).free
                size = file.seek(0, os.SEEK_END)
                if room > 1 << 20:
                    os.posix_fallocate(file.fileno(), size, room - (1 << 20))
                else:
                    os.write(file.fileno(), bytes(4096))

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        self.free()
        subprocess.run(["umount", "--lazy", self.folder], check=True)


class LimitedDisk:
    """A folder whose writers may write no longer files: that is how a quota looks to them."""

    def __init__(self, folder: Path, writers: Callable[[], Iterable[int]]) -> None:
        self.folder, self._writers = folder / "disk", writers
        self.folder.mkdir(exist_ok=True)

    def fill(self) -> None:
        self._limit(LITTLE)

    def free(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for pid in self._writers():
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def close(self) -> None:
        pass


def open_disk(folder: Path, writers: Callable[[], Iterable[int]], may_mount: bool) -> Disk:
    """The best disk that is possible here."""
    if may_mount and os.geteuid() == 0:
        with suppress(OSError, subprocess.CalledProcessError):
            return ImageDisk(folder)
    return LimitedDisk(folder, writers)


class Clock:
    """The time of day as a process sees it; needs a C compiler."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = folder / f"{name}.clock"
        self._library = folder / "clock_shim.so"
        self.step(0)
        if not self._library.exists():
            source = Path(__file__).with_name("clock_shim.c")
            command = ["cc", "-shared", "-fPIC", "-O2", "-o", self._library, source]
            subprocess.run(command, check=True)

    @property
    def environment(self) -> dict[str, str]:
        """What the process must be started with."""
        return {
            "LD_PRELOAD": str(self._library),
            "PALAMEDES_HARNESS_CLOCK": str(self._file),
        }

    def step(self, seconds: int) -> None:
        """Shift it from the true time; the process may run."""
        self._file.touch()
        with self._file.open("r+b") as file:  # the same file: it is mapped
            file.write(struct.pack("q", seconds))

"""Devices: where a kernel works through a long row of numbers, in many pieces at a time.

Such a kernel takes the numbers `first` and `last` as its last arguments, works on those from
`first` to `last`, and returns a number, 0 or more. The rules and the kernels are the same on every
device; what differs is how the row is divided, and where the arrays are.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from palamedes.core.errors import PalamedesError
from palamedes.core.language import Number, _

DEVICES = ("cpu", "cuda")
GRAIN = 64  # numbers that a thread of a GPU works on
PIECE = 1 << 12  # as many of these grains at least for a thread of the processor
PIECES = 64  # into which a longer row is divided: enough to keep all threads busy to its end


class Found(NamedTuple):
    """What the pieces of a row returned."""

    highest: int
    total: int


class Device(Protocol):
    """Where kernels run and arrays are."""

    def check_memory(self, needed: int) -> None:
        """Raise PalamedesError if fewer bytes are free than are needed."""

    def held(self, record: Any) -> Any:
        """The same nested tuple with its arrays where the kernels can reach them."""

    def empty(self, size: int, kind: Any) -> Any:
        """An array that holds anything."""

    def fetched(self, array: Any) -> NDArray[Any]:
        """An array of the device for everybody else."""

    def run(self, kernel: Any, arguments: tuple[Any, ...], count: int, grain: int = GRAIN) -> Found:
        """Call `kernel(*arguments, first, last)` for the whole row from 0 to `count`."""


class Processor:
    """The processor of this machine, with some threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def check_memory(self, needed: int) -> None:
        check_memory(needed, available_memory())

    def held(self, record: Any) -> Any:
        return record

    def empty(self, size: int, kind: Any) -> Any:
        return np.empty(size, kind)

    def fetched(self, array: Any) -> NDArray[Any]:
        return np.asarray(array)

    def run(self, kernel: Any, arguments: tuple[Any, ...], count: int, grain: int = GRAIN) -> Found:
        step = max(grain * PIECE, count // PIECES)

        def work(first: int) -> int:
            return int(kernel(*arguments, first, min(first + step, count)))

        pieces = range(0, count, step)
        if self.threads == 1 or len(pieces) < 2:  # a background thread may outlive all pools
            return _together([work(first) for first in pieces])
        with ThreadPoolExecutor(self.threads) as pool:
            return _together(list(pool.map(work, pieces)))


def _together(numbers: Sequence[int]) -> Found:
    return Found(max(numbers, default=0), sum(numbers))


def find_device(name: str, threads: int) -> Device:
    """The device with a name; PalamedesError if this machine has none of it."""
    if name == "cpu":
        return Processor(threads)
    if name != "cuda":
        text = _("unknown device {name!r}; there are: {names}")
        raise PalamedesError(text.format(name=name[:40], names=", ".join(DEVICES)))
    try:
        from palamedes.core.native.cuda import Cuda
    except ImportError:
        text = _('a GPU needs the extra "cuda": pip install "palamedes[cuda]"')
        raise PalamedesError(text) from None
    return Cuda()


def check_memory(needed: int, free: float) -> None:
    """Raise PalamedesError if more bytes are needed than are free."""
    if needed > free:
        text = _("not enough memory: {needed:,} bytes are needed, {free:,} are free")
        raise PalamedesError(text.format(needed=Number(needed), free=Number(int(free))))


def available_memory() -> float:
    """The bytes of memory that can still be used; infinite where the system does not say."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return 1024 * int(line.split()[1])
    return inf

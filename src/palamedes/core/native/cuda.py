"""Our kernels on a GPU: the same functions, compiled by numba-cuda and run by many threads.

numba-cuda comes with the extra `cuda`. With NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1 all this
runs without a GPU, interpreted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for it, numpy 2.5 has it no longer

import numba_cuda  # noqa: F401 - without it, `numba.cuda` is something older
from numba import cuda
from numba.cuda.core import config

from palamedes.core.devices import GRAIN, Found, check_memory
from palamedes.core.errors import PalamedesError
from palamedes.core.kernel import IS_INTERPRETED
from palamedes.core.language import _

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small tables are solved, too

BLOCK = 128  # threads
STACK = 16 << 10  # bytes for the lists of one thread
CODE = 256 << 20  # bytes for our code and the driver


class Cuda:
    """The first GPU."""

    def __init__(self) -> None:
        if not cuda.is_available():
            text = _("no GPU can be used: {reason}")
            raise PalamedesError(text.format(reason=_first_line(cuda.cuda_error())))
        if not IS_INTERPRETED:
            from palamedes.core.native import cuda_target  # noqa: F401

    def check_memory(self, needed: int) -> None:
        with _clear_errors():
            free = cuda.current_context().get_memory_info().free
        check_memory(needed + _reserved(), free)

    def held(self, record: Any) -> Any:
        if isinstance(record, np.ndarray):
            with _clear_errors():
                return cuda.to_device(record)
        if not isinstance(record, tuple):
            return record
        parts = map(self.held, record)
        return record._make(parts) if hasattr(record, "_make") else tuple(parts)

    def empty(self, size: int, kind: Any) -> Any:
        with _clear_errors():
            return cuda.device_array(size, kind)

    def fetched(self, array: Any) -> NDArray[Any]:
        with _clear_errors():
            return array.copy_to_host()

    def run(self, kernel: Any, arguments: tuple[Any, ...], count: int, grain: int = GRAIN) -> Found:
        if count == 0:
            return Found(0, 0)
        threads = -(-count // grain)
        with _clear_errors():
            found = cuda.to_device(np.zeros(2, np.int64))
            _launched(kernel)[-(-threads // BLOCK), BLOCK](arguments, count, grain, found)
            return Found(*map(int, found.copy_to_host()))


@cache
def _launched(kernel):
    """What the GPU runs: each thread calls the kernel for a grain of the row."""

    @cuda.jit
    def launched(arguments, count, grain, found):
        first = cuda.grid(1) * grain
        if first < count:
            number = kernel(*(arguments + (first, min(first + grain, count))))  # noqa: RUF005
            if number > 0:
                cuda.atomic.max(found, 0, number)
                cuda.atomic.add(found, 1, number)

    return launched


def _reserved():
    """The bytes that the GPU keeps for code, and for the stacks of all threads that run at once."""
    device = cuda.get_current_device()
    units = getattr(device, "MULTIPROCESSOR_COUNT", 1)  # the simulator has no such figures
    threads = units * getattr(device, "MAX_THREADS_PER_MULTIPROCESSOR", 1)
    return threads * STACK + CODE


@contextmanager
def _clear_errors() -> Iterator[None]:
    """The driver has many kinds of errors; for people there is one."""
    try:
        yield
    except PalamedesError:
        raise
    except Exception as error:
        text = _("the GPU has failed: {reason}")
        raise PalamedesError(text.format(reason=_first_line(error))) from error


def _first_line(error):
    """What an error says, without the headings above it."""
    lines = (line.strip() for line in str(error).splitlines())
    return next((line for line in lines if line and line[-1] != ":"), type(error).__name__)

"""Ctrl-C and the end of the session, heard where nothing can be torn by them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

FAREWELLS = ("SIGTERM", "SIGHUP")  # the system has no SIGHUP everywhere


class Interrupts:
    """How often Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.count = 0

    def hear(self, _number: int, _frame: FrameType | None) -> None:
        self.count += 1


@contextmanager
def counted_interrupts() -> Iterator[Interrupts]:
    """Count Ctrl-C instead of raising KeyboardInterrupt: it comes when we look, not in between."""
    interrupts = Interrupts()
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_heard or current_thread() is not main_thread():
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.hear)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def leaving_in_order() -> Iterator[None]:
    """A request to end, or a terminal that goes away, raises SystemExit."""
    before: dict[signal.Signals, Any] = {}
    if current_thread() is main_thread():
        for name in FAREWELLS:
            if number := getattr(signal, name, None):
                before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)

"""Ctrl-C and the end of the session, heard where nothing can be torn by them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

FAREWELLS = ("SIGTERM", "SIGHUP")  # the system has no SIGHUP everywhere


class Interrupts:
    """How often Ctrl-C was pressed. Where a line is typed, it is raised instead."""

    def __init__(self) -> None:
        self.count = 0
        self.is_raised = False
        self._deaf_until = -inf

    def hear(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_raised:
            self._raise()
        else:
            self.count += 1

    def forgive(self, seconds: float) -> None:
        """Raise nothing for some seconds, at most until the next line is typed."""
        self._deaf_until = monotonic() + seconds

    def begin_line(self) -> None:
        self.is_raised = True
        if self.take():
            self._raise()

    def end_line(self) -> None:
        self.is_raised, self._deaf_until = False, -inf

    def _raise(self) -> None:
        if monotonic() >= self._deaf_until:
            raise KeyboardInterrupt

    def take(self) -> bool:
        """Whether Ctrl-C was pressed since somebody looked last."""
        count, self.count = self.count, 0
        return count > 0


@contextmanager
def counted_interrupts() -> Iterator[Interrupts]:
    """Count Ctrl-C instead of raising KeyboardInterrupt: it comes when we look, not in between.

    One inside another counts alone. Where Ctrl-C is not heard at all, it stays so.
    """
    interrupts, before = Interrupts(), signal.getsignal(signal.SIGINT)
    is_heard = before is signal.default_int_handler or _counting() is not None
    if not is_heard or current_thread() is not main_thread():
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.hear)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def raised_interrupts() -> Iterator[None]:
    """Inside of `counted_interrupts`, raise what is counted already and what still comes."""
    interrupts = _counting()
    if interrupts is None:
        yield
        return
    try:
        interrupts.begin_line()
        yield
    finally:
        interrupts.end_line()


def _counting() -> Interrupts | None:
    """Who counts at this moment."""
    counter = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    return counter if isinstance(counter, Interrupts) else None


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

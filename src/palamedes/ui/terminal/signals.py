"""Ctrl-C and termination signals, handled only where they cannot leave things half done."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

END_SIGNALS = ("SIGTERM", "SIGHUP")  # not every system has SIGHUP


class Interrupts:
    """Counts Ctrl-C; while a line is typed, it raises KeyboardInterrupt instead."""

    def __init__(self) -> None:
        self.count = 0
        self.is_raised = False
        self._ignored_until = -inf

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_raised:
            self._raise()
        else:
            self.count += 1

    def ignore_for(self, seconds: float) -> None:
        """Ignore Ctrl-C for some seconds, but at most until the next line has been typed."""
        self._ignored_until = monotonic() + seconds

    def begin_line(self) -> None:
        self.is_raised = True
        if self.take():
            self._raise()

    def end_line(self) -> None:
        self.is_raised, self._ignored_until = False, -inf

    def _raise(self) -> None:
        if monotonic() >= self._ignored_until:
            raise KeyboardInterrupt

    def take(self) -> bool:
        """Whether Ctrl-C was pressed since the last call."""
        count, self.count = self.count, 0
        return count > 0


@contextmanager
def counted_interrupts() -> Iterator[Interrupts]:
    """Count Ctrl-C instead of raising KeyboardInterrupt, for code that looks when it is ready.

    Inside another `counted_interrupts`, only the inner one counts. If the process ignores Ctrl-C,
    it goes on ignoring it.
    """
    interrupts, before = Interrupts(), signal.getsignal(signal.SIGINT)
    is_handled = before is signal.default_int_handler or _active_interrupts() is not None
    if not is_handled or current_thread() is not main_thread():
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.handle)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def raised_interrupts() -> Iterator[None]:
    """Inside `counted_interrupts`, raise KeyboardInterrupt for past and further Ctrl-C."""
    interrupts = _active_interrupts()
    if interrupts is None:
        yield
        return
    try:
        interrupts.begin_line()
        yield
    finally:
        interrupts.end_line()


def _active_interrupts() -> Interrupts | None:
    """The object that counts Ctrl-C now, None if none does."""
    counter = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    return counter if isinstance(counter, Interrupts) else None


@contextmanager
def exit_on_termination() -> Iterator[None]:
    """Raise SystemExit when the process is asked to end or its terminal is closed."""
    before: dict[signal.Signals, Any] = {}
    if current_thread() is main_thread():
        for name in END_SIGNALS:
            if number := getattr(signal, name, None):
                before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)

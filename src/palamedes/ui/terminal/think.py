"""Waiting for an engine in such a way that Ctrl-C makes it answer at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

Answer = TypeVar("Answer")


def think(work: Callable[[], Answer], stop: Callable[[], None]) -> Answer:
    """The answer of `work`, which runs in a thread; Ctrl-C calls `stop` and waits for it."""
    context = copy_context()  # the thread speaks the same language
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(context.run, work)
        try:
            return answer.result()
        except KeyboardInterrupt:
            stop()
            return answer.result()

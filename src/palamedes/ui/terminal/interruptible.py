"""Waiting for native code in such a way that Ctrl-C is heard at once."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")


def in_background(work: Callable[[], Answer]) -> Future[Answer]:
    """The answer of `work` to come; it runs in a thread that can be left behind."""
    answer: Future[Answer] = Future()
    context = copy_context()  # the thread speaks the same language

    def run() -> None:
        try:
            answer.set_result(context.run(work))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return answer


def wait_for(work: Callable[[], Answer]) -> Answer:
    """The answer of `work`, which runs in a thread that Ctrl-C leaves behind."""
    return in_background(work).result()


def think(work: Callable[[], Answer], stop: Callable[[], None]) -> Answer:
    """The answer of `work`, which runs in a thread; Ctrl-C calls `stop` and waits for it."""
    context = copy_context()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(context.run, work)
        try:
            return answer.result()
        except KeyboardInterrupt:
            stop()
            return answer.result()

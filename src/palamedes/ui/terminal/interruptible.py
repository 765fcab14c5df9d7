"""Waiting for native code so that Ctrl-C works at once.

Python handles Ctrl-C in the main thread, between two of its own instructions: a search in native
code would delay it until the search ends. So the work runs in a background thread, and the main
thread waits in a way that Ctrl-C interrupts: for a moment at a time, as a signal that arrives just
before a wait begins does not end it.
"""

from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from palamedes.ui.session.background import BackgroundTask, Event, nothing

Answer = TypeVar("Answer")
TICK = 0.1  # seconds of one wait


def wait_for(work: Callable[[], Answer], stop: Event = nothing, tick: Event = nothing) -> Answer:
    """Return what `work` returns, or raise what it raises.

    `tick` is called ten times a second meanwhile. Ctrl-C, or an exception in `tick`, calls `stop`
    and leaves the work behind.
    """
    task, answer = _start(work, stop)
    try:
        return _result(answer, tick)
    except BaseException:
        task.cancel()
        raise


def wait_or_stop(work: Callable[[], Answer], stop: Event) -> Answer:
    """Return what `work` returns; Ctrl-C calls `stop` and still waits for the answer."""
    task, answer = _start(work, stop)
    try:
        return _result(answer, nothing)
    except KeyboardInterrupt:
        # Repeated: work that is still starting may miss the first stop.
        return _result(answer, task.hurry)


def _result(answer: Future[Answer], tick: Event) -> Answer:
    """What the work returned or raised; `tick` is called while it is not there."""
    while not answer.done():
        tick()
        wait([answer], TICK)
    return answer.result()


def _start(work: Callable[[], Answer], stop: Event) -> tuple[BackgroundTask, Future[Answer]]:
    """Run `work` in a background thread. A future takes the place of the owner's queue.

    A queue could lose its event if Ctrl-C came between taking and calling it; a future cannot.
    """
    answer: Future[Answer] = Future()
    task = BackgroundTask(lambda event: event())
    task.start(work, stop, answer.set_result, answer.set_exception)
    return task, answer

"""What the server counts while it runs: requests, and how long things take.

Counting one request takes about four microseconds. All methods are called in the event loop.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Seconds: most answers take a millisecond or two, an engine may think for some seconds.
OF_REQUESTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
OF_SAVES = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
NO_ANSWER = 499  # the visitor went before the answer began


class Durations:
    """How many things took how long: `counts[i]` up to `bounds[i]` seconds, the last one longer."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds


class RequestMeasures:
    """The requests so far, by the class of their status: 2 stands for 200 to 299."""

    def __init__(self) -> None:
        self.by_class: Counter[int] = Counter()
        self.durations = Durations(OF_REQUESTS)

    def note(self, status: int, seconds: float) -> None:
        self.by_class[status // 100] += 1
        self.durations.note(seconds)


class MeasuringMiddleware:
    """Middleware: counts every request, also those that another one refuses."""

    def __init__(self, app: ASGIApp, measures: RequestMeasures) -> None:
        self._app, self._measures = app, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = NO_ANSWER, perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception:
            status = 500
            raise
        finally:
            self._measures.note(status, perf_counter() - began)

"""The events of a session: touches, and the answers of engines that think in the background."""

from queue import Empty, SimpleQueue

from palamedes.ui.session.background import Event


class EventQueue:
    """Events in the order they came. Any thread may post one; the owner handles them."""

    def __init__(self, notify: Event) -> None:
        """`notify` is called, from any thread, when an event waits to be handled."""
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._notify = notify

    def post(self, event: Event) -> None:
        self._queue.put(event)
        self._notify()

    def handle(self, seconds: float | None) -> bool:
        """Wait for the next event, at most `seconds`, and handle it; False if none came."""
        try:
            event = self._queue.get(block=seconds != 0.0, timeout=seconds or None)
        except Empty:
            return False
        event()
        return True

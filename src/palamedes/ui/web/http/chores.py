"""What is done again and again beside answering. An error costs one time, and never the chore."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from palamedes.ui.web.store import StoreError

log = logging.getLogger(__name__)


@contextmanager
def errors_logged(chore: str) -> Iterator[None]:
    """Log errors inside this block instead of raising them."""
    try:
        yield
    except StoreError:
        pass  # it is logged already
    except Exception:
        log.exception(chore)


async def repeat(chore: str, interval: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work now, and again and again with some seconds between."""
    while True:
        with errors_logged(chore):
            await work()
        await asyncio.sleep(interval)

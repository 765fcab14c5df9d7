"""Work that ends when the visitor who asked for it has gone."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import HTTPException, Request

CHECK_INTERVAL = 0.5  # seconds between two checks whether a visitor is still connected

Result = TypeVar("Result")


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Wait for the result of some work, which is cancelled if the visitor goes."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait([task], timeout=CHECK_INTERVAL))[0]:
            if await request.is_disconnected():
                raise HTTPException(408)  # nobody reads it
        return task.result()
    finally:
        task.cancel()

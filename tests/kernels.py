"""Compiled code is shared by the workers: what one of them has compiled the others load.

Each worker writes into a folder of its own, for in a common one they would compile in turn. Without
sharing, five sixths of what one of two workers compiled the other had compiled too.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile
from platformdirs import user_cache_path

_load = IndexDataCacheFile.load


def share_kernels(worker: str) -> None:
    """Give a worker its folder, and let it look into those of the others."""
    own = user_cache_path("palamedes") / f"tests-{worker}"
    os.environ["PALAMEDES_CACHE"] = str(own)

    def load(file: IndexDataCacheFile, key: object) -> Any:
        found = _load(file, key)
        for twin in _twins(file, own) if found is None else ():
            with suppress(Exception):  # it may be written at this moment
                found = _load(twin, key)
            if found is not None:
                file.save(key, found)  # for the programs that tests start
                break
        return found

    IndexDataCacheFile.load = load


def _twins(file: IndexDataCacheFile, own: Path) -> Iterator[IndexDataCacheFile]:
    """The files in which the other workers keep the code of the same function."""
    place = Path(file._cache_path)
    for other in own.parent.glob("tests-*") if place.is_relative_to(own) else ():
        if other != own:
            twin = copy(file)
            twin._cache_path = str(other / place.relative_to(own))
            twin._index_path = str(other / place.relative_to(own) / twin._index_name)
            yield twin

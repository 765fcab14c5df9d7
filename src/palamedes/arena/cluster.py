"""Workers of a dask.distributed cluster, instead of processes on this machine."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor that sends jobs to a cluster, and the number of jobs the cluster runs at once.

    PalamedesError if dask.distributed is missing, no cluster answers, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise PalamedesError(
            _("--cluster needs dask.distributed: pip install 'palamedes[cluster]'")
        ) from None
    try:
        client = Client(address, timeout="5s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise PalamedesError(
            _("cannot reach a cluster at {address}: {error}").format(address=address, error=error)
        ) from None
    with client:
        threads = client.nthreads()
        if not threads:
            raise PalamedesError(_("the cluster has no workers"))
        with client.get_executor(pure=False) as executor:
            yield executor, sum(threads.values())

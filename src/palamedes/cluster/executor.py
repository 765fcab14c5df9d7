"""Workers of a dask.distributed cluster, instead of processes on this machine."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, decimal
from palamedes.core.plugins import handed_over, take_over

PATIENCE = 5.0  # seconds in which a cluster has to answer


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor that sends jobs to a cluster, and the number of jobs the cluster runs at once.

    PalamedesError if dask.distributed is missing, no cluster answers, or it has no workers.
    """
    require_dask()
    from distributed import Client

    asyncio.run(check_address(address))
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        threads = client.nthreads()
        if not threads:
            raise PalamedesError(_("the cluster has no workers"))
        if offers := handed_over():
            client.run(take_over, offers)
        with client.get_executor(pure=False) as executor:
            yield executor, sum(threads.values())


def check_form(address: str) -> None:
    """Raise PalamedesError if dask.distributed is missing, or no address is like this."""
    require_dask()
    from distributed.comm import get_address_host_port

    try:
        get_address_host_port(address)
    except (ValueError, TypeError) as error:
        raise _unreachable(address, str(error)) from None


def require_dask() -> None:
    """Raise PalamedesError if dask.distributed is missing."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise PalamedesError(
            _("--cluster needs dask.distributed: pip install 'palamedes[cluster]'")
        ) from None


async def check_address(address: str) -> None:
    """Raise PalamedesError unless a cluster answers.

    This is not left to the client: one that fails leaves a traceback when the program ends, and
    one that reaches another kind of server waits for ever.
    """
    try:
        await _say_hello(address)
    except TimeoutError:
        reason = _("no answer after {seconds} s").format(seconds=decimal(PATIENCE))
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)
    except Exception:  # Dask fails in many ways to understand what other servers say
        reason = _("the server there is not a Dask scheduler")
    else:
        return
    raise _unreachable(address, reason)


def _unreachable(address: str, reason: str) -> PalamedesError:
    text = _("cannot reach a cluster at {address}: {error}")
    return PalamedesError(text.format(address=address, error=reason))


async def _say_hello(address: str) -> None:
    from distributed import Security
    from distributed.comm import connect

    arguments = Security().get_connection_args("client")
    connection = await asyncio.wait_for(connect(address, **arguments), PATIENCE)
    await connection.close()

"""File descriptors: every connection needs one, and so do databases and engines."""

import sys
from contextlib import suppress

MOST_DESCRIPTORS = 65_536
RESERVE = 512  # for everything but connections, and for those that are just being accepted


def allowed_connections(wanted: int) -> int:
    """The number of connections the system allows, at most `wanted`; raises its limit first."""
    if sys.platform == "win32":
        return wanted  # it has no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # the system has a smaller limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(soft - RESERVE, soft // 4))

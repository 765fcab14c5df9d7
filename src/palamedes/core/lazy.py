"""A property that is computed when it is first asked for, and then kept."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as lazy
else:

    class lazy:  # noqa: N801 - it is used like a function
        """`functools.cached_property` without its lock, which Python 3.11 still takes.

        A game of random moves spent a sixth of its time on that.
        """

        def __init__(self, compute):
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._compute(instance)
            return value


__all__ = ["lazy"]

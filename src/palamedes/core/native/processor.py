"""Teaches numba our states when it compiles for the processor."""

from numba import typeof
from numba.core import imputils
from numba.core.typing import templates
from numba.extending import overload

from palamedes.core.native.states import Target, teach

teach(Target("cpu", typeof, templates, imputils, overload))

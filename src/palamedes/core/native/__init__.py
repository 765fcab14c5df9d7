"""What numba has to know to compile our kernels. Loaded when the first of them is called.

Importing numba takes longer than starting a game, and most programs never need it: rules run
interpreted until a search begins. So nothing outside this room imports numba.
"""


def init() -> None:
    """Teach numba our states and primitives.

    numba calls it before it compiles anything (the entry point in pyproject.toml), so that
    functions that a user compiles with `numba.njit` understand a state, too.
    """
    from palamedes.core.native import network, primitives, processor  # noqa: F401

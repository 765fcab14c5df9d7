"""The rule contract: what a game must say, and how generic compiled code calls it.

A state is a NamedTuple of integers below 2^63, seen from the side to move. It gives four rules:

    state.moves(out)    writes the legal moves of an unfinished game into `out`, returns how many
    state.play(move)    the state after a legal move, seen from the other side
    state.outcome()     ONGOING, or WIN, LOSS, DRAW for the side to move
    state.key()         a 64-bit integer, equal for equal states and, in practice, only for them

and may give the optional ones, for which `_Defaults` below has correct answers. Constants of the
class in capitals are read as `self.NAME`; a variant that differs only in constants is a subclass.

A move is one integer from 0 to LARGEST_MOVE: transposition tables keep it in 16 bits. No position
has more than MAX_MOVES of them (core/stack_memory.py). NO_MOVE is never a move.

Tables that feed a state are global arrays of int64: numba freezes them into the code, while an
array as a class constant costs reference counting, and a narrower type would change the state's.

`rules` compiles the methods in place. The same source runs compiled, interpreted
(NUMBA_DISABLE_JIT=1), from Python and inside any compiled function, where numba picks the rules by
the type of the state.
"""

from typing import Any

from numba import types
from numba.extending import overload, overload_attribute, overload_method

from palamedes.core.cache import kernel
from palamedes.core.stack_memory import move_list

ONGOING, WIN, LOSS, DRAW = range(4)

LARGEST_MOVE = (1 << 16) - 1
NO_MOVE = -1  # stands where there is no move, such as the one that led to the start of a game

NAMED_TUPLES = (types.NamedTuple, types.NamedUniTuple)


class _Defaults:
    """The optional rules, as every game has them that does not say otherwise."""

    SYMMETRIES = 1

    def move_count(self):
        """The number of legal moves of an unfinished game."""
        return self.moves(move_list())

    def image(self, symmetry):
        """The state seen through one of SYMMETRIES symmetries; number 0 changes nothing."""
        return self

    def move_image(self, move, symmetry):
        """The move that `image(symmetry)` makes of `move`."""
        return move

    def progress(self):
        """A number that never falls in a game; where it rises no earlier position can recur."""
        return 0

    def plies_left(self):
        """After how many plies the game is over at the latest; -1 where it may never be."""
        return -1

    def is_counted(self):
        """Whether statistics over all positions count this one."""
        return True

    def lead(self):
        """By how many points the side to move leads if the game is stopped here."""
        return 0


def rules(cls) -> Any:
    """Make a NamedTuple a state: its methods are rules, the optional ones are filled in."""
    for name, default in _public(_Defaults):
        if not hasattr(cls, name):
            setattr(cls, name, default)
    return compiled(cls)


def compiled(cls, how=kernel) -> Any:
    """Compile a NamedTuple's methods and make them callable from every compiled function."""
    for name, value in _public(cls):
        if name in cls._fields:
            continue
        if callable(value):
            setattr(cls, name, how(value))
            _publish(name, _method)
        elif name.isupper():
            _publish(name, _constant)
    _claim_name(cls)
    cls.__init_subclass__ = classmethod(_claim_name)
    _fields.update(cls._fields)
    if ambiguous := _fields & _published:
        # numba looks for methods first, whatever the class: the field could not be read.
        raise TypeError(f"both a field and a method of compiled classes: {sorted(ambiguous)}")
    return cls


def _public(cls):
    return [(name, value) for name, value in vars(cls).items() if not name.startswith("_")]


_claimed: dict[str, str] = {}


def _claim_name(cls):
    # numba tells named tuples apart by class name and fields alone: two states of one name would
    # silently run each other's rules.
    place = f"{cls.__module__}.{cls.__qualname__}"
    if _claimed.setdefault(cls.__name__, place) != place:
        raise TypeError(
            f"two state classes are named {cls.__name__}: {_claimed[cls.__name__]} and {place}"
        )


_published: set[str] = set()
_fields: set[str] = set()


def _publish(name, resolver):
    """Let compiled code write `state.name`; what that is depends on the class of the state."""
    if name in _published:
        return
    _published.add(name)
    for kind in NAMED_TUPLES:
        resolver(kind, name)


def _method(kind, name):
    @overload_method(kind, name)
    def resolve(state, *args):
        rule = getattr(state.instance_class, name, None)
        return rule and (lambda state, *args: rule(state, *args))


def _constant(kind, name):
    @overload_attribute(kind, name)
    def resolve(state):
        value = getattr(state.instance_class, name, None)
        return None if value is None else lambda state: value


@overload(type)
def _type_of_state(state):
    if isinstance(state, NAMED_TUPLES):
        cls = state.instance_class
        return lambda state: cls
    return None

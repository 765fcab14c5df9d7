"""The rule contract: what a game must define, and how generic compiled code calls it.

A state is a NamedTuple of integers below 2^63, seen from the side to move. It gives four rules:

    state.moves(out)    writes the legal moves of an unfinished game to `out`, returns how many
    state.play(move)    the state after a legal move, seen from the other side
    state.outcome()     ONGOING, or WIN, LOSS, DRAW for the side to move
    state.key()         a 64-bit integer, equal for equal states and in practice only for those

and may give the optional ones, for which `_Defaults` below has correct answers. Constants of the
class in capitals are read as `self.NAME`; a variant that differs only in constants is a subclass.

A move is one integer from 0 to LARGEST_MOVE: transposition tables keep it in 16 bits. No position
has more than MAX_MOVES of them (core/stack_memory.py). NO_MOVE is never a move.

Lookup tables are global arrays of int64: numba freezes them into the code. An array as a class
constant costs reference counting, and a narrower type would change the type of the state's fields.

`rules` compiles the methods in place. The same source runs interpreted (NUMBA_DISABLE_JIT=1) and
compiled, called from Python or from any compiled function, where the type of the state picks the
rules.
"""

from typing import Any

from numba import typeof, types
from numba.core.imputils import lower_builtin, lower_getattr
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import overload

from palamedes.core.kernel import part
from palamedes.core.stack_memory import move_list

ONGOING, WIN, LOSS, DRAW = range(4)

LARGEST_MOVE = (1 << 16) - 1
NO_MOVE = -1  # stands where there is no move, such as the one that led to the start of a game

NAMED_TUPLES = (types.NamedTuple, types.NamedUniTuple)


class _Defaults:
    """The optional rules, for games that do not define them."""

    SYMMETRIES = 1

    def move_count(self):
        """The number of legal moves of an unfinished game."""
        return self.moves(move_list())

    def image(self, symmetry):
        """The state seen through one of SYMMETRIES symmetries; number 0 is the identity."""
        return self

    def move_image(self, move, symmetry):
        """The move that `image(symmetry)` makes of `move`."""
        return move

    def progress(self):
        """A number that never falls during a game; once it rises, no earlier position can recur."""
        return 0

    def plies_left(self):
        """The plies after which the game is over at the latest, -1 if it may go on for ever."""
        return -1

    def is_counted(self):
        """Whether statistics over all positions count this one."""
        return True

    def lead(self):
        """The points by which the side to move leads if the game is stopped here."""
        return 0

    def with_lead(self, lead):
        """The same board with points that give another lead; itself where that cannot be."""
        return self


def rules(cls) -> Any:
    """Decorate a NamedTuple as a state: compile its rules, and add the optional ones it lacks."""
    for name, default in _public(_Defaults):
        if not hasattr(cls, name):
            setattr(cls, name, default)
    return compiled(cls)


def compiled(cls, how=part) -> Any:
    """Compile a NamedTuple's methods and make them callable from every compiled function."""
    for name, value in _public(cls):
        if name in cls._fields:
            continue
        if callable(value):
            setattr(cls, name, how(value))
            _publish_method(name)
        elif name.isupper():
            _publish_constant(name)
    _claim_name(cls)
    cls.__init_subclass__ = classmethod(_claim_name)
    _fields.update(cls._fields)
    if ambiguous := _fields & _published:
        # For numba a published method hides fields of that name in all classes.
        raise TypeError(f"both a field and a method of compiled classes: {sorted(ambiguous)}")
    return cls


def _public(cls):
    return [(name, value) for name, value in vars(cls).items() if not name.startswith("_")]


_claimed: dict[str, str] = {}


def _claim_name(cls):
    # numba tells named tuples apart by class name and fields only: two states with one name would
    # silently run each other's rules.
    place = f"{cls.__module__}.{cls.__qualname__}"
    if _claimed.setdefault(cls.__name__, place) != place:
        raise TypeError(
            f"two state classes are named {cls.__name__}: {_claimed[cls.__name__]} and {place}"
        )


_published: set[str] = set()  # the names of methods and constants
_fields: set[str] = set()


def _publish_method(name):
    """Let compiled code call `state.name(...)`, where the class of the state has the method."""
    if name in _published:
        return
    _published.add(name)

    @lower_builtin((_StateAttributes, name), types.VarArg(types.Any))
    def call(context, builder, signature, args):
        method = _attribute(signature.args[0], name)
        signature = method.get_call_type(context.typing_context, signature.args, {})
        function = context.get_function(method, signature)
        context.add_linking_libs(getattr(function, "libs", ()))
        return function(builder, args)


def _publish_constant(name):
    """Let compiled code read `state.NAME`."""
    if name in _published:
        return
    _published.add(name)
    for kind in NAMED_TUPLES:

        @lower_getattr(kind, name)
        def read(context, builder, state, value):
            constant = getattr(state.instance_class, name)
            return context.get_constant_generic(builder, typeof(constant), constant)


def _attribute(state, name):
    """The type of a method or constant of a state's class; None if it has none of that name."""
    value = getattr(state.instance_class, name, None) if name in _published else None
    return None if value is None else typeof(value)


class _StateAttributes(AttributeTemplate):
    """How numba finds the methods and constants of states."""

    def generic_resolve(self, state, name):
        found = _attribute(state, name)
        if not isinstance(found, types.Dispatcher):
            return found

        class Method(AbstractTemplate):
            key = (_StateAttributes, name)

            def generic(self, args, kws):
                return found.get_call_type(self.context, (state, *args), kws).as_method()

        return types.BoundFunction(Method, state)


for kind in NAMED_TUPLES:
    infer_getattr(type(f"{kind.__name__}Attributes", (_StateAttributes,), {"key": kind}))


@overload(type)
def _type_of_state(state):
    if isinstance(state, NAMED_TUPLES):
        cls = state.instance_class
        return lambda state: cls
    return None

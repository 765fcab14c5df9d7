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

from collections.abc import Callable
from itertools import count
from typing import Any

from palamedes.core.bits import lowest
from palamedes.core.errors import PalamedesError
from palamedes.core.kernel import part
from palamedes.core.language import _
from palamedes.core.stack_memory import move_list

ONGOING, WIN, LOSS, DRAW = range(4)

LARGEST_MOVE = (1 << 16) - 1
WORD = 64  # bits of a field, and so the default patterns of one
NO_MOVE = -1  # stands where there is no move, such as the one that led to the start of a game


class _Defaults:
    """The optional rules, for games that do not define them."""

    SYMMETRIES = 1

    def move_count(self):
        """The number of legal moves of an unfinished game."""
        return self.moves(move_list())

    def urgent_moves(self, out):
        """Write the moves that settle something at once, such as captures, return how many.

        A search looks at these even where its depth ends. They are some of the legal moves; the
        player who makes none of them must not be worse off than the evaluation says.
        """
        return 0

    def ways_out(self, out):
        """Write the moves that lead out of the group of the state's layer, return how many.

        For games that are solved (core/layers.py). The game is not over.
        """
        return 0

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

    # What a learned evaluation looks at (search/learned). By default every bit of every field that
    # is set is a pattern: the squares of bit boards, the binary digits of counters.
    PATTERN_KINDS = 0  # not 0: pattern = place * PATTERN_KINDS + kind, and places learn together
    SYMMETRIC_PATTERNS = 0  # whether all images of a position show the same patterns

    def patterns(self, out):
        """Write the numbers of the patterns that the position shows to `out`, return how many.

        The game is not over. A number may come several times; there are at most MAX_MOVES in all.
        """
        count = 0
        for place, word in enumerate(self):
            while word:
                out[count] = WORD * place + lowest(word)
                word &= word - 1
                count += 1
        return count

    def pattern_count(self):
        """How many patterns the game has: their numbers are smaller than this."""
        return WORD * len(self)

    # How bridges cut a state into small numbers (bridges/observations.py): for each field, how many
    # numbers it holds and of how many bits. By default every bit may be a number of its own.
    FIELD_SHAPES = ()


def rules(cls) -> Any:
    """Decorate a NamedTuple as a state: compile its rules, and add the optional ones it lacks."""
    for name, default in _public(_Defaults):
        if not hasattr(cls, name):
            setattr(cls, name, default)
    return compiled(cls)


def compiled(cls, how=part) -> Any:
    """Compile a NamedTuple's methods and make them callable from every compiled function."""
    members = [(name, value) for name, value in _public(cls) if name not in cls._fields]
    shared = [name for name, value in members if callable(value) or name.isupper()]
    _check_names(cls, shared)
    _claim_name(cls)
    _fields.update(cls._fields)
    cls.__init_subclass__ = classmethod(_claim_name)
    for name, value in members:
        if callable(value):
            setattr(cls, name, how(value))
    for name in shared:
        _publish(name)
    return cls


def _public(cls):
    return [(name, value) for name, value in vars(cls).items() if not name.startswith("_")]


def _check_names(cls, shared):
    # For numba a published method hides fields of that name in all classes.
    ambiguous = (_fields & {*shared}) | ({*cls._fields} & (published | {*shared}))
    if ambiguous:
        raise PalamedesError(
            _("{place}: {names} is a field of one state class and a method of another").format(
                place=_place(cls), names=", ".join(sorted(ambiguous))
            )
        )


_claimed: dict[str, type] = {}


def _claim_name(cls):
    # numba tells named tuples apart by class name and fields only: two states with one name would
    # silently run each other's rules.
    holder = _claimed.setdefault(cls.__name__, cls)
    if holder is cls:
        return
    if _place(holder) != _place(cls):
        raise PalamedesError(
            _("two state classes are named {name}: {first} and {second}").format(
                name=cls.__name__, first=_place(holder), second=_place(cls)
            )
        )
    # Defined again, as by a cell of a notebook, and perhaps with other rules.
    names = (f"{cls.__name__}_{number}" for number in count(2))
    cls.__name__ = next(name for name in names if name not in _claimed)
    _claimed[cls.__name__] = cls


def _place(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


published: set[str] = set()  # the methods and constants that compiled code may ask of a state
listeners: list[Callable[[str], None]] = []  # told of each name (core/native/states.py)
_fields: set[str] = set()


def _publish(name):
    if name not in published:
        published.add(name)
        for listener in listeners:
            listener(name)

"""Many states as one array: a row a state, a column a field.

Here is what the interpreter does; core/native/primitives.py has the native code.
"""

from palamedes.core.kernel import part


def state_at(example, rows, row):
    """The state in a row of an int64 array; `example` is any state of the same class."""
    return type(example)(*map(int, rows[row]))


@part
def put_state(rows, row, state):
    """Write a state to a row of an int64 array."""
    for field, word in enumerate(state):
        rows[row, field] = word

"""How compiled code finds the methods and constants of a state: through the type of the state."""

from numba import typeof, types
from numba.core.imputils import lower_builtin, lower_getattr
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import overload

from palamedes.core.rules import listeners, published

NAMED_TUPLES = (types.NamedTuple, types.NamedUniTuple)


class _StateAttributes(AttributeTemplate):
    """How numba's type inference finds the methods and constants of states."""

    def generic_resolve(self, state, name):
        found = _attribute(state, name)
        if not isinstance(found, types.Dispatcher):
            return found

        class Method(AbstractTemplate):
            key = (_StateAttributes, name)

            def generic(self, args, kws):
                return found.get_call_type(self.context, (state, *args), kws).as_method()

        return types.BoundFunction(Method, state)


def _attribute(state, name):
    """The type of a method or constant of a state's class; None if it has none of that name."""
    if name in state.fields:
        return None
    value = getattr(state.instance_class, name, None) if name in published else None
    return None if value is None else typeof(value)


for kind in NAMED_TUPLES:
    infer_getattr(type(f"{kind.__name__}Attributes", (_StateAttributes,), {"key": kind}))


_translated: set[str] = set()


def _translate(name):
    """Let compiled code call `state.name(...)` or read `state.NAME`."""
    if name in _translated:
        return
    _translated.add(name)
    if name.isupper():
        for kind in NAMED_TUPLES:
            lower_getattr(kind, name)(_reading(name))
    else:
        lower_builtin((_StateAttributes, name), types.VarArg(types.Any))(_calling(name))


def _calling(name):
    def call(context, builder, signature, args):
        method = _attribute(signature.args[0], name)
        signature = method.get_call_type(context.typing_context, signature.args, {})
        function = context.get_function(method, signature)
        context.add_linking_libs(getattr(function, "libs", ()))
        return function(builder, args)

    return call


def _reading(name):
    def read(context, builder, state, value):
        constant = getattr(state.instance_class, name)
        return context.get_constant_generic(builder, typeof(constant), constant)

    return read


listeners.append(_translate)  # first: another thread may be defining a game
for name in tuple(published):
    _translate(name)


@overload(type)
def _type_of_state(state):
    if isinstance(state, NAMED_TUPLES):
        cls = state.instance_class
        return lambda state: cls
    return None

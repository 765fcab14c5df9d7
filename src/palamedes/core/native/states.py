"""How compiled code finds the methods and constants of a state: through the type of the state.

numba keeps what it knows of the processor and of CUDA apart: each target is taught by itself.
"""

from typing import Any, NamedTuple

from numba import types

from palamedes.core.rules import listeners, published

NAMED_TUPLES = (types.NamedTuple, types.NamedUniTuple)


class Target(NamedTuple):
    """A target of numba's: its name, and where it keeps what it knows."""

    name: str
    typeof: Any  # tells the type of a constant
    templates: Any  # the module of type inference
    imputils: Any  # the module of code generation
    overload: Any


def teach(target: Target) -> None:
    """Teach a target the methods and constants of all states, of those defined later too."""

    def attribute(state, name):
        """The type of a method or constant of a state's class; None if it has none of that name."""
        value = getattr(state.instance_class, name, None) if name in published else None
        return None if value is None else target.typeof(value)

    class StateAttributes(target.templates.AttributeTemplate):
        """How type inference finds the fields, methods and constants of states."""

        metadata = {"target": target.name}  # so that it comes before what numba says of any tuple

        def generic_resolve(self, state, name):
            if name in state.fields:
                return state[state.fields.index(name)]
            found = attribute(state, name)
            if not isinstance(found, types.Dispatcher):
                return found

            class Method(target.templates.AbstractTemplate):
                key = (StateAttributes, name)

                def generic(self, args, kws):
                    return found.get_call_type(self.context, (state, *args), kws).as_method()

            return types.BoundFunction(Method, state)

    def calling(name):
        def call(context, builder, signature, args):
            method = attribute(signature.args[0], name)
            signature = method.get_call_type(context.typing_context, signature.args, {})
            function = context.get_function(method, signature)
            context.add_linking_libs(getattr(function, "libs", ()))
            return function(builder, args)

        return call

    def reading(name):
        def read(context, builder, state, value):
            constant = getattr(state.instance_class, name)
            return context.get_constant_generic(builder, target.typeof(constant), constant)

        return read

    translated: set[str] = set()

    def translate(name):
        """Let compiled code call `state.name(...)` or read `state.NAME`."""
        if name in translated:
            return
        translated.add(name)
        if name.isupper():
            for kind in NAMED_TUPLES:
                target.imputils.lower_getattr(kind, name)(reading(name))
        else:
            any_arguments = types.VarArg(types.Any)
            target.imputils.lower_builtin((StateAttributes, name), any_arguments)(calling(name))

    @target.overload(type)
    def type_of_state(state):
        if isinstance(state, NAMED_TUPLES):
            cls = state.instance_class
            return lambda state: cls
        return None

    for kind in NAMED_TUPLES:
        name = f"{kind.__name__}Attributes"
        target.templates.infer_getattr(type(name, (StateAttributes,), {"key": kind}))
    listeners.append(translate)  # first: another thread may be defining a game
    for name in tuple(published):
        translate(name)

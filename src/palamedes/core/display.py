"""Things that show themselves in a notebook, as pictures and tables.

A notebook asks a thing for `_repr_mimebundle_`. How things look is the business of the rooms above:
the package names the function that knows (`palamedes/__init__.py`), which is imported when the
first thing is shown.
"""

from collections.abc import Callable, Container
from importlib import import_module

MimeBundle = dict[str, str]  # by media type

_painter: list[str] = []  # the module and the name of the function


def paint_with(module: str, function: str) -> None:
    """Name the function that is given a thing and returns what to show of it."""
    _painter[:] = [module, function]


class Displayed:
    """A thing that a notebook can show."""

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> MimeBundle:
        """What a notebook shows: SVG or HTML. As plain text it shows `repr`, as always."""
        if not _painter:
            return {}
        module, function = _painter
        paint: Callable[[Displayed], MimeBundle] = getattr(import_module(module), function)
        return {
            kind: text
            for kind, text in paint(self).items()
            if (not include or kind in include) and not (exclude and kind in exclude)
        }

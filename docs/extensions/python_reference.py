"""The directive `public`: names of the library with their docstrings; without names, the rest."""

import inspect
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import palamedes

CLASS_OPTIONS = ("members:", "undoc-members:", "inherited-members: tuple, Player")
MAKING = ("__init__", "__new__")  # say nothing that the fields do not say
ALIAS = "Alias for field number"  # Python's docstring of each field of a named tuple


class PublicDirective(SphinxDirective):
    """One name a line. A name that does not exist is a warning; the last one takes what is left."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        told = self.env.temp_data.setdefault("public names", set())
        names = [name for line in self.content for name in line.split()]
        names = names or [name for name in palamedes.__all__ if name not in told]
        told.update(names)
        lines = [line for name in names for line in _lines(name)]
        return self.parse_text_to_nodes("\n".join(["```{eval-rst}", *lines, "```"]))


def _lines(name: str) -> list[str]:
    thing = getattr(palamedes, name)
    if inspect.isclass(thing):
        options = (
            [] if issubclass(thing, Exception) else [f"   :{option}" for option in CLASS_OPTIONS]
        )
        return [f".. autoclass:: palamedes.{name}", *options, ""]
    if callable(thing):
        return [f".. autofunction:: palamedes.{name}", ""]
    return [f".. py:data:: palamedes.{name}", ""]


def _is_skipped(_app: Sphinx, _what: str, name: str, _thing: Any, skip: bool, _o: Any) -> bool:
    return skip or name in MAKING


def _without_alias(
    _app: Sphinx, _what: str, _name: str, _t: Any, _o: Any, lines: list[str]
) -> None:
    if lines and lines[0].startswith(ALIAS):
        lines.clear()


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-skip-member", _is_skipped)
    app.connect("autodoc-process-docstring", _without_alias)
    app.add_directive("public", PublicDirective)
    return {"parallel_read_safe": True}

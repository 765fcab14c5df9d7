"""A search tree for people: as text, folded to a readable length, and drawn as SVG."""

from palamedes.ui.tree.svg import tree_svg
from palamedes.ui.tree.text import tree_text

__all__ = ["tree_svg", "tree_text"]

"""Search trees for people: as text and as SVG, folded to a readable size."""

from palamedes.ui.tree.svg import tree_svg
from palamedes.ui.tree.text import tree_text

__all__ = ["tree_svg", "tree_text"]

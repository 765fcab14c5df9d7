"""What positions, matches, trees and results show in a notebook: SVG or HTML."""

from palamedes.ui.notebook.showing import mimebundle

__all__ = ["mimebundle"]

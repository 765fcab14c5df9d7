"""Pictures of boards as SVG, for notebooks, documents and files.

They look like the boards of the web app, whose colours they read. What `static/js/board` does in a
browser is done here for pictures that need no script.
"""

from palamedes.ui.pictures.board import BoardPainter, board_svg
from palamedes.ui.pictures.games import match_svg, position_svg, svg
from palamedes.ui.pictures.marks import Marks, SpotValue

__all__ = [
    "BoardPainter",
    "Marks",
    "SpotValue",
    "board_svg",
    "match_svg",
    "position_svg",
    "svg",
]

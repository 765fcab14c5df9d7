"""The media types of each kind of thing. A page may clean up HTML, but it leaves images alone."""

from importlib import import_module
from typing import Final

from palamedes.core.display import Displayed, MimeBundle

SVG, HTML = "image/svg+xml", "text/html"

# By the name of the class: the media type, and the function that paints it. What a class needs is
# imported when the first one is shown: a board need not wait for the tables of tournaments.
PAINTERS: Final = {
    "Position": (SVG, "pictures", "position_svg"),
    "Match": (HTML, "notebook.match", "match_html"),
    "PositionAnalysis": (HTML, "notebook.analysis", "analysis_html"),
    "Tree": (SVG, "tree", "tree_svg"),
    "Puzzle": (HTML, "notebook.puzzle", "puzzle_html"),
    "TournamentResult": (HTML, "notebook.results", "tournament_html"),
    "Solution": (HTML, "notebook.results", "solution_html"),
    "LearnedRun": (HTML, "notebook.results", "learned_html"),
}


def mimebundle(thing: Displayed) -> MimeBundle:
    """What a notebook shows of a thing, by media type; nothing if its text says all."""
    for kind in type(thing).__mro__:
        if kind.__name__ in PAINTERS:
            media_type, room, painter = PAINTERS[kind.__name__]
            paint = getattr(import_module(f"palamedes.ui.{room}"), painter)
            return {media_type: paint(thing)}
    return {}

"""Reports of tournaments and of learning: one self-contained HTML file with tables, plots, games.

The plots are our own SVG instead of matplotlib: smaller, light or dark like the page, and without
a dependency.
"""

from palamedes.ui.report.tournament import write_report

__all__ = ["write_report"]

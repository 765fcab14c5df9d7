"""The report of a tournament: one self-contained HTML file with tables, plots and all games.

The plots are our own SVG instead of matplotlib: smaller, light or dark like the page, and without
a dependency.
"""

from palamedes.ui.report.page import write_report

__all__ = ["write_report"]

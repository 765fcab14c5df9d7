"""A tournament as one HTML file that needs nothing else: tables, plots, and every game to replay.

The plots are SVG that we draw ourselves, without matplotlib: it is small, follows light and dark,
and needs no dependency.
"""

from palamedes.ui.report.page import write_report

__all__ = ["write_report"]

"""Elements of report pages: tables, paragraphs, templates filled in."""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from palamedes.core.language import _, language


def page(content: str, title: str, scripts: Sequence[str], elements: Mapping[str, str]) -> str:
    """The page with this content, a template, filled in. It allows only our own script."""
    script = "".join(map(file_text, scripts))
    parts = {
        "language": language(),
        "title": escape(title),
        "style": file_text("report.css"),
        "hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "script": script,
        **{name: escape(text) for name, text in _replay_labels().items()},
        **elements,
    }
    text = file_text("page.html").replace("{{content}}", file_text(content))
    text = text.replace("{{replay}}", file_text("replay.html"))
    return re.sub(r"\{\{(\w+)\}\}", lambda hole: parts[hole[1]], text)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], name: int = 1) -> Element:
    """A table of figures; the column `name` has the headings of the rows."""
    frame = Element("div", {"class": "wide", "tabindex": "0"})
    whole = SubElement(frame, "table")
    head = SubElement(SubElement(whole, "thead"), "tr")
    for heading in headings:
        SubElement(head, "th", {"scope": "col"}).text = heading
    body = SubElement(whole, "tbody")
    for row in rows:
        line = SubElement(body, "tr")
        for column, text in enumerate(row):
            kind = {"scope": "row"} if column == name else {}
            SubElement(line, "th" if column == name else "td", kind).text = text
    return frame


def paragraph(sentences: Sequence[str]) -> Element:
    element = Element("p")
    element.text = " ".join(sentences)
    return element


def html(element: Element) -> str:
    return tostring(element, encoding="unicode", method="html")


def figures(drawings: Iterable[Element | None]) -> str:
    """Drawings, each with a caption, which screen readers read too."""
    found = []
    for svg in drawings:
        if svg is not None:
            plot = Element("figure")
            SubElement(plot, "figcaption").text = svg.get("aria-label")
            plot.append(svg)
            found.append(html(plot))
    return "".join(found)


def file_text(name: str) -> str:
    """The text of a file in this folder."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _replay_labels() -> dict[str, str]:
    """The fixed texts of replay.html."""
    return {
        "games_title": _("Games"),
        "filter_player": _("player"),
        "filter_result": _("result"),
        "filter_end": _("how it ended"),
        "all": _("all"),
        "player_wins": _("this player wins"),
        "player_loses": _("this player loses"),
        "drawn": _("draw"),
        "first_wins": _("the first player wins"),
        "second_wins": _("the second player wins"),
        "more": _("Show more games"),
        "first_position": _("Start"),
        "previous": _("Previous move"),
        "next": _("Next move"),
        "last_position": _("End"),
        "position": _("Position"),
        "board": _("Board"),
        "evaluation": _("Evaluation: above the line, the first player is ahead"),
        "moves": _("Moves"),
        "keys": _(
            "Use the arrow keys to step through the game, Home and End to go to its start or end."
        ),
        "too_old": _("This browser is too old to show the games."),
        "no_script": _("Turn on JavaScript to replay the games."),
    }

"""Feedback for a class: one page for each student, and one for the teacher."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from xml.etree.ElementTree import Element, SubElement

from palamedes.arena.faults import Fault, faults_of, games_of, slowest_moves
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.grade import UnreadableHandin
from palamedes.arena.marks import StudentMark
from palamedes.arena.plan import Plan
from palamedes.arena.standings import Standing, Standings
from palamedes.core.files import write_atomically
from palamedes.core.language import _, decimal
from palamedes.games import find_game
from palamedes.ui.report.archive import archive, boards, pack
from palamedes.ui.report.elements import html, page, paragraph, table
from palamedes.ui.texts.feedback import (
    comment_text,
    deduction_text,
    failure_text,
    fault_text,
    hint_lines,
    mark_text,
    strength_text,
    unreadable_text,
)
from palamedes.ui.texts.games import entrant_name
from palamedes.ui.texts.standings import REASONS, elo_text, interval_text, likeness_text
from palamedes.ui.texts.tournaments import legible, plan_sentences

INDEX = "index.html"
EXAMPLES = 2  # of each kind of fault
SLOWEST = 6  # moves


class GradedClass(NamedTuple):
    """A class whose games are played; marks, if any are given, by the place in the plan."""

    plan: Plan
    games: Sequence[FinishedGame]
    result: Standings
    journal: Path
    unreadable: Sequence[UnreadableHandin]
    marks: Mapping[int, StudentMark]

    def students(self) -> list[Standing]:
        """All but the yardstick, in the order of the ranking."""
        count = len(self.plan.entrants) - self.plan.yardstick
        return [player for player in self.result.players if player.place < count]


def write_feedback(graded: GradedClass, folder: Path) -> None:
    """Write all pages, each atomically; OSError if that fails."""
    folder.mkdir(exist_ok=True)
    for player in graded.students():
        write_atomically(folder / page_name(player), student_page(graded, player).encode())
    write_atomically(folder / INDEX, class_page(graded).encode())


def page_name(player: Standing) -> str:
    """A safe and unique name for a student's page."""
    plain = normalize("NFKD", player.name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:40]
    return f"{player.place + 1:02}-{slug or 'student'}.html"


def csv_rows(graded: GradedClass) -> list[dict[str, str]]:
    """A row for each student, those without games last: name, mark and comment."""
    game = find_game(graded.plan.game)
    is_on_ladder = graded.result.is_on_ladder
    rows = []
    for player in graded.students():
        mark = graded.marks.get(player.place)
        comment = comment_text(game, player, is_on_ladder, mark)
        rows.append((player.name, mark_text(mark), comment))
    rows += [(each.name, "", unreadable_text(each.why)) for each in graded.unreadable]
    names = _("student"), _("Mark"), _("comment")
    return [dict(zip(names, row, strict=True)) for row in rows]


def class_page(graded: GradedClass) -> str:
    """The page for the teacher: all students, with links to their pages."""
    game = find_game(graded.plan.game)
    signed = not graded.result.is_on_ladder
    headings = [_("student"), _("Mark"), "Elo", "95%", _("plays like"), _("points"), _("faults")]
    students = graded.students()
    rows = [
        [
            legible(player.name),
            mark_text(graded.marks.get(player.place)),
            elo_text(player.rating, signed),
            interval_text(player.low, player.high, signed),
            likeness_text(player.likeness),
            f"{decimal(player.score.points, None)}/{player.score.games}",
            failure_text(player),
        ]
        for player in students
    ]
    rows += [
        [legible(each.name), *[""] * 5, unreadable_text(each.why)] for each in graded.unreadable
    ]
    whole = table(headings, rows, name=0)
    for cell, player in zip(whole.iterfind(".//tbody/tr/th"), students, strict=False):
        link = SubElement(cell, "a", {"href": page_name(player)})
        link.text, cell.text = cell.text, None
    elements = {
        "plan": html(paragraph(plan_sentences(game, graded.plan, len(graded.games)))),
        "students": html(whole),
        "games": "",
    }
    title = _("{game}: feedback for the class").format(game=_(game.title))
    return page("class.html", title, (), elements)


def student_page(graded: GradedClass, player: Standing) -> str:
    """The page of a student as one HTML document. Whatever comes from students is escaped."""
    plan, game = graded.plan, find_game(graded.plan.game)
    own = games_of(player.place, graded.games)
    faults = faults_of(game, player.place, own, graded.journal)
    examples = [each for group in _groups(faults).values() for each in group[:EXAMPLES]]
    elements = {
        "summary": "".join(html(paragraph([line])) for line in _summary(graded, player)),
        "results": html(_results(graded, player)),
        "faults": "".join(map(html, _fault_elements(faults, examples))),
        "slow": html(_slowest(player.place, own)),
        "examples": pack(boards([each.position for each in examples])) if examples else "",
        "games": pack(archive(game, [entrant.name for entrant in plan.entrants], own)),
        "results_title": escape(_("Results")),
        "faults_title": escape(_("What went wrong")),
        "slow_title": escape(_("Slowest moves")),
    }
    scripts = ("board.js", "report.js", "examples.js", "feedback.js")
    title = _("{game}: feedback for {name}").format(game=_(game.title), name=legible(player.name))
    return page("feedback.html", title, scripts, elements)


def _summary(graded: GradedClass, player: Standing) -> list[str]:
    game, mark = find_game(graded.plan.game), graded.marks.get(player.place)
    lines = [strength_text(game, player, graded.result.is_on_ladder)]
    if text := mark_text(mark):
        lines.insert(0, f"{_('Mark: {mark}.').format(mark=text)} {deduction_text(mark)}")
    return [*lines, *hint_lines(player, graded.plan.terms.move)]


def _results(graded: GradedClass, player: Standing) -> Element:
    rows = []
    for other in graded.result.players:
        score = graded.result.score(player.place, other.place)
        if score is not None and score.games:
            counts = [str(count) for count in (score.wins, score.draws, score.losses)]
            rows.append([entrant_name(other.name), decimal(score.points, None), *counts])
    headings = [_("opponent"), _("points"), _("wins"), _("draws"), _("losses")]
    return table(headings, rows, name=0)


def _groups(faults: Sequence[Fault]) -> dict[str, list[Fault]]:
    """Faults by their reason."""
    ordered = sorted(faults, key=lambda fault: fault.reason)
    return {reason: list(each) for reason, each in groupby(ordered, lambda fault: fault.reason)}


def _fault_elements(faults: Sequence[Fault], examples: Sequence[Fault]) -> list[Element]:
    """For each kind of fault, its games and some positions; the boards are drawn by the script."""
    if not faults:
        return [paragraph([_("Nothing: no game was lost by a fault.")])]
    elements = []
    for reason, group in _groups(faults).items():
        heading = Element("h3")
        heading.text = _("{reason}: {count}").format(reason=_(REASONS[reason]), count=len(group))
        elements.append(heading)
        elements += [_example(examples.index(fault), fault) for fault in group[:EXAMPLES]]
    return elements


def _example(number: int, fault: Fault) -> Element:
    figure = Element("figure", {"class": "fault"})
    attributes = {"id": f"example-{number}", "role": "img", "aria-label": fault.position.text}
    SubElement(figure, "svg", attributes)
    words = SubElement(figure, "div")
    SubElement(words, "p").text = fault_text(fault)
    SubElement(words, "p", {"class": "position"}).text = fault.position.text
    game = fault.game.fixture.number + 1
    button = SubElement(words, "button", {"type": "button", "data-game": str(game)})
    button.text = _("Replay game {number}").format(number=game)
    if fault.stderr:
        SubElement(words, "pre").text = "\n".join(legible(line, 200) for line in fault.stderr)
    return figure


def _slowest(place: int, games: Sequence[FinishedGame]) -> Element:
    rows = [
        [
            _("Game {number}").format(number=each.game.fixture.number + 1),
            str(each.ply + 1),
            each.move or _("out of time"),
            "" if each.seconds is None else decimal(each.seconds, 3),
        ]
        for each in slowest_moves(place, games, SLOWEST)
    ]
    return table([_("game"), _("ply"), _("move"), _("seconds")], rows, name=0)

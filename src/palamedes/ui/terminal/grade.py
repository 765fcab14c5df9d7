"""Grading from the hand-ins to the marks: played as a tournament, then told to each student."""

from pathlib import Path
from typing import NamedTuple

from palamedes.arena.early_stop import counted_games
from palamedes.arena.export import csv_text
from palamedes.arena.grade import BotFolder
from palamedes.arena.marks import MarkScheme, mark_of
from palamedes.arena.plan import Plan
from palamedes.arena.standings import standings
from palamedes.core.files import write_atomically
from palamedes.ui.report.feedback import INDEX, GradedClass, csv_rows, write_feedback
from palamedes.ui.terminal.run_tournament import Outputs, check_outputs, run_tournament

BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for another encoding


class GradeOutputs(NamedTuple):
    """What a class gets besides the files of a tournament."""

    feedback: Path | None
    platform_csv: Path | None
    scheme: MarkScheme | None

    @property
    def first_page(self) -> Path | None:
        """A file that will be written for the feedback: the folder itself if it is new."""
        has_folder = self.feedback is not None and self.feedback.is_dir()
        return self.feedback / INDEX if self.feedback and has_folder else self.feedback


def run_grading(
    path: Path,
    plan: Plan,
    handins: BotFolder,
    workers: int,
    outputs: Outputs,
    told: GradeOutputs,
) -> None:
    """Play the games that the journal at `path` lacks, and write what the students get."""
    check_outputs(path, *outputs.files, told.platform_csv, told.first_page)
    games = counted_games(plan, run_tournament(path, plan, workers, None, outputs))
    result = standings(plan, games)
    marks = {}
    if told.scheme is not None:
        marks = {player.place: mark_of(told.scheme, player) for player in result.players}
    graded = GradedClass(plan, games, result, path, handins.unreadable, marks)
    if told.feedback is not None:
        write_feedback(graded, told.feedback)
    if told.platform_csv is not None:
        text = BYTE_ORDER_MARK + csv_text(csv_rows(graded))
        write_atomically(told.platform_csv, text.encode(errors="replace"))

"""Progress in lessons, kept with the settings, for the terminal and the window."""

from dataclasses import replace

from palamedes.lessons import StepRun
from palamedes.ui.settings import load_settings, save_settings


def completed_steps(name: str) -> set[int]:
    """The steps of a game's lesson that the user has completed."""
    pairs = (entry.partition("/") for entry in load_settings().lessons)
    return {int(number) for game, _slash, number in pairs if game == name and number.isdecimal()}


def note_completed(run: StepRun) -> None:
    """Keep in mind that a step is completed, if it is."""
    settings, entry = load_settings(), f"{run.course.name}/{run.number}"
    if run.is_done and entry not in settings.lessons:
        save_settings(replace(settings, lessons=(*settings.lessons, entry)))

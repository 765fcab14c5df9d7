"""The report of a run: what each generation became, where it changed its mind, how it plays."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Fixture
from palamedes.core.files import write_atomically
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _, decimal
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.learning.judgements import Change, asymmetry, changes, play_game, sample_games
from palamedes.learning.run import generation_file
from palamedes.learning.run_folder import Generation, Run, RunFolder
from palamedes.learning.strength import Gap, gap_of_match, gaps_to_zero
from palamedes.ui.report import learning_plots as plots
from palamedes.ui.report.archive import archive, boards, pack
from palamedes.ui.report.elements import figures, html, page, paragraph, table
from palamedes.ui.texts.learning import gap_text, made_sentences, percent, score_text, title, whole

EXAMPLES = 3  # positions for each two generations
MOST_EXAMPLES = 12


class Shift(NamedTuple):
    """A change of mind between two generations."""

    before: int
    after: int
    change: Change


def write_learning_report(folder: RunFolder, run: Run, path: Path) -> None:
    """Write the report of a run atomically; OSError if that fails."""
    write_atomically(path, learning_report(folder, run).encode())


def learning_report(folder: RunFolder, run: Run) -> str:
    """The report of a run as one HTML document in the current language."""
    game = folder.game
    kept = [0, *(each.number for each in run.rounds if each.accepted)]
    evaluations = {number: generation_file(folder, run, number).evaluation(game) for number in kept}
    sample = sample_games(game, evaluations[run.best])
    shifts = _shifts(evaluations, sample)
    gaps = gaps_to_zero(run)
    unevenness = None
    if type(game.start).SYMMETRIES > 1 and not type(game.start).SYMMETRIC_PATTERNS:
        unevenness = asymmetry(sample, evaluations[run.best])
    curves = plots.error_plot(run), plots.elo_plot(run, gaps), plots.truth_plot(run)
    elements = {
        "summary": html(paragraph(made_sentences(run)[:1])),
        "generations": html(generations_table(run, gaps)),
        "curves": figures(curves),
        "changes": "".join(html(_example(*each)) for each in enumerate(shifts)),
        "made": html(paragraph(made_sentences(run, unevenness)[1:])),
        "games": pack(_games(game, run, evaluations)),
        "examples": pack(boards([each.change.position for each in shifts])) if shifts else "",
        **{name: escape(text) for name, text in _labels().items()},
    }
    return page("learning.html", title(game), ("board.js", "report.js", "examples.js"), elements)


def _labels() -> dict[str, str]:
    return {
        "generations_title": _("Generations"),
        "curves_title": _("Curves"),
        "changes_title": _("Where it changed its mind"),
        "changes_note": _(
            "Positions about which two generations differ most. The bars show the share of the "
            "point that the player to move can expect, before and after."
        ),
        "made_title": _("How it was made"),
        "elo_note": _(
            "Elo comes from matches with a fixed number of nodes per move, in pairs of games with "
            "the same opening and swapped sides, with 95% error bars. Over the best generation "
            "before, it is by the test match alone; over generation 0, by all matches together. So "
            "even for generation 1 the two can differ a little."
        ),
    }


def generations_table(run: Run, gaps: dict[int, Gap]) -> Element:
    """What each generation learnt from, and what came of it."""
    headings = [
        _("generation"),
        _("search depth"),
        _("positions"),
        _("error before"),
        _("error after"),
        _("test match"),
        _("Elo over the best before (test match)"),
        _("Elo over generation 0 (all matches)"),
        _("keeps the value"),
        _("minutes"),
        _("accepted"),
    ]
    return table(headings, [_row(each, gaps) for each in run.rounds], name=0)


def _row(generation: Generation, gaps: dict[int, Gap]) -> list[str]:
    errors = generation.errors
    has_played = generation.number in gaps
    return [
        str(generation.number),
        str(generation.depth),
        whole(generation.positions),
        decimal(errors[0], 4) if errors else "",
        decimal(min(errors), 4) if errors else "",
        score_text(generation.pairs) if has_played else "",
        gap_text(gap_of_match(generation.pairs)) if has_played else "",
        gap_text(gaps[generation.number]) if has_played else "",
        "" if generation.truth is None else percent(generation.truth),
        decimal(sum(generation.seconds.values()) / 60, 1),
        _("yes") if generation.accepted else _("no"),
    ]


def _shifts(evaluations: dict[int, Evaluation], sample: Sequence[Match]) -> list[Shift]:
    """The largest changes of mind from each generation to the next."""
    found = [
        Shift(before, after, change)
        for before, after in pairwise(evaluations)
        for change in changes(sample, evaluations[before], evaluations[after])[:EXAMPLES]
    ]
    return found[-MOST_EXAMPLES:]


def _example(number: int, shift: Shift) -> Element:
    """A board, which the script draws, and what two generations expect."""
    figure = Element("figure")
    position = shift.change.position
    side = _("Player {number} to move").format(number=position.turn + 1)
    SubElement(figure, "figcaption").text = side
    board = {"id": f"example-{number}", "role": "img", "aria-label": position.text}
    SubElement(figure, "svg", board)
    for generation, share in (
        (shift.before, shift.change.before),
        (shift.after, shift.change.after),
    ):
        line = SubElement(figure, "p")
        name = _("generation {number}").format(number=generation)
        line.text = _("{name}: {value}").format(name=name, value=percent(share))
        meter = {"min": "0", "max": "1", "value": f"{share:.3f}", "aria-label": line.text}
        SubElement(figure, "meter", meter)
    return figure


def _games(game: Game, run: Run, evaluations: dict[int, Evaluation]) -> dict[str, object]:
    """Games of the best generation: against itself, and against the one before with both sides."""
    best = run.best
    before = run.rounds[best - 1].rival if best else 0
    names = [_("generation {number}").format(number=number) for number in (before, best)]
    played = []
    for number, sides in enumerate(((1, 1), (1, 0), (0, 1))):
        chosen = [(before, best)[side] for side in sides]
        match = play_game(
            game, (evaluations[chosen[0]], evaluations[chosen[1]]), f"shown {number // 2}"
        )
        match.players = names[sides[0]], names[sides[1]]
        played.append(FinishedGame(Fixture(number, number, *sides), to_document(match)))
    return archive(game, names, played)

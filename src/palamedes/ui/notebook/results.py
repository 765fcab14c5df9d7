"""Tables as HTML: of a tournament, of a solved game, of a run of learning."""

from xml.etree.ElementTree import Element

from palamedes.core.language import Number, _
from palamedes.games import find_game
from palamedes.learning.strength import gaps_to_zero
from palamedes.library.growing import LearnedRun
from palamedes.library.playing import TournamentResult
from palamedes.library.solving import Solution
from palamedes.ui.notebook.output import add_picture, finished, new_output
from palamedes.ui.pictures.elements import draw
from palamedes.ui.report.drawing import document
from palamedes.ui.report.elements import table
from palamedes.ui.report.learning import generations_table
from palamedes.ui.report.learning_plots import elo_plot, error_plot, truth_plot
from palamedes.ui.report.tournament import cross_table, ranking_table
from palamedes.ui.texts.learning import title as learning_title
from palamedes.ui.texts.solving import cost_text, value_sentences
from palamedes.ui.texts.standings import overall_lines, scale_sentence
from palamedes.ui.texts.tournaments import title


def tournament_html(result: TournamentResult) -> str:
    """The ranking with intervals of 95 %, and the points of every player against every other."""
    found = result.standings
    output, beside = _titled("tournament", title(find_game(result.plan.game)))
    draw(beside, "p", " ".join(overall_lines(found)))
    beside.append(ranking_table(found))
    draw(beside, "p", scale_sentence(found), class_="quiet")
    if len(found.players) > 2:
        draw(beside, "h4", _("Cross table"))
        beside.append(cross_table(found))
    return finished(output)


def solution_html(solution: Solution) -> str:
    """The value of the start, and how many positions are won, lost and drawn."""
    output, beside = _titled("solution", _(solution.game.title))
    for sentence in value_sentences(solution):
        draw(beside, "p", sentence)
    figures = {
        _("wins"): solution.wins,
        _("losses"): solution.losses,
        _("draws"): solution.draws,
        _("longest win (plies)"): solution.longest_win,
    }
    row = [f"{Number(figure):,}" for figure in figures.values()]
    beside.append(table(list(figures), [row], name=-1))
    draw(beside, "p", cost_text(solution), class_="quiet")
    return finished(output)


def learned_html(learned: LearnedRun) -> str:
    """What each generation learnt, and the curves of errors and Elo."""
    run = learned.run
    output, beside = _titled("learned", learning_title(learned.game))
    gaps = gaps_to_zero(run)
    beside.append(generations_table(run, gaps))
    plots = draw(beside, "div", class_="plots")
    for plot in (error_plot(run), elo_plot(run, gaps), truth_plot(run)):
        if plot is not None:
            figure, caption = draw(plots, "figure"), plot.get("aria-label", "")
            draw(figure, "figcaption", caption)
            add_picture(figure, document(plot), caption)
    return finished(output)


def _titled(kind: str, heading: str) -> tuple[Element, Element]:
    """An output with a heading, and the element below which its tables stand."""
    output = new_output(kind)
    beside = draw(output, "div", class_="beside")
    draw(beside, "h4", heading)
    return output, beside

"""The report of a tournament: its tables, and the template filled in."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from xml.etree.ElementTree import Element

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Plan
from palamedes.arena.standings import GameCounts, Meeting, Standing, Standings, mean, standings
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable, write_atomically
from palamedes.core.language import _, decimal
from palamedes.games import find_game
from palamedes.library.arguments import path_of
from palamedes.library.playing import TournamentResult
from palamedes.ui.report import tournament_plots as plots
from palamedes.ui.report.archive import archive, pack
from palamedes.ui.report.elements import figures, html, page, paragraph, table
from palamedes.ui.texts.standings import (
    REASONS,
    elo_text,
    figure,
    interval_text,
    likeness_text,
    overall_lines,
    scale_sentence,
)
from palamedes.ui.texts.tournaments import legible, plan_sentences, title

SHORT_NAME = 24  # characters of a name in tables with many columns


def write_report(result: TournamentResult, path: str | Path) -> None:
    """Write the report of a tournament, one page with plots and all games, whole or not at all."""
    if not isinstance(result, TournamentResult):
        raise PalamedesError(
            _("the result of a tournament is needed, not {kind}").format(kind=type(result).__name__)
        )
    check_writable(path_of(path))
    write_atomically(path_of(path), report(result.plan, result.played).encode())


def report(plan: Plan, played: Sequence[FinishedGame]) -> str:
    """The report of a tournament as one HTML document in the current language.

    Whatever comes from players is escaped as part of an element, or packed. The page allows only
    our own script, by its hash.
    """
    game = find_game(plan.game)
    result = standings(plan, played)
    elements = {
        "plan": html(paragraph(plan_sentences(game, plan, len(played)))),
        "overall": html(paragraph(overall_lines(result))),
        "ranking": html(ranking_table(result)),
        "scale": html(paragraph([scale_sentence(result)])),
        "players": html(_players(result)),
        "cross": html(cross_table(result)),
        "meetings": html(_meetings(plan, result)),
        "reasons": html(_reasons(result)),
        "plots": figures(_plots(result, played)),
        "games": pack(archive(game, [entrant.name for entrant in plan.entrants], played)),
        **{name: escape(text) for name, text in _labels().items()},
    }
    return page("tournament.html", title(game), ("board.js", "report.js"), elements)


def _labels() -> dict[str, str]:
    """The fixed texts of the template."""
    return {
        "ranking_title": _("Ranking"),
        "players_title": _("Player statistics"),
        "cross_title": _("Cross table"),
        "meetings_title": _("Head to head"),
        "reasons_title": _("How the games ended"),
        "plots_title": _("Plots"),
        "los_note": _(
            "95%: the true rating is between these two with a probability of 95%; few games say "
            "little. LOS is the likelihood that a player is stronger than the next one."
        ),
        "evaluation_note": _(
            "Evaluation: total and mean of the scores the player gave its own moves, leaving "
            "out proven wins and losses."
        ),
    }


def ranking_table(result: Standings) -> Element:
    """The players, best first, with ratings, their intervals, and points."""
    rows = []
    has_steps = any(player.likeness for player in result.players)
    signed = not result.is_on_ladder
    for rank, player in enumerate(result.players, start=1):
        score = player.score
        rating = [elo_text(player.rating, signed), interval_text(player.low, player.high, signed)]
        los = "" if player.los is None else f"{decimal(100 * player.los)} %"
        counts = [str(count) for count in (score.games, score.wins, score.draws, score.losses)]
        sides = [_score_text(player.first), _score_text(player.second)]
        likeness = [likeness_text(player.likeness)] if has_steps else []
        cells = [*rating, *likeness, los, decimal(score.points, None), *counts, *sides]
        rows.append([str(rank), legible(player.name, SHORT_NAME), *cells])
    headings = ["#", _("player"), "Elo", "95%", *([_("plays like")] if has_steps else []), _("LOS")]
    headings += [_("points"), _("games"), _("wins"), _("draws"), _("losses")]
    return table([*headings, _("playing first"), _("playing second")], rows)


def _players(result: Standings) -> Element:
    headings = [_("player"), _("s/game"), _("s/move"), _("slowest"), _("depth"), _("nodes")]
    headings += [_("total evaluation"), _("mean evaluation"), _("illegal moves"), _("timeouts")]
    rows = [[_name(player), *_efforts(player)] for player in result.players]
    return table([*headings, _("crashes"), _("disqualified")], rows, name=0)


def _efforts(player: Standing) -> list[str]:
    effort = player.statistics
    failures = ("illegal move", "timeout", "crash", "disqualified")
    return [
        figure(mean(effort.seconds, player.score.games), ".2f"),
        figure(mean(effort.seconds, effort.moves), ".3f"),
        figure(effort.slowest if effort.moves else None, ".3f"),
        figure(mean(effort.depth, effort.searches), ".1f"),
        figure(mean(effort.nodes, effort.searches), ",.0f"),
        figure(effort.evaluation if effort.judged else None, "+d"),
        figure(mean(effort.evaluation, effort.judged), "+.1f"),
        *(str(player.failures[reason]) for reason in failures),
    ]


def cross_table(result: Standings) -> Element:
    """The points of the player in the row; small enough for a class of thirty and its steps."""
    rows = []
    for rank, player in enumerate(result.players, start=1):
        scores = (result.score(player.place, other.place) for other in result.players)
        cells = [decimal(score.points, None) if score else "" for score in scores]
        rows.append([str(rank), legible(player.name, SHORT_NAME), *cells])
    ranks = [str(rank) for rank in range(1, len(result.players) + 1)]
    cross = table(["#", _("player"), *ranks], rows)
    cross.set("class", "wide cross")
    return cross


def _meetings(plan: Plan, result: Standings) -> Element:
    headings = [_("players"), _("result"), "Elo", "95%", _("LOS"), _("LL LD DD+WL WD WW")]
    rows = [[_versus(plan, each), *_figures(each)] for each in result.meetings.values()]
    return table(headings, rows, name=0)


def _versus(plan: Plan, meeting: Meeting) -> str:
    one, other = (legible(plan.entrants[place].name) for place in (meeting.one, meeting.other))
    return _("{one} against {other}").format(one=one, other=other)


def _figures(meeting: Meeting) -> list[str]:
    found = meeting.estimate
    los = "" if found.los is None else f"{decimal(100 * found.los)} %"
    pairs = " ".join(decimal(count, None) for count in meeting.tally.pairs)
    elo = [elo_text(found.elo, signed=True), interval_text(found.low, found.high, signed=True)]
    return [_score_text(meeting.score), *elo, los, pairs]


def _reasons(result: Standings) -> Element:
    reasons = result.overall.reasons.most_common()
    rows = [[_(REASONS[reason]), str(count)] for reason, count in reasons]
    return table([_("how it ended"), _("games")], rows, name=0)


def _plots(result: Standings, played: Sequence[FinishedGame]) -> Iterable[Element | None]:
    return (
        plots.elo_plot(result),
        plots.heat_map(result),
        plots.length_plot(played),
        plots.evaluation_plot(result, played),
    )


def _name(player: Standing) -> str:
    name = legible(player.name)
    return (
        name if player.spec in (player.name, "") else f"{name} ({legible(player.spec, SHORT_NAME)})"
    )


def _score_text(score: GameCounts) -> str:
    return f"+{score.wins} ={score.draws} -{score.losses}"

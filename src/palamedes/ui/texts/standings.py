"""The standings of a tournament in words and figures: ends of games, Elo, shares."""

from math import isinf

from palamedes.arena.standings import GameCounts, SprtStanding, Standings, mean
from palamedes.arena.yardstick import Likeness
from palamedes.core.language import N_, _, decimal, localised, ngettext
from palamedes.ui.texts.games import entrant_name, level_name

# How games ended, as headings of counts.
REASONS = {
    "normal": N_("on the board"),
    "repetition": N_("by repetition"),
    "limit": N_("by move limit"),
    "resignation": N_("by resignation"),
    "agreement": N_("by agreement"),
    "adjudication": N_("by adjudication"),
    "timeout": N_("out of time"),
    "illegal move": N_("illegal move"),
    "crash": N_("crash"),
    "disqualified": N_("disqualified"),
    "abandonment": N_("abandoned"),
}


def overall_lines(result: Standings) -> list[str]:
    """All games together in sentences, and the state of a sequential test if there is one."""
    overall = result.overall
    lines = []
    if overall.games:
        first = overall.first
        line = ngettext(
            "{games} game of {plies} plies; the first player scores {share} (+{wins} "
            "={draws} -{losses}).",
            "{games} games of {plies} plies on average; the first player scores {share} "
            "(+{wins} ={draws} -{losses}).",
            overall.games,
        )
        lines.append(
            line.format(
                games=overall.games,
                plies=decimal(overall.plies / overall.games, int(overall.games > 1)),
                share=share_of(first),
                wins=first.wins,
                draws=first.draws,
                losses=first.losses,
            )
        )
    if result.test is not None:
        lines.append(_test_line(result.test))
    return lines


def _test_line(test: SprtStanding) -> str:
    outcomes = {
        "H1": _("H1 accepted ({elo1} rather than {elo0} normalised Elo)"),
        "H0": _("H0 accepted ({elo0} rather than {elo1} normalised Elo)"),
        "go on": _("undecided between {elo0} and {elo1} normalised Elo"),
    }
    elo0, elo1 = (localised(f"{elo:+g}") if elo else "0" for elo in (test.elo0, test.elo1))
    line = _("SPRT, {one} against {other}: LLR {llr} (bounds {low} and {high}), {outcome}.")
    return line.format(
        one=entrant_name(test.players[0]),
        other=entrant_name(test.players[1]),
        llr=decimal(test.llr, 2),
        low=decimal(test.low, 2),
        high=decimal(test.high, 2),
        outcome=outcomes[test.verdict].format(elo0=elo0, elo1=elo1),
    )


def scale_sentence(result: Standings) -> str:
    """What the ratings mean."""
    if result.is_on_ladder:
        return _("Ratings are on the scale of the ladder; those of its steps are fixed.")
    return _("Elo ratings are 0 on average.")


def likeness_text(likeness: Likeness | None) -> str:
    """The step that a player plays like: `step 6`, `above step 7`; empty if unknown."""
    if likeness is None:
        return ""
    senses = {"like": "{step}", "above": _("above {step}"), "below": _("below {step}")}
    return senses[likeness.sense].format(step=level_name(f"step{likeness.step}"))


def elo_text(value: float | None, signed: bool = False, unicode: bool = True) -> str:
    """Elo points; empty if None, and possibly infinite."""
    if value is None:
        return ""
    if isinf(value):
        return ("-" if value < 0 else "") + ("∞" if unicode else "inf")
    return f"{value:+.0f}" if signed else f"{value:.0f}"


def interval_text(
    low: float | None, high: float | None, signed: bool = False, unicode: bool = True
) -> str:
    """An interval of Elo points, such as `-96…+532`; empty if there is none."""
    if low is None or high is None:
        return ""
    between = "…" if unicode else ".."
    return between.join(elo_text(end, signed, unicode) for end in (low, high))


def share_text(value: float | None) -> str:
    """A share from 0 to 1 in percent; empty if None."""
    return "" if value is None else f"{100 * value:.0f}%"


def figure(value: float | None, form: str) -> str:
    """A number in the format `form`; empty if None."""
    return "" if value is None else localised(format(value, form))


def share_of(score: GameCounts) -> str:
    """The share of the points that a score has won."""
    return share_text(mean(score.points, score.games))

"""A tournament in words: its title, its plan, and the results of its games."""

from collections.abc import Mapping
from typing import Any

from palamedes.arena.plan import GameTerms, Plan
from palamedes.core.game import Game
from palamedes.core.history_rules import HistoryRules
from palamedes.core.language import _, decimal, ngettext
from palamedes.ui.texts.games import DRAWN, WON

LONGEST = 40  # characters of a name
SPACES = "\u00a0\u202f"  # before signs, in French


def legible(text: str, longest: int = LONGEST) -> str:
    """A text from outside without control characters, cut to `longest` characters."""
    safe = "".join(each if each.isprintable() or each in SPACES else "?" for each in text)
    return safe if len(safe) <= longest else f"{safe[: longest - 1]}…"


def title(game: Game) -> str:
    return _("{game} tournament").format(game=_(game.title))


def plan_sentences(game: Game, plan: Plan, played: int) -> list[str]:
    """The plan in words, and how many of its games are played."""
    total = len(plan.meetings()) * plan.games
    return [
        _("Game: {game}.").format(game=game.id),
        _meetings(plan),
        _openings(plan),
        *_clock(plan.terms),
        *_history(plan.terms.history),
        *_ends(plan),
        ngettext(
            "{played} of {total} game played.", "{played} of {total} games played.", total
        ).format(played=played, total=total),
    ]


def _meetings(plan: Plan) -> str:
    if plan.gauntlet:
        name = legible(plan.entrants[0].name)
        text = ngettext(
            "{name} plays {games} game against each opponent (opponents: {others}).",
            "{name} plays {games} games against each opponent (opponents: {others}).",
            plan.games,
        )
        return text.format(name=name, others=len(plan.entrants) - 1, games=plan.games)
    if plan.yardstick:
        text = ngettext(
            "{players} players and {steps} to measure them by, which do not meet; {games} game "
            "per pairing.",
            "{players} players and {steps} to measure them by, which do not meet; {games} games "
            "per pairing.",
            plan.games,
        )
        players = len(plan.entrants) - plan.yardstick
        return text.format(players=players, steps=plan.yardstick, games=plan.games)
    text = ngettext(
        "{players} players, {games} game per pairing.",
        "{players} players, {games} games per pairing.",
        plan.games,
    )
    return text.format(players=len(plan.entrants), games=plan.games)


def _openings(plan: Plan) -> str:
    if plan.lines:
        text = ngettext(
            "{count} opening from a file, played twice with sides swapped.",
            "{count} openings from a file, each played twice with sides swapped.",
            len(plan.lines),
        )
        return text.format(count=len(plan.lines))
    if not plan.openings:
        return _("Every game begins from the starting position.")
    text = _("Openings: {plies} random plies (seed {seed}), each played twice with sides swapped.")
    return text.format(plies=plan.openings, seed=plan.seed)


def _clock(terms: GameTerms) -> list[str]:
    sentences = []
    if terms.move is not None:
        sentences.append(_("{seconds} s per move.").format(seconds=decimal(terms.move, None)))
    if terms.total is not None:
        total, increment = decimal(terms.total, None), decimal(terms.increment, None)
        text = _("{total} s per player, plus {increment} s per move.")
        sentences.append(text.format(total=total, increment=increment))
    return sentences or [_("No time limit.")]


def _history(rules: HistoryRules) -> list[str]:
    sentences = []
    if rules.repetition:
        text = _("A game ends when a position occurs {count} times.")
        sentences.append(text.format(count=rules.repetition))
    if rules.quiet:
        sentences.append(
            _("A game ends after {plies} plies without progress.").format(plies=rules.quiet)
        )
    if rules.plies:
        sentences.append(_("A game lasts at most {plies} plies.").format(plies=rules.plies))
    return sentences


def _ends(plan: Plan) -> list[str]:
    sentences = []
    if plan.terms.adjudicate:
        sentences.append(_("A game stops once the tables know its result."))
    if plan.terms.resign:
        text = _("A player resigns after three moves in a row with a score of -{score} or worse.")
        sentences.append(text.format(score=plan.terms.resign))
    if plan.sprt is not None:
        elo0, elo1 = decimal(plan.sprt.elo0, None), decimal(plan.sprt.elo1, None)
        text = _("Sequential test (SPRT): {elo0} against {elo1} normalised Elo.")
        sentences.append(text.format(elo0=elo0, elo1=elo1))
    return sentences


def result_text(record: Mapping[str, Any]) -> str:
    """Who has won the game of a record, and why."""
    winner, reason = record["result"]["winner"], record["result"]["reason"]
    count = record["history"]["repetition"]
    if winner is None:
        return _(DRAWN[reason]).format(count=count)
    names = [
        legible(name) or _("Player {number}").format(number=number)
        for number, name in enumerate(record["players"], start=1)
    ]
    return _(WON[reason]).format(winner=names[winner - 1], loser=names[2 - winner], count=count)

"""A run of learning in words: what it is doing, and what came of each generation."""

from palamedes.arena.elo import Tally
from palamedes.core.game import Game
from palamedes.core.language import N_, Number, _, decimal
from palamedes.learning.run import Progress
from palamedes.learning.run_folder import Generation, Run
from palamedes.learning.strength import Gap, gap_of_match, gaps_to_zero

PHASES = {
    "prepare": N_("compiling"),
    "play": N_("self-play"),
    "fit": N_("fitting"),
    "match": N_("test match"),
    "examine": N_("examination"),
    "done": N_("done"),
}


def progress_text(told: Progress, run: Run) -> str:
    """What a run is doing now, in one line."""
    words = [_(PHASES[told.phase])]
    if told.number:
        line = _("generation {number} of {total}")
        words.insert(0, line.format(number=told.number, total=run.generations))
    if told.phase == "play":
        words.append(_positions(told.positions))
        words.append(_("{rate} positions/s").format(rate=whole(told.rate)))
    if told.phase == "fit" and told.error is not None:
        words.append(_("error {error}").format(error=decimal(told.error, 4)))
    if told.phase == "match" and any(told.pairs):
        words += _ahead(told.number, told.pairs, run)
        words.append(_("{games} games").format(games=2 * sum(told.pairs)))
    return ", ".join(words)


def generation_text(generation: Generation, run: Run) -> str:
    """What came of a generation, in one line."""
    words = [_positions(generation.positions)]
    if generation.errors:
        errors = [decimal(each, 4) for each in (generation.errors[0], min(generation.errors))]
        words.append(_("error {before} -> {after}").format(before=errors[0], after=errors[1]))
    if sum(generation.pairs):
        words += _ahead(generation.number, generation.pairs, run)
    if generation.truth is not None:
        words.append(_("keeps the value: {share}").format(share=percent(generation.truth)))
    if not generation.accepted:
        line = _("not stronger: generation {best} stays")
        if not sum(generation.pairs):
            line = _("it learnt nothing new: generation {best} stays")
        words.append(line.format(best=generation.rival))
    line = _("Generation {number}: {facts}")
    return line.format(number=generation.number, facts=", ".join(words))


def _positions(count: int) -> str:
    return _("{positions} positions").format(positions=whole(count))


def whole(number: float) -> str:
    """A whole number, its thousands grouped as the language does."""
    return f"{Number(number):,}"


def _ahead(number: int, pairs: list[int], run: Run) -> list[str]:
    """How far a generation is ahead of the best before it and, if that is another, of generation 0.

    Each figure says what it is by: all matches together can see a gap otherwise than one match.
    """
    rival = run.rounds[number - 1].rival
    line = _("{gap} Elo over generation {rival} in the test match")
    words = [line.format(gap=gap_text(gap_of_match(pairs)), rival=rival)]
    if rival and number in (gaps := gaps_to_zero(run)):
        line = _("{gap} Elo over generation 0 by all matches")
        words.append(line.format(gap=gap_text(gaps[number])))
    return words


def gap_text(gap: Gap) -> str:
    return f"{gap.elo:+.0f} ± {gap.error:.0f}"


def score_text(pairs: list[int]) -> str:
    """The points of a match."""
    tally = Tally(tuple(map(float, pairs)))
    points, games = decimal(tally.points, None), decimal(tally.games, None)
    return _("{points} of {games} points").format(points=points, games=games)


def percent(share: float) -> str:
    return _("{share} %").format(share=decimal(100 * share, 1))


def time_left_text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return _("{time} left").format(time=f"{minutes}:{rest:02}")


def title(game: Game) -> str:
    return _("{game}: an evaluation that taught itself").format(game=_(game.title))


def made_sentences(run: Run, unevenness: float | None = None) -> list[str]:
    """How a run was made; the first sentence is a summary."""
    best = _("Generation {number} of {total} is the strongest.")
    sentences = [best.format(number=run.best, total=len(run.rounds))]
    if run.best in (gaps := gaps_to_zero(run)):
        sentences[0] += " " + _(
            "By all matches together, it is {gap} Elo ahead of generation 0, which knows nothing."
        ).format(gap=gap_text(gaps[run.best]))
    sentences.append(
        _(
            "It began with a network that knows nothing, and learnt from {positions} positions "
            "of games against itself: {minutes} minutes with {workers} threads, seed {seed}, "
            "Palamedes {version}."
        ).format(
            positions=whole(sum(each.positions for each in run.rounds)),
            minutes=decimal(run.seconds / 60, 1),
            workers=run.workers,
            seed=run.seed,
            version=run.version,
        )
    )
    sentences.append(
        _(
            "A generation plays with the best network so far, is fitted to the results of the "
            "games and to what the searches found, and replaces the best one if it beats it, or, "
            "where both score the same, if its error is lower. The error is the cross entropy on "
            "whole games that were held out."
        )
    )
    if run.asked:
        sentences.append(
            _(
                "Truth comes from solved tables: {count} positions in which some moves keep the "
                "value and others do not; the evaluation looks one move ahead."
            ).format(count=run.asked)
        )
    if unevenness is not None:
        sentences.append(
            _(
                "Its patterns are not symmetric: the share it expects differs by {share} on "
                "average between a position and its mirror images."
            ).format(share=percent(unevenness))
        )
    return sentences

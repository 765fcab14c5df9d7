"""How strong the generations of a run are, by the matches that they have played."""

from math import sqrt
from typing import NamedTuple

from palamedes.arena.elo import CONFIDENCE, RatingTable, Tally, rate
from palamedes.learning.run_folder import Generation, Run


class Gap(NamedTuple):
    """The Elo by which one generation is ahead of another, and half of the 95 % interval."""

    elo: float
    error: float


def gap_of_match(pairs: list[int]) -> Gap:
    """The gap by one match. It is finite: half a drawn game is added for each side."""
    return _gap(rate(2, {(0, 1): Tally(tuple(map(float, pairs)))}), 0, 1)


def gaps_to_zero(run: Run) -> dict[int, Gap]:
    """How far each generation that has played is ahead of generation 0, by all matches together."""
    played = [each for each in run.rounds if sum(each.pairs)]
    tallies = {(each.number, each.rival): Tally(tuple(map(float, each.pairs))) for each in played}
    places = {number: place for place, number in enumerate([0, *(n.number for n in played)])}
    table = rate(
        len(places),
        {(places[one], places[other]): tally for (one, other), tally in tallies.items()},
    )
    return {each.number: _gap(table, places[each.number], 0) for each in played}


def measured_elo(run: Run, generation: Generation) -> dict[str, dict[str, float]]:
    """The strength of a generation by opponent, as its file has it (search/learned/files.py)."""
    rounds = run.rounds[: generation.number]
    gaps = {
        0: (gaps_to_zero(run)[generation.number], rounds),
        generation.rival: (gap_of_match(generation.pairs), [generation]),
    }
    return {
        f"generation {number}": {
            "elo": round(gap.elo, 1),
            "error": round(gap.error, 1),
            "games": 2 * sum(sum(each.pairs) for each in played),
        }
        for number, (gap, played) in gaps.items()
    }


def _gap(table: RatingTable, one: int, other: int) -> Gap:
    covariance = table.covariance
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return Gap(table.elo[one] - table.elo[other], CONFIDENCE * sqrt(max(float(variance), 0.0)))

"""Marks by thresholds that a teacher writes into a small TOML file.

    [step]                # or [rating], or [score]: percent of all points
    8 = 20                # who plays like step 8 or better has 20
    4 = 12
    0 = 5                 # everybody else

    [deductions]          # for each game lost that way, from marks that are numbers
    crashes = 0.5
    at_most = 3           # all together

A player above a step counts as the next one, a player below it as the one before. Marks may be
texts too, such as "A".
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from palamedes.arena.standings import FAILURES, Standing
from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

Measure = Literal["step", "rating", "score"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
AT_MOST = "at_most"
BEYOND = {"below": -1, "like": 0, "above": 1}  # steps, from the one that a player is compared with
LARGEST = 100_000  # bytes


class Threshold(NamedTuple):
    """The least step, rating or score that earns a mark."""

    least: float
    mark: float | str


class MarkScheme(NamedTuple):
    """How marks are given; thresholds come in falling order, deductions by the reason of a loss."""

    measure: Measure
    thresholds: tuple[Threshold, ...]
    deductions: Mapping[str, float]
    most_deducted: float | None


class StudentMark(NamedTuple):
    """A mark, and what was deducted from it; None where too little is known for one."""

    mark: float | str | None
    deducted: float = 0.0


def read_marks(path: Path) -> MarkScheme:
    """The scheme in a file; PalamedesError says which line or key of it is wrong."""
    try:
        text = path.read_bytes()[:LARGEST].decode()
        document = tomllib.loads(text)
    except OSError as error:
        raise PalamedesError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise PalamedesError(f"{path}: {error}") from None
    try:
        return _scheme(document)
    except PalamedesError as error:
        raise PalamedesError(f"{path}: {error}") from None


def _scheme(document: dict[str, Any]) -> MarkScheme:
    for key in document:
        if key not in (*MEASURES, "deductions"):
            known = ", ".join(f"[{name}]" for name in (*MEASURES, "deductions"))
            raise PalamedesError(_("{key!r} is none of {known}").format(key=key[:40], known=known))
    measures = [measure for measure in MEASURES if measure in document]
    if len(measures) != 1:
        raise PalamedesError(_("one of [step], [rating] and [score] must have the thresholds"))
    thresholds = [
        Threshold(_threshold(measures[0], key), _mark(measures[0], key, mark))
        for key, mark in _table(document, measures[0]).items()
    ]
    deductions = {
        key: _amount(key, amount) for key, amount in _table(document, "deductions").items()
    }
    reasons = {reason: deductions.get(name, 0.0) for reason, name in FAILURES.items()}
    falling = tuple(sorted(thresholds, key=lambda each: -each.least))
    return MarkScheme(measures[0], falling, reasons, deductions.get(AT_MOST))


def _table(document: dict[str, Any], name: str) -> dict[str, Any]:
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise PalamedesError(_("[{table}] must be a table").format(table=name))
    return found


def _threshold(table: str, key: str) -> float:
    try:
        return float(key)
    except ValueError:
        raise PalamedesError(
            _("[{table}]: {key!r} is not a number").format(table=table, key=key[:40])
        ) from None


def _mark(table: str, key: str, mark: Any) -> float | str:
    if isinstance(mark, bool) or not isinstance(mark, int | float | str):
        raise PalamedesError(
            _("[{table}]: the mark of {key} must be a number or a text").format(
                table=table, key=key[:40]
            )
        )
    return mark


def _amount(key: str, amount: Any) -> float:
    if key not in (*FAILURES.values(), AT_MOST):
        known = ", ".join((*FAILURES.values(), AT_MOST))
        raise PalamedesError(
            _("[deductions]: {key!r} is none of {known}").format(key=key[:40], known=known)
        )
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not amount >= 0:
        raise PalamedesError(
            _("[deductions]: {key} must be a number from 0 on").format(key=key[:40])
        )
    return amount


def mark_of(scheme: MarkScheme, player: Standing) -> StudentMark:
    """The mark of a player; never less than 0 if it is a number."""
    reached = _reached(scheme.measure, player)
    if reached is None:
        return StudentMark(None)
    earned = (each.mark for each in scheme.thresholds if reached >= each.least)
    mark = next(earned, None)
    if mark is None or isinstance(mark, str):
        return StudentMark(mark)
    lost = sum(scheme.deductions[reason] * count for reason, count in player.failures.items())
    if scheme.most_deducted is not None:
        lost = min(lost, scheme.most_deducted)
    return StudentMark(max(mark - lost, 0), min(lost, mark))


def _reached(measure: Measure, player: Standing) -> float | None:
    if measure == "step":
        found = player.likeness
        return None if found is None else found.step + BEYOND[found.sense]
    if measure == "rating":
        return player.rating
    return 100 * player.score.points / player.score.games if player.score.games else None

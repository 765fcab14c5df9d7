"""Standings for other programs: JSON and CSV."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from palamedes.arena.plan import Plan
from palamedes.arena.standings import (
    FAILURES,
    GameCounts,
    Meeting,
    Overall,
    Standing,
    Standings,
    mean,
)

# Where a formula may begin: at the start of a text, or after a character that other spreadsheets
# take for the end of a cell.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[=+@-])")


def to_document(plan: Plan, result: Standings) -> dict[str, Any]:
    """The plan and the standings as a JSON document; unknown and infinite figures are null."""
    names = [entrant.name for entrant in plan.entrants]
    return {
        "plan": asdict(plan),
        "overall": _overall_document(result.overall),
        "players": [
            {"rank": rank, **_player_document(player)}
            for rank, player in enumerate(result.players, start=1)
        ],
        "meetings": [_meeting_document(meeting, names) for meeting in result.meetings.values()],
        "test": result.test and result.test._asdict(),
    }


def _player_document(player: Standing) -> dict[str, Any]:
    """One player's row of the table, in the order of its columns."""
    score, statistics = player.score, player.statistics
    return {
        "name": player.name,
        "spec": player.spec,
        **_score_document(score),
        "rating": _known(player.rating),
        "error": _known(player.error),
        "rating_low": _known(player.low),
        "rating_high": _known(player.high),
        "los": _known(player.los),
        "plays_like": None if player.likeness is None else str(player.likeness),
        **_score_document(player.first, "first_"),
        **_score_document(player.second, "second_"),
        **{name: player.failures[reason] for reason, name in FAILURES.items()},
        "slowest_move": statistics.slowest,
        "seconds_per_game": mean(statistics.seconds, score.games),
        "seconds_per_move": mean(statistics.seconds, statistics.moves),
        "nodes_per_move": mean(statistics.nodes, statistics.searches),
        "mean_depth": mean(statistics.depth, statistics.searches),
        "total_evaluation": statistics.evaluation if statistics.judged else None,
        "mean_evaluation": mean(statistics.evaluation, statistics.judged),
    }


def _meeting_document(meeting: Meeting, names: Sequence[str]) -> dict[str, Any]:
    found = asdict(meeting.estimate) | {"error": meeting.estimate.error}
    figures = {name: _known(value) for name, value in found.items()}
    return {
        "players": [names[meeting.one], names[meeting.other]],
        **_score_document(meeting.score),
        "pairs": list(meeting.tally.pairs),
        "singles": list(meeting.tally.singles),
        **{("normalised_elo" if name == "normalised" else name): figures[name] for name in figures},
    }


def _overall_document(overall: Overall) -> dict[str, Any]:
    return {
        "games": overall.games,
        **_score_document(overall.first, "first_"),
        "first_score": mean(overall.first.points, overall.games),
        "mean_plies": mean(overall.plies, overall.games),
        "seconds_per_game": mean(overall.seconds, overall.games),
        "reasons": dict(overall.reasons.most_common()),
    }


def _score_document(score: GameCounts, prefix: str = "") -> dict[str, Any]:
    figures = asdict(score) | {"games": score.games, "points": score.points}
    names = ("games", "wins", "draws", "losses", "points")
    return {prefix + name: figures[name] for name in names}


def to_csv(result: Standings) -> str:
    """The table of players as CSV, in the order of the ranking; unknown figures are empty.

    No cell is a formula for a spreadsheet, whatever the players are called.
    """
    rows = [
        {"rank": rank, **_player_document(player)}
        for rank, player in enumerate(result.players, start=1)
    ]
    return csv_text(rows)


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Rows with the same names of columns as CSV; no cell is a formula for a spreadsheet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _defused(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _defused(value: Any) -> Any:
    """The value; in a text, an apostrophe goes before everything a spreadsheet might execute."""
    return FORMULA.sub(r"\1'", value) if isinstance(value, str) else value


def _known(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None

"""A run as one JSON document, for programs."""

from dataclasses import asdict
from typing import Any

from palamedes.learning.run_folder import Run, RunFolder
from palamedes.learning.strength import gap_of_match, gaps_to_zero


def run_document(folder: RunFolder, run: Run) -> dict[str, Any]:
    """The settings of a run and what came of its generations, with their Elo."""
    zero = gaps_to_zero(run)
    rounds = []
    for each in run.rounds:
        document = asdict(each)
        if each.number in zero:
            document["elo_over_rival"] = gap_of_match(each.pairs)._asdict()
            document["elo_over_zero"] = zero[each.number]._asdict()
        document["file"] = str(folder.learned(each.number)) if each.accepted else None
        rounds.append(document)
    return {**asdict(run), "rounds": rounds, "best": run.best, "folder": str(folder.path)}

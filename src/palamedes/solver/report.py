"""The results of solving a game, as data."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from palamedes.core.cores import usable_cores
from palamedes.core.files import write_atomically
from palamedes.core.language import _
from palamedes.core.layers import Layer
from palamedes.core.probe import Truth, truth_without_plies
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.evaluations import tuned_evaluation
from palamedes.solver.above_tables import value_above
from palamedes.solver.outcomes import keep_outcomes
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

VALUES = {WIN: "win", LOSS: "loss"}
PROOF = "start.json"
MEGABYTES = 1024  # for the transposition table of the proof


def value_of_start(tablebase: Tablebase, progress: Progress) -> Truth | None:
    """The exact value of the start: from its table, or proven with all tables; None if unknown."""
    start = tablebase.game.start
    truth = tablebase.probe(start)
    if truth is not None or tablebase.missing(tablebase.layers.every):
        return truth
    outcome = _read_proof(tablebase)
    if outcome is None:
        progress(_("solving the starting position"), 0, 1)
        evaluation = tuned_evaluation(tablebase.game)
        outcomes = keep_outcomes(tablebase, tablebase.layers.every, usable_cores(), progress)
        outcome = value_above(start, outcomes, evaluation, megabytes=MEGABYTES).outcome
        write_atomically(tablebase.folder / PROOF, json.dumps(_proof(tablebase, outcome)).encode())
        progress(_("solving the starting position"), 1, 1)
    return None if outcome is None else truth_without_plies(outcome)


def _proof(tablebase: Tablebase, outcome: int | None) -> dict[str, Any]:
    """The contents of the proof file: the game, the outcome, and the tables that it rests on."""
    files = [tablebase.file(layer) for layer in tablebase.layers.every]
    digests = [file.facts["digest"] for file in files if file is not None]
    return {"game": tablebase.game.id, "outcome": outcome, "tables": digests}


def _read_proof(tablebase: Tablebase) -> int | None:
    """The outcome that was proven with exactly these tables, None if not found."""
    with suppress(OSError, ValueError):
        document = json.loads((tablebase.folder / PROOF).read_text())
        for outcome in (WIN, LOSS, DRAW):
            if document == _proof(tablebase, outcome):
                return outcome
    return None


def solution(tablebase: Tablebase, wanted: Sequence[Layer], start: Truth | None) -> dict[str, Any]:
    """The value of the start, and the counts: of the main layer, or of each layer wanted."""
    document: dict[str, Any] = {
        "game": tablebase.game.name,
        "variant": tablebase.game.variant,
        "value": None if start is None else VALUES.get(start.outcome, "draw"),
        "plies": start.plies if start and start.plies > 0 else None,
    }
    main = tablebase.layers.main
    if main is None:
        document["tables"] = {layer_name(layer): _classes(tablebase, layer) for layer in wanted}
    else:
        document |= _positions(tablebase, main)
    files = [file for layer in wanted if (file := tablebase.file(layer)) is not None]
    document["seconds"] = round(sum(file.facts["seconds"] for file in files), 3)
    document["bytes"] = sum(file.bytes for file in files)
    return document


def _positions(tablebase: Tablebase, layer: Layer) -> dict[str, Any]:
    """The counts of a layer by positions."""
    census = _census(tablebase, layer)
    return {name: census[name] for name in ("wins", "losses", "draws", "longest_win", "states")}


def _classes(tablebase: Tablebase, layer: Layer) -> dict[str, Any]:
    """The counts of a layer by classes of symmetric positions."""
    census, file = _census(tablebase, layer), tablebase.file(layer)
    counts = {name: census[f"class_{name}"] for name in ("wins", "losses", "draws")}
    return {
        **counts,
        "longest_win": census["longest_win"],
        "longest_loss": census["longest_loss"],
        "states": sum(counts.values()),
        "seconds": file.facts["seconds"] if file else None,
        "bytes": file.bytes if file else 0,
    }


def _census(tablebase: Tablebase, layer: Layer) -> dict[str, int]:
    file = tablebase.file(layer)
    return dict(file.facts["census"]) if file else {}

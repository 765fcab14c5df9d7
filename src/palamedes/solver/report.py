"""What solving a game has shown, as data."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from palamedes.core.files import write_atomically
from palamedes.core.language import _
from palamedes.core.layers import Layer
from palamedes.core.probe import Truth
from palamedes.core.rules import DRAW, LOSS, WIN
from palamedes.search.nothing import Nothing
from palamedes.solver.above import value_above
from palamedes.solver.tablebase import Progress, Tablebase, layer_name

VALUES = {WIN: "win", LOSS: "loss"}
PROOF = "start.json"
MEGABYTES = 1024  # for what the proof remembers


def value_of_start(tables: Tablebase, progress: Progress) -> Truth | None:
    """The truth about the start: from its table, or by a proof over all tables; None if unknown."""
    start = tables.game.start
    truth = tables.probe(start)
    if truth is not None or tables.missing(tables.layers.every):
        return truth
    outcome = _read_proof(tables)
    if outcome is None:
        progress(_("solving the starting position"), 0, 1)
        evaluation = tables.game.evaluations.get("tuned", Nothing())
        all_tables = tables.tables(tables.layers.every)
        outcome = value_above(start, all_tables, evaluation, megabytes=MEGABYTES).outcome
        write_atomically(tables.folder / PROOF, json.dumps(_proof(tables, outcome)).encode())
        progress(_("solving the starting position"), 1, 1)
    return None if outcome is None else Truth(outcome, 0)


def _proof(tables: Tablebase, outcome: int | None) -> dict[str, Any]:
    """What the file says of the start: of which game, over which tables."""
    files = [tables.file(layer) for layer in tables.layers.every]
    digests = [file.facts["digest"] for file in files if file is not None]
    return {"game": tables.game.id, "outcome": outcome, "tables": digests}


def _read_proof(tables: Tablebase) -> int | None:
    """The outcome that was proven over just these tables; None if there is no such file."""
    with suppress(OSError, ValueError):
        document = json.loads((tables.folder / PROOF).read_text())
        for outcome in (WIN, LOSS, DRAW):
            if document == _proof(tables, outcome):
                return outcome
    return None


def solution(tables: Tablebase, wanted: Sequence[Layer], start: Truth | None) -> dict[str, Any]:
    """The value of the start and the counts; where layers are counted one by one, a table each."""
    document: dict[str, Any] = {
        "game": tables.game.name,
        "variant": tables.game.variant,
        "value": None if start is None else VALUES.get(start.outcome, "draw"),
        "plies": start.plies or None if start else None,
    }
    main = tables.layers.main
    if main is None:
        document["tables"] = {layer_name(layer): _classes(tables, layer) for layer in wanted}
    else:
        document |= _positions(tables, main)
    files = [file for layer in wanted if (file := tables.file(layer)) is not None]
    document["seconds"] = round(sum(file.facts["seconds"] for file in files), 3)
    document["bytes"] = sum(file.bytes for file in files)
    return document


def _positions(tables: Tablebase, layer: Layer) -> dict[str, Any]:
    """The counts of a layer, each position counted."""
    census = _census(tables, layer)
    return {name: census[name] for name in ("wins", "losses", "draws", "longest_win", "states")}


def _classes(tables: Tablebase, layer: Layer) -> dict[str, Any]:
    """The counts of a layer, each class of positions under the symmetries counted once."""
    census, file = _census(tables, layer), tables.file(layer)
    counts = {name: census[f"class_{name}"] for name in ("wins", "losses", "draws")}
    return {
        **counts,
        "longest_win": census["longest_win"],
        "longest_loss": census["longest_loss"],
        "states": sum(counts.values()),
        "seconds": file.facts["seconds"] if file else None,
        "bytes": file.bytes if file else 0,
    }


def _census(tables: Tablebase, layer: Layer) -> dict[str, int]:
    file = tables.file(layer)
    return dict(file.facts["census"]) if file else {}

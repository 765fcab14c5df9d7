"""Awalé's evaluations, plainly."""

from palamedes.core.position import Position
from reference.awale import HOLES, HOLES_OF, following

from .plain import Counts, Worked, difference

KINDS = ("red", "blue", "clear")


def _holes(position: Position) -> dict[int, dict[str, int]]:
    """The seeds of each colour in every hole."""
    holes = {hole: dict.fromkeys(KINDS, 0) for hole in HOLES}
    for name, pieces in position.board().pieces.items():
        if name.isdigit():
            holes[int(name)] |= {piece.kind: piece.count for piece in pieces}
    return holes


def _taken(position: Position) -> tuple[int, int]:
    """The seeds taken by the player to move and by the other."""
    taken = {counter.owner: counter.value for counter in position.board().counters}
    return taken[position.turn], taken[1 - position.turn]


def _weak(seeds: dict[str, int]) -> bool:
    return sum(seeds.values()) in (1, 2)


def _formula_side(holes: dict[int, dict[str, int]], player: int, taken: int) -> Counts:
    own = [holes[hole] for hole in HOLES_OF[player]]
    enemy = [holes[hole] for hole in HOLES_OF[1 - player]]
    moves = sum((s["red"] > 0) + (s["blue"] > 0) + 2 * (s["clear"] > 0) for s in own)
    return {
        "taken": taken,
        "weak": sum(map(_weak, enemy)),
        "mobility": moves,
        "few": int(moves <= 2),
        "seeds": sum(sum(seeds.values()) for seeds in own),
    }


def formula(position: Position, last: str | None) -> Counts:
    holes, (mine, others) = _holes(position), _taken(position)
    counts = difference(
        _formula_side(holes, position.turn, mine), _formula_side(holes, 1 - position.turn, others)
    )
    counts["control"] = int(counts.pop("seeds") / 2)  # towards zero
    return counts


def _tuned_side(holes: dict[int, dict[str, int]], player: int, taken: int) -> Counts:
    own = [holes[hole] for hole in HOLES_OF[player]]
    enemy = [holes[hole] for hole in HOLES_OF[1 - player]]
    return {
        "taken": taken,
        **{kind: sum(seeds[kind] > 0 for seeds in own) for kind in KINDS},
        "empty": sum(not any(seeds.values()) for seeds in own),
        "weak": sum(map(_weak, enemy)),
    }


def tuned(position: Position, last: str | None) -> Counts:
    holes, (mine, others) = _holes(position), _taken(position)
    chained = [hole for hole in HOLES if _weak(holes[hole]) and _weak(holes[following(hole)])]
    return {
        **difference(
            _tuned_side(holes, position.turn, mine), _tuned_side(holes, 1 - position.turn, others)
        ),
        "chain": len(chained),
    }


PLAIN = {"formula": formula, "tuned": tuned}
TEMPO = {"chain"}

START = " ".join(f"{hole}(2R2B2T)" for hole in HOLES) + " 1 0-0"
OFFICIAL_2 = "1(1R) 2(2R) 3(1B) 4(2B) 5(1R) 14(4B) 15(2R) 16(1R3B) 2 40-39"
NEARLY_BLOCKED = "1(1R) 2(5B) 4(6T) 1 44-40"

WORKED = [
    # Moves 32 - 31, seeds 49 - 47.
    Worked("formula", "awale", START, 2 * (32 - 31) + (49 - 47) // 2, "3R"),
    # Taken 39 - 40, weak holes of the enemy 1 3 5 15, mine 2 4; moves 5 - 4; seeds 12 - 5.
    Worked("formula", "awale", OFFICIAL_2, -10 + 3 * (4 - 2) + 2 * (5 - 4) + 3),
    # Taken 44 - 40; my hole is weak; moves 1 - 3, mine are few; seeds 1 - 11.
    Worked("formula", "awale", NEARLY_BLOCKED, 40 - 3 - 2 * 2 - 10 - 5),
    # Holes with red seeds 8 - 7.
    Worked("tuned", "awale", START, {"red": 1}, "3R"),
    # Holes with red 2 - 3, with blue 3 - 1, empty 4 - 4; weak as above; 1 2 3 4 5 are neighbours.
    Worked(
        "tuned",
        "awale",
        OFFICIAL_2,
        {"taken": -1, "red": -1, "blue": 2, "weak": 4 - 2, "chain": 4},
    ),
]

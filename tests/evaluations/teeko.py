"""Teeko's evaluations, plainly."""

from palamedes.core.position import Position
from reference.teeko import FOURS_IN_LINE, NEIGHBOURS, PATTERNS

from .plain import Counts, Worked, difference, owned

NUMBERS = {2: "two", 3: "three", 4: "four"}
CENTRAL = {f"{file}{rank}" for file in "bcd" for rank in "234"}
PLACES = {
    "centre": {"c3"},
    "beside_centre": {"b3", "d3", "c2", "c4"},
    "across_centre": {"b2", "b4", "d2", "d4"},
    "edge_middle": {"a3", "e3", "c1", "c5"},
    "edge": {"a2", "a4", "e2", "e4", "b1", "d1", "b5", "d5"},
}


def _open_patterns(position: Position, own: set[str], enemies: set[str]) -> list[set[str]]:
    """The patterns that hold two or more own pieces and no enemy."""
    patterns = PATTERNS[position.game.variant]
    return [pattern for pattern in patterns if not pattern & enemies and len(pattern & own) >= 2]


def _original_side(position: Position, own: set[str], enemies: set[str]) -> Counts:
    counts = dict.fromkeys(NUMBERS.values(), 0)
    for pattern in _open_patterns(position, own, enemies):
        counts[NUMBERS[len(pattern & own)]] += 1
    return {**counts, "central": len(own & CENTRAL)}


def original(position: Position, last: str | None) -> Counts:
    mine, others = owned(position)
    return difference(
        _original_side(position, mine, others), _original_side(position, others, mine)
    )


def _shape(pattern: set[str]) -> str:
    if pattern not in FOURS_IN_LINE:
        return "in_square"
    files, ranks = {square[0] for square in pattern}, {square[1] for square in pattern}
    return "aslant" if len(files) == len(ranks) else "in_line"


def _completed_next(own: set[str], pattern: set[str]) -> bool:
    """Whether the piece in hand, or the one off the pattern, gets where one is missing."""
    (missing,) = pattern - own
    return len(own) < 4 or bool(own - pattern & set(NEIGHBOURS[missing]) - pattern)


def _tuned_side(position: Position, own: set[str], enemies: set[str]) -> Counts:
    shapes = ("in_line", "aslant", "in_square")
    counts = {f"{number}_{shape}": 0 for number in ("two", "three") for shape in shapes}
    counts |= {name: len(own & squares) for name, squares in PLACES.items()}
    counts["ready"] = 0
    for pattern in _open_patterns(position, own, enemies):
        counts[f"{NUMBERS[len(pattern & own)]}_{_shape(pattern)}"] += 1
        if len(pattern & own) == 3:
            counts["ready"] += _completed_next(own, pattern)
    return counts


def tuned(position: Position, last: str | None) -> Counts:
    mine, others = owned(position)
    counts = difference(_tuned_side(position, mine, others), _tuned_side(position, others, mine))
    wins = any(position.play(code).result for code in position.codes)
    return {**counts, "strike": int(wins)}


PLAIN = {"original": original, "tuned": tuned}
TEMPO = {"strike"}
WORKED = [
    Worked("original", "teeko", "5/5/2X2/5/5 O", -2),
    # X has two of a3-d3, b3-e3 and the square above; the square below has an enemy. Central: 2, 1.
    Worked("original", "teeko", "5/5/1XX2/2O2/5 O", -(3 * 10 + 2 * (2 - 1))),
    # X has three of a3-d3 and b3-e3, two of the two squares above. Central: 3 and 1.
    Worked("original", "teeko", "5/5/1XXX1/2O2/O4 O", -(2 * 50 + 2 * 10 + 2 * (3 - 1))),
    # X has two of a1-d4; c3 is central.
    Worked("original", "teeko", "5/5/2X2/5/X3O O", -(10 + 2)),
    # Advanced: and of the square a1 c1 a3 c3.
    Worked("original", "teeko:advanced", "5/5/2X2/5/X3O O", -(2 * 10 + 2)),
    # X has won with a1-d1 and has three of b1-e1. O has three of a2-d2, two of b2-e2 and of two
    # squares above; b2 and c2 are central.
    Worked("original", "teeko", "5/5/5/OOO2/XXXX1 O", 50 + 3 * 10 + 2 * 2 - 1000 - 50),
    # The pieces of the second example: b3 is as good as c2.
    Worked(
        "tuned",
        "teeko",
        "5/5/1XX2/2O2/5 O",
        {"two_in_line": -2, "two_in_square": -1, "centre": -1},
    ),
    # Those of the third: the fourth piece can be dropped on a3 or e3, two patterns are ready.
    Worked(
        "tuned",
        "teeko",
        "5/5/1XXX1/2O2/O4 O",
        {"three_in_line": -2, "two_in_square": -2, "centre": -1, "beside_centre": -1, "ready": -2},
    ),
    # All are placed, X is to move: e2 reaches e3, not a3. X has two of b5-e2 and of the five
    # squares above and below; O has two of a1-d1. Beside the three, e2 on the edge against c1.
    Worked(
        "tuned",
        "teeko",
        "O3O/5/1XXX1/4X/O1O2 X",
        {"three_in_line": 2, "two_in_line": -1, "two_aslant": 1, "two_in_square": 5}
        | {"centre": 1, "beside_centre": 2, "edge": 1, "edge_middle": -1, "ready": 1, "strike": 1},
    ),
]

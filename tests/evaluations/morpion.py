"""Morpion's evaluations, plainly."""

from palamedes.core.position import Position
from reference.morpion import lines, parse_variant

from .plain import Counts, Worked, owned


def _pieces_on_lines(position: Position) -> list[tuple[int, int]]:
    """For each line the pieces of the player to move and the enemy's."""
    mine, others = owned(position)
    size, _ = parse_variant(position.game.variant)
    return [(len(mine & line), len(others & line)) for line in lines(size)]


def cubes(position: Position, last: str | None) -> Counts:
    if last is None:
        return {"line": 0}
    target = last[-2:]
    enemies, own = owned(position)  # the mover is the one who is not to move now
    own -= {target}
    size, _ = parse_variant(position.game.variant)
    through = [line for line in lines(size) if target in line]
    return {"line": -sum((len(own & line) - len(enemies & line)) ** 3 for line in through)}


def trivial(position: Position, last: str | None) -> Counts:
    _, needed = parse_variant(position.game.variant)
    pieces = _pieces_on_lines(position)
    return {"line": pieces.count((needed - 1, 0)) - pieces.count((0, needed - 1))}


def open_lines(position: Position, last: str | None) -> Counts:
    pieces = _pieces_on_lines(position)
    open_to_me = [line for line in pieces if line[1] == 0]
    open_to_other = [line for line in pieces if line[0] == 0]
    return {"line": len(open_to_me) - len(open_to_other)}


def tuned(position: Position, last: str | None) -> Counts:
    size, needed = parse_variant(position.game.variant)
    names = {1: "one_short", 2: "two_short", 3: "three_short"}
    counts = dict.fromkeys((*names.values(), "further", "square"), 0)
    for mine, others in _pieces_on_lines(position):
        counts["square"] += mine - others
        if others <= size - needed:
            counts[names.get(needed - mine, "further")] += 1
        if mine <= size - needed:
            counts[names.get(needed - others, "further")] -= 1
    wins = any(position.play(code).result for code in position.codes)
    return {**counts, "strike": int(wins)}


PLAIN = {"cubes": cubes, "trivial": trivial, "open": open_lines, "tuned": tuned}
TEMPO = {"strike"}
WORKED = [
    # Through a1: nothing on row 1 and column a, one own on the diagonal: 1^3 for X.
    Worked("cubes", "morpion", "1O1/1X1/3 X", -1, "a1"),
    # Through c3: one own on row 3, nothing on column c, two enemies on the diagonal: 1 - 8 for O.
    Worked("cubes", "morpion", "1O1/1X1/X2 O", 7, "c3"),
    # Through a3, with a1 gone: two enemies on row 3, one on column a, one own aslant: -8 - 1 + 1.
    Worked("cubes", "morpion", "1OO/OXX/X2 X", 8, "a1-a3"),
    # X has the diagonal to c3; no other line has two and no enemy.
    Worked("trivial", "morpion", "1O1/1X1/X2 O", -1),
    # O has column c; X has row 1 and column b, not the diagonal, where c3 is.
    Worked("trivial", "morpion", "2O/1XO/XX1 O", 1 - 2),
    # Three of four win: X has row 1 with two.
    Worked("trivial", "morpion:4,beginner", "4/3O/O3/XX2 X", 1),
    # b3 closes two of the eight lines to X, b2 four to O.
    Worked("open", "morpion", "1O1/1X1/3 X", 6 - 4),
    # a1 and b2 leave row 3 and column c to O.
    Worked("open", "morpion", "1O1/1X1/X2 O", 2 - 6),
    # X has four lines two short and four three short, O the latter; b2 is on four lines.
    Worked("tuned", "morpion", "3/1X1/3 O", {"two_short": -4, "square": -4}),
    # X has lines short by one, two, three: 1, 3, 6. O has 0, 4, 5, as row 1 is lost to him. X's
    # squares are on 3 + 2 lines, O's on 2 + 2. X is to move and wins.
    Worked(
        "tuned",
        "morpion:4,beginner",
        "4/3O/O3/XX2 X",
        {"one_short": 1, "two_short": -1, "three_short": 1, "square": 1, "strike": 1},
    ),
]

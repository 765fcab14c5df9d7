"""The evaluations of nine men's morris, plainly."""

from itertools import combinations

from palamedes.core.position import Position
from reference.morris import MILLS, NEIGHBOURS, POINTS

from .plain import Counts, Worked, difference, owned

LINES = [set(mill) for mill in MILLS]


class Side:
    """One side of a position: its men and what they make."""

    def __init__(self, position: Position, men: set[str], enemies: set[str]) -> None:
        self.men = men
        self.empty = set(POINTS) - men - enemies
        hands = {c.owner: c.value for c in position.board().counters if c.label == "in hand"}
        self.placing = any(hands.values())
        self.hand = hands.get(position.turn if men == owned(position)[0] else 1 - position.turn, 0)
        self.flying = not self.placing and len(men) <= 3
        self.mills = [line for line in LINES if line <= men]
        self.pairs = [line for line in LINES if len(line & men) == 2 and line & self.empty]

    @property
    def phase(self) -> str:
        return "placing" if self.placing else "flying" if self.flying else "moving"

    def steps(self) -> list[tuple[str, str]]:
        return [(man, end) for man in self.men for end in NEIGHBOURS[man] if end in self.empty]

    def mobility(self) -> int:
        return len(self.men) * len(self.empty) if self.flying else len(self.steps())

    def blocked(self) -> int:
        return 0 if self.flying else len(self.men - {man for man, _ in self.steps()})

    def beaten(self) -> bool:
        return not self.placing and (len(self.men) < 3 or self.mobility() == 0)

    def closing(self) -> int:
        """How many steps close a mill."""
        return sum(
            any(end in line and line <= self.men - {man} | {end} for line in LINES)
            for man, end in self.steps()
        )


def _shared(lines: list[set[str]], men: set[str]) -> int:
    """How many two of the lines share a man."""
    return sum(bool(one & other & men) for one, other in combinations(lines, 2))


def _sides(position: Position) -> tuple[Side, Side]:
    mine, others = owned(position)
    return Side(position, mine, others), Side(position, others, mine)


def _naive_side(side: Side, other: Side) -> Counts:
    pair = "pair_against_few" if len(other.men) < 4 else "pair"
    return {"man": len(side.men), pair: len(side.pairs)}


def naive(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    return {
        "pair": 0,
        "pair_against_few": 0,
        **difference(_naive_side(me, other), _naive_side(other, me)),
    }


def _advanced_side(side: Side, other: Side) -> Counts:
    return {
        "man": len(side.men),
        "mill": len(side.mills),
        "pair": len(side.pairs),
        "mobility": 0 if side.placing else side.mobility(),
        "blocked": other.blocked(),
    }


def advanced(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    return difference(_advanced_side(me, other), _advanced_side(other, me))


EXPERT = {
    "placing": ("closed", "mill", "blocked", "man", "pair", "fork"),
    "moving": ("closed", "mill", "blocked", "man", "double", "win"),
    "flying": ("pair", "fork", "closed", "win"),
}


def _expert_side(side: Side, other: Side, closed: bool) -> Counts:
    every = {
        "closed": int(closed),
        "mill": len(side.mills),
        "blocked": other.blocked(),
        "man": len(side.men),
        "pair": len(side.pairs),
        "fork": _shared(side.pairs, side.men),
        "double": _shared(side.mills, side.men),
        "win": int(other.beaten()),
    }
    return {f"{side.phase}_{name}": every[name] for name in EXPERT[side.phase]}


def expert(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    nothing = {f"{phase}_{name}": 0 for phase, names in EXPERT.items() for name in names}
    closed = last is not None and "x" in last
    counts = difference(_expert_side(me, other, False), _expert_side(other, me, closed))
    return {**nothing, **counts}


TUNED = {
    "placing": ("man", "mill", "pair", "fork", "mobility", "blocked"),
    "moving": ("man", "mill", "double", "pair", "closing", "mobility", "blocked"),
}


def _tuned_side(side: Side, other: Side) -> Counts:
    if side.flying:
        return {"flying": 1, "flying_pair": len(side.pairs)}
    every = {
        "man": len(side.men) + side.hand,
        "mill": len(side.mills),
        "double": _shared(side.mills, side.men),
        "pair": len(side.pairs),
        "fork": _shared(side.pairs, side.men),
        "closing": side.closing(),
        "mobility": len(side.steps()),
        "blocked": other.blocked(),
    }
    return {f"{side.phase}_{name}": every[name] for name in TUNED[side.phase]}


def tuned(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    nothing = {f"{phase}_{name}": 0 for phase, names in TUNED.items() for name in names}
    return {
        **nothing,
        "flying": 0,
        "flying_pair": 0,
        **difference(_tuned_side(me, other), _tuned_side(other, me)),
        "strike": int(any("x" in move for move in position.moves)),
    }


PLAIN = {"naive": naive, "advanced": advanced, "expert": expert, "tuned": tuned}
TEMPO = {"strike"}

# X has a pair that waits for a7.
PLACING = "1XX/3/3/O5/3/3/3 O 7 8"
# X has two mills that share g7, and nobody of his five can move; of O only a1 cannot.
LOCKED = "XXX/1O1/3/O3OX/3/3/OOX O 0 0"
# O closes a4-b4-c4 and takes c3; X flies with d7 g7 e3.
CLOSING = "1XX/3/O2/OO4/X1X/2O/2O O 0 0"

WORKED = [
    # Men 1 - 2; the enemy's pair against fewer than four men.
    Worked("naive", "morris", PLACING, 1 - 2 - 6),
    # Men 3 - 5; my pair against five men.
    Worked("naive", "morris", CLOSING, 3 - 5 + 3, "c5-c4xc3"),
    Worked("advanced", "morris", PLACING, 10 * (1 - 2) - 8),
    # Mills 0 - 2, steps 8 - 0, blocked 5 - 1.
    Worked("advanced", "morris", LOCKED, -25 * 2 + 2 * 8 + 3 * (5 - 1)),
    # Men 3 - 5, mills 0 - 1, pairs 1 - 0, flights 3 * 16 against ten steps.
    Worked("advanced", "morris", CLOSING, -10 * 2 - 25 + 8 + 2 * (48 - 10), "c5-c4xc3"),
    Worked("expert", "morris", PLACING, 9 * (1 - 2) - 10),
    # Moving: O has blocked five and wins, X has two mills, a double one, and blocked one.
    Worked("expert", "morris", LOCKED, 10 * 5 + 1086 - (43 * 2 + 10 + 8)),
    # X flies with a pair; O moves five men with a mill just closed.
    Worked("expert", "morris", CLOSING, 10 - (14 + 43 + 11 * 5), "c5-c4xc3"),
    # Nine men and three steps each.
    Worked("tuned", "morris", PLACING, {"placing_pair": -1}),
    # Mills 0 - 2, doubles 0 - 1, steps 8 - 0, blocked 5 - 1.
    Worked(
        "tuned",
        "morris",
        LOCKED,
        {"moving_mill": -2, "moving_double": -1, "moving_mobility": 8, "moving_blocked": 4},
    ),
    # X flies with a pair and can close it; O has five men, a mill and ten steps.
    Worked(
        "tuned",
        "morris",
        CLOSING,
        {"moving_man": -5, "moving_mill": -1, "moving_mobility": -10}
        | dict.fromkeys(("flying", "flying_pair", "strike"), 1),
        "c5-c4xc3",
    ),
]

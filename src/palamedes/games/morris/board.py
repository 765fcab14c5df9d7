"""Nine men's morris: how it is drawn and how moves are entered."""

import re
from itertools import chain

from palamedes.core.board import Board, Counter, Geometry, Label, Line, Piece, Spot, Zone
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, State, View
from palamedes.core.language import N_, _
from palamedes.core.notation import PLAYERS, parse_player, parse_ranks, ranks_text
from palamedes.core.rules import ONGOING
from palamedes.games.morris.rules import MEN, NOBODY, MorrisState, mill_points, removable

IN_HAND = N_("in hand")
FILES = "abcdefg"
NAMES = (
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
# Along each side of the three rings, then across the rings: three points each.
MILLS = (
    *(
        tuple(NAMES[ring + (corner + step) % 8] for step in range(3))
        for ring in (0, 8, 16)
        for corner in (0, 2, 4, 6)
    ),
    *(tuple(NAMES[middle + ring] for ring in (0, 8, 16)) for middle in (1, 3, 5, 7)),
)
CROSSINGS = ("d6", "f4", "d2", "b4")  # the points with four neighbours
# The rows from the top, each from the left; in this order the points are numbered from 00, too.
ROWS = [sorted(name for name in NAMES if name[1] == rank) for rank in "7654321"]
NUMBERS = {f"{number:02}": name for number, name in enumerate(chain(*ROWS))}


def _geometry() -> Geometry:
    spots = tuple(Spot(name, FILES.index(name[0]), int(name[1]) - 1, "point") for name in NAMES)
    lines = []
    for low, high in ((0, 6), (1, 5), (2, 4)):
        corners = ((low, low), (low, high), (high, high), (high, low))
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            lines.append(Line(x1, y1, x2, y2))
    for near, far in ((0, 2), (4, 6)):
        lines += [Line(near, 3, far, 3), Line(3, near, 3, far)]
    files = [Label(letter, file, -1) for file, letter in enumerate(FILES)]
    ranks = [Label(str(rank + 1), -1, rank) for rank in range(7)]
    crossings = Zone(N_("the four-way crossings"), frozenset(CROSSINGS))
    return Geometry(spots, tuple(lines), tuple(files + ranks), (crossings,))


class MorrisView(View):
    geometry = _geometry()

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        origin, target, captured = move >> 10, move >> 5 & 31, move & 31
        points = [target] if origin == target else [origin, target]
        if captured != NOBODY:
            points.append(captured)
        return tuple(NAMES[point] for point in points)

    def move_text(self, state: State, move: int, turn: int) -> str:
        names = self.touches(state, move, turn)
        if move & 31 == NOBODY:
            return "-".join(names)
        return f"{'-'.join(names[:-1])}x{names[-1]}"

    def pattern_spots(self, state: State, turn: int) -> tuple[tuple[str, ...], ...]:
        rings = [NAMES[ring : ring + 8] for ring in (0, 8, 16)]
        sides = [
            tuple(ring[(2 * side + step) % 8] for ring in rings for step in range(3))
            for side in range(4)
        ]
        return *rings, *sides

    def canonical(self, typed: str) -> str:
        """Also accepts numbers for points, `09-10x03`, and spaces: `a4 b4`, `a4 b4 b6`."""
        text = re.sub(
            r"(?<![a-g\d])\d\d(?!\d)",
            lambda number: NUMBERS.get(number[0], number[0]),
            typed.strip().lower(),
        )
        walk, takes, captured = text.partition("x")
        points = walk.replace("-", " ").split()
        if len(points) == 3 and not takes:
            takes, captured = "x", points.pop()
        return "-".join(points) + takes + captured.strip()

    def position_text(self, state: State, turn: int) -> str:
        letters = {name: PLAYERS[owner] for name, owner in _owners(state, turn).items()}
        first, second = _hands(state, turn)
        return f"{ranks_text(letters, ROWS)} {PLAYERS[turn]} {first} {second}"

    def parse_position(self, text: str) -> tuple[State, int]:
        fields = text.split()
        if len(fields) != 4:
            raise PalamedesError(
                _(
                    "a position is written as its rows, the player to move and the men that X and "
                    "O have in hand, such as {example!r}"
                ).format(example=self.position_text(MorrisState(), 0))
            )
        placed = parse_ranks(fields[0], ROWS, PLAYERS)
        turn = parse_player(fields[1])
        hands = _parse_hands(fields[2:], turn)
        words = [
            sum(1 << NAMES.index(name) for name, letter in placed.items() if letter == player)
            for player in PLAYERS
        ]
        men = [word.bit_count() + hand for word, hand in zip(words, hands, strict=True)]
        _check_men(men, turn)
        return MorrisState(words[turn], words[1 - turn], sum(hands)), turn

    def board(self, state: State, turn: int) -> Board:
        owners = _owners(state, turn)
        hands = _hands(state, turn)
        counters = []
        for player, hand in enumerate(hands):
            if state.hand:
                counters.append(Counter(player, IN_HAND, hand))
            men = sum(owner == player for owner in owners.values())
            counters.append(Counter(player, N_("men lost"), MEN - men - hand))
        pieces = {name: (Piece("disc", owner),) for name, owner in owners.items()}
        return Board(self.geometry, pieces, turn, tuple(counters))

    def formed(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        """The men of the mills that a move closes."""
        origin, target = move >> 10, move >> 5 & 31
        men = state.me & ~(1 << origin) | 1 << target
        names = {name for point, name in enumerate(NAMES) if men >> point & 1}
        mills = [mill for mill in MILLS if NAMES[target] in mill and names.issuperset(mill)]
        return tuple(dict.fromkeys(name for mill in mills for name in mill))

    def compose(self, board: Board) -> str:
        letters = {name: PLAYERS[owner] for name, owner in board.owners().items()}
        first, second = (board.counter(player, IN_HAND) for player in (0, 1))
        return f"{ranks_text(letters, ROWS)} {PLAYERS[board.turn]} {first} {second}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        if len(touched) == (1 if state.hand else 2):
            return N_("Mill! Remove one of your opponent's men.")
        if touched:
            return N_("Choose where to move the man.")
        if state.hand:
            return N_("place a man")
        is_flying = state.me.bit_count() == 3
        return N_("move a man to any empty point") if is_flying else N_("move a man along a line")

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        if state.outcome() == ONGOING:
            return Ending()
        losers = tuple(name for name, owner in _owners(state, turn).items() if owner == turn)
        if state.me.bit_count() + (state.hand + 1) // 2 >= 3:
            return Ending(N_("no legal move left"), spots=losers)
        winners = {name for name, owner in _owners(state, turn).items() if owner != turn}
        closed = [mill for mill in MILLS if winners.issuperset(mill) and set(last) & set(mill)]
        spots = tuple(dict.fromkeys(chain(*closed))) or losers
        return Ending(N_("only two men left"), spots=spots)

    def typed_spots(self, state: State, canonical: str) -> tuple[str, ...]:
        return tuple(filter(None, re.split("[-x]", canonical)))

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        if spot and spot not in NAMES:
            return ""
        owner = _owners(state, turn).get(spot)
        origin = touched[-1] if touched else ""
        example = f"{'-'.join(touched)}x{_victim(state)}"
        if len(touched) == (1 if state.hand else 2):
            text = _mill_objection(state, touched, spot, owner == 1 - turn)
        else:
            text = _man_objection(state, touched, spot, owner, turn)
        return _(text).format(spot=spot, origin=origin, example=example)


def _man_objection(
    state: State, touched: tuple[str, ...], spot: str, owner: int | None, turn: int
) -> str:
    """Why no man can be placed or lifted here or, if one is touched, why it cannot go here."""
    if touched and not spot:
        return N_("Add the point to move to after {origin}.")
    if owner is not None and (touched or state.hand):
        return N_("{spot} is taken. Choose an empty point.")
    if touched:
        return N_("{spot} is not next to {origin}.")
    if owner is None:
        return N_("{spot} is empty. Choose one of your men.")
    if owner != turn:
        return N_("{spot} is your opponent's. Choose one of your men.")
    return N_("The man on {spot} cannot move.")


def _mill_objection(state: State, touched: tuple[str, ...], spot: str, is_enemy: bool) -> str:
    """Why the man on this point cannot be removed, after a man has gone to the last one touched."""
    *origin, target = (NAMES.index(name) for name in touched)
    men = state.me & ~sum(1 << point for point in origin)
    if not mill_points(men) >> target & 1:
        return N_("{origin} closes no mill: no man can be removed.")
    if not spot:
        return N_("That closes a mill: add the man to remove, as in {example}.")
    if is_enemy:
        return N_("The man on {spot} is safe in a mill. Choose another one.")
    return N_("That closes a mill: choose the man to remove.")


def _victim(state: State) -> str:
    """A man that a mill could remove."""
    return next(
        (name for point, name in enumerate(NAMES) if removable(state.other) >> point & 1), ""
    )


def _owners(state: State, turn: int) -> dict[str, int]:
    """The player on each occupied point."""
    return {
        name: turn if state.me >> point & 1 else 1 - turn
        for point, name in enumerate(NAMES)
        if (state.me | state.other) >> point & 1
    }


def _hands(state: State, turn: int) -> tuple[int, int]:
    """The men in hand of the first and of the second player."""
    mine, others = (state.hand + 1) // 2, state.hand // 2
    return (mine, others) if turn == 0 else (others, mine)


def _parse_hands(texts: list[str], turn: int) -> tuple[int, int]:
    for text in texts:
        if text not in tuple("0123456789"):
            raise PalamedesError(
                _("the number of men in hand must be from 0 to {men}, not {text!r}").format(
                    men=MEN, text=text[:40]
                )
            )
    first, second = map(int, texts)
    if second - first != turn and not first == second == 0:
        raise PalamedesError(_("impossible number of men in hand: the players take turns"))
    return first, second


def _check_men(men: list[int], turn: int) -> None:
    """PalamedesError if the players cannot have these men, on the board and in hand together."""
    if max(men) > MEN:
        raise PalamedesError(
            _("a player has at most {men} men, counting those in hand").format(men=MEN)
        )
    if men[1 - turn] < 3:
        raise PalamedesError(_("only the player to move can have fewer than three men"))
    if men[turn] < 2:
        raise PalamedesError(
            _("nobody can have fewer than two men: a player with two has already lost")
        )

"""Awalé with seeds of three colours: how it is drawn and how moves are entered.

A player touches a hole, then a button for the seeds to sow from it.
"""

import re

from palamedes.core.board import Board, Counter, Geometry, Label, Piece, Spot, Transfer, Zone
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, State, View
from palamedes.core.language import N_, _
from palamedes.core.notation import parse_player
from palamedes.games.awale.rules import DISTANCE, FEW, LANE, MAJORITY, SEEDS, AwaleState

PLAYERS = "12"
TAKEN = N_("seeds taken")
HOLES = range(16)  # printed from 1
KINDS = ("R", "B", "TR", "TB")
COLOURS = ("R", "B", "T")
RED, BLUE, CLEAR = Piece("red"), Piece("blue"), Piece("clear")
FACES = {"R": (RED,), "B": (BLUE,), "TR": (CLEAR, RED), "TB": (CLEAR, BLUE)}

SPACING = 2.25  # holes are wide: each shows up to three counts side by side
ROW = 2.0  # from the lower row to the upper one
OF_A_COLOUR = SEEDS // 3

Seeds = tuple[int, int, int]  # red, blue, clear

NUMBER = "([0-9]{1,3})"
HOLE_TEXT = re.compile(rf"{NUMBER}\((?:{NUMBER}R)?(?:{NUMBER}B)?(?:{NUMBER}T)?\)")
SCORES_TEXT = re.compile(f"{NUMBER}-{NUMBER}")


def _place(hole: int) -> tuple[float, float]:
    """Clockwise: the upper row runs from 1 to 8, the lower one goes back from 9 to 16."""
    return (hole * SPACING, ROW) if hole < 8 else ((15 - hole) * SPACING, 0.0)


def _geometry() -> Geometry:
    pits = [Spot(str(hole + 1), *_place(hole), "pit", owner=hole & 1) for hole in HOLES]
    buttons = [
        Spot(kind, (2 + i) * SPACING, -2.0, "button", face=FACES[kind])
        for i, kind in enumerate(KINDS)
    ]
    labels = [Label(pit.name, pit.x, pit.y + (1 if pit.y else -1)) for pit in pits]
    zones = [
        Zone(
            N_("the seeds in their own holes"),
            frozenset(pit.name for pit in pits[player::2]),
            player,
        )
        for player in (0, 1)
    ]
    return Geometry((*pits, *buttons), labels=tuple(labels), zones=tuple(zones))


class AwaleView(View):
    geometry = _geometry()

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        lane, kind = move >> 2, move & 3
        return str(2 * lane + turn + 1), KINDS[kind]

    def move_text(self, state: State, move: int, turn: int) -> str:
        return "".join(self.touches(state, move, turn))

    def pattern_spots(self, state: State, turn: int) -> tuple[tuple[str, ...], ...]:
        mine = [(str(2 * lane + turn + 1),) for lane in range(8)]
        others = [(str(2 * lane + 2 - turn),) for lane in range(8)]
        rows = [
            tuple(str((2 * lane + turn + step) % 16 + 1) for step in range(4)) for lane in range(8)
        ]
        return *mine, *others, *rows

    def canonical(self, typed: str) -> str:
        return "".join(typed.split()).upper()

    def position_text(self, state: State, turn: int) -> str:
        holes = [_hole_text(hole, seeds) for hole, seeds in _contents(state, turn).items()]
        first, second = _scores(state, turn)
        return f"{' '.join(holes) or '-'} {PLAYERS[turn]} {first}-{second}"

    def parse_position(self, text: str) -> tuple[State, int]:
        fields = text.split()
        if len(fields) < 3:
            raise PalamedesError(
                _(
                    "a position is written as the holes with seeds (or -), the player to move and "
                    "the seeds taken, such as {example!r}"
                ).format(example="6(9T) 7(1B) 9(1B) 16(1B) 2 44-40")
            )
        *holes, player, taken = fields
        contents = {} if holes == ["-"] else _parse_holes(holes)
        turn = parse_player(player, PLAYERS)
        scores = _parse_scores(taken)
        _check_total(contents, scores)
        words = [_words(contents, player) for player in (turn, 1 - turn)]
        return AwaleState(*words[0], *words[1], scores[turn], scores[1 - turn], turn), turn

    def board(self, state: State, turn: int) -> Board:
        pieces = {str(hole + 1): _pieces(*seeds) for hole, seeds in _contents(state, turn).items()}
        scores = _scores(state, turn)
        counters = (Counter(player, TAKEN, scores[player]) for player in (0, 1))
        return Board(self.geometry, pieces, turn, tuple(counters))

    def transfers(self, state: State, move: int, turn: int) -> tuple[Transfer, ...]:
        return (*_sown(state, move), *_captured(state.sow(move), state.last_hole(move), turn))

    def compose(self, board: Board) -> str:
        holes = [
            _hole_text(hole, _seeds(board.pieces[str(hole + 1)]))
            for hole in HOLES
            if board.pieces.get(str(hole + 1))
        ]
        first, second = (board.counter(player, TAKEN) for player in (0, 1))
        return f"{' '.join(holes) or '-'} {PLAYERS[board.turn]} {first}-{second}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        if touched:
            return N_("Choose which seeds to sow.")
        return (
            N_("choose one of your holes (even numbers)")
            if turn
            else N_("choose one of your holes (odd numbers)")
        )

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        """The seeds that nobody takes show that too few are left; nothing else is on the board."""
        contents = _contents(state, turn)
        fewer, more = sorted(_scores(state, turn))
        scores = {"more": more, "fewer": fewer}
        if not state.mine():
            return Ending(N_("{more}-{fewer}, one side has no seeds left"), scores)
        if more >= MAJORITY:
            return Ending(N_("{more}-{fewer}, more than half of all seeds"), scores)
        if sum(map(sum, contents.values())) < FEW:
            spots = tuple(str(hole + 1) for hole in contents)
            return Ending(N_("{more}-{fewer}, fewer than ten seeds are left"), scores, spots)
        return Ending(N_("{more}-{fewer}, move limit reached"), scores)

    def typed_spots(self, state: State, canonical: str) -> tuple[str, ...]:
        typed = re.fullmatch("([0-9]{1,3})([A-Z]*)", canonical)
        return tuple(filter(None, typed.groups())) if typed else ()

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        if not touched and spot in KINDS:
            return _("Choose one of your holes first.")
        if spot.isdecimal():
            return _hole_objection(_contents(state, turn), turn, int(spot))
        if not touched:
            return ""
        return _seeds_objection(_contents(state, turn)[int(touched[0]) - 1], touched[0], spot)


def _hole_objection(contents: dict[int, Seeds], turn: int, number: int) -> str:
    """Why nothing can be sown from a hole."""
    if number - 1 not in HOLES:
        text = _("There is no hole {number}: holes are numbered from 1 to 16.")
    elif number & 1 == turn:
        text = _("Hole {number} is your opponent's.")
    elif number - 1 not in contents:
        text = _("Hole {number} is empty.")
    else:
        return ""
    return text.format(number=number)


def _seeds_objection(seeds: Seeds, hole: str, kind: str) -> str:
    """Why these seeds of a hole cannot be sown; also if the kind is missing or unknown."""
    missing = {
        "R": N_("Hole {number} has no red seeds."),
        "B": N_("Hole {number} has no blue seeds."),
        "TR": N_("Hole {number} has no transparent seeds."),
        "TB": N_("Hole {number} has no transparent seeds."),
    }
    if kind in missing:
        return _(missing[kind]).format(number=hole)
    red, blue, clear = seeds
    counts = zip(KINDS, (red, blue, clear, clear), strict=True)
    known = ", ".join(f"{hole}{each}" for each, count in counts if count)
    return _("Add the seeds to sow: {moves}.").format(moves=known)


def _sown(state: State, move: int) -> list[Transfer]:
    """The seeds of a move, one by one in the order of sowing: clear ones first."""
    red, blue, clear = state.lifted(move)
    origin = 2 * (move >> 2) + state.side
    return [
        Transfer(seed, str(origin + 1), str((origin + int(distance) & 15) + 1))
        for seed, distance in zip(
            (CLEAR,) * clear + (RED,) * red + (BLUE,) * blue, DISTANCE[move & 1], strict=False
        )
    ]


def _captured(sown: State, last: int, turn: int) -> list[Transfer]:
    """The seeds captured after sowing, hole by hole; `AwaleState.play` has the rules."""
    holes = []
    left = sown
    while 2 <= left.seeds_in(last) <= 3:
        holes.append(last)
        left, last = left.take(last), last - 1 & 15
    if left.others() == 0:
        holes += [hole for hole in HOLES if left.seeds_in(hole)]
    if not holes:
        return []
    contents = _contents(sown, turn)
    return [
        Transfer(piece, str(hole + 1), None) for hole in holes for piece in _pieces(*contents[hole])
    ]


def _contents(state: State, turn: int) -> dict[int, Seeds]:
    """The seeds of each hole that has any."""
    mine = (state.my_red, state.my_blue, state.my_clear)
    others = (state.other_red, state.other_blue, state.other_clear)
    contents = {}
    for hole in HOLES:
        red, blue, clear = mine if hole & 1 == turn else others
        lane = 7 * (hole >> 1)
        seeds = red >> lane & LANE, blue >> lane & LANE, clear >> lane & LANE
        if any(seeds):
            contents[hole] = seeds
    return contents


def _words(contents: dict[int, Seeds], player: int) -> list[int]:
    """The seeds in a player's lanes, one word per colour."""
    return [
        sum(seeds[i] << 7 * (hole >> 1) for hole, seeds in contents.items() if hole & 1 == player)
        for i in range(len(COLOURS))
    ]


def _scores(state: State, turn: int) -> tuple[int, int]:
    """The seeds taken by player 1 and by player 2."""
    scores = state.my_score, state.other_score
    return scores if turn == 0 else scores[::-1]


def _pieces(red: int, blue: int, clear: int) -> tuple[Piece, ...]:
    pieces = (
        Piece("red", count=red),
        Piece("blue", count=blue),
        Piece("clear", count=clear),
    )
    return tuple(piece for piece in pieces if piece.count)


def _seeds(pieces: tuple[Piece, ...]) -> Seeds:
    """The inverse of `_pieces`."""
    counts = {piece.kind: piece.count for piece in pieces}
    return counts.get("red", 0), counts.get("blue", 0), counts.get("clear", 0)


def _hole_text(hole: int, seeds: Seeds) -> str:
    counts = zip(seeds, COLOURS, strict=True)
    return f"{hole + 1}({''.join(f'{count}{colour}' for count, colour in counts if count)})"


def _parse_holes(texts: list[str]) -> dict[int, Seeds]:
    contents: dict[int, Seeds] = {}
    for text in texts:
        hole, seeds = _parse_hole(text)
        if hole in contents:
            raise PalamedesError(_("hole {number} appears twice").format(number=hole + 1))
        contents[hole] = seeds
    return contents


def _parse_hole(text: str) -> tuple[int, Seeds]:
    match = HOLE_TEXT.fullmatch(text.upper())
    number, red, blue, clear = (int(group or 0) for group in match.groups()) if match else [0] * 4
    if red + blue + clear == 0:
        raise PalamedesError(
            _("{text!r} does not describe a hole and its seeds; write it like {example!r}").format(
                text=text[:40], example="3(2R1B4T)"
            )
        )
    if number - 1 not in HOLES:
        raise PalamedesError(
            _("there is no hole {number}: holes are numbered from 1 to 16").format(number=number)
        )
    return number - 1, (red, blue, clear)


def _parse_scores(text: str) -> tuple[int, int]:
    match = SCORES_TEXT.fullmatch(text)
    if not match:
        raise PalamedesError(
            _(
                "the seeds taken by players 1 and 2 are written like {example!r}, not {text!r}"
            ).format(example="44-40", text=text[:40])
        )
    return int(match[1]), int(match[2])


def _check_total(contents: dict[int, Seeds], scores: tuple[int, int]) -> None:
    """PalamedesError for too many seeds. Fewer are fine: well-known examples have only some."""
    for seeds in zip(*contents.values(), strict=True):
        if sum(seeds) > OF_A_COLOUR:
            raise PalamedesError(
                _("too many seeds of one colour: {total} instead of at most {seeds}").format(
                    seeds=OF_A_COLOUR, total=sum(seeds)
                )
            )
    total = sum(scores) + sum(map(sum, contents.values()))
    if total > SEEDS:
        raise PalamedesError(
            _("too many seeds in all: {total} instead of at most {seeds}").format(
                seeds=SEEDS, total=total
            )
        )

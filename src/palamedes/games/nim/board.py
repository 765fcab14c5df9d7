"""Nim: how it is drawn and how moves are entered.

The heaps are rows of sticks. A player touches a stick to take it and all sticks to its right.
"""

import re

from palamedes.core.board import Board, Geometry, Label, Piece, Spot, Transfer
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, State, View
from palamedes.core.language import N_, _, ngettext
from palamedes.core.notation import parse_player
from palamedes.core.rules import WIN
from palamedes.games.nim.rules import pack

PLAYERS = "12"
SPACING = 0.5  # sticks are narrow
STICK = Piece("stick")


class NimView(View):
    def __init__(self, state: State, start: tuple[int, ...]) -> None:
        self.state = state
        self.start = start
        self.geometry = _geometry(start)

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        heap, taken = move >> 7, move & 127
        return (_name(heap, self._sizes(state)[heap] - taken),)

    def move_text(self, state: State, move: int, turn: int) -> str:
        return f"{(move >> 7) + 1}-{move & 127}"

    def canonical(self, typed: str) -> str:
        """Also accepts a space for the dash: `2 3`."""
        return "-".join(re.split(r"\s*-\s*|\s+", typed.strip()))

    def position_text(self, state: State, turn: int) -> str:
        return f"{';'.join(map(str, self._sizes(state)))} {PLAYERS[turn]}"

    def parse_position(self, text: str) -> tuple[State, int]:
        fields = text.split()
        if len(fields) != 2:
            raise PalamedesError(
                _(
                    "a position is written as its heaps and the player to move, such as {example!r}"
                ).format(example=self.position_text(self.state(pack(self.start)), 0))
            )
        sizes = self._parse_heaps(fields[0])
        return self.state(pack(sizes)), parse_player(fields[1], PLAYERS)

    def board(self, state: State, turn: int) -> Board:
        pieces = {
            _name(heap, place): (STICK,)
            for heap, size in enumerate(self._sizes(state))
            for place in range(size)
        }
        return Board(self.geometry, pieces, turn)

    def transfers(self, state: State, move: int, turn: int) -> tuple[Transfer, ...]:
        heap, taken = move >> 7, move & 127
        size = self._sizes(state)[heap]
        return tuple(
            Transfer(STICK, _name(heap, place), None) for place in range(size - taken, size)
        )

    def compose(self, board: Board) -> str:
        heaps = [spot.partition(".")[0] for spot, stack in board.pieces.items() if stack]
        sizes = [heaps.count(str(heap + 1)) for heap in range(len(self.start))]
        return f"{';'.join(map(str, sizes))} {PLAYERS[board.turn]}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        return N_("click a match to take it and all matches to its right")

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        if state.NOTHING_LEFT == WIN:
            return Ending(N_("the last match is taken, and whoever takes it loses"), spots=last)
        return Ending(N_("the last match is taken"), spots=last)

    def typed_spots(self, state: State, canonical: str) -> tuple[str, ...]:
        if not (numbers := re.fullmatch("([0-9]{1,3})-([0-9]{1,3})", canonical)):
            return ()
        heap, taken = int(numbers[1]) - 1, int(numbers[2])
        sizes = self._sizes(state)
        if heap not in range(len(sizes)):
            return (_name(heap, 0),)
        return (_name(heap, sizes[heap] - taken),) if taken else ()

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        """A place before the first of a heap stands for more matches than the heap has."""
        if not (numbers := re.fullmatch(r"([0-9]{1,3})\.(-?[0-9]{1,3})", spot)):
            return ""
        heap, place = int(numbers[1]), int(numbers[2])
        sizes = self._sizes(state)
        if heap not in range(1, len(sizes) + 1):
            return _("There is no heap {number}.").format(number=heap)
        if sizes[heap - 1] == 0:
            return _("Heap {number} is empty.").format(number=heap)
        if place > sizes[heap - 1]:
            return _("That match is already taken.")
        count = sizes[heap - 1]
        text = ngettext(
            "Heap {number} has only {count} match.",
            "Heap {number} has only {count} matches.",
            count,
        )
        return text.format(number=heap, count=count)

    def _sizes(self, state: State) -> list[int]:
        return [state.heaps >> 7 * heap & 127 for heap in range(len(self.start))]

    def _parse_heaps(self, text: str) -> list[int]:
        words = text.split(";")
        if len(words) != len(self.start):
            raise PalamedesError(
                _("the position must have {heaps} heaps, not {found}").format(
                    heaps=len(self.start), found=len(words)
                )
            )
        for number, (word, most) in enumerate(zip(words, self.start, strict=True), start=1):
            if not re.fullmatch("[0-9]{1,3}", word) or int(word) > most:
                raise PalamedesError(
                    _("heap {number} must have 0 to {most} matches, not {word!r}").format(
                        number=number, most=most, word=word[:40]
                    )
                )
        return [int(word) for word in words]


def _name(heap: int, place: int) -> str:
    return f"{heap + 1}.{place + 1}"


def _geometry(start: tuple[int, ...]) -> Geometry:
    """The heaps as rows from the top, aligned at the left."""
    rows = [(heap, len(start) - 1 - heap) for heap in range(len(start))]
    spots = tuple(
        Spot(_name(heap, place), place * SPACING, y, "point")
        for heap, y in rows
        for place in range(start[heap])
    )
    return Geometry(spots, labels=tuple(Label(str(heap + 1), -1, y) for heap, y in rows))

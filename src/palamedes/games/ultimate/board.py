"""Ultimate tic-tac-toe: how it is drawn and how moves are entered."""

import re
from collections.abc import Sequence
from dataclasses import replace

from palamedes.core.board import Board, Geometry, Piece, Region, Transfer, Zone
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, State, View
from palamedes.core.grid import grid_geometry, square_names
from palamedes.core.language import N_, _
from palamedes.core.notation import PLAYERS, parse_player, parse_ranks, ranks_text
from palamedes.core.rules import ONGOING
from palamedes.games.ultimate.rules import FREE, HAS_LINE, LINES, SPLIT, UltimateState

MARKS = "xo"  # of the players, in open boards
FATES = "XO="  # of finished boards: won by player 1 or 2, drawn

SQUARES = square_names(9)
ROWS = [SQUARES[9 * rank : 9 * rank + 9] for rank in reversed(range(9))]


def _name(move: int) -> str:
    board, cell = divmod(move, 9)
    rank = 3 * (board // 3) + cell // 3
    file = 3 * (board % 3) + cell % 3
    return SQUARES[9 * rank + file]


NAMES = tuple(_name(move) for move in range(81))
CENTRES = NAMES[4::9]
SENT_TO = (*CENTRES, "-")  # by the number of the forced board

# Accepted too: board row and column, cell row and column, each 0-2 from the upper left.
FOUR_INDICES = re.compile(r"[\s,]*".join(["([0-2])"] * 4))

# How many more marks than player 2 player 1 can have in a board of which only the fate is known. A
# winner has three to seven marks, the loser at most six (beside a diagonal).
AHEAD = {"X": range(-3, 8), "O": range(-7, 4), "=": (-1, 1)}


def _geometry() -> Geometry:
    boards = {
        N_("the centre board"): NAMES[36:45],
        N_("the corner boards"): [NAMES[move] for move in range(81) if move // 9 in (0, 2, 6, 8)],
    }
    zones = tuple(Zone(title, frozenset(names)) for title, names in boards.items())
    return replace(grid_geometry(9, heavy_every=3), zones=zones)


class UltimateView(View):
    geometry = _geometry()

    def touches(self, state: State, move: int, turn: int) -> tuple[str, ...]:
        return (NAMES[move],)

    def pattern_spots(self, state: State, turn: int) -> tuple[tuple[str, ...], ...]:
        boards = [NAMES[9 * board : 9 * board + 9] for board in range(9)]
        target = [] if state.forced == FREE else [boards[state.forced]]
        return *boards, (), *target

    def canonical(self, typed: str) -> str:
        text = super().canonical(typed)
        if indices := FOUR_INDICES.fullmatch(text):
            board_row, board_column, row, column = map(int, indices.groups())
            return ROWS[3 * board_row + row][3 * board_column + column]
        return text

    def position_text(self, state: State, turn: int) -> str:
        ranks = ranks_text(_letters(state, turn), ROWS)
        return f"{ranks} {PLAYERS[turn]} {SENT_TO[state.forced]}"

    def parse_position(self, text: str) -> tuple[State, int]:
        fields = text.split()
        if len(fields) != 3:
            raise PalamedesError(
                _(
                    "a position is written as its rows, the player to move and the centre cell "
                    "of the board to play in (or -), such as {example!r}"
                ).format(example=self.position_text(UltimateState(), 0))
            )
        letters = parse_ranks(fields[0], ROWS, MARKS + FATES)
        turn = parse_player(fields[1])
        boards = [
            "".join(letters.get(name, ".") for name in NAMES[9 * board : 9 * board + 9])
            for board in range(9)
        ]
        state = _state(boards, turn, _parse_forced(fields[2]))
        _check(state, turn, boards)
        return state, turn

    def board(self, state: State, turn: int) -> Board:
        letters = _letters(state, turn)
        pieces = {
            name: (Piece("mark", MARKS.index(letter)),)
            for name, letter in letters.items()
            if letter in MARKS
        }
        regions = [
            _region(board, letters[centre])
            for board, centre in enumerate(CENTRES)
            if letters.get(centre, ".") in FATES
        ]
        if state.outcome() == ONGOING:
            playable = state.playable()
            regions += [_region(board, "lit") for board in range(9) if playable >> board & 1]
        return Board(self.geometry, pieces, turn, regions=tuple(regions))

    def transfers(self, state: State, move: int, turn: int) -> tuple[Transfer, ...]:
        """The mark that is made, even if it closes a board, whose marks the position forgets."""
        return (Transfer(Piece("mark", turn), None, NAMES[move]),)

    def compose(self, board: Board) -> str:
        letters = {name: MARKS[owner] for name, owner in board.owners().items()}
        forced = "-"
        lit = [region for region in board.regions if region.kind == "lit"]
        for region in board.regions:
            inside = [spot.name for spot in self.geometry.spots if region.covers(spot)]
            if region.kind != "lit":
                fate = "=" if region.owner is None else PLAYERS[region.owner]
                letters.update(dict.fromkeys(inside, fate))
            elif len(lit) == 1:
                forced = next(name for name in CENTRES if name in inside)
        return f"{ranks_text(letters, ROWS)} {PLAYERS[board.turn]} {forced}"

    def phase(self, state: State, turn: int, touched: tuple[str, ...] = ()) -> str:
        if state.forced == FREE:
            return N_("play in any open board")
        return N_("play in the highlighted board")

    def ending(self, state: State, turn: int, last: tuple[str, ...] = ()) -> Ending:
        """The centres of the boards in a line show it: a front end can draw a line there."""
        if state.outcome() == ONGOING:
            return Ending()
        for line in LINES:
            if state.other_boards & line == line:
                spots = (name for board, name in enumerate(CENTRES) if line >> board & 1)
                return Ending(N_("three boards in a line"), spots=tuple(spots))
        return Ending(N_("nobody can get three boards in a line any more"))

    def objection(self, state: State, turn: int, touched: tuple[str, ...], spot: str) -> str:
        if touched or spot not in NAMES:
            return ""
        board = NAMES.index(spot) // 9
        if state.forced not in (FREE, board):
            text = _("You must play in the board around {centre}.")
            return text.format(centre=CENTRES[state.forced])
        if state.finished() >> board & 1:
            return _("That board is closed. Play in an open one.")
        return _("{spot} is taken. Choose an empty square.").format(spot=spot)


def _letters(state: State, turn: int) -> dict[str, str]:
    """The letter on each square that has one: for a mark, or for the fate of its board."""
    mine, others = MARKS[turn], MARKS[1 - turn]
    words = [
        (mine, state.my_low | state.my_high << SPLIT),
        (others, state.other_low | state.other_high << SPLIT),
        (mine.upper(), _all_cells(state.my_boards)),
        (others.upper(), _all_cells(state.other_boards)),
        ("=", _all_cells(state.drawn)),
    ]
    return {
        name: letter
        for letter, word in words
        if word
        for move, name in enumerate(NAMES)
        if word >> move & 1
    }


def _all_cells(boards: int) -> int:
    return sum(0b111_111_111 << 9 * board for board in range(9) if boards >> board & 1)


def _region(board: int, kind: str) -> Region:
    """The rectangle of a board; `kind` is `lit` or the letter of its fate."""
    x, y = 3 * (board % 3) - 0.5, 3 * (board // 3) - 0.5
    if kind == "lit":
        return Region("lit", x, y, x + 3, y + 3)
    if kind == "=":
        return Region("drawn", x, y, x + 3, y + 3)
    return Region("won", x, y, x + 3, y + 3, PLAYERS.index(kind))


def _parse_forced(text: str) -> int:
    if text in SENT_TO:
        return SENT_TO.index(text)
    raise PalamedesError(
        _("the board to play in must be - or one of {centres}, not {text!r}").format(
            centres=" ".join(CENTRES), text=text[:40]
        )
    )


def _state(boards: list[str], turn: int, forced: int) -> State:
    """The state that nine letters per board describe, without the marks of finished boards."""
    fates = [_fate(letters, centre) for letters, centre in zip(boards, CENTRES, strict=True)]
    cells = "".join(
        "." * 9 if fate else letters for letters, fate in zip(boards, fates, strict=True)
    )
    marks = [_bits(cells, MARKS[player]) for player in (turn, 1 - turn)]
    words = [word for mark in marks for word in (mark & (1 << SPLIT) - 1, mark >> SPLIT)]
    won = [_bits(fates, PLAYERS[player]) for player in (turn, 1 - turn)]
    return UltimateState(*words, *won, _bits(fates, "="), forced)


def _bits(letters: Sequence[str], letter: str) -> int:
    """The places of a letter, as bits."""
    return sum(1 << place for place, found in enumerate(letters) if found == letter)


def _fate(letters: str, centre: str) -> str:
    """The letter of a finished board, "" for an open one."""
    if letters in (fate * 9 for fate in FATES):
        return letters[0]
    if set(letters) & set(FATES):
        raise PalamedesError(
            _(
                "the board around {centre} must be all X, all O or all = if closed, or have only "
                "x, o and empty cells if open"
            ).format(centre=centre)
        )
    winners = [player for player, mark in zip(PLAYERS, MARKS, strict=True) if _wins(letters, mark)]
    if len(winners) > 1:
        raise PalamedesError(
            _("both players have a line in the board around {centre}").format(centre=centre)
        )
    if winners:
        return winners[0]
    return "" if "." in letters else "="


def _wins(letters: str, mark: str) -> bool:
    return bool(HAS_LINE[_bits(letters, mark)])


def _check(state: State, turn: int, boards: list[str]) -> None:
    if HAS_LINE[state.my_boards]:
        raise PalamedesError(_("the player to move has already won"))
    if turn not in _possible_leads(boards):
        raise PalamedesError(_("impossible number of marks: the players take turns"))
    if state.forced != FREE and state.finished() >> state.forced & 1:
        raise PalamedesError(
            _("nobody can be sent to the board around {centre}: it is closed").format(
                centre=CENTRES[state.forced]
            )
        )
    if not _can_be_sent(state):
        raise PalamedesError(_("the board to play in does not follow from any possible last move"))


def _possible_leads(boards: list[str]) -> set[int]:
    """How many more marks than player 2 player 1 can have, over all boards."""
    leads = {0}
    for letters in boards:
        here = AHEAD.get(letters[0]) or [letters.count("x") - letters.count("o")]
        leads = {lead + ahead for lead in leads for ahead in here}
    return leads


def _can_be_sent(state: State) -> bool:
    """Whether a last move can explain the board to play in."""
    if state.finished():
        return True  # it may be a mark in a finished board, which is forgotten
    others: int = state.other_low | state.other_high << SPLIT
    if state.forced == FREE:
        return others == 0
    return any(others >> 9 * board + state.forced & 1 for board in range(9))

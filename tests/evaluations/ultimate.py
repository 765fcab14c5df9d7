"""The evaluations of ultimate tic-tac-toe, plainly."""

from palamedes.core.position import Position
from reference.ultimate import BOARD_OF, CELLS_OF, LINES_IN, LINES_OF_BOARDS

from .plain import Counts, Worked, difference, owned

FREE = "-"


class Side:
    """One side of a position: its marks and boards, and what is lost to it."""

    def __init__(self, position: Position, player: int) -> None:
        mine, others = owned(position)
        own = player == position.turn
        self.marks, self.enemies = (mine, others) if own else (others, mine)
        fates = _fates(position)
        self.boards = {board for board, owner in fates.items() if owner == player}
        self.lost = set(fates) - self.boards
        self.unfinished = set(CELLS_OF) - set(fates)
        # The lines of boards that it can still win, and the boards that win for it.
        self.lines = [set(line) for line in LINES_OF_BOARDS if not set(line) & self.lost]
        self.winning = {
            board
            for line in self.lines
            for board in line - self.boards
            if len(line - self.boards) == 1
        }

    def open_lines(self, board: str, marks: int) -> int:
        """How many lines of a board have so many own marks and no enemy."""
        return sum(
            not self.enemies & set(line) and len(self.marks & set(line)) == marks
            for line in LINES_IN[board]
        )

    def lines_of_boards(self, won: int) -> int:
        return sum(len(line & self.boards) == won for line in self.lines)

    def threatened(self) -> set[str]:
        return {board for board in self.unfinished if self.open_lines(board, 2)}


def _fates(position: Position) -> dict[str, int]:
    """Who has won each finished board, -1 for nobody, by the name of its centre."""
    letters = {"X": 0, "O": 1, "=": -1}
    fates = {}
    for rank, row in zip(range(9, 0, -1), position.text.split()[0].split("/"), strict=True):
        spread = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        for file, letter in zip("abcdefghi", spread, strict=True):
            if letter in letters:
                fates[BOARD_OF[f"{file}{rank}"]] = letters[letter]
    return fates


def _sides(position: Position) -> tuple[Side, Side]:
    return Side(position, position.turn), Side(position, 1 - position.turn)


def _ultime_side(side: Side) -> Counts:
    return {
        "one": sum(side.open_lines(board, 1) for board in side.unfinished),
        "two": sum(side.open_lines(board, 2) for board in side.unfinished),
        "centre": len(side.marks & side.unfinished),
        "board": len(side.boards),
        "one_board": side.lines_of_boards(1),
        "two_boards": side.lines_of_boards(2),
    }


def ultime(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    return difference(_ultime_side(me), _ultime_side(other))


def _forks(side: Side) -> int:
    return sum(side.open_lines(board, 2) >= 2 for board in side.unfinished)


def difficile(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    return {
        **ultime(position, last),
        "mobility": len(position.codes),
        "fork": _forks(me) - _forks(other),
    }


def _tuned_side(side: Side, other: Side) -> Counts:
    live = side.unfinished & set().union(*side.lines, *other.lines)
    warm = set().union(*(line for line in side.lines if line & side.boards))
    threats = side.threatened()
    return {
        "one": sum(side.open_lines(board, 1) for board in live),
        "threat": len(threats & live),
        "threat_warm": len(threats & warm),
        "threat_win": len(threats & side.winning),
        "threat_stop": len(threats & other.winning),
        "one_board": side.lines_of_boards(1),
        "two_boards": side.lines_of_boards(2),
    }


def tuned(position: Position, last: str | None) -> Counts:
    me, other = _sides(position)
    forced = position.text.split()[2]
    wins = (position.play(code).result for code in position.codes)
    return {
        **difference(_tuned_side(me, other), _tuned_side(other, me)),
        "mobility": len(position.codes),
        "free": int(forced == FREE),
        "parry": int(forced in other.winning),
        "strike": int(any(result and result.winner is not None for result in wins)),
    }


PLAIN = {"ultime": ultime, "difficile": difficile, "tuned": tuned}
TEMPO = {"mobility", "free", "parry", "strike"}

# a1 and b2 block each other; e5 is alone in the centre.
OPENING = "9/9/9/9/4x4/9/9/1o7/x8 O e5"
# X needs the upper right board, where g7 h7 threaten i7.
MATCH_POINT = "6o2/9/6xx1/3XXX3/3XXX3/3XXX3/XXXOOO3/XXXOOO3/XXXOOO3 X h8"
# X has three threats in the lower left board; the upper middle board is drawn.
FORK = "3===2o/3===3/o2===3/9/4o4/9/x8/9/x1x6 O -"
# X threatens the lower right board, but the drawn one lies between it and his own.
CUT_OFF = "9/9/o8/9/9/9/XXX===3/XXX===3/XXX===xx1 X e5"

WORKED = [
    # O: three lines of b2 and its centre. X: two lines of a1, four of e5 and its centre.
    Worked("ultime", "ultimate", OPENING, (3 * 10 + 20) - (6 * 10 + 20)),
    # Boards 2 - 1; X: row 7 with two, two lines with one; O: two lines with one. Lines of boards
    # for X: three with one, one with two; those of O's board are blocked.
    Worked("ultime", "ultimate", MATCH_POINT, 10_000 + (100 + 20) - 20 + 3 * 100 + 1000),
    # O: four lines and the centre of e5, three lines each of i9 and a7. X: three lines with two,
    # three with one.
    Worked("ultime", "ultimate", FORK, (10 * 10 + 20) - (300 + 30)),
    # And eight moves.
    Worked("difficile", "ultimate", OPENING, -30 + 8),
    # And six moves; one threat is no fork.
    Worked("difficile", "ultimate", MATCH_POINT, 11_400 + 6),
    # And 8 * 9 - 6 moves; a fork of X.
    Worked("difficile", "ultimate", FORK, -210 + 66 - 300),
    # Lines with one mark: 3 - 6; eight moves.
    Worked("tuned", "ultimate", OPENING, {"one": 3 - 6, "mobility": 8}),
    # Lines with one mark: 2 - 2. X's threat is in a board that is warm and wins.
    Worked(
        "tuned",
        "ultimate",
        MATCH_POINT,
        {"one_board": 3, "two_boards": 1, "mobility": 6, "strike": 1}
        | dict.fromkeys(("threat", "threat_warm", "threat_win"), 1),
    ),
    # Lines with one mark: 10 - 3. X threatens one board.
    Worked("tuned", "ultimate", FORK, {"one": 10 - 3, "threat": -1, "mobility": 66, "free": 1}),
    # Lines with one mark: 3 - 3. The threat is not warm; left column and diagonal are open.
    Worked("tuned", "ultimate", CUT_OFF, {"threat": 1, "one_board": 2, "mobility": 9}),
]

"""Ultimate tic-tac-toe: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.ultimate.lesson import DRAW, FREE_CHOICE, SENDING, SMALL_WIN, WIN

GUIDE = Guide(
    sections=(
        Section(
            title=N_("The goal"),
            text=N_(
                "Nine small boards form a large one. Three marks in a line win a small board; "
                "three small boards in a line win the game."
            ),
            diagrams=(Diagram(caption=N_("f9 wins a third board, and the game"), position=WIN),),
        ),
        Section(
            title=N_("Where you must play"),
            text=N_(
                "The cell you mark inside a small board names the board where your opponent must "
                "play next: an upper right cell sends to the upper right board. The board to play "
                "in is highlighted."
            ),
            diagrams=(
                Diagram(
                    caption=N_("b2 is a middle cell: it sends to the middle board"),
                    position=SMALL_WIN,
                    spots=("b2",),
                ),
            ),
        ),
        Section(
            title=N_("Closed boards and free choice"),
            text=N_(
                "A board that is won or full is closed. A player who is sent to a closed board may "
                "play in any open one."
            ),
            diagrams=(
                Diagram(
                    caption=N_("h8 sends to the closed middle board: free choice"),
                    position=FREE_CHOICE,
                    spots=("h8",),
                ),
            ),
        ),
        Section(
            title=N_("Draws"),
            text=N_(
                "The game is a draw as soon as neither player can get three boards in a line any "
                "more, even if boards are still open."
            ),
            diagrams=(
                Diagram(caption=N_("f1 wins this board, and no line is left"), position=DRAW),
            ),
        ),
    ),
    examples=(
        Example(
            title=N_("The first moves"),
            text=N_("At the start, any cell may be marked."),
            moves=(
                ("e5", N_("The middle cell of the middle board sends back to the middle board.")),
                ("d4", N_("A lower left cell: on to the lower left board.")),
                ("c3", N_("Its upper right cell sends to the upper right board.")),
            ),
        ),
        Example(
            title=N_("Sent to a closed board"),
            text=N_("X must play in the middle board, where three cells are empty."),
            position=SENDING,
            moves=(
                ("e4", N_("The lower middle board is closed, so O may play anywhere.")),
                ("c1", N_("O completes the bottom row of the lower left board and wins it.")),
            ),
        ),
    ),
    notation=N_(
        "A move is a cell, a1 at the lower left and i9 at the upper right. You can also type board "
        "row and column, then cell row and column, each 0 to 2 from the top left: 0 2 1 1. A "
        "position lists the rows from the top (capitals are closed boards), the player to move, "
        "and the middle cell of the board to play in, or -."
    ),
)

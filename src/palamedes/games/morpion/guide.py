"""Morpion: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.morpion.lesson import BEGINNER, BLOCK, FORK, LINE, RELOCATE

GUIDE = Guide(
    sections=(
        Section(
            title=N_("The goal"),
            text=N_(
                "Each player has three pieces. Whoever gets all three into one row, one column or "
                "one of the two diagonals wins."
            ),
            diagrams=(Diagram(caption=N_("c3 wins"), position=LINE, spots=("a3", "b3", "c3")),),
        ),
        Section(
            title=N_("Placing and moving"),
            text=N_(
                "You take turns placing your pieces on empty squares. Once all your pieces are on "
                "the board, you move one of them on each turn, to any empty square. When the same "
                "position comes up for the third time, the game is a draw."
            ),
            diagrams=(
                Diagram(caption=N_("c2-c1 wins"), position=RELOCATE, spots=("c2", "c1")),
                Diagram(caption=N_("c2 stops the middle row"), position=BLOCK, spots=("c2",)),
            ),
        ),
        Section(
            title=N_("Larger boards"),
            text=N_(
                "On 4 x 4, 5 x 5 and 6 x 6 squares each player has as many pieces as a row has "
                "squares, and needs all of them in one line. In the version for beginners all but "
                "one are enough, side by side or not."
            ),
            diagrams=(
                Diagram(
                    caption=N_("For beginners, three of four win: b4 or c4"),
                    variant="4,beginner",
                    position=BEGINNER,
                    spots=("b4", "c4"),
                ),
            ),
        ),
    ),
    examples=(
        Example(
            title=N_("Two threats at once"),
            text=N_("Player 1 has one piece left to place."),
            position=FORK,
            moves=(
                ("b2", N_("Player 1 threatens the middle row and the middle column.")),
                ("b1", N_("Player 2 can block only one of them.")),
                ("b3-c2", N_("The middle row is complete: Player 1 wins.")),
            ),
        ),
        Example(
            title=N_("Moving a piece"),
            text=N_("All pieces are on the board."),
            position=RELOCATE,
            moves=(("c2-c1", N_("From c2 to c1, onto the diagonal: Player 1 wins.")),),
        ),
    ),
    notation=N_(
        "Squares are named by file and rank, a1 at the lower left. Placing is c3, moving c3-a1. "
        "You can also type row/column from the top left: 1/1. A position lists the rows from the "
        "top, and the player to move."
    ),
)

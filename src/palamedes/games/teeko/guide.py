"""Teeko: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.teeko.lesson import ADVANCED, BLOCK, FORK, LINE, SQUARE, STEP

GUIDE = Guide(
    sections=(
        Section(
            title=N_("The goal"),
            text=N_(
                "Each player has four pieces. The first to get all four onto adjacent squares in a "
                "line (row, column or diagonal) or into a square of two by two wins."
            ),
            diagrams=(
                Diagram(caption=N_("e3 completes a line"), position=LINE, spots=("e3",)),
                Diagram(caption=N_("c3 completes a square"), position=SQUARE, spots=("c3",)),
            ),
        ),
        Section(
            title=N_("Placing and moving"),
            text=N_(
                "You take turns placing your pieces on empty squares. Once all eight are on the "
                "board, you move one of yours on each turn to an adjacent empty square, in any of "
                "the eight directions, never jumping. When the same position comes up for the "
                "third time, the game is a draw."
            ),
            diagrams=(
                Diagram(
                    caption=N_("e4-e5 completes the diagonal"), position=STEP, spots=("e4", "e5")
                ),
            ),
        ),
        Section(
            title=N_("Advanced Teeko"),
            text=N_(
                "In Advanced Teeko the corners of larger squares win as well: three, four or five "
                "squares wide, with sides along rows and columns."
            ),
            diagrams=(
                Diagram(
                    caption=N_("d5-d4 completes a large square"),
                    variant="advanced",
                    position=ADVANCED,
                    spots=("b2", "d2", "b4", "d4"),
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
                ("d2", N_("Player 1 threatens e2-d1, a line, and d4-e3, a square.")),
                ("d1", N_("Player 2 stops the line.")),
                ("d4-e3", N_("The square is complete: Player 1 wins.")),
            ),
        ),
        Example(
            title=N_("A block"),
            text=N_("Player 2 threatens to step from e3 to d4."),
            position=BLOCK,
            moves=(
                ("e4-d4", N_("Player 1 takes the square first.")),
                ("e3-e4", N_("Player 2 keeps a piece near, but the line stays closed.")),
            ),
        ),
    ),
    notation=N_(
        "Squares are named by file and rank, a1 at the lower left. Placing is c3, moving c3-d4. A "
        "position lists the rows from the top, and the player to move."
    ),
)

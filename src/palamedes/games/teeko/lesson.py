"""Teeko: the lesson."""

from palamedes.core.effects import defends, forks, lacks, lets_win, wins
from palamedes.core.language import N_
from palamedes.core.lesson import Find, SmallGame, Step, WrongMove

LINE = "5/2O2/OXXX1/3O1/5 X"
SQUARE = "5/1O3/1X3/1XXO1/2O2 X"
STEP = "5/1O1XX/2XO1/1XO2/O4 X"
BLOCK = "X4/OOO1X/4O/5/2XX1 X"
FORK = "5/2OX1/3X1/O1O1X/5 X"
ADVANCED = "3X1/1X3/2OO1/1X1X1/O3O X"

LESSON = (
    Step(
        title=N_("Four pieces, two shapes"),
        text=N_(
            "Each player has only four pieces. Get all four onto adjacent squares in a line (row, "
            "column or diagonal) or into a small square of two by two, like the marked one, and "
            "you win."
        ),
        spots=("b2", "c2", "b3", "c3"),
    ),
    Step(
        title=N_("Four in a line"),
        text=N_(
            "First you both place your pieces on empty squares, one at a time. Three of yours are "
            "in a line. Place the fourth and win."
        ),
        position=LINE,
        spots=("b3", "c3", "d3"),
        goal=(
            Find(
                accepted=("e3",),
                effect=wins,
                praise=N_("Four in a row: you win with your last piece."),
                wrong=(
                    WrongMove(
                        move="d4",
                        text=N_("Four pieces, but neither a line nor a square."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not yet. Your line is open at its right end."),
            ),
        ),
    ),
    Step(
        title=N_("Or a small square"),
        text=N_("Three corners of a small square are yours. Place the fourth and win."),
        position=SQUARE,
        spots=("b3", "b2", "c2"),
        goal=(
            Find(
                accepted=("c3",),
                effect=wins,
                praise=N_("A square of four: you win."),
                wrong=(
                    WrongMove(
                        move="b1",
                        text=N_("Three in a column, but the line is blocked. Think of the square."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not a square yet. Which corner is missing?"),
            ),
        ),
    ),
    Step(
        title=N_("Then the pieces move"),
        text=N_(
            "Once all eight pieces are on the board, you move one of yours on each turn: to an "
            "adjacent empty square, in any of the eight directions, never jumping. Three of yours "
            "are on a diagonal. Move the fourth and win."
        ),
        position=STEP,
        spots=("b2", "c3", "d4"),
        goal=(
            Find(
                accepted=("e4-e5",),
                effect=wins,
                praise=N_("One step up, and the diagonal is complete."),
                wrong=(
                    WrongMove(
                        move="e4-d5",
                        text=N_("Close, but d5 is not on the diagonal of the other three."),
                        effect=lacks(wins),
                    ),
                    WrongMove(
                        move="d4-e5",
                        text=N_("Now d4 is missing. Move the piece that is not in the line."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not yet. The diagonal b2, c3, d4 goes on to e5."),
            ),
        ),
    ),
    Step(
        title=N_("Block your opponent"),
        text=N_(
            "Your opponent has three in a row, and the piece on e3 is about to step to d4. You "
            "cannot win at once. Stop it."
        ),
        position=BLOCK,
        spots=("a4", "b4", "c4", "e3"),
        goal=(
            Find(
                accepted=("e4-d4",),
                effect=defends,
                praise=N_("Well blocked. Three in a row with a fourth nearby is always urgent."),
                wrong=(
                    WrongMove(
                        move="a5-b5",
                        text=N_("Then e3 steps to d4, and four in a row win."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("That does not stop e3 from stepping to d4. Get there first."),
            ),
        ),
    ),
    Step(
        title=N_("A first trick: two threats"),
        text=N_(
            "One threat can be blocked; two at once cannot. Place your last piece so that it works "
            "for a line and for a square."
        ),
        position=FORK,
        spots=("d4", "d3", "e2"),
        goal=(
            Find(
                accepted=("d2",),
                effect=forks,
                praise=N_("You threaten e2-d1 (a line) and d4-e3 (a square): one will work."),
                wrong=(
                    WrongMove(
                        move="d5",
                        text=N_(
                            "One threat only, e2-d2, and your opponent will block it. You need two."
                        ),
                        effect=lacks(forks),
                    ),
                ),
                otherwise=N_("Too slow. Which square continues the column and touches e2?"),
            ),
        ),
    ),
    Step(
        title=N_("Advanced Teeko"),
        text=N_(
            "In Advanced Teeko the corners of larger squares win as well: three, four or five "
            "squares wide, with sides along rows and columns. Three corners are yours. Complete "
            "the square."
        ),
        variant="advanced",
        position=ADVANCED,
        spots=("b2", "d2", "b4"),
        goal=(
            Find(
                accepted=("d5-d4",),
                effect=wins,
                praise=N_("A large square: b2, d2, b4 and d4."),
                wrong=(
                    WrongMove(
                        move="d2-e2",
                        text=N_("That corner was right. Bring the piece on d5 into the square."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not yet. The fourth corner is on the file of d2 and the row of b4."),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "Now a whole game against a gentle opponent. Keep your pieces together and near the "
            "centre. (When the same position comes up for the third time, the game is a draw.)"
        ),
        goal=SmallGame(
            won=N_("You win! Now try an opponent who blocks."),
            drawn=N_("A draw: the same position came up three times. Try again, or go on."),
            lost=N_("Your opponent got there first. Try again, or go on."),
        ),
    ),
)

"""Morpion: the lesson."""

from palamedes.core.effects import defends, forks, lacks, lets_win, wins
from palamedes.core.language import N_
from palamedes.core.lesson import Find, SmallGame, Step, WrongMove

LINE = "XX1/1O1/O2 X"
BLOCK = "X2/OO1/1X1 X"
RELOCATE = "X1O/OXX/1O1 X"
GUARD = "X2/O1X/OXO X"
FORK = "OX1/X2/2O X"
BEGINNER = "X2X/1O2/2O1/4 X"

LESSON = (
    Step(
        title=N_("Three in a line"),
        text=N_(
            "Each player has three pieces. You take turns placing them on empty squares. Get your "
            "three pieces into one row, one column or one of the two diagonals, and you win. One "
            "such line is marked."
        ),
        spots=("a1", "b2", "c3"),
    ),
    Step(
        title=N_("Complete your line"),
        text=N_("You have two pieces in the top row. Place the third one and win."),
        position=LINE,
        spots=("a3", "b3"),
        goal=(
            Find(
                accepted=("c3",),
                effect=wins,
                praise=N_("Three in a row: you win!"),
                wrong=(
                    WrongMove(
                        move="c1",
                        text=N_("Careful: now c3 would give your opponent the diagonal."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("Not a line yet. The top row needs one more piece."),
            ),
        ),
    ),
    Step(
        title=N_("Block your opponent"),
        text=N_(
            "Your opponent has two pieces in the middle row and will complete it on the next turn. "
            "You cannot win at once, so get in the way."
        ),
        position=BLOCK,
        spots=("a2", "b2"),
        goal=(
            Find(
                accepted=("c2",),
                effect=defends,
                praise=N_("Blocked. Before every move, look what your opponent threatens."),
                wrong=(
                    WrongMove(
                        move="c3",
                        text=N_("Then your opponent plays c2 and wins."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("That does not stop the middle row. Which square completes it?"),
            ),
        ),
    ),
    Step(
        title=N_("Then the pieces move"),
        text=N_(
            "There are no more pieces in hand? Then the game goes on: on each turn, move one of "
            "your pieces to any empty square, near or far. Two of yours are on a diagonal. Move "
            "the third one and win."
        ),
        position=RELOCATE,
        spots=("a3", "b2"),
        goal=(
            Find(
                accepted=("c2-c1",),
                effect=wins,
                praise=N_("From c2 to c1: the diagonal is yours."),
                wrong=(
                    WrongMove(
                        move="a3-c1",
                        text=N_("c1 is right, but you took a3 away. Move the other piece."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not a line yet. Keep a3 and b2, and bring c2 onto their diagonal."),
            ),
        ),
    ),
    Step(
        title=N_("Guards stay at their posts"),
        text=N_(
            "Your pieces on a3 and b1 block two lines of your opponent. A piece that leaves its "
            "post opens the line. You have to move something: do it without losing."
        ),
        position=GUARD,
        spots=("a3", "b1"),
        goal=(
            Find(
                accepted=("c2-b2", "c2-b3", "c2-c3"),
                effect=defends,
                praise=N_("Right: both lines stay closed."),
                wrong=(
                    WrongMove(
                        move="a3-b3",
                        text=N_(
                            "Now the first column is open: your opponent plays c1-a3 and wins."
                        ),
                        effect=lets_win,
                    ),
                    WrongMove(
                        move="b1-b2",
                        text=N_("Now the bottom row is open: your opponent plays a2-b1 and wins."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("That leaves a post. Which of your pieces guards nothing?"),
            ),
        ),
    ),
    Step(
        title=N_("A first trick: two threats"),
        text=N_(
            "One threat can be blocked; two at once cannot. Place your third piece so that you "
            "threaten two lines."
        ),
        position=FORK,
        spots=("b3", "a2"),
        goal=(
            Find(
                accepted=("b2",),
                effect=forks,
                praise=N_("You threaten b1 and c2. Your opponent can only block one of them."),
                wrong=(
                    WrongMove(
                        move="c3",
                        text=N_("a3 blocks the top row. Where do the lines of b3 and a2 meet?"),
                        effect=lacks(forks),
                    ),
                ),
                otherwise=N_(
                    "That threatens too little. Which square is in line with b3 and with a2?"
                ),
            ),
        ),
    ),
    Step(
        title=N_("Larger boards"),
        text=N_(
            "On 4 x 4 squares each player has four pieces and needs all four in one line; likewise "
            "on 5 x 5 and 6 x 6. In the version for beginners all but one are enough, side by side "
            "or not. Here three of four win: find a square."
        ),
        variant="4,beginner",
        position=BEGINNER,
        spots=("a4", "d4"),
        goal=(
            Find(
                accepted=("b4", "c4"),
                effect=wins,
                praise=N_("Three in the top row: the gap does not matter."),
                wrong=(
                    WrongMove(
                        move="a3",
                        text=N_("Two in the first column. You already have two in the top row."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("Not yet. Add a third piece to the top row."),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "Now win a whole game against a gentle opponent. A hint: the middle is on four lines. "
            "(When the same position comes up for the third time, the game is a draw.)"
        ),
        goal=SmallGame(
            must_win=True,
            won=N_("You win! You know all about morpion now."),
            drawn=N_("A draw: the same position came up three times. Try again."),
            lost=N_("Your opponent got a line. Watch for two in a line, and try again."),
        ),
    ),
)

"""Nine men's morris: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.morris.lesson import (
    BLOCK,
    FLY,
    MILL,
    PLACE,
    SAFE,
    STEP,
    SWING,
    TWICE,
    TWO_LEFT,
)

GUIDE = Guide(
    sections=(
        Section(
            title=N_("Mills"),
            text=N_(
                "Each player has nine men. Three men of one player side by side on a line are a "
                "mill. Whenever you close a mill, you remove one of your opponent's men."
            ),
            diagrams=(
                Diagram(
                    caption=N_("A mill on the top line"), position=MILL, spots=("a7", "d7", "g7")
                ),
            ),
        ),
        Section(
            title=N_("Placing, moving, flying"),
            text=N_(
                "First you take turns placing your men on empty points. Once all are placed, you "
                "move one man on each turn, along a line to the next point, if it is empty. A "
                "player with only three men left may move a man to any empty point."
            ),
            diagrams=(
                Diagram(caption=N_("Placing: g7 closes a mill"), position=PLACE, spots=("g7",)),
                Diagram(caption=N_("Moving: from g4 to g7"), position=STEP, spots=("g4", "g7")),
                Diagram(caption=N_("Flying: from c3 to g7"), position=FLY, spots=("c3", "g7")),
            ),
        ),
        Section(
            title=N_("Which man may be removed"),
            text=N_(
                "Men in a mill are safe, unless all men of that player are in mills. You remove "
                "one man only, even if you close two mills at once."
            ),
            diagrams=(
                Diagram(caption=N_("g7 can only remove d2"), position=SAFE, spots=("d2",)),
                Diagram(
                    caption=N_("All in a mill: g7 removes one of these"),
                    position=TWICE,
                    spots=("f6", "f4", "f2"),
                ),
            ),
        ),
        Section(
            title=N_("The end of the game"),
            text=N_(
                "You lose if you have fewer than three men left, counting those in hand, or if you "
                "cannot move. The game is a draw when the same position comes up for the third "
                "time, or after 200 moves without placing or removing a man."
            ),
            diagrams=(
                Diagram(
                    caption=N_("f4-f6 leaves two men: a win"), position=TWO_LEFT, spots=("f6",)
                ),
                Diagram(caption=N_("f6-d6 blocks all men: a win"), position=BLOCK, spots=("d6",)),
            ),
        ),
    ),
    examples=(
        Example(
            title=N_("A double mill"),
            text=N_("Player 1's man on d7 swings between two mills."),
            position=SWING,
            moves=(
                (
                    "d7-d6xe5",
                    N_("Out of the top line, into the middle line: a mill. e5 is removed."),
                ),
                ("g1-g4", N_("Player 2 opens a mill: those men are no longer safe.")),
                ("d6-d7xg4", N_("Back to the top line: a mill again, and g4 is removed.")),
            ),
        ),
        Example(
            title=N_("From placing to a mill"),
            text=N_("Player 1 has two men on the top line."),
            position=PLACE,
            moves=(
                ("g7xd6", N_("Player 1 closes the mill and removes d6.")),
                ("d6", N_("Player 2 places a new man; the removed one never comes back.")),
            ),
        ),
    ),
    notation=N_(
        "Points are named by file and rank, a1 at the lower left. Placing a man is d6, moving it "
        "d6-d5, and x adds the man that is removed: d6xb4, d6-d5xb4. A position lists the rows "
        "from the top, the player to move and the men in hand of X and O."
    ),
)

"""Nine men's morris: the lesson."""

from palamedes.core.effects import both, lacks, wins
from palamedes.core.language import N_
from palamedes.core.lesson import Find, SmallGame, Step, WrongMove
from palamedes.core.position import Position

MILL = "XXX/1O1/3/O5/3/1X1/OO1 X 5 5"
PLACE = "XX1/1O1/3/1O2O1/3/1X1/3 X 6 6"
SAFE = "XX1/2O/3/4O1/X2/1OO/3 X 5 5"
TWICE = "XX1/2O/3/4OX/3/2O/2X X 5 5"
STEP = "XX1/1O1/3/1OO2X/2O/XXO/3 X 0 0"
SWING = "XXX/X1X/2O/6/OOO/3/OOO X 0 0"
FLY = "XX1/3/2O/1O2O1/X2/1O1/2O X 0 0"
TWO_LEFT = "3/XX1/3/2O1X1/2O/3/XO1 X 0 0"
BLOCK = "OOX/2X/3/OX4/X2/3/OX1 X 0 0"
GAME = "XX1/O2/1O1/3O1X/3/1X1/O1X X 0 0"


def closes_mill(position: Position, move: str) -> bool:
    return "x" in move


LESSON = (
    Step(
        title=N_("Three in a line are a mill"),
        text=N_(
            "Each player has nine men, in hand at first. Three of your men on one line, side by "
            "side, are a mill, like the three marked here. Every mill you close removes one of "
            "your opponent's men, and a player who has only two men left loses."
        ),
        position=MILL,
        spots=("a7", "d7", "g7"),
    ),
    Step(
        title=N_("Place men and close a mill"),
        text=N_(
            "First you both place your men on empty points, one at a time. You have two men on the "
            "top line. Close the mill, then choose which man of your opponent to remove."
        ),
        position=PLACE,
        spots=("a7", "d7"),
        goal=(
            Find(
                accepted=("g7xd6", "g7xb4", "g7xf4"),
                effect=closes_mill,
                praise=N_("A mill! The man you removed never comes back."),
                wrong=(
                    WrongMove(
                        move="d1",
                        text=N_("d1 and d7 are on the same file, but no line joins them."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("No mill there. The top line needs one more man: at its right end."),
            ),
        ),
    ),
    Step(
        title=N_("Men in a mill are safe"),
        text=N_(
            "Your opponent has a mill too, on the right. Men in a mill cannot be removed as long "
            "as there are others. Close your mill and see who is left to take."
        ),
        position=SAFE,
        spots=("f6", "f4", "f2"),
        goal=(
            Find(
                accepted=("g7xd2",),
                effect=closes_mill,
                praise=N_("Only the man on d2 could be removed: the three in the mill were safe."),
                wrong=(
                    WrongMove(
                        move="a4",
                        text=N_("Two men on the left side, too. But g7 closes the mill at once."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("That closes no mill. Complete the top line: a7, d7 and ...?"),
            ),
        ),
    ),
    Step(
        title=N_("Two exceptions"),
        text=N_(
            "If all your opponent's men are in mills, you may take any of them. And if one move "
            "closes two mills, you still remove only one man. Here you meet both: close two mills "
            "at once."
        ),
        position=TWICE,
        spots=("a7", "d7", "g4", "g1"),
        goal=(
            Find(
                accepted=("g7xf6", "g7xf4", "g7xf2"),
                effect=closes_mill,
                praise=N_("Two mills, one man, and your opponent's mill is broken."),
                wrong=(
                    WrongMove(
                        move="a4",
                        text=N_("Look at the corner where your two lines meet."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("That closes no mill. One corner belongs to both of your lines."),
            ),
        ),
    ),
    Step(
        title=N_("Then the men move"),
        text=N_(
            "When all men are placed, you move one of your men on each turn: along a line, to the "
            "next point, if it is empty. Closing a mill by moving removes a man just the same. "
            "Close the top line."
        ),
        position=STEP,
        spots=("g4", "g7"),
        goal=(
            Find(
                accepted=("g4-g7xd6", "g4-g7xb4", "g4-g7xc4", "g4-g7xe3", "g4-g7xf2"),
                effect=closes_mill,
                praise=N_("One step, one mill, one man less."),
                wrong=(
                    WrongMove(
                        move="g4-g1",
                        text=N_("One step along a line, but the wrong way: go up to g7."),
                        effect=lacks(closes_mill),
                    ),
                    WrongMove(
                        move="d7-g7",
                        text=N_("That only shifts the gap to d7. Bring a third man."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("No mill yet. Which man can step onto g7?"),
            ),
        ),
    ),
    Step(
        title=N_("The best trick: a double mill"),
        text=N_(
            "A man that steps out of one mill and into another closes a mill on every turn. Start "
            "it: step with d7, and remove a man. After the answer, step back and take another."
        ),
        position=SWING,
        spots=("d7", "d6"),
        goal=(
            Find(
                accepted=("d7-d6xe5",),
                effect=closes_mill,
                praise=N_(
                    "The middle line is a mill now. Step back, and the top line is one again."
                ),
                wrong=(
                    WrongMove(
                        move="b6-d6",
                        text=N_("Leave b6 and f6 where they are: the man on d7 completes them."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("That closes no mill. Step from d7 down to d6."),
                reply="g1-g4",
            ),
            Find(
                accepted=("d6-d7xa1", "d6-d7xd1", "d6-d7xg4"),
                effect=closes_mill,
                praise=N_("And so on, one man on every turn. Few opponents survive a double mill."),
                wrong=(
                    WrongMove(
                        move="d6-d5",
                        text=N_("Step back up to d7: your two men are waiting there."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("That closes no mill. Step back from d6 to d7."),
            ),
        ),
    ),
    Step(
        title=N_("Three men can fly"),
        text=N_(
            "A player with only three men left may move a man to any empty point, near or far. You "
            "have three: close the top line."
        ),
        position=FLY,
        spots=("c3",),
        goal=(
            Find(
                accepted=("c3-g7xe5", "c3-g7xb4", "c3-g7xf4", "c3-g7xd2", "c3-g7xg1"),
                effect=closes_mill,
                praise=N_(
                    "Straight across the board. Three men are more dangerous than they look."
                ),
                wrong=(
                    WrongMove(
                        move="c3-c4",
                        text=N_("You need not walk any more: fly straight to the top line."),
                        effect=lacks(closes_mill),
                    ),
                    WrongMove(
                        move="d7-g7",
                        text=N_("That leaves a gap at d7. Bring the third man."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("That closes no mill. Fly with c3 to the empty end of the top line."),
            ),
        ),
    ),
    Step(
        title=N_("Win: two men left"),
        text=N_(
            "A player with fewer than three men, counting those in hand, has lost. Your opponent "
            "has three. Win the game."
        ),
        position=TWO_LEFT,
        spots=("b6", "d6"),
        goal=(
            Find(
                accepted=("f4-f6xc4", "f4-f6xe3", "f4-f6xd1"),
                effect=wins,
                praise=N_("Two men cannot make a mill: you win."),
                wrong=(
                    WrongMove(
                        move="f4-f2",
                        text=N_("The wrong way: b6 and d6 wait for a third man on f6."),
                        effect=lacks(closes_mill),
                    ),
                ),
                otherwise=N_("The game goes on. Close a mill: look at b6 and d6."),
            ),
        ),
    ),
    Step(
        title=N_("Win: no move left"),
        text=N_(
            "A player who cannot move loses too, however many men there are. Only one of your "
            "opponent's men can still move, to d6. Shut it in. (If nobody makes progress, the game "
            "is drawn: the same position three times, or 200 moves without placing or removing.)"
        ),
        position=BLOCK,
        spots=("d6", "f6"),
        goal=(
            Find(
                accepted=("f6-d6",),
                effect=wins,
                praise=N_("Four men, and none can move: you win."),
                wrong=(
                    WrongMove(
                        move="g7-g4",
                        text=N_("That opens another way out, g7. Close d6 instead."),
                        effect=both(lacks(wins), lacks(closes_mill)),
                    ),
                ),
                otherwise=N_("Your opponent can still move. Fill the last gap, d6."),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "All men are placed, and you have five against four. Close mills until your opponent "
            "has two men left. You can start at once: one step closes a mill."
        ),
        position=GAME,
        goal=SmallGame(
            won=N_("You win! You are ready for nine men against nine."),
            drawn=N_("A draw by repetition. Try again, or play a real game."),
            lost=N_("Lost this time. Watch out for your opponent's mills, and try again."),
        ),
    ),
)

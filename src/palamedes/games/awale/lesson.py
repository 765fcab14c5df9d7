"""Awalé: the lesson. The positions have few seeds, so that every seed can be followed."""

from palamedes.core.effects import fills, gains, wins
from palamedes.core.language import N_
from palamedes.core.lesson import Find, SmallGame, Step, WrongMove
from palamedes.games.awale.board import TAKEN

ODD_HOLES = tuple(str(hole) for hole in range(1, 17, 2))
ALL_BUT_THE_FIRST = tuple(str(hole) for hole in range(2, 17))

RED = "3(3R2B1T) 5(2B) 8(2R1B) 12(3T) 1 0-0"
BLUE = "3(2R3B) 5(2R2T) 6(4T) 9(2R) 12(4T) 1 0-0"
CLEAR = "3(1R1B2T) 4(3B) 9(2R) 12(4T) 1 0-0"
LAP = "1(16R) 2(3B) 5(2B) 6(1B) 1 0-0"
CAPTURE = "3(1R4B) 4(1B1T) 7(1B) 8(2R1T) 11(1R1T) 14(4B) 1 0-0"
CHAIN = "1(1R3B) 2(1R) 3(2R) 4(1B) 5(2B) 6(1R) 10(3R4T) 15(5T) 16(2R) 1 0-0"
SWEEP = "1(1R) 2(1B) 5(2R3B) 9(1R2T) 13(2B) 1 42-42"
END = "3(1R) 4(1B1T) 7(1B) 8(1R) 11(3T) 14(4R) 1 43-41"
GAME = (
    "1(1R1B) 2(1R) 3(2T) 4(1B1T) 5(1R) 7(1B) 8(2R) 10(1R1B) 11(2B1T) 13(1R) 14(1T) 16(2R2B) 1 37-37"
)

LESSON = (
    Step(
        title=N_("Sixteen holes, three colours"),
        text=N_(
            "The sixteen holes form a circle; play goes clockwise, and hole 1 comes after 16. You "
            "play first and own the odd holes, marked here. Your opponent owns the even ones. Each "
            "hole starts with two red, two blue and two transparent seeds: 96 in all. Whoever "
            "takes more of them wins."
        ),
        spots=ODD_HOLES,
    ),
    Step(
        title=N_("Red seeds go everywhere"),
        text=N_(
            "On your turn, choose one of your holes and what to sow from it. R sows its red seeds, "
            "one by one, into every hole that follows. Sow the red seeds of hole 3: choose the "
            "hole, then R."
        ),
        position=RED,
        spots=("3",),
        goal=(
            Find(
                accepted=("3R",),
                effect=fills("4", "5", "6"),
                praise=N_(
                    "Three red seeds, one each into holes 4, 5 and 6. The other colours stayed."
                ),
                wrong=(
                    WrongMove(
                        move="3B",
                        text=N_("B sows the blue seeds. Choose hole 3 again, then R."),
                        effect=fills("4", "6"),
                    ),
                ),
                otherwise=N_("Not quite: sow the red seeds of hole 3. Choose the hole, then R."),
            ),
        ),
    ),
    Step(
        title=N_("Blue seeds visit your opponent"),
        text=N_(
            "B sows the blue seeds into your opponent's holes only: they skip yours. Sow the blue "
            "seeds of hole 3 and watch where they fall."
        ),
        position=BLUE,
        spots=("3",),
        goal=(
            Find(
                accepted=("3B",),
                effect=fills("4", "6", "8"),
                praise=N_("Holes 4, 6 and 8: with the same number of seeds, blue goes further."),
                wrong=(
                    WrongMove(
                        move="3R",
                        text=N_("Those were the red seeds: holes 4 and 5. Try B."),
                        effect=fills("4", "5"),
                    ),
                ),
                otherwise=N_("Choose hole 3, then B for its blue seeds."),
            ),
        ),
    ),
    Step(
        title=N_("Transparent seeds choose their company"),
        text=N_(
            "TR sows the transparent seeds first and then the red ones, one after the other into "
            "every hole. TB sows the transparent seeds first and then the blue ones, into your "
            "opponent's holes only. You need at least one transparent seed for it; the third "
            "colour stays in the hole. Make the last seed from hole 3 fall into hole 8."
        ),
        position=CLEAR,
        spots=("3", "8"),
        goal=(
            Find(
                accepted=("3TB",),
                effect=fills("4", "6", "8"),
                praise=N_("Two transparent seeds into 4 and 6, then the blue one into 8."),
                wrong=(
                    WrongMove(
                        move="3TR",
                        text=N_("TR visits every hole: 4, 5 and 6. Which one skips your holes?"),
                        effect=fills("4", "5", "6"),
                    ),
                    WrongMove(
                        move="3B",
                        text=N_("One blue seed alone only reaches hole 4. Take more with it."),
                        effect=fills("4"),
                    ),
                ),
                otherwise=N_("Count three of your opponent's holes after 3: 4, 6, 8."),
            ),
        ),
    ),
    Step(
        title=N_("A full round"),
        text=N_(
            "Many seeds can go all the way round. The hole they came from is skipped each time. "
            "Sow the sixteen red seeds of hole 1."
        ),
        position=LAP,
        spots=("1",),
        goal=(
            Find(
                accepted=("1R",),
                effect=fills(*ALL_BUT_THE_FIRST),
                praise=N_("One seed for each of the others; the sixteenth skipped hole 1 for 2."),
                wrong=(
                    WrongMove(
                        move="5B",
                        text=N_("That is a short walk. Try the sixteen seeds of hole 1."),
                        effect=fills("6", "8"),
                    ),
                ),
                otherwise=N_("Choose hole 1, then R."),
            ),
        ),
    ),
    Step(
        title=N_("Capture two or three"),
        text=N_(
            "Look at the hole where your last seed fell. If it now holds exactly two or three "
            "seeds, of any colours and whoever owns the hole, you take them all. Find the move "
            "that takes three."
        ),
        position=CAPTURE,
        spots=("4", "8", "12"),
        goal=(
            Find(
                accepted=("3R",),
                effect=gains(TAKEN, 3),
                praise=N_("Your seed made three in hole 4, and all three are yours."),
                wrong=(
                    WrongMove(
                        move="7B",
                        text=N_("Hole 8 now holds four: too many. Only two or three are taken."),
                        effect=fills("8"),
                    ),
                    WrongMove(
                        move="11R",
                        text=N_("Hole 12 was empty and now holds one: nothing to take."),
                        effect=fills("12"),
                    ),
                ),
                otherwise=N_("Nothing taken. Which hole has two seeds, waiting for a third?"),
            ),
        ),
    ),
    Step(
        title=N_("Chains"),
        text=N_(
            "After a capture, look at the hole just before it. If it holds two or three, you take "
            "those as well, and so on backwards, until a hole holds fewer or more. It does not "
            "matter whose hole it is, or whether you sowed there. Find the chain of ten seeds."
        ),
        position=CHAIN,
        spots=("2", "3", "4", "5", "6"),
        goal=(
            Find(
                accepted=("1B",),
                effect=gains(TAKEN, 10),
                praise=N_("Holes 6, 5, 4, 3 and 2: five times two. Always look for chains first!"),
                wrong=(
                    WrongMove(
                        move="1R",
                        text=N_(
                            "A fine chain backwards through 2, 1 and 16: seven seeds. Ten are "
                            "there!"
                        ),
                        effect=gains(TAKEN, 7),
                    ),
                    WrongMove(
                        move="15TR",
                        text=N_(
                            "Holes 4, 3 and 2: seven seeds. Try to begin the chain further on."
                        ),
                        effect=gains(TAKEN, 7),
                    ),
                ),
                otherwise=N_("Less than ten. A chain runs backwards, so end as far on as 6."),
            ),
        ),
    ),
    Step(
        title=N_("Nothing left to play"),
        text=N_(
            "If your move leaves your opponent without a single seed, you take everything that "
            "remains on the board, and the game is over. Your opponent has a single seed, in hole "
            "2: capture it."
        ),
        position=SWEEP,
        spots=("2",),
        goal=(
            Find(
                accepted=("1R",),
                effect=gains(TAKEN, 12),
                praise=N_("You captured two in hole 2 and took the other ten as well: 54 to 42."),
                wrong=(
                    WrongMove(
                        move="13B",
                        text=N_(
                            "Now your opponent has more seeds than before. Capture the one in "
                            "hole 2."
                        ),
                        effect=fills("14", "16"),
                    ),
                ),
                otherwise=N_("Your opponent still has seeds. Which seed of yours reaches hole 2?"),
            ),
        ),
    ),
    Step(
        title=N_("How a game ends"),
        text=N_(
            "A game also ends when a player has 49 seeds or more, when fewer than ten are left on "
            "the board, or after 400 moves of both together. Nobody gets what is left then. More "
            "seeds win; equal is a draw. You lead by 43 to 41 and twelve are left: win now."
        ),
        position=END,
        spots=("4", "8"),
        goal=(
            Find(
                accepted=("3R",),
                effect=wins,
                praise=N_("Nine seeds are left, so it is over: 46 to 41, you win."),
                wrong=(
                    WrongMove(
                        move="7B",
                        text=N_("You took two, but ten are left: the game would go on."),
                        effect=gains(TAKEN, 2),
                    ),
                ),
                otherwise=N_("The game would go on. Take three, so that only nine are left."),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "The end of a game, 37 to 37, against a gentle opponent. Look for holes with one or "
            "two seeds that your last seed can reach, and play on until the game is over."
        ),
        position=GAME,
        goal=SmallGame(
            won=N_("You win! Now you know everything about coloured awalé."),
            drawn=N_("A draw: well held. You know all the rules now."),
            lost=N_(
                "Lost this time, but you know all the rules now. Try again, or play a real game."
            ),
        ),
    ),
)

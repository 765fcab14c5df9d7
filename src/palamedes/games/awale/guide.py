"""Awalé: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.awale.lesson import CAPTURE, CHAIN, CLEAR, END, ODD_HOLES, SWEEP

GUIDE = Guide(
    sections=(
        Section(
            title=N_("The board"),
            text=N_(
                "Sixteen holes form a circle, numbered clockwise; hole 1 follows hole 16. Player 1 "
                "owns the odd holes, player 2 the even ones. Each hole starts with two red, two "
                "blue and two transparent seeds, 96 in all. Whoever takes more seeds wins."
            ),
            diagrams=(
                Diagram(caption=N_("The start. Player 1's holes are marked."), spots=ODD_HOLES),
            ),
        ),
        Section(
            title=N_("Sowing"),
            text=N_(
                "On your turn, choose one of your holes and one of four ways to sow from it, one "
                "seed per hole, clockwise. R sows the red seeds into every following hole. B sows "
                "the blue seeds into your opponent's holes only. TR and TB, which need at least "
                "one transparent seed, sow the transparent seeds first and then, from where those "
                "ended, the red (TR) or the blue ones (TB): all of them as red or as blue. Seeds "
                "keep their colour, and the hole they come from is always skipped."
            ),
            diagrams=(
                Diagram(
                    caption=N_("3R reaches 4; 3TR reaches 4, 5, 6; 3TB reaches 4, 6, 8."),
                    position=CLEAR,
                    spots=("3",),
                ),
            ),
        ),
        Section(
            title=N_("Capturing"),
            text=N_(
                "If the hole of your last seed now holds exactly two or three seeds, whatever "
                "their colours, you take them all. Then look at the hole just before it: if it "
                "holds two or three as well, you take those too, and so on. It does not matter "
                "whose holes they are, or whether you sowed there."
            ),
            diagrams=(
                Diagram(
                    caption=N_(
                        "3R takes the three seeds of hole 4. 7B makes four in hole 8: none."
                    ),
                    position=CAPTURE,
                    spots=("4", "8"),
                ),
            ),
        ),
        Section(
            title=N_("The end of the game"),
            text=N_(
                "If your move leaves your opponent without a single seed, you take everything that "
                "remains. The game ends when a player has 49 seeds or more, when fewer than ten "
                "are left on the board (nobody gets those), or after 400 moves. More seeds win; "
                "equal scores are a draw."
            ),
            diagrams=(
                Diagram(
                    caption=N_("1R captures the only even seeds and sweeps the board."),
                    position=SWEEP,
                    spots=("1", "2"),
                ),
            ),
        ),
    ),
    examples=(
        Example(
            title=N_("A chain of captures"),
            text=N_("Player 1 will sow the three blue seeds of hole 1."),
            position=CHAIN,
            moves=(
                (
                    "1B",
                    N_(
                        "They fall into 2, 4 and 6. Hole 6 holds two, and so do 5, 4, 3 and 2: ten "
                        "seeds. Hole 1 holds one, so the chain ends."
                    ),
                ),
            ),
        ),
        Example(
            title=N_("Fewer than ten seeds"),
            text=N_("Player 1 leads by 43 to 41; twelve seeds are left."),
            position=END,
            moves=(
                ("7B", N_("Player 1 takes two from hole 8. Ten are left: the game goes on.")),
                ("14R", N_("Player 2 sows four red seeds: 15, 16, 1 and 2. Nothing to take.")),
                ("3R", N_("Three more from hole 4. Seven are left, and 48 to 41 wins.")),
            ),
        ),
    ),
    notation=N_(
        "A move is the hole and the way of sowing: 3R, 3B, 3TR, 3TB. A position lists the holes "
        "with their seeds, the player to move and the seeds taken: "
        "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40."
    ),
)

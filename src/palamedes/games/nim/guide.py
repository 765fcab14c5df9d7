"""Nim: the rules with pictures."""

from palamedes.core.guide import Diagram, Example, Guide, Section
from palamedes.core.language import N_
from palamedes.games.nim.lesson import EQUAL, LAST, MISERE, ONE_TWO_THREE

GUIDE = Guide(
    sections=(
        Section(
            title=N_("Taking matches"),
            text=N_(
                "The matches lie in heaps and belong to nobody. On your turn, take as many as you "
                "like, at least one, but all from the same heap."
            ),
            diagrams=(Diagram(caption=N_("The start: heaps of one, three, five and seven")),),
        ),
        Section(
            title=N_("The end of the game"),
            text=N_(
                "Whoever takes the very last match wins. In misère nim it is the other way round: "
                "whoever takes the last match loses."
            ),
            diagrams=(
                Diagram(caption=N_("Take all four and win (4-4)"), position=LAST),
                Diagram(
                    caption=N_("Misère: leave three single matches (4-3)"),
                    variant="misere",
                    position=MISERE,
                ),
            ),
        ),
    ),
    examples=(
        Example(
            title=N_("Equal heaps"),
            text=N_("Two heaps are left, three and five."),
            position=EQUAL,
            moves=(
                ("3-2", N_("The first player makes them equal.")),
                ("2-1", N_("Whatever the second player takes ...")),
                ("3-1", N_("... the first takes as many from the other heap.")),
                ("2-2", N_("The second player empties one heap ...")),
                ("3-2", N_("... and the first takes the last matches and wins.")),
            ),
        ),
        Example(
            title=N_("One, two, three"),
            text=N_("Three heaps: one, two and five."),
            position=ONE_TWO_THREE,
            moves=(
                ("3-2", N_("One, two, three: whoever has to move now will lose.")),
                ("1-1", N_("The second player takes the single match ...")),
                ("3-1", N_("... and the first makes two equal heaps.")),
            ),
        ),
    ),
    notation=N_(
        "A move is the heap and how many are taken: 2-3 takes three matches from heap 2. A "
        "position lists the heaps and the player to move: 1;3;5;7 1."
    ),
)

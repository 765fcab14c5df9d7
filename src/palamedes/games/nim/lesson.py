"""Nim: the lesson."""

from palamedes.core.effects import anything, both, lacks, lets_win, wins, wins_by_force
from palamedes.core.language import N_
from palamedes.core.lesson import Find, SmallGame, Step, WrongMove

LAST = "0;0;0;4 1"
EQUAL = "0;3;5;0 1"
MIRROR = "0;2;3;0 1"
ONE_TWO_THREE = "1;2;5;0 1"
MISERE = "0;1;1;4 1"

LESSON = (
    Step(
        title=N_("Take some matches"),
        text=N_(
            "The matches belong to nobody. On your turn, take as many as you like, at least one, "
            "but all from the same heap: choose a match, and it goes together with all matches to "
            "its right. Try it."
        ),
        goal=(
            Find(
                accepted=(
                    *("1-1", "2-1", "2-2", "2-3", "3-1", "3-2", "3-3", "3-4", "3-5"),
                    *("4-1", "4-2", "4-3", "4-4", "4-5", "4-6", "4-7"),
                ),
                effect=anything,
                praise=N_("That is all there is to a move."),
                otherwise=N_("Take at least one match from one heap."),
            ),
        ),
    ),
    Step(
        title=N_("The last match wins"),
        text=N_("Whoever takes the very last match wins. One heap of four is left. Win now."),
        position=LAST,
        goal=(
            Find(
                accepted=("4-4",),
                effect=wins,
                praise=N_("The last match is yours: you win!"),
                wrong=(
                    WrongMove(
                        move="4-3",
                        text=N_("One match is left, and your opponent takes it. Take all four."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("Your opponent would take the rest. Take the whole heap."),
            ),
        ),
    ),
    Step(
        title=N_("Make two heaps equal"),
        text=N_(
            "Here is the first trick. With two heaps left, make them equal: whatever your opponent "
            "then takes from one, you take from the other. Make these two equal."
        ),
        position=EQUAL,
        goal=(
            Find(
                accepted=("3-2",),
                effect=wins_by_force,
                praise=N_("Three and three. From now on, just copy your opponent."),
                wrong=(
                    WrongMove(
                        move="3-5",
                        text=N_(
                            "Then your opponent takes the other heap, and with it the last match."
                        ),
                        effect=lets_win,
                    ),
                    WrongMove(
                        move="3-3",
                        text=N_("Two and three: now your opponent can make them equal."),
                        effect=both(lacks(wins_by_force), lacks(lets_win)),
                    ),
                ),
                otherwise=N_("The heaps are not equal. Take two from the larger one."),
            ),
        ),
    ),
    Step(
        title=N_("Copy your opponent to the end"),
        text=N_(
            "The heaps were equal, and your opponent took one match from the upper heap. Answer on "
            "the other heap, and go on like this until you win."
        ),
        position=MIRROR,
        goal=(
            Find(
                accepted=("3-1",),
                effect=wins_by_force,
                praise=N_("Two and two again. Your opponent took a whole heap: copy that as well."),
                wrong=(
                    WrongMove(
                        move="3-3",
                        text=N_("That leaves one heap, and your opponent takes it all."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("Make the heaps equal again: take one from the lower heap."),
                reply="2-2",
            ),
            Find(
                accepted=("3-2",),
                effect=wins,
                praise=N_("You win. It never matters what your opponent does!"),
                wrong=(
                    WrongMove(
                        move="3-1",
                        text=N_("Take both: the last match wins."),
                        effect=lets_win,
                    ),
                ),
                otherwise=N_("Take the last two matches."),
            ),
        ),
    ),
    Step(
        title=N_("One, two, three"),
        text=N_(
            "With three heaps there is another safe position: one, two and three matches. Whatever "
            "your opponent takes from them, you can answer with two equal heaps. Leave 1, 2 and 3."
        ),
        position=ONE_TWO_THREE,
        goal=(
            Find(
                accepted=("3-2",),
                effect=wins_by_force,
                praise=N_("One, two, three. (The full 1, 3, 5, 7 is safe too: let others begin.)"),
                wrong=(
                    WrongMove(
                        move="3-5",
                        text=N_("One and two: your opponent makes them equal, and you lose."),
                        effect=lacks(wins_by_force),
                    ),
                ),
                otherwise=N_("Not 1, 2 and 3. Take from the heap of five."),
            ),
        ),
    ),
    Step(
        title=N_("Misère: the last match loses"),
        text=N_(
            "In misère nim, whoever takes the last match loses. Play as before until only single "
            "matches remain: then leave an odd number of them. Your turn: one, one and four."
        ),
        variant="misere",
        position=MISERE,
        goal=(
            Find(
                accepted=("4-3",),
                effect=wins_by_force,
                praise=N_("Three single matches: your opponent has to take the last one."),
                wrong=(
                    WrongMove(
                        move="4-4",
                        text=N_(
                            "Two singles: your opponent takes one, and the last is yours. Lost!"
                        ),
                        effect=lacks(wins_by_force),
                    ),
                ),
                otherwise=N_("Leave an odd number of single matches: three."),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "Three, four and five: you begin, and the last match wins. A hint: leave 1, 4 and 5 "
            "first, and two equal heaps as soon as you can."
        ),
        variant="3,4,5",
        goal=SmallGame(
            must_win=True,
            won=N_("You win! Now you know the secret of nim."),
            drawn=N_("A draw."),
            lost=N_("The last match went to your opponent. Look for equal heaps, and try again."),
        ),
    ),
)

"""The story: Palamedes of Nauplia, his games, and his opponents on the way to Troy.

Names and outline follow the myth; the games are invented.
"""

from palamedes.campaign.challenge import Chapter, GameChallenge, Opponent, PuzzleChallenge
from palamedes.core.language import N_

NAUPLIA = Chapter(
    "nauplia",
    N_("Pebbles on the beach"),
    N_(
        "Palamedes grows up in Nauplia, where his father the king counts ships and his "
        "brother Oiax counts the hours until supper. One windless day he lays out pebbles "
        "in rows and says: take as many as you like from one row, and let us see who takes "
        "the last. Oiax, who can never just watch when there is something to grab, sits "
        "down at once. It is the first game in the world, and so far only one of them has "
        "given it any thought."
    ),
    Opponent(
        N_("Oiax"),
        N_("The little brother: he grabs whatever shines and never thinks twice."),
        0.1,
        "unpredictable",
        ("curls",),
    ),
    (
        GameChallenge("nauplia-rows", "nim:3,4,5"),
        PuzzleChallenge("nauplia-lines", "morpion", 1, 1, 2),
        GameChallenge("nauplia-three", "morpion"),
    ),
    needed=3,
)

AULIS = Chapter(
    "aulis",
    N_("No wind at Aulis"),
    N_(
        "A thousand ships lie at Aulis, waiting for a wind that will not come. Bored men "
        "quarrel, so Palamedes scratches five lines across five into a shield and hands "
        "out eight pebbles. Thersites, who shouts at kings and gulls alike, now shouts "
        "that he has never lost. A ring of soldiers gathers around the shield. It is the "
        "first quiet evening since they landed."
    ),
    Opponent(
        N_("Thersites"),
        N_("The loudest mouth in the army: he attacks first and looks later."),
        0.3,
        "aggressive",
        ("bald", "stubble"),
    ),
    (
        PuzzleChallenge("aulis-shield", "teeko", 1, 2, 2),
        GameChallenge("aulis-four", "teeko"),
        GameChallenge("aulis-seeds", "awale"),
        GameChallenge("aulis-last", "nim", seat=1),
    ),
    needed=3,
)

CAMP = Chapter(
    "camp",
    N_("Two heroes and a board"),
    N_(
        "Before the walls of Troy the days are long, and Palamedes invents whatever an "
        "army needs: night watches, weights, an alphabet, and a board of three squares, "
        "one inside the other. Ajax leans his spear against the tent and plays so intently "
        "that twice he does not hear the trumpet. He has no use for clever plans: three "
        "men in a row, and one of yours is gone. To beat him, you must be as patient as he "
        "is strong."
    ),
    Opponent(
        N_("Ajax"),
        N_("Strong as a tower, honest as a hammer: he always goes straight ahead."),
        0.45,
        "aggressive",
        ("helmet", "crest", "beard"),
    ),
    (
        PuzzleChallenge("camp-mills", "morris", 1, 3, 3),
        GameChallenge("camp-mill", "morris", goal="hold"),
        GameChallenge("camp-nine", "ultimate"),
        GameChallenge("camp-shield", "teeko", seat=1, goal="hold"),
    ),
    needed=3,
)

ELDERS = Chapter(
    "elders",
    N_("The old king's tent"),
    N_(
        "Nestor has seen three generations of men and forgotten none of their mistakes. He "
        "pours wine, sets out the board and the seeds, and has a story for every one of "
        "them. While he talks, he closes one door after another, and by the time the cup "
        "is empty there is no way through. From him Palamedes learns that the move that "
        "does nothing can be the hardest to find."
    ),
    Opponent(
        N_("Nestor"),
        N_("The oldest of the Greeks: he takes no risks and waits for yours."),
        0.65,
        "defensive",
        ("old", "beard", "diadem"),
    ),
    (
        PuzzleChallenge("elders-doors", "ultimate", 3, 5, 3),
        GameChallenge("elders-seeds", "awale", undo=False),
        GameChallenge("elders-mill", "morris", seat=1, goal="hold", undo=False),
        GameChallenge("elders-four", "morpion:4", goal="hold", undo=False),
    ),
    needed=3,
)

ODYSSEUS = Chapter(
    "odysseus",
    N_("The man of many turns"),
    N_(
        "Odysseus once feigned madness to stay at home, and it was Palamedes who saw "
        "through him. Odysseus has smiled at him ever since. Tonight he asks for a game, "
        "without hints or takebacks, and he never plays the same game twice. Somewhere "
        "behind the tents a letter is being written and gold is being buried. Palamedes "
        "knows nothing of it: he only sees that every friendly move has a second meaning."
    ),
    Opponent(
        N_("Odysseus"),
        N_("The man of many turns: whatever you expect, he does something else."),
        0.85,
        "unpredictable",
        ("cap", "beard", "smile"),
    ),
    (
        PuzzleChallenge("odysseus-letter", "teeko", 5, 7, 3),
        PuzzleChallenge("odysseus-gold", "morris", 5, 7, 2),
        GameChallenge("odysseus-four", "teeko", goal="hold", hints=False, undo=False),
        GameChallenge("odysseus-nine", "ultimate", hints=False, undo=False),
        GameChallenge("odysseus-seeds", "awale", seat=1, hints=False, undo=False),
    ),
    needed=4,
)

MEADOW = Chapter(
    "meadow",
    N_("The asphodel meadow"),
    N_(
        "The letter was forged, but the stones were real, and Palamedes goes down to the "
        "meadow where the dead have all the time in the world. Someone in a traveller's "
        "hat is waiting there, someone who has carried his games to every harbour on "
        "earth. Hermes, who is said to have invented numbers, would like to know who "
        "invented what. One last board, then: no help, and an opponent who never tires. "
        "Whatever comes of it, the games remain."
    ),
    Opponent(
        N_("Hermes"),
        N_("The god of travellers and luck: quick, merciless, and always polite."),
        1.0,
        "aggressive",
        ("curls", "hat", "wings"),
    ),
    (
        PuzzleChallenge("meadow-river", "ultimate", 7, 9, 3),
        PuzzleChallenge("meadow-stones", "teeko", 8, 10, 3),
        GameChallenge("meadow-last", "nim", seat=1, hints=False, undo=False),
        GameChallenge("meadow-mill", "morris", goal="hold", hints=False, undo=False),
        GameChallenge("meadow-three", "morpion", goal="hold", hints=False, undo=False),
    ),
    needed=4,
)

CHAPTERS = (NAUPLIA, AULIS, CAMP, ELDERS, ODYSSEUS, MEADOW)

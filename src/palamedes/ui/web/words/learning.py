"""Texts of puzzles and the campaign."""

from palamedes.core.language import N_

WORDS = (
    # puzzles.js
    N_("Puzzles"),
    # puzzles/progress.js
    N_("Your progress"),
    N_("{solved} of {count} solved"),
    N_("Solved"),
    N_("Rating"),
    N_("In a row"),
    N_("Best"),
    N_("Rating: {change}"),
    N_("All puzzles"),
    N_("Puzzle {number}"),
    N_("grade {grade}"),
    N_("solved"),
    N_("not solved yet"),
    # puzzles/sets.js
    N_("One move alone is right: it alone wins, or all others lose."),
    N_("Go on"),
    N_("Begin"),
    # puzzles/solver.js
    N_("Hint"),
    N_("Show the solution"),
    N_("Try again"),
    N_("Next"),
    N_("Rules"),
    N_("Actions"),
    N_("puzzle {number} of {count}, grade {grade}"),
    # puzzles/step.js
    N_("Campaign"),
    N_("The challenge is met."),
    N_("Open now: {chapter}"),
    N_("Back to the campaign"),
    # campaign.js
    N_("met"),
    N_("to be met"),
    N_("not open yet"),
    N_("Once more"),
    N_("Play"),
    N_("Level"),
    N_("Style"),
    N_("Random moves"),
    N_("none"),
    N_("all challenges met"),
    N_("{met} of {count} challenges met"),
    N_("{needed} open the next chapter"),
    N_("Chapter {number}"),
    N_("Meet the challenges of the chapter before to read on."),
    N_("The story of Palamedes, who invented the games. You play his part."),
    N_("The story is told to its end. The challenges that are left are yours."),
    # campaign/task.js
    N_("Not this time."),
)

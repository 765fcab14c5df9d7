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
    N_("Streak"),
    N_("Best streak"),
    N_("Rating: {change}"),
    N_("All puzzles"),
    N_("Puzzle {number}"),
    N_("level {grade}"),
    N_("solved"),
    N_("not solved yet"),
    # puzzles/sets.js
    N_("Find the only move that wins or saves the game."),
    N_("Resume"),
    N_("Begin"),
    # puzzles/solver.js
    N_("Hint"),
    N_("Show the solution"),
    N_("Try again"),
    N_("Next"),
    N_("Rules"),
    N_("Actions"),
    N_("puzzle {number} of {count}, level {grade}"),
    # puzzles/step.js
    N_("Campaign"),
    N_("Challenge complete!"),
    N_("Chapter unlocked: {chapter}"),
    N_("Back to the campaign"),
    # campaign.js
    N_("complete"),
    N_("not done yet"),
    N_("locked"),
    N_("Play again"),
    N_("Play"),
    N_("Level"),
    N_("Style"),
    N_("Random moves"),
    N_("none"),
    N_("all challenges complete"),
    N_("{met} of {count} challenges complete"),
    N_("complete {needed} to unlock the next chapter"),
    N_("Chapter {number}"),
    N_("Complete more challenges in the previous chapter to unlock this one."),
    N_("The story of Palamedes, inventor of games. You play the hero."),
    N_("The story is complete. You can still play the remaining challenges."),
    # campaign/task.js
    N_("Not this time."),
)

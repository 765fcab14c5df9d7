/**
 * How a game stands for the player to move. The arena also ends games by repetition and after a
 * number of moves; the rules here do not know the history of a game.
 */
enum Outcome {
    ONGOING,
    WIN,
    DRAW,
    LOSS
}

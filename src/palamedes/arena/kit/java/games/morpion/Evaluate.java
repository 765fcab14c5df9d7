/**
 * Morpion: a first evaluation. This is the thing to improve.
 *
 * A line is open to a player while no enemy piece is on it, and open lines are good. Better: look
 * at how many own pieces an open line already has, and at what the pieces still in hand can do.
 */
final class Evaluate {
    private Evaluate() {}

    /** An estimate of an unfinished game, larger if it is better for the player to move. */
    static int evaluate(Position position) {
        int lead = 0; // of X

        for (int line = 0; line < 2 * position.size + 2; line++) {
            lead += position.piecesOnLine(line, 'O') == 0 ? 1 : 0;
            lead -= position.piecesOnLine(line, 'X') == 0 ? 1 : 0;
        }
        return position.turn == 0 ? lead : -lead;
    }
}

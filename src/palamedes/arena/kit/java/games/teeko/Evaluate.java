/**
 * Teeko: a first evaluation. This is the thing to improve.
 *
 * Pieces are good near the centre and next to each other. Better: count the fours (lines and
 * squares) that still have no enemy piece, and those that need only one more move.
 */
final class Evaluate {
    private Evaluate() {}

    /** An estimate of an unfinished game, larger if it is better for the player to move. */
    static int evaluate(Position position) {
        int lead = valueOf(position, 'X') - valueOf(position, 'O');
        return position.turn == 0 ? lead : -lead;
    }

    private static int valueOf(Position position, char letter) {
        int value = 0;

        for (int one = 0; one < Position.SQUARES; one++) {
            if (position.board[one] != letter) {
                continue;
            }
            value += 3 * (2 - distance(one, Position.SQUARES / 2));
            for (int other = one + 1; other < Position.SQUARES; other++) {
                if (position.board[other] == letter && distance(one, other) == 1) {
                    value += 4;
                }
            }
        }
        return value;
    }

    /** The larger of the distances along files and ranks: a neighbour is at distance 1. */
    private static int distance(int one, int other) {
        int files = Math.abs(one % Position.SIZE - other % Position.SIZE);
        int ranks = Math.abs(one / Position.SIZE - other / Position.SIZE);
        return Math.max(files, ranks);
    }
}

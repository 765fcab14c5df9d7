/**
 * Nine men's morris: a first evaluation. This is the thing to improve.
 *
 * Men count much, on the board or in hand; empty points beside them a little. Better: count mills,
 * two men on a line whose third point is empty, and men that cannot move.
 */
final class Evaluate {
    private Evaluate() {}

    /** An estimate of an unfinished game, larger if it is better for the player to move. */
    static int evaluate(Position position) {
        int lead = valueOf(position, 'X', position.hand[0]);
        lead -= valueOf(position, 'O', position.hand[1]);
        return position.turn == 0 ? lead : -lead;
    }

    private static int valueOf(Position position, char letter, int hand) {
        int value = 20 * (position.countMen(letter) + hand);

        for (int[] mill : Position.MILLS) {
            char middle = position.board[mill[1]];
            for (int end : new int[] {mill[0], mill[2]}) {
                char found = position.board[end];
                if ((found == letter && middle == '.') || (middle == letter && found == '.')) {
                    value++;
                }
            }
        }
        return value;
    }
}

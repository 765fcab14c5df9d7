/**
 * Ultimate tic-tac-toe: a first evaluation. This is the thing to improve.
 *
 * Boards won count much, marks in the middle of an open board a little. Better: look at two in a
 * line whose third is still open, in the small boards and in the large one.
 */
final class Evaluate {
    private Evaluate() {}

    /** An estimate of an unfinished game, larger if it is better for the player to move. */
    static int evaluate(Position position) {
        int lead = valueOf(position, 'X', 'x') - valueOf(position, 'O', 'o');
        return position.turn == 0 ? lead : -lead;
    }

    private static int valueOf(Position position, char fate, char mark) {
        int value = 0;

        for (int board = 0; board < Position.BOARDS; board++) {
            if (position.boards[board] == fate) {
                value += board == 4 ? 15 : 10; // the one in the middle is on four lines
            }
            if (position.cells[Position.cellOf(board, 4)] == mark) {
                value += 2;
            }
        }
        return value;
    }
}

/** A move of ultimate tic-tac-toe. */
final class Move {
    final int cell; // the one to mark

    Move(int cell) {
        this.cell = cell;
    }
}

/** A move of teeko. */
final class Move {
    static final int NOWHERE = -1;

    final int from; // the square a piece leaves; NOWHERE if it is placed
    final int to;

    Move(int from, int to) {
        this.from = from;
        this.to = to;
    }
}

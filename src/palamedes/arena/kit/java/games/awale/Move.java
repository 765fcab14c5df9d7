/** A move of coloured awale. */
final class Move {
    final int hole; // numbered from 0, one less than in notation
    final String kind; // "R", "B", "TR" or "TB"

    Move(int hole, String kind) {
        this.hole = hole;
        this.kind = kind;
    }
}

/** A move of nim. */
final class Move {
    final int heap; // numbered from 0, one less than in notation
    final int taken;

    Move(int heap, int taken) {
        this.heap = heap;
        this.taken = taken;
    }
}

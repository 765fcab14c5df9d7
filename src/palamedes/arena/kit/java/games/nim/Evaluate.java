/**
 * Nim: a first evaluation. This is the thing to improve.
 *
 * Two equal heaps are good to leave: whatever is taken from one, take as much from the other.
 * Better: nim has a complete theory, with which no search is needed at all. Can you find it?
 */
final class Evaluate {
    private Evaluate() {}

    /** An estimate of an unfinished game, larger if it is better for the player to move. */
    static int evaluate(Position position) {
        int alone = 0; // heaps without another of the same size

        for (int one : position.heaps) {
            int same = 0;
            for (int other : position.heaps) {
                same += other == one ? 1 : 0;
            }
            alone += one > 0 && same % 2 == 1 ? 1 : 0;
        }
        return alone == 0 ? -1 : 0;
    }
}

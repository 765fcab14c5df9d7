/** A move of nine men's morris. */
final class Move {
    static final int NOWHERE = -1;

    final int from; // the point a man leaves; NOWHERE if it comes from the hand
    final int to;
    final int taken; // the enemy man that a mill takes; NOWHERE if there is no mill

    Move(int from, int to, int taken) {
        this.from = from;
        this.to = to;
        this.taken = taken;
    }
}

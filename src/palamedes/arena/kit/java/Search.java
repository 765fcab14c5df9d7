import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The search: alpha-beta. Each side is assumed to make the move that is best for it. */
final class Search {
    private static final int WON = 1_000_000; // the score of a game won now; later wins score less
    private static final int MOST = WON + 1; // more than any score
    private static final int LONGEST = 1000; // plies that a win can be away
    private static final int NODES_A_LOOK = 256; // positions before the clock is read again

    private final Random random;
    private long deadline;
    private boolean isLate;
    private long nodes;

    Search(Random random) {
        this.random = random;
    }

    /** The best move found within the time and depth. The game is ONGOING. */
    Move chooseMove(Position position, double seconds, int depth) {
        List<Move> moves = position.legalMoves();

        deadline = System.nanoTime() + (long) (seconds * 1e9);
        isLate = false;
        nodes = 0;
        Collections.shuffle(moves, random); // equal moves are chosen among at random
        // First one ply deep, then two, ...: whenever the time is up, there is a move to play. The
        // best move of one depth is tried first at the next, which makes alpha-beta much faster.
        for (int ply = 1; ply <= depth && !isLate; ply++) {
            int score = searchRoot(position, moves, ply);
            if (!isLate) {
                report(position, moves.get(0), score, ply);
            }
            if (Math.abs(score) > WON - LONGEST) {
                break; // the end of the game is in sight
            }
        }
        return moves.get(0);
    }

    /** Puts the best move first and returns its score; the order of the others stays. */
    private int searchRoot(Position position, List<Move> moves, int depth) {
        int best = -MOST;

        for (int i = 0; i < moves.size() && !isLate; i++) {
            int score = -search(position.play(moves.get(i)), depth - 1, 1, -MOST, -best);
            if (!isLate && score > best) {
                best = score;
                moves.add(0, moves.remove(i));
            }
        }
        return best;
    }

    /**
     * The score of a position for the player to move, `depth` plies deep; `ply` moves were made
     * since the root. The player already has `alpha` elsewhere, and the opponent allows at most
     * `beta`: a score outside of these need not be exact. Worthless once `isLate` is set.
     */
    private int search(Position position, int depth, int ply, int alpha, int beta) {
        Outcome ended = position.outcome();

        if (ended == Outcome.DRAW) {
            return 0;
        }
        if (ended != Outcome.ONGOING) {
            return ended == Outcome.WIN ? WON - ply : ply - WON;
        }
        if (depth == 0) {
            return Evaluate.evaluate(position);
        }
        if (++nodes % NODES_A_LOOK == 0 && System.nanoTime() - deadline > 0) {
            isLate = true;
        }
        for (Move move : position.legalMoves()) {
            if (alpha >= beta || isLate) {
                break;
            }
            int score = -search(position.play(move), depth - 1, ply + 1, -beta, -alpha);
            alpha = Math.max(alpha, score);
        }
        return alpha;
    }

    /** Tells the arena what was found; it shows and records that. */
    private void report(Position position, Move move, int score, int depth) {
        String worth = "cp " + score;

        if (score > WON - LONGEST) {
            worth = "mate " + (WON - score);
        } else if (score < LONGEST - WON) {
            worth = "mate -" + (WON + score);
        }
        String found = "info depth " + depth + " nodes " + nodes + " score " + worth;
        System.out.print(found + " pv " + position.moveText(move) + "\n");
    }

    /** The number of ways to make exactly `depth` moves: a check of the rules. */
    static long perft(Position position, int depth) {
        long total = 0;

        if (depth == 0) {
            return 1;
        }
        if (position.outcome() != Outcome.ONGOING) {
            return 0;
        }
        for (Move move : position.legalMoves()) {
            total += perft(position.play(move), depth - 1);
        }
        return total;
    }
}

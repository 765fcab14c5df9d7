import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position of coloured awale, and the rules.
 *
 * The sixteen holes are a circle, sown clockwise. They are numbered from 0 here, one less than in
 * notation:
 *
 * <pre>
 *  0  1  2  3  4  5  6  7
 * 15 14 13 12 11 10  9  8
 * </pre>
 *
 * Player 1 owns the holes 1, 3, 5, ... of the notation, which are 0, 2, 4, ... here.
 */
final class Position {
    static final int HOLES = 16;
    static final int MAJORITY = 49; // seeds that win at once
    static final int FEW = 10; // fewer seeds on the board end the game
    static final int RED = 0; // colours; clear seeds are called transparent
    static final int BLUE = 1;
    static final int CLEAR = 2;
    private static final Pattern SEEDS_TEXT = Pattern.compile("([0-9]{1,2})([RBT])");

    final int[][] seeds = new int[HOLES][3]; // of each colour in each hole
    final int[] taken = new int[2]; // seeds that player 1 and player 2 have taken
    int turn; // the player to move: 0 is player 1

    private Position() {}

    /** The start of the game; there are no variants. */
    static Position start(String variant) {
        Position position = new Position();

        if (!variant.isEmpty()) {
            throw new IllegalArgumentException(variant);
        }
        for (int[] hole : position.seeds) {
            Arrays.fill(hole, 2);
        }
        return position;
    }

    /**
     * The position of a text such as "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40": the holes that have seeds
     * (or -), the player to move, and the seeds taken by player 1 and player 2.
     */
    static Position parsePosition(String variant, String text) {
        Position position = new Position();

        if (!variant.isEmpty() || !text.matches("(-|[0-9RBT() ]+) [12] [0-9]{1,2}-[0-9]{1,2}")) {
            throw new IllegalArgumentException(text);
        }
        String[] words = text.split(" ");
        String[] scores = words[words.length - 1].split("-");
        for (int i = 0; i < words.length - 2; i++) {
            if (!words[i].equals("-")) {
                position.parseHole(words[i]);
            }
        }
        position.turn = Integer.parseInt(words[words.length - 2]) - 1;
        position.taken[0] = Integer.parseInt(scores[0]);
        position.taken[1] = Integer.parseInt(scores[1]);
        return position;
    }

    /** Reads a hole such as "3(2R1B4T)". */
    private void parseHole(String word) {
        int hole = Integer.parseInt(word.substring(0, word.indexOf('('))) - 1;
        Matcher found = SEEDS_TEXT.matcher(word);

        while (found.find()) {
            seeds[hole]["RBT".indexOf(found.group(2))] = Integer.parseInt(found.group(1));
        }
    }

    private static int owner(int hole) {
        return hole % 2;
    }

    /** The seeds of all colours in a hole. */
    int seedsIn(int hole) {
        return seeds[hole][RED] + seeds[hole][BLUE] + seeds[hole][CLEAR];
    }

    /** The seeds in all holes of a player. */
    int seedsOf(int player) {
        int total = 0;

        for (int hole = player; hole < HOLES; hole += 2) {
            total += seedsIn(hole);
        }
        return total;
    }

    Outcome outcome() {
        int mine = taken[turn];
        int others = taken[1 - turn];
        int left = seedsOf(turn) + seedsOf(1 - turn);

        if (mine < MAJORITY && others < MAJORITY && left >= FEW && seedsOf(turn) > 0) {
            return Outcome.ONGOING;
        }
        if (mine == others) {
            return Outcome.DRAW;
        }
        return mine > others ? Outcome.WIN : Outcome.LOSS;
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();

        for (int hole = turn; hole < HOLES; hole += 2) {
            if (seeds[hole][RED] > 0) {
                moves.add(new Move(hole, "R"));
            }
            if (seeds[hole][BLUE] > 0) {
                moves.add(new Move(hole, "B"));
            }
            if (seeds[hole][CLEAR] > 0) {
                moves.add(new Move(hole, "TR"));
                moves.add(new Move(hole, "TB"));
            }
        }
        return moves;
    }

    /**
     * The hole where the next seed falls, after one that fell into `hole` (or after the origin).
     * Red seeds go into every hole but the origin, blue ones into the opponent's holes only.
     */
    private static int nextHole(int hole, int origin, boolean asBlue) {
        do {
            hole = (hole + 1) % HOLES;
        } while (hole == origin || (asBlue && owner(hole) == owner(origin)));
        return hole;
    }

    /** Sows all seeds of a colour from a hole, on from `last`; returns where the last one fell. */
    private int sow(int origin, int colour, boolean asBlue, int last) {
        int left = seeds[origin][colour];

        seeds[origin][colour] = 0;
        for (; left > 0; left--) {
            last = nextHole(last, origin, asBlue);
            seeds[last][colour]++;
        }
        return last;
    }

    /** The player to move takes all seeds of a hole. */
    private void take(int hole) {
        taken[turn] += seedsIn(hole);
        Arrays.fill(seeds[hole], 0);
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = copy();
        boolean asBlue = move.kind.endsWith("B");
        int last = move.hole;

        if (move.kind.startsWith("T")) { // the transparent seeds go first
            last = after.sow(move.hole, CLEAR, asBlue, last);
        }
        last = after.sow(move.hole, asBlue ? BLUE : RED, asBlue, last);
        // Two or three seeds in the last hole are taken, then those in the hole before, and so on.
        while (after.seedsIn(last) == 2 || after.seedsIn(last) == 3) {
            after.take(last);
            last = (last + HOLES - 1) % HOLES;
        }
        if (after.seedsOf(1 - turn) == 0) { // nothing is left to play with
            for (int hole = 0; hole < HOLES; hole++) {
                after.take(hole);
            }
        }
        after.turn = 1 - turn;
        return after;
    }

    private Position copy() {
        Position copy = new Position();

        for (int hole = 0; hole < HOLES; hole++) {
            System.arraycopy(seeds[hole], 0, copy.seeds[hole], 0, 3);
        }
        System.arraycopy(taken, 0, copy.taken, 0, 2);
        copy.turn = turn;
        return copy;
    }

    /** A move in notation, such as "3TR". */
    String moveText(Move move) {
        return (move.hole + 1) + move.kind;
    }
}

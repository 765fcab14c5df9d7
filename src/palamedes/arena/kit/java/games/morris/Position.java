import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A position of nine men's morris, and the rules.
 *
 * Points are numbered as drawn, row by row from the top left:
 *
 * <pre>
 * 7    0-----------1-----------2
 *      |           |           |
 * 6    |   3-------4-------5   |
 *      |   |       |       |   |
 * 5    |   |   6---7---8   |   |
 *      |   |   |       |   |   |
 * 4    9--10--11      12--13--14
 *      |   |   |       |   |   |
 * 3    |   |  15--16--17   |   |
 *      |   |       |       |   |
 * 2    |  18------19------20   |
 *      |           |           |
 * 1   21----------22----------23
 *
 *      a   b   c   d   e   f   g
 * </pre>
 */
final class Position {
    static final int POINTS = 24;
    static final int MEN = 9;
    private static final String LETTERS = "XO"; // of the players
    private static final String[] NAMES = {
        "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
        "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"
    };

    /** The three points of each line, in the order in which they are drawn. */
    static final int[][] MILLS = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}, // from left to right
        {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
        {0, 9, 21}, {3, 10, 18}, {6, 11, 15}, {1, 4, 7}, // from top to bottom
        {16, 19, 22}, {8, 12, 17}, {5, 13, 20}, {2, 14, 23}
    };

    final char[] board = new char[POINTS]; // 'X', 'O', or '.' for an empty point
    final int[] hand = {MEN, MEN}; // men that X and O have yet to place
    int turn; // the player to move: 0 is X, 1 is O

    private Position() {
        Arrays.fill(board, '.');
    }

    /** The start of the game; there are no variants. */
    static Position start(String variant) {
        if (!variant.isEmpty()) {
            throw new IllegalArgumentException(variant);
        }
        return new Position();
    }

    /**
     * The position of a text such as "X2/3/3/6/3/3/3 O 8 9": the rows from the top, where a digit
     * stands for that many empty points; the player to move; the men in hand of X and O.
     */
    static Position parsePosition(String variant, String text) {
        Position position = start(variant);
        int point = 0;

        if (!text.matches("[XO1-6/]+ [XO] [0-9] [0-9]")) {
            throw new IllegalArgumentException(text);
        }
        String[] fields = text.split(" ");
        for (char letter : fields[0].replace("/", "").toCharArray()) {
            if (Character.isDigit(letter)) {
                point += letter - '0';
            } else {
                position.board[point++] = letter;
            }
        }
        if (point != POINTS) {
            throw new IllegalArgumentException(text);
        }
        position.turn = LETTERS.indexOf(fields[1]);
        position.hand[0] = Integer.parseInt(fields[2]);
        position.hand[1] = Integer.parseInt(fields[3]);
        for (int player = 0; player < 2; player++) {
            if (position.countMen(LETTERS.charAt(player)) + position.hand[player] > MEN) {
                throw new IllegalArgumentException(text);
            }
        }
        return position;
    }

    /** Whether two points are next to each other on a line. */
    static boolean areNeighbours(int one, int other) {
        for (int[] mill : MILLS) {
            if (one == mill[1] && (other == mill[0] || other == mill[2])) {
                return true;
            }
            if (other == mill[1] && (one == mill[0] || one == mill[2])) {
                return true;
            }
        }
        return false;
    }

    /** The men of a player ('X' or 'O') on the board. */
    int countMen(char letter) {
        int count = 0;

        for (char found : board) {
            count += found == letter ? 1 : 0;
        }
        return count;
    }

    /** Whether a man on a point is in a mill: three men of its colour on a line. */
    private static boolean isInMill(char[] board, int point) {
        char letter = board[point];

        for (int[] mill : MILLS) {
            if ((mill[0] == point || mill[1] == point || mill[2] == point)
                    && board[mill[0]] == letter
                    && board[mill[1]] == letter
                    && board[mill[2]] == letter) {
                return true;
            }
        }
        return false;
    }

    /** Whether a man that goes from one point (or NOWHERE) to another closes a mill there. */
    private boolean closesMill(int from, int to) {
        char[] after = board.clone();

        if (from != Move.NOWHERE) {
            after[from] = '.';
        }
        after[to] = LETTERS.charAt(turn);
        return isInMill(after, to);
    }

    /** The enemy men that a mill may take: those in no mill; if all are in mills, any of them. */
    private List<Integer> removable() {
        List<Integer> loose = new ArrayList<>();
        List<Integer> all = new ArrayList<>();

        for (int point = 0; point < POINTS; point++) {
            if (board[point] == LETTERS.charAt(1 - turn)) {
                all.add(point);
                if (!isInMill(board, point)) {
                    loose.add(point);
                }
            }
        }
        return loose.isEmpty() ? all : loose;
    }

    /**
     * Appends the moves of a man from a point (or NOWHERE) to another: one, or one for each enemy
     * man that may be taken.
     */
    private void addMoves(int from, int to, List<Move> moves) {
        List<Integer> victims = closesMill(from, to) ? removable() : List.of();

        if (victims.isEmpty()) {
            moves.add(new Move(from, to, Move.NOWHERE));
        }
        for (int taken : victims) {
            moves.add(new Move(from, to, taken));
        }
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();
        char mine = LETTERS.charAt(turn);
        boolean isPlacing = hand[turn] > 0;
        boolean isFlying = countMen(mine) <= 3;

        for (int to = 0; to < POINTS; to++) {
            if (board[to] != '.') {
                continue;
            }
            if (isPlacing) {
                addMoves(Move.NOWHERE, to, moves);
            }
            for (int from = 0; from < POINTS && !isPlacing; from++) {
                if (board[from] == mine && (isFlying || areNeighbours(from, to))) {
                    addMoves(from, to, moves);
                }
            }
        }
        return moves;
    }

    /** Whether a man of the player to move has an empty point beside it. */
    private boolean canStep() {
        for (int from = 0; from < POINTS; from++) {
            for (int to = 0; to < POINTS && board[from] == LETTERS.charAt(turn); to++) {
                if (board[to] == '.' && areNeighbours(from, to)) {
                    return true;
                }
            }
        }
        return false;
    }

    Outcome outcome() {
        int men = countMen(LETTERS.charAt(turn));

        if (men + hand[turn] < 3) {
            return Outcome.LOSS;
        }
        return hand[turn] > 0 || men == 3 || canStep() ? Outcome.ONGOING : Outcome.LOSS;
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = new Position();

        System.arraycopy(board, 0, after.board, 0, POINTS);
        System.arraycopy(hand, 0, after.hand, 0, 2);
        if (move.from == Move.NOWHERE) {
            after.hand[turn]--;
        } else {
            after.board[move.from] = '.';
        }
        after.board[move.to] = LETTERS.charAt(turn);
        if (move.taken != Move.NOWHERE) {
            after.board[move.taken] = '.';
        }
        after.turn = 1 - turn;
        return after;
    }

    /** A move in notation, such as "d6-d5xb4". */
    String moveText(Move move) {
        String from = move.from == Move.NOWHERE ? "" : NAMES[move.from] + "-";
        String taken = move.taken == Move.NOWHERE ? "" : "x" + NAMES[move.taken];
        return from + NAMES[move.to] + taken;
    }
}

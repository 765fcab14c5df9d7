import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A position of teeko, and the rules.
 *
 * Squares are numbered as drawn, from a1 at the lower left to e5 at the upper right:
 *
 * <pre>
 * 5   20 21 22 23 24
 * 4   15 16 17 18 19
 * 3   10 11 12 13 14
 * 2    5  6  7  8  9
 * 1    0  1  2  3  4
 *
 *      a  b  c  d  e
 * </pre>
 */
final class Position {
    static final int SIZE = 5;
    static final int SQUARES = SIZE * SIZE;
    static final int MEN = 4;
    private static final String LETTERS = "XO"; // of the players
    private static final int[][] STEPS = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}}; // along a line

    final char[] board = new char[SQUARES]; // 'X', 'O', or '.' for an empty square
    int turn; // the player to move: 0 is X, 1 is O
    private final boolean isAdvanced; // the corners of larger squares win, too

    private Position(boolean isAdvanced) {
        this.isAdvanced = isAdvanced;
        Arrays.fill(board, '.');
    }

    /** The start of a variant, "" for the usual game. */
    static Position start(String variant) {
        if (!variant.isEmpty() && !variant.equals("advanced")) {
            throw new IllegalArgumentException(variant);
        }
        return new Position(variant.equals("advanced"));
    }

    /**
     * The position of a text such as "5/2O2/2X2/5/5 X": the rows from the top, where a digit stands
     * for that many empty squares, and the player to move.
     */
    static Position parsePosition(String variant, String text) {
        Position position = start(variant);
        String[] fields = text.split(" ");
        String[] rows = fields[0].split("/");

        if (rows.length != SIZE || fields.length != 2 || !fields[1].matches("[XO]")) {
            throw new IllegalArgumentException(text);
        }
        for (int row = 0; row < SIZE; row++) {
            int square = SIZE * (SIZE - 1 - row);
            for (char letter : rows[row].toCharArray()) {
                if (Character.isDigit(letter)) {
                    square += letter - '0';
                } else {
                    position.board[square++] = letter;
                }
            }
        }
        position.turn = LETTERS.indexOf(fields[1]);
        return position;
    }

    /** What is on a square; ' ' beside the board. */
    private char at(int file, int rank) {
        boolean isInside = file >= 0 && file < SIZE && rank >= 0 && rank < SIZE;
        return isInside ? board[SIZE * rank + file] : ' ';
    }

    private boolean allPlaced(char letter) {
        int count = 0;

        for (char found : board) {
            count += found == letter ? 1 : 0;
        }
        return count == MEN;
    }

    /** Whether four pieces in a line begin at a square: to the right, up, or up on a diagonal. */
    private boolean hasLine(char letter, int file, int rank) {
        for (int[] step : STEPS) {
            int length = 0;
            while (length < 4 && at(file + length * step[0], rank + length * step[1]) == letter) {
                length++;
            }
            if (length == 4) {
                return true;
            }
        }
        return false;
    }

    /** Whether a square of pieces has its lower left corner here: 2 x 2, or larger if advanced. */
    private boolean hasSquare(char letter, int file, int rank) {
        int largest = isAdvanced ? SIZE - 1 : 1;

        for (int side = 1; side <= largest; side++) {
            if (at(file, rank) == letter
                    && at(file + side, rank) == letter
                    && at(file, rank + side) == letter
                    && at(file + side, rank + side) == letter) {
                return true;
            }
        }
        return false;
    }

    Outcome outcome() {
        char letter = LETTERS.charAt(1 - turn); // only the player who has just moved can have won

        for (int square = 0; square < SQUARES; square++) {
            int file = square % SIZE;
            int rank = square / SIZE;
            if (board[square] == letter
                    && (hasLine(letter, file, rank) || hasSquare(letter, file, rank))) {
                return Outcome.LOSS;
            }
        }
        return Outcome.ONGOING;
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();
        char mine = LETTERS.charAt(turn);
        boolean isMoving = allPlaced(mine);

        for (int square = 0; square < SQUARES; square++) {
            if (isMoving && board[square] == mine) {
                addSteps(square, moves);
            } else if (!isMoving && board[square] == '.') {
                moves.add(new Move(Move.NOWHERE, square));
            }
        }
        return moves;
    }

    /** Appends the moves of a piece to the empty squares around it. */
    private void addSteps(int from, List<Move> moves) {
        for (int up = -1; up <= 1; up++) {
            for (int right = -1; right <= 1; right++) {
                if (at(from % SIZE + right, from / SIZE + up) == '.') {
                    moves.add(new Move(from, from + SIZE * up + right));
                }
            }
        }
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = new Position(isAdvanced);

        System.arraycopy(board, 0, after.board, 0, SQUARES);
        if (move.from != Move.NOWHERE) {
            after.board[move.from] = '.';
        }
        after.board[move.to] = LETTERS.charAt(turn);
        after.turn = 1 - turn;
        return after;
    }

    /** A move in notation, such as "c3-d4". */
    String moveText(Move move) {
        return move.from == Move.NOWHERE ? name(move.to) : name(move.from) + "-" + name(move.to);
    }

    private static String name(int square) {
        return "" + (char) ('a' + square % SIZE) + (square / SIZE + 1);
    }
}

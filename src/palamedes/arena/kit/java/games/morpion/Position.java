import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A position of morpion, and the rules.
 *
 * Squares are numbered as drawn, from a1 at the lower left; on the board of 3 x 3 squares:
 *
 * <pre>
 * 3   6 7 8
 * 2   3 4 5
 * 1   0 1 2
 *
 *     a b c
 * </pre>
 *
 * Each player has as many pieces as a row has squares.
 */
final class Position {
    private static final String LETTERS = "XO"; // of the players

    final int size; // squares of a row: 3 to 6
    final int needed; // pieces on one line that win: `size`, or one less
    final char[] board; // 'X', 'O', or '.' for an empty square
    int turn; // the player to move: 0 is X, 1 is O

    private Position(int size, int needed) {
        this.size = size;
        this.needed = needed;
        board = new char[size * size];
        Arrays.fill(board, '.');
    }

    /** The start of a variant: "" (3 x 3), "4", "5", "6", or "4,beginner": one piece less wins. */
    static Position start(String variant) {
        if (variant.isEmpty() || variant.equals("3")) {
            return new Position(3, 3);
        }
        if (!variant.matches("[4-6](,beginner)?")) {
            throw new IllegalArgumentException(variant);
        }
        int size = variant.charAt(0) - '0';
        return new Position(size, variant.endsWith("beginner") ? size - 1 : size);
    }

    /**
     * The position of a text such as "3/1X1/O2 X": the rows from the top, where a digit stands for
     * that many empty squares, and the player to move.
     */
    static Position parsePosition(String variant, String text) {
        Position position = start(variant);
        int size = position.size;
        String[] fields = text.split(" ");
        String[] rows = fields[0].split("/");

        if (rows.length != size || fields.length != 2 || !fields[1].matches("[XO]")) {
            throw new IllegalArgumentException(text);
        }
        for (int row = 0; row < size; row++) {
            int square = size * (size - 1 - row);
            for (char letter : rows[row].toCharArray()) {
                if (Character.isDigit(letter)) {
                    square += letter - '0';
                } else {
                    position.board[square++] = letter;
                }
            }
        }
        if (position.countPieces('X') > size || position.countPieces('O') > size) {
            throw new IllegalArgumentException(text);
        }
        position.turn = LETTERS.indexOf(fields[1]);
        return position;
    }

    /**
     * The pieces of a player ('X' or 'O') on a line. Lines are numbered from 0: first the rows,
     * then the columns, then the two diagonals, 2 * size + 2 in all.
     */
    int piecesOnLine(int line, char letter) {
        int first = 0; // the diagonal that rises from a1
        int step = size + 1;

        if (line < size) { // a row
            first = size * line;
            step = 1;
        } else if (line < 2 * size) { // a column
            first = line - size;
            step = size;
        } else if (line == 2 * size + 1) { // the diagonal that begins at the lower right
            first = size - 1;
            step = size - 1;
        }
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += board[first + i * step] == letter ? 1 : 0;
        }
        return count;
    }

    Outcome outcome() {
        char letter = LETTERS.charAt(1 - turn); // only the player who has just moved can have won

        for (int line = 0; line < 2 * size + 2; line++) {
            if (piecesOnLine(line, letter) >= needed) {
                return Outcome.LOSS;
            }
        }
        return Outcome.ONGOING;
    }

    private int countPieces(char letter) {
        int count = 0;

        for (char found : board) {
            count += found == letter ? 1 : 0;
        }
        return count;
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();
        char mine = LETTERS.charAt(turn);

        if (countPieces(mine) < size) {
            addMoves(Move.NOWHERE, moves);
            return moves;
        }
        for (int square = 0; square < board.length; square++) {
            if (board[square] == mine) {
                addMoves(square, moves);
            }
        }
        return moves;
    }

    /** Appends the moves of a piece, or of a new one from NOWHERE, to all empty squares. */
    private void addMoves(int from, List<Move> moves) {
        for (int square = 0; square < board.length; square++) {
            if (board[square] == '.') {
                moves.add(new Move(from, square));
            }
        }
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = new Position(size, needed);

        System.arraycopy(board, 0, after.board, 0, board.length);
        if (move.from != Move.NOWHERE) {
            after.board[move.from] = '.';
        }
        after.board[move.to] = LETTERS.charAt(turn);
        after.turn = 1 - turn;
        return after;
    }

    /** A move in notation, such as "c3-a1". */
    String moveText(Move move) {
        return move.from == Move.NOWHERE ? name(move.to) : name(move.from) + "-" + name(move.to);
    }

    private String name(int square) {
        return "" + (char) ('a' + square % size) + (square / size + 1);
    }
}

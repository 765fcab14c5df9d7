import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A position of ultimate tic-tac-toe, and the rules.
 *
 * Cells are numbered as drawn, from a1 (0) at the lower left to i9 (80) at the upper right: cell
 * 9 * rank + file. The small boards are numbered in the same way:
 *
 * <pre>
 * 7-9   6 7 8
 * 4-6   3 4 5
 * 1-3   0 1 2
 *
 *       a d g
 *       - - -
 *       c f i
 * </pre>
 */
final class Position {
    static final int CELLS = 81;
    static final int BOARDS = 9;
    static final int ANY = -1;
    private static final String MARKS = "xo"; // of the players, in open boards
    private static final String FATES = "XO="; // of closed boards: who won, or nobody
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
    };

    final char[] cells = new char[CELLS]; // marks 'x', 'o', or '.'
    final char[] boards = new char[BOARDS]; // '.' if open; else 'X', 'O', or '=' if nobody won it
    int turn; // the player to move: 0 is x, 1 is o
    int forced = ANY; // the board to play in, or ANY

    private Position() {
        Arrays.fill(cells, '.');
        Arrays.fill(boards, '.');
    }

    /** The start of the game; there are no variants. */
    static Position start(String variant) {
        if (!variant.isEmpty()) {
            throw new IllegalArgumentException(variant);
        }
        return new Position();
    }

    /**
     * The position of a text such as "9/9/9/9/4x4/9/9/9/9 O e5": the rows from the top, where a
     * digit stands for that many empty cells and closed boards are all X, O or =; the player to
     * move; the centre cell of the board to play in, or -.
     */
    static Position parsePosition(String variant, String text) {
        Position position = start(variant);
        String[] fields = text.split(" ");
        String[] rows = fields[0].split("/");

        if (fields.length != 3
                || rows.length != 9
                || !fields[1].matches("[XO]")
                || !fields[2].matches("-|[a-i][1-9]")) {
            throw new IllegalArgumentException(text);
        }
        for (int row = 0; row < 9; row++) {
            position.parseRow(9 * (8 - row), rows[row]);
        }
        for (int board = 0; board < BOARDS; board++) {
            position.closeIfFinished(board);
        }
        position.turn = "XO".indexOf(fields[1]);
        if (!fields[2].equals("-")) {
            int file = fields[2].charAt(0) - 'a';
            int rank = fields[2].charAt(1) - '1';
            position.forced = boardOf(9 * rank + file);
        }
        return position;
    }

    private void parseRow(int cell, String row) {
        for (char letter : row.toCharArray()) {
            if (Character.isDigit(letter)) {
                cell += letter - '0';
            } else if (FATES.indexOf(letter) >= 0) {
                boards[boardOf(cell++)] = letter;
            } else {
                cells[cell++] = letter;
            }
        }
    }

    /** The cell of a board at a place, both numbered as above: place 8 is at the upper right. */
    static int cellOf(int board, int place) {
        int rank = 3 * (board / 3) + place / 3;
        int file = 3 * (board % 3) + place % 3;
        return 9 * rank + file;
    }

    private static int boardOf(int cell) {
        return 3 * (cell / 27) + cell % 9 / 3;
    }

    /** Where a cell is within its board. */
    private static int placeOf(int cell) {
        return 3 * (cell / 9 % 3) + cell % 3;
    }

    /** Whether three in a line of nine letters, numbered as above, are the same given letter. */
    static boolean hasLine(char[] nine, char letter) {
        for (int[] line : LINES) {
            if (nine[line[0]] == letter && nine[line[1]] == letter && nine[line[2]] == letter) {
                return true;
            }
        }
        return false;
    }

    /**
     * Closes an open board that is won or full. How it was won plays no part any more, so that its
     * marks are forgotten: the same board always looks the same.
     */
    private void closeIfFinished(int board) {
        char[] nine = new char[9];
        boolean isFull = true;

        for (int place = 0; place < 9; place++) {
            nine[place] = cells[cellOf(board, place)];
            isFull &= nine[place] != '.';
        }
        if (hasLine(nine, 'x')) {
            boards[board] = 'X';
        } else if (hasLine(nine, 'o')) {
            boards[board] = 'O';
        } else if (isFull) {
            boards[board] = '=';
        } else {
            return;
        }
        for (int place = 0; place < 9; place++) {
            cells[cellOf(board, place)] = '.';
        }
    }

    /** Whether a player can still get three boards in a line: won ones and open ones count. */
    private boolean canWin(char letter) {
        char[] hopes = boards.clone();

        for (int board = 0; board < BOARDS; board++) {
            if (hopes[board] == '.') {
                hopes[board] = letter;
            }
        }
        return hasLine(hopes, letter);
    }

    Outcome outcome() {
        if (hasLine(boards, FATES.charAt(1 - turn))) {
            return Outcome.LOSS; // only the player who has just moved can have won
        }
        return canWin('X') || canWin('O') ? Outcome.ONGOING : Outcome.DRAW;
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();

        for (int cell = 0; cell < CELLS; cell++) {
            int board = boardOf(cell);
            boolean isAllowed = forced == ANY || forced == board;
            if (isAllowed && boards[board] == '.' && cells[cell] == '.') {
                moves.add(new Move(cell));
            }
        }
        return moves;
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = new Position();
        int next = placeOf(move.cell); // the place in a board names the board to play in

        System.arraycopy(cells, 0, after.cells, 0, CELLS);
        System.arraycopy(boards, 0, after.boards, 0, BOARDS);
        after.cells[move.cell] = MARKS.charAt(turn);
        after.closeIfFinished(boardOf(move.cell));
        after.forced = after.boards[next] == '.' ? next : ANY;
        after.turn = 1 - turn;
        return after;
    }

    /** A move in notation, such as "e5". */
    String moveText(Move move) {
        return "" + (char) ('a' + move.cell % 9) + (move.cell / 9 + 1);
    }
}

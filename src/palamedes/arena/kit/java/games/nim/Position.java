import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A position of nim, and the rules. */
final class Position {
    private static final String USUAL = "1,3,5,7";
    private static final String MISERE = "misere";
    private static final int MAX_MATCHES = 255; // in all heaps together

    final int[] heaps; // the matches in each heap
    final boolean isMisere; // whoever takes the last match loses
    int turn; // the player to move: 0 is player 1

    private Position(int[] heaps, boolean isMisere) {
        this.heaps = heaps;
        this.isMisere = isMisere;
    }

    /** The start of a variant: heaps such as "3,4,5", and "misere" alone or after them. */
    static Position start(String variant) {
        boolean isMisere = variant.endsWith(MISERE);
        String heaps = variant.replaceFirst(",?" + MISERE + "$", "");
        return new Position(parseHeaps(heaps.isEmpty() ? USUAL : heaps, ","), isMisere);
    }

    /** The position of a text such as "1;3;5;7 1": the heaps and the player to move. */
    static Position parsePosition(String variant, String text) {
        Position start = start(variant);
        String[] fields = text.split(" ");
        Position position = new Position(parseHeaps(fields[0], ";"), start.isMisere);

        if (position.heaps.length != start.heaps.length || !fields[1].matches("[12]")) {
            throw new IllegalArgumentException(text);
        }
        position.turn = Integer.parseInt(fields[1]) - 1;
        return position;
    }

    private static int[] parseHeaps(String text, String separator) {
        String[] words = text.split(separator);
        int[] heaps = new int[words.length];

        for (int heap = 0; heap < words.length; heap++) {
            heaps[heap] = Integer.parseInt(words[heap]);
        }
        if (Arrays.stream(heaps).sum() > MAX_MATCHES || Arrays.stream(heaps).min().getAsInt() < 0) {
            throw new IllegalArgumentException(text);
        }
        return heaps;
    }

    Outcome outcome() {
        for (int heap : heaps) {
            if (heap > 0) {
                return Outcome.ONGOING;
            }
        }
        return isMisere ? Outcome.WIN : Outcome.LOSS; // the other player took the last match
    }

    /** The legal moves. Call it while the game is ONGOING. */
    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();

        for (int heap = 0; heap < heaps.length; heap++) {
            for (int taken = 1; taken <= heaps[heap]; taken++) {
                moves.add(new Move(heap, taken));
            }
        }
        return moves;
    }

    /** The position after a legal move; this one stays as it is. */
    Position play(Move move) {
        Position after = new Position(heaps.clone(), isMisere);

        after.heaps[move.heap] -= move.taken;
        after.turn = 1 - turn;
        return after;
    }

    /** A move in notation: "2-3" takes three matches from heap 2. */
    String moveText(Move move) {
        return (move.heap + 1) + "-" + move.taken;
    }
}

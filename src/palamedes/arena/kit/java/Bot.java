import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * @NAME@: a bot that speaks UGI and knows no rules. Palamedes tells it the legal moves, and it plays
 * one of them at random. An argument sets the random seed, to get the same choices every time.
 */
public class Bot {
    private static final String LEGAL_MOVES = "setoption name LegalMoves value";

    private final Random random;
    private String position = "startpos";
    private List<String> moves = List.of();

    private Bot(Random random) {
        this.random = random;
    }

    /**
     * The move to play; there is at least one. This is the method to change first.
     * `position` is the game so far: "startpos moves a1 b2" or "fen TEXT moves a1 b2".
     */
    private String chooseMove(String position, List<String> moves) {
        return moves.get(random.nextInt(moves.size()));
    }

    /** Handles one command; false if it is `quit`. */
    private boolean handle(String line) {
        switch (line.split(" ", 2)[0]) {
            case "quit":
                return false;
            case "ugi":
                introduce();
                break;
            case "isready":
                say("readyok");
                break;
            case "position":
                position = line.substring("position".length()).strip();
                moves = List.of();
                break;
            case "setoption":
                if (line.startsWith(LEGAL_MOVES)) {
                    moves = words(line.substring(LEGAL_MOVES.length()));
                }
                break;
            case "go":
                say("bestmove " + (moves.isEmpty() ? "(none)" : chooseMove(position, moves)));
                break;
            default: // unknown commands are ignored, and so is `stop`: this bot answers at once
        }
        return true;
    }

    private void introduce() {
        say("id name @NAME@");
        say("id author unknown");
        say("option name LegalMoves type string default");
        say("ugiok");
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
    }

    /** Prints a line and flushes it: Palamedes waits for every answer. */
    private static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        long seed = arguments.length > 0 ? Long.parseLong(arguments[0]) : System.nanoTime();
        Bot bot = new Bot(new Random(seed));
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = input.readLine();
        while (line != null && bot.handle(line.strip())) {
            line = input.readLine();
        }
    }
}

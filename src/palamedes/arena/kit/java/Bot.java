import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * @NAME@: a bot that speaks UGI and knows no rules. Palamedes tells it the legal moves; it makes any
 * of them. An argument is a seed: with the same one it makes the same choices.
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
     * The move to make, where there is at least one. This is what to change first.
     * `position` is what the arena said: "startpos moves a1 b2", "fen TEXT moves a1 b2".
     */
    private String chooseMove(String position, List<String> moves) {
        return moves.get(random.nextInt(moves.size()));
    }

    /** Do what a line asks for; false if that is to end. */
    private boolean obey(String line) {
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
            default: // what we do not know, and stop: our moves are made at once
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

    /** Whoever reads us waits for every line: none may stay in a buffer. */
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
        while (line != null && bot.obey(line.strip())) {
            line = input.readLine();
        }
    }
}

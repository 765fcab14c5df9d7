import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * @NAME@: a bot for @GAME@ that speaks UGI, the universal game interface.
 *
 * <pre>
 * java Bot [SEED]                   play; a seed makes the random choices the same every time
 * java Bot perft DEPTH [fen TEXT]   count the ways to make that many moves
 * </pre>
 *
 * This class talks to the arena. What to change is in Evaluate.java and Search.java.
 */
public class Bot {
    private static final String VARIANT = "@VARIANT@"; // the arena may name another one
    private static final String SET_VARIANT = "setoption name Variant value";

    private static final int DEPTH = 4; // plies to look ahead; the clock stops a longer search
    private static final int MOVES_TO_COME = 25; // among which the time on a clock is divided
    private static final double SHARE = 0.8; // of the time of a move: answering takes time, too

    private final Search search;
    private String variant = VARIANT;
    private Position position = Position.start(VARIANT); // null if we did not understand it

    private Bot(Random random) {
        search = new Search(random);
    }

    /** Handles one command; false if it is `quit`. `moves` and `perft` are there for you. */
    private boolean handle(String line) {
        String[] words = line.split(" ", 2);
        String rest = words.length > 1 ? words[1].strip() : "";

        switch (words[0]) {
            case "quit":
                return false;
            case "ugi":
                introduce();
                break;
            case "isready":
                say("readyok");
                break;
            case "setoption":
                if (line.startsWith(SET_VARIANT)) {
                    setVariant(line.substring(SET_VARIANT.length()).strip());
                }
                break;
            case "position":
                position = readPosition(rest);
                break;
            case "go":
                go(rest);
                break;
            case "moves":
                showMoves();
                break;
            case "perft":
                showPerft(rest);
                break;
            default: // unknown commands are ignored, and so is `stop`: this bot answers soon
        }
        return true;
    }

    private void introduce() {
        say("id name @NAME@");
        say("id author unknown");
        say("option name Variant type string default " + (variant.isEmpty() ? "<empty>" : variant));
        say("ugiok");
    }

    /** Another variant of the game, with its start; "&lt;empty&gt;" is the usual one. */
    private void setVariant(String name) {
        variant = name.equals("<empty>") ? "" : name;
        position = readPosition("startpos");
    }

    /** The position "startpos moves a1 b2" or "fen TEXT moves a1 b2"; null if it makes no sense. */
    private Position readPosition(String text) {
        String[] parts = text.split(" moves ", 2);

        try {
            Position found =
                    parts[0].startsWith("startpos")
                            ? Position.start(variant)
                            : Position.parsePosition(variant, parts[0].replaceFirst("^fen ", ""));
            for (String typed : parts.length > 1 ? parts[1].strip().split(" +") : new String[0]) {
                found = found.play(parseMove(found, typed));
            }
            return found;
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return null;
        }
    }

    /** The legal move that a text names. */
    private static Move parseMove(Position position, String typed) {
        for (Move move : legalMoves(position)) {
            if (position.moveText(move).equals(typed)) {
                return move;
            }
        }
        throw new IllegalArgumentException(typed);
    }

    /** The legal moves, none once the game is over. */
    private static List<Move> legalMoves(Position position) {
        return position.outcome() == Outcome.ONGOING ? position.legalMoves() : List.of();
    }

    private void go(String limits) {
        if (position == null || position.outcome() != Outcome.ONGOING) {
            String reason = position == null ? "I don't know this position" : "the game is over";
            say("info string " + reason);
            say("bestmove (none)");
            return;
        }
        int depth = (int) numberAfter("depth", limits, DEPTH);
        double seconds = secondsToThink(limits, position.turn);
        Move move = search.chooseMove(position, seconds, Math.max(depth, 1));
        say("bestmove " + position.moveText(move));
    }

    /** The seconds to think: all of a `movetime`, or a part of what is left on our clock. */
    private static double secondsToThink(String limits, int turn) {
        double left = numberAfter(turn == 0 ? "p1time" : "p2time", limits, -1);
        double added = numberAfter(turn == 0 ? "p1inc" : "p2inc", limits, 0);
        double milliseconds = numberAfter("movetime", limits, left < 0 ? 1000 : left);

        if (left >= 0) {
            double portion = Math.min(left / MOVES_TO_COME + added, left / 2);
            milliseconds = Math.min(milliseconds, portion);
        }
        return SHARE * milliseconds / 1000;
    }

    /** The number after a word of a `go` command, such as "movetime 950". */
    private static double numberAfter(String word, String limits, double missing) {
        List<String> words = Arrays.asList(limits.strip().split(" +"));
        int place = words.indexOf(word);

        try {
            return place < 0 ? missing : Double.parseDouble(words.get(place + 1));
        } catch (NumberFormatException | IndexOutOfBoundsException unreadable) {
            return missing;
        }
    }

    /** Prints how the game stands for the player to move, and the legal moves in order. */
    private void showMoves() {
        if (position == null) {
            say("unknown position");
            return;
        }
        String moves =
                legalMoves(position).stream()
                        .map(move -> " " + position.moveText(move))
                        .sorted()
                        .collect(Collectors.joining());
        say(position.outcome().name().toLowerCase() + moves);
    }

    private void showPerft(String depth) {
        if (position == null || !depth.matches("[0-9]{1,2}")) {
            say(position == null ? "unknown position" : "perft needs a depth");
        } else {
            say(String.valueOf(Search.perft(position, Integer.parseInt(depth))));
        }
    }

    /** Prints a line and flushes it: Palamedes waits for every answer. */
    private static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 1 && arguments[0].equals("perft")) {
            Bot bot = new Bot(new Random());
            String[] text = Arrays.copyOfRange(arguments, 2, arguments.length);
            bot.handle("position " + (text.length == 0 ? "startpos" : String.join(" ", text)));
            bot.showPerft(arguments[1]);
            return;
        }
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

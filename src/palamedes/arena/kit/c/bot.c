/* @NAME@: a bot for @GAME@ that speaks UGI, the universal game interface.
 *
 *     bot [SEED]                     play; a seed makes the random choices the same every time
 *     bot perft DEPTH [fen TEXT]     count the ways to make that many moves
 *
 * This file talks to the arena. What to change is in evaluate.c and search.c.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search.h"

#define VARIANT "@VARIANT@" /* of the game; the arena may name another one */

enum {
    DEPTH = 4,          /* plies to look ahead; the clock stops a deeper search in time */
    MOVES_TO_COME = 25, /* among which the time on a clock is divided */
};
static const double SHARE = 0.8; /* of the time of a move: answering takes time, too */

typedef struct {
    char variant[64];
    Position position;
    bool is_known; /* whether we understood the last `position` */
} Game;

/* Reads a line of any length, without its line break; NULL at the end of input.
 * The caller frees it.
 */
static char *read_line(void)
{
    char *line = NULL;
    size_t capacity = 0;

    if (getline(&line, &capacity, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

/* The rest of a line that starts with some words; NULL if it does not start with them. */
static char *after(const char *words, char *line)
{
    size_t length = strlen(words);

    if (strncmp(line, words, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line + length + strspn(line + length, " ");
}

/* Prints a line and flushes it: Palamedes waits for every answer. */
static void say(const char *words, const char *more)
{
    printf("%s%s\n", words, more);
    fflush(stdout);
}

/* Finds the legal move that a text names; false if there is none. */
static bool parse_move(const Position *position, const char *typed, Move *move)
{
    Move moves[MAX_MOVES];
    char text[MAX_TEXT];
    int count = outcome(position) == ONGOING ? legal_moves(position, moves) : 0;

    for (int i = 0; i < count; i++) {
        move_text(position, moves[i], text);
        if (strcmp(text, typed) == 0) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

/* Sets up "startpos moves a1 b2" or "fen TEXT moves a1 b2"; false if that is not understood. */
static bool set_position(Game *game, char *text)
{
    char *moves = strstr(text, " moves ");
    char *fen = after("fen", text);
    Move move;

    if (moves != NULL)
        *moves = '\0'; /* the text of the position ends here */
    if (fen != NULL ? !parse_position(&game->position, game->variant, fen)
                    : !after("startpos", text) || !start(&game->position, game->variant))
        return false;
    if (moves == NULL)
        return true;
    for (char *word = strtok(moves + strlen(" moves "), " "); word; word = strtok(NULL, " ")) {
        if (!parse_move(&game->position, word, &move))
            return false;
        game->position = play(game->position, move);
    }
    return true;
}

/* The number after a word of a `go` command, such as "movetime 950". */
static double number_after(const char *word, const char *line, double missing)
{
    const char *found = strstr(line, word);

    return found == NULL ? missing : strtod(found + strlen(word), NULL);
}

/* The seconds to think: all of a `movetime`, or a part of what is left on our clock. */
static double seconds_to_think(const char *limits, int turn)
{
    double left = number_after(turn == 0 ? "p1time " : "p2time ", limits, -1);
    double added = number_after(turn == 0 ? "p1inc " : "p2inc ", limits, 0);
    double milliseconds = number_after("movetime ", limits, left < 0 ? 1000 : left);

    if (left >= 0 && left / MOVES_TO_COME + added < milliseconds)
        milliseconds = left / MOVES_TO_COME + added;
    if (left >= 0 && left / 2 < milliseconds)
        milliseconds = left / 2;
    return SHARE * milliseconds / 1000;
}

static void go(const Game *game, const char *limits)
{
    char text[MAX_TEXT];

    if (!game->is_known || outcome(&game->position) != ONGOING) {
        say("info string ", game->is_known ? "the game is over" : "I don't know this position");
        say("bestmove ", "(none)");
        return;
    }
    int depth = (int)number_after("depth ", limits, DEPTH);
    double seconds = seconds_to_think(limits, game->position.turn);
    Move move = choose_move(&game->position, seconds, depth < 1 ? 1 : depth);
    move_text(&game->position, move, text);
    say("bestmove ", text);
}

static int in_order(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Prints how the game stands for the player to move, and the legal moves in alphabetical order. */
static void show_moves(const Game *game)
{
    static const char *const WORDS[] = {"ongoing", "win", "draw", "loss"};
    Move moves[MAX_MOVES];
    char texts[MAX_MOVES][MAX_TEXT];

    if (!game->is_known) {
        say("unknown position", "");
        return;
    }
    Outcome ended = outcome(&game->position);
    int count = ended == ONGOING ? legal_moves(&game->position, moves) : 0;
    for (int i = 0; i < count; i++)
        move_text(&game->position, moves[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], in_order);
    printf("%s", WORDS[ended]);
    for (int i = 0; i < count; i++)
        printf(" %s", texts[i]);
    say("", "");
}

static void show_perft(const Game *game, const char *depth)
{
    if (!game->is_known) {
        say("unknown position", "");
        return;
    }
    printf("%lld\n", perft(&game->position, atoi(depth)));
    fflush(stdout);
}

/* Another variant of the game, with its start; "<empty>" is the usual one. */
static void set_variant(Game *game, const char *variant)
{
    if (strcmp(variant, "<empty>") == 0)
        variant = "";
    snprintf(game->variant, sizeof game->variant, "%s", variant);
    game->is_known = start(&game->position, game->variant);
}

static void introduce(const Game *game)
{
    say("id name ", "@NAME@");
    say("id author ", "unknown");
    say("option name Variant type string default ", game->variant[0] ? game->variant : "<empty>");
    say("ugiok", "");
}

/* Handles one command; false if it is `quit`. Unknown commands are ignored, and so is `stop`, as
 * this bot answers soon by itself. `moves` and `perft` are for you, to look at a position.
 */
static bool handle(char *line, Game *game)
{
    char *rest;

    if (after("quit", line))
        return false;
    if (after("ugi", line))
        introduce(game);
    else if (after("isready", line))
        say("readyok", "");
    else if ((rest = after("setoption name Variant value", line)))
        set_variant(game, rest);
    else if ((rest = after("position", line)))
        game->is_known = set_position(game, rest);
    else if ((rest = after("go", line)))
        go(game, rest);
    else if (after("moves", line))
        show_moves(game);
    else if ((rest = after("perft", line)))
        show_perft(game, rest);
    return true;
}

/* bot perft DEPTH [fen TEXT] */
static int count_moves(Game *game, int argc, char **argv)
{
    char text[1000] = "";

    for (int i = 3; i < argc && strlen(text) + strlen(argv[i]) + 2 < sizeof text; i++)
        strcat(strcat(text, i > 3 ? " " : ""), argv[i]);
    if (argc > 3)
        game->is_known = set_position(game, text);
    show_perft(game, argc > 2 ? argv[2] : "1");
    return game->is_known ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    Game game;
    char *line;
    bool is_running = true;

    set_variant(&game, VARIANT);
    if (argc > 1 && strcmp(argv[1], "perft") == 0)
        return count_moves(&game, argc, argv);
    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)time(NULL));
    while (is_running && (line = read_line()) != NULL) {
        is_running = handle(line, &game);
        free(line);
    }
    return EXIT_SUCCESS;
}

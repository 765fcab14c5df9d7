/* @NAME@: a bot that speaks UGI and knows no rules. Palamedes tells it the legal moves, and it plays
 * one of them at random. An argument sets the random seed, to get the same choices every time.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *text; /* all moves, each followed by a zero */
    char **at;  /* where each move begins in `text` */
    size_t count;
} Moves;

/* The move to play; there is at least one. This is the function to change first.
 * `position` is the game so far: "startpos moves a1 b2" or "fen TEXT moves a1 b2".
 */
static const char *choose_move(const char *position, const Moves *moves)
{
    (void)position;
    return moves->at[(size_t)rand() % moves->count];
}

static void *resized(void *memory, size_t size)
{
    void *larger = realloc(memory, size);
    if (larger == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return larger;
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(resized(NULL, size), text, size);
}

/* Reads a line of any length, without its line break; NULL at the end of input.
 * The caller frees it.
 */
static char *read_line(void)
{
    size_t length = 0, capacity = 256;
    char *line = resized(NULL, capacity);
    int letter = getchar();

    if (letter == EOF) {
        free(line);
        return NULL;
    }
    for (; letter != EOF && letter != '\n'; letter = getchar()) {
        if (length + 1 == capacity)
            line = resized(line, capacity *= 2);
        line[length++] = (char)letter;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return line;
}

/* The rest of a line that starts with some words; NULL if it does not start with them. */
static const char *after(const char *words, const char *line)
{
    size_t length = strlen(words);

    if (strncmp(line, words, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line + length + strspn(line + length, " ");
}

static void clear_moves(Moves *moves)
{
    free(moves->text);
    free(moves->at);
    *moves = (Moves){0};
}

/* Stores the legal moves, which are separated by spaces. */
static void set_moves(Moves *moves, const char *text)
{
    size_t capacity = 0;

    clear_moves(moves);
    moves->text = copy_of(text);
    for (char *move = strtok(moves->text, " "); move != NULL; move = strtok(NULL, " ")) {
        if (moves->count == capacity) {
            capacity = capacity * 2 + 64;
            moves->at = resized(moves->at, capacity * sizeof *moves->at);
        }
        moves->at[moves->count++] = move;
    }
}

/* Prints a line and flushes it: Palamedes waits for every answer. */
static void say(const char *words, const char *more)
{
    printf("%s%s\n", words, more);
    fflush(stdout);
}

static void introduce(void)
{
    say("id name ", "@NAME@");
    say("id author ", "unknown");
    say("option name LegalMoves type string default", "");
    say("ugiok", "");
}

/* Handles one command; false if it is `quit`. Unknown commands are ignored, and so is `stop`, as
 * this bot answers at once.
 */
static bool handle(const char *line, char **position, Moves *moves)
{
    const char *rest;

    if (after("quit", line))
        return false;
    if (after("ugi", line)) {
        introduce();
    } else if (after("isready", line)) {
        say("readyok", "");
    } else if ((rest = after("position", line))) {
        free(*position);
        *position = copy_of(rest);
        clear_moves(moves);
    } else if ((rest = after("setoption name LegalMoves value", line))) {
        set_moves(moves, rest);
    } else if (after("go", line)) {
        say("bestmove ", moves->count ? choose_move(*position, moves) : "(none)");
    }
    return true;
}

int main(int argc, char **argv)
{
    char *position = copy_of("startpos"), *line;
    Moves moves = {0};
    bool is_running = true;

    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)time(NULL));
    while (is_running && (line = read_line()) != NULL) {
        is_running = handle(line, &position, &moves);
        free(line);
    }
    clear_moves(&moves);
    free(position);
    return EXIT_SUCCESS;
}

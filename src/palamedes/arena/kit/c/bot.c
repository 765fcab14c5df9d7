/* @NAME@: a bot that speaks UGI and knows no rules. Palamedes tells it the legal moves; it makes
 * any of them. An argument is a seed: with the same one it makes the same choices.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *text; /* the moves, each ended by a zero */
    char **at;  /* where each begins in it */
    size_t count;
} Moves;

/* The move to make, where there is at least one. This is what to change first.
 * `position` is what the arena said: "startpos moves a1 b2", "fen TEXT moves a1 b2".
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
        fputs("no memory is left\n", stderr);
        exit(EXIT_FAILURE);
    }
    return larger;
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(resized(NULL, size), text, size);
}

/* A line of any length without its end, to be freed; NULL when there are no more. */
static char *read_line(void)
{
    size_t length = 0, room = 256;
    char *line = resized(NULL, room);
    int letter = getchar();

    if (letter == EOF) {
        free(line);
        return NULL;
    }
    for (; letter != EOF && letter != '\n'; letter = getchar()) {
        if (length + 1 == room)
            line = resized(line, room *= 2);
        line[length++] = (char)letter;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return line;
}

/* What follows some words at the start of a line; NULL if it does not start with them. */
static const char *after(const char *words, const char *line)
{
    size_t length = strlen(words);

    if (strncmp(line, words, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line + length + strspn(line + length, " ");
}

static void forget(Moves *moves)
{
    free(moves->text);
    free(moves->at);
    *moves = (Moves){0};
}

/* Take moves that are separated by spaces for the legal ones. */
static void learn(Moves *moves, const char *text)
{
    size_t room = 0;

    forget(moves);
    moves->text = copy_of(text);
    for (char *move = strtok(moves->text, " "); move != NULL; move = strtok(NULL, " ")) {
        if (moves->count == room) {
            room = room * 2 + 64;
            moves->at = resized(moves->at, room * sizeof *moves->at);
        }
        moves->at[moves->count++] = move;
    }
}

/* Whoever reads us waits for every line: none may stay in a buffer. */
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

/* Do what a line asks for; false if that is to end. What we do not know, `stop` too, is ignored:
 * our moves are made at once.
 */
static bool obey(const char *line, char **position, Moves *moves)
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
        forget(moves);
    } else if ((rest = after("setoption name LegalMoves value", line))) {
        learn(moves, rest);
    } else if (after("go", line)) {
        say("bestmove ", moves->count ? choose_move(*position, moves) : "(none)");
    }
    return true;
}

int main(int argc, char **argv)
{
    char *position = copy_of("startpos"), *line;
    Moves moves = {0};
    bool goes_on = true;

    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)time(NULL));
    while (goes_on && (line = read_line()) != NULL) {
        goes_on = obey(line, &position, &moves);
        free(line);
    }
    forget(&moves);
    free(position);
    return EXIT_SUCCESS;
}

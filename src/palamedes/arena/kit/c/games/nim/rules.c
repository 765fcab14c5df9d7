/* Nim: the rules. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

static const int USUAL[] = {1, 3, 5, 7};

/* Reads numbers such as "3,4,5" into the heaps, and returns what follows them; NULL if there are
 * too many.
 */
static const char *parse_heaps(Position *position, const char *text, char separator)
{
    char *rest;
    long total = 0;

    position->count = 0;
    for (long heap = strtol(text, &rest, 10); rest != text; heap = strtol(text, &rest, 10)) {
        total += heap;
        if (position->count == MAX_HEAPS || heap < 0 || heap > MAX_MATCHES || total > MAX_MATCHES)
            return NULL;
        position->heaps[position->count++] = (int)heap;
        text = *rest == separator ? rest + 1 : rest;
        if (*rest != separator)
            break;
    }
    return text;
}

/* Variants are heaps such as "3,4,5", and "misere" alone or after them. */
bool start(Position *position, const char *variant)
{
    const char *rest = parse_heaps(position, variant, ',');

    if (rest == NULL || (*rest != '\0' && strcmp(rest, "misere") != 0))
        return false;
    position->turn = 0;
    position->is_misere = *rest != '\0';
    if (position->count == 0) {
        memcpy(position->heaps, USUAL, sizeof USUAL);
        position->count = sizeof USUAL / sizeof USUAL[0];
    }
    return true;
}

/* Text such as "1;3;5;7 1": the heaps and the player to move. */
bool parse_position(Position *position, const char *variant, const char *text)
{
    if (!start(position, variant))
        return false;
    int count = position->count;
    const char *rest = parse_heaps(position, text, ';');
    if (rest == NULL || position->count != count)
        return false;
    position->turn = strcmp(rest, " 2") == 0;
    return position->turn == 1 || strcmp(rest, " 1") == 0;
}

Outcome outcome(const Position *position)
{
    for (int heap = 0; heap < position->count; heap++)
        if (position->heaps[heap] > 0)
            return ONGOING;
    return position->is_misere ? WIN : LOSS; /* the other player took the last match */
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    int count = 0;

    for (int heap = 0; heap < position->count; heap++)
        for (int taken = 1; taken <= position->heaps[heap]; taken++)
            moves[count++] = (Move){heap, taken};
    return count;
}

Position play(Position position, Move move)
{
    position.heaps[move.heap] -= move.taken;
    position.turn = 1 - position.turn;
    return position;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    (void)position; /* the move says it all */
    snprintf(text, MAX_TEXT, "%d-%d", move.heap + 1, move.taken);
}

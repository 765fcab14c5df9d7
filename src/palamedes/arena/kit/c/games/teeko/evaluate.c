/* Teeko: a first evaluation. This is the thing to improve.
 *
 * Pieces are good near the centre and next to each other. Better: count the fours (lines and
 * squares) that still have no enemy piece, and those that need only one more move.
 */

#include <stdlib.h>

#include "game.h"

/* The larger of the distances along files and ranks: a neighbour is at distance 1. */
static int distance(int one, int other)
{
    int files = abs(one % SIZE - other % SIZE), ranks = abs(one / SIZE - other / SIZE);

    return files > ranks ? files : ranks;
}

static int value_of(const Position *position, char letter)
{
    int value = 0;

    for (int one = 0; one < SQUARES; one++) {
        if (position->board[one] != letter)
            continue;
        value += 3 * (2 - distance(one, SQUARES / 2));
        for (int other = one + 1; other < SQUARES; other++)
            if (position->board[other] == letter && distance(one, other) == 1)
                value += 4;
    }
    return value;
}

int evaluate(const Position *position)
{
    int x = value_of(position, 'X'), o = value_of(position, 'O');

    return position->turn == 0 ? x - o : o - x;
}

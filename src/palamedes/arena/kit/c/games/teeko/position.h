/* Teeko: a position and a move.
 *
 * Squares are numbered as drawn, from a1 at the lower left to e5 at the upper right:
 *
 *     5   20 21 22 23 24
 *     4   15 16 17 18 19
 *     3   10 11 12 13 14
 *     2    5  6  7  8  9
 *     1    0  1  2  3  4
 *
 *          a  b  c  d  e
 */

#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>

enum { SIZE = 5, SQUARES = SIZE * SIZE, MEN = 4, NOWHERE = -1 };

typedef struct {
    char board[SQUARES]; /* 'X', 'O', or '.' for an empty square */
    int turn;            /* the player to move: 0 is X, 1 is O */
    bool is_advanced;    /* the variant in which the corners of larger squares win, too */
} Position;

typedef struct {
    int from; /* the square a piece leaves; NOWHERE if it is placed */
    int to;
} Move;

#endif

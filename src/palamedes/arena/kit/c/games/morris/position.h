/* Nine men's morris: a position and a move.
 *
 * Points are numbered as drawn, row by row from the top left:
 *
 *     7    0-----------1-----------2
 *          |           |           |
 *     6    |   3-------4-------5   |
 *          |   |       |       |   |
 *     5    |   |   6---7---8   |   |
 *          |   |   |       |   |   |
 *     4    9--10--11      12--13--14
 *          |   |   |       |   |   |
 *     3    |   |  15--16--17   |   |
 *          |   |       |       |   |
 *     2    |  18------19------20   |
 *          |           |           |
 *     1   21----------22----------23
 *
 *          a   b   c   d   e   f   g
 */

#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>

enum { POINTS = 24, MILLS = 16, MEN = 9, NOWHERE = -1 };

typedef struct {
    char board[POINTS]; /* 'X', 'O', or '.' for an empty point */
    int hand[2];        /* men that X and O have yet to place */
    int turn;           /* the player to move: 0 is X, 1 is O */
} Position;

typedef struct {
    int from;  /* the point a man leaves; NOWHERE if it comes from the hand */
    int to;
    int taken; /* the enemy man that a mill takes; NOWHERE if there is no mill */
} Move;

/* The three points of each line, in the order in which they are drawn. */
extern const int MILL[MILLS][3];

/* Whether two points are next to each other on a line. */
bool are_neighbours(int one, int other);

/* The men of a player ('X' or 'O') on the board. */
int count_men(const Position *position, char letter);

#endif

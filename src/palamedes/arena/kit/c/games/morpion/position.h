/* Morpion: a position and a move.
 *
 * Squares are numbered as drawn, from a1 at the lower left; on the board of 3 x 3 squares:
 *
 *     3   6 7 8
 *     2   3 4 5
 *     1   0 1 2
 *
 *         a b c
 *
 * Each player has as many pieces as a row has squares.
 */

#ifndef POSITION_H
#define POSITION_H

enum { LARGEST = 6, NOWHERE = -1 };

typedef struct {
    char board[LARGEST * LARGEST]; /* 'X', 'O', or '.' for an empty square */
    int turn;                      /* the player to move: 0 is X, 1 is O */
    int size;                      /* squares of a row: 3 to 6 */
    int needed;                    /* pieces on one line that win: `size`, or one less */
} Position;

typedef struct {
    int from; /* the square a piece leaves; NOWHERE if it is placed */
    int to;
} Move;

/* The pieces of a player ('X' or 'O') on a line. Lines are numbered from 0: first the rows, then
 * the columns, then the two diagonals, 2 * size + 2 in all.
 */
int pieces_on_line(const Position *position, int line, char letter);

#endif

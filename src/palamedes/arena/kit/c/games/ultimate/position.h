/* Ultimate tic-tac-toe: a position and a move.
 *
 * Cells are numbered as drawn, from a1 (0) at the lower left to i9 (80) at the upper right: cell
 * 9 * rank + file. The small boards are numbered in the same way:
 *
 *     7-9   6 7 8
 *     4-6   3 4 5
 *     1-3   0 1 2
 *
 *           a d g
 *           - - -
 *           c f i
 */

#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>

enum { CELLS = 81, BOARDS = 9, ANY = -1 };

typedef struct {
    char cells[CELLS];   /* marks 'x', 'o', or '.' */
    char boards[BOARDS]; /* '.' if open; else who won it, 'X' or 'O', or '=' if nobody did */
    int turn;            /* the player to move: 0 is x, 1 is o */
    int forced;          /* the board to play in, or ANY */
} Position;

typedef int Move; /* the cell to mark */

/* The cell of a board at a place, both numbered as above: place 8 is at the upper right. */
int cell_of(int board, int place);

/* Whether three in a line of nine letters, numbered as above, are the same given letter. */
bool has_line(const char nine[9], char letter);

#endif

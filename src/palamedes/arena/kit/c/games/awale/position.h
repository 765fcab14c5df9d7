/* Coloured awale: a position and a move.
 *
 * The sixteen holes are a circle, sown clockwise. They are numbered from 0 here, one less than in
 * notation:
 *
 *      0  1  2  3  4  5  6  7
 *     15 14 13 12 11 10  9  8
 *
 * Player 1 owns the holes 1, 3, 5, ... of the notation, which are 0, 2, 4, ... here.
 */

#ifndef POSITION_H
#define POSITION_H

enum { HOLES = 16, COLOURS = 3, SEEDS = 96, MAJORITY = 49, FEW = 10 };
enum { RED, BLUE, CLEAR };    /* colours; clear seeds are called transparent */
enum { R, B, TR, TB, KINDS }; /* kinds of moves */

typedef struct {
    int seeds[HOLES][COLOURS];
    int taken[2]; /* seeds that player 1 and player 2 have taken */
    int turn;     /* the player to move: 0 is player 1 */
} Position;

typedef struct {
    int hole;
    int kind; /* R, B, TR or TB */
} Move;

/* The seeds of all colours in a hole. */
int seeds_in(const Position *position, int hole);

/* The seeds in all holes of a player. */
int seeds_of(const Position *position, int player);

#endif

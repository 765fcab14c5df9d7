/* Nim: a position and a move. */

#ifndef POSITION_H
#define POSITION_H

#include <stdbool.h>

enum { MAX_HEAPS = 9, MAX_MATCHES = 255 /* in all heaps together */ };

typedef struct {
    int heaps[MAX_HEAPS]; /* the matches in each heap */
    int count;            /* the number of heaps, empty ones included */
    int turn;             /* the player to move: 0 is player 1 */
    bool is_misere;       /* whoever takes the last match loses */
} Position;

typedef struct {
    int heap; /* numbered from 0, one less than in notation */
    int taken;
} Move;

#endif

/* The search: looks some moves ahead and picks the best move. */

#ifndef SEARCH_H
#define SEARCH_H

#include "game.h"

/* The best move found within the time and depth. The game is ONGOING. */
Move choose_move(const Position *position, double seconds, int depth);

/* The number of ways to make exactly `depth` moves: a check of the rules. */
long long perft(const Position *position, int depth);

#endif

/* What the rules of a game offer. bot.c and search.c use nothing else, so they fit every game.
 * Position and Move are in position.h, the rules in rules.c, the evaluation in evaluate.c.
 */

#ifndef GAME_H
#define GAME_H

#include <stdbool.h>

#include "position.h"

enum {
    MAX_MOVES = 256, /* legal moves in one position */
    MAX_TEXT = 16    /* letters of a move in notation, with the final zero */
};

/* How a game stands for the player to move. The arena also ends games by repetition and after a
 * number of moves; the rules here do not know the history of a game.
 */
typedef enum { ONGOING, WIN, DRAW, LOSS } Outcome;

/* Sets up the start of a variant, "" for the usual game; false if there is no such variant. */
bool start(Position *position, const char *variant);

/* Sets up the position that a text describes (see NOTATION.txt); false if it cannot be read. */
bool parse_position(Position *position, const char *variant, const char *text);

/* Writes the legal moves and returns how many there are. Call it while the game is ONGOING. */
int legal_moves(const Position *position, Move moves[MAX_MOVES]);

/* The position after a legal move. The argument is a copy: the caller's position stays as it is. */
Position play(Position position, Move move);

Outcome outcome(const Position *position);

/* Writes a move in notation, such as "c3-d4". */
void move_text(const Position *position, Move move, char text[MAX_TEXT]);

/* An estimate of an unfinished game, larger if it is better for the player to move. */
int evaluate(const Position *position);

#endif

/* Morpion: a first evaluation. This is the thing to improve.
 *
 * A line is open to a player while no enemy piece is on it, and open lines are good. Better: look
 * at how many own pieces an open line already has, and at what the pieces still in hand can do.
 */

#include "game.h"

int evaluate(const Position *position)
{
    int x = 0, o = 0;

    for (int line = 0; line < 2 * position->size + 2; line++) {
        x += pieces_on_line(position, line, 'O') == 0;
        o += pieces_on_line(position, line, 'X') == 0;
    }
    return position->turn == 0 ? x - o : o - x;
}

/* Coloured awale: a first evaluation. This is the thing to improve.
 *
 * Seeds taken count much, seeds in one's own holes a little: they are moves to come. Better: look
 * at holes with one or two seeds, which can be taken soon, and at rows of them.
 */

#include "game.h"

int evaluate(const Position *position)
{
    int turn = position->turn;
    int taken = position->taken[turn] - position->taken[1 - turn];
    int seeds = seeds_of(position, turn) - seeds_of(position, 1 - turn);

    return 10 * taken + seeds;
}

/* Nim: a first evaluation. This is the thing to improve.
 *
 * Two equal heaps are good to leave: whatever is taken from one, take as much from the other.
 * Better: nim has a complete theory, with which no search is needed at all. Can you find it?
 */

#include "game.h"

int evaluate(const Position *position)
{
    int alone = 0; /* heaps without another of the same size */

    for (int one = 0; one < position->count; one++) {
        int same = 0;
        for (int other = 0; other < position->count; other++)
            same += position->heaps[other] == position->heaps[one];
        alone += position->heaps[one] > 0 && same % 2 == 1;
    }
    return alone == 0 ? -1 : 0;
}

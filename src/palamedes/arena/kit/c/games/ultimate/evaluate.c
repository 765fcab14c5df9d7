/* Ultimate tic-tac-toe: a first evaluation. This is the thing to improve.
 *
 * Boards won count much, marks in the middle of an open board a little. Better: look at two in a
 * line whose third is still open, in the small boards and in the large one.
 */

#include "game.h"

static int value_of(const Position *position, char fate, char mark)
{
    int value = 0;

    for (int board = 0; board < BOARDS; board++) {
        if (position->boards[board] == fate)
            value += board == 4 ? 15 : 10; /* the one in the middle is on four lines */
        if (position->cells[cell_of(board, 4)] == mark)
            value += 2;
    }
    return value;
}

int evaluate(const Position *position)
{
    int x = value_of(position, 'X', 'x'), o = value_of(position, 'O', 'o');

    return position->turn == 0 ? x - o : o - x;
}

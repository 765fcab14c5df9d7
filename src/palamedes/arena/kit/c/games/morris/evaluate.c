/* Nine men's morris: a first evaluation. This is the thing to improve.
 *
 * Men count much, on the board or in hand; empty points beside them a little. Better: count mills,
 * two men on a line whose third point is empty, and men that cannot move.
 */

#include "game.h"

static int value_of(const Position *position, char letter, int hand)
{
    int value = 20 * (count_men(position, letter) + hand);

    for (int i = 0; i < MILLS; i++) {
        char ends[2] = {position->board[MILL[i][0]], position->board[MILL[i][2]]};
        char middle = position->board[MILL[i][1]];
        for (int j = 0; j < 2; j++)
            value += (ends[j] == letter && middle == '.') || (middle == letter && ends[j] == '.');
    }
    return value;
}

int evaluate(const Position *position)
{
    int x = value_of(position, 'X', position->hand[0]);
    int o = value_of(position, 'O', position->hand[1]);

    return position->turn == 0 ? x - o : o - x;
}

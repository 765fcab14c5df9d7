/* Nine men's morris: the rules. */

#include <string.h>

#include "game.h"

static const char LETTERS[] = "XO"; /* of the players */
static const char NAMES[POINTS][3] = {"a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5",
                                      "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
                                      "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"};
/* The points in each row from the top: in this order they are numbered, and stand in a text. */
static const int ROWS[7] = {3, 3, 3, 6, 3, 3, 3};

const int MILL[MILLS][3] = {
    {0, 1, 2},    {3, 4, 5},    {6, 7, 8},    {9, 10, 11},  /* from left to right */
    {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
    {0, 9, 21},   {3, 10, 18},  {6, 11, 15},  {1, 4, 7},    /* from top to bottom */
    {16, 19, 22}, {8, 12, 17},  {5, 13, 20},  {2, 14, 23}};

bool are_neighbours(int one, int other)
{
    for (int i = 0; i < MILLS; i++) {
        int middle = MILL[i][1];
        if (one == middle && (other == MILL[i][0] || other == MILL[i][2]))
            return true;
        if (other == middle && (one == MILL[i][0] || one == MILL[i][2]))
            return true;
    }
    return false;
}

int count_men(const Position *position, char letter)
{
    int count = 0;

    for (int point = 0; point < POINTS; point++)
        count += position->board[point] == letter;
    return count;
}

bool start(Position *position, const char *variant)
{
    memset(position->board, '.', POINTS);
    position->hand[0] = position->hand[1] = MEN;
    position->turn = 0;
    return variant[0] == '\0';
}

/* Reads the player to move and the men in hand of X and O: " X 9 9". */
static bool parse_turn(Position *position, const char *text)
{
    if (strlen(text) != strlen(" X 9 9") || !strchr(LETTERS, text[1]))
        return false;
    position->turn = text[1] == 'O';
    position->hand[0] = text[3] - '0';
    position->hand[1] = text[5] - '0';
    for (int player = 0; player < 2; player++) {
        int hand = position->hand[player];
        if (hand < 0 || count_men(position, LETTERS[player]) + hand > MEN)
            return false;
    }
    return true;
}

/* Text such as "X2/3/3/6/3/3/3 O 8 9": the rows from the top, where a digit stands for that many
 * empty points; the player to move; the men in hand of X and O.
 */
bool parse_position(Position *position, const char *variant, const char *text)
{
    int point = 0, row = 0, end = ROWS[0];

    if (!start(position, variant))
        return false;
    for (; *text != ' ' && *text != '\0'; text++) {
        if (*text == '/') {
            if (point != end || row == 6)
                return false;
            end += ROWS[++row];
        } else if (*text >= '1' && *text <= '6') {
            point += *text - '0';
        } else if (strchr(LETTERS, *text) && point < end) {
            position->board[point++] = *text;
        } else {
            return false;
        }
    }
    return point == POINTS && parse_turn(position, text);
}

/* Whether a man on a point is in a mill: three men of its colour on a line. */
static bool is_in_mill(const char board[POINTS], int point)
{
    char letter = board[point];

    for (int i = 0; i < MILLS; i++) {
        const int *mill = MILL[i];
        if ((mill[0] == point || mill[1] == point || mill[2] == point) &&
            board[mill[0]] == letter && board[mill[1]] == letter && board[mill[2]] == letter)
            return true;
    }
    return false;
}

/* Whether a man that goes from one point (or NOWHERE) to another closes a mill there. */
static bool closes_mill(const Position *position, int from, int to)
{
    char board[POINTS];

    memcpy(board, position->board, POINTS);
    if (from != NOWHERE)
        board[from] = '.';
    board[to] = LETTERS[position->turn];
    return is_in_mill(board, to);
}

/* Writes the enemy men that a mill may take: those in no mill; if all are in mills, any of them. */
static int removable(const Position *position, int points[POINTS])
{
    char enemy = LETTERS[1 - position->turn];
    int count = 0;

    for (int point = 0; point < POINTS; point++)
        if (position->board[point] == enemy && !is_in_mill(position->board, point))
            points[count++] = point;
    if (count > 0)
        return count;
    for (int point = 0; point < POINTS; point++)
        if (position->board[point] == enemy)
            points[count++] = point;
    return count;
}

/* Appends the moves of a man from a point (or NOWHERE) to another: one, or one for each enemy man
 * that may be taken.
 */
static int add_moves(const Position *position, int from, int to, Move moves[], int count)
{
    int points[POINTS];
    int victims = closes_mill(position, from, to) ? removable(position, points) : 0;

    if (victims == 0)
        moves[count++] = (Move){from, to, NOWHERE};
    for (int i = 0; i < victims; i++)
        moves[count++] = (Move){from, to, points[i]};
    return count;
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    char mine = LETTERS[position->turn];
    bool is_placing = position->hand[position->turn] > 0;
    bool is_flying = count_men(position, mine) <= 3;
    int count = 0;

    for (int to = 0; to < POINTS; to++) {
        if (position->board[to] != '.')
            continue;
        if (is_placing)
            count = add_moves(position, NOWHERE, to, moves, count);
        for (int from = 0; from < POINTS && !is_placing; from++)
            if (position->board[from] == mine && (is_flying || are_neighbours(from, to)))
                count = add_moves(position, from, to, moves, count);
    }
    return count;
}

/* Whether a man of the player to move has an empty point beside it. */
static bool can_step(const Position *position)
{
    for (int from = 0; from < POINTS; from++)
        for (int to = 0; to < POINTS && position->board[from] == LETTERS[position->turn]; to++)
            if (position->board[to] == '.' && are_neighbours(from, to))
                return true;
    return false;
}

Outcome outcome(const Position *position)
{
    int hand = position->hand[position->turn];
    int men = count_men(position, LETTERS[position->turn]);

    if (men + hand < 3)
        return LOSS;
    return hand > 0 || men == 3 || can_step(position) ? ONGOING : LOSS;
}

Position play(Position position, Move move)
{
    if (move.from == NOWHERE)
        position.hand[position.turn]--;
    else
        position.board[move.from] = '.';
    position.board[move.to] = LETTERS[position.turn];
    if (move.taken != NOWHERE)
        position.board[move.taken] = '.';
    position.turn = 1 - position.turn;
    return position;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    (void)position; /* the move says it all */
    text[0] = '\0';
    if (move.from != NOWHERE)
        strcat(strcat(text, NAMES[move.from]), "-");
    strcat(text, NAMES[move.to]);
    if (move.taken != NOWHERE)
        strcat(strcat(text, "x"), NAMES[move.taken]);
}

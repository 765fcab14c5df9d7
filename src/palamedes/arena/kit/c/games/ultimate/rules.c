/* Ultimate tic-tac-toe: the rules. */

#include <string.h>

#include "game.h"

static const char MARKS[] = "xo";  /* of the players, in open boards */
static const char FATES[] = "XO="; /* of closed boards: who won, or nobody */
static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

int cell_of(int board, int place)
{
    int rank = 3 * (board / 3) + place / 3, file = 3 * (board % 3) + place % 3;

    return 9 * rank + file;
}

static int board_of(int cell)
{
    return 3 * (cell / 27) + cell % 9 / 3;
}

/* Where a cell is within its board. */
static int place_of(int cell)
{
    return 3 * (cell / 9 % 3) + cell % 3;
}

bool has_line(const char nine[9], char letter)
{
    for (int i = 0; i < 8; i++)
        if (nine[LINES[i][0]] == letter && nine[LINES[i][1]] == letter &&
            nine[LINES[i][2]] == letter)
            return true;
    return false;
}

/* Closes a board that is won or full. How it was won plays no part any more, so that its marks are
 * forgotten: the same board always looks the same.
 */
static void close_if_finished(Position *position, int board)
{
    char nine[9];

    for (int place = 0; place < 9; place++)
        nine[place] = position->cells[cell_of(board, place)];
    if (has_line(nine, 'x'))
        position->boards[board] = 'X';
    else if (has_line(nine, 'o'))
        position->boards[board] = 'O';
    else if (memchr(nine, '.', 9) == NULL)
        position->boards[board] = '=';
    else
        return;
    for (int place = 0; place < 9; place++)
        position->cells[cell_of(board, place)] = '.';
}

bool start(Position *position, const char *variant)
{
    memset(position->cells, '.', CELLS);
    memset(position->boards, '.', BOARDS);
    position->turn = 0;
    position->forced = ANY;
    return variant[0] == '\0';
}

/* Reads the player to move and the centre cell of the board to play in, or -: " O e5". */
static bool parse_turn(Position *position, const char *text)
{
    position->turn = text[0] == ' ' && text[1] == 'O';
    if (text[0] != ' ' || (text[1] != 'X' && text[1] != 'O') || text[2] != ' ')
        return false;
    if (strcmp(text + 3, "-") == 0)
        return true;
    if (strlen(text + 3) != 2)
        return false;
    int file = text[3] - 'a', rank = text[4] - '1';
    if (file < 0 || file > 8 || rank < 0 || rank > 8)
        return false;
    position->forced = board_of(9 * rank + file);
    return true;
}

/* Text such as "9/9/9/9/4x4/9/9/9/9 O e5": the rows from the top, where a digit stands for that
 * many empty cells and closed boards are all X, O or =; the player to move; the board to play in.
 */
bool parse_position(Position *position, const char *variant, const char *text)
{
    int rank = 8, file = 0;

    if (!start(position, variant))
        return false;
    for (; *text != ' ' && *text != '\0'; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (*text >= '1' && *text <= '9') {
            file += *text - '0';
        } else if (rank < 0 || file > 8) {
            return false;
        } else if (strchr(MARKS, *text)) {
            position->cells[9 * rank + file++] = *text;
        } else if (strchr(FATES, *text)) {
            position->boards[board_of(9 * rank + file++)] = *text;
        } else {
            return false;
        }
    }
    for (int board = 0; board < BOARDS; board++)
        if (position->boards[board] == '.')
            close_if_finished(position, board);
    return rank == 0 && parse_turn(position, text);
}

/* Whether a player can still get three boards in a line: won ones and open ones count. */
static bool can_win(const Position *position, char letter)
{
    char hopes[9];

    for (int board = 0; board < BOARDS; board++)
        hopes[board] = position->boards[board] == '.' ? letter : position->boards[board];
    return has_line(hopes, letter);
}

Outcome outcome(const Position *position)
{
    if (has_line(position->boards, FATES[1 - position->turn]))
        return LOSS; /* only the player who has just moved can have won */
    return can_win(position, 'X') || can_win(position, 'O') ? ONGOING : DRAW;
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    int count = 0;

    for (int cell = 0; cell < CELLS; cell++) {
        int board = board_of(cell);
        bool is_allowed = position->forced == ANY || position->forced == board;
        if (is_allowed && position->boards[board] == '.' && position->cells[cell] == '.')
            moves[count++] = cell;
    }
    return count;
}

Position play(Position position, Move move)
{
    int next = place_of(move); /* the place in a board names the board to play in */

    position.cells[move] = MARKS[position.turn];
    close_if_finished(&position, board_of(move));
    position.forced = position.boards[next] == '.' ? next : ANY;
    position.turn = 1 - position.turn;
    return position;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    (void)position; /* the move says it all */
    text[0] = (char)('a' + move % 9);
    text[1] = (char)('1' + move / 9);
    text[2] = '\0';
}

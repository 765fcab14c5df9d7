/* Teeko: the rules. */

#include <string.h>

#include "game.h"

static const char LETTERS[] = "XO"; /* of the players */

bool start(Position *position, const char *variant)
{
    memset(position->board, '.', SQUARES);
    position->turn = 0;
    position->is_advanced = strcmp(variant, "advanced") == 0;
    return position->is_advanced || variant[0] == '\0';
}

/* Text such as "5/2O2/2X2/5/5 X": the rows from the top, where a digit stands for that many empty
 * squares, and the player to move.
 */
bool parse_position(Position *position, const char *variant, const char *text)
{
    if (!start(position, variant))
        return false;
    int rank = SIZE - 1, file = 0;
    for (; *text != ' ' && *text != '\0'; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (*text >= '1' && *text <= '5') {
            file += *text - '0';
        } else if (strchr(LETTERS, *text) && rank >= 0 && file < SIZE) {
            position->board[SIZE * rank + file++] = *text;
        } else {
            return false;
        }
    }
    position->turn = strcmp(text, " O") == 0;
    return rank == 0 && (position->turn == 1 || strcmp(text, " X") == 0);
}

/* What is on a square; ' ' beside the board. */
static char at(const Position *position, int file, int rank)
{
    bool is_inside = file >= 0 && file < SIZE && rank >= 0 && rank < SIZE;

    return is_inside ? position->board[SIZE * rank + file] : ' ';
}

static bool all_placed(const Position *position, char letter)
{
    int count = 0;

    for (int square = 0; square < SQUARES; square++)
        count += position->board[square] == letter;
    return count == MEN;
}

/* Whether four pieces in a line begin at a square: to the right, up, or up on a diagonal. */
static bool has_line(const Position *position, char letter, int file, int rank)
{
    static const int STEPS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

    for (int i = 0; i < 4; i++) {
        int length = 0;
        while (length < 4 &&
               at(position, file + length * STEPS[i][0], rank + length * STEPS[i][1]) == letter)
            length++;
        if (length == 4)
            return true;
    }
    return false;
}

/* Whether a square of pieces has its lower left corner here: 2 x 2, or larger if advanced. */
static bool has_square(const Position *position, char letter, int file, int rank)
{
    int largest = position->is_advanced ? SIZE - 1 : 1;

    for (int side = 1; side <= largest; side++)
        if (at(position, file, rank) == letter && at(position, file + side, rank) == letter &&
            at(position, file, rank + side) == letter &&
            at(position, file + side, rank + side) == letter)
            return true;
    return false;
}

Outcome outcome(const Position *position)
{
    char letter = LETTERS[1 - position->turn]; /* only the player who has just moved can have won */

    for (int square = 0; square < SQUARES; square++) {
        if (position->board[square] != letter)
            continue;
        int file = square % SIZE, rank = square / SIZE;
        if (has_line(position, letter, file, rank) || has_square(position, letter, file, rank))
            return LOSS;
    }
    return ONGOING;
}

/* Appends the moves of a piece to the empty squares around it. */
static int add_steps(const Position *position, int from, Move moves[], int count)
{
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++)
            if (at(position, from % SIZE + right, from / SIZE + up) == '.')
                moves[count++] = (Move){from, from + SIZE * up + right};
    return count;
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    char mine = LETTERS[position->turn];
    bool is_moving = all_placed(position, mine);
    int count = 0;

    for (int square = 0; square < SQUARES; square++) {
        if (is_moving && position->board[square] == mine)
            count = add_steps(position, square, moves, count);
        else if (!is_moving && position->board[square] == '.')
            moves[count++] = (Move){NOWHERE, square};
    }
    return count;
}

Position play(Position position, Move move)
{
    if (move.from != NOWHERE)
        position.board[move.from] = '.';
    position.board[move.to] = LETTERS[position.turn];
    position.turn = 1 - position.turn;
    return position;
}

/* Writes the name of a square, such as c3, and returns the place after it. */
static char *write_square(char *text, int square)
{
    *text++ = (char)('a' + square % SIZE);
    *text++ = (char)('1' + square / SIZE);
    *text = '\0';
    return text;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    (void)position; /* the move says it all */
    if (move.from != NOWHERE) {
        text = write_square(text, move.from);
        *text++ = '-';
    }
    write_square(text, move.to);
}

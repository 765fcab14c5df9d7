/* Morpion: the rules. */

#include <string.h>

#include "game.h"

static const char LETTERS[] = "XO"; /* of the players */

/* Variants are "" (3 x 3), "4", "5", "6", and "4,beginner" and so on, where one piece less wins. */
bool start(Position *position, const char *variant)
{
    memset(position->board, '.', sizeof position->board);
    position->turn = 0;
    position->size = position->needed = 3;
    if (variant[0] == '\0' || strcmp(variant, "3") == 0)
        return true;
    if (variant[0] < '4' || variant[0] > '6')
        return false;
    bool is_beginner = strcmp(variant + 1, ",beginner") == 0;
    position->size = variant[0] - '0';
    position->needed = position->size - is_beginner;
    return is_beginner || variant[1] == '\0';
}

static int count_pieces(const Position *position, char letter)
{
    int count = 0;

    for (int square = 0; square < position->size * position->size; square++)
        count += position->board[square] == letter;
    return count;
}

/* Text such as "3/1X1/O2 X": the rows from the top, where a digit stands for that many empty
 * squares, and the player to move.
 */
bool parse_position(Position *position, const char *variant, const char *text)
{
    if (!start(position, variant))
        return false;
    int size = position->size, rank = size - 1, file = 0;
    for (; *text != ' ' && *text != '\0'; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (*text >= '1' && *text <= '6') {
            file += *text - '0';
        } else if (strchr(LETTERS, *text) && rank >= 0 && file < size) {
            position->board[size * rank + file++] = *text;
        } else {
            return false;
        }
    }
    if (rank != 0 || count_pieces(position, 'X') > size || count_pieces(position, 'O') > size)
        return false;
    position->turn = strcmp(text, " O") == 0;
    return position->turn == 1 || strcmp(text, " X") == 0;
}

int pieces_on_line(const Position *position, int line, char letter)
{
    int size = position->size, first, step, count = 0;

    if (line < size) { /* a row */
        first = size * line;
        step = 1;
    } else if (line < 2 * size) { /* a column */
        first = line - size;
        step = size;
    } else if (line == 2 * size) { /* the diagonal that rises from a1 */
        first = 0;
        step = size + 1;
    } else { /* the diagonal that falls to the lower right */
        first = size - 1;
        step = size - 1;
    }
    for (int i = 0; i < size; i++)
        count += position->board[first + i * step] == letter;
    return count;
}

Outcome outcome(const Position *position)
{
    char letter = LETTERS[1 - position->turn]; /* only the player who has just moved can have won */

    for (int line = 0; line < 2 * position->size + 2; line++)
        if (pieces_on_line(position, line, letter) >= position->needed)
            return LOSS;
    return ONGOING;
}

/* Appends the moves of a piece, or of a new one from NOWHERE, to all empty squares. */
static int add_moves(const Position *position, int from, Move moves[], int count)
{
    for (int square = 0; square < position->size * position->size; square++)
        if (position->board[square] == '.')
            moves[count++] = (Move){from, square};
    return count;
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    char mine = LETTERS[position->turn];
    int count = 0;

    if (count_pieces(position, mine) < position->size)
        return add_moves(position, NOWHERE, moves, 0);
    for (int square = 0; square < position->size * position->size; square++)
        if (position->board[square] == mine)
            count = add_moves(position, square, moves, count);
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
static char *write_square(char *text, int square, int size)
{
    *text++ = (char)('a' + square % size);
    *text++ = (char)('1' + square / size);
    *text = '\0';
    return text;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    if (move.from != NOWHERE) {
        text = write_square(text, move.from, position->size);
        *text++ = '-';
    }
    write_square(text, move.to, position->size);
}

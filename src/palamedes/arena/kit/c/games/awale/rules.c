/* Coloured awale: the rules. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"

static const char COLOUR_LETTERS[] = "RBT";
static const char *const KIND_TEXTS[KINDS] = {"R", "B", "TR", "TB"};

static int owner(int hole)
{
    return hole % 2;
}

int seeds_in(const Position *position, int hole)
{
    const int *seeds = position->seeds[hole];

    return seeds[RED] + seeds[BLUE] + seeds[CLEAR];
}

int seeds_of(const Position *position, int player)
{
    int total = 0;

    for (int hole = player; hole < HOLES; hole += 2)
        total += seeds_in(position, hole);
    return total;
}

bool start(Position *position, const char *variant)
{
    memset(position, 0, sizeof *position);
    for (int hole = 0; hole < HOLES; hole++)
        for (int colour = 0; colour < COLOURS; colour++)
            position->seeds[hole][colour] = 2;
    return variant[0] == '\0';
}

/* Reads a hole such as "3(2R1B4T)"; false if it is something else. */
static bool parse_hole(Position *position, const char *word)
{
    char *rest;
    long hole = strtol(word, &rest, 10) - 1;

    if (hole < 0 || hole >= HOLES || *rest++ != '(')
        return false;
    while (*rest != ')') {
        long count = strtol(rest, &rest, 10);
        const char *colour = *rest == '\0' ? NULL : strchr(COLOUR_LETTERS, *rest++);
        if (colour == NULL || count < 0 || count > SEEDS)
            return false;
        position->seeds[hole][colour - COLOUR_LETTERS] = (int)count;
    }
    return rest[1] == '\0';
}

/* Text such as "6(9T) 7(1B) 9(1B) 16(1B) 2 44-40": the holes that have seeds (or -), the player to
 * move, and the seeds taken by player 1 and player 2.
 */
bool parse_position(Position *position, const char *variant, const char *text)
{
    char copy[400];
    int player = 0;

    if (!start(position, variant) || strlen(text) >= sizeof copy)
        return false;
    memset(position, 0, sizeof *position);
    strcpy(copy, text);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strchr(word, '(') != NULL) {
            if (!parse_hole(position, word))
                return false;
        } else if (strcmp(word, "1") == 0 || strcmp(word, "2") == 0) {
            player = atoi(word);
        } else if (strcmp(word, "-") != 0 &&
                   sscanf(word, "%d-%d", &position->taken[0], &position->taken[1]) != 2) {
            return false;
        }
    }
    position->turn = player - 1;
    return player > 0;
}

Outcome outcome(const Position *position)
{
    int turn = position->turn, mine = position->taken[turn], others = position->taken[1 - turn];
    int left = seeds_of(position, turn) + seeds_of(position, 1 - turn);

    if (mine < MAJORITY && others < MAJORITY && left >= FEW && seeds_of(position, turn) > 0)
        return ONGOING;
    if (mine == others)
        return DRAW;
    return mine > others ? WIN : LOSS;
}

int legal_moves(const Position *position, Move moves[MAX_MOVES])
{
    int count = 0;

    for (int hole = position->turn; hole < HOLES; hole += 2) {
        const int *seeds = position->seeds[hole];
        const int needed[KINDS] = {seeds[RED], seeds[BLUE], seeds[CLEAR], seeds[CLEAR]};
        for (int kind = 0; kind < KINDS; kind++)
            if (needed[kind] > 0)
                moves[count++] = (Move){hole, kind};
    }
    return count;
}

/* The hole where the next seed falls, after one that fell into `hole` (or after the origin). Red
 * seeds go into every hole but the origin, blue ones into the opponent's holes only.
 */
static int next_hole(int hole, int origin, bool as_blue)
{
    do
        hole = (hole + 1) % HOLES;
    while (hole == origin || (as_blue && owner(hole) == owner(origin)));
    return hole;
}

/* Sows all seeds of a colour from a hole, on from `last`; returns where the last one fell. */
static int sow(Position *position, int origin, int colour, bool as_blue, int last)
{
    int seeds = position->seeds[origin][colour];

    position->seeds[origin][colour] = 0;
    for (; seeds > 0; seeds--) {
        last = next_hole(last, origin, as_blue);
        position->seeds[last][colour]++;
    }
    return last;
}

/* The player to move takes all seeds of a hole. */
static void take(Position *position, int hole)
{
    position->taken[position->turn] += seeds_in(position, hole);
    memset(position->seeds[hole], 0, sizeof position->seeds[hole]);
}

Position play(Position position, Move move)
{
    bool as_blue = move.kind == B || move.kind == TB;
    int last = move.hole;

    if (move.kind == TR || move.kind == TB) /* the transparent seeds go first */
        last = sow(&position, move.hole, CLEAR, as_blue, last);
    last = sow(&position, move.hole, as_blue ? BLUE : RED, as_blue, last);
    /* Two or three seeds in the last hole are taken, then those in the hole before, and so on. */
    while (seeds_in(&position, last) == 2 || seeds_in(&position, last) == 3) {
        take(&position, last);
        last = (last + HOLES - 1) % HOLES;
    }
    if (seeds_of(&position, 1 - position.turn) == 0) /* nothing is left to play with */
        for (int hole = 0; hole < HOLES; hole++)
            take(&position, hole);
    position.turn = 1 - position.turn;
    return position;
}

void move_text(const Position *position, Move move, char text[MAX_TEXT])
{
    (void)position; /* the move says it all */
    snprintf(text, MAX_TEXT, "%d%s", move.hole + 1, KIND_TEXTS[move.kind]);
}

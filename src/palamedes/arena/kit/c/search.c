/* The search: alpha-beta. Each side is assumed to make the move that is best for it. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "search.h"

enum {
    WON = 1000000,     /* the score of a game won now; one won later scores a little less */
    MOST = WON + 1,    /* more than any score */
    LONGEST = 1000,    /* plies that a win can be away */
    NODES_A_LOOK = 256 /* the clock is read once in this number of positions */
};

static double deadline;
static bool is_late;
static long long nodes;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The score of a position for the player to move, `depth` plies deep; `ply` moves were made since
 * the root. The player already has `alpha` elsewhere, and the opponent allows at most `beta`: a
 * score outside of these need not be exact. Worthless once `is_late` is set.
 */
static int search(const Position *position, int depth, int ply, int alpha, int beta)
{
    Move moves[MAX_MOVES];
    Outcome ended = outcome(position);

    if (ended == DRAW)
        return 0;
    if (ended != ONGOING)
        return ended == WIN ? WON - ply : ply - WON;
    if (depth == 0)
        return evaluate(position);
    if (++nodes % NODES_A_LOOK == 0 && now() > deadline)
        is_late = true;
    int count = legal_moves(position, moves);
    for (int i = 0; i < count && alpha < beta && !is_late; i++) {
        Position after = play(*position, moves[i]);
        int score = -search(&after, depth - 1, ply + 1, -beta, -alpha);
        if (score > alpha)
            alpha = score;
    }
    return alpha;
}

/* Puts the moves in random order, so that equal moves are chosen among at random. */
static void shuffle(Move moves[], int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = rand() % (i + 1);
        Move swapped = moves[i];
        moves[i] = moves[j];
        moves[j] = swapped;
    }
}

/* Puts the best move first and returns its score; the order of the others stays. */
static int search_root(const Position *position, Move moves[], int count, int depth)
{
    int best = -MOST;

    for (int i = 0; i < count && !is_late; i++) {
        Position after = play(*position, moves[i]);
        int score = -search(&after, depth - 1, 1, -MOST, -best);
        if (is_late || score <= best)
            continue;
        best = score;
        Move move = moves[i];
        for (int j = i; j > 0; j--)
            moves[j] = moves[j - 1];
        moves[0] = move;
    }
    return best;
}

/* Tells the arena what was found; it shows and records that. */
static void report(const Position *position, Move move, int score, int depth)
{
    char text[MAX_TEXT];

    move_text(position, move, text);
    printf("info depth %d nodes %lld score ", depth, nodes);
    if (score > WON - LONGEST)
        printf("mate %d", WON - score);
    else if (score < LONGEST - WON)
        printf("mate -%d", WON + score);
    else
        printf("cp %d", score);
    printf(" pv %s\n", text);
}

Move choose_move(const Position *position, double seconds, int depth)
{
    Move moves[MAX_MOVES];
    int count = legal_moves(position, moves);

    deadline = now() + seconds;
    is_late = false;
    nodes = 0;
    shuffle(moves, count);
    /* First one ply deep, then two, ...: whenever the time is up, there is a move to play. The best
     * move of one depth is tried first at the next, which makes alpha-beta much faster. */
    for (int ply = 1; ply <= depth && !is_late; ply++) {
        int score = search_root(position, moves, count, ply);
        if (!is_late)
            report(position, moves[0], score, ply);
        if (abs(score) > WON - LONGEST)
            break; /* the end of the game is in sight */
    }
    return moves[0];
}

long long perft(const Position *position, int depth)
{
    Move moves[MAX_MOVES];
    long long total = 0;

    if (depth == 0)
        return 1;
    if (outcome(position) != ONGOING)
        return 0;
    int count = legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position after = play(*position, moves[i]);
        total += perft(&after, depth - 1);
    }
    return total;
}

"""The transposition table: what a search remembers of positions, shared by its threads.

An entry is two words, `key ^ data` and `data`. If two threads write one at once, the mixture fits
no key and is not found. An empty entry has the data NOTHING; a stored one never has, as its bound
is not 0.

    data    63-32   31-26   25-24   23-16   15-0
            score    age    bound   depth   move

Four entries share a cache line, a bucket; a new one replaces the least useful of its four. The
first word of the table is the number of buckets, which begin a cache line later.
"""

import numpy as np

from palamedes.core.kernel import part
from palamedes.core.rules import LARGEST_MOVE, NO_MOVE
from palamedes.search.score import ESTIMATE

NOTHING = 0  # the data of a position that is not in the table
AT_LEAST, AT_MOST, EXACT = 1, 2, 3  # the true score compared with the stored one

ENTRIES = 4  # in a bucket
BUCKET = 2 * ENTRIES  # words
AGES = 64


def new_table(megabytes):
    """An empty table of at most this size; the number of buckets is a power of two."""
    buckets = max(megabytes * (1 << 20) // (8 * BUCKET), 1)
    table = np.empty(BUCKET + (BUCKET << (buckets.bit_length() - 1)), np.int64)
    table.fill(0)  # touches the memory now: on first use it would cost search time
    table[0] = len(table) // BUCKET - 1
    return table


@part
def probe(table, key):
    """The data stored for a key, NOTHING if it is not found."""
    first = BUCKET + (key & (table[0] - 1)) * BUCKET
    for entry in range(first, first + BUCKET, 2):
        data = table[entry + 1]
        if data != NOTHING and table[entry] ^ data == key:
            return data
    return NOTHING


@part
def store(table, key, age, score, bound, depth, move):
    """Store what is known of a position, in place of the least useful entry of its bucket."""
    first = BUCKET + (key & (table[0] - 1)) * BUCKET
    place, least = first, 1 << 30
    for entry in range(first, first + BUCKET, 2):
        data = table[entry + 1]
        if data == NOTHING or table[entry] ^ data == key:
            place = entry
            break
        worth = entry_depth(data) - 4 * ((age - entry_age(data)) & (AGES - 1))
        if worth < least:
            place, least = entry, worth
    data = score << 32 | age << 26 | bound << 24 | depth << 16 | move
    table[place] = key ^ data
    table[place + 1] = data


@part
def entry_move(data):
    """The best move known, NO_MOVE if the data is NOTHING."""
    return NO_MOVE if data == NOTHING else data & LARGEST_MOVE


@part
def entry_depth(data):
    return data >> 16 & 0xFF


@part
def entry_bound(data):
    return data >> 24 & 3


@part
def entry_age(data):
    return data >> 26 & (AGES - 1)


@part
def entry_score(data, ply):
    """The stored score as it counts from the root, `ply` plies above the position."""
    return _shifted(data >> 32, -ply)


@part
def stored_score(score, ply):
    """The inverse: a score that counts from the root as it counts from the position itself."""
    return _shifted(score, ply)


@part
def _shifted(score, plies):
    if score >= ESTIMATE:
        return score + plies
    return score - plies if score <= -ESTIMATE else score

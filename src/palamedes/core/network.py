"""The network of a learned evaluation: rows of whole numbers, added up, and two small layers.

Here is what the interpreter does; core/native/network.py has the native code, with whole layers in
vector registers. Both give the same output to the last bit: every sum has its fixed order.
"""

import numpy as np

FIRST, SECOND = 32, 16  # units of the two layers
CHAINS = 4  # in which the sums of the second layer are made, as one addition waits for the last
LEAST, MOST = -(1 << 15), (1 << 15) - 1  # the sums of the first layer stop there


def network_output(patterns, count, network):
    """The output for a position that shows the first `count` of `patterns`.

    The network is a tuple of arrays: `rows` (int16) with FIRST numbers for each pattern; `base`,
    the first layer of a position without patterns; `weights` (float32) with SECOND numbers for each
    unit of the first layer; `offsets`, one for each unit of the second; `exits`, the worth of each
    unit of the second, and one more number that is added.
    """
    rows, base, weights, offsets, exits = network
    first = [int(value) for value in base]
    for number in range(count):
        row = FIRST * patterns[number]
        for unit in range(FIRST):
            first[unit] = min(max(first[unit] + int(rows[row + unit]), LEAST), MOST)
    chains = [list(offsets), *([np.float32(0)] * SECOND for _chain in range(CHAINS - 1))]
    for unit in range(FIRST):
        value, chain = np.float32(max(first[unit], 0)), chains[unit % CHAINS]
        for place in range(SECOND):
            chain[place] += value * weights[SECOND * unit + place]
    second = [np.float32(0)] * SECOND
    for place in range(SECOND):
        one, two, three, four = (chain[place] for chain in chains)
        second[place] = max((one + two) + (three + four), np.float32(0)) * exits[place]
    while len(second) > 1:
        half = len(second) // 2
        second = [second[place] + second[place + half] for place in range(half)]
    return second[0] + exits[SECOND]

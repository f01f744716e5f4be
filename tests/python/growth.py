# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What grows with every call: memory blocks, references."""

import gc

CALLS_EACH_TIME = 100


def least_growth(calls, counts):
    """The smallest change of each count in CALLS_EACH_TIME calls, of five measurements. A leak in every call, or a
    reference that is given back too often, changes the count each time. The interpreter and the test runner change it
    only sometimes."""
    samples = []
    for _ in range(7):
        for _ in range(CALLS_EACH_TIME):
            calls()
        gc.collect()
        samples.append(counts())
    moves = [[abs(after - before) for before, after in zip(*pair)] for pair in zip(samples[1:], samples[2:])]
    return [min(move) for move in zip(*moves)]

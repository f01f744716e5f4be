# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures that the package promises, measured in turns so that a busy machine disturbs all alike."""

import subprocess
import sys
import timeit

import pytest
from bench_asconkit import OPERATIONS

MICROSECONDS = 1e6


def in_turns(operation, names, size, calls, turns):
    """The least time of each, in microseconds per call."""
    message = bytes(i % 251 for i in range(size))
    timers = {}
    for name in names:
        function, *arguments = OPERATIONS[operation][name](message)
        names_in = {"f": function, **{f"a{i}": value for i, value in enumerate(arguments)}}
        call = f"f({', '.join(f'a{i}' for i in range(len(arguments)))})"
        timers[name] = timeit.Timer(call, globals=names_in)
    best = dict.fromkeys(names, float("inf"))
    for _ in range(turns):
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(calls) / calls * MICROSECONDS)
    print("\n" + "\n".join(f"{operation}, {size} bytes, {name}: {time:.3f} us" for name, time in best.items()))
    return best


@pytest.mark.parametrize(("operation", "ours", "theirs", "limit", "share"), [
    ("aead encrypt", "asconkit AEAD128", "fast-ascon 128a", 0.30, 0.70),
    ("hash", "asconkit hash256_digest", "fast-ascon Hash", 0.45, 0.80),
    ("hash", "asconkit hash256().digest()", "fast-ascon Hash", 0.45, 1.00),
])  # fmt: skip
def test_short_messages(operation, ours, theirs, limit, share):
    """At most so many microseconds, and such a share of the other package's time."""
    best = in_turns(operation, (ours, theirs), 16, 2000, 300)
    assert best[ours] <= limit
    assert best[ours] <= share * best[theirs]


@pytest.mark.parametrize(("operation", "ours"), [
    ("aead encrypt", "asconkit AEAD128"), ("aead decrypt", "asconkit AEAD128"), ("hash", "asconkit hash256_digest"),
])  # fmt: skip
def test_long_messages(operation, ours):
    best = in_turns(operation, (ours, "C"), 65536, 2, 500)
    assert best[ours] <= 1.03 * best["C"]


def test_import():
    """Processor time of the statement, in milliseconds, with nothing imported before."""
    code = "import time; t = time.process_time(); import asconkit; print(time.process_time() - t)"
    command = [sys.executable, "-I", "-c", code]
    least = min(float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(15)) * 1e3
    print(f"\nimport asconkit: {least:.2f} ms")
    assert least < 15

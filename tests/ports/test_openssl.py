# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The OpenSSL provider: built alone, loaded by OpenSSL's own command, by Python's hashlib and by a program of ours.

What is expected is computed from the specification."""

import os
import re
import subprocess
from functools import partial
from itertools import product
from pathlib import Path

import hardening
import provider_sources
import pytest
from builds import ROOT, need, run

from spec.algorithms import ALGORITHMS, Algorithm, Kind, find
from spec.constructions import hmac
from spec.modes import compute, hash_digest, mac, prf, xof

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
COMPILERS = {
    "gcc": ("-DCMAKE_BUILD_TYPE=Release",),
    "clang, sanitizers": (
        "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19",
        "-DCMAKE_C_FLAGS=-fsanitize=address,undefined -fno-sanitize-recover=all",
        "-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined -fno-sanitize-recover=all",
    ),
}  # fmt: skip


# ---- Building ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def module(tmp_path_factory) -> Path:
    """The folder of asconprov.so, built and installed as the page says."""
    build, prefix = tmp_path_factory.mktemp("provider"), tmp_path_factory.mktemp("installed")
    run("cmake", "-G", "Ninja", "-S", ROOT / "ports/openssl", "-B", build, "-DASCONKIT_WERROR=ON")
    run("cmake", "--build", build)
    run("cmake", "--install", build, "--prefix", prefix)
    return next(prefix.rglob("asconprov.so")).parent


def test_one_symbol_is_seen(module):
    """Programs may link another copy of the library, or another Ascon."""
    listed = run("nm", "-D", "--defined-only", module / "asconprov.so")
    assert [line.split()[-1] for line in listed.splitlines()] == ["OSSL_provider_init"]


def test_hardened(module):
    # Its copies have known lengths: there is nothing to check while it runs.
    assert hardening.of_linked(module / "asconprov.so", checked=False) == []


# ---- OpenSSL's own command -----------------------------------------------------------------------------------


@pytest.fixture
def openssl(module, tmp_path):
    need("openssl")

    def call(*words: object, status: int = 0) -> str:
        command, *rest = map(str, words)
        where = ("-provider-path", str(module), "-provider", "asconprov", "-provider", "default")
        done = subprocess.run(["openssl", command, *where, *rest], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    return call


def test_everything_is_listed(openssl):
    for what, kinds in provider_sources.OPERATIONS.items():
        listed = openssl("list", f"-{what}-algorithms")
        assert set(re.findall(r"^\s*(\S+) @ asconprov$", listed, re.M)) == {
            row.name for row in ALGORITHMS if row.kind in kinds
        }
    about = openssl("list", "-providers", "-verbose")
    assert "name: asconkit: the Ascon family" in about and "status: active" in about


@pytest.mark.parametrize("size", [0, 1, 8, 4096, 100_003])
def test_dgst(openssl, tmp_path, size):
    message = bytes(i % 251 for i in range(size))
    (tmp_path / "message").write_bytes(message)
    for name in ("ascon-hash256", "ASCON-HASH256"):
        assert hash_digest(find("ascon-hash256"), message).hex() in openssl("dgst", f"-{name}", "message")
    wanted = xof(find("ascon-xof128"), message, 64).hex()
    assert wanted in openssl("dgst", "-ascon-xof128", "-xoflen", 64, "message")


def test_mac(openssl, tmp_path):
    (tmp_path / "message").write_bytes(b"a message")
    key = ("-macopt", f"hexkey:{KEY.hex()}")
    tag = mac(find("ascon-mac"), KEY, b"a message").hex()
    assert openssl("mac", *key, "-in", "message", "ascon-mac").strip().lower() == tag
    longer = prf(find("ascon-prf"), KEY, b"a message", 40).hex()
    assert openssl("mac", *key, "-macopt", "size:40", "-in", "message", "ascon-prf").strip().lower() == longer
    refused = openssl("mac", "-macopt", "hexkey:0011", "-in", "message", "ascon-mac", status=1)
    assert "key has 2 bytes, expected 16" in refused


# ---- Python's hashlib ------------------------------------------------------------------------------------------


def configuration(folder: Path, module: Path) -> Path:
    """The lines that the page tells to add to openssl.cnf."""
    page = (ROOT / "docs/openssl.md").read_text(encoding="utf-8")
    text = re.search(r"```ini[^\n]*\n(.*?)```", page, re.S)[1]
    path = folder / "openssl.cnf"
    path.write_text(text.replace("/usr/local/lib/ossl-modules", str(module)), encoding="utf-8")
    return path


def test_hashlib(module, tmp_path):
    """Whatever fetches digests by name: here the system's Python."""
    program = "import hashlib; print(hashlib.new('ascon-hash256', b'abc').hexdigest()); hashlib.sha256()"
    settings = {**os.environ, "OPENSSL_CONF": str(configuration(tmp_path, module))}
    printed = subprocess.run(["/usr/bin/python3", "-c", program], env=settings, capture_output=True, text=True)
    assert printed.stdout.strip() == hash_digest(find("ascon-hash256"), b"abc").hex(), printed.stderr


# ---- HMAC and what is built on it, by the block size that the provider reports ------------------------------------

HASHES = [row for row in ALGORITHMS if row.kind is Kind.HASH]
# With the name of a hash, Python's hmac and hashlib call OpenSSL's HMAC and PBKDF2.
PYTHON_HMAC = """
import hashlib, hmac
print(hashlib.new(NAME).block_size)
for size in range(201):
    key = bytes(range(size))
    print(hmac.new(key, b"hello", NAME).hexdigest(), hashlib.pbkdf2_hmac(NAME, key, b"salt", 2, 40).hex())
"""


@pytest.mark.parametrize("row", HASHES, ids=lambda row: row.name)
def test_hmac_and_pbkdf2_in_python(module, tmp_path, row):
    """Keys of 0 to 200 bytes: with the rate as the block size, any key above 8 bytes became 8 bytes."""
    settings = {**os.environ, "OPENSSL_CONF": str(configuration(tmp_path, module))}
    printed = run("/usr/bin/python3", "-W", "error", "-c", f"NAME = {row.name!r}\n{PYTHON_HMAC}", env=settings)
    hash = partial(hash_digest, row)
    keys = [bytes(range(size)) for size in range(201)]
    expected = [(hmac.hmac(key, b"hello", hash), hmac.pbkdf2(key, b"salt", 2, 40, hash)) for key in keys]
    assert printed.splitlines() == ["64", *(f"{tag.hex()} {derived.hex()}" for tag, derived in expected)]


@pytest.mark.parametrize("row", HASHES, ids=lambda row: row.name)
@pytest.mark.parametrize("size", [1, 8, 9, 32, 63, 64, 65, 200])
def test_hmac_by_the_command(openssl, tmp_path, row, size):
    key, hash = bytes(range(1, size + 1)), partial(hash_digest, row)
    (tmp_path / "message").write_bytes(b"message")
    tag = hmac.hmac(key, b"message", hash).hex()
    assert tag in openssl("dgst", f"-{row.name}", "-mac", "HMAC", "-macopt", f"hexkey:{key.hex()}", "message")
    options = ("-macopt", f"digest:{row.name}", "-macopt", f"hexkey:{key.hex()}", "-in", "message")
    assert openssl("mac", *options, "HMAC").strip().lower() == tag
    derive = ("kdf", "-keylen", 40, "-binary", "-out", "derived", "-kdfopt", f"digest:{row.name}")
    salt, info = ("-kdfopt", "hexsalt:00010203"), ("-kdfopt", "hexinfo:0a0b")
    openssl(*derive, "-kdfopt", f"hexkey:{key.hex()}", *salt, *info, "HKDF")
    prk = hmac.hkdf_extract(bytes(range(4)), key, hash)
    assert (tmp_path / "derived").read_bytes() == hmac.hkdf_expand(prk, b"\x0a\x0b", 40, hash)
    openssl(*derive, "-kdfopt", f"hexpass:{key.hex()}", *salt, "-kdfopt", "iter:2", "PBKDF2")
    assert (tmp_path / "derived").read_bytes() == hmac.pbkdf2(key, bytes(range(4)), 2, 40, hash)


def test_no_hmac_over_xofs(openssl, tmp_path):
    """Their block size is the rate: OpenSSL refuses HMAC over any XOF."""
    (tmp_path / "message").write_bytes(b"message")
    for row in ALGORITHMS:
        if row.kind in (Kind.XOF, Kind.CXOF):
            openssl("mac", "-macopt", f"digest:{row.name}", "-macopt", "hexkey:01", "-in", "message", "HMAC", status=1)


# ---- EVP calls from C ------------------------------------------------------------------------------------------

INPUT = {Kind.AEAD: "Plaintext"}
NAMES = {"key": "Key", "nonce": "IV", "ad": "AAD", "customization": "Custom"}
OPERATIONS = {Kind.AEAD: "Cipher", Kind.HASH: "Digest", Kind.XOF: "Digest", Kind.CXOF: "Digest"}
LENGTHS = (0, 1, 8, 15, 16, 17, 33, 64, 100)


def inputs(row: Algorithm) -> list[dict]:
    """Messages about the rates' lengths, with every other input that the kind has."""
    message = bytes((7 * i + 1) % 256 for i in range(max(LENGTHS)))
    lengths = [length for length in LENGTHS if row.kind is not Kind.PRFSHORT or length <= 16]
    if row.kind is Kind.AEAD:
        key = bytes(range(row.key))
        return [
            {"key": key, "nonce": NONCE, "message": message[:length], "ad": message[:other], "output_bytes": 16}
            for length, other in product(lengths, LENGTHS)
        ]
    if row.kind is Kind.CXOF:
        return [
            {"message": message[:length], "customization": message[:other], "output_bytes": 40}
            for length, other in product(lengths, LENGTHS)
        ]
    outputs = {Kind.XOF: (1, 32, 100), Kind.PRF: (1, 32, 100), Kind.PRFSHORT: (1, 16)}.get(row.kind, (None,))
    keys = {"key": KEY} if row.kind in (Kind.MAC, Kind.PRF, Kind.PRFSHORT) else {}
    sized = [{} if size is None else {"output_bytes": size} for size in outputs]
    return [{**keys, "message": message[:length], **size} for length, size in product(lengths, sized)]


def stanza(row: Algorithm, given: dict) -> str:
    """One vector in the form of OpenSSL's evp_test."""
    result = compute(row, given)
    lines = {OPERATIONS.get(row.kind, "MAC"): row.name}
    lines |= {NAMES[name]: value.hex() for name, value in given.items() if name in NAMES}
    lines[INPUT.get(row.kind, "Input")] = given["message"].hex()
    if row.kind is Kind.AEAD:
        lines |= {"Ciphertext": result[:-16].hex(), "Tag": result[-16:].hex()}
    else:
        lines["Output"] = result.hex()
    return "".join(f"{name} = {value}\n" for name, value in lines.items())


@pytest.fixture(scope="module")
def vectors(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("vectors") / "evp.txt"
    path.write_text("\n".join(stanza(row, given) for row in ALGORITHMS for given in inputs(row)), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", COMPILERS)
def test_evp(name, vectors, tmp_path):
    options = ("-DASCONKIT_WERROR=ON", *COMPILERS[name])
    run("cmake", "-G", "Ninja", "-S", ROOT / "tests/ports/openssl", "-B", tmp_path, *options)
    run("cmake", "--build", tmp_path)
    settings = {"ASCONPROV_VECTORS": str(vectors), "ASCONPROV_MODULES": str(tmp_path / "modules")}
    printed = run(tmp_path / "provider_tests", env={**os.environ, **settings})
    assert re.search(r"\[  PASSED  \] \d\d tests", printed), printed

"""The PSA Crypto API's stand-alone front and the driver below it: results against the specification, the order of calls
against Mbed TLS, which has other algorithms. SPDX-License-Identifier: Apache-2.0 OR MIT"""

from itertools import product
from pathlib import Path

import pytest
from builds import ROOT, STRICT, need, run

from spec.algorithms import find
from spec.modes import aead_encrypt, cxof, hash_digest, xof

PORT = ROOT / "ports/psa"
PROGRAMS = ROOT / "tests/ports/psa"
SOURCES = [*sorted((PORT / "driver").glob("*.c")), *sorted((PORT / "front").glob("*.c"))]
LIBRARY = [
    *sorted((ROOT / "asconkit").glob("core/api/*.c")), *sorted((ROOT / "asconkit").glob("core/platform/*.c")),
]  # fmt: skip
COMPILERS = {
    "gcc": ["gcc"],
    "clang, sanitizers": ["clang-19", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
}
BUILD = ["-std=c11", "-O1", "-DASCON_BACKEND=c64", f"-I{ROOT}", f"-I{PORT}/driver", f"-I{PORT}/front"]


def sample(size: int, start: int = 0) -> bytes:
    return bytes((start + 7 * i) % 256 for i in range(size))


@pytest.fixture(scope="module", params=COMPILERS)
def programs(request, tmp_path_factory) -> Path:
    """The folder of the test programs, each with the front, the driver and the library in it."""
    folder = tmp_path_factory.mktemp("psa")
    compiler, *options = COMPILERS[request.param]
    warnings = [option for option in STRICT if option != "-Werror"] + ["-Werror"]
    for name in ("answers", "misuse", "orders"):
        run(need(compiler), *options, *BUILD, *warnings, "-DWITH_ASCON", PROGRAMS / f"{name}.c", *SOURCES, *LIBRARY,
            "-o", folder / name)  # fmt: skip
    return folder


@pytest.mark.parametrize(("key_size", "tag_size"), product((16, 32), (4, 12, 16)))
def test_aead(programs, key_size, tag_size):
    row = find("ascon-aead128-nonce-masked" if key_size == 32 else "ascon-aead128")
    key, nonce = sample(key_size), sample(16, 50)
    for size in (0, 1, 15, 16, 17, 40, 100):
        ad, text, piece = sample(size // 2, 9), sample(size, 3), size % 11 + 1
        words = [tag_size, key.hex(), nonce.hex(), ad.hex(), text.hex(), piece]
        expected = b"".join(aead_encrypt(row, key, nonce, ad, text, tag_size))
        assert run(programs / "answers", "aead", *map(str, words)).strip() == expected.hex()


@pytest.mark.parametrize("size", (0, 1, 7, 8, 9, 64, 101))
def test_hash_and_xofs(programs, size):
    text, piece = sample(size), str(size % 11 + 1)
    expected = hash_digest(find("ascon-hash256"), text).hex()
    assert run(programs / "answers", "hash", text.hex(), piece).strip() == expected
    expected = xof(find("ascon-xof128"), text, 3 * size).hex()
    assert run(programs / "answers", "xof", str(3 * size), text.hex(), piece).strip() == expected
    context = sample(2 * size, 5)
    expected = cxof(find("ascon-cxof128"), text, context, 50).hex()
    assert run(programs / "answers", "xof", "50", text.hex(), piece, context.hex()).strip() == expected


def test_calls_that_are_refused(programs):
    assert run(programs / "misuse") == ""


def test_same_statuses_as_mbedtls(programs, tmp_path):
    """Every order of four hash calls, and wrong arguments of AEAD calls, with SHA-256 and ChaCha20-Poly1305."""
    run(need("gcc"), "-std=c11", PROGRAMS / "orders.c", "-lmbedcrypto", "-o", tmp_path / "theirs")
    ours, theirs = (run(program).splitlines() for program in (programs / "orders", tmp_path / "theirs"))
    assert len(ours) > 5000
    assert [pair for pair in zip(ours, theirs) if pair[0] != pair[1]] == []
    assert len(ours) == len(theirs)


def test_driver_with_mbedtls_headers(tmp_path):
    """The driver compiles with Mbed TLS's own types, in which attributes of keys are opaque."""
    flags = [flag for flag in STRICT if flag not in ("-Wconversion", "-Werror")]
    run(need("gcc"), "-std=c11", *flags, "-Werror", f"-I{ROOT}", f"-I{PORT}/driver", "-c", PORT / "driver/driver.c",
        "-o", tmp_path / "driver.o")  # fmt: skip


def test_build_of_the_folder(tmp_path):
    run("cmake", "-G", "Ninja", "-S", PORT, "-B", tmp_path, "-DASCONKIT_WERROR=ON")
    run("cmake", "--build", tmp_path, "--target", "asconpsa")
    assert (tmp_path / "libasconpsa.a").exists()

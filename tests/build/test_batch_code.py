# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lane engines whose instructions valgrind does not know: their secrets are followed by clang's memory sanitizer
instead, and their block loops have no instruction that makes flags, masks for branches or addresses of vectors."""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

import pytest

from building import C11, HERE, LAUNCHER, LIBRARY, ROOT, each, run

UNIT = ROOT / "tests/unit"
ENGINES = sorted(path.parent.name for path in LIBRARY.glob("batch/engines/*/*.c"))

# ---- Poisoned secrets -------------------------------------------------------------------------

# A backend in C alone: the sanitizer takes inline assembly for a use of its operands. Not optimised: every branch of
# the source stays one, rather than becoming a choice between values, which the sanitizer lets pass.
SETTINGS = ["-DASCON_BACKEND=ref", "-DASCON_CHECK_CONSTANT_TIME=1", "-DASCON_TEST_PLANTED_ENGINES=1", "-D_GNU_SOURCE"]
SANITIZE = ["-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-O0", "-g"]
POISON = [*SANITIZE, f"-I{HERE / 'msan'}", f"-I{ROOT}", *SETTINGS]
X86 = platform.machine() == "x86_64"


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory) -> Path:
    """tests/unit/constant_time.cpp with all engines, for the memory sanitizer."""
    folder = tmp_path_factory.mktemp("msan")
    intrinsics = ["-include", HERE / "msan/intrinsics.h"] if X86 else []
    sources = [*LIBRARY.glob("src/*.c"), *LIBRARY.glob("backends/ref/*.c"), LIBRARY / "batch/threads.c"]
    sources += [*LIBRARY.glob("batch/engines/*/*.c")]
    sources += [UNIT / name for name in ("batch_with_plain.c", "plain_x4.c", "planted_branch.c", "planted_index.c")]

    def build(source: Path) -> Path:
        output = folder / f"{source.stem}.o"
        run("clang-19", "-std=c11", *POISON, *intrinsics, "-c", source, "-o", output)
        return output

    objects = each(build, sources)
    # Strings of the C++ library are compiled here, or they would seem to be undefined.
    main = [*POISON, "-std=c++20", "-D_GLIBCXX_EXTERN_TEMPLATE=0", UNIT / "constant_time.cpp"]
    run("clang++-19", *main, *objects, "-pthread", "-o", folder / "poisoned")
    return folder / "poisoned"


@pytest.mark.parametrize("engine", [*ENGINES, "plain_x4"])
def test_secrets_decide_nothing(engine, poisoned):
    if engine in built_engines(poisoned):
        assert f"{engine}: " in run(poisoned, engine)


def built_engines(poisoned: Path) -> set[str]:
    """Those of this family of processors."""
    names = {name for _, name in re.findall(r"(\w) ascon_engine_(\w+)", run("nm", poisoned))}
    return {name for name in names if not name.startswith("planted")}


@pytest.mark.parametrize("engine", ["planted_branch", "planted_index"])
def test_planted_leaks_are_seen(engine, poisoned):
    done = subprocess.run([poisoned, engine], capture_output=True, text=True)
    assert done.returncode != 0
    assert "use-of-uninitialized-value" in done.stderr


# ---- Machine code -----------------------------------------------------------------------------

BLOCK_LOOP = re.compile(r"(lanes_OP_\w+|permute)(\..*)?")
# Flags and masks made of vectors, general registers made of masks, addresses in vectors. Addresses of messages are kept
# in vector registers too, so moves of whole words from there are allowed.
FORBIDDEN = re.compile(
    r"v?ptestn?m?[bdqw]?\b|vtestp[sd]|vptest|v?p?movmsk\w*|v?u?comis[sd]|kortest|ktest"
    r"|vpcmp\w* .*%k\d|vfpclass|vpmov[bwdq]2m|vp?gather|vp?scatter|vpcompress|vpconflict"
    r"|kmov[bwdq] +%k\d, *%[er]"
)


def block_loops(listing: str) -> dict[str, list[str]]:
    """The instructions of each block loop and of the permutation."""
    found: dict[str, list[str]] = {}
    code: list[str] | None = None
    for line in listing.splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(.+)>:", line):
            code = found.setdefault(head[1], []) if BLOCK_LOOP.fullmatch(head[1]) else None
        elif code is not None and (body := re.match(r"\s+[0-9a-f]+:\t(.+)", line)):
            code.append(body[1])
    return found


def forbidden(listing: str) -> list[str]:
    return [f"{name}: {line}" for name, code in block_loops(listing).items() for line in code if FORBIDDEN.search(line)]


def compiled(folder: Path, compiler: str, level: str, source: Path) -> str:
    output = folder / f"{source.stem}-{compiler}{level}.o"
    run(*LAUNCHER, compiler, *C11, level, f"-I{ROOT}", "-c", source, "-o", output)
    return run("objdump", "-d", "--no-show-raw-insn", output)


@pytest.mark.skipif(not X86, reason="machine code of x86-64")
def test_vectors_decide_nothing(tmp_path):
    def check(case):
        listing = compiled(tmp_path, *case)
        assert len(block_loops(listing)) > 10
        assert forbidden(listing) == []

    engines = [path for path in LIBRARY.glob("batch/engines/*/*.c") if path.stem.startswith("avx")]
    assert engines
    each(check, [(compiler, "-O2", source) for compiler in ("gcc", "clang-19") for source in engines])


PLANTED = """
#include <immintrin.h>
#include <stdint.h>
#define TARGET __attribute__((noinline, target("avx512f,avx512bw,avx512dq,avx512vl")))
int sink[4];
TARGET void lanes_OP_a(__m512i x) { if (_mm512_test_epi64_mask(x, x)) sink[0] = 1; }
TARGET void lanes_OP_b(__m256i x) { if (_mm256_testz_si256(x, x)) sink[0] = 1; }
TARGET void lanes_OP_c(__m512i x) { _mm256_storeu_si256((void *)sink, _mm512_i64gather_epi32(x, sink, 4)); }
TARGET void lanes_OP_d(__m256i x) { if (_mm256_movemask_epi8(x)) sink[0] = 1; }
TARGET void lanes_OP_e(__m512i x, __m512i y) { if (_mm512_cmpeq_epi64_mask(x, y) == 3) sink[0] = 1; }
"""


@pytest.mark.skipif(not X86, reason="machine code of x86-64")
@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_planted_code_is_seen(compiler, tmp_path):
    (tmp_path / "planted.c").write_text(PLANTED)
    output = tmp_path / "planted.o"
    run(compiler, "-O2", "-c", tmp_path / "planted.c", "-o", output)
    found = forbidden(run("objdump", "-d", "--no-show-raw-insn", output))
    assert {line.split(":")[0] for line in found} == {f"lanes_OP_{letter}" for letter in "abcde"}

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lane engines whose instructions valgrind does not know: their secrets are followed by clang's memory sanitizer
instead, and their modes have no instruction that makes flags, masks for branches or addresses of vectors."""

import platform
import re
import subprocess
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, compile_all, each, run
from evidence import MEMORY_SANITIZER
from machine_code import functions, vector_decisions

MSAN = Path(__file__).with_name("msan")
UNIT = ROOT / "tests/unit"
ENGINES = sorted(path.parent.name for path in LIBRARY.glob("batch/engines/*/*.c"))

# ---- Poisoned secrets -------------------------------------------------------------------------

# A backend in C alone: the sanitizer takes inline assembly for a use of its operands. Not optimised: every branch of
# the source stays one, rather than becoming a choice between values, which the sanitizer lets pass.
SETTINGS = ["-DASCON_BACKEND=ref", "-DASCON_CHECK_CONSTANT_TIME=1", "-DASCON_TEST_PLANTED_ENGINES=1", "-D_GNU_SOURCE"]
SANITIZE = ["-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-O0", "-g"]
POISON = [*SANITIZE, f"-I{MSAN}", f"-I{ROOT}", *SETTINGS]
X86 = platform.machine() == "x86_64"


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory) -> Path:
    """tests/unit/constant_time.cpp with all engines, for the memory sanitizer."""
    folder = tmp_path_factory.mktemp("msan")
    intrinsics = ["-include", MSAN / "intrinsics.h"] if X86 else []
    sources = [*LIBRARY.glob("core/api/*.c"), *LIBRARY.glob("core/platform/*.c")]
    sources += LIBRARY.glob("core/backends/ref/*.c")
    sources += [LIBRARY / "batch/pool.c", *LIBRARY.glob("masked/*.c"), *LIBRARY.glob("masked/c/*.c")]
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


@pytest.mark.skipif(not X86, reason="the page is about engines of x86-64")
def test_the_page_names_these_engines(poisoned):
    assert built_engines(poisoned) - {"plain_x4"} == set(MEMORY_SANITIZER)


def built_engines(poisoned: Path) -> set[str]:
    """The engines of this family of processors."""
    names = {name for _, name in re.findall(r"(\w) ascon_engine_(\w+)", run("nm", poisoned))}
    return {name for name in names if not name.startswith("planted")}


@pytest.mark.parametrize("engine", ["planted_branch", "planted_index"])
def test_planted_leaks_are_seen(engine, poisoned):
    done = subprocess.run([poisoned, engine], capture_output=True, text=True)
    assert done.returncode != 0
    assert "use-of-uninitialized-value" in done.stderr


# ---- Machine code -----------------------------------------------------------------------------

KERNEL = re.compile(r"kernel_(encrypt|decrypt|sponge|prfshort)_\w+(\..*)?")


def kernels(object_file: Path) -> dict[str, list[str]]:
    """The instructions of each kernel: a mode from its start to its end, permutation included."""
    return {name: code for name, code in functions(object_file).items() if KERNEL.fullmatch(name)}


def forbidden(found: dict[str, list[str]]) -> list[str]:
    return [f"{name}: {line}" for name, code in found.items() for line in vector_decisions(code)]


@pytest.mark.skipif(not X86, reason="machine code of x86-64")
def test_vectors_decide_nothing(tmp_path):
    def check(case):
        compiler, source = case
        (output,) = compile_all(tmp_path / compiler, compiler, [*C11, "-O2", f"-I{ROOT}"], [source])
        found = kernels(output)
        assert len(found) > 10
        assert forbidden(found) == []

    engines = [path for path in LIBRARY.glob("batch/engines/*/*.c") if path.stem.startswith("avx")]
    assert engines
    each(check, [(compiler, source) for compiler in ("gcc", "clang-19") for source in engines])


PLANTED = """
#include <immintrin.h>
#include <stdint.h>
#define TARGET __attribute__((noinline, target("avx512f,avx512bw,avx512dq,avx512vl")))
int sink[4];
TARGET void kernel_sponge_a(__m512i x) { if (_mm512_test_epi64_mask(x, x)) sink[0] = 1; }
TARGET void kernel_sponge_b(__m256i x) { if (_mm256_testz_si256(x, x)) sink[0] = 1; }
TARGET void kernel_sponge_c(__m512i x) { _mm256_storeu_si256((void *)sink, _mm512_i64gather_epi32(x, sink, 4)); }
TARGET void kernel_sponge_d(__m256i x) { if (_mm256_movemask_epi8(x)) sink[0] = 1; }
TARGET void kernel_sponge_e(__m512i x, __m512i y) { if (_mm512_cmpeq_epi64_mask(x, y) == 3) sink[0] = 1; }
"""


@pytest.mark.skipif(not X86, reason="machine code of x86-64")
@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_planted_code_is_seen(compiler, tmp_path):
    (tmp_path / "planted.c").write_text(PLANTED)
    (output,) = compile_all(tmp_path, compiler, ["-O2"], [tmp_path / "planted.c"])
    found = forbidden(kernels(output))
    assert {line.split(":")[0] for line in found} == {f"kernel_sponge_{letter}" for letter in "abcde"}

"""The engine for RISC-V's vectors where a program is compiled for Zvbb. Debian 12's QEMU has no Zvbb, that of its
backports (10.0) has: then the engine's answers are compared too.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
import subprocess
from collections import Counter

import pytest
from builds import C11, LIBRARY, ROOT, compile_all, direct, program, run, sources

CLANG = ("clang-19", "--target=riscv64-linux-gnu", "-march=rv64gcv_zvbb")
EXPERIMENTAL = ("-Xclang", "-target-feature", "-Xclang", "+experimental")  # what newer compilers have without asking
FLAGS = (*CLANG[1:], *EXPERIMENTAL, "-DASCON_TEST_ZVBB", "-O2", "-D_GNU_SOURCE")
ENGINE = LIBRARY / "batch/engines/rvv_x16/rvv_x16.c"
QEMU = ("qemu-riscv64", "-cpu")


def test_operations_of_a_round():
    """Two copies of a round: in the loop, and the last one, whose constant is 0."""
    text = run(CLANG[0], *FLAGS, *C11, f"-I{ROOT}", "-S", "-o", "-", ENGINE)
    function = text.partition("rvv_permute:")[2].partition(".Lfunc_end")[0]
    found = Counter(re.findall(r"^\s+(v(?:x?or|ror|and|andn|not|s[lr]l)\.\w+)", function, re.MULTILINE))
    assert found == {"vror.vi": 20, "vandn.vv": 2, "vand.vv": 2, "vor.vv": 6, "vxor.vv": 40, "vxor.vx": 2, "vnot.v": 1}


def has_zvbb() -> bool:
    """A QEMU without it refuses the setting before it looks at the program."""
    tried = subprocess.run([*QEMU, "rv64,v=true,zvbb=true", "/bin/true"], capture_output=True, text=True)
    return "zvbb" not in tried.stderr


def test_answers(tmp_path):
    if not has_zvbb():
        pytest.skip("this QEMU has no Zvbb")
    settings = direct("rv64", "speed")
    flags = [*FLAGS, *C11, *settings]
    batch = [*LIBRARY.glob("batch/*.c"), LIBRARY / "batch/engines/x1/x1.c", ENGINE]
    objects = compile_all(tmp_path, CLANG[0], flags, [*sources("rv64", (".c",)), *batch])
    objects += compile_all(tmp_path / "assembly", CLANG[0], [*CLANG[1:], *settings], sources("rv64", (".S",)))
    main = program(tmp_path, "engine_answers", flags=FLAGS, compiler=CLANG[0])
    run(CLANG[0], *CLANG[1:], "-static", main, *objects, "-o", tmp_path / "answers")
    for length in (128, 256, 512, 1024):
        command = [*QEMU, f"rv64,v=true,vlen={length},zvbb=true", tmp_path / "answers", "rvv_x16"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, (length, done.stderr)

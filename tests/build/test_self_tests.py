"""Self-tests with planted faults, and what a program links of them."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from builds import C11, LIBRARY, ROOT, SHORT_RUN, compile_all, compile_library, direct, in_core, run, sources
from compiling import room
from self_test_sources import PERMUTATION, TESTS

from spec.algorithms import ALGORITHMS, Kind

SECTIONS = ("-ffunction-sections", "-fdata-sections")
PROGRAM = """
#include <stdio.h>
#include "asconkit/self_test/ascon_self_test.h"
int main(void) {
%s  printf("%%d", !ascon_self_test());
}
"""
FAILED = "".join(f'  if (!ascon_self_test_{name}()) printf("{name} ");\n' for name in TESTS)


def compiled(
    folder: Path, name: str = "", right: str = "", wrong: str = "", flags: tuple[str, ...] = ()
) -> list[Path]:
    """The core's objects and the self-tests', with other text in a file."""
    shutil.copytree(LIBRARY, folder / "asconkit")
    if name:
        path = folder / "asconkit" / name
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong), encoding="utf-8")
    tested = [path for path in sources("c64", (".c",)) if in_core(path) or room(path) == "self_test"]
    files = [folder / path.relative_to(ROOT) for path in tested]
    return compile_all(folder / "objects", "gcc", [*C11, "-O1", *direct("c64", "small"), *flags], files, folder)


def failed(folder: Path, *change: str) -> set[str]:
    """The self-tests that fail where the library's file has other text; "1" if that of all does."""
    objects = compiled(folder, *change)
    source = folder / "program.c"
    source.write_text(PROGRAM % FAILED)
    run("gcc", f"-I{folder}", source, *objects, "-o", folder / "program")
    return set(run(folder / "program").split())


def test_none_fails(tmp_path):
    assert failed(tmp_path) == {"0"}


@pytest.mark.parametrize("name", ("aead128", "v13_mac", "cxof128", PERMUTATION) if SHORT_RUN else TESTS)
def test_a_wrong_answer_is_found(name, tmp_path):
    """One bit of it."""
    text = (LIBRARY / "self_test/self_test.c").read_text(encoding="utf-8")
    right = re.search(rf"ascon_self_test_{name}\(void\) {{\n.*\n *0x..", text)[0]
    wrong = f"{right[:-2]}{int(right[-2:], 16) ^ 1:02x}"
    assert failed(tmp_path, "self_test/self_test.c", right, wrong) == {name, "1"}


AEADS = {"aead128", "aead128_nonce_masked", "v12_128", "v12_128a", "v12_80pq"}
MACS = {row.c_name for row in ALGORITHMS if row.kind is Kind.MAC}
XOFS = {row.c_name for row in ALGORITHMS if row.kind in (Kind.XOF, Kind.CXOF)}
PRFS = {row.c_name for row in ALGORITHMS if row.kind is Kind.PRF}
SHORT = {row.c_name for row in ALGORITHMS if row.kind is Kind.PRFSHORT}
MODES = set(TESTS) - {PERMUTATION}
# Faults of the code: the file, what is changed, into what, and the tests that find it.
PLANTED = {
    "a wrong initial value": (
        "core/modes/algorithms.h", ".iv = 0x00001000808c0001", ".iv = 0x00001000808c0003",
        {"aead128", "aead128_nonce_masked"},
    ),
    "no domain separation": ("core/modes/aead.h", "  domain_separate(&s, p);\n", "", AEADS),
    "any tag is accepted": (
        "core/modes/aead.h", "if (aead_finalize(&s, p, &k, op, m->tag, m->tag_length)) return ASCON_OK;",
        "aead_finalize(&s, p, &k, op, m->tag, m->tag_length);\n  return ASCON_OK;", AEADS,
    ),
    "forged text stays": ("core/modes/aead.h", "if (m->length != 0) zeroize(m->out, m->length);", "(void)m;", AEADS),
    "1 to 3 bytes of a word are loaded wrongly": (
        "core/platform/bytes.h", "last = in[n - 1];", "last = in[0];", MODES - PRFS - SHORT,
    ),
    "4 to 7 bytes of a word are loaded wrongly": (
        "core/platform/bytes.h", "word = low | high << 8 * (n - 4);", "word = low | high << 8 * (n - 3);", MODES,
    ),
    "1 to 3 bytes of a word are stored wrongly": (
        "core/platform/bytes.h", "out[n / 2] = (uint8_t)(bytes >> 8 * (n / 2));", "", AEADS | XOFS | PRFS,
    ),
    "4 to 7 bytes of a word are stored wrongly": (
        "core/platform/bytes.h", "store32(out + n - 4,", "store32(out + (n - 4) / 2,", AEADS | XOFS,
    ),
    "blocks after the first are the first again": (
        "core/state/strings.h", "    if (op != OP_ABSORB) out += rate;\n    if (op != OP_SQUEEZE) in += rate;\n", "",
        MODES - SHORT,
    ),
    "the highest bit of a byte is lost": (
        "core/state/words.h", "data = load_word(in, order), sum",
        "data = load_word(in, order) & 0x7f7f7f7f7f7f7f7f, sum", MODES,
    ),
    "the last byte of a tag is not compared": (
        "core/platform/secrets.h", "#if ASCON_UNROLL_LOOPS\n  for (; length",
        "length--;\n#if ASCON_UNROLL_LOOPS\n  for (; length", AEADS | MACS,
    ),
    "a wrong bit in the last round": (
        "core/backends/c64/backend.h", "(uint64_t)ASCON_ROUND_CONSTANT(left)",
        "(uint64_t)(ASCON_ROUND_CONSTANT(left) ^ (left == 1))", set(TESTS),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_a_fault_of_the_code_is_found(fault, tmp_path):
    name, right, wrong, found = PLANTED[fault]
    assert failed(tmp_path, name, right, wrong) == {*found, "1"}


def test_a_program_links_the_tests_that_it_uses(tmp_path):
    objects = compile_library(tmp_path / "library", "gcc", [*C11, "-O1", *direct("c64"), *SECTIONS], "c64")
    source = tmp_path / "program.c"
    source.write_text(
        '#include "asconkit/self_test/ascon_self_test.h"\nint main(void) { return !ascon_self_test_aead128(); }\n'
    )
    run("gcc", f"-I{ROOT}", source, *objects, "-Wl,--gc-sections", "-o", tmp_path / "program")
    run(tmp_path / "program")
    names = run("nm", tmp_path / "program")
    assert "ascon_self_test_aead128" in names
    assert not re.search(r"ascon_(self_test_)?(hash256|cxof128|v12|v13|permutation)", names)


# It only hashes. Its constructor of the first priority runs before the tests of a static library, the other one after.
HASHING = """
#include <stdio.h>
#include <unistd.h>
#include "asconkit/ascon.h"
static void say(char c) { if (write(1, &c, 1) != 1) _exit(2); }
__attribute__((constructor(101))) static void early(void) { say('E'); }
__attribute__((constructor)) static void usual(void) { say('U'); }
int main(void) {
  uint8_t digest[ASCON_HASH256_BYTES];
  printf("result %d", ascon_hash256(digest, NULL, 0));
}
"""


def started(folder: Path, shared: bool, *change: str) -> tuple[int, str, str]:
    """The status and what is printed by a program whose library tests itself at the start."""
    objects = compiled(folder, *change, flags=("-DASCON_SELF_TEST_AT_START=1", "-fPIC"))
    library, source = folder / ("libascon.so" if shared else "libascon.a"), folder / "program.c"
    run(*(("gcc", "-shared", "-o") if shared else ("ar", "rc")), library, *objects)
    source.write_text(HASHING)
    flags = ("-ffunction-sections", "-Wl,--gc-sections", f"-Wl,-rpath,{folder}")
    run("gcc", f"-I{folder}", *flags, source, library, "-o", folder / "program")
    done = subprocess.run([folder / "program"], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("shared", (False, True))
def test_at_the_start(shared, tmp_path):
    assert started(tmp_path / "right", shared) == (0, "EUresult 0", "")
    line = "asconkit: a self-test failed, the library must not be used\n"
    change = PLANTED["no domain separation"][:3]  # which no hash has
    assert started(tmp_path / "wrong", shared, *change) == (-signal.SIGABRT, "" if shared else "E", line)


def test_without_a_system_the_program_tests():
    include = f'#include "{LIBRARY}/ascon_config.h"\n'
    flags = ("-DASCON_SELF_TEST_AT_START=1", "-ffreestanding", "-fsyntax-only", "-xc", "-")
    done = subprocess.run(["gcc", *flags], input=include, capture_output=True, text=True)
    assert done.returncode and "needs a system, and gcc or clang: call ascon_self_test()" in done.stderr

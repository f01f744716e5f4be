"""What is not called is not linked: bytes of the library in static programs that use little of it, with all backends of
this processor."""

import os
import platform
from pathlib import Path

import pytest
from builds import C11, ROOT, compile_library, run

LIBRARIES = Path(os.environ.get("ASCONKIT_LIBRARIES", ROOT / "build/release/lib"))
ENCRYPT = "ascon_aead128_encrypt(b, b + 16, 16, b + 32, n, 0, 0, b + 64, b + 80)"
DECRYPT = "ascon_aead128_decrypt(b, b + 32, n, b + 16, 16, 0, 0, b + 64, b + 80)"
# What a program calls; the most bytes that it may link where the linker drops sections, and where it takes objects.
PROGRAMS = {
    "hash": ("ascon_hash256(b, b, n)", 60_000, 150_000),
    "AEAD": (f"{ENCRYPT} + {DECRYPT}", 80_000, 150_000),
}
EVERYTHING = "ascon_any_run(ascon_any_find(v[0]), ASCON_COMPUTE, (void *)b)"  # any algorithm, by its name

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="the limits are those of the backends of x86-64")


def text_bytes(folder: Path, call: str, library: Path, *flags: str) -> int:
    """Bytes of code and constants in a static program with this call."""
    source, linked = folder / "program.c", folder / "program"
    source.write_text(
        '#include "asconkit/ascon_any.h"\n'
        f"int main(int n, char **v) {{ static uint8_t b[256]; (void)v; return (int)({call}) + b[0]; }}\n"
    )
    run("gcc", "-O2", f"-I{ROOT}", source, library, "-lpthread", "-static", *flags, "-o", linked)
    return int(run("size", linked).splitlines()[1].split()[0])


def linked(folder: Path, call: str, library: Path, *flags: str) -> int:
    """The bytes of code that a call links from the library."""
    return text_bytes(folder, call, library, *flags) - text_bytes(folder, "n", library, *flags)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_links_what_it_calls(name, tmp_path, record_property):
    call, limit, _ = PROGRAMS[name]
    size = linked(tmp_path, call, LIBRARIES / "libasconkit.a", "-Wl,--gc-sections")
    record_property("bytes", size)
    print(f"{name}: {size} bytes")
    assert 10_000 < size <= limit


def test_a_program_that_names_an_algorithm_at_run_time_links_all(tmp_path):
    """Or the limits above would hold for any program."""
    assert linked(tmp_path, EVERYTHING, LIBRARIES / "libasconkit.a", "-Wl,--gc-sections") > 400_000


@pytest.fixture(scope="module")
def copied(tmp_path_factory) -> Path:
    """The library as those compile it who copy the folder: no sections."""
    folder = tmp_path_factory.mktemp("copied")
    run("ar", "rcs", folder / "library.a", *compile_library(folder, "gcc", [*C11, "-O2"]))
    return folder / "library.a"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_linker_of_whole_objects_leaves_out_the_others(name, copied, tmp_path, record_property):
    call, _, limit = PROGRAMS[name]
    size = linked(tmp_path, call, copied)
    record_property("bytes", size)
    print(f"{name}, copied: {size} bytes")
    assert 10_000 < size <= limit

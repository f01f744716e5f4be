# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Folders for SUPERCOP: each compiled alone, with SUPERCOP's names and with NIST's, and run by a driver of ours with
the documented interface, natively or under emulation. What they print must be the published known answers."""

import hashlib
import re
import shutil
import subprocess
from functools import cache
from itertools import islice
from pathlib import Path

import compiling
import pytest
from builds import ROOT, SHORT_RUN, each, need, run, runs_here
from embedded import building, emulation
from embedded.targets import TARGETS, Setting
from exports import supercop

from spec import kat
from spec.algorithms import ALGORITHMS, Algorithm, Kind, find

DRIVER = ROOT / "tests/ports/supercop"
BOARD = [DRIVER / "driver.c", DRIVER / "board.c", ROOT / "examples/firmware/text.c"]
# As NIST's and SUPERCOP's drivers compile: the former with sanitizers, the latter for this very processor.
NIST = ("-std=c99", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-O2", "-fsanitize=address,undefined")
SUPERCOP = ("-march=native", "-mtune=native", "-O3", "-fomit-frame-pointer", "-fwrapv", "-fPIC")
INTERFACES = ("nist", "supercop")
# As the identifiers of SP 800-232, table 12, which go on with those of the MAC and PRFs.
VARIANTS = {Kind.AEAD: 1, Kind.HASH: 2, Kind.XOF: 3, Kind.CXOF: 4, Kind.MAC: 5, Kind.PRF: 6, Kind.PRFSHORT: 7}
LONGEST = 1024 if not SHORT_RUN else 48  # messages of hashes and MACs
SAMPLES = ("ascon-aead128", "ascon-128a", "ascon-hash256", "ascon-cxof128", "ascon-mac-v13", "ascon-prfshort")
# What runs a backend's folders where this machine does not.
EMULATED = {
    "armv6m": "cortex-m0", "armv7m": "cortex-m3", "armv6": "arm1176", "neon32": "cortex-a7", "rv32": "rv32i",
    "rv64": "rv64", "aarch64": "aarch64", "xtensa": "xtensa", "avr": "avr",
}  # fmt: skip
NATIVE = ("ref", "c64", "c64_bmi", "avx512vl", "c32", "bi32", "c8")


def longest(row: Algorithm) -> int:
    return min(LONGEST, kat.LAYOUTS[row.kind].longest)


@cache
def answers(row: Algorithm) -> str:
    """The known-answer text up to the longest message; of a CXOF, without customization, in the form of a XOF's."""
    if row.kind is Kind.CXOF:
        plain = [vector for vector in kat.generate(row) if "\nZ = \n" in vector]
        lines = (vector.split("\n", 1)[1].replace("Z = \n", "") for vector in plain)
        return "".join(f"Count = {count}\n{text}" for count, text in enumerate(lines, 1))
    return "".join(islice(kat.generate(row), longest(row) + 1 if row.kind is not Kind.AEAD else None))


def is_right(row: Algorithm, text: str) -> bool:
    published = row.kat and hashlib.sha256(text.encode()).hexdigest() == row.kat
    return bool(published) or text == answers(row)


def definitions(row: Algorithm) -> list[str]:
    operation = supercop.operation(row).upper()
    names = [f"DRIVER_{operation}", f"STEP={kat.STYLES[row.convention].step}", f"LONGEST={longest(row)}"]
    return names + (["DRIVER_SHORT"] if row.kind is Kind.PRFSHORT else [])


# ---- The headers that drivers bring ------------------------------------------------------------------------


def headers(folder: Path, path: Path, renamed: bool) -> Path:
    """crypto_aead.h and so on: prototypes; SUPERCOP's give the functions names of the folder's own."""
    prototypes = (supercop.PORT / "prototypes.h").read_text(encoding="utf-8")
    prototypes = prototypes[prototypes.index("int crypto_aead_encrypt") : prototypes.index("#endif", 900)]
    functions = tuple(re.findall(r"^int (\w+)\(", prototypes, re.M))
    operation, name, implementation = path.parts
    prefix = f"{operation}_{name}_{implementation}_timingleaks"
    names = "".join(f"#define {function} {prefix}_{function}\n" for function in functions) if renamed else ""
    folder.mkdir(parents=True, exist_ok=True)
    for header in ("crypto_aead.h", "crypto_hash.h", "crypto_cxof.h", "crypto_auth.h"):
        guard = f"#ifndef {header[:-2]}_H\n#define {header[:-2]}_H\n"
        (folder / header).write_text(f"{guard}{names}{prototypes[: prototypes.rindex(';') + 1]}\n#endif\n")
    return folder


# ---- Exported folders -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Path:
    """Every folder, as the command of the page writes them."""
    target = tmp_path_factory.mktemp("supercop") / "export"
    words = [word for name in compiling.PROFILES for word in ("--profile", name)]
    if SHORT_RUN:
        words = [word for name in {*SAMPLES, *sum(supercop.COMBINED.values(), ())} for word in ("--algorithm", name)]
    printed = run("python3", ROOT / "tools/export.py", "supercop", "--to", target, *words)
    assert printed.split()[0] == str(len(list(target.glob("crypto_*/*/*/api.h"))))
    return target


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in (".c", ".S"))


def check_native(exported: Path, path: Path, row: Algorithm, scratch: Path, interfaces=INTERFACES) -> None:
    """Compiled and run with NIST's headers and flags, and with SUPERCOP's."""
    for name in interfaces:
        flags, renamed = (NIST, False) if name == "nist" else (SUPERCOP, True)
        here = headers(scratch / name / "_".join(path.parts), path, renamed)
        if "avx512vl" in path.name and not renamed:
            flags = (*flags, "-mavx512vl", "-mavx512dq", "-mavx512bw", "-mavx512f")
        program, names = here / "driver", [f"-D{word}" for word in definitions(row)]
        command = ("gcc", *flags, *names, f"-I{here}", f"-I{exported / path}", f"-I{ROOT}")
        run(*command, *sources(exported / path), *BOARD, "-o", program)
        done = subprocess.run([program], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-300:] + done.stderr[-2000:]
        assert is_right(row, done.stdout), f"{path} with {name}'s interface: other answers"


def check_emulated(exported: Path, path: Path, row: Algorithm, backend: str, scratch: Path) -> None:
    target = next(target for target in TARGETS if target.name == EMULATED[backend])
    configuration = building.Configuration(target, Setting(backend), "speed")
    here = headers(scratch / "_".join(path.parts), path, renamed=True)
    flags = (f"-I{here}", f"-I{exported / path}")
    files = [*sources(exported / path), DRIVER / "driver.c"]
    objects = building.compile_files(configuration, here / "objects", files, definitions(row), flags)
    program = building.link(configuration, here, "driver", [*objects, *building.compile_board(configuration, here)])
    assert is_right(row, emulation.run(program)), f"{path} on {target.title}: other answers"


def cases(names) -> list[tuple[str, Algorithm]]:
    """All folders of these backends; in the short run each backend with some algorithms, of every operation."""
    if not SHORT_RUN:
        return [(backend, row) for backend in names for row in ALGORITHMS]
    return [(name, find(SAMPLES[(n + i) % len(SAMPLES)])) for n, name in enumerate(names) for i in (0, 2)]


def paths(exported: Path, backend: str, row: Algorithm) -> list[Path]:
    """The folders of one algorithm and backend: one a profile."""
    parent = Path(f"crypto_{supercop.operation(row)}", supercop.directory(row))
    found = [parent / f"{backend}{ending}" for ending in supercop.PROFILES.values()]
    return [path for path in found if (exported / path).is_dir()]


def by_turns(exported: Path, names) -> list[tuple[Path, Algorithm, str, int]]:
    """(folder, algorithm, backend, number) of these backends, the profiles by turns."""
    chosen = [(paths(exported, backend, row), row, backend) for backend, row in cases(names)]
    return [(found[n % len(found)], row, backend, n) for n, (found, row, backend) in enumerate(chosen)]


def test_native_folders(exported, tmp_path):
    """The two interfaces by turns."""
    here = [name for name in NATIVE if name != "avx512vl" or runs_here(name, tmp_path)]

    def check(case):
        path, row, _, number = case
        check_native(exported, path, row, tmp_path, INTERFACES[number % 2 :][:1])

    each(check, by_turns(exported, here))


def test_emulated_folders(exported, tmp_path):
    def check(case):
        path, row, backend, _ = case
        try:
            check_emulated(exported, path, row, backend, tmp_path)
        except (compiling.BuildError, emulation.RunError) as error:
            raise AssertionError(getattr(error, "details", str(error))) from None

    each(check, by_turns(exported, list(EMULATED)))


def test_every_backend_has_folders(exported):
    """Every backend has a folder for each algorithm, with the files that SUPERCOP asks for."""
    assert set(EMULATED) | set(NATIVE) == set(compiling.backends())
    for backend in compiling.backends():
        for row in map(find, SAMPLES) if SHORT_RUN else ALGORITHMS:
            for path in paths(exported, backend, row) or [Path("missing")]:
                files = {file.name for file in (exported / path).iterdir()}
                assert {"api.h", "implementors", f"{supercop.operation(row)}.c"} <= files
                variant = f"#define ASCON_VARIANT {VARIANTS[row.kind]}\n"  # ascon-c's drivers need it
                assert (exported / path / "api.h").read_text().endswith(variant)
                assert ("architectures" in files) == (backend in supercop.ARCHITECTURES)
                assert (exported / path.parent / "designers").is_file()


def test_a_folder_needs_nothing_else(exported, tmp_path):
    """Not even the headers of a driver; and all its files are needed, or are named by one that is."""
    for path in ("crypto_aead/asconaead128/c64", "crypto_hash/asconhashav12/ref", "crypto_auth/asconprfsv12/bi32"):
        shutil.copytree(exported / path, tmp_path / path)
        run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-c", *sources(tmp_path / path), cwd=tmp_path / path)
        for file in (tmp_path / path).iterdir():
            others = (other.read_text() for other in (tmp_path / path).glob("*.[chiS]*") if other.suffix != ".o")
            assert file.suffix not in (".h", ".inc") or any(f'"{file.name}"' in text for text in others), file.name


def test_symbols_are_the_folders_own(exported, tmp_path):
    """Two folders in one program: SUPERCOP's names and a prefix keep them apart."""
    for path in ("crypto_aead/asconaead128/protected_c32", "crypto_aead/ascon128v12/c64"):
        here = headers(tmp_path / path, Path(path), renamed=True)
        for file in sources(exported / path):
            run("gcc", "-O0", f"-I{here}", "-c", file, "-o", here / f"{file.stem}.o")
        listed = run("nm", "--defined-only", "-g", "-P", *here.glob("*.o")).splitlines()
        names = {line.split()[0] for line in listed if len(line.split()) > 2}
        shared = ("generate_shares_", "combine_shares_", "crypto_aead_encrypt_shared", "crypto_aead_decrypt_shared")
        prefix = "_".join(Path(path).parts)
        assert names and all(name.startswith((prefix, *shared)) for name in names), names


# ---- Combined and masked folders -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", supercop.COMBINED)
def test_combined(exported, tmp_path, name):
    """Both halves of the text."""
    rows = list(map(find, supercop.COMBINED[name]))
    path = Path("crypto_aead_hash", name, "c64")
    names = {f"-D{word}" for row in rows for word in definitions(row) if not word.startswith("LONGEST")}
    here = headers(tmp_path, path, renamed=False)
    command = ("gcc", *NIST, *names, f"-DLONGEST={LONGEST}", f"-I{here}", f"-I{exported / path}", f"-I{ROOT}")
    run(*command, *sources(exported / path), *BOARD, "-o", here / "driver")
    printed = run(here / "driver")
    second = printed.rindex("Count = 1\n")
    assert is_right(rows[0], printed[:second]) and is_right(rows[1], printed[second:])


@pytest.mark.parametrize("interface", INTERFACES)
def test_cxof(exported, tmp_path, interface):
    """ascon-c's interface, with customization strings: the whole published file."""
    row, path = find("ascon-cxof128"), Path("crypto_cxof/asconcxof128/c64")
    flags, renamed = (NIST, False) if interface == "nist" else (SUPERCOP, True)
    here = headers(tmp_path, path, renamed)
    names = ("-DDRIVER_CXOF", "-DLONGEST=32", f"-DSTEP={kat.STYLES[row.convention].step}")
    run("gcc", *flags, *names, f"-I{here}", f"-I{exported / path}", f"-I{ROOT}", *sources(exported / path), *BOARD,
        "-o", here / "driver")  # fmt: skip
    assert hashlib.sha256(run(here / "driver").encode()).hexdigest() == row.kat


def test_plain_calls_of_a_masked_folder(exported, tmp_path):
    """Where a driver has both interfaces, or this one alone."""
    check_native(exported, Path("crypto_aead/asconaead128/protected_c32"), find("ascon-aead128"), tmp_path)


@pytest.mark.parametrize("shares", (2, 3) if SHORT_RUN else (2, 3, 4))
def test_shared_interface(exported, tmp_path, shares):
    row, path = find("ascon-aead128"), exported / "crypto_aead/asconaead128/protected_c32"
    here = tmp_path / "folder"
    shutil.copytree(path, here)
    text = (here / "api.h").read_text().replace("#define NUM_SHARES 2\n", f"#define NUM_SHARES {shares}\n")
    (here / "api.h").write_text(text)
    names = ["-DDRIVER_SHARED", *(f"-D{word}" for word in definitions(row)[1:])]
    # Sanitizers take half a minute.
    flags = NIST[:-1] if SHORT_RUN else NIST
    run("gcc", *flags, *names, f"-I{here}", f"-I{ROOT}", *sources(here), *BOARD, "-o", tmp_path / "driver")
    assert is_right(row, run(tmp_path / "driver"))


@pytest.mark.parametrize("backend", ("armv7m",) if SHORT_RUN else sorted(supercop.masked_backends() - {"c32", "avr"}))
def test_shared_interface_in_assembly(exported, tmp_path, backend):
    row, path = find("ascon-128"), exported / f"crypto_aead/ascon128v12/protected_{backend}"
    target = next(target for target in TARGETS if target.name == EMULATED[backend])
    configuration = building.Configuration(target, Setting(backend), "speed")
    names = ["DRIVER_SHARED", *definitions(row)[1:]]
    files = [*sources(path), DRIVER / "driver.c"]
    objects = building.compile_files(configuration, tmp_path / "objects", files, names, (f"-I{path}",))
    board = building.compile_board(configuration, tmp_path)
    assert is_right(row, emulation.run(building.link(configuration, tmp_path, "driver", [*objects, *board])))


# ---- The driver finds faults ---------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong, right, file", [
    ("*clen = mlen;", "*clen = mlen + CRYPTO_ABYTES;", "aead.c"),
    ("? 0 : 0;", "? 0 : -1;", "aead.c"),
    ("v12_128a_##end", "aead128_##end", "settings.h"),
])  # fmt: skip
def test_planted_faults_are_found(exported, tmp_path, wrong, right, file):
    path, row = Path("crypto_aead/asconaead128/c64"), find("ascon-aead128")
    shutil.copytree(exported / path, tmp_path / path)
    text = (tmp_path / path / file).read_text()
    assert right in text
    (tmp_path / path / file).write_text(text.replace(right, wrong))
    with pytest.raises(AssertionError):
        check_native(tmp_path, path, row, tmp_path / "planted")


def test_what_is_no_export_stays(tmp_path):
    (tmp_path / "precious").write_text("")
    command = [need("python3"), ROOT / "tools/export.py", "supercop", "--to", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0 and "is not empty" in done.stderr and (tmp_path / "precious").exists()

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The module of MicroPython: its port to Unix, built from Debian's source package, runs tests/ports/micropython; in
`./dev test --all`, so does an emulated Cortex-M0, which is also reset.

What is expected is computed from the specification."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from builds import JOBS, ROOT, failures_of_tools, need, only_in_all, run, with_cached_compilers
from embedded import archives
from pages import blocks

from spec.algorithms import find
from spec.constructions import datagram
from spec.modes import aead_encrypt, hash_digest, mac, xof

PORT = ROOT / "ports/micropython"
SCRIPTS = ROOT / "tests/ports/micropython"
# What would need other libraries, and what no test uses.
UNUSED = "PY_SSL PY_BTREE PY_FFI PY_THREAD PY_SOCKET PY_TERMIOS VFS_FAT VFS_LFS1".split()
KEY, NONCE, SENSOR = bytes(range(16)), bytes(range(16, 32)), b"sensor 7"
CASES = [
    (path.stem, name)
    for path in sorted(SCRIPTS.glob("*.py"))
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
]


def build(port: str, *settings: str) -> Path:
    """The folder of a build that has the module. Only what changed is compiled again."""
    if not run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian", "Identifier: Packages"):
        pytest.skip("MicroPython's sources are Debian's, and apt-get here knows no mirror of Debian")
    with failures_of_tools():
        sources = archives.fetch(archives.MICROPYTHON)
    start, folder = sources / "ports" / port, ROOT / "build/micropython" / port
    # Relative, as ccache writes names into lists of dependencies: make must find the rules for generated headers.
    places = (f"{name}={os.path.relpath(path, start)}" for name, path in (("BUILD", folder), ("USER_C_MODULES", PORT)))
    run("make", "-j", JOBS, "-C", start, *places, "FROZEN_MANIFEST=", *settings, env=with_cached_compilers(ROOT))
    return folder


@pytest.fixture(scope="module")
def micropython() -> Path:
    return build("unix", *(f"MICROPY_{name}=0" for name in UNUSED)) / "micropython"


def command(micropython: Path, statement: str, heap: str = "2m") -> dict:
    path = {**os.environ, "MICROPYPATH": f"{SCRIPTS}:{PORT}"}
    return {"args": [micropython, "-X", f"heapsize={heap}", "-c", statement], "env": path, "text": True}


def output_of(micropython: Path, folder: Path, script: str, name: str) -> list[str]:
    words = command(micropython, f"import {script}\n{script}.{name}()")
    done = subprocess.run(**words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


def sealed(text: bytes, ad: bytes) -> bytes:
    return b"".join(aead_encrypt(find("ascon-aead128"), KEY, NONCE, ad, text))


# ---- On Unix ----------------------------------------------------------------------------------------------------


def expected_answers() -> list[str]:
    data, lines = bytes(range(1, 41)), []
    for length in range(41):
        text = data[:length]
        results = [sealed(text, data[: length % 7]), hash_digest(find("ascon-hash256"), text)]
        results += [xof(find("ascon-xof128"), text, length), mac(find("ascon-mac-v13"), KEY, text)]
        lines.append(" ".join(result.hex() for result in results))
    return lines


def test_answers(micropython, tmp_path):
    assert output_of(micropython, tmp_path, "calls", "print_answers") == expected_answers()


def test_datagrams(micropython, tmp_path):
    lines = output_of(micropython, tmp_path, "datagrams", "print_answers")
    assert len(lines) == 2 * 15
    for line in lines:
        *numbers, text, found = line.split()
        n, t, e, counter = map(int, numbers)
        plain = bytes.fromhex(text.strip("-"))
        assert found == datagram.seal(datagram.Settings(n, t, e), KEY, SENSOR, counter, plain, b"head").hex()


@pytest.mark.parametrize("script, name", CASES)
def test_script(micropython, tmp_path, script, name):
    output_of(micropython, tmp_path, script, name)


SAMPLES = [block for block in blocks("docs/micropython.md") if block.language == "python"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda block: block.option("file"))
def test_samples_of_the_page(micropython, tmp_path, sample):
    done = subprocess.run(**command(micropython, sample.text), cwd=tmp_path, capture_output=True)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_a_planted_fault_is_found(micropython):
    words = command(micropython, "from support import raises\nraises(ValueError, '', lambda: 0)")
    assert subprocess.run(**words, capture_output=True).returncode != 0


def test_interrupted_calls(micropython):
    """KeyboardInterrupt leaves the middle of a call: what it worked on refuses from then on."""
    words = command(micropython, "import calls\ncalls.interrupted()", "64m") | {"text": False, "bufsize": 0}
    with subprocess.Popen(**words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        lines = []
        while line := running.stdout.readline().decode().strip():
            lines.append(line)
            if line in ("mac", "seal", "aead"):
                time.sleep(0.2)
                running.send_signal(signal.SIGINT)
    assert running.returncode == 0, lines
    assert list(dict.fromkeys(lines)) == ["mac", "refuses", "seal", "aead", "goes on"]


# ---- Build files ------------------------------------------------------------------------------------------------


def test_make_and_cmake_compile_the_same(tmp_path):
    lists = "$(SRC_USERMOD_C) $(SRC_USERMOD_LIB_C) $(SRC_USERMOD_LIB_ASM)"
    module = f"USERMOD_DIR = {PORT}/asconkit\ninclude {PORT}/asconkit/micropython.mk\n"
    (tmp_path / "Makefile").write_text(f"{module}all:\n\t@echo {lists} $(CFLAGS_USERMOD)\n")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(firmware C)\nadd_library(usermod INTERFACE)\n"
        f"include({PORT}/asconkit/micropython.cmake)\n"
        'file(GENERATE OUTPUT found CONTENT "$<TARGET_PROPERTY:usermod_asconkit,INTERFACE_SOURCES>'
        ";-I$<TARGET_PROPERTY:usermod_asconkit,INTERFACE_INCLUDE_DIRECTORIES>"
        ';-D$<TARGET_PROPERTY:usermod_asconkit,INTERFACE_COMPILE_DEFINITIONS>")\n'
    )
    by_make = run("make", "-s", "-C", tmp_path).split()
    run("cmake", "-S", tmp_path, "-B", tmp_path)
    assert sorted(by_make) == sorted((tmp_path / "found").read_text().split(";"))
    assert all(Path(name).is_file() for name in by_make if not name.startswith("-"))
    assert len(by_make) > 50
    run("make", "-s", "-C", tmp_path, "ASCONKIT_BACKEND=armv6m", "ASCONKIT_PROFILE=SIZE")


# ---- On a Cortex-M0 ---------------------------------------------------------------------------------------------

QEMU = "qemu-system-arm -machine microbit -nographic -monitor null -semihosting -serial stdio".split()
MEMORY = "-global nrf51-soc.flash-size=1048576 -global nrf51-soc.sram-size=262144".split()
# In the linker's map: sections of the module's objects and of the library's. Those that were left out are at 0.
SECTION = re.compile(r"^ \.(?:text|rodata)\S*\s+0x0*[1-9a-f][0-9a-f]*\s+(0x[0-9a-f]+) (\S*/asconkit/\S+)\.o$", re.M)
# A key that no byte string of a program ever was.
AT = "(lambda i: (i * 37 + 11) & 255)"
MAKE = f"""
import asconkit
key = bytearray(16)
for i in range(16): key[i] = {AT}(i)
things = asconkit.AsconAEAD128(key), asconkit.v13_mac(key), asconkit.Sender(key, bytes(8))
asconkit.wipe(key)
"""
SEARCH = f"""
from machine import mem8
at, found = {AT}, []
for address in range(0x20000000, 0x20040000):
    if mem8[address] == at(0) and all(mem8[address + i] == at(i) for i in range(16)):
        found.append(address)
print(found)
"""


class Board:
    """The raw prompt of a board, by its serial port."""

    def __init__(self, firmware: Path):
        words = [need(QEMU[0]), *QEMU[1:], *MEMORY, "-kernel", firmware]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.write(b"\r\x01")
        self.read_to(b"CTRL-B to exit\r\n>")

    def write(self, data: bytes) -> None:
        self.process.stdin.write(data)

    def read_to(self, end: bytes) -> bytes:
        found = b""
        while not found.endswith(end):
            byte = self.process.stdout.read(1)
            assert byte, found
            found += byte
        return found[: -len(end)]

    def call(self, text: str) -> str:
        """What a program prints; it must not raise anything."""
        self.write(text.encode() + b"\x04")
        self.read_to(b"OK")
        printed, error = self.read_to(b"\x04"), self.read_to(b"\x04>")
        assert error == b"", printed + error
        return printed.decode().replace("\r\n", "\n")

    def reset(self) -> None:
        self.write(b"\x04")
        assert b"soft reboot" in self.read_to(b"CTRL-B to exit\r\n>")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def firmware() -> Path:
    return build("qemu", "BOARD=MICROBIT", "ASCONKIT_BACKEND=armv6m") / "firmware.elf"


def script(name: str) -> str:
    text = "".join((SCRIPTS / f"{part}.py").read_text(encoding="utf-8") for part in ("support", name))
    return re.sub("^from support import.*$", "", text, flags=re.M)


@only_in_all
@pytest.mark.parametrize("name", ["calls", "datagrams"])
def test_on_a_cortex_m0(firmware, name):
    with Board(firmware) as board:
        board.call(script(name))
        for case in (case for stem, case in CASES if stem == name):
            board.call(f"{case}()")
            board.call("gc.collect()")
        if name == "calls":
            assert board.call("print_answers()").splitlines() == expected_answers()


@only_in_all
def test_a_soft_reset_wipes(firmware):
    with Board(firmware) as board:
        board.call(MAKE)
        assert len(eval(board.call(SEARCH))) == 2  # the sender keeps the key of its epoch alone
        board.reset()
        assert eval(board.call(SEARCH)) == []


@only_in_all
def test_size(firmware):
    """Near to that of the page."""
    sizes = {"module": 0, "library": 0}
    for size, path in SECTION.findall(Path(f"{firmware.with_suffix('.map')}").read_text()):
        sizes["module" if (PORT / f"asconkit/{Path(path).name}.c").exists() else "library"] += int(size, 16)
    print(sizes)
    page = (ROOT / "docs/micropython.md").read_text(encoding="utf-8")
    for name, size in sizes.items():
        stated = int(re.search(rf"^\| {name}: .*\| ([\d,]+) bytes", page, re.M)[1].replace(",", ""))
        assert abs(size - stated) <= 100, (name, size, stated)

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Debian and Ubuntu packages that each task needs, and their installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .commands import Failure, call, succeeds

OS_RELEASE = Path("/etc/os-release")
SYSTEM = OS_RELEASE.read_text(encoding="utf-8") if OS_RELEASE.exists() else ""
# For the tests of the site and of JavaScript. Ubuntu has them only as snaps, which install() does not handle.
BROWSER, FIREFOX = ([], []) if "ID=ubuntu\n" in SYSTEM else (["chromium"], ["firefox-esr"])
# Where there is a Node from elsewhere, Debian's package would be another one, or could not be installed beside it.
NODE = [name for name, program in (("nodejs", "node"), ("npm", "npm")) if not shutil.which(program)]
# The oldest clang that compiles the C++ headers, where the system has it.
OLD_CLANG = ["clang-14"] if "=bookworm" in SYSTEM else []

# ---- What tasks need -----------------------------------------------------------------------------

BUILD = "cmake ninja-build g++ pkg-config libargon2-dev".split()
BENCHMARKS = ["libbenchmark-dev", "libcli11-dev"]
BENCH = BUILD + BENCHMARKS + ["libssl-dev", "python3-matplotlib"]
LINT = BENCH + "clang-format-19 clang-tidy-19 flake8 shellcheck libgtest-dev".split()
PYTHON = BUILD + "python3-venv python3-dev".split()
DOCS = PYTHON + "doxygen python3-matplotlib clang-19 lld-19".split()
REQUIREMENTS = ["python3-venv"]
LAB = """
    gcc libc6-dev python3-venv gcc-arm-none-eabi gcc-riscv64-unknown-elf
    gcc-avr avr-libc simavr libsimavr-dev libelf-dev
""".split()
GATES = LAB + ["yosys"]
BOARD = ["python3-venv"]
PROVE = BUILD + """
    clang-19 python3-venv gcc-arm-none-eabi gcc-riscv64-unknown-elf gcc-xtensa-lx106 gcc-avr avr-libc
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-riscv64-linux-gnu libc6-dev-riscv64-cross berkeley-abc coq
""".split()
ANALYZE = "gcc libc6-dev clang-19 libc6-dev-arm64-cross cppcheck frama-c-base".split()
FUZZ = BUILD + """
    clang-19 libclang-rt-19-dev libc++-19-dev libc++abi-19-dev llvm-19 googletest git python3-venv python3-dev ccache
""".split()
ABI = BUILD + ["abigail-tools"]
REPORT = "python3-matplotlib python3-rich".split()
ROUNDS = "python3-venv python3-matplotlib".split()

# ---- What the tests of an area need --------------------------------------------------------------

LIBRARY = LINT + """
    clang-19 libclang-rt-19-dev valgrind googletest python3-pytest python3-pytest-xdist ccache git make qemu-user
    g++-arm-linux-gnueabihf g++-s390x-linux-gnu g++-i686-linux-gnu g++-aarch64-linux-gnu g++-riscv64-linux-gnu
    gcc-mingw-w64-x86-64
""".split()
EMBEDDED = """
    gcc libc6-dev qemu-user qemu-system-arm qemu-system-misc gcc-arm-none-eabi gcc-riscv64-unknown-elf gcc-xtensa-lx106
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
    gcc-avr avr-libc simavr libsimavr-dev libelf-dev make
    python3-matplotlib python3-rich
""".split()
# Where there is a Go from elsewhere, Debian's could only be an older one.
GO = [] if shutil.which("go") else ["golang-go"]
GO_MODULE = BUILD + GO + "gcc clang-19 lld-19 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user".split()
JAVASCRIPT = BUILD + "clang-19 lld-19 ccache".split() + NODE
# Cargo of any origin will do, such as rustup's. Debian 12 has a newer Rust than its own under another name.
DEBIAN_CARGO = ["cargo-web", "rustc-web"] if "=bookworm" in SYSTEM else ["cargo", "rustc"]
CARGO = [] if shutil.which("cargo") else DEBIAN_CARGO
RELEASE = sorted({*ABI, *JAVASCRIPT, *CARGO, *PYTHON, "g++-aarch64-linux-gnu", "dpkg-dev", "debhelper"})
# apt-get and cargo fetch the sources of other libraries.
ALTERNATIVES = EMBEDDED + CARGO
RUST = CARGO + """
    gcc-arm-none-eabi gcc-riscv64-unknown-elf gcc-aarch64-linux-gnu libc6-dev-arm64-cross clang-19 llvm-19
    qemu-user qemu-system-arm qemu-system-misc qemu-system-x86 ovmf
""".split() + NODE
FRAMES = PYTHON + ["default-jre-headless"]  # Spark is written in Java
ACCELERATORS = "pocl-opencl-icd ocl-icd-libopencl1 oclgrind".split()
PORTS = RELEASE + """
    meson dh-python lintian openssl libssl-dev libmbedtls-dev python3-pip shellcheck
    mmdebstrap
""".split() + GO
FIRMWARE = ["arduino-core-avr", "picolibc-arm-none-eabi"]
ACCELERATED = LIBRARY + PYTHON + ACCELERATORS
MUTATE = ACCELERATED
OF_AREA = {
    "core": LIBRARY + "python3-venv libzydis-dev".split(),
    "batch": LIBRARY,
    "embedded": LIBRARY + EMBEDDED,
    "command": LIBRARY + "python3-pexpect mandoc groff-base zsh fish".split(),
    "cpp": LIBRARY + OLD_CLANG + "g++-mingw-w64-x86-64 wine64".split(),
    "python": LIBRARY + PYTHON,
    "go": LIBRARY + GO_MODULE,
    "javascript": JAVASCRIPT + BROWSER + FIREFOX,
    "rust": LIBRARY + RUST,
    "frames": LIBRARY + FRAMES,
    "docs": LIBRARY + DOCS + BROWSER + PORTS + "gcc-arm-none-eabi gcc-avr avr-libc".split(),
    "explorer": LIBRARY + DOCS + BROWSER,
    "constructions": LIBRARY,
    "datagram": LIBRARY + "gcc-avr avr-libc".split(),
    "protocols": LIBRARY + PYTHON + CARGO + ["gcc-arm-none-eabi"],
    "masked": LIBRARY + GATES + ["qemu-system-arm"],
    "fuzz": LIBRARY + FUZZ,
    "prove": LIBRARY + EMBEDDED + PROVE + CARGO,
    "analysis": LIBRARY + ANALYZE,
    "ports": LIBRARY + EMBEDDED + PORTS + FIRMWARE,
    "accelerators": ACCELERATED,
    "lint": LINT,
}


# What the quick tier of each area needs.
QUICK_LIBRARY = BUILD + BENCHMARKS + "libgtest-dev valgrind python3-pytest python3-pytest-xdist ccache".split()
QUICK = {
    "core": QUICK_LIBRARY,
    "batch": QUICK_LIBRARY,
    "constructions": QUICK_LIBRARY,
    "command": QUICK_LIBRARY + ["python3-pexpect"],
    "docs": QUICK_LIBRARY,
    "python": QUICK_LIBRARY + "python3-venv python3-dev".split(),
    "embedded": QUICK_LIBRARY + "gcc-arm-none-eabi qemu-user gcc-avr avr-libc simavr libsimavr-dev libelf-dev".split(),
}


def of_areas(areas, tier: str) -> list[str]:
    needed = QUICK if tier == "quick" else OF_AREA
    return sorted(set().union(*(needed[area] for area in areas)))


# ---- Installing ----------------------------------------------------------------------------------


def is_debian() -> bool:
    return shutil.which("dpkg-query") is not None


def missing(packages: list[str]) -> list[str]:
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n", *packages]
    found = subprocess.run(query, capture_output=True, text=True).stdout.split("\n")
    installed = {line.split()[1] for line in found if line.startswith("installed ")}
    return [name for name in packages if name not in installed]


def install(packages: list[str]) -> None:
    """Installs what is missing. Asks for root only if something is. The package lists on this machine may be
    sufficient, so that a failed update is only a warning."""
    if not is_debian():
        print(f"dev: not a Debian or Ubuntu system; expecting these to be there: {' '.join(packages)}")
        return
    wanted = missing(packages)
    if not wanted:
        return
    root = [] if os.geteuid() == 0 else ["sudo"]
    if root and not shutil.which("sudo"):
        raise Failure(f"as root, please: apt-get install {' '.join(wanted)}")
    print(f"Installing Debian packages: {' '.join(wanted)}", flush=True)
    quiet = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    if not succeeds(*quiet, "update"):
        print("dev: warning: apt-get update failed; going on with the lists of packages that are here", file=sys.stderr)
    call(*quiet, "install", "-y", "--no-install-recommends", *wanted, stdout=subprocess.DEVNULL)


def system_python() -> str:
    """The interpreter that has Debian's Python packages, such as those for plots and progress."""
    return "/usr/bin/python3" if is_debian() else sys.executable

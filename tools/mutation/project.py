# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is built and run for a mutant. `ASCONKIT` is this project; tests have a tiny one."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Build:
    """A configuration of CMake, in build/NAME of the copied tree."""

    name: str
    options: tuple[str, ...]
    unoptimised: str = ""  # the build with the same settings that shows cheaply whether anything is different here
    reserves: bool = False  # much more memory than it uses, as sanitizers do


@dataclass(frozen=True)
class Step:
    """Tests, which are run if the objects of their programs are not those of the program without the mutation."""

    name: str
    build: str
    targets: tuple[str, ...]
    words: tuple[str, ...]  # in the folder of the build
    first: str = ""  # a regular expression of the files in which these tests are likeliest to notice something


@dataclass(frozen=True)
class Project:
    root: Path
    files: tuple[str, ...]  # to change, from the root
    builds: tuple[Build, ...]
    quick: tuple[Step, ...]  # in this order, except that the likeliest ones come first
    deciding: tuple[Step, ...]  # their objects are optimised: a mutant that changes none of them is equivalent
    slow: tuple[Step, ...] = ()  # for mutants that have survived all other steps

    @property
    def steps(self) -> tuple[Step, ...]:
        return (*self.quick, *self.deciding, *self.slow)


# ---- asconkit ------------------------------------------------------------------------------------------------

CONSTRUCTED = ("commit", "datagram", "drbg", "hardened", "hmac", "isap", "kdf", "siv", "stream", "tree")
ROOMS = ("core", "batch", "masked", "accelerators", "self_test", *CONSTRUCTED)


def files() -> tuple[str, ...]:
    """The library's C, without the texts that are data and without the public headers."""
    found = (path for room in ROOMS for path in (ROOT / "asconkit" / room).rglob("*.[ch]"))
    return tuple(path.relative_to(ROOT).as_posix() for path in found if not path.name.endswith("_text.h"))


def preset(name: str, optimisation: str, *options: str) -> tuple[str, ...]:
    """Warnings are not errors: a warning about an unused variable would end the build before any test of the mutant.
    What a build does not need is left out. It does not ask programs for their tests, since this would run each program
    that is linked."""
    left_out = (f"-DASCONKIT_BUILD_{what}=OFF" for what in ("CLI", "BENCHMARKS", "CPP_TESTS", "BOTH"))
    flags = (f"-DCMAKE_C_FLAGS_RELEASE={optimisation}", f"-DCMAKE_CXX_FLAGS_RELEASE={optimisation}")
    discovery = "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"
    return ("--preset", name, *flags, *left_out, discovery, "-DASCONKIT_WERROR=OFF", *options)


# Without optimisation the library is compiled in a tenth of the time, which is most of that of a mutant.
BUILDS = (
    Build("quick", preset("release", "-O0", "-B", "build/quick")),
    Build("release", preset("release", "-O1"), unoptimised="quick"),
    Build("firmware", preset("release", "-O1", "-B", "build/firmware", "-DASCON_BACKEND=c32", "-DASCON_PROFILE=size")),
    Build("optimised", preset("release", "-O3", "-B", "build/optimised", "-DCMAKE_CXX_FLAGS_RELEASE=-O1")),
    Build("constant-time", preset("constant-time", "-O1"), reserves=True),
    Build("asan", preset("asan", "-O1"), reserves=True),
    Build("tsan", preset("tsan", "-O1"), reserves=True),
)
UNITS, MASKED, DEVICES, THREADS = "unit_tests", "masked_tests", "accelerator_tests", "thread_tests"
LANES, PLAIN = "plain_lane_tests", "*plain_x4*"
CONSTRUCTIONS = "construction_tests"


def program(name: str, build: str, chosen: str = "*", first: str = "") -> Step:
    """A step that runs a program of googletest, with the filter `chosen`."""
    words = (f"bin/{name}", "--gtest_fail_fast", f"--gtest_filter={chosen}")
    return Step(f"{build}: {name} {chosen}".removesuffix(" *"), build, (name,), words, first)


def devices(kind: str, build: str, chosen: str, *targets: str) -> Step:
    """Emulated ones. These tests know where the builds are; `chosen` is pytest's keyword."""
    test = f"../../tests/accelerators/test_{kind}.py"
    paths = "PYTHONPATH=../../tools:../../proofs:../../tests:../..:../../tests/support"
    words = ("env", paths, "pytest-3", "-xq", "-p", "no:cacheprovider", "-k", chosen, test)
    return Step(f"{build}: devices, {kind}", build, targets, words)


WIPING = "*Wipe*:*LeaveNoSecret*"  # tests for optimised programs alone
NO_WIPING = f"-{WIPING}"
QUICK = (
    program(UNITS, "quick", f"{NO_WIPING}:*Batch*"),
    program(UNITS, "quick", f"*Batch*{NO_WIPING}", first="/batch/"),
    program(MASKED, "quick", NO_WIPING, first="/masked/"),
    program(CONSTRUCTIONS, "quick", NO_WIPING, first=f"/({'|'.join(CONSTRUCTED)})/"),
    program(DEVICES, "quick", first="/accelerators/"),
    program(THREADS, "quick", NO_WIPING, first="/pool|/random|/environment|/atomic"),
    program(LANES, "quick", f"{PLAIN}{NO_WIPING}"),
)
DECIDING = (
    program(UNITS, "release"),
    program(MASKED, "release"),
    program(CONSTRUCTIONS, "release"),
    program(DEVICES, "release"),
    program(THREADS, "release"),
    program(LANES, "release", PLAIN),
    devices("cuda", "release", "(test_stand_in or driver or machine_code_is) and not sanitizers", DEVICES,
            "accelerator_image_tests", "cuda_standin"),
    devices("opencl", "release", "pocl or each_call or without", DEVICES, "opencl_faults"),
    Step("release: known answers, environment", "release", ("ascon-genkat", UNITS),
         ("ctest", "-L", "^(core|batch)$", "--stop-on-failure")),
    program(UNITS, "firmware"),
    program(MASKED, "firmware"),
    program(CONSTRUCTIONS, "firmware"),
    Step("release: generated files", "release", (UNITS,), ("python3", "../../tools/generate.py", "--check")),
)  # fmt: skip
SLOW = (
    Step("constant-time: secrets", "constant-time", ("constant_time",),
         ("valgrind", "--quiet", "--error-exitcode=9", "bin/constant_time")),
    Step("constant-time: secrets of constructions", "constant-time", ("constant_time_constructions",),
         ("valgrind", "--quiet", "--error-exitcode=9", "bin/constant_time_constructions")),
    *(program(name, "optimised", WIPING) for name in (UNITS, MASKED, CONSTRUCTIONS)),
    program(UNITS, "asan"),
    program(MASKED, "asan"),
    program(CONSTRUCTIONS, "asan"),
    program(DEVICES, "asan"),
    program(LANES, "asan", PLAIN),
    devices("cuda", "asan", "stand_in_under_sanitizers", DEVICES, "cuda_standin"),
    program(THREADS, "tsan"),
)  # fmt: skip
ASCONKIT = Project(ROOT, files(), BUILDS, QUICK, DECIDING, SLOW)


if __name__ == "__main__":  # ./dev mutate --list
    print(*(step.name for step in ASCONKIT.steps), sep="\n")

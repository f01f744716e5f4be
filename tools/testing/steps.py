# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of what there is to run. A test belongs to one area; an area is added with rows here, in AREAS and in
OF_AREA of tools/tasks/packages.py."""

import sys
from collections.abc import Iterator
from pathlib import Path

from .kinds import BUILD, LATER, QUICK, TIERS, CMake, CTest, Node, Programs, Pytest, Run, Script, Step

AREAS = {
    "core": "the C library: every compiler, processor, setting and sanitizer, constant time, benchmarks",
    "batch": "batches: engines, threads, memory, machine code",
    "embedded": "embedded processors and whole machines under emulation",
    "command": "the command",
    "cpp": "the C++ interface, on Linux and Windows",
    "python": "the Python package: wheels, calls, types, fuzzing",
    "go": "the Go module: by cgo and as WebAssembly, other systems, packing",
    "javascript": "the npm package: calls, files, types, runtimes, bundlers, browsers",
    "rust": "the Rust crates: calls, traits, packing, other processors, Miri and AddressSanitizer",
    "frames": "Arrow, Polars, DuckDB, Spark and Ray",
    "docs": "samples of the pages, the site in a browser",
    "explorer": "the page that shows each step, in a browser",
    "ports": "releases and packages; the library inside other software: OpenSSL, PSA, SUPERCOP, firmware",
    "constructions": "what is built over the modes: known answers, misuse, wiping, constant time",
    "protocols": "COSE and OSCORE in C and Python, TLS 1.3 between two implementations",
    "datagram": "counters that survive a loss of power at every byte, windows of every size",
    "fuzz": "fuzz targets: their corpora and some inputs more, with sanitizers; planted faults",
    "masked": "masked code: computations on shares, the leakage laboratory, firmware for boards",
    "prove": "proofs from machine code that permutations, loops and calls are the specification's",
    "analysis": "static analysis of the library's C by clang, gcc and Frama-C",
    "accelerators": "batches on accelerators: this processor, OpenCL and CUDA, all emulated",
    "lint": "formatting, static analysis, generated files, layering",
}

COMMAND = "asconkit_cli"
UNIT, LANES, THREADS, CPP = "unit_tests", "plain_lane_tests", "thread_tests", "cpp_tests"
MASKED = "masked_tests"
CONSTRUCTIONS = "construction_tests"
ACCELERATORS = ("accelerator_tests", "sycl_tests")
NO_BATCHES, BATCHES = "-*Batch*", "*Batch*"
SEARCHED = "*Wipe*:*LeaveNoSecret*"  # cases that search the stack
PYTHON_ENV = (sys.executable, "tools/python_env.py")
PACKAGE = (*PYTHON_ENV, "pytest")
SANITIZED = (sys.executable, "tools/python_sanitized.py")
NEWER = (*PYTHON_ENV, "newer")
PROOFS = (BUILD / "python/proofs/bin/python", "-m", "pytest")
MUTATOR = (BUILD / "python/mutation/bin/python", "-m", "pytest")
SITE = (BUILD / "python/docs/bin/python", "-m", "pytest")
COLUMNS = ("arrow", "arrow_bounds", "columns", "polars", "duckdb", "duckdb_extension")
FRAMES = tuple(f"tests/python/test_{name}.py" for name in COLUMNS)
CLUSTERS = tuple(f"tests/python/test_{name}.py" for name in ("spark", "ray"))
# What sanitizers slow down: a part in the short run.
ADDRESS = {"preset": "asan", "parallel": True, "environment": {"ASCONKIT_SANITIZER": "address"}}
THREAD = {"preset": "tsan", "parallel": True, "environment": {"ASCONKIT_SANITIZER": "thread"}}
SHORT_SANITIZED = tuple(f"tests/cli/test_{name}.py" for name in ("sanitizers", "batches", "other"))
SEARCHES = ("tests/cli/test_secrets.py",)  # of all memory: sanitizers keep copies, and memory that cannot be read
FIRST_PAGES = "test_page and (README or quick) and not examples"
SAMPLES = ("tests/docs/test_samples.py",)
TARGETS = ("tests/embedded/test_embedded.py",)
RUST, RUST_TARGETS = ("tests/rust",), ("tests/rust/test_targets.py",)
NEEDS_MORE = ("tests/cli/test_pages.py", "tests/cli/test_sanitizers.py")  # packages than the quick tier has
WRITTEN = ("tests/cli/test_pages.py",)  # man pages and completions, which that build does not write
BOUNDS = tuple(f"tests/python/test_{name}.py" for name in ("sanitizer", "bounds", "arrow_bounds"))
CALLS = tuple(f"tests/python/test_{name}.py" for name in ("aead", "arguments", "arrow", "batch", "direct", "hashes"))
ON_DEVICES = ("tests/accelerators/test_python.py",)
WIPING = ("tests/build/test_wiping.py",)
COSE = tuple(f"tests/protocols/test_{name}.py" for name in ("cose", "cose_firmware"))
OSCORE = ("tests/protocols/test_oscore.py",)
LINK_TIME = ("tests/build/test_link_time.py",)
SPECIFICATION = tuple(f"spec/test_{name}.py" for name in ("attacks", "construction_suites", "limits", "spec", "suites"))
FIRMWARE = tuple(f"tests/ports/test_{name}.py" for name in ("firmware_ports", "radio", "zephyr"))
KNOBS = ("tests/build/test_knobs.py",)
JAVASCRIPT = "answers arguments batches moving wiping stream"
NATIVE_TRACES = ("tests/constant_time/test_native_traces.py",)
ENGINE_TRACES = ("tests/constant_time/test_engine_traces.py",)
TEXTS = tuple(f"tests/prove/test_{name}.py" for name in ("coq", "counter", "texts"))
BOARDS = ("bench/board/test_board.py",)
EVIDENCE = ("tests/constant_time/test_evidence.py",)

# ---- What several areas need ----------------------------------------------------------------------------

NATIVE_64 = ("aarch64", "riscv64")  # the lane engines of one of them, and what each chooses at run time
RVV = "riscv64-vectors"
EMULATED_TESTS = (UNIT, LANES, MASKED, CONSTRUCTIONS, "ascon-genkat")
VALGRIND = ("constant_time", "constant_time_constructions")
BUILDS: tuple[Step, ...] = (
    CMake("gcc", preset="release", quick=(UNIT, LANES, THREADS, CONSTRUCTIONS, "ascon-genkat", COMMAND)),
    CMake("clang", preset="clang", full=(UNIT, "ascon-genkat")),
    CMake("asan", preset="asan"),
    CMake("tsan", preset="tsan", full=(THREADS, COMMAND), all=(THREADS, COMMAND)),
    CMake("constant-time", preset="constant-time", quick=VALGRIND, full=VALGRIND),
    CMake("lto", preset="lto", all=(UNIT, MASKED, CONSTRUCTIONS)),
    CMake("constant-time-lto", preset="constant-time-lto", all=VALGRIND),
    CMake("arm", preset="arm"),
    CMake("arm-undefined", preset="arm-undefined"),
    CMake("s390x", preset="s390x", full=(THREADS, *EMULATED_TESTS)),
    CMake("i686", preset="i686", all=EMULATED_TESTS),
    *(CMake(name, preset=name, all=(THREADS, *EMULATED_TESTS)) for name in NATIVE_64),
    CMake(RVV, preset=RVV, all=(UNIT,)),
    Run("wheels", words=PYTHON_ENV),
    Run("fuzzers", words=(sys.executable, "dev", "fuzz", "--build")),
    *(
        Run(Path(folder).name, words=(*PYTHON_ENV, "environment", Path(folder).name, f"{folder}/requirements.txt"))
        for folder in ("proofs", "tools/mutation")
    ),
    Run("site", words=(sys.executable, "tools/docs.py")),
    Run("npm", words=(sys.executable, "tools/javascript.py")),
)

# ---- Areas ----------------------------------------------------------------------------------------------


def unit_tests(
    name: str, threads: bool = True, cpp: tuple[str, ...] = LATER, tiers: tuple[str, ...] = LATER
) -> Iterator[Step]:
    """The programs of one build; those of C++ in the tiers `cpp`."""
    quick = {"tiers": TIERS} if name == "gcc" else {}
    common = {"preset": name if name != "gcc" else "release", "after": (name,), "tiers": tiers}
    everywhere = {**common, **quick}
    yield Programs(f"unit tests, {name}", "core", programs=(UNIT,), filter=NO_BATCHES, **everywhere)
    yield CTest(f"known answers, {name}", "core", label="core", **everywhere)
    yield Programs(f"batches, {name}", "batch", programs=(UNIT,), filter=BATCHES, **everywhere)
    yield Programs(f"shares, {name}", "masked", programs=(MASKED,), **common)
    yield Programs(f"constructions, {name}", "constructions", programs=(CONSTRUCTIONS,), **everywhere)
    yield Programs(f"plain lanes, {name}", "batch", programs=(LANES,), filter="*plain_x4*", **everywhere)
    yield CTest(f"environment, {name}", "batch", label="batch", **common)
    if threads:
        yield Programs(f"threads, {name}", "batch", programs=(THREADS,), **everywhere)
    if cpp:
        yield Programs(f"C++, {name}", "cpp", programs=(CPP,), **{**common, "tiers": cpp})


# Builds in which secrets are poisoned: (step, preset, tiers).
POISONED = (
    ("constant time", "constant-time", TIERS),
    ("constant time, LTO", "constant-time-lto", ("all",)),
)
# Builds with the command and benchmarks, and when these are tested: (step, preset, tiers).
WHOLE = (("gcc", "release", LATER), ("clang", "clang", ("all",)))

CORE: tuple[Step, ...] = (
    *(
        CTest(name, area, (preset,), tiers, preset=preset, label=f"{area}-constant-time")
        for name, preset, tiers in POISONED
        for area in ("core", "constructions")
    ),
    Pytest("knobs", "core", ("gcc",), files=KNOBS),
    Pytest("builds", "core", ("gcc",), files=("tests/build",), but=(*KNOBS, *WIPING, *LINK_TIME)),
    Pytest("wiping", "core", files=WIPING),
    Pytest("link-time optimisation", "core", files=LINK_TIME),
    *(
        Programs("wiping, LTO", area, ("lto",), ("all",), preset="lto", programs=(name,), filter=SEARCHED)
        for area, name in (("core", UNIT), ("masked", MASKED), ("constructions", CONSTRUCTIONS))
    ),
    Pytest("machine code, backends", "core", files=("tests/constant_time/test_avx512vl.py",)),
    Pytest("native traces", "core", ("gcc",), files=NATIVE_TRACES),
    Pytest("native traces, clang", "core", ("clang",), ("all",), files=NATIVE_TRACES, preset="clang"),
    Pytest("traces of engines", "core", ("aarch64",), ("all",), files=ENGINE_TRACES, preset="aarch64"),
    Pytest(f"traces of engines, {RVV}", "core", (RVV,), ("all",), files=ENGINE_TRACES, preset=RVV),
    Pytest("evidence", "core", ("constant-time",), files=EVIDENCE, preset="constant-time"),
    Pytest("dev", "core", files=("tests/dev",)),
    Pytest("mutation testing", "core", ("mutation",), files=("tests/mutation",), runner=MUTATOR),
    Pytest("specification", "core", files=SPECIFICATION),
    Pytest("models", "constructions", files=("spec/constructions",)),
    Pytest("statistics", "constructions", ("gcc",), files=("tests/constructions",)),
    *(
        Pytest(f"benchmarks, {name}", "core", (name,), tiers, files=("bench",), but=BOARDS, preset=preset)
        for name, preset, tiers in WHOLE
    ),
)  # fmt: skip
BATCH: tuple[Step, ...] = (
    Programs("threads, tsan", "batch", ("tsan",), preset="tsan", programs=(THREADS,)),
    Pytest("machine code", "batch", files=("tests/constant_time/test_batch_code.py",)),
)
OTHERS: tuple[Step, ...] = (
    Pytest("processors and machines", "embedded", files=("tests/embedded",)),
    Pytest("a Cortex-M and an AVR", "embedded", tiers=QUICK, files=TARGETS, keyword="test_every_target"),
    Pytest("traces", "embedded", files=("tests/constant_time/test_traces.py",)),
    Pytest("command", "command", ("gcc",), QUICK, files=("tests/cli",), but=NEEDS_MORE, parallel=True),
    *(
        Pytest(f"command, {name}", "command", (name,), tiers, files=("tests/cli",), parallel=True, preset=preset)
        for name, preset, tiers in WHOLE
    ),
    *(
        CTest(f"parts, {name}", "command", (name,), tiers, preset=preset, label="command")
        for name, preset, tiers in WHOLE
    ),
    *(CTest(f"overhead, {name}", "cpp", (name,), tiers, preset=preset, label="cpp") for name, preset, tiers in WHOLE),
    *(
        CTest(f"speed, {name}", "constructions", (name,), tiers, preset=preset, label="constructions-speed")
        for name, preset, tiers in WHOLE
    ),
    Pytest("command, asan", "command", ("asan",), ("full",), files=SHORT_SANITIZED, **ADDRESS),
    Pytest("command, asan", "command", ("asan",), ("all",), files=("tests/cli",), but=SEARCHES, **ADDRESS),
    Pytest("command, tsan", "command", ("tsan",), ("full",), files=SHORT_SANITIZED, **THREAD),
    Pytest("command, tsan", "command", ("tsan",), ("all",), files=("tests/cli",), but=(*SEARCHES, *WRITTEN), **THREAD),
    Pytest("headers and examples", "cpp", files=("tests/cpp/test_cpp.py",)),
    Pytest("Windows", "cpp", files=("tests/cpp/test_cpp_windows.py",)),
    Pytest(
        "package", "python", ("wheels",), files=("tests/python",), but=(*FRAMES, *CLUSTERS), runner=PACKAGE,
        parallel=True,
    ),
    Pytest("calls", "python", tiers=QUICK, runner=(*PYTHON_ENV, "few")),
    Pytest("package, newer Python", "python", ("wheels",), runner=NEWER, optional="no newer Python here"),
    Pytest("package, asan", "python", ("wheels",), ("full",), files=BOUNDS, runner=SANITIZED),
    Pytest("package, asan", "python", ("wheels",), ("all",), files=(*BOUNDS, *CALLS), runner=SANITIZED),
    # One at a time: they share a folder of cargo's.
    Pytest("crates", "rust", ("gcc",), files=RUST, but=RUST_TARGETS, alone="cargo"),
    Pytest("crates on other processors", "rust", files=RUST_TARGETS, alone="cargo"),
    Pytest("frames", "frames", ("wheels",), files=FRAMES, runner=PACKAGE, parallel=True),
    *(
        Pytest(path[18:-3], "frames", ("wheels",), files=(path,), runner=PACKAGE, alone="cluster")
        for path in CLUSTERS
    ),
    Pytest("TLS", "protocols", ("wheels",), files=("tests/protocols/test_tls.py",), runner=PACKAGE, alone="cargo"),
    Pytest("module", "go", ("gcc",), files=("tests/go",)),
    Node(
        "calls", "javascript", ("npm", "gcc"),
        files=tuple(f"tests/javascript/{name}.test.mjs" for name in JAVASCRIPT.split()),
    ),
    Node("package", "javascript", ("npm",), files=("tests/javascript/package.test.mjs",)),
    Node("browsers", "javascript", ("npm",), files=("tests/javascript/browser.test.mjs",)),
    Pytest("first samples", "docs", ("gcc",), QUICK, files=SAMPLES, keyword=FIRST_PAGES),
    Pytest("samples", "docs", ("gcc",), files=(*SAMPLES, "tests/docs/test_readme.py")),
    Pytest("pages followed", "docs", tiers=("all",), files=("tests/docs/test_followed_pages.py",)),
    Pytest("site", "docs", ("site",), files=("tests/docs/test_site.py",), runner=SITE),
    Pytest("explorer", "explorer", ("site",), files=("tests/docs/test_explorer.py",), runner=SITE),
    Pytest("OpenSSL", "ports", files=("tests/ports/test_openssl.py",)),
    Pytest("PSA", "ports", files=("tests/ports/test_psa.py",)),
    Pytest("moving", "ports", files=("tests/ports/test_moving.py",)),
    Pytest("packages", "ports", files=("tests/ports/test_packages.py",)),
    Pytest("project", "ports", files=("tests/ports/test_project.py",)),
    Pytest("installed", "ports", tiers=("all",), files=("tests/ports/test_installed.py",)),
    Pytest("firmware", "ports", files=FIRMWARE),
    Pytest("MicroPython", "ports", files=("tests/ports/test_micropython.py",)),
    Pytest("SUPERCOP", "ports", files=("tests/ports/test_supercop.py",)),
    *(
        Programs(f"processor, {name}", "accelerators", (name,), preset=preset, programs=ACCELERATORS)
        for name, preset in (("gcc", "release"), ("asan", "asan"))
    ),
    Pytest("emulated devices", "accelerators", ("gcc", "asan"), files=("tests/accelerators",), but=ON_DEVICES),
    Pytest("package on devices", "accelerators", ("gcc", "wheels"), files=ON_DEVICES, runner=PACKAGE),
    Pytest("counters", "datagram", files=("tests/datagram",)),
    Pytest("COSE", "protocols", ("gcc", "wheels"), files=COSE, runner=PACKAGE),
    Pytest("OSCORE", "protocols", ("wheels",), files=OSCORE, runner=PACKAGE),
    Pytest("targets", "fuzz", ("fuzzers",), files=("tests/fuzz",), parallel=True),
    Pytest("laboratory", "masked", ("proofs",), files=("tests/lab",), runner=PROOFS, parallel=True),
    Pytest("boards", "masked", ("proofs",), files=BOARDS, runner=PROOFS),
    Pytest("machine code", "prove", ("proofs", "gcc", "clang"), files=("tests/prove",), but=TEXTS, runner=PROOFS,
           parallel=True),
    Pytest("texts", "prove", ("proofs",), files=TEXTS[2:], runner=PROOFS),
    Pytest("Coq", "prove", ("proofs", "gcc"), files=TEXTS[:2], runner=PROOFS),
    Pytest("compilers", "analysis", files=("tests/analysis/test_compilers.py",)),
    Pytest("MISRA", "analysis", files=("tests/analysis/test_misra.py",)),
    Pytest("Eva", "analysis", files=("tests/analysis/test_eva.py",), parallel=True),
    Script("checks", "lint", words=("tools/lint.py", "--part", "checks")),
    Script("clang-tidy, library", "lint", ("gcc",), words=("tools/lint.py", "--part", "tidy")),
    Script("clang-tidy, command", "lint", ("gcc",), ("all",), words=("tools/lint.py", "--part", "slow-tidy")),
)  # fmt: skip

STEPS: tuple[Step, ...] = (
    *BUILDS,
    *CORE,
    *BATCH,
    *unit_tests("gcc"),
    # In the full tier, asan has the rest with clang.
    Programs("unit tests, clang", "core", ("clang",), ("full",), preset="clang", programs=(UNIT,)),
    CTest("known answers, clang", "core", ("clang",), ("full",), preset="clang", label="core"),
    *unit_tests("clang", cpp=("all",), tiers=("all",)),
    *unit_tests("asan"),
    *unit_tests("arm", cpp=()),
    *unit_tests("s390x", cpp=("all",)),
    # What valgrind is told must not change results.
    *unit_tests("constant-time", cpp=(), tiers=("all",)),
    # As asan, where size_t has 32 bits.
    *unit_tests("arm-undefined", cpp=(), tiers=("all",)),
    # qemu-i386 hangs in the creation of any thread. In the full tier, arm has 32 bits.
    *unit_tests("i686", threads=False, cpp=("all",), tiers=("all",)),
    *(step for name in NATIVE_64 for step in unit_tests(name, cpp=(), tiers=("all",))),
    *(
        CTest(f"vector lengths, {name}", "batch", (name,), ("all",), preset=name, label="batch-vectors")
        for name in ("aarch64", RVV)
    ),
    *OTHERS,
)

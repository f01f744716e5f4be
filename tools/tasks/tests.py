# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which tests to run and where: `./dev test`. The package `testing` has the table of steps and runs them."""

import argparse
import ctypes
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from python_env import FOLDER, PIP, PYTEST, ROOT, environment, install_wheel
from testing import reports, running
from testing.kinds import TIERS, Plan, Step
from testing.steps import AREAS, STEPS

from . import packages
from .commands import Failure, call


def test(arguments: argparse.Namespace) -> None:
    if arguments.bare:
        test_bare()
        return
    if arguments.sycl and not arguments.list:
        test_sycl(arguments.areas)
        return
    if arguments.pytorch and not arguments.list:
        test_pytorch(arguments.areas)
        return
    if arguments.device and not arguments.list:
        test_device(arguments.device, arguments.areas, arguments.match)
        return
    tier = "all" if arguments.all else "full" if arguments.full or arguments.areas else "quick"
    areas = arguments.areas or list(AREAS)
    chosen = chosen_steps(arguments, areas, tier)
    if arguments.list:
        list_tests(chosen, by_area=not arguments.areas)
        return
    packages.install(packages.of_areas({step.area for step in chosen}, tier))
    at_a_time, jobs = running.parallelism()
    plan = Plan(tier, arguments.match, jobs)
    start = time.monotonic()
    results = running.run(chosen, STEPS, plan, at_a_time)
    if arguments.areas or not plan.match:
        running.with_empty_areas(results, list(dict.fromkeys(step.area for step in chosen)))
    if tier == "quick":
        print_what_is_left(chosen)
    if not reports.print_summary(results, time.monotonic() - start):
        sys.exit(1)


def print_what_is_left(chosen: list[Step]) -> None:
    """What the quick tier does not test."""
    tested = {step.area for step in chosen}
    print("\nNot tested:")
    for area, text in AREAS.items():
        if area not in tested:
            print(f"{area:<14} {text}")
    print(f"and of {', '.join(area for area in AREAS if area in tested)}: other compilers, processors and sanitizers.")
    print("./dev test --full tests these in some cases, --all in every case; ./dev test AREA... one or more areas.")


def chosen_steps(arguments: argparse.Namespace, areas: list[str], tier: str) -> list[Step]:
    tiers = TIERS if arguments.list else (tier,)
    of_areas = [step for step in STEPS if step.area in areas and set(tiers) & set(step.tiers)]
    chosen = [step for step in of_areas if re.search(arguments.steps, step.name)]
    if not chosen:
        raise Failure(f"no step's name has {arguments.steps!r} in it; ./dev test --list {areas[0]} names them")
    return sorted(chosen, key=lambda step: areas.index(step.area))


def list_tests(chosen: list[Step], by_area: bool) -> None:
    """Areas or their steps, with the tests and minutes of processors of the last time."""
    rows: dict[str, list[Step]] = {}
    for step in chosen:
        rows.setdefault(step.area if by_area else step.name, []).append(step)
    times = reports.load_times()
    print(f"{'':<28}" + "".join(f" {f'--{tier}' if tier != 'quick' else tier:>16}" for tier in TIERS))
    for name, steps in rows.items():
        cells = [name]
        for tier in TIERS:
            known = [row for step in steps if (row := times.get(tier, {}).get(step.slug))]
            count, processor = sum(row["tests"] for row in known), sum(row["processor"] for row in known)
            cells.append(f"{count} in {reports.minutes(processor)}" if known else "-")
        print("{:<28} {:>16} {:>16} {:>16}".format(*cells), AREAS[name] if by_area else "")
    print("Tests, and the minutes of a processor that they took the last time here, without building.")


# ---- On a device -----------------------------------------------------------------------------------

# What each is called in the tests in C++.
DEVICES = {"cpu": "processor", "cuda": "cuda", "opencl": "opencl"}
DEVICE_TESTS = ("tests/python/test_devices.py", "tests/python/test_cuda_arrays.py")
OPEN = """
import asconkit, sys
try:
    print(asconkit.device(sys.argv[1]))
except asconkit.DeviceError as error:
    sys.exit(str(error))
"""


def test_device(kind: str, areas: list[str], match: str) -> None:
    """The tests of accelerators that need no emulation; Failure without such a device."""
    require_accelerators(areas, f"--device {kind}")
    if kind == "cuda" and not loads("libcuda.so.1"):  # said before minutes of building; the library says the rest
        raise Failure("--device cuda: there is no libcuda.so.1: no driver is installed")
    packages.install(packages.of_areas(areas, "full"))
    call(sys.executable, "tools/python_env.py")
    python = FOLDER / "venv/bin/python"
    opened = subprocess.run([python, "-c", OPEN, kind], capture_output=True, text=True)
    if opened.returncode != 0:
        raise Failure(f"--device {kind}: {opened.stderr.strip() or opened.returncode}")
    print(opened.stdout, end="", flush=True)
    call("cmake", "--preset", "release")
    call("cmake", "--build", "--preset", "release", "--target", "accelerator_tests")
    settings = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    program = ("build/release/bin/accelerator_tests", "--gtest_filter=-PlantedFault.*:*Faults.*")
    call(*program, env={**settings, "ASCONKIT_TEST_DEVICE": DEVICES[kind]})
    call(python, *PYTEST, "-k", match, *DEVICE_TESTS, env={**settings, "ASCONKIT_TEST_DEVICE": kind})


def require_accelerators(areas: list[str], option: str) -> None:
    if areas != ["accelerators"]:
        raise Failure(f"{option.split()[0]} is for one area: ./dev test accelerators {option}")


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def test_pytorch(areas: list[str]) -> None:
    """Arrays of PyTorch in memory of the host, with the package that the other tests have."""
    require_accelerators(areas, "--pytorch")
    packages.install(packages.of_areas(areas, "full"))
    wheel = install_wheel(environment(Path(sys.executable), "venv"))
    python = environment(Path(sys.executable), "pytorch", ROOT / "bindings/python/requirements-pytorch.txt")
    call(python, *PIP, "install", "--no-deps", "--force-reinstall", wheel)
    call(python, *PYTEST, "-k", "torch", "tests/python/test_dlpack.py")


def test_sycl(areas: list[str]) -> None:
    """The tests of ascon_sycl.hpp on the processor, by SYCL's runtime, which compiles the kernels."""
    require_accelerators(areas, "--sycl")
    packages.install(packages.of_areas(areas, "full"))
    runtime = environment(Path(sys.executable), "sycl", ROOT / "tools/sycl-requirements.txt").parent.parent
    call("cmake", "--preset", "release", f"-DASCONKIT_SYCL_RUNTIME={runtime}")
    call("cmake", "--build", "--preset", "release", "--target", "sycl_runtime_tests")
    libraries = runtime / "lib"
    settings = {
        "LD_LIBRARY_PATH": str(libraries),
        "OCL_ICD_FILENAMES": str(libraries / "libintelocl.so"),
        "ONEAPI_DEVICE_SELECTOR": "opencl:cpu",
    }
    call("build/release/bin/sycl_runtime_tests", "--gtest_filter=-PlantedFault.*", env={**os.environ, **settings})


# ---- In a fresh minimal system -------------------------------------------------------------------


def add_bare_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bare", action="store_true", help="of the last commit, in a fresh minimal system")
    parser.add_argument("--suite", default="bookworm", metavar="NAME", help="of --bare: bookworm, trixie or noble")
    parser.add_argument("--keep", metavar="FOLDER", help="of --bare: keep the system there, or use that one again")


def test_bare() -> None:
    """./dev test with the other options, on a machine that has nothing."""
    own = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    add_bare_options(own)
    arguments, others = own.parse_known_args(sys.argv[2:])
    packages.install(["mmdebstrap", *([] if os.geteuid() == 0 else ["uidmap"])])
    keep = ["--keep", arguments.keep] if arguments.keep else []
    call(sys.executable, "tools/bare.py", "--suite", arguments.suite, *keep, "./dev", "test", *others)

"""The tests of batches on OpenCL devices: on pocl, a processor as a device, and on Oclgrind, an emulator that reports
what a kernel reads and writes outside of its memory. Neither is a GPU."""

import ctypes
import os
import subprocess
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT, need, run

BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
PROGRAM = BUILD / "bin/accelerator_tests"
DRIVERS = {"pocl": "libpocl.so.2", "oclgrind": "/usr/lib/oclgrind/liboclgrind-rt-icd.so"}


def with_driver(folder: Path, driver: str, filter: str = "*", **settings: str) -> subprocess.CompletedProcess:
    """The test program with this driver as the only one; none if it is empty."""
    vendors = folder / "vendors"
    vendors.mkdir()
    if driver:
        (vendors / "driver.icd").write_text(DRIVERS[driver] + "\n")
    own = {"OCL_ICD_VENDORS": f"{vendors}/", "ASCONKIT_TEST_DEVICE": "opencl", "POCL_CACHE_DIR": str(folder / "cache")}
    # Its own optimiser makes instructions that Oclgrind does not know.
    own |= {"OCLGRIND_BUILD_OPTIONS": "-cl-opt-disable", "OCLGRIND_CHECK_API": "1"}
    command = [PROGRAM, f"--gtest_filter={filter}"]
    return subprocess.run(command, env={**os.environ, **own, **settings}, capture_output=True, text=True)


def test_pocl(tmp_path):
    done = with_driver(tmp_path, "pocl", "-PlantedFault.*:*Faults.*:Cuda*")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert "SKIPPED" not in done.stdout


def system_library() -> str:
    """The path of libOpenCL.so.1, where this process finds it."""
    ctypes.CDLL("libOpenCL.so.1")
    lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    return next(line.split()[-1] for line in lines if "libOpenCL.so" in line)


def test_each_call_fails(tmp_path):
    """Each message is then complete, or untouched and marked, and all objects are released. Where none fails, staging
    memory, pinned and of the device, holds nothing after a call."""
    system = {"FAULTS_LIBRARY": system_library(), "LD_LIBRARY_PATH": str(BUILD / "faults")}
    done = with_driver(tmp_path, "pocl", "OpenClFaults.*", **system)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert "SKIPPED" not in done.stdout and "OpenClFaults.EachCallFails" in done.stdout
    assert "OpenClFaults.StagingIsWiped" in done.stdout


# One algorithm of each kind and specification; ragged ones have all lengths.
SHAPES = ("ascon_aead128", "ascon_80pq", "ascon_hash256", "ascon_hasha", "ascon_maca", "ascon_prfshort")


@pytest.mark.parametrize("name", SHAPES)
def test_no_access_out_of_bounds(name, tmp_path):
    done = with_driver(tmp_path, "oclgrind", f"*ManyParts/{name}:*OfTheDevice/{name}:Accelerator.RaggedPrfShort")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert "ERROR" not in done.stderr and "Invalid" not in done.stdout + done.stderr, done.stderr[:3000]


def test_oclgrind_finds_an_access_out_of_bounds(tmp_path):
    """A batch whose strings are longer than their memory."""
    done = with_driver(tmp_path, "oclgrind", "PlantedFault.*", ASCONKIT_TEST_PLANTED="1")
    assert "Invalid read" in done.stderr, done.stdout + done.stderr


def test_without_drivers(tmp_path):
    done = with_driver(tmp_path, "", "Accelerator.MisuseOfMemory")
    assert done.returncode != 0
    assert "OpenCL: no driver is installed" in done.stdout


def test_kernels_are_opencl_c(tmp_path):
    """What another compiler has to say about them, as OpenCL C 1.2."""
    parts = [f'#include "{LIBRARY / "accelerators/kernel/kernels.h"}"\n']
    (tmp_path / "kernels.cl").write_text("".join(parts))
    flags = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-Wall", "-Wextra", "-Werror"]
    run(need("clang-19"), *flags, "-fsyntax-only", tmp_path / "kernels.cl")

"""The Python package, whose environment runs this, on emulated devices: the stand-in for CUDA's driver, and pocl.
Neither is a GPU."""

import os
import subprocess
import sys

from builds import ROOT

TESTS = ("tests/python/test_devices.py", "tests/python/test_cuda_arrays.py")


def run_tests(device: str, **settings: str) -> subprocess.CompletedProcess:
    own = {**os.environ, "ASCONKIT_TEST_DEVICE": device, "PYTHONDONTWRITEBYTECODE": "1", **settings}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True)


def test_stand_in_for_cuda():
    done = run_tests("cuda", ASCONKIT_STAND_IN="1", LD_LIBRARY_PATH=str(ROOT / "build/release/standin"))
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def test_pocl(tmp_path):
    vendors = tmp_path / "vendors"
    vendors.mkdir()
    (vendors / "driver.icd").write_text("libpocl.so.2\n")
    done = run_tests("opencl", OCL_ICD_VENDORS=f"{vendors}/", POCL_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def test_without_devices():
    """A machine without drivers says so in one line."""
    code = "import asconkit\nfor kind in ('cuda', 'opencl'):\n"
    code += "    try: print(asconkit.device(kind))\n    except asconkit.DeviceError as error: print(error)\n"
    own = {**os.environ, "OCL_ICD_VENDORS": "/no-such-folder/", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run([sys.executable, "-c", code], env=own, capture_output=True, text=True)
    cuda, opencl = done.stdout.splitlines()
    assert cuda.startswith("CUDA: ") and opencl == "OpenCL: no driver is installed", done.stdout + done.stderr

"""CUDA without a GPU: the host's side on a stand-in for the driver, which runs the kernels as C++, and the machine code
of the kernels. No GPU has run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT

sys.path.insert(0, str(ROOT / "tools"))
import cuda_kernels  # noqa: E402

RELEASE, ASAN = ROOT / "build/release", ROOT / "build/asan"


def on_stand_in(
    build: Path, folder: Path, filter: str = "-PlantedFault.*:OpenCl*", program: str = "accelerator_tests",
    **settings: str,
):  # fmt: skip
    """Runs the test program with the stand-in of its build as the only device."""
    own = {"LD_LIBRARY_PATH": str(build / "standin"), "ASCONKIT_TEST_DEVICE": "cuda", **settings}
    command = [build / "bin" / program, f"--gtest_filter={filter}"]
    return subprocess.run(command, env={**os.environ, **own}, cwd=folder, capture_output=True, text=True)


def test_stand_in(tmp_path):
    done = on_stand_in(RELEASE, tmp_path)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert "SKIPPED" not in done.stdout and "CudaFaults.EachCallFails" in done.stdout


# What was not given back, as the driver refused it, is left.
@pytest.mark.parametrize("filter,leaks", [("-PlantedFault.*:*Faults.*:OpenCl*", "1"), ("CudaFaults.*", "0")])
def test_stand_in_under_sanitizers(filter, leaks, tmp_path):
    done = on_stand_in(ASAN, tmp_path, filter, ASAN_OPTIONS=f"detect_leaks={leaks}")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]


def test_sanitizer_finds_an_access_out_of_bounds(tmp_path):
    done = on_stand_in(ASAN, tmp_path, "PlantedFault.*", ASCONKIT_TEST_PLANTED="1")
    assert done.returncode != 0 and "heap-buffer-overflow" in done.stderr, done.stdout + done.stderr


def test_without_a_driver(tmp_path):
    """The machines that run this have no driver; on one that has, there is nothing to see."""
    if shutil.which("nvidia-smi"):
        pytest.skip("this machine has a driver of NVIDIA")
    own = {**os.environ, "ASCONKIT_TEST_DEVICE": "cuda"}
    command = [RELEASE / "bin/accelerator_tests", "--gtest_filter=Accelerator.MisuseOfMemory"]
    done = subprocess.run(command, env=own, capture_output=True, text=True)
    assert done.returncode != 0 and "CUDA: there is no libcuda.so.1: no driver is installed" in done.stdout


def test_driver_without_a_device(tmp_path):
    done = on_stand_in(RELEASE, tmp_path, "Accelerator.MisuseOfMemory", STANDIN_NO_DEVICE="1")
    assert done.returncode != 0 and "CUDA: the driver has no device" in done.stdout


@pytest.mark.parametrize("settings,loaded", [({}, "machine code"), ({"STANDIN_NO_CODE_FOR_DEVICE": "1"}, "PTX")])
def test_machine_code_is_loaded_if_it_fits(settings, loaded, tmp_path):
    done = on_stand_in(RELEASE, tmp_path, "-PlantedFault.*:*Faults.*", program="accelerator_image_tests", **settings)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert set(done.stderr.splitlines()) == {f"stand-in: loads {loaded}"}


# ---- Machine code ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=cuda_kernels.ARCHITECTURES)
def architecture(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def built(architecture, tmp_path_factory) -> tuple[str, str, str]:
    """PTX, what ptxas says, and the disassembly."""
    folder, bin = tmp_path_factory.mktemp("cuda"), cuda_kernels.tools()
    text = cuda_kernels.ptx(bin, folder)
    return (text, *cuda_kernels.machine_code(bin, folder, architecture))


def test_file_is_what_the_compiler_writes(built):
    assert cuda_kernels.TARGET.read_text(encoding="utf-8") == cuda_kernels.header(built[0])


def test_images_are_reproducible(tmp_path):
    made = []
    for name in ("one", "a second folder"):
        folder = tmp_path / name
        folder.mkdir()
        made.append(cuda_kernels.images(cuda_kernels.tools(), folder))
    assert made[0] == made[1] and made[0].count(b"\x7fELF") == len(cuda_kernels.ARCHITECTURES)
    numbers = cuda_kernels.images_header(made[0]).split("{")[1].split("}")[0].split(",")[:-1]
    assert bytes(map(int, numbers)) == made[0]


def kernel_names() -> list[str]:
    text = (LIBRARY / "accelerators/kernel/kernels.h").read_text(encoding="utf-8")
    return re.findall(r"^KERNEL (\w+)\(", text, re.M)


def test_registers(built):
    """At most 40, so that a multiprocessor has 1536 lanes at a time, and none in memory."""
    assert built[1].count("Compiling entry function") == len(kernel_names())
    assert set(re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", built[1])) == {("0", "0")}
    used = registers(built[1])
    assert len(used) == len(kernel_names()) and max(used) <= 40, used


def registers(said: str) -> list[int]:
    return [int(number) for number in re.findall(r"Used (\d+) registers", said)]


INSTRUCTION = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z0-9_.]+)")


def loops(listing: str) -> list[list[str]]:
    """The instructions between a label and each branch back to it."""
    labels: dict[str, int] = {}
    found, code = [], []
    for line in listing.splitlines():
        if label := re.match(r"(\.L_\w+):", line):
            labels[label[1]] = len(code)
        elif instruction := INSTRUCTION.search(line):
            code.append(instruction[1])
            target = re.search(r"BRA.*\((\.L_\w+)\)", line)
            if target and target[1] in labels:
                found.append(code[labels[target[1]] :])
    return found


def rounds_of(listing: str) -> list[str]:
    """The innermost loop with the rotations of two rounds."""
    return min((loop for loop in loops(listing) if sum("SHF" in word for word in loop) >= 40), key=len)


def of_kernel(disassembly: str, name: str) -> str:
    return re.split(r"^\.text\.", disassembly, flags=re.M)[1:][kernel_order(disassembly).index(name)]


def kernel_order(disassembly: str) -> list[str]:
    return re.findall(r"^\.text\.(\w+):", disassembly, re.M)


@pytest.mark.parametrize("name", kernel_names())
def test_round_is_51_instructions(name, built, architecture):
    loop = rounds_of(of_kernel(built[2], name))
    counts = {kind: sum(word.startswith(kind) for word in loop) for kind in ("LOP3", "SHF", "LDL", "STL", "LDG", "BRA")}
    assert counts == {"LOP3": 62, "SHF": 40, "LDL": 0, "STL": 0, "LDG": 0, "BRA": 1}
    counting = 12 if architecture == "120" else 6  # what the loop itself takes
    assert len(loop) <= 2 * 51 + counting


def test_permutation_stands_once(built):
    for name in kernel_names():
        found = [loop for loop in loops(of_kernel(built[2], name)) if sum("SHF" in word for word in loop) == 40]
        assert len(found) == 1, name


def changed_kernels(file: str, text: str, other: str, architecture: str, folder: Path) -> tuple[str, str]:
    """What ptxas says of kernels with this change, and their disassembly."""
    shutil.copytree(LIBRARY / "accelerators/kernel", folder / "kernel")
    whole = (folder / "kernel" / file).read_text(encoding="utf-8")
    assert whole.count(text) == 1
    (folder / "kernel" / file).write_text(whole.replace(text, other), encoding="utf-8")
    bin = cuda_kernels.tools()
    cuda_kernels.ptx(bin, folder, sources=folder)
    return cuda_kernels.machine_code(bin, folder, architecture)


def test_more_instructions_are_found(tmp_path):
    """The S-box as the standard writes it takes more."""
    _, listing = changed_kernels("permutation.h", "LOGIC(EQUAL, w, x1, x1)", "~LOGIC(XOR, w, x1, 0)", "90", tmp_path)
    assert sum(word.startswith("LOP3") for word in rounds_of(of_kernel(listing, kernel_names()[0]))) > 62


def test_more_registers_are_found(tmp_path):
    """Addresses that the compiler keeps take more."""
    said, _ = changed_kernels("language.h", 'asm volatile("" : "+r"(x))', "((void)0)", "120", tmp_path)
    assert max(registers(said)) > 40

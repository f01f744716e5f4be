"""CUDA without a GPU: the host's side on a stand-in for the driver and NVRTC, which runs the kernels as C++, and the
machine code that NVRTC makes of the kernels."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT

sys.path.insert(0, str(ROOT / "tools"))
import accelerator_sources  # noqa: E402
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


@pytest.mark.parametrize("program,settings,loaded", [
    ("accelerator_tests", {}, "a kernel"),
    ("accelerator_tests", {"STANDIN_NO_ARCHITECTURE": "1"}, "a kernel"),
    ("accelerator_image_tests", {}, "an image"),
    ("accelerator_image_tests", {"STANDIN_NO_CODE_FOR_DEVICE": "1"}, "a kernel"),
])  # fmt: skip
def test_kernels_are_compiled_where_no_image_fits(program, settings, loaded, tmp_path):
    done = on_stand_in(RELEASE, tmp_path, "-PlantedFault.*:*Faults.*:OpenCl*", program, **settings)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert set(done.stderr.splitlines()) == {f"stand-in: loads {loaded}"}


def test_kernels_by_nvrtc(tmp_path):
    """The real compiler, which needs no device, by its path."""
    settings = {"ASCONKIT_NVRTC": str(cuda_kernels.library())}
    done = on_stand_in(RELEASE, tmp_path, "Accelerator.*", **settings)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert set(done.stderr.splitlines()) == {"stand-in: loads an ELF file"}


@pytest.mark.parametrize(
    "settings,text",
    [
        ({}, "CUDA: no compiler: there is no libnvrtc.so.13, ASCONKIT_NVRTC names none, and this library has no machine"
             " code for the device (ASCONKIT_CUDA_IMAGES)"),
        ({"ASCONKIT_NVRTC": "libnvrtc.so.13"}, "CUDA: ASCONKIT_NVRTC is 'libnvrtc.so.13'; expected the absolute path"),
        ({"ASCONKIT_NVRTC": "/none.so"}, "CUDA: ASCONKIT_NVRTC is '/none.so'; expected the absolute path"),
        ({"ASCONKIT_NVRTC": "/lib/x86_64-linux-gnu/libc.so.6"}, "CUDA: NVRTC has no nvrtcGetErrorString"),
    ],
)  # fmt: skip
def test_without_a_compiler(settings, text, tmp_path):
    """A file of that name in the current folder is not taken."""
    (tmp_path / "libcuda.so.1").symlink_to(RELEASE / "standin/libcuda.so.1")
    (tmp_path / "here").mkdir()
    (tmp_path / "here/libnvrtc.so.13").symlink_to(RELEASE / "standin/libcuda.so.1")
    own = {"LD_LIBRARY_PATH": str(tmp_path), **settings}
    done = on_stand_in(RELEASE, tmp_path / "here", "Accelerator.MisuseOfMemory", **own)
    assert done.returncode != 0 and text in done.stdout


# ---- Machine code ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=cuda_kernels.ARCHITECTURES)
def architecture(request) -> str:
    return request.param


def compiled(text: str, architecture: str, folder: Path) -> tuple[str, str]:
    """What the compiler says of the kernels, and their disassembly."""
    code, said = cuda_kernels.Compiler().compile(text, architecture, "--ptxas-options=-v")
    (folder / "kernels.cubin").write_bytes(code)
    command = [cuda_kernels.package() / "bin/nvdisasm", "-c", folder / "kernels.cubin"]
    return said, subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def built(architecture, tmp_path_factory) -> tuple[str, str]:
    return compiled(accelerator_sources.kernel_text(), architecture, tmp_path_factory.mktemp("cuda"))


def test_images_are_reproducible(tmp_path):
    """The header has each image as the compiler made it."""
    text, compiler = accelerator_sources.kernel_text(), cuda_kernels.Compiler()
    one, two = (compiler.compile(text, "90")[0] for _ in range(2))
    assert one == two and one.startswith(b"\x7fELF")
    header = cuda_kernels.header({"80": b"none", "90": one})
    numbers = header.split("sm_90[] = {")[1].split("}")[0].split(",")[:-1]
    assert bytes(map(int, numbers)) == one and "cuda_images[] = {sm_80, sm_90};" in header


def kernel_names() -> list[str]:
    text = (LIBRARY / "accelerators/kernel/kernels.h").read_text(encoding="utf-8")
    return re.findall(r"^KERNEL (\w+)\(", text, re.M)


def test_registers(built, architecture):
    """At most 40, so that a multiprocessor has 1536 lanes at a time, and none in memory but 8 bytes, outside of rounds,
    on the newest architecture."""
    assert built[0].count("Compiling entry function") == len(kernel_names())
    spilled = set(re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", built[0]))
    assert spilled <= {("0", "0"), ("8", "8")} and (architecture == "120" or len(spilled) == 1), spilled
    used = registers(built[0])
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
    order = re.findall(r"^\.text\.(\w+):", disassembly, re.M)
    return re.split(r"^\.text\.", disassembly, flags=re.M)[1:][order.index(name)]


@pytest.mark.parametrize("name", kernel_names())
def test_round_is_48_instructions(name, built, architecture):
    loop = rounds_of(of_kernel(built[1], name))
    counts = {kind: sum(word.startswith(kind) for word in loop) for kind in ("LOP3", "SHF", "LDL", "STL", "LDG", "BRA")}
    assert counts == {"LOP3": 56, "SHF": 40, "LDL": 0, "STL": 0, "LDG": 0, "BRA": 1}
    counting = 13 if architecture == "120" else 6  # what the loop itself takes
    assert len(loop) <= 2 * 48 + counting


def test_permutation_stands_once(built):
    for name in kernel_names():
        found = [loop for loop in loops(of_kernel(built[1], name)) if sum("SHF" in word for word in loop) == 40]
        assert len(found) == 1, name


def changed_kernels(text: str, other: str, architecture: str, folder: Path) -> tuple[str, str]:
    """The same of kernels with this change."""
    whole = accelerator_sources.kernel_text()
    assert whole.count(text) == 1
    return compiled(whole.replace(text, other), architecture, folder)


def test_more_instructions_are_found(tmp_path):
    """The S-box as the standard writes it takes more."""
    _, listing = changed_kernels("LOGIC(ANDN_XOR, x3, g, w)", "((x3 & ~g) ^ x1 | g) ^ x0 ^ x4", "90", tmp_path)
    assert sum(word.startswith("LOP3") for word in rounds_of(of_kernel(listing, kernel_names()[0]))) > 56


def test_more_registers_are_found(tmp_path):
    """Without a bound the compiler keeps addresses in registers."""
    said, _ = changed_kernels("__launch_bounds__(128, 12)", "__launch_bounds__(128)", "120", tmp_path)
    assert max(registers(said)) > 40

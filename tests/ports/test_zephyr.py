# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The module of Zephyr: its Kconfig read by kconfiglib, its CMakeLists.txt and the sample's in a stand-in of Zephyr's
build system, the program run on an emulated Cortex-M33."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from builds import ROOT, SHORT_RUN, backends, need, run
from node_frames import READING, node_frame

READ = ROOT / "tests/ports/read.py"
SAMPLES = ROOT / "ports/zephyr/samples"
STAND_IN = ROOT / "tests/ports/zephyr"
M33 = ("ARM=y", "CPU_CORTEX_M=y", "CPU_CORTEX_M33=y")
# Symbols that Zephyr defines for a processor, and the backend that is made for it.
PROCESSORS = {
    "Cortex-M0": (("ARM=y", "CPU_CORTEX_M=y", "CPU_CORTEX_M0=y"), "armv6m"),
    "Cortex-M0+": (("ARM=y", "CPU_CORTEX_M=y", "CPU_CORTEX_M0PLUS=y"), "armv6m"),
    "Cortex-M23": (("ARM=y", "CPU_CORTEX_M=y", "CPU_CORTEX_M23=y"), "armv6m"),
    "Cortex-M4": (("ARM=y", "CPU_CORTEX_M=y", "CPU_CORTEX_M4=y"), "armv7m"),
    "Cortex-M33": (M33, "armv7m"),
    "Cortex-R5": (("ARM=y", "CPU_CORTEX_R5=y"), "armv6"),
    "Cortex-A53": (("ARM64=y", "64BIT=y"), "aarch64"),
    "RV32": (("RISCV=y",), "rv32"),
    "RV32E": (("RISCV=y", "RISCV_ISA_RV32E=y"), "c32"),
    "RV64": (("RISCV=y", "64BIT=y"), "rv64"),
    "Xtensa": (("XTENSA=y",), "xtensa"),
    "x86-64": (("X86=y", "64BIT=y"), "c64"),
    "ARC": (("ARC=y",), "c32"),
}
# Settings of the machine: an instruction takes 16 ns.
QEMU = "qemu-system-arm -M mps2-an505 -nographic -monitor none -serial none -semihosting-config enable=on,target=native"
LINE = re.compile(r"Length +(\d+)  Encrypt +(\d+) \( *\d+ ns\)  Decrypt +(\d+) \( *\d+ ns\)")


def read(tools: Path, *words: object) -> str:
    return run(tools / "python", READ, *words)


@pytest.fixture(scope="module")
def module(tools) -> dict:
    return json.loads(read(tools, "yaml", ROOT / "zephyr/module.yml"))


def settings(tools: Path, module: dict, symbols, *chosen: str) -> str:
    return read(tools, "kconfig", ROOT / module["build"]["kconfig"], *symbols, "--", "ASCONKIT=y", *chosen)


# ---- Kconfig ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("processor", PROCESSORS)
def test_backend_of_each_processor(tools, module, processor):
    symbols, backend = PROCESSORS[processor]
    found = settings(tools, module, symbols)
    assert f'set(CONFIG_ASCONKIT_BACKEND "{backend}")' in found
    assert 'set(CONFIG_ASCONKIT_PROFILE "SMALL")' in found
    assert backend in backends()


def test_nothing_without_it(tools, module):
    found = read(tools, "kconfig", ROOT / module["build"]["kconfig"], *M33)
    assert 'set(CONFIG_ASCONKIT "n")' in found
    assert not re.search(r'ASCONKIT_\w+ "y"|ASCONKIT_BACKEND "', found)


def test_choices(tools, module):
    found = settings(tools, module, M33, "ASCONKIT_BACKEND_BI32=y", "ASCONKIT_PROFILE_SPEED=y")
    assert '_BACKEND "bi32")' in found and '_PROFILE "SPEED")' in found
    words = (READ, "kconfig", ROOT / module["build"]["kconfig"], *M33, "--", "ASCONKIT=y", "ASCONKIT_BACKEND_RV32=y")
    done = subprocess.run([tools / "python", *words], capture_output=True, text=True)
    assert done.returncode != 0 and "cannot be y" in done.stderr


# ---- The samples --------------------------------------------------------------------------------------------------


def scenarios(tools: Path, name: str) -> dict[str, list[str]]:
    """The settings of each scenario in twister's file."""
    sample = json.loads(read(tools, "yaml", SAMPLES / name / "sample.yaml"))
    assert set(sample) == {"sample", "common", "tests"} and set(sample["common"]["harness_config"]["regex"])
    found = {name: (scenario or {}).get("extra_configs", []) for name, scenario in sample["tests"].items()}
    assert all(name.startswith("sample.asconkit.") for name in found)
    return found


def build(tools: Path, module: dict, folder: Path, name: str, chosen: list[str], *more: str) -> Path:
    """The program of a sample; prj.conf is what it asks for in any case."""
    sample = SAMPLES / name
    always = re.findall(r"^CONFIG_(ASCONKIT\S*)$", (sample / "prj.conf").read_text(encoding="utf-8"), re.M)
    assert always == ["ASCONKIT=y"]
    folder.mkdir()
    text = settings(tools, module, M33, *(word.removeprefix("CONFIG_") for word in chosen))
    (folder / "settings.cmake").write_text(text, encoding="utf-8")
    flags = "-mcpu=cortex-m33 -mthumb -mfloat-abi=soft -O2"
    options = [f"-DCMAKE_{language}_COMPILER=arm-none-eabi-gcc" for language in ("C", "ASM")]
    options += [f"-DCMAKE_{language}_FLAGS={flags}" for language in ("C", "ASM")]
    options += ["-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY"]
    options += [f"-DSETTINGS={folder / 'settings.cmake'}", f"-DMODULE={ROOT / module['build']['cmake']}"]
    run("cmake", "-G", "Ninja", "-S", sample, "-B", folder / "build", f"-DZephyr_DIR={STAND_IN}", *options, *more)
    run("cmake", "--build", folder / "build")
    return folder / "build/app"


def printed_by(app: Path) -> str:
    command = [need("qemu-system-arm"), *QEMU.split()[1:], "-icount", "shift=4", "-kernel", app]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    printed = done.stdout + done.stderr
    print(printed)
    return printed


def measure(app: Path) -> dict[int, tuple[int, int]]:
    """Ticks of encryption and decryption by the length of the message."""
    return {int(length): (int(sealing), int(opening)) for length, sealing, opening in LINE.findall(printed_by(app))}


def test_profiles(tools, module, tmp_path):
    """Every scenario, or in the short run two of them; the report is that of the page."""
    todo = scenarios(tools, "profile")
    assert {"sample.asconkit.profile", "sample.asconkit.profile.ref"} <= set(todo)
    if SHORT_RUN:
        todo = {name: todo[name] for name in ("sample.asconkit.profile", "sample.asconkit.profile.ref")}
    ticks, flash = {}, {}
    for name, chosen in todo.items():
        app = build(tools, module, tmp_path / name, "profile", chosen)
        ticks[name] = measure(app)
        flash[name] = int(run("arm-none-eabi-size", app).splitlines()[1].split()[0])
        print(f"{name}: {flash[name]} bytes of flash, ticks {ticks[name]}")
        assert list(ticks[name]) == [1, 16, 64, 128, 256, 512, 1024]
    assert ticks["sample.asconkit.profile"][1024] < ticks["sample.asconkit.profile.ref"][1024]


def test_a_node_sends_readings(tools, module, tmp_path):
    """With settings in RAM. The frames are those of the specification; the second start begins at the next step."""
    assert list(scenarios(tools, "telemetry")) == ["sample.asconkit.telemetry"]
    app = build(tools, module, tmp_path / "telemetry", "telemetry", [], "-DSTORED_COUNTER=0")
    expected = [node_frame(7, counter, READING).hex() for counter in (0, 100)]
    assert printed_by(app).split() == expected


@pytest.mark.parametrize("said, stored", [("Counter 0 is stored", ()), ("The counter is kept", ["-DSTORED_COUNTER=5"])])
def test_firmware_that_provisions_sends_nothing(tools, module, tmp_path, said, stored):
    app = build(tools, module, tmp_path / "telemetry", "telemetry", [], "-DPROVISION=ON", *stored)
    printed = printed_by(app)
    assert said in printed and "0700" not in printed
    assert "#warning" in run("cmake", "--build", app.parent, "--clean-first")


def test_a_node_that_was_not_provisioned_sends_nothing(tools, module, tmp_path):
    app = build(tools, module, tmp_path / "telemetry", "telemetry", [])
    done = subprocess.run([need("qemu-system-arm"), *QEMU.split()[1:], "-kernel", app], capture_output=True, text=True)
    assert done.returncode != 0 and "0700" not in done.stdout + done.stderr


def test_module_names_files(module):
    assert (ROOT / module["build"]["cmake"] / "CMakeLists.txt").is_file()
    assert (ROOT / module["build"]["kconfig"]).is_file()
    assert all(list((ROOT / folder).glob("*/sample.yaml")) for folder in module["samples"])

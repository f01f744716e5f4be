# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/arduino/src/asconkit_radio.h over simulated radios; test_firmware_ports.py runs its sketch in simavr."""

import re
import subprocess
from pathlib import Path

import pytest
from builds import LIBRARY, ROOT, run, sources

HERE = Path(__file__).resolve().parent
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.fixture(scope="module")
def objects(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("radio")
    files = {file for file in sources("c64") if file.suffix == ".c"} | {LIBRARY / "datagram/datagram.c"}
    run("gcc", "-std=c11", "-O1", "-DASCON_BACKEND=c64", f"-I{ROOT}", "-c", *sorted(files), cwd=folder)
    return sorted(folder.glob("*.o"))


def outcome(objects: list[Path], folder: Path, *flags: str) -> str:
    warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
    includes = (f"-I{ROOT}", f"-I{ROOT / 'ports/arduino/src'}")
    radios = folder / "radios"
    run("g++", "-std=c++17", *warnings, *SANITIZED, *includes, *flags, HERE / "radios.cpp", *objects, "-o", radios)
    return subprocess.run([radios], capture_output=True, text=True).stdout


def test_two_radios_that_lose_repeat_and_reorder(objects, tmp_path):
    """Most texts arrive, each at most once, and no counter repeats."""
    found = outcome(objects, tmp_path)
    print(found)
    sent, there, here, carried = map(int, re.findall(r"\d+", found))
    assert sent == 2000 and min(there, here) > 0.8 * sent and carried > sent


@pytest.mark.parametrize(
    "missing, said", [("SENT", "a counter was used twice"), ("ACCEPTED", "a text was accepted twice")]
)
def test_missing_stores_are_noticed(objects, tmp_path, missing, said):
    assert outcome(objects, tmp_path, f"-D{missing}_STORE=0") == f"failed: {said}\n"

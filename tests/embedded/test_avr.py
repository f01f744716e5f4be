"""The backend for 8-bit processors on one of them: compiled, linked, simulated."""

import re
import subprocess
from pathlib import Path

import pytest
from builds import C11, PROFILES, ROOT, compile_all, compile_library, direct, need, run

from spec.algorithms import find
from spec.modes import aead_encrypt

BACKEND = "c8"
PROCESSOR = "atmega1284p"
TARGET = (f"-mmcu={PROCESSOR}", "-Os", "-ffunction-sections", "-fdata-sections")
# What a 64-bit shift or rotation becomes: a call that takes hundreds of cycles.
SHIFT_HELPERS = re.compile(r"call\s.*<__(ashl|ashr|lshr|rotl|rotr)di3")


def avr_program(folder, profile):
    objects = compile_library(folder, "avr-gcc", [*C11, *TARGET, *direct(BACKEND, profile)], BACKEND)
    main = compile_all(folder, "avr-gcc", [*C11, *TARGET, f"-I{ROOT}"], [Path(__file__).with_name("avr.c")])
    run("avr-gcc", *TARGET, "-Wl,--gc-sections", *main, *objects, "-o", folder / "program.elf")
    return folder / "program.elf"


def text_bytes(*files) -> int:
    return sum(int(line.split()[0]) for line in run("avr-size", *files).splitlines()[1:])


@pytest.mark.parametrize("profile", PROFILES)
def test_avr(profile, tmp_path, record_property):
    elf = avr_program(tmp_path, profile)
    whole, alone = text_bytes(*tmp_path.glob("*.o")), text_bytes(elf)
    record_property("bytes", (whole, alone))
    print(f"{BACKEND} on {PROCESSOR}, profile {profile}: {whole} bytes, a program with Ascon-AEAD128 {alone} bytes")
    assert alone < whole
    users = helper_users(elf)
    print(f"shift helpers are called by: {', '.join(sorted(users)) or 'nothing'}")
    assert not [name for name in users if "round" in name or "permute" in name]
    assert expected() in simulated(elf)


def expected() -> str:
    key, nonce, text = bytes(range(16)), bytes(range(16, 32)), bytes(range(32, 55))
    sealed = b"".join(aead_encrypt(find("ascon-aead128"), key, nonce, nonce[:9], text))
    return f"{sealed.hex()} {text.hex()}."


def simulated(elf) -> str:
    """What the program prints on the serial port, among the simulator's own lines."""
    command = [need("simavr"), "-m", PROCESSOR, "-f", "16000000", elf]
    return subprocess.run(command, stdout=-1, stderr=subprocess.STDOUT, text=True, timeout=60, cwd=elf.parent).stdout


def helper_users(elf) -> set[str]:
    """Functions that call the compiler's 64-bit shifts."""
    found, function, functions = set(), "", set()
    for line in run("avr-objdump", "-d", elf).splitlines():
        if line.endswith(">:"):
            function = line.split("<")[1][:-2]
            functions.add(function)
        elif SHIFT_HELPERS.search(line):
            found.add(function)
    assert any("permute" in name for name in functions), "the permutation is not a function of its own"
    return found

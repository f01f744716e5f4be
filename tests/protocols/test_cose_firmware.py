# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What COSE costs on a Cortex-M3, by the compiler and the emulator of the other figures, beside what the page says."""

import re
from pathlib import Path

import cbor2
import pytest
from asconkit import cose
from builds import ROOT, need, run
from embedded import emulation
from embedded.building import Configuration, compile_files, link, version
from embedded.measuring import INPUT, KEY, NONCE, Build, checksum
from embedded.targets import find

from spec.algorithms import find as find_algorithm
from spec.modes import aead_encrypt, mac

PORT = ROOT / "ports/cose"
PROGRAM = Path(__file__).with_name("measure_cose.c")
PAGE = ROOT / "docs/protocols.md"
TEXT, KID = INPUT[:16], KEY[:4]
PROGRAMS = {
    "COSE_Encrypt0, sender": ("MEASURE_SEND",),
    "COSE_Encrypt0, receiver": ("MEASURE_RECEIVE",),
    "COSE_Encrypt0, both": ("MEASURE_SEND", "MEASURE_RECEIVE"),
    "COSE_Mac0, both": ("MEASURE_SEND", "MEASURE_RECEIVE", "MEASURE_MAC0"),
}


class Firmware:
    """The library, zcbor and the port, compiled for a Cortex-M3 in the profile `size`."""

    def __init__(self, folder: Path, zcbor: Path) -> None:
        target = find("cortex-m3")
        self.configuration = Configuration(target, target.settings[0], "size")
        self.library = Build(self.configuration, folder)
        self.flags = ("-w", f"-I{zcbor}/include", f"-I{PORT}", f"-I{PROGRAM.parent}/include")
        files = [zcbor / f"src/zcbor_{name}.c" for name in ("common", "encode", "decode")]
        self.objects = self.compile("zcbor", files) + self.compile("port", [PORT / "ascon_cose.c"])

    def compile(self, name: str, files: list[Path], *definitions: str) -> list[Path]:
        folder = self.library.folder / name
        return compile_files(self.configuration, folder, files, ("ZCBOR_CANONICAL", *definitions), self.flags)

    def program(self, name: str):
        file = name.replace(", ", "_")  # the linker takes commas for itself
        objects = self.compile(file, [PROGRAM], *PROGRAMS[name])
        objects += [*self.objects, *self.library.board, *self.library.library]
        return link(self.configuration, self.library.folder, file, objects)

    def sizes(self, name: str) -> list[int]:
        """Bytes of code of the port, of zcbor and of the library."""
        program = self.program(name)
        return [*(program.bytes_of(self.library.folder / part) for part in ("port", "zcbor")), program.text_bytes]


@pytest.fixture(scope="module")
def firmware(zcbor, tmp_path_factory) -> Firmware:
    need("arm-none-eabi-gcc")
    return Firmware(tmp_path_factory.mktemp("firmware"), zcbor)


def rows_of_page() -> dict[str, list[int]]:
    """The numbers of each row of the page's table of sizes."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (COSE_\w+, \w+) \|(.+)\|$", text, re.MULTILINE)
    return {name: [int(number) for number in re.findall(r"\d+", cells.replace(",", ""))] for name, cells in rows}


def agree(measured: list[int], said: list[int]) -> bool:
    """Exactly with the compiler that the page names, within a tenth with others."""
    exact = version("arm-none-eabi-gcc").startswith("12.2")
    pairs = list(zip(measured, said))
    return len(measured) == len(said) and all(abs(a - b) <= (0 if exact else b / 10) for a, b in pairs)


def message(is_mac: bool) -> bytes:
    protected = cbor2.dumps({1: cose.MAC if is_mac else cose.AEAD128})
    if is_mac:
        tag = mac(find_algorithm("ascon-mac-v13"), KEY[:16], cbor2.dumps(["MAC0", protected, b"", TEXT]))
        return cbor2.dumps(cbor2.CBORTag(17, [protected, {4: KID}, TEXT, tag]))
    structure = cbor2.dumps(["Encrypt0", protected, b""])
    sealed = b"".join(aead_encrypt(find_algorithm("ascon-aead128"), KEY[:16], NONCE, structure, TEXT, 16))
    return cbor2.dumps(cbor2.CBORTag(16, [protected, {4: KID, 5: NONCE}, sealed]))


@pytest.mark.parametrize("name", [name for name, definitions in PROGRAMS.items() if len(definitions) > 1])
def test_messages_and_stack(firmware, name):
    lines = [line.split() for line in emulation.run(firmware.program(name)).splitlines()]
    assert [line[0] for line in lines] == ["send", "receive"]
    assert {int(line[3], 16) for line in lines} == {checksum(message("Mac0" in name))}
    stacks = [int(line[2]) for line in lines]
    print(name, stacks)
    assert agree([max(stacks)], rows_of_page()[name][3:])


@pytest.mark.parametrize("name", PROGRAMS)
def test_sizes_are_those_of_the_page(firmware, name):
    sizes = firmware.sizes(name)
    print(name, sizes)
    assert agree(sizes, rows_of_page()[name][:3])


def test_nothing_is_allocated(firmware):
    elf = firmware.program("COSE_Encrypt0, both").elf
    symbols = set(re.findall(r"\b\w+$", run("arm-none-eabi-nm", elf), re.MULTILINE))
    assert "ascon_cose_encrypt0" in symbols and not symbols & {"malloc", "calloc", "realloc", "free"}

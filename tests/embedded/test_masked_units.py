"""The units of masked backends (asconkit/masked/contract.h) on the processors that their assembly is for."""

import re

import pytest
from builds import LIBRARY, run
from compiling import BuildError
from embedded import emulation
from embedded.building import Configuration, Program, compile_board, compile_files, link
from embedded.measuring import Build
from embedded.targets import FIRMWARE, find, with_definitions

# Each folder of masked assembly, and the processors that take it.
PROCESSORS = {
    "armv6m": ("cortex-m0",),
    "armv7m": ("cortex-m3", "cortex-m33"),
    "rv32": ("rv32i", "rv32-zbb", "rv32-zbkb"),
    "avr": ("avr",),
}
CASES = [(folder, name) for folder, names in PROCESSORS.items() for name in names]
SOURCES = (FIRMWARE / "masked_units.c", FIRMWARE / "kept.S")


def program(folder: str, processor: str, path, *definitions: str) -> Program:
    target = find(processor)
    configuration = Configuration(target, target.settings[0], "speed")
    assembly = sorted((LIBRARY / "masked" / folder).glob("*.S"))
    objects = compile_files(configuration, path, [*SOURCES, *assembly], definitions)
    return link(configuration, path, "masked_units", [*objects, *compile_board(configuration, path)])


def test_every_folder_is_tested():
    found = {path.parent.name for path in LIBRARY.glob("masked/*/*.S")}
    assert found == set(PROCESSORS)


@pytest.mark.parametrize(("folder", "processor"), CASES)
def test_units(folder, processor, tmp_path):
    """Sums of shares against a round of the standard; the use of each random word; registers; tags."""
    printed = emulation.run(program(folder, processor, tmp_path))
    assert int(re.fullmatch(r"(\d+) cases\n", printed)[1]) > 1000


CONDITIONS = "eq ne cs cc mi pl vs vc hi ls ge lt gt le".split()
ARM_BRANCHES = {f"b{condition}{width}" for condition in CONDITIONS for width in ("", ".n", ".w")} | {"cbz", "cbnz"}
AVR_CONDITIONS = "ne eq cc cs sh lo mi pl ge lt hs hc ts tc vs vc".split()
AVR_BRANCHES = {*(f"br{condition}" for condition in AVR_CONDITIONS), "sbrc", "sbrs", "cpse"}
BRANCHES = ARM_BRANCHES | {"beqz", "bnez", "blez", "bgez", "bltz", "bgtz", "bltu", "bgeu", "blt", "bge", *AVR_BRANCHES}
FAULTS = {
    1: "a permutation",
    2: "the use of a random word",
    3: "a refreshed share",
    4: "a right tag",
    5: "a round",
    7: "a part stored",
}
ONE_SHARE = {"ascon_masked_absorb", "ascon_masked_store"}  # they branch on addresses and numbers of bytes
COUNTS_ROUNDS = {"armv6m": "cmp", "armv7m": "cmp", "rv32": "add"}  # the instruction before the branch of a permutation


@pytest.mark.parametrize("folder", ("armv6m", "armv7m", "avr"))
@pytest.mark.parametrize(("fault", "found"), FAULTS.items())
def test_faults_are_found(folder, fault, found, tmp_path):
    with pytest.raises(emulation.RunError, match=f"{found} is wrong"):
        emulation.run(program(folder, PROCESSORS[folder][0], tmp_path, f"MASKED_FAULT={fault}"))


@pytest.mark.parametrize(("folder", "processor"), CASES)
def test_nothing_branches(folder, processor, tmp_path):
    """Units of all shares are straight-line code: an instruction continues only at the next one, at a common end or in
    the caller. AVR has loops that count down, and permutations one that counts rounds; the leakage laboratory checks
    that nothing secret is counted."""
    built = program(folder, processor, tmp_path)
    listing = run(f"{built.target.tool}objdump", "-d", "--no-show-raw-insn", built.elf)
    units = re.findall(r"^\w+ <(ascon_masked_\w+)>:\n(.*?)\n\n", listing + "\n\n", re.MULTILINE | re.DOTALL)
    assert len(units) >= 11
    for name, code in units:
        if name in ONE_SHARE:
            continue
        mnemonics = [line.split("\t")[1].strip() for line in code.splitlines() if "\t" in line]
        last = "dec" if folder == "avr" else COUNTS_ROUNDS[folder] if "_permute_" in name else ""
        counted = {place + 1 for place, mnemonic in enumerate(mnemonics) if mnemonic == last}
        assert not BRANCHES & {each for place, each in enumerate(mnemonics) if place not in counted}, name


def test_fault_of_a_random_order_is_found(tmp_path):
    with pytest.raises(emulation.RunError, match="a permutation is wrong"):
        emulation.run(program("avr", "avr", tmp_path, "MASKED_FAULT=6"))


def test_random_order_is_refused_where_there_is_none(tmp_path):
    target = find("cortex-m0")
    settings = with_definitions(target.settings[0], "", ["ASCON_MASKED_SHUFFLED=1"])
    with pytest.raises(BuildError, match="no masked permutation in a random order"):
        Build(Configuration(target, settings, "speed"), tmp_path).program("masked_modes", ["masked_modes.c"])


SETTINGS = (("armv7m", "ASCON_MASKED_KEEP_GUARDS=1"), ("avr", "ASCON_MASKED_SHUFFLED=1"))


@pytest.mark.parametrize(("folder", "names"), [*((folder, "") for folder in PROCESSORS), *SETTINGS])
def test_modes(folder, names, tmp_path):
    """AEAD and hashing over the units, against calls that are not masked; they draw as many words as they say."""
    target = find(PROCESSORS[folder][0])
    settings = with_definitions(target.settings[0], "", names.split())
    built = Build(Configuration(target, settings, "speed"), tmp_path)
    printed = emulation.run(built.program("masked_modes", ["masked_modes.c"]))
    assert int(re.fullmatch(r"(\d+) cases\n", printed)[1]) > 1000

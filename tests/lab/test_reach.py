"""Every call of ascon_masked.h that sees shares, and every function behind it, runs in some unit of the laboratory: a
function that none reaches could leak unnoticed.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from functools import cache

import pytest
from compiling import ROOT
from lab import building, manifest, units
from lab.elf import opened

MASKED = ROOT / "asconkit/masked"
MANIFESTS = {path.stem: manifest.load(path) for path in sorted((ROOT / "proofs/lab/units").glob("*.toml"))}

# What sees no share, or is left when there is nothing of them.
EXCUSED = {
    "ascon_masked_generator_init": "is not masked",
    "ascon_masked_generator_words": "is not masked",
    "ascon_masked_random_words": "counts",
    "of_aead": "counts",
    "of_sponge": "counts",
    "words_of_permutation": "counts",
    "masked_words_of_state": "counts",
    "fail": "zeroizes a state when there are no random words",
    "masked_hold_key": "of whole messages in one function, which masked code does not have",
}
DEFINITION = re.compile(r"^(?!typedef|#|\})[\w *]*?\b(\w+)\((?:[^;{}]|\n)*?\) \{$.*?^\}$", re.M | re.S)
CALL = re.compile(r"\b(ascon_masked_\w+)\(")


@cache
def traces(name):
    """Of each number of shares the program, and the addresses that run in its units, those for `./dev lab --all` left
    out. What is in memory does not matter: masked code takes the same way for every input."""
    found, ran = MANIFESTS[name], {}
    for unit in (each for each in found.units if not each.long):
        elf = opened(building.build(found, unit), found.processor)
        made = units.Preparation(unit, elf, found.processor)
        addresses = ran.setdefault(unit.shares, (elf, set()))[1]
        for function, *arguments in unit.calls:
            given = made.lowering.arguments([made.number(each) for each in arguments])
            addresses.update(each.address for each in made.recorder.call(elf.address(function), given))
    return list(ran.values())


def functions_of(path):
    """Names, and the lines that they have."""
    text = path.read_text(encoding="utf-8")
    for match in DEFINITION.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        yield match[1], range(first, first + match[0].count("\n") + 1)


def unreached():
    """Functions of the C, which is the same for all processors; compilers put some into others."""
    lines = {elf.line(address) for elf, addresses in traces("armv7m") for address in addresses}
    for path in sorted([*MASKED.glob("*.c"), *MASKED.glob("*.h")]):
        for name, own in functions_of(path):
            if not any(f"{path.name}:{line}" in lines for line in own):
                yield name


def test_functions_in_c():
    assert set(unreached()) == set(EXCUSED)


def test_public_calls():
    header = (ROOT / "asconkit/masked/ascon_masked.h").read_text(encoding="utf-8")
    calls = set(CALL.findall(re.sub(r"/\*.*?\*/", "", header, flags=re.S)))
    assert {"ascon_masked_aead_encrypt", "ascon_masked_sponge_verify"} <= calls
    ran = {elf.function(address).partition("+")[0] for elf, addresses in traces("armv7m") for address in addresses}
    assert calls - ran - set(EXCUSED) == set()


@pytest.mark.parametrize("name", MANIFESTS)
def test_units_in_assembly(name):
    """Those of the contract, with each number of shares that the processor has them for."""
    texts = [path.read_text(encoding="utf-8") for path in (MASKED / name.removesuffix("_zbb")).glob("*.S")]
    functions = {name for text in texts for name in re.findall(r"^ +(?:END|UNIT) +(ascon_masked_\w+)", text, re.M)}
    ran = {each for each in functions for elf, addresses in traces(name) if elf.symbols.get(each) in addresses}
    assert len(functions) > 8 and functions - ran == set()

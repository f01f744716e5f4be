"""Embedded processors under emulation: known answers and the state interface on every target, exact counts,
whole machines with the firmware examples, and the form of the results that ./dev matrix wrote."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from itertools import product

import pytest
from building import ROOT, each, run
from test_knobs import INTERLEAVED

from spec.algorithms import ALGORITHMS, find
from spec.modes import aead_encrypt

sys.path.insert(0, str(ROOT / "tools"))

from embedded import emulation, profiling, results  # noqa: E402
from embedded.building import BuildError, Configuration  # noqa: E402
from embedded.checking import ANSWERS, SHORT, conformance, known_answers, wrong_answers  # noqa: E402
from embedded.jobs import default_form  # noqa: E402
from embedded.measuring import Build  # noqa: E402
from embedded.targets import BIG_ENDIAN, PROFILES, TARGETS, Setting, find as find_target, with_definitions  # noqa: E402

FIRMWARE = ROOT / "tests/firmware"
EXAMPLES = ROOT / "examples/firmware"
# A part of ./dev matrix: a second profile where it uses other assembly.
PROFILES_OF = {
    "cortex-m0": ("speed", "size"),
    "cortex-m3": ("speed", "size"),
    "cortex-m4": ("size",),
    "cortex-m33": ("small",),
    "arm1176": ("speed",),
    "cortex-a7": ("speed",),
    "rv32i": ("size",),
    "rv32-zbb": ("speed",),
    "rv32-zbkb": ("small",),
    "rv64": ("speed",),
    "aarch64": ("speed",),
    "xtensa": ("speed", "size"),
    "avr": ("speed",),
}
MACHINES = ("microbit", "mps2-an385", "mps2-an386", "mps2-an505", "virt", "sim")


def build(target, setting, name, folder) -> Build:
    try:
        return Build(Configuration(target, setting, name), folder)
    except BuildError as error:
        pytest.fail(str(error), pytrace=False)


def check(case, folder):
    target, name = case
    library = build(target, target.settings[0], name, folder / f"{target.name}-{name}")
    try:
        cases = conformance(library)
        assert known_answers(library) == len(ALGORITHMS)
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None
    return cases


# ---- Every target ------------------------------------------------------------------------------------


def test_every_target(tmp_path):
    """The backend made for it: all algorithms, and the state interface."""
    cases = [(target, name) for target in TARGETS for name in PROFILES_OF[target.name]]
    for (target, name), count in zip(cases, each(lambda case: check(case, tmp_path), cases)):
        print(f"{target.name} {name}: {count} cases")


def test_big_endian(tmp_path):
    check((BIG_ENDIAN, "speed"), tmp_path)


@pytest.mark.parametrize(
    ("fault", "found"), enumerate(("written outside", "wrong state", "wrong state", "lost registers"), 1)
)
def test_conformance_finds_faults(fault, found, tmp_path):
    library = build(find_target("rv32i"), Setting("rv32"), "small", tmp_path)
    with pytest.raises(emulation.RunError, match=found):
        conformance(library, f"CONFORMANCE_FAULT={fault}")


# ---- Every combination of settings -----------------------------------------------------------------------


KNOBS = ("ASCON_UNROLL_LOOPS", "ASCON_INLINE_PERM", "ASCON_INTERLEAVE", "ASCON_EXTERN_BI")


def knobs(target) -> list[dict[str, int]]:
    """Of the backend made for the target. Without ASCONKIT_FULL_MATRIX one that no profile has."""
    both_forms = default_form(target, target.settings[0].backend, "speed")
    rows = [dict(zip(KNOBS, values)) for values in product((0, 1), repeat=4)]
    rows = [row for row in rows if row["ASCON_INTERLEAVE"] or not row["ASCON_EXTERN_BI"]]
    if not both_forms:
        rows = [dict(zip(KNOBS[:2], values)) for values in product((0, 1), repeat=2)]
    if os.environ.get("ASCONKIT_FULL_MATRIX"):
        return rows
    return [row for row in rows if tuple(row.values()) in ((1, 0), (1, 0, 1, 1))]


def check_knobs(case, folder):
    target, settings = case
    setting = with_definitions(target.settings[0], "", [f"{name}={value}" for name, value in settings.items()])
    library = build(target, setting, "small", folder / "-".join([target.name, *map(str, settings.values())]))
    try:
        if not settings.get("ASCON_EXTERN_BI"):
            conformance(library)
            known_answers(library, ALGORITHMS if target.name != "avr" else ALGORITHMS[:4])
            return
        program = library.program("known_answers", ["known_answers.c"])
        texts = dict(ANSWERS.findall(emulation.run(program, *INTERLEAVED)))
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None
    found = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    assert found == INTERLEAVED


def test_knobs(tmp_path):
    targets = [target for target in TARGETS if target.name not in ("cortex-m4", "cortex-m33")]
    cases = [(target, settings) for target in targets for settings in knobs(target)]
    assert len(cases) >= len(targets)
    each(lambda case: check_knobs(case, tmp_path), cases)


# ---- Counts --------------------------------------------------------------------------------------------


def test_counts_are_exact(tmp_path):
    """A hundred instructions more are a hundred more, on every emulator."""

    def count(target):
        setting = next(setting for setting in target.settings if setting.backend in ("c32", "c64", "c8"))
        library = build(target, setting, "size", tmp_path / target.name)
        printed, counts = emulation.run_counted(library.program("counting", ["counting.c"]))
        assert printed == "counted\n"
        assert counts[1][0] - counts[0][0] == 100, target.name

    each(count, [target for target in TARGETS if target.name != "rv32-zbb"])


def test_measurements(tmp_path):
    """Figures that must hang together, of the smallest and of the largest processor."""
    for name in ("avr", "cortex-m3"):
        target = find_target(name)
        library = build(target, target.settings[0], "size", tmp_path / name)
        per_round, permutation = library.rounds()
        lines, text = library.measure(find("ascon-aead128"))
        counts = {line.bytes: line for line in lines if line.operation == "encrypt"}
        blocks = (counts[1536].count - counts[1024].count) / 32
        assert 8 * per_round < blocks < 16 * per_round
        assert 24 * per_round < counts[1].count < counts[16].count
        assert permutation < 1.5 * text and 40 < counts[1].stack < 2000
        if target.name == "cortex-m3":
            assert all(line.count <= line.modelled < 3 * line.count for line in lines)


# ---- Whole machines --------------------------------------------------------------------------------------


def make(folder, machine, **variables) -> str:
    settings = [f"{name}={value}" for name, value in variables.items()]
    return run("make", "-s", "-C", EXAMPLES, "run", f"MACHINE={machine}", f"OUT={folder}", *settings, timeout=300)


@pytest.mark.parametrize("machine", MACHINES)
def test_machine(machine, tmp_path):
    """Bare metal, with as little memory as the machine has."""
    flags = f"-I{FIRMWARE} -I{FIRMWARE}/stdio -DGENKAT_LONGEST_MESSAGE={SHORT}"
    common = {"PROFILE": "size", "EXTRA_FLAGS": flags}
    cases = make(tmp_path, machine, PROGRAM="conformance", EXTRA_SOURCES="model.c kept.S", **common)
    assert re.fullmatch(r"\d+ cases\n", cases)
    if machine != "virt":  # whose serial port is too slow for so much text
        printed = make(tmp_path, machine, PROGRAM="known_answers", **common)
        assert not wrong_answers(printed, ALGORITHMS, shortened=True)


@pytest.mark.parametrize("machine", (*MACHINES, "atmega1284p"))
def test_sensor(machine, tmp_path):
    printed = make(tmp_path, machine, PROGRAM="sensor")
    key = bytes.fromhex("8f1c5e33a90277d4106be8954acd21f6")
    header, data = bytes.fromhex("c0c1c2c301000000"), bytes.fromhex("724d018bcd2f006400000007")
    sealed, tag = aead_encrypt(find("ascon-aead128"), key, header + bytes(8), header, data)
    assert f"packet: {header.hex()} {sealed.hex()} {tag.hex()}" in printed
    assert f"received: {data.hex()}" in printed and "forged: rejected" in printed
    assert int(re.search(r"encryption: (\d+) ticks", printed)[1]) > 50


def test_profile(tmp_path):
    """The reference and three ways of being faster, as a firmware developer compares them."""
    profiles = each(lambda way: profiling.measure(*way, tmp_path / "-".join(way)), profiling.WAYS)
    for found in profiles:
        print(found)
        assert tuple(found.encryption) == profiling.LENGTHS
        for times in (found.encryption, found.decryption):
            assert sorted(times.values()) == list(times.values())
    ref, speed, small, size = profiles
    assert speed.encryption[1024] <= small.encryption[1024] <= size.encryption[1024] < ref.encryption[1024]
    assert speed.flash > small.flash > size.flash


# ---- Results -----------------------------------------------------------------------------------------------


def test_results():
    """docs/results/embedded.json has the form that it should, and all that it should be about."""
    records = results.load()
    assert not results.problems(records)[:3]
    for target in TARGETS:
        own = [record for record in records if record["target"] == target.name]
        main = [record for record in own if record["backend"] == target.settings[0].backend]
        assert {record["profile"] for record in main} == set(PROFILES), target.name
        assert {record["algorithm"] for record in main} == {row.name for row in ALGORITHMS}, target.name
        assert {record["operation"] for record in main} == {"encrypt", "decrypt", "hash", "mac", "prf"}
        assert {record["bytes"] for record in main} == {1, 8, 16, 32, 64, 1024, 1536}
        assert (results.FOLDER / f"embedded-{target.name}.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert profiling.FILE.exists()
    text = (results.FOLDER / "embedded.md").read_text(encoding="utf-8")
    assert all(f"({target.name})" in text for target in TARGETS)

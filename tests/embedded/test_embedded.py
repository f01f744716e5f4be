"""Embedded processors under emulation: known answers and the state interface on every target, exact counts,
whole machines with the firmware examples, and the form of the results that ./dev matrix wrote."""

import copy
import hashlib
import os
import re
import shutil
from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from builds import INTERLEAVED, LIBRARY, LTO_ERRORS, ROOT, SHORT_RUN, each, run, with_cached_compilers
from compiling import sources
from embedded import emulation, profiling, results, tables
from embedded.building import BuildError, Configuration, compile_files
from embedded.checking import ANSWERS, SHORT, conformance, known_answers, wrong_answers
from embedded.jobs import default_form
from embedded.measuring import LENGTHS, Build
from embedded.targets import BIG_ENDIAN, PROFILES, TARGETS, Setting, find as find_target, with_definitions

from spec.algorithms import ALGORITHMS, find
from spec.modes import aead_encrypt

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
    "aarch64": ("speed", "size"),
    "xtensa": ("speed", "size"),
    "avr": ("speed",),
}
MACHINES = ("microbit", "mps2-an385", "mps2-an386", "mps2-an505", "virt", "sim")


def build(target, setting, name, folder) -> Build:
    try:
        return Build(Configuration(target, setting, name), folder)
    except BuildError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """builds(target, profile): the backend made for it, compiled once for all tests."""

    def build_here(target, name):
        return build(target, target.settings[0], name, tmp_path_factory.mktemp(f"{target.name}-{name}"))

    return cache(build_here)


def check(library, rows=ALGORITHMS):
    try:
        cases = conformance(library)
        assert known_answers(library, rows) == len(rows)
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None
    return cases


# ---- Every target ------------------------------------------------------------------------------------


QUICK_TARGETS = ("cortex-m0", "avr")  # of the quick tier, which installs no other compilers
QUICK = os.environ.get("ASCONKIT_TESTS") == "quick"
CASES = [
    (target, name) for target in TARGETS if not QUICK or target.name in QUICK_TARGETS
    for name in PROFILES_OF[target.name]
]


def algorithms(number: int):
    """All; in the short run a quarter, and on the next target the next quarter."""
    return ALGORITHMS[number % 4 :: 4] if SHORT_RUN else ALGORITHMS


def test_every_target(builds):
    """The backend made for it: algorithms, and the state interface."""
    counts = each(lambda pair: check(builds(*pair[1]), algorithms(pair[0])), enumerate(CASES))
    for (target, name), count in zip(CASES, counts):
        print(f"{target.name} {name}: {count} cases")


def self_tested(library, *definitions: str):
    """A program that has run its self-tests."""
    program = library.program("-".join(("self_test", *definitions)), ["self_test.c"], *definitions)
    try:
        assert emulation.run(program) == "passed\n"
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None
    return program


def test_self_tests(builds):
    """Known answers that the library itself has."""
    each(lambda case: self_tested(builds(*case)), CASES)


def test_size_of_self_tests(builds):
    """What docs/self-tests.md says of AEAD128 on a Cortex-M3."""
    target = find_target("cortex-m3")
    without, with_one = (self_tested(builds(target, "size"), f"SELF_TEST_OF_ONE={one}").text_bytes for one in (0, 1))
    print(f"{with_one - without} bytes")
    (stated,) = map(int, re.findall(r"some (\d+) bytes", (ROOT / "docs/self-tests.md").read_text(encoding="utf-8")))
    assert 0.9 * stated < with_one - without <= 1.1 * stated


def test_other_instructions(tmp_path):
    """Extensions of RISC-V that the backend uses in addition to those that its target has."""
    every = [(target, setting) for target in TARGETS for setting in target.settings if setting.flags]
    assert {setting.backend for _, setting in every} == {"rv32", "rv64"}

    def check_setting(case):
        target, setting = case
        library = build(target, setting, setting.profiles[0], tmp_path / f"{target.name}-{setting.label}")
        check(library, ALGORITHMS[:1] if SHORT_RUN else ALGORITHMS)

    each(check_setting, every)


def test_too_few_registers(tmp_path):
    """RV32E: the assembly for other RISC-V is empty there, and c32 compiles."""
    target = replace(find_target("rv32i"), flags=("-march=rv32e", "-mabi=ilp32e"))
    configuration = Configuration(target, Setting("c32"), "size")
    files = {*sources("c32"), *sources("rv32")}
    objects = compile_files(configuration, tmp_path, files, configuration.names)
    listed = run(f"{target.tool}nm", *objects)
    assert "ascon_aead128_encrypt" in listed and "ascon_rv32" not in listed


# Return addresses of three bytes; and without what a small ATtiny lacks, on a processor that has it.
OTHER_AVRS = {
    "larger": ("-mmcu=atmega2560",),
    "smaller": ("-mmcu=atmega1284p", "-U__AVR_HAVE_MUL__", "-U__AVR_HAVE_JMP_CALL__"),
}


@pytest.mark.parametrize("size", OTHER_AVRS)
def test_other_avrs(size, tmp_path):
    """In the profile whose assembly depends on it."""
    target = replace(find_target("avr"), flags=OTHER_AVRS[size])
    assert conformance(build(target, target.settings[0], "speed", tmp_path)) > 100


def test_big_endian(builds):
    check(builds(BIG_ENDIAN, "speed"))


@pytest.mark.parametrize(
    ("fault", "found"),
    enumerate(("written outside", "wrong state", "wrong state", "lost registers", "misaligned blocks"), 1),
)
def test_conformance_finds_faults(fault, found, builds):
    library = builds(find_target("rv32i"), "small")
    with pytest.raises(emulation.RunError, match=found):
        conformance(library, f"CONFORMANCE_FAULT={fault}")


# ---- What calls leave behind -----------------------------------------------------------------------------


# Both byte orders and both rates.
SEARCHED = (find("ascon-aead128"), find("ascon-128"))


def parameters(row) -> dict[str, object]:
    """As wipe.c wants them."""
    return {
        "ENCRYPT": f"ascon_{row.c_name}_encrypt",
        "DECRYPT": f"ascon_{row.c_name}_decrypt",
        "IV": f"{row.iv:#x}",
        "RATE": row.rate,
        "ROUNDS": row.b,
        "ORDER": f"ASCON_{row.convention.byteorder.upper()}_ENDIAN",
        "PAD": row.convention.pad,
        "SEPARATOR": row.convention.separator,
        "SHORT_TAG": max(8, row.min_tag),
    }


def search(library, row, **changed) -> str:
    settings = [f"WIPE_{name}={value}" for name, value in {**parameters(row), **changed}.items()]
    program = library.program(f"wipe-{row.name}", ["wipe.c"], *library.configuration.names, *settings)
    return emulation.run(program)


def check_search(library):
    registers = 5 if library.configuration.target.tool.startswith("arm-") else 0
    for row in SEARCHED:
        try:
            found = re.fullmatch(r"(\d+) calls, (\d+) registers\n", search(library, row))
        except (BuildError, emulation.RunError) as error:
            raise AssertionError(f"{row.name}: {error}") from None
        assert int(found[1]) > 1000 and int(found[2]) == registers


def test_nothing_is_left(builds):
    """No secret on the stack after one-shot AEAD, nor on Arm in registers. A simulated AVR has too little memory for
    the search."""
    cases = [(target, name) for target, name in CASES if target.name != "avr"]
    each(lambda case: check_search(builds(*case)), cases)


# The algorithms whose modes use the most stack.
DEEPEST = tuple(
    map(find, ("ascon-aead128-nonce-masked", "ascon-80pq", "ascon-cxof128", "ascon-maca", "ascon-prfshort"))
)
UNCLEARED = ("ASCON_STACK_BYTES=16", "ASCON_MESSAGE_STACK_BYTES=16")


def deepest(library) -> int:
    """Bytes of the stack that a whole message uses at most."""
    return max(line.stack for row in DEEPEST for line in library.measure(row)[0])


def check_cleared(library, folder):
    """A call that clears the stack uses at least as much as one that does not, and at most half as much again."""
    configuration = library.configuration
    setting = with_definitions(configuration.setting, "", list(UNCLEARED))
    used = deepest(build(configuration.target, setting, configuration.profile, folder))
    cleared = deepest(library)
    assert used <= cleared <= 1.5 * used, f"{cleared} bytes of stack with clearing, {used} without"


def test_as_much_stack_is_cleared_as_is_used(builds, tmp_path):
    """For the number of bytes in the backend's backend.h."""
    cases = [(builds(target, name), tmp_path / f"{target.name}-{name}") for target, name in CASES]
    each(lambda case: check_cleared(*case), cases)


def test_no_message_uses_more_stack_than_is_cleared():
    """In each way of compiling, the function that clears goes deepest: all calls use the same, but for arguments."""
    stacks = defaultdict(set)
    for line in results.load(results.EMBEDDED):
        stacks[tuple(line[name] for name in ("target", "backend", "profile", "compiler"))].add(line["stack_bytes"])
    assert not {way: found for way, found in stacks.items() if max(found) - min(found) > 24}


def with_fault(library, folder, file, code, fault) -> Build:
    """The library with a change in one file, and compiled anew what that belongs to."""
    shutil.copytree(LIBRARY, folder / "asconkit")
    changed = folder / "asconkit" / file
    text = changed.read_text(encoding="utf-8")
    assert text.count(code) == 1
    changed.write_text(text.replace(code, fault), encoding="utf-8")
    in_assembly = {".S": changed, ".inc": changed.parent / f"{changed.parent.name}_permutation.S"}
    source = in_assembly.get(changed.suffix, folder / "asconkit/core/api/ascon.c")
    configuration = library.configuration
    (object_file,) = compile_files(configuration, folder / "library", [source], configuration.names)
    faulty = copy.copy(library)
    faulty.folder = folder
    faulty.library = [object_file if path.name == object_file.name else path for path in library.library]
    return faulty


AEAD = "core/modes/aead.h"
FAULTS = {
    "the stack is not cleared": (
        ("cortex-m33", "small"), "core/platform/stack.h", "stmia %0!, {r0, r2, r3}", "adds %0, %0, #12",
    ),
    "a message in the frame of its caller": (
        ("cortex-m3", "size"), "core/modes/instances.h",
        "#define BOTH_DIRECTIONS FRAME", "#define BOTH_DIRECTIONS INLINED",
    ),
    "too few bytes": (
        ("cortex-m0", "size"), "core/backends/armv6m/backend.h", "? 240 : 144", "? 240 : 96",
    ),
    "registers": (("cortex-m3", "speed"), "core/platform/stack.h", "mov r12, %0", ""),
    "forged text": (("cortex-m3", "size"), AEAD, "if (m->length != 0) ", "if (m->length == 1) "),
}  # fmt: skip
FOUND = {"registers": "secret in a register", "forged text": "forgery: plaintext not erased"}


def check_fault_is_found(name, library, folder):
    _, *change = FAULTS[name]
    faulty = with_fault(library, folder, *change)
    with pytest.raises(emulation.RunError, match=FOUND.get(name, "secret on the stack")):
        for row in SEARCHED:
            search(faulty, row)


@pytest.mark.parametrize("name", FAULTS)
def test_search_finds_faults(name, builds, tmp_path):
    target, profile = FAULTS[name][0]
    check_fault_is_found(name, builds(find_target(target), profile), tmp_path)


def test_search_finds_wrong_results(builds):
    with pytest.raises(emulation.RunError, match="encryption: wrong"):
        search(builds(find_target("cortex-m3"), "size"), SEARCHED[0], SEPARATOR=0)


# ---- Link-time optimisation ------------------------------------------------------------------------------


OPTIMISED = ("cortex-m0", "cortex-m3", "cortex-m4", "cortex-m33", "rv32i", "avr")


def linked_as_a_whole(name):
    """The target, whose linker optimises the program and the library together."""
    target = find_target(name)
    errors = [flag for flag in LTO_ERRORS if not (name == "avr" and "lto" in flag)]  # gcc 5 does not know that one
    return replace(target, flags=(*target.flags, "-flto", *errors))


def test_link_time_optimisation(builds):
    """Results, and on all but AVR what is left behind. One profile of each target in the short run."""
    every = list(product(OPTIMISED, PROFILES))
    some = [every[3 * i + i % 3] for i in range(len(OPTIMISED))]

    def check_case(numbered):
        number, (name, profile) = numbered
        library = builds(linked_as_a_whole(name), profile)
        assert b".gnu.lto_" in (library.folder / "library/ascon.o").read_bytes()
        check(library, algorithms(number))
        if name != "avr":
            check_search(library)

    each(check_case, enumerate(some if SHORT_RUN else every))


def test_link_time_search_finds_a_fault(builds, tmp_path):
    name = "a message in the frame of its caller"
    target, profile = FAULTS[name][0]
    check_fault_is_found(name, builds(linked_as_a_whole(target), profile), tmp_path)


# ---- Every combination of settings -----------------------------------------------------------------------


KNOBS = ("ASCON_UNROLL_LOOPS", "ASCON_INLINE_PERM", "ASCON_INTERLEAVE", "ASCON_EXTERN_BI")


def knobs(target) -> list[dict[str, int]]:
    """The knobs of the backend made for the target. Without --all, one row that no profile has."""
    both_forms = default_form(target, target.settings[0].backend, "speed")
    rows = [dict(zip(KNOBS, values)) for values in product((0, 1), repeat=4)]
    rows = [row for row in rows if row["ASCON_INTERLEAVE"] or not row["ASCON_EXTERN_BI"]]
    if not both_forms:
        rows = [dict(zip(KNOBS[:2], values)) for values in product((0, 1), repeat=2)]
    return [row for row in rows if not SHORT_RUN or tuple(row.values()) in ((1, 0), (1, 0, 1, 1))]


def check_knobs(case, folder):
    target, settings = case
    setting = with_definitions(target.settings[0], "", [f"{name}={value}" for name, value in settings.items()])
    library = build(target, setting, "small", folder / "-".join([target.name, *map(str, settings.values())]))
    try:
        if not settings.get("ASCON_EXTERN_BI"):
            conformance(library)
            known_answers(library, ALGORITHMS[:4] if SHORT_RUN or target.name == "avr" else ALGORITHMS)
            return
        program = library.program("known_answers", ["known_answers.c"], "ASCON_EXTERN_BI=1")
        texts = dict(ANSWERS.findall(emulation.run(program, *INTERLEAVED)))
    except (BuildError, emulation.RunError) as error:
        raise AssertionError(str(error)) from None
    found = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    assert found == INTERLEAVED


def test_knobs(tmp_path):
    some = ("cortex-m0", "rv32i", "avr", "aarch64")
    targets = [target for target in TARGETS if target.name not in ("cortex-m4", "cortex-m33")]
    targets = [target for target in targets if target.name in some or not SHORT_RUN]
    cases = [(target, settings) for target in targets for settings in knobs(target)]
    assert len(cases) >= len(targets)
    each(lambda case: check_knobs(case, tmp_path), cases)


# ---- Counts --------------------------------------------------------------------------------------------


def test_counts_are_exact(counting, tmp_path):
    """A hundred instructions more are a hundred more, on every emulator."""

    def count(target):
        setting = next(setting for setting in target.settings if setting.backend in ("c32", "c64", "c8"))
        library = build(target, setting, "size", tmp_path / target.name)
        printed, counts = emulation.run_counted(library.program("counting", ["counting.c"]))
        assert printed == "counted\n"
        assert counts[1][0] - counts[0][0] == 100, target.name

    each(count, [target for target in TARGETS if target.name != "rv32-zbb"])


def test_measurements(counting, builds):
    """Figures that must hang together, of the smallest and of the largest processor."""
    for name in ("avr", "cortex-m3"):
        target = find_target(name)
        library = builds(target, "size")
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
    command = ["make", "-s", "-C", EXAMPLES, "run", f"MACHINE={machine}", f"OUT={folder}", *settings]
    return run(*command, timeout=300, env=with_cached_compilers(ROOT))


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


@pytest.mark.parametrize("machine", ("microbit", "atmega1284p"))
def test_a_construction_on_a_machine(machine, tmp_path):
    """The makefile has the files of constructions too."""
    assert "opened" in make(tmp_path, machine, PROGRAM="construction", EXTRA_FLAGS=f"-I{FIRMWARE}")


@pytest.mark.parametrize("page", ("embedded.md", "embedding.md"))
def test_a_construction_links_with_the_line_of(page, tmp_path):
    """What a page tells to compile for Cortex-M has what the datagrams need."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    line = re.search(r"^(arm-none-eabi-gcc (?:.*\\\n)*.*)$", text, re.M)[1]
    (tmp_path / "asconkit").symlink_to(LIBRARY)
    run("sh", "-c", line, cwd=tmp_path)
    compiler = ["arm-none-eabi-gcc", *re.findall(r"-m\S+", line), "-Os", f"-I{ROOT}", f"-I{FIRMWARE}/include"]
    program = [FIRMWARE / "construction.c", FIRMWARE / "memory.c", *tmp_path.glob("*.o")]
    linker = ["-nostdlib", "-Wl,--gc-sections,-e,firmware_main,--defsym=put_text=0", "-o", tmp_path / "program"]
    run(*compiler, *program, "-lgcc", *linker)


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
    """docs/results/embedded.json has all that it should be about."""
    records = results.load()
    for target in TARGETS:
        own = [record for record in records if record["target"] == target.name]
        main = [record for record in own if record["backend"] == target.settings[0].backend]
        assert {record["profile"] for record in main} == set(PROFILES), target.name
        assert {record["algorithm"] for record in main} == {row.name for row in ALGORITHMS}, target.name
        assert {record["operation"] for record in main} == {"encrypt", "decrypt", "hash", "mac", "prf"}
        assert {record["bytes"] for record in main} == set(LENGTHS)
    text = (results.FOLDER / "embedded.md").read_text(encoding="utf-8")
    processors = tables.processors_document(records)
    assert all(f"| {target.title} | " in text and f"({target.name})" in processors for target in TARGETS)
    assert text == tables.document(records, profiling.kept())
    assert all(f"| {backend} | {profile} | " in profiling.kept() for backend, profile in profiling.WAYS)
    complete = tables.algorithms_document(records)
    assert all(complete.count(f"| {row.name} | ") >= len(TARGETS) * len(PROFILES) for row in ALGORITHMS)
    assert processors.index("<!-- plot ") < processors.index("## The developers' goals")

"""Every knob of ascon_config.h, in every C backend: compiled without a warning, and the known answers are right.

./dev test --all takes all combinations. Without --all it takes a set of combinations of knobs and backends in which
each pair of them has all pairs of values."""

import hashlib
import re
from functools import cache
from itertools import product

import pytest
from builds import (
    C11, INTERLEAVED, LIBRARY, PROFILES, ROOT, SHORT_RUN, assembly_backends, c_backends, check_known_answers,
    compile_library, covering, direct, each, in_core, interleaves, pairs, printed_digest, program, run, runs_here,
)  # fmt: skip

from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest

KNOBS = ("ASCON_INLINE_MODE", "ASCON_INLINE_PERM", "ASCON_UNROLL_LOOPS", "ASCON_PRECOMPUTE")
INTERLEAVING_KNOBS = ("ASCON_INLINE_BI", "ASCON_EXTERN_BI")


def knobs(backend: str) -> tuple[str, ...]:
    return KNOBS + (INTERLEAVING_KNOBS if interleaves(backend) else ())


def all_settings(backend: str) -> list[tuple[tuple[str, object], ...]]:
    names = knobs(backend)
    return [tuple(zip(("backend", *names), (backend, *row))) for row in product((0, 1), repeat=len(names))]


@cache
def short_settings() -> list[tuple[tuple[str, object], ...]]:
    return covering([row for backend in c_backends() for row in all_settings(backend)])


def settings(backend: str) -> list[dict[str, int]]:
    rows = [row for row in short_settings() if dict(row)["backend"] == backend] if SHORT_RUN else all_settings(backend)
    return [{name: value for name, value in row if name != "backend"} for row in rows]


def test_short_run_has_every_pair():
    """The short run has every pair of values of two knobs, and every pair of a backend and a value."""
    chosen = set().union(*map(pairs, short_settings()))
    every = set().union(*(pairs(row) for backend in c_backends() for row in all_settings(backend)))
    assert chosen == every and len(short_settings()) < 3 * len(c_backends())


INTERFACE = "-DASCON_EXTERN_BI=1"  # of the library and the program


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """For each interface, the objects of two programs."""
    names = {"genkat": ROOT / "tests/support/genkat.c", "roundtrip": None}
    return {
        interleaved: {
            name: program(tmp_path_factory.mktemp("programs"), name, [INTERFACE] * interleaved, file)
            for name, file in names.items()
        }
        for interleaved in (False, True)
    }


def check(folder, backend, flags, programs, interleaved=False):
    objects = compile_library(folder, "gcc", [*C11, *flags], backend)
    for name, file in programs[interleaved].items():
        run("gcc", file, *objects, "-o", folder / name)
    run(folder / "roundtrip")
    if not interleaved:
        return check_known_answers(folder / "genkat")
    wrong = [name for name, known in INTERLEAVED.items() if printed_digest(folder / "genkat", name) != known]
    assert not wrong, f"other known answers than the published interleaved ones: {', '.join(wrong)}"


@pytest.mark.parametrize("backend", c_backends())
def test_knobs(backend, programs, tmp_path):
    def build(setting):
        flags = ["-O1", *direct(backend), *(f"-D{name}={value}" for name, value in setting.items())]
        folder = tmp_path / "".join(map(str, setting.values()))
        check(folder, backend, flags, programs, bool(setting.get("ASCON_EXTERN_BI")))

    each(build, settings(backend))


def test_peer_of_an_interleaving_device(tmp_path):
    """ascon_permutation_interleave and ascon_permutation_deinterleave lead back to the standard's results."""
    flags = [*C11, *direct("bi32"), INTERFACE]
    objects = [*compile_library(tmp_path, "gcc", flags, "bi32", in_core), program(tmp_path, "peer", [INTERFACE])]
    run("gcc", *objects, "-o", tmp_path / "peer")
    data = bytes((7 * i + 1) % 256 for i in range(80))
    key, nonce, ad, text = data[:16], data[16:32], data[32:56], data[56:]
    expected = []
    for aead, hashing in (("ascon-aead128", "ascon-hash256"), ("ascon-128", "ascon-hash")):
        expected.append(b"".join(aead_encrypt(find(aead), key, nonce, ad, text)).hex())
        expected.append(hash_digest(find(hashing), text).hex())
    assert run(tmp_path / "peer").split() == expected


@pytest.mark.parametrize("backend", assembly_backends())
def test_profiles_of_assembly(backend, programs, tmp_path):
    """Backends that this processor can run. test_freestanding.py tests the profiles of the C backends."""
    if not runs_here(backend, tmp_path):
        pytest.skip(f"this processor cannot run {backend}")
    each(
        lambda profile: check(tmp_path / profile, backend, ["-O1", *direct(backend, profile)], programs),
        PROFILES,
    )


# Interleaving backends in assembly that a program for Arm Linux can hold.
ARM_ASSEMBLY = ("armv6", "armv6m", "armv7m")


@pytest.mark.parametrize("backend", ARM_ASSEMBLY)
def test_interleaved_interface_of_assembly(backend, tmp_path):
    """The published interleaved answers, from each form of the assembly, under an emulator."""
    assert all(interleaves(name) for name in ARM_ASSEMBLY)

    def build(profile):
        compiler, folder = "arm-linux-gnueabihf-gcc", tmp_path / profile
        flags = [*C11, "-O1", "-mthumb", *direct(backend, profile), INTERFACE]
        objects = compile_library(folder, compiler, flags, backend, in_core)
        genkat = program(folder, "genkat", [INTERFACE], ROOT / "tests/support/genkat.c", compiler)
        run(compiler, "-static", genkat, *objects, "-o", folder / "genkat")
        for name, known in INTERLEAVED.items():
            text = run("qemu-arm", folder / "genkat", name)
            assert hashlib.sha256(text.encode()).hexdigest() == known, name

    each(build, PROFILES)


def test_all_knobs_are_known():
    """A knob that is added to ascon_config.h belongs in this test."""
    text = (LIBRARY / "ascon_config.h").read_text(encoding="utf-8")
    profiled = {f"ASCON_{name}" for name in re.findall(r"#define ASCON_DEFAULT_(\w+)", text)}
    assert profiled == {*KNOBS, "ASCON_INLINE_BI"}

"""A library built with ASCON_PRINT_STATE prints the lines of `python3 -m spec trace`, in every C backend."""

import contextlib
import io
import subprocess
from pathlib import Path

import pytest
from builds import ALGORITHMS, C11, c_backends, compile_library, direct, each, in_core, program, run

from spec import kat
from spec.__main__ import main
from spec.algorithms import Algorithm, Kind


def sample(size: int, start: int) -> str:
    return bytes((start + 7 * i) % 256 for i in range(size)).hex()


def cases(row: Algorithm) -> list[list[str]]:
    """Arguments for both programs, with messages around the rate; all are given, so that neither fills any in."""
    inputs = kat.arguments(row, next(kat.vectors(row)))
    sizes = [0, 1, row.rate - 1, row.rate, row.rate + 1, 2 * row.rate + 5]
    if row.kind is Kind.PRFSHORT:
        sizes = [size for size in sizes if size <= row.rate]
    found = []
    for size, other in zip(sizes, reversed(sizes)):
        fields = {name: sample(len(inputs[name]), 5) for name in ("key", "nonce") if inputs.get(name)}
        fields |= {name: sample(other, 9) for name in ("ad", "customization") if name in inputs}
        fields["message"] = sample(size, 1)
        if row.kind not in (Kind.HASH, Kind.MAC):
            fields["output-bytes"] = str(row.output or 2 * row.squeeze + 3)
        found.append([row.name, *options(fields)])
    return found


def options(fields: dict[str, str]) -> list[str]:
    return [word for name, value in fields.items() for word in (f"--{name}", value)]


def decryption(arguments: list[str], lines: str) -> list[str]:
    """The arguments that decrypt what was encrypted with `arguments` when `lines` were printed."""
    results = dict(line.split() for line in lines.splitlines()[-2:] if len(line.split()) == 2)
    fields = {name[2:]: value for name, value in zip(arguments[1::2], arguments[2::2])}
    del fields["output-bytes"]
    fields |= {"message": results.get("ciphertext", ""), "tag": results["tag"]}
    return [arguments[0], "--decrypt", *options(fields)]


def specified(arguments: list[str], *layers: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        assert main(["trace", *layers, *arguments]) == 0
    return printed.getvalue()


@pytest.fixture(scope="module")
def traces() -> dict[tuple[str, ...], str]:
    """What the specification prints, by its arguments."""
    found = {}
    for row in ALGORITHMS:
        for arguments in cases(row):
            lines = found[tuple(arguments)] = specified(arguments)
            if row.kind is Kind.AEAD:
                back = decryption(arguments, lines)
                found[tuple(back)] = specified(back)
    return found


def test_traces_are_complete(traces):
    """The comparison below is worth something: each kind of step is in it."""
    labels = {line[:10].split()[0] for lines in traces.values() for line in lines.splitlines()}
    assert labels >= {"init", "round", "key", "absorb", "encrypt", "decrypt", "pad", "separate"}
    assert len(traces) > 5 * len(ALGORITHMS)


# The fused block loops are left out of such a library: two profiles show all that differs.
@pytest.mark.parametrize("profile", ("speed", "size"))
@pytest.mark.parametrize("backend", c_backends())
def test_states_are_those_of_the_specification(backend, profile, traces, tmp_path):
    check(backend, profile, 1, traces, tmp_path)


def test_layers_are_those_of_the_specification(traces, tmp_path):
    """The same text prints them over each backend."""
    with_layers = {arguments: specified(list(arguments), "--layers") for arguments in traces}
    assert all("p_C" in lines and "p_S" in lines for lines in with_layers.values())
    check("c64", "speed", 2, with_layers, tmp_path)


def check(backend: str, profile: str, setting: int, traces: dict[tuple[str, ...], str], folder: Path) -> None:
    driver = program(folder / "driver", "trace_driver")
    flags = [*C11, "-O1", *direct(backend, profile), "-DASCON_INLINE_MODE=0", f"-DASCON_PRINT_STATE={setting}"]
    objects = compile_library(folder, "gcc", flags, backend, in_core)
    run("gcc", driver, *objects, "-o", folder / "trace")

    def compare(arguments):
        done = subprocess.run([folder / "trace", *arguments], stdout=-1, stderr=subprocess.STDOUT, text=True)
        ours, theirs = done.stdout.splitlines(), traces[arguments].splitlines()
        for number, (our, their) in enumerate(zip(ours, theirs), 1):
            assert our == their, f"line {number}"
        assert len(ours) == len(theirs)
        assert done.returncode == 0

    each(compare, traces)

"""T-tests of measured traces: made-up ones with a leak and without, files larger than what is read at once, bad files.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import numpy
import pytest
from lab import __main__ as command
from lab import traces
from lab.traces import Moments

COUNT, SAMPLES = 20_000, 30


def run(monkeypatch, folder, *words):
    monkeypatch.setattr("sys.argv", ["lab", "--out", str(folder), "--traces", *map(str, words)])
    return command.main()


def saved(folder, name, array):
    numpy.save(folder / name, array)
    return folder / name


def measured(order, fixed):
    """Noise with a leak in sample 3 at order 1, and in samples 3 and 7 together at order 2."""
    numbers = numpy.random.default_rng(order)
    found = numbers.normal(size=(len(fixed), SAMPLES)).astype(numpy.float32)
    secret = numpy.where(fixed, 1, numbers.choice([-1.0, 1.0], len(fixed)))
    mask = numbers.choice([-1.0, 1.0], len(fixed))
    if order == 1:
        found[:, 3] += secret
    else:
        found[:, 3] += mask
        found[:, 7] += mask * secret
    return found


@pytest.fixture
def fixed():
    return numpy.random.default_rng(9).integers(0, 2, COUNT)


def test_t_is_welchs():
    """Against the formula by hand, in two parts and in one."""
    for parts in ([[1.0], [2.0, 4.0]], [[1.0, 2.0, 4.0]]):
        moments = Moments.none(1)
        for part in parts:
            moments.add(0, numpy.array(part)[:, None])
        moments.add(1, numpy.array([[3.0], [5.0]]))
        assert moments.statistics()[0] == pytest.approx((7 / 3 - 4) / (14 / 9 / 3 + 1 / 2) ** 0.5)


@pytest.mark.parametrize("order", [1, 2])
def test_a_leak_is_found_and_named(order, fixed, tmp_path, monkeypatch, capsys):
    all_traces = measured(order, fixed)
    one = saved(tmp_path, "traces.npy", all_traces), "--classes", saved(tmp_path, "classes.npy", fixed)
    two = [saved(tmp_path, f"{group}.npy", all_traces[fixed == group]) for group in (0, 1)]
    texts = []
    for files in (one, two):
        assert run(monkeypatch, tmp_path, *files, "--order", order) == 1
        texts.append(capsys.readouterr().out)
        assert "LEAKS" in texts[-1] and "the largest |t| first: 3 (" in texts[-1]
        if order == 2:
            assert ", 7 (" in texts[-1]
    assert texts[0].partition(" in ")[0] == texts[1].partition(" in ")[0], "the same traces, in one file or in two"
    assert run(monkeypatch, tmp_path, *one) == 2 - order, "each sample by itself has no leak of order 2"
    assert order == 1 or "No leak was found" in capsys.readouterr().out
    pictures = {file.name for file in tmp_path.glob("*.svg")}
    assert pictures == {"traces.svg", "traces-growth.svg"}
    assert all("<svg" in (tmp_path / name).read_text(encoding="utf-8") for name in pictures)


@pytest.mark.parametrize("kind", ["int8", "uint16", "float64"])
def test_no_leak(kind, fixed, tmp_path, monkeypatch, capsys):
    """Traces of numbers as digitizers give them; classes as booleans."""
    noise = numpy.random.default_rng(5).normal(40, 10, (COUNT, SAMPLES)).clip(0, 120).astype(kind)
    files = saved(tmp_path, "traces.npy", noise), "--classes", saved(tmp_path, "classes.npy", fixed.astype(bool))
    assert run(monkeypatch, tmp_path, *files) == 0
    assert f"{COUNT - fixed.sum():,} traces with random and {fixed.sum():,} with fixed" in capsys.readouterr().out


def test_files_are_read_in_parts(fixed, tmp_path, monkeypatch):
    """No part is larger than was asked for, and all of them together are the file."""
    monkeypatch.setattr(traces, "PART_BYTES", 8 * SAMPLES * 100)
    array = measured(1, fixed)
    found = traces.load([saved(tmp_path, "traces.npy", array)], saved(tmp_path, "classes.npy", fixed))
    assert isinstance(found.arrays[0], numpy.memmap)
    parts = list(found.parts())
    assert max(len(part) for _, part in parts) <= 100 and len(parts) == 2 * COUNT // 100
    for group in (0, 1):
        together = numpy.concatenate([part for which, part in parts if which == group])
        assert (together == array[fixed == group]).all()


def test_growth(fixed, tmp_path):
    """The largest |t| of a leak grows with the square root of the traces: four times as many, twice as large."""
    found = traces.load(
        [saved(tmp_path, "traces.npy", measured(1, fixed))], saved(tmp_path, "classes.npy", fixed)
    )
    growth = traces.first_order(found, lambda *_: None).growth
    assert len(growth) >= traces.PARTS - 1 and growth[-1][0] == COUNT
    quarter = min(growth, key=lambda point: abs(point[0] - COUNT // 4))
    assert growth[-1][1] / quarter[1] == pytest.approx(2, rel=0.2)


NOISE = numpy.random.default_rng(1).normal(size=(4000, 5))
HALF = numpy.arange(4000) % 2


def with_number(value, *place):
    changed = NOISE.copy()
    changed[place] = value
    return changed


BAD = {
    "one dimension": (NOISE[:, 0], HALF, "4000; expected traces x samples"),
    "three dimensions": (NOISE[None], HALF, "1 x 4000 x 5; expected traces x samples"),
    "nothing": (NOISE[:, :0], HALF, "4000 x 0; expected traces x samples"),
    "complex numbers": (NOISE * 1j, HALF, "complex128; expected integers or floating point"),
    "text": (NOISE.astype(str), HALF, "expected integers or floating point"),
    "classes of some": (NOISE, HALF[:-1], "3999; expected 4000, one number for each trace"),
    "classes in a column": (NOISE, HALF[:, None], "4000 x 1; expected 4000, one number for each trace"),
    "classes in halves": (NOISE, HALF / 2, "float64; expected integers or booleans"),
    "a third class": (NOISE, HALF + HALF * (numpy.arange(4000) < 9), "has 2; expected 0 for a random and 1"),
    "one class": (NOISE, 0 * HALF, "0 traces with fixed secrets; expected at least 1,000"),
    "few": (NOISE[:1500], HALF[:1500], "750 traces with random secrets; expected at least 1,000"),
    "a constant sample": (with_number(0.1, slice(None), 3), HALF, "sample 3: the same number in all traces; expected"),
    "no number": (with_number(numpy.nan, 1234, 2), HALF, "sample 2 of a trace from number"),
    "infinity": (with_number(numpy.inf, 0, 0), HALF, "sample 0 of a trace from number 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name, tmp_path, monkeypatch, capsys):
    array, classes, message = BAD[name]
    files = saved(tmp_path, "traces.npy", array), "--classes", saved(tmp_path, "classes.npy", classes)
    assert run(monkeypatch, tmp_path, *files) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("*.svg"))


def test_a_sample_that_says_only_the_class_leaks(tmp_path, monkeypatch):
    """It never varies within a class, and so is not the same number in all traces."""
    array = NOISE.copy()
    array[:, 2] = HALF
    files = saved(tmp_path, "traces.npy", array), "--classes", saved(tmp_path, "classes.npy", HALF)
    assert run(monkeypatch, tmp_path, *files) == 1


def test_bad_options(tmp_path, monkeypatch, capsys):
    array, classes = saved(tmp_path, "traces.npy", NOISE), saved(tmp_path, "classes.npy", HALF)
    numpy.savez(tmp_path / "several.npz", NOISE)
    (tmp_path / "no.npy").write_text("1, 2, 3")
    other = saved(tmp_path, "other.npy", NOISE[:, :4])
    for words, message in (
        ((array,), "1 files of traces; expected --traces TRACES.npy --classes CLASSES.npy, or --traces RANDOM.npy"),
        ((array, array, "--classes", classes), "2 files of traces and --classes; expected"),
        ((tmp_path / "missing.npy", array), "missing.npy: "),
        ((tmp_path / "several.npz", "--classes", classes), "an archive of arrays; expected one array"),
        ((tmp_path / "no.npy", "--classes", classes), "expected an array that numpy.save() wrote"),
        ((array, other), "4 and 5 samples; expected as many in both files"),
        ((array, "--classes", classes, "--order", 2, "--most", 4), "5 samples; expected at most 4 at order 2"),
    ):
        assert run(monkeypatch, tmp_path, *words) == 2
        assert message.replace("4 and 5", "5 and 4") in capsys.readouterr().err

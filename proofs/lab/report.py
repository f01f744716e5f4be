"""What the laboratory says: findings, a line for each unit, plots.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy
from matplotlib.figure import Figure
from numpy.typing import NDArray

from .exact import Finding, Verdict
from .machine import MODELS
from .program import INPUT, Observation, Value
from .traces import Outcome
from .ttest import TestResult
from .units import Prepared

MOST_FINDINGS = 20


def place(prepared: Prepared, step: int) -> str:
    """An instruction: address, function, source line, text."""
    found, elf = prepared.program.steps[step], prepared.elf
    line = elf.line(found.address)
    return f"{found.address:#x} {elf.function(found.address)}{f' {line}' if line else ''}: {found.text}"


def described(prepared: Prepared, observation: Observation) -> str:
    """What was observed where, and where the earlier value came from."""
    text = f"{observation.model} at {place(prepared, observation.step)}"
    if observation.before >= 0:
        text += f"\n      after {origin(prepared, observation.before)}"
    return text


def origin(prepared: Prepared, value: Value) -> str:
    """Where a value was made, or which input it is."""
    operation = prepared.program.operations[value]
    if operation.kind == INPUT:
        return f"the input {prepared.names[operation.number]}"
    if value in prepared.first:
        return f"the input {prepared.first[value]}"
    step = prepared.program.origins[value]
    return f"the value of {place(prepared, step)}" if step >= 0 else "a value from before the call"


def finding(prepared: Prepared, found: Finding) -> str:
    """A few lines about one finding."""
    places = "\n    with ".join(described(prepared, each) for each in found.observations)
    if len(found.observations) > 1:
        bits = "bits " + " and ".join(map(str, found.bits))
    else:
        bits = f"bit {found.bits[0]}" + (f" and {len(found.bits) - 1} more" if len(found.bits) > 1 else "")
    word = "may depend on the secrets; too large to decide" if found.undecided else "depends on the secrets"
    return f"    {places}\n      {bits} {word}: {found.text}"


def findings(prepared: Prepared, verdict: Verdict) -> Iterable[str]:
    """The lines about findings. Findings of the same instruction and values in several models are reported once,
    for the first model, with the names of the other models."""
    yield from (f"    {text}" for text in verdict.stale)
    told: dict[tuple[object, ...], Finding] = {}
    models: dict[tuple[object, ...], list[str]] = {}
    for found in verdict.findings:
        key: tuple[object, ...] = tuple((each.step, each.value, each.before) for each in found.observations)
        told.setdefault(key, found)
        models.setdefault(key, []).append(found.observations[0].model)
    for number, (key, found) in enumerate(told.items()):
        if number == MOST_FINDINGS:
            yield f"    and {len(told) - number} more places"
            return
        others = sorted(set(models[key]) - {found.observations[0].model})
        yield finding(prepared, found) + (f"\n      also: {', '.join(others)}" if others else "")


def models_of(verdict: Verdict) -> list[str]:
    found = {each.model for found in verdict.findings for each in found.observations}
    return [*sorted(found, key=list(MODELS).index), *(["fresh"] if verdict.stale else [])]


def exact_line(verdict: Verdict) -> str:
    text = f"exact, order {verdict.order}: {verdict.checked:,} bits or sets of bits in {verdict.seconds:.1f} s"
    end = ", and it ended before all was checked" if verdict.unfinished else ""
    if verdict.undecided:
        return f"{text}: UNDECIDED, {len(verdict.findings)} places are too large to decide{end}"
    if not verdict.leaks:
        return f"{text}: clean"
    count = len(verdict.findings) + len(verdict.stale)
    return f"{text}: {count} LEAKS ({', '.join(models_of(verdict))}){end}"


def test_line(result: TestResult) -> str:
    state = f"below {result.limit:.2f}" if not result.leaks else f"LEAKS, limit {result.limit:.2f}"
    of_values = "" if result.of_values is None else f"; of values {result.of_values:.2f}"
    return (
        f"t-test, order {result.order}: {result.traces:,} traces, {result.samples:,} statistics"
        f" in {result.seconds:.1f} s: "
        f"largest |t| {result.largest:.2f}, {state}{of_values}"
    )


def traces_lines(outcome: Outcome) -> Iterable[str]:
    """The verdict about measured traces."""
    random, fixed = outcome.counts
    yield f"{random:,} traces with random and {fixed:,} with fixed secrets, {outcome.samples:,} samples"
    yield test_line(outcome.result)
    places = outcome.places
    if not places:
        yield "No leak was found. More traces may show one, and so may a higher order."
        return
    named = ", ".join(f"{place} ({outcome.heights[place]:.1f})" for place in places[:MOST_FINDINGS])
    more = f" and {len(places) - MOST_FINDINGS} more" if len(places) > MOST_FINDINGS else ""
    yield f"Samples above the limit, the largest |t| first: {named}{more}"
    yield "Repeat it with new traces: a leak is there again, at the same samples."


def traces_plots(outcome: Outcome, folder: Path) -> Iterable[Path]:
    """|t| over the samples, and at order 1 how the largest one grew with the number of traces."""
    result = outcome.result
    title = f"{result.traces:,} traces, order {result.order}"
    title += "" if result.order == 1 else ": the largest of a sample's pairs"
    yield plot(folder / "traces.svg", title, outcome.heights, result.limit)
    if outcome.growth:
        counts, heights = zip(*outcome.growth)
        title = "the largest |t| of all samples: a leak grows with the square root of the traces"
        values = numpy.array(heights)
        yield plot(folder / "traces-growth.svg", title, values, result.limit, numpy.array(counts), "traces")


def plot(
    path: Path,
    title: str,
    statistics: NDArray[numpy.float64],
    limit: float,
    places: NDArray[numpy.int64] | None = None,
    label: str = "sample",
) -> Path:
    """|t| over time, or over what `label` says."""
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    axes = figure.subplots()
    heights = numpy.nan_to_num(numpy.abs(numpy.asarray(statistics)), posinf=10 * limit)
    axes.plot(numpy.arange(len(heights)) if places is None else places, heights, linewidth=0.7, color="#0072b2")
    axes.axhline(limit, color="#d55e00", linestyle="--", linewidth=1, label=f"limit {limit:.2f}")
    axes.set(xlabel=label, ylabel="|t|", title=title)
    axes.set_ylim(0, max(limit * 1.15, float(heights.max(initial=0)) * 1.05))
    axes.legend(loc="upper right")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    return path

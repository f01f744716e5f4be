# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The picture of docs/scheduling.md: one round's places, by cycle and unit."""

from pathlib import Path

from plotting import colour, pyplot, save

from .orders import ROOT, Schedule, load
from .processors import BMI, ZEN4, find

FILE = ROOT / "docs/round-slots.svg"  # not tracked
PROCESSOR = find(ZEN4, BMI)
SBOX, ROTATION, SUM = colour("c64"), colour("c64_bmi"), colour("bi32")
KINDS = {"S-box and constant": SBOX, "rotation": ROTATION, "xor of the linear layer": SUM}


def kind(operation) -> str:
    return ROTATION if operation.rotates else SUM if operation.name[0] in "mz" else SBOX


def draw(path: Path = FILE) -> Path:
    schedule = load()[PROCESSOR.name]
    figure, axes = pyplot.subplots(figsize=(8, 3.4))
    for cycle, unit, operation in places(schedule):
        axes.barh(unit, 0.94, left=cycle + 0.03, height=0.86, color=kind(operation), alpha=0.35)
        axes.text(cycle + 0.5, unit, operation.name, ha="center", va="center")
    axes.set_xticks([cycle + 0.5 for cycle in range(schedule.cycles)], map(str, range(schedule.cycles)))
    axes.set_yticks(range(PROCESSOR.units), [f"unit {unit + 1}" for unit in range(PROCESSOR.units)])
    axes.set_xlim(0, schedule.cycles)
    axes.invert_yaxis()
    axes.set_xlabel("cycle")
    axes.set_title(f"One round on {PROCESSOR.name}")
    handles = [pyplot.Rectangle((0, 0), 1, 1, color=color, alpha=0.35) for color in KINDS.values()]
    figure.legend(handles, KINDS, loc="lower center", ncol=len(KINDS), frameon=False)
    figure.tight_layout(rect=(0, 0.09, 1, 1))
    return save(figure, path)


def places(schedule: Schedule):
    """Cycle modulo the distance of rounds, unit, operation: rotations in the last units."""
    for cycle in range(schedule.cycles):
        here = [o for o, start in zip(schedule.operations, schedule.starts) if start % schedule.cycles == cycle]
        for unit, operation in enumerate(sorted(here, key=lambda each: each.rotates)):
            yield cycle, unit, operation

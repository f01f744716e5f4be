"""docs/results/embedded.md, out of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .published import GOALS, PUBLISHED
from .results import amount, label
from .targets import PROFILES, TARGETS, Target

MAIN = ("ascon-aead128", "ascon-hash256")
SHORT_NAMES = {"ascon-aead128": "AEAD128", "ascon-hash256": "Hash256"}
INTRODUCTION = """# Embedded processors: size and speed

Written by `./dev matrix` out of [embedded.json](embedded.json); do not edit. Every figure is an exact count under
emulation of code whose known answers and state interface were checked in the same run.

- **a byte**: instructions (AVR: cycles) for each byte of a long message, (1536 bytes - 1024 bytes) / 512, without
  associated data. **16 bytes**: all of a one-shot call. **round**: one more round of the permutation.
- **code**: bytes of text and constants of the library that the linker keeps of a program with encryption and
  decryption, or with the hash; functions of libgcc, memset and memcpy are left out.
- **stack**: bytes that the deepest call touches below its caller's frame, among them those that are wiped at its end.
- Profiles speed and small are compiled with -O2, size with -Os. A backend whose name has a setting behind it was
  compiled with that; without one it takes what suits the profile.
- Instructions are not cycles. Columns marked *modelled* are the timings of the Technical Reference Manuals summed
  over the executed instructions ([how](../../tools/embedded/costs.py)), for memory without wait states; no hardware
  was timed.
"""


@dataclass(frozen=True)
class Way:
    """What is known about one way of compiling for one algorithm."""

    name: str
    profile: str
    backend: str
    records: list[dict]

    @property
    def text(self) -> int:
        return self.records[0]["text_bytes"]

    @property
    def stack(self) -> int:
        return max(record["stack_bytes"] for record in self.records)

    @property
    def round(self) -> float:
        return self.records[0]["instructions_per_round"]

    def total(self, n: int, value: Callable[[dict], int | None] = amount) -> int | None:
        """Of the algorithm's first operation: encrypt, for AEADs."""
        found = [value(record) for record in self.records if record["bytes"] == n and record["operation"] != "decrypt"]
        return found[0] if found else None

    def a_byte(self, value: Callable[[dict], int | None] = amount) -> float | None:
        many, few = self.total(1536, value), self.total(1024, value)
        return (many - few) / 512 if many is not None and few is not None else None


def modelled(record: dict) -> int | None:
    return record.get("modelled_cycles")


def ways(records: list[dict], target: str, algorithm: str) -> list[Way]:
    groups: dict[tuple, list[dict]] = {}
    for record in records:
        if record["target"] == target and record["algorithm"] == algorithm:
            key = (label(record), record["profile"], record["backend"])
            groups.setdefault(key, []).append(record)
    return [Way(*key, group) for key, group in groups.items()]


def pareto(points: list[tuple[float, float]]) -> list[bool]:
    """Which points no other one beats in both coordinates, smaller being better."""
    return [
        not any(other != point and other[0] <= point[0] and other[1] <= point[1] for other in points)
        for point in points
    ]


def text_of(value: float | None, digits: int = 2) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def document(records: list[dict]) -> str:
    lines = [INTRODUCTION]
    present = [target for target in TARGETS if any(record["target"] == target.name for record in records)]
    lines += goals_table(records, present)
    for target in present:
        plot = f"![Size and speed of the backends on {target.title}](embedded-{target.name}.svg)"
        lines += ["", f"## {target.title} ({target.name})", "", plot, ""]
        lines += [measured_with(records, target)]
        for algorithm in MAIN:
            lines += ["", f"### {SHORT_NAMES[algorithm]}", "", *size_and_speed(records, target, algorithm)]
        lines += ["", "### All algorithms", "", *all_algorithms(records, target)]
    return "\n".join(lines) + "\n"


def measured_with(records: list[dict], target: Target) -> str:
    own = [record for record in records if record["target"] == target.name]
    compilers = sorted({" ".join(record["compiler"].split()[:2]) for record in own})
    emulators = sorted({record["emulator"] for record in own})
    return f"{', '.join(compilers)} with `{' '.join(target.flags)}`, run by `{', '.join(emulators)}`."


# ---- Goals -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """A row of the table of goals. None: nobody set or published one."""

    name: str
    goal: float | None
    ours: Way | None
    value: float | None
    published: float | None = None
    floor: float | None = None
    strictly: bool = False  # below the goal, not equal to it

    @property
    def verdict(self) -> str:
        if not self.goal or self.value is None:
            return ""
        reached = self.value < self.goal if self.strictly else self.value <= self.goal
        return "yes" if reached else "**no**"


def goals_table(records: list[dict], targets: list[Target]) -> Iterator[str]:
    yield "## Goals"
    yield ""
    yield "The best of the backend made for the processor. The published figures are those of the best implementations"
    yield "elsewhere, measured in the same way; the floor is what a count by hand says it can come down to."
    yield ""
    yield row("processor", "figure", "ours", "best published", "floor", "goal", "reached", "of")
    yield row("---", "---", "---:", "---:", "---:", "---:", "---", "---")
    for target in targets:
        for figure in figures(records, target):
            if figure.value is not None:
                yield goal_row(target, figure)


def goal_row(target: Target, figure: Figure) -> str:
    numbers = (text_of(number or None) for number in (figure.value, figure.published, figure.floor, figure.goal))
    assert figure.ours
    return row(target.title, figure.name, *numbers, figure.verdict, f"{figure.ours.name}, {figure.ours.profile}")


def own_ways(records: list[dict], target: Target, algorithm: str) -> list[Way]:
    own = {setting.backend for setting in target.settings} - {"c8", "c32", "c64", "bi32", "ref"}
    return [way for way in ways(records, target.name, algorithm) if way.backend in own]


def best(candidates: list[Way], value: Callable[[Way], float | None]) -> tuple[Way | None, float | None]:
    known = [(value(way), way) for way in candidates if value(way) is not None]
    if not known:
        return None, None
    number, way = min(known, key=lambda pair: pair[0])
    return way, number


def figures(records: list[dict], target: Target) -> Iterator[Figure]:
    published, goals = PUBLISHED[target.name], GOALS[target.name]
    every = [own_ways(records, target, algorithm) for algorithm in MAIN]
    small = [[way for way in group if way.profile == "size"] for group in every]
    unit = target.unit
    round_ = best(every[0], lambda way: way.round)
    yield Figure(f"{unit} a round", goals.round, *round_, published.round, published.floor)
    for i, algorithm in enumerate(MAIN):
        name, found = SHORT_NAMES[algorithm], best(every[i], Way.a_byte)
        yield Figure(f"{name}, {unit} a byte", goals.a_byte[i], *found, published.a_byte[i], published.floor_a_byte[i])
    packet = best(every[0], lambda way: way.total(16))
    yield Figure(f"AEAD128, {unit} for 16 bytes", goals.packet * published.packet, *packet, published.packet)
    for i, algorithm in enumerate(MAIN):
        found, size = best(small[i], lambda way: way.text), published.size[i]
        yield Figure(f"{SHORT_NAMES[algorithm]}, bytes of code, profile size", size, *found, size, strictly=True)
    yield Figure("AEAD128, bytes of stack, profile size", goals.stack, *best(small[0], lambda way: way.stack))


# ---- One processor -----------------------------------------------------------------------------------


def size_and_speed(records: list[dict], target: Target, algorithm: str) -> Iterator[str]:
    found = sorted(ways(records, target.name, algorithm), key=lambda way: way.text)
    has_model = any(modelled(record) is not None for way in found for record in way.records)
    marked = pareto([(way.text, way.a_byte() or 0) for way in found])
    extra = ("cycles a byte, *modelled*",) if has_model else ()
    yield row("backend", "profile", "code", f"{target.unit} a byte", "16 bytes", "a round", "stack", *extra, "best")
    yield row("---", "---", *("---:" for _ in range(5 + len(extra))), "---")
    for way, on_front in zip(found, marked):
        numbers = [way.text, way.a_byte(), way.total(16), way.round, way.stack]
        if has_model:
            numbers.append(way.a_byte(modelled))
        yield row(way.name, way.profile, *map(text_of, numbers), "trade-off" if on_front else "")


def all_algorithms(records: list[dict], target: Target) -> Iterator[str]:
    """The main backend: code, and the count for 16 bytes and a byte, in each profile."""
    yield row("algorithm", "operation", *(f"{profile}: code | 16 bytes | a byte" for profile in PROFILES))
    yield row("---", "---", *("---:" for _ in range(3 * len(PROFILES))))
    backend = target.settings[0].backend
    algorithms = dict.fromkeys(record["algorithm"] for record in records if record["target"] == target.name)
    for algorithm in algorithms:
        by_profile = {way.profile: way for way in ways(records, target.name, algorithm) if way.name == backend}
        operations = dict.fromkeys(record["operation"] for way in by_profile.values() for record in way.records)
        for operation in operations:
            cells = [cell for profile in PROFILES for cell in operation_cells(by_profile.get(profile), operation)]
            yield row(algorithm, operation, *cells)


def operation_cells(way: Way | None, operation: str) -> tuple[str, str, str]:
    if way is None:
        return "", "", ""
    totals = {record["bytes"]: amount(record) for record in way.records if record["operation"] == operation}
    long = (totals[1536] - totals[1024]) / 512 if 1536 in totals else None
    return text_of(way.text), text_of(totals.get(16)), text_of(long)

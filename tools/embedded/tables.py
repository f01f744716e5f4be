"""docs/results/embedded.md out of the records, and two pages for the site alone: embedded-processors.md and
embedded-algorithms.md."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markdown_tables import head, on_site, plot, row, text_of

from .published import GOALS, PUBLISHED
from .results import amount, label
from .targets import PROFILES, TARGETS, Target

MAIN = ("ascon-aead128", "ascon-hash256")
SHORT_NAMES = {"ascon-aead128": "AEAD128", "ascon-hash256": "Hash256"}
INTRODUCTION = """# Embedded processors: size and speed

`./dev matrix` writes this page from [embedded.json](embedded.json): do not edit it. Every figure is an exact count
under emulation. The same run checked the results of the measured code and of its functions on the state.

- **per byte**: instructions (AVR: cycles) for each byte of a long message without associated data: the difference
  between 1536 and 1024 bytes, divided by 512. **16 bytes**: the one-shot call for 16 bytes of text. **per round**: the
  cost of one more round of the permutation.
- **code**: bytes of text and constants of the library that the linker keeps in a program that encrypts and decrypts,
  or that hashes; functions of libgcc, memset and memcpy are not counted.
- **stack**: bytes that the deepest call touches below its caller's frame, including the bytes that it wipes at its end.
- The profiles speed and small are compiled with -O2, size with -Os. If a setting follows a backend's name, the backend
  was compiled with this setting, otherwise with the setting that suits the profile.
- Instructions are not cycles. Columns marked *modelled* add up the timings of the Technical Reference Manuals for the
  executed instructions ([how](../../tools/embedded/costs.py)), for memory without wait states; no hardware was timed.
"""
PROCESSORS_PAGE = "embedded-processors.md"
PROCESSORS_INTRODUCTION = """# Embedded processors: all backends

Written by `./dev docs` out of [embedded.json](embedded.json): AEAD128 and Hash256 by each backend, and the developers'
goals. [Size and speed](embedded.md) says what the columns mean.
"""
ALGORITHMS_PAGE = "embedded-algorithms.md"
ALGORITHMS_INTRODUCTION = """# Embedded processors: all algorithms

Written by `./dev docs` out of [embedded.json](embedded.json): each algorithm by the backend made for the processor.
[Size and speed](embedded.md) says what the columns mean.
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
        """The value for n bytes of the algorithm's first operation, which is encryption for AEADs."""
        found = [value(record) for record in self.records if record["bytes"] == n and record["operation"] != "decrypt"]
        return found[0] if found else None

    def a_byte(self, value: Callable[[dict], int | None] = amount) -> float | None:
        many, few = self.total(1536, value), self.total(1024, value)
        return (many - few) / 512 if many is not None and few is not None else None

    @property
    def figures(self) -> tuple[float | None, ...]:
        return self.text, self.stack, self.a_byte(), self.total(16), self.round


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


def present_in(records: list[dict]) -> list[Target]:
    return [target for target in TARGETS if any(record["target"] == target.name for record in records)]


def document(records: list[dict], firmware: str) -> str:
    """`firmware`: the last section, of profiling.py."""
    present = present_in(records)
    return "\n".join([INTRODUCTION, *default_table(records, present), "", *trade_offs(records, present), "", firmware])


def processors_document(records: list[dict]) -> str:
    lines, present = [PROCESSORS_INTRODUCTION], present_in(records)
    for target in present:
        drawn = plot(f"embedded-{target.name}.svg", f"Size and speed of the backends on {target.title}")
        lines += ["", f"## {target.title} ({target.name})", "", drawn, "", measured_with(records, target)]
        for algorithm in MAIN:
            lines += ["", f"### {SHORT_NAMES[algorithm]}", "", *size_and_speed(records, target, algorithm)]
    return "\n".join([*lines, "", *goals_table(records, present), ""])


def algorithms_document(records: list[dict]) -> str:
    lines = [ALGORITHMS_INTRODUCTION]
    for target in present_in(records):
        lines += [f"## {target.title} ({target.name})", ""]
        for profile in PROFILES:
            lines += [f"### Profile {profile}", "", *all_algorithms(records, target, profile), ""]
    return "\n".join(lines)


# ---- What a user gets --------------------------------------------------------------------------------


def default_table(records: list[dict], targets: list[Target]) -> Iterator[str]:
    """The backend made for each processor, compared with the best published implementation."""
    yield "## What you get"
    yield ""
    yield "Ascon-AEAD128 with the backend made for the processor: code and stack of the `size` profile, speed of the"
    yield "`speed` profile. Brackets compare a figure with the best figure published elsewhere, measured in the same"
    yield "way: *1.23: smaller* means that asconkit's code is 1.23 times smaller. The site that `./dev docs` builds"
    yield "also has plots, AEAD128 and Hash256 with all backends, and all other algorithms."
    yield on_site(PROCESSORS_PAGE, "All backends.")
    yield on_site(ALGORITHMS_PAGE, "All algorithms.")
    yield ""
    yield from head("processor", "flash, bytes:", "stack, bytes:", "per byte:", "16 bytes:", "unit")
    for target in targets:
        yield default_row(records, target)


def trade_offs(records: list[dict], targets: list[Target]) -> Iterator[str]:
    yield "## Trade-offs"
    yield ""
    yield "The table has the builds of Ascon-AEAD128 that no other build beats in both code size and speed."
    yield ""
    yield from head("processor", "backend", "profile", "code:", "stack:", "per byte:", "16 bytes:", "per round:")
    for target in targets:
        found = sorted(ways(records, target.name, MAIN[0]), key=lambda way: way.text)
        for way, on_front in zip(found, pareto([(way.text, way.a_byte() or 0) for way in found])):
            if on_front:
                yield row(target.title, way.name, way.profile, *way.figures)


def default_row(records: list[dict], target: Target) -> str:
    published = PUBLISHED[target.name]
    small, fast = default_ways(records, target)
    speed = ((fast.a_byte(), published.a_byte[0]), (fast.total(16), published.packet))
    size = (beside(small.text, published.size[0], "smaller"), small.stack)
    return row(target.title, *size, *(beside(*pair, "faster") for pair in speed), target.unit)


def default_ways(records: list[dict], target: Target) -> tuple[Way, Way]:
    """The smallest and the fastest way of computing Ascon-AEAD128 by the backend made for the processor."""
    found = own_ways(records, target, MAIN[0])
    small, _ = best([way for way in found if way.profile == "size"], lambda way: way.text)
    fast, _ = best([way for way in found if way.profile == "speed"], Way.a_byte)
    assert small and fast
    return small, fast


def beside(value: float | None, published: float | None, word: str) -> str:
    """946 (1.23: smaller): a ratio to the published figure that is never below 1."""
    if not value or not published:
        return text_of(value)
    ratio = published / value
    if f"{ratio:.2f}" == "1.00":
        return f"{text_of(value)} (1.00: equal)"
    opposite = {"smaller": "larger", "faster": "slower"}[word]
    return f"{text_of(value)} ({ratio:.2f}: {word})" if ratio > 1 else f"{text_of(value)} ({1 / ratio:.2f}: {opposite})"


def measured_with(records: list[dict], target: Target) -> str:
    own = [record for record in records if record["target"] == target.name]
    compilers = sorted({" ".join(record["compiler"].split()[:2]) for record in own})
    emulators = sorted({record["emulator"] for record in own})
    return f"{', '.join(compilers)} with `{' '.join(target.flags)}`, run by `{', '.join(emulators)}`."


# ---- Goals -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """A row of the table of goals. None: there is no goal, or no published figure."""

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
    yield "## The developers' goals"
    yield ""
    yield "What the next changes are measured by. The best of the backend made for the processor; the published"
    yield "figures are those of the best implementations elsewhere, measured in the same way; the floor is the lowest"
    yield "that a count by hand says is possible."
    for target in targets:
        known = [figure for figure in figures(records, target) if figure.value is not None]
        if known:
            yield from ("", f"### Goals on {target.title}", "")
            yield from head("figure", "ours:", "published:", "floor:", "goal:", "met", "measured with")
            yield from map(goal_row, known)


def goal_row(figure: Figure) -> str:
    numbers = (number or None for number in (figure.value, figure.published, figure.floor, figure.goal))
    assert figure.ours
    return row(figure.name, *numbers, figure.verdict, f"{figure.ours.name}, {figure.ours.profile}")


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
    yield Figure(f"{unit} per round", goals.round, *round_, published.round, published.floor)
    for i, algorithm in enumerate(MAIN):
        name, found = f"{SHORT_NAMES[algorithm]}, {unit} per byte", best(every[i], Way.a_byte)
        yield Figure(name, goals.a_byte[i], *found, published.a_byte[i], published.floor_a_byte[i])
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
    extra = ("*modelled* cycles per byte:",) if has_model else ()
    yield f"Code and stack in bytes; speed in {target.unit}. The best trade-offs of code and speed are in bold."
    yield ""
    yield from head("backend", "profile", "code:", "stack:", "per byte:", "16 bytes:", "per round:", *extra)
    for way, on_front in zip(found, marked):
        name = f"**{way.name}**" if on_front else way.name
        yield row(name, way.profile, *way.figures, *(way.a_byte(modelled) for _ in extra))


def all_algorithms(records: list[dict], target: Target, profile: str) -> Iterator[str]:
    """The main backend: code, and the count for 16 bytes and per byte."""
    yield from head("algorithm", "operation", "code, bytes:", "16 bytes:", "per byte:")
    backend = target.settings[0].backend
    algorithms = dict.fromkeys(record["algorithm"] for record in records if record["target"] == target.name)
    for algorithm in algorithms:
        for way in ways(records, target.name, algorithm):
            if way.name == backend and way.profile == profile:
                for operation in dict.fromkeys(record["operation"] for record in way.records):
                    counts = {each["bytes"]: amount(each) for each in way.records if each["operation"] == operation}
                    long = (counts[1536] - counts[1024]) / 512 if 1536 in counts else None
                    yield row(algorithm, operation, way.text, counts.get(16), long)

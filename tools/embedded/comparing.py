"""How a measurement differs from the record: what `./dev matrix --check` prints."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from .results import amount, label, way

ALLOWED = 0.01  # of the record's figure
ALLOWED_AVR_CODE = 20  # bytes, instead
LIMIT = f"{ALLOWED:.0%} (code on AVR: {ALLOWED_AVR_CODE} bytes)"
HEADINGS = ("processor", "backend", "profile", "algorithm", "figure", "record", "now", "change")
PERMUTATION = "permutation"  # in place of an algorithm, where a figure belongs to none

# What is compared: (way of compiling with the algorithm, what) -> figures by the message's length; 0: of all lengths.
Way = tuple[str, ...]
Figures = dict[tuple[Way, str], dict[int, float]]


class Verdict(Enum):
    WORSE = "worse"
    SLIGHTLY_WORSE = "slightly worse"
    BETTER = "better"
    SAME = "the same"


# In the order in which they are printed: what counts comes last.
TITLES = {
    Verdict.BETTER: "Better",
    Verdict.SLIGHTLY_WORSE: f"Worse by at most {LIMIT}",
    Verdict.WORSE: f"Worse by more than {LIMIT}",
}


@dataclass(frozen=True)
class Change:
    """A figure of which less is better, in the record and now."""

    way: Way
    what: str
    length: int
    old: float
    new: float

    @property
    def ratio(self) -> float:
        return self.new / self.old - 1

    @property
    def verdict(self) -> Verdict:
        if self.new <= self.old:
            return Verdict.BETTER if self.new < self.old else Verdict.SAME
        is_avr_code = self.way[0] == "avr" and self.what == "code"
        allowed = ALLOWED_AVR_CODE if is_avr_code else ALLOWED * self.old
        return Verdict.WORSE if self.new - self.old > allowed else Verdict.SLIGHTLY_WORSE

    def cells(self, shown: str) -> tuple[str, ...]:
        target, _, profile, _, algorithm = self.way
        figure = f"{self.what} {self.length} bytes" if self.length else self.what
        return target, shown, profile, algorithm, figure, f"{self.old:g}", f"{self.new:g}", f"{self.ratio:+.1%}"


@dataclass(frozen=True)
class Comparison:
    changes: list[Change]  # of calls with several lengths the worst
    backends: dict[Way, str]  # as tables show them
    notes: list[str]

    @property
    def passed(self) -> bool:
        return bool(self.changes) and not self.of(Verdict.WORSE)

    def of(self, verdict: Verdict) -> list[Change]:
        """The largest change first."""
        found = [change for change in self.changes if change.verdict is verdict]
        return sorted(found, key=lambda change: abs(change.ratio), reverse=True)

    def lines(self) -> Iterator[str]:
        for verdict, title in TITLES.items():
            if found := self.of(verdict):
                cells = [change.cells(self.backends[change.way]) for change in found]
                yield from (f"{title}:", *aligned([HEADINGS, *cells]), "")
        yield from self.notes
        if self.changes:
            counts = ", ".join(f"{len(self.of(verdict))} {verdict.value}" for verdict in Verdict)
            yield f"{len(self.changes)} figures: {counts}"
        else:
            yield "The record has nothing to compare with."


def compare(record: Iterable[dict], measured: Iterable[dict]) -> Comparison:
    """Compares what was measured with the record, which may have much more."""
    measured = list(measured)
    ways = {way(line): label(line) for line in measured}
    kept = [line for line in record if way(line) in ways]
    old, new = figures(kept), figures(measured)
    changes = [worst(*key, old[key], new[key]) for key in new if old.get(key, {}).keys() & new[key].keys()]
    ways |= {(*key[:-1], PERMUTATION): name for key, name in ways.items()}
    return Comparison(changes, ways, list(notes(kept, measured, old, new)))


def figures(records: Iterable[dict]) -> Figures:
    found: Figures = defaultdict(dict)
    for record in records:
        key = way(record)
        found[(*key[:-1], PERMUTATION), "round"][0] = record["instructions_per_round"]
        found[key, "code"][0] = record["text_bytes"]
        stack = found[key, "stack"]
        stack[0] = max(stack.get(0, 0), record["stack_bytes"])
        found[key, record["operation"]][record["bytes"]] = amount(record)
    return dict(found)


def worst(key: Way, what: str, old: dict[int, float], new: dict[int, float]) -> Change:
    """The change at the length that has become worst; if none has become worse, at the one that has improved most."""
    changes = [Change(key, what, length, old[length], new[length]) for length in old.keys() & new.keys()]
    lost = max(changes, key=lambda change: change.ratio)
    return lost if lost.ratio > 0 else min(changes, key=lambda change: change.ratio)


def notes(record: list[dict], measured: list[dict], old: Figures, new: Figures) -> Iterator[str]:
    """What makes a comparison less than it seems."""
    before, now = compilers(record), compilers(measured)
    for name in sorted(before.keys() & now.keys()):
        if before[name] != now[name]:
            here, there = (", ".join(sorted(versions[name])) for versions in (now, before))
            yield f"Note: {name} is {here} here, {there} in the record."
    for count, text in (
        (len(new.keys() - old.keys()), "measured, but not in the record"),
        (len(old.keys() - new.keys()), "in the record, but not measured"),
    ):
        if count:
            yield f"Note: {count} figures are {text}."


def compilers(records: list[dict]) -> dict[str, set[str]]:
    """Their versions."""
    found = defaultdict(set)
    for record in records:
        name, version, *_ = record["compiler"].split()
        found[name].add(version)
    return found


def aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Names to the left, the last three columns, which are numbers, to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-3], widths)]
        cells += [cell.rjust(width) for cell, width in zip(row[-3:], widths[-3:])]
        yield "  " + "  ".join(cells)

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Batches by the engine x1, of any number of messages, by induction over messages.

A call is cut where the engine begins with a message. Messages are taken in windows: `i` is the message's number, `b`
that of the first one in its window, and `f` the first one that failed. The single call is unknown (single.py)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from ..values import NotProved, Part
from .induction import Induction, Report
from .invariants import described
from .linear import Facts, Number, constant_of, form, replaced, symbol, terms_of
from .machine import NUMBERS, pointer
from .phases import Batch
from .plans import Plans
from .walk import ANY, PUBLIC_ANY, STATE, Bit, Byte, Head, Place, Plan, Program, Step, Walk

WINDOW = 4096  # messages: batch/work.h. With another number there is no proof
LINE = 64  # bytes
LAST, FAILED = 1, 2  # bits of a cut's number: the window is not full, or the last one; a message has failed
NO_FAILURE: list[Bit] = [0] * 32
Sample = tuple[Mapping[str, Number], str, Number]  # symbols of a cut at an arrival; a region and an offset found there


class MessagePlans(Plans):
    """The runs: from the call to the first message, and from each to the next one or to the return."""

    def __init__(self, address: int, most: int) -> None:
        super().__init__(Batch.phases, [], {}, most)
        self._address = address

    def address(self, number: int) -> int:
        return self._address

    def of(self, start: int | None) -> Iterator[Plan]:
        n, i, b, f = map(symbol, "nibf")
        fits: list[Number] = [n, self.most - n * Batch.size]
        if start is None:
            yield Plan(None, [Step("begin"), Step("end")], None, facts=Facts([*fits, -n]), text="call; no message")
            first: dict[str, Number] = {"i": 0, "b": 0}
            begun: list[tuple[int, str, list[Number]]] = [
                (0, "more than a full window", [n - WINDOW - 1]), (0, "a full window", [n - WINDOW, WINDOW - n]),
                (LAST, "less than a full window", [n - 1, WINDOW - 1 - n]),
            ]  # fmt: skip
            for last, text, more in begun:
                yield Plan(None, [Step("begin")], last, {}, first, Facts([*fits, *more]), f"call; {text}")
            return
        last, failed = start & LAST, start & FAILED
        end = n if last else b + WINDOW
        window = [b + WINDOW - 1 - n] if last else [n - end]
        facts = Facts([*fits, b, i - b, end - 1 - i, *window, *([f, i - 1 - f] if failed else [])])
        by: dict[str, Number] = {"i": end - 1}  # at the last message of a window
        over = Facts(replaced(each, by) for each in facts.forms)
        for phase in (0, 2) if failed else (0, 1):
            then, text = failed or FAILED * (phase > 0), f"{_name(start)} window, {Batch.phases[phase].name}"
            steps, last_steps = ([Step("resume"), Step("block", phase, at)] for at in (i, end - 1))
            fault: dict[str, Number] = {"f": i} if phase == 1 else {}
            yield Plan(start, steps, last | then, {}, {"i": i + 1, **fault}, facts.with_(end - 2 - i), f"{text}; next")
            after: dict[str, Number] = {"i": end, "b": end, **{name: end - 1 for name in fault}}
            for following, left in () if last else ((0, n - end - WINDOW), (LAST, end + WINDOW - 1 - n)):
                yield Plan(start, last_steps, following | then, by, after, over.with_(n - end - 1, left),
                           f"{text}; to a {_name(following)} window")  # fmt: skip
            yield Plan(start, [*last_steps, Step("end")], None, by, {}, over.with_(end - n), f"{text}; return")


def _name(number: int) -> str:
    return ("last" if number & LAST else "full") + " failed" * bool(number & FAILED)


class OverMessages(Induction):
    """Numbers at a cut are found as sums of multiples of its symbols, from as many arrivals as it takes."""

    def __init__(self, program: Program, operation: str, address: int) -> None:
        super().__init__(program, operation, [])
        self.plans = MessagePlans(address, self.plans.most // 2)  # no object of C is larger
        self._samples: dict[tuple[int, str, int], list[Sample]] = {}

    def _done(self, plan: Plan) -> Number:
        return 0

    def _loop_head(self, number: int, plan: Plan, walk: Walk) -> None:
        """From the first arrival; from the call, the next message and the next window are seen first."""
        state = STATE[:32] if number & FAILED else NO_FAILURE
        head = Head(self.plans.address(number), described(walk), state, walk.machine._top, walk.call.stack.lowest)
        self.heads[number] = head
        self._fit(number, walk, {**plan.by, **plan.after})
        if plan.start is None:
            for turn, i in zip(self.plans.of(number), (0,) if number & LAST else (0, WINDOW - 1)):
                begin: dict[str, Number] = {"i": i, "b": 0}
                after = {name: replaced(value, begin) for name, value in turn.after.items()}
                for later in self.walks(turn.at_first(begin)):
                    self._fit(number, later, {**begin, **after})

    def _fit(self, number: int, walk: Walk, by: Mapping[str, Number]) -> None:
        head = self.heads[number].bytes
        for place, byte in walk.found().items():
            if isinstance(head.get(place), int | Part):
                found = self._fitted(place, number, walk, by)
                if found != ANY or not isinstance(byte, int | Part):
                    head[place] = PUBLIC_ANY if found == ANY and walk.is_public(byte) else found

    def _otherwise(self, byte: Byte | None, place: Place, plan: Plan, walk: Walk) -> Byte:
        if not isinstance(byte, int | Part):
            return ANY if byte is None else byte
        assert plan.arrival is not None
        return self._fitted(place, plan.arrival, walk, {**plan.by, **plan.after})

    def _fitted(self, place: Place, number: int, walk: Walk, by: Mapping[str, Number]) -> Byte:
        space, at = place
        base = at - at % 8
        found = _word(walk, space, base)
        if found is None:
            return ANY
        samples = self._samples.setdefault((number, space, base), [])
        facts = walk.machine.facts  # on this way, a symbol may have one value only
        known = {name: value for name in "nfib" if (value := facts.constant(symbol(name))) is not None}
        by = {**known, **{name: replaced(value, known) for name, value in by.items()}}
        sample = by, found[0], replaced(found[1], known)
        samples += [sample] * (sample not in samples)
        offset = fitted([(by, each) for by, _, each in samples], "nfib" if number & FAILED else "nib")
        if offset is None or any(region != found[0] for _, region, _ in samples):
            return ANY
        return Part(pointer(found[0], offset), at - base, 1)


def _word(walk: Walk, space: str, base: int) -> tuple[str, Number] | None:
    """What a word is, if it is a number or an address."""
    cells = walk._spaces()[space]
    parts = [walk._settled_byte(cells, base + byte) for byte in range(8)]
    if all(isinstance(part, int) for part in parts):
        return NUMBERS, int.from_bytes(bytes(parts), "little")  # type: ignore[arg-type]
    first = parts[0]
    if isinstance(first, Part) and parts == [Part(first.pointer, byte, 1) for byte in range(8)]:
        return first.pointer.region, first.pointer.offset
    return None


def fitted(samples: Sequence[tuple[Mapping[str, Number], Number]], names: str) -> Number | None:
    """The linear form of the fewest symbols that has each sample's value where they have the sample's values."""
    rows: list[list[Fraction]] = []
    for by, value in samples:
        columns: list[Number] = [*(by.get(name, symbol(name)) for name in names), 1, value]
        terms = {name for each in columns for name, _ in terms_of(each)}
        rows += [[Fraction(constant_of(each)) for each in columns]]
        rows += [[Fraction(dict(terms_of(each)).get(name, 0)) for each in columns] for name in terms]
    places = range(len(names) + 1)
    for chosen in (chosen for count in range(len(names) + 2) for chosen in combinations(places, count)):
        values = _solved([[*(row[place] for place in chosen), row[-1]] for row in rows])
        if values is not None:
            by_place = dict(zip(chosen, values))
            return form(by_place.get(len(names), 0), {name: by_place.get(at, 0) for at, name in enumerate(names)})
    return None


def _solved(rows: list[list[Fraction]]) -> list[int] | None:
    """The whole numbers with which the sum of each row's products is its last number, if these have one value only."""
    for column in range(len(rows[0]) - 1):
        row = next((row for row in rows[column:] if row[column]), None)
        if row is None:
            return None
        rows.remove(row)
        row = [each / row[column] for each in row]
        rows = [[one - other[column] * two for one, two in zip(other, row)] for other in rows]
        rows.insert(column, row)
    count = len(rows[0]) - 1
    values = [row[-1] for row in rows]
    if any(values[count:]) or any(value.denominator > 1 for value in values[:count]):
        return None
    return [int(value) for value in values[:count]]


def first_of_message(program: Program, operation: str) -> int:
    """The first address where the machine is once for each message."""
    traces = []
    for count in (3, 5):
        walk = Walk(program, operation, {"n": count}, Facts())
        walk.specify([Step("begin"), *(Step("block", 0, number) for number in range(count)), Step("end")], None)
        walk.machine.visited = []
        walk.execute(None, frozenset())
        traces.append(Counter(walk.machine.visited))
    found = [address for address in traces[0] if (traces[0][address], traces[1][address]) == (3, 5)]
    if not found:
        raise NotProved("no address is met once for each message")
    return found[0]


def prove(program: Program, operation: str) -> Report:
    """Wherever the stack is in a cache line, as functions of batches round the stack pointer down to one."""
    report, abi = Report(), program.abi
    for residue in range(abi.residue, LINE, abi.alignment):
        program = replace(program, abi=replace(abi, alignment=LINE, residue=residue))
        found = OverMessages(program, operation, first_of_message(program, operation)).prove()
        report = Report([], report.runs + found.runs, report.segments + found.segments,
                        max(report.instructions, found.instructions), max(report.stack, found.stack))  # fmt: skip
    return report

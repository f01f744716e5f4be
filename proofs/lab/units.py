"""A unit of a manifest as a program: records its calls and lowers what ran.

Places that hold shares become inputs: share 0 of a word is the sum of the secret and all other shares, which are
uniform, as random words are. So every input is a word of a secret, or uniform, or public. After each instruction the
lowered registers are compared with those of the emulator. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import program as ops
from .arm import Arm
from .elf import AVR_DATA, Elf
from .machine import CHOSEN_ONLY, Machine, Unsupported
from .manifest import Area, Known, ManifestError, Secret, Unit
from .program import Program, Value
from .record import Arm as ArmRecorder
from .record import Moment


@dataclass
class Prepared:
    """A program, and what its inputs are."""

    unit: Unit
    elf: Elf
    program: Program
    names: list[str] = field(default_factory=list)  # of the inputs
    secret: list[bool] = field(default_factory=list)  # whether an input is a word of a secret
    public: set[int] = field(default_factory=set)  # the numbers of inputs that everybody knows, whatever they are
    first: dict[Value, str] = field(default_factory=dict)  # shares 0, which are sums of inputs, by name
    revealed: list[Value] = field(default_factory=list)  # results that are known, or else what the last call returned
    outputs: list[Value] = field(default_factory=list)  # what the unit leaves in plain
    holders: set[str] = field(default_factory=set)  # source files whose instructions put shares into registers
    fresh: list[tuple[Value, int]] = field(default_factory=list)  # shares that have to be, but the first one, and bits
    stale: list[str] = field(default_factory=list)  # what is wrong with random words
    drawn: list[Value] = field(default_factory=list)  # random words that the program has loaded
    taken: list[Value] = field(default_factory=list)  # what a state has at the end, or when fresh shares take its place


def _processor(name: str, elf: Elf):  # type: ignore[no-untyped-def]
    """The lowering over a machine, and the recorder."""
    if name in ("armv6m", "armv7m"):
        return Arm(Machine(32, elf.byte), elf.byte), ArmRecorder(elf)
    if name == "rv32":
        from .record import RiscV as RiscVRecorder
        from .riscv import RiscV, extension

        return RiscV(Machine(32, elf.byte)), RiscVRecorder(elf, extension)
    from .avr import Avr
    from .record_avr import Avr as AvrRecorder

    data = Machine(8, lambda address: elf.byte(AVR_DATA + address))
    return Avr(data, elf.byte), AvrRecorder(elf)


# Units of asconkit/masked/contract.h whose second argument are random words: how many for each pair of shares.
TAKE_WORDS = {"ascon_masked_refresh_{}": 2, "ascon_masked_tag_{}": 8, "ascon_masked_round_{}": 10}
RANDOM_BYTES = 4


class Preparation:
    """Puts inputs into the machine and the emulator, then follows the calls."""

    def __init__(self, unit: Unit, elf: Elf, processor: str, given: dict[str, int] | None = None) -> None:
        """given: numbers of some inputs in the recorded run, in place of random ones."""
        self.unit, self.elf = unit, elf
        self.lowering, self.recorder = _processor(processor, elf)
        self.machine: Machine = self.lowering.machine
        self.machine.chosen = frozenset(CHOSEN_ONLY) & frozenset(unit.models)
        if self.machine.chosen and processor != "rv32":
            raise ManifestError(f"{unit.name}: only rv32 has the models {', '.join(sorted(self.machine.chosen))}")
        self.bytes = self.machine.bytes
        self.prepared = Prepared(unit, elf, self.machine.program)
        self.numbers = random.Random(20260101)  # the same run each time
        self.registers: dict[str, Value] = {}  # inputs that are in registers
        self.given = given or {}
        self.required: dict[int, str] = {}  # what the program has to load: addresses of cells, and names
        self.random: list[tuple[str, int, Value]] = []  # words, and where they are
        self.given_out: set[Value] = set()  # words that units of the contract have got
        self.objects: list[range] = []  # variables in which secrets are
        self.told: list[tuple[str, list[Value]]] = []  # what may be known of `known` memory, and where it was
        self.differences: list[list[Value]] = []  # of tags, in shares, as a call that reveals an outcome gets them

    def input(self, name: str, secret: bool) -> Value:
        self.prepared.names.append(name)
        self.prepared.secret.append(secret)
        number = self.numbers.getrandbits(8 * self.bytes)
        is_public = self.machine.program.inputs in self.prepared.public
        return self.machine.program.input(self.given.get(name, number), not is_public)

    def put(self, place: str, offset: int, value: Value) -> None:
        """A value into a register, or into memory of the machine and the emulator."""
        if place in self.lowering.REGISTERS:
            if offset:
                raise ManifestError(f"{self.unit.name}: {place} is a register, which holds {self.bytes} bytes, no more")
            self.registers[self.lowering.register(place)] = value
            return
        address = self.address(place, offset)
        self.machine.place(address, value)
        self.recorder.write(address, self.machine.program.numbers[value].to_bytes(self.bytes, "little"))

    def address(self, place: str, offset: int) -> int:
        address: int = self.lowering.pointer(self.elf.address(place)) + offset
        if address % self.bytes:
            raise ManifestError(
                f"{self.unit.name}: {place} + {offset} is at {address:#x}; expected a multiple of {self.bytes}"
            )
        return address

    def put_secret(self, secret: Secret) -> None:
        size, unit = self.bytes, self.unit
        if secret.rotation and secret.unit % (8 * size):
            raise ManifestError(f"{unit.name}: secret {secret.name}: expected unit in whole words of {8 * size} bits")
        places = secret.places(unit.shares)
        for place, offset in places:
            if place not in self.lowering.REGISTERS:
                self.objects.append(self.elf.object(self.address(place, offset), self.lowering.pointer))
        for word in range(secret.count):
            label = f"{secret.name}[{word}]" if secret.count > 1 else secret.name
            shares = self.shares_of(secret, label)
            for share, (place, offset) in enumerate(places):
                if secret.only in (-1, share):
                    for number, value in enumerate(shares[share]):
                        at = offset + word * secret.distance(unit.shares) + number * size
                        self.put(place, at, value)
                        if not secret.partly or word == number == 0:
                            self.must_load(place, at, f"share {share} of {label}")

    def shares_of(self, secret: Secret, label: str) -> list[list[Value]]:
        """All shares of one word, as values of the machine's width."""
        machine, cells = self.machine, -(-secret.size // self.bytes)
        names = [f"{label}/{number}" if cells > 1 else label for number in range(cells)]
        first = [self.input(name, True) for name in names]
        others = []
        for share in range(1, self.unit.shares):
            stored = [self.input(f"{name}.{share}", False) for name in names]
            others.append(stored)
            straight = self.rotated_back(stored, share * secret.rotation, secret.unit)
            first = [machine.xor(one, other) for one, other in zip(first, straight)]
        if others:
            self.prepared.first.update((value, f"{name}.0") for value, name in zip(first, names))
        return [first, *others]

    def rotated_back(self, cells: list[Value], places: int, unit: int) -> list[Value]:
        """Each unit rotated left, cells being the lowest first."""
        machine, width = self.machine, 8 * self.bytes
        if not places % unit:
            return cells
        count, whole, rest = unit // width, places % unit // width, places % width
        result = []
        for start in range(0, len(cells), count):
            group = cells[start : start + count]
            for number in range(count):
                upper, lower = group[(number - whole) % count], group[(number - whole - 1) % count]
                if count == 1:
                    result.append(machine.shift(ops.ROTATE_RIGHT, upper, width - rest))
                else:
                    low = machine.shift(ops.SHIFT_RIGHT, lower, width - rest)
                    result.append(machine.or_(machine.shift(ops.SHIFT_LEFT, upper, rest), low))
        return result

    def offsets(self, area: Area) -> range:
        """Of the words of an area: whole ones."""
        return range(0, area.size, self.bytes)

    def put_inputs(self, area: Area, public: bool) -> None:
        """Random words, or public ones that may have any value."""
        for number, offset in enumerate(self.offsets(area)):
            if public:
                self.prepared.public.add(self.machine.program.inputs)
                self.must_load(area.at, offset, f"{area.at}[{number}]")
            value = self.input(f"{area.at}[{number}]", False)
            self.put(area.at, offset, value)
            if not public:
                self.random.append((area.at, offset, value))

    def put_bytes(self, area: Area) -> None:
        for offset in self.offsets(area) if area.value else ():
            number = int.from_bytes(area.value[offset : offset + self.bytes], "little")
            self.put(area.at, offset, self.machine.constant(number))

    def run(self) -> Prepared:
        for secret in self.unit.secrets:
            self.put_secret(secret)
        for area in self.unit.random:
            self.put_inputs(area, public=False)
        for area in self.unit.public:
            if area.any_value:
                self.put_inputs(area, public=True)
            else:
                self.put_bytes(area)
        for call in self.unit.calls:
            self.follow(call)
        self.check_loads()
        if not self.unit.reveals_of:
            self.prepared.revealed.append(self.machine.read(self.result_register()))
        elif not self.prepared.revealed:
            raise ManifestError(f"{self.unit.name}: reveals_of: {self.unit.reveals_of} was not called")
        for area in self.unit.outputs:
            cells = [self.machine.cell(self.address(area.at, offset)) for offset in self.offsets(area)]
            self.take_output(area.at, cells)
        for at, told in self.told:
            self.take_output(at, told)
        for secret in self.unit.fresh:
            self.take_fresh(secret)
        for at, offset, value in self.random:
            if at not in self.lowering.REGISTERS and self.address(at, offset) in self.machine.loaded:
                self.prepared.drawn.append(value)
        self.prepared.taken += self.given_out
        for variable in self.objects:  # guards that wait for the next permutation
            self.prepared.taken += [self.machine.cell(at) for at in variable if at % self.bytes == 0]
        return self.prepared

    def take_fresh(self, secret: Secret) -> None:
        """What the shares but the first one of a secret are at the end."""
        for word in range(secret.count):
            for share, (place, offset) in enumerate(secret.places(self.unit.shares)):
                start = offset + word * secret.distance(self.unit.shares)
                for number in range(0, secret.size, self.bytes) if share else ():
                    bits = 8 * min(self.bytes, secret.size - number)
                    self.prepared.fresh.append((self.machine.cell(self.address(place, start + number)), bits))

    def must_load(self, place: str, offset: int, name: str) -> None:
        if place not in self.lowering.REGISTERS:
            self.required[self.address(place, offset)] = name

    def check_loads(self) -> None:
        """A manifest with a wrong address, stride or count would make a leaky program clean. So each secret has to be
        read, and no other word of the variables in which secrets are, unless the program wrote it or it is public."""
        for address, name in self.required.items():
            if address not in self.machine.loaded:
                raise ManifestError(
                    f"{self.unit.name}: no instruction loads {name}, at {address:#x}; "
                    "is its address, stride or number of bytes right?"
                )
        for address, step in self.machine.foreign.items():
            if any(address in each for each in self.objects):
                raise ManifestError(
                    f"{self.unit.name}: {step.address:#x}: {step.text}: loads {address:#x}, "
                    f"{self.elf.function(address)}, which is in a variable with secrets, but neither secret nor public "
                    "nor written before"
                )

    def take_output(self, at: str, values: list[Value]) -> None:
        """Words that may be known. They must be the same for other shares and random words: if one share of a word is
        known, the others together are the word."""
        program, prepared = self.machine.program, self.prepared
        operations = enumerate(program.operations)
        inputs = [program.numbers[value] for value, operation in operations if operation.kind == ops.INPUT]
        for number, secret in enumerate(prepared.secret):
            if not secret and number not in prepared.public:
                inputs[number] = self.numbers.getrandbits(program.width)
        again = program.run(inputs)
        if any(again[value] != program.numbers[value] for value in values):
            raise ManifestError(f"{self.unit.name}: output: {at} depends on random words; expected what they hide")
        prepared.outputs += values

    def result_register(self) -> str:
        name: str = self.unit.result or self.lowering.RESULT
        if name not in self.lowering.REGISTERS:
            known = ", ".join(self.lowering.REGISTERS)
            raise ManifestError(f"{self.unit.name}: result = {name!r}; expected one of {known}")
        found: str = self.lowering.register(name)
        return found

    def follow(self, call: tuple[str | int, ...]) -> None:
        """Records a call, lowers it, and compares the registers after each instruction."""
        function, *arguments = call
        address = self.elf.address(str(function))
        given = self.lowering.arguments([self.number(each) for each in arguments])
        for name, known in self.registers.items():
            given[name] = self.machine.program.numbers[known]
        moments = self.until_end(self.recorder.call(address, {**self.machine.registers(), **given}))
        for name, number in moments[0].registers.items():
            value = self.registers.get(name)
            if value is None and self.machine.registers().get(name) != number:
                value = self.machine.constant(number)
            if value is not None:
                self.machine.set(name, value)
        self.registers = {}
        revealing = self.elf.address(self.unit.reveals_of) if self.unit.reveals_of else -1
        telling = {self.elf.address(each.of): each for each in self.unit.known}
        takers = {self.elf.symbols.get(name.format(self.unit.shares), -1): name for name in TAKE_WORDS}
        back: int | None = None  # the address that this function returns to, while it runs
        for moment, after in zip(moments, moments[1:]):
            if moment.address == back:
                self.reveal()
                back = None
            if moment.address in telling:
                self.tell(telling[moment.address], moment)
            if moment.address in takers:
                self.take_words(takers[moment.address], moment)
            self.before(moment)
            if moment.left_out:
                continue
            self.lowering.step(moment)
            self.compare(after)
            self.note_holder(moment.address)
            if after.address == revealing:
                back = self.lowering.return_address(moment, after)
                self.differences.append(self.cells_of_tag(after))
        if back is not None:  # it was the last thing that ran
            self.reveal()

    def note_holder(self, address: int) -> None:
        """The file of the instruction that has just run, if it wrote anything of secrets or random words to a
        register; without debug information the function."""
        machine = self.machine
        if any(machine.program.hidden[value] for value in machine.written):
            self.prepared.holders.add(self.elf.line(address).partition(":")[0] or self.elf.function(address))
        machine.written.clear()

    def tell(self, known: Known, moment: Moment) -> None:
        """What a function is given may be known from here on."""
        machine, argument = self.machine, known.argument
        start = self.address(known.at, 0) if known.at else self.lowering.argument(moment.registers, argument)
        cells = {address: machine.cell(address) for address in range(start, start + known.size, self.bytes)}
        self.told.append((known.at or f"argument {argument} of {known.of}", list(cells.values())))
        for address, value in cells.items():
            machine.place(address, machine.constant(machine.program.numbers[value]))

    def take_words(self, name: str, entry: Moment) -> None:
        """Words that a unit of the contract gets: random ones, of which none has got any before."""
        pairs = self.unit.shares * (self.unit.shares - 1) // 2
        start = self.lowering.argument(entry.registers, 1)
        drawn = {value for _, _, value in self.random}
        for address in range(start, start + RANDOM_BYTES * pairs * TAKE_WORDS[name], self.bytes):
            value = self.machine.cell(address)
            if value not in drawn or value in self.given_out:
                what = "used before" if value in drawn else "not drawn"
                self.prepared.stale.append(f"{name.format(self.unit.shares)}: a random word that was {what}")
            self.given_out.add(value)

    def cells_of_tag(self, entry: Moment) -> list[Value]:
        """Of two words in shares, which the first argument of a tag check points to."""
        start = self.lowering.argument(entry.registers, 0)
        return [self.machine.cell(at) for at in range(start, start + 16 * self.unit.shares, self.bytes)]

    def before(self, moment: Moment) -> None:
        """For what looks at the machine before an instruction, or changes what it holds."""

    def until_end(self, moments: Iterable[Moment]) -> list[Moment]:
        """All of them, or those before the place where the unit ends."""
        end = self.elf.symbols.get(self.unit.until, -1) & ~1
        found = []
        for moment in moments:
            found.append(moment)
            if moment.address == end:
                break
        return found

    def reveal(self) -> None:
        """The result of a function is known from here on; what the program does then may depend on it."""
        register = self.result_register()
        self.prepared.revealed.append(self.machine.read(register))
        self.machine.set(register, self.machine.constant(self.machine.registers()[register]))

    def number(self, argument: str | int) -> int:
        if isinstance(argument, int):
            return argument
        pointer: int = self.lowering.pointer(self.elf.address(argument))
        return pointer

    def compare(self, after: Moment) -> None:
        found = self.machine.registers()
        for name, number in after.registers.items():
            if found[name] != number:
                raise self.machine.unsupported(
                    f"the laboratory computes {name} = {found[name]:#x}, "
                    f"the emulator {number:#x}: an error of the laboratory"
                )


def prepare(unit: Unit, elf: Elf, processor: str) -> Prepared:
    """Raises ManifestError if the manifest does not fit, Unsupported if the code cannot be followed."""
    return preparation(unit, elf, processor).prepared


def preparation(unit: Unit, elf: Elf, processor: str, kind: type[Preparation] = Preparation) -> Preparation:
    """As prepare(), with all that it has found."""
    try:
        made = kind(unit, elf, processor, right_tag(unit, elf, processor, kind))
        made.run()
        outcomes = [made.machine.program.numbers[value] for value in made.prepared.revealed]
        if unit.right and any(outcomes):
            raise ManifestError(f"{unit.name}: right = {unit.right!r}: its tag is not the one that is checked")
        return made
    except (ManifestError, Unsupported) as error:
        raise type(error)(f"{unit.name}: {error}".replace(f"{unit.name}: {unit.name}: ", f"{unit.name}: ")) from None


def right_tag(unit: Unit, elf: Elf, processor: str, kind: type[Preparation] = Preparation) -> dict[str, int]:
    """Numbers of the tag with which it is right in the recorded run, if the unit wants that: its bits are turned over
    that differ. Each bit of the difference depends on one bit of the tag. Which one, some runs show in which those bits
    of the tag are turned over whose place has a certain bit."""
    if not unit.right:
        return {}
    made = kind(unit, elf, processor)
    made.run()
    program, prepared = made.machine.program, made.prepared
    operations = enumerate(program.operations)
    inputs = [program.numbers[value] for value, operation in operations if operation.kind == ops.INPUT]
    own = [
        number
        for number, name in enumerate(prepared.names)
        if name.partition("/")[0].partition("[")[0] == unit.right
        and (prepared.secret[number] or number in prepared.public)
    ]
    places = [(number, bit) for number in own for bit in range(program.width)]

    def difference(changed: list[tuple[int, int]]) -> int:
        numbers = list(inputs)
        for number, bit in changed:
            numbers[number] ^= 1 << bit
        return sum_of_shares(made, program.run(numbers))

    first, wrong = difference([]), dict[int, int]()
    for bit in range(len(places).bit_length()):
        turned = difference([each for place, each in enumerate(places, 1) if place >> bit & 1]) ^ first
        for at in range(first.bit_length()):
            if first >> at & 1:
                wrong[at] = wrong.get(at, 0) | (turned >> at & 1) << bit
    if 0 in wrong.values():
        raise ManifestError(f"{unit.name}: right = {unit.right!r}: its tag is not the one that is checked")
    for place in wrong.values():
        number, bit = places[place - 1]
        inputs[number] ^= 1 << bit
    return {prepared.names[number]: inputs[number] for number in own}


def sum_of_shares(made: Preparation, numbers: list[int]) -> int:
    """Of all words of the last difference that was checked, as one number; rotated as share 0."""
    width, shares, total = made.machine.program.width, made.unit.shares, 0
    cells = [numbers[value] for value in made.differences[-1]]
    count = len(cells) // (2 * shares)  # of a share of a word
    for word in range(2):
        for part in range(count):
            for share in range(shares):
                number, places = cells[(word * shares + share) * count + part], made.unit.rotation * share % 32
                straight = number << places | number >> width - places if places else number
                total ^= (straight & (1 << width) - 1) << (word * count + part) * width
    return total

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A unit on the gates of PicoRV32 with expressions in place of traces. Control is public, so nearly all nets are 0 or
1; the others are gates over bits of shares and random words. The laboratory's exact check then decides whether a
flip-flop's value, or its change, depends on secrets: without traces, for all inputs.
"""

import random
from dataclasses import replace
from functools import cache, partial, reduce

from lab import program as ops
from lab.machine import Unsupported
from lab.program import Program, Step, Value
from lab.units import Prepared

from . import bench
from .netlist import Cell

RESET_CYCLES, RESULT = 10, "cpuregs[10][0]"
MOST_LEAVES, ITSELF, COMPLEMENT = 4, 0b10, 0b01
Bit = int  # 0, 1, or the number of an input or a gate
Table = tuple[tuple[Bit, ...], int]  # a function of these bits


@cache
def _spread(table: int, places: tuple[int, ...], count: int) -> int:
    """The table of a function of `count` bits that depends on those at these places."""
    rows = (sum((row >> place & 1) << at for at, place in enumerate(places)) for row in range(1 << count))
    return sum((table >> found & 1) << row for row, found in enumerate(rows))


class Gates:
    """Inputs, and functions of bits that are not known. Synthesis writes one function in many ways, such as a sum as
    (a | b) & ~(a & b). So a gate is a table over the contents of a few flip-flops, and each table is there once."""

    def __init__(self) -> None:
        self.program = Program(1)
        self._made: list[Table] = [((), 0), ((), 1)]
        self._tables = list(self._made)  # over bits from before: of a flip-flop it is the bit itself
        self._numbers: dict[tuple[int, Bit, Bit], Bit] = {}
        self._bits: dict[Table, Bit] = {}
        self._values = {number: self.program.constant(number) for number in (0, 1)}
        self._random = random.Random(20260101)

    def input(self) -> Bit:
        bit = len(self._made)
        self._values[bit] = self.program.input(self._random.getrandbits(1))
        self._made.append(((bit,), ITSELF))
        self._tables.append(((bit,), ITSELF))
        return bit

    def keep(self, bit: Bit) -> None:
        """It is in a flip-flop, or its complement is."""
        leaves, table = self._made[bit]
        if table == COMPLEMENT and len(leaves) == 1:
            return self.keep(leaves[0])
        if bit > 1 and self._tables[bit] != ((bit,), ITSELF):
            self._tables[bit] = (bit,), ITSELF
            complement = self._bits.get((leaves, table ^ (1 << (1 << len(leaves))) - 1))
            if complement:
                self._tables[complement] = (bit,), COMPLEMENT
        return None

    def and_(self, first: Bit, second: Bit) -> Bit:
        if first < 2 or second < 2:
            return min(first, second) and max(first, second)
        return self._gate(ops.AND, first, second)

    def xor(self, first: Bit, second: Bit) -> Bit:
        if first == second or not first or not second:
            return 0 if first == second else first or second
        return self._gate(ops.XOR, first, second)

    def choose(self, zero: Bit, one: Bit, by: Bit) -> Bit:
        if by < 2 or zero == one:
            return one if by else zero
        return self.xor(zero, self.and_(self.xor(zero, one), by))

    def _gate(self, kind: int, first: Bit, second: Bit) -> Bit:
        key = kind, first, second
        if key not in self._numbers:
            pair = self._tables[first], self._tables[second]
            leaves = sorted({*pair[0][0], *pair[1][0]})
            if len(leaves) > MOST_LEAVES:
                pair, leaves = (((first,), ITSELF), ((second,), ITSELF)), sorted((first, second))
            one, other = (_spread(table, tuple(map(leaves.index, own)), len(leaves)) for own, table in pair)
            self._numbers[key] = self._bit(leaves, one & other if kind == ops.AND else one ^ other)
        return self._numbers[key]

    def _bit(self, leaves: list[Bit], table: int) -> Bit:
        for place in reversed(range(len(leaves))):
            others = tuple(each for each in range(len(leaves)) if each != place)
            rows = (sum((row >> at & 1) << each for at, each in enumerate(others)) for row in range(1 << len(others)))
            without = sum((table >> row & 1) << number for number, row in enumerate(rows))
            if _spread(without, others, len(leaves)) == table:
                leaves, table = [leaves[each] for each in others], without
        if not leaves or (len(leaves) == 1 and table == ITSELF):
            return leaves[0] if leaves else table
        key = tuple(leaves), table
        if key not in self._bits:
            made = key
            if table & 1:
                base = self._bit(leaves, table ^ (1 << (1 << len(leaves))) - 1)
                made = (base,), COMPLEMENT
            self._bits[key] = len(self._made)
            self._made.append(made)
            is_kept = table & 1 and self._tables[made[0][0]][0] == made[0]
            self._tables.append(made if is_kept else key)
        return self._bits[key]

    def value(self, bit: Bit) -> Value:
        """Of the program, which has those gates that somebody asks for."""
        wanted = [bit]
        while wanted:
            leaves, table = self._made[wanted[-1]]
            missing = [each for each in leaves if each not in self._values]
            if not missing:
                each = wanted.pop()
                if each not in self._values:
                    self._values[each] = self._sum([self._values[leaf] for leaf in leaves], table)
            wanted += missing
        return self._values[bit]

    def _sum(self, leaves: list[Value], table: int) -> Value:
        """Of products."""
        program, total = self.program, self._values[0]
        for row in range(1 << len(leaves)):
            below = [each for each in range(row + 1) if each & row == each]
            if sum(table >> each & 1 for each in below) & 1:
                chosen = [leaf for place, leaf in enumerate(leaves) if row >> place & 1]
                product = reduce(partial(program.apply, ops.AND), chosen, self._values[1])
                total = program.apply(ops.XOR, total, product)
        return total


class Run:
    """From reset to the end of the unit."""

    def __init__(self, inputs: bench.Inputs) -> None:
        if any(area.any_value for area in inputs.unit.public):
            raise Unsupported(f"{inputs.unit.name}: public bytes of any value, which this check does not have")
        self.core, self.inputs, self.gates = bench.core(), inputs, Gates()
        self.nets: list[Bit] = [0] * self.core.nets + [1, 0]  # -1 is 0, -2 is 1
        self.mixed: dict[int, list[Bit]] = {}  # words of memory that are not the same for all inputs
        self.numbers = inputs.image.view("<u4")
        self.prepared = Prepared(inputs.unit, inputs.elf, self.gates.program)
        self.cycles = 0
        for name, row in zip(inputs.names, inputs.words):
            self._share(name, row["secret"] >= 0, [int(each) // 4 for each in row["addresses"][: row["shares"]]])

    def _share(self, name: str, secret: bool, places: list[int]) -> None:
        for place in places:
            self.mixed[place] = [0] * 32
        for bit in range(32):
            first = self._input(f"{name} bit {bit}", secret)
            for share, place in enumerate(places[1:], 1):
                self.mixed[place][bit] = self._input(f"{name} bit {bit}.{share}", False)
                first = self.gates.xor(first, self.mixed[place][bit])
            self.mixed[places[0]][bit] = first
            if secret:
                self.prepared.first[self.gates.value(first)] = f"{name} bit {bit}.0"

    def _input(self, name: str, secret: bool) -> Bit:
        self.prepared.names.append(name)
        self.prepared.secret.append(secret)
        return self.gates.input()

    def _drive(self, port: str, bits: list[Bit] | int) -> None:
        for place, net in enumerate(self.core.port(port)):
            if net >= 0:
                self.nets[net] = bits >> place & 1 if isinstance(bits, int) else bits[place]

    def read(self, nets: list[int], what: str) -> int:
        bits = [self.nets[net] for net in nets]
        if max(bits) > 1:
            raise Unsupported(f"{self.inputs.unit.name}: cycle {self.cycles}: {what} depends on shares")
        return sum(bit << place for place, bit in enumerate(bits))

    def _port(self, name: str) -> int:
        return self.read(self.core.port(name), name)

    def _answer(self) -> None:
        """The memory answers in the cycle in which it is asked, as in simulate.c."""
        self._drive("mem_ready", self._port("mem_valid"))
        if not self._port("mem_valid"):
            return
        place, stored = self._port("mem_addr") // 4, self._port("mem_wstrb")
        if stored:
            both = zip(self.core.port("mem_wdata"), self.word(place))
            word = [self.nets[net] if stored >> bit // 8 & 1 else old for bit, (net, old) in enumerate(both)]
            self.mixed[place] = word
        else:
            self._drive("mem_rdata", self.word(place))

    def word(self, place: int) -> list[Bit]:
        number = int(self.numbers[place])
        return self.mixed[place] if place in self.mixed else [number >> bit & 1 for bit in range(32)]

    def _settle(self) -> None:
        nets, gates = self.nets, self.gates
        for kind, out, a, b, by in self.core.gates:
            first = nets[a]
            if kind == "MUX":
                nets[out] = gates.choose(first, nets[b], nets[by])
            elif kind == "AND":
                nets[out] = gates.and_(first, nets[b])
            else:
                nets[out] = gates.xor(first, 1 if kind == "NOT" else nets[b])

    def _next(self, cell: Cell) -> Bit:
        """As netlist._next()."""
        pins, choose = {name: self.nets[net] for name, net in cell["pins"].items()}, self.gates.choose
        kind, polarities = cell["kind"]
        number = int("R" in pins and polarities[2] == "1")

        def active(pin: str, place: int, otherwise: Bit) -> Bit:
            return self.gates.xor(pins[pin], int(polarities[place] == "N")) if pin in pins else otherwise

        enable, reset = active("E", len(polarities) - 1, 1), active("R", 1, 0)
        if kind == "SDFFCE":
            return choose(pins["Q"], choose(pins["D"], number, reset), enable)
        return choose(choose(pins["Q"], pins["D"], enable), number, reset)

    def _is_over(self) -> bool:
        end = self.inputs.elf.symbols.get(self.inputs.unit.until, -1)
        fetches = self._port("mem_valid") and self._port("mem_instr")
        return bool(self._port("trap") or (fetches and self._port("mem_addr") == end))

    def run(self, watched: dict[int, str]) -> Prepared:
        """Observes these nets, by their names, where they change."""
        program, flip_flops, before = self.gates.program, self.core.flip_flop_cells, list[Bit]()
        for self.cycles in range(-RESET_CYCLES, bench.MOST_CYCLES):
            self._drive("resetn", int(self.cycles >= 0))
            if self.cycles >= 0:
                self._answer()
            self._settle()
            address = self.read(self.core.program_counter, "the program counter")
            program.steps.append(Step(address, bench.text(self.inputs.elf, address)))
            now = [self.nets[net] for net in watched]
            for name, bit, old in zip(watched.values(), now, before):
                if bit != old and max(bit, old) > 1:
                    program.observe(name, self.gates.value(bit), self.gates.value(old))
            before = now
            if self.cycles >= 0 and self._is_over():
                break
            for cell, bit in zip(flip_flops, [self._next(cell) for cell in flip_flops]):
                self.nets[cell["pins"]["Q"]] = bit
                self.gates.keep(bit)
        if self.inputs.unit.reveals:
            net = next(net for net, name in self.core.names.items() if name == RESULT)
            self.prepared.revealed.append(self.gates.value(self.nets[net]))
        models = tuple({seen.model for seen in program.observations})
        self.prepared.unit = replace(self.inputs.unit, models=models, order=1)
        return self.prepared

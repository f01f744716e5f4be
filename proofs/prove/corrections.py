"""Instructions whose meaning pypcode's processor descriptions lack or have wrong.

An operation that p-code leaves open (CALLOTHER) has a function here by its name. An instruction that a description
does not translate, or wrongly, is described here by its text. Tests compare all of them with the processor or an
emulator. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import re
from collections.abc import Callable

from .graph import FALSE, Literal
from .machine import Correction, Instruction, Machine, Operation, Place
from .values import Bits, NotProved, Value, bits_of, settled, value_of

LEVEL = re.compile(r"_avx(2|512(f|vl|bw|dq))?$")  # after the names of operations of AVX


def install(machine: Machine) -> None:
    machine.corrections = {**NAMED, **described(machine.family)}
    machine.correction_of = of_avx
    machine.replaced = replaced


def of_avx(name: str) -> Correction | None:
    """Operations of AVX have the same meaning at each level. They clear the upper bits of a register."""
    known = AVX.get(LEVEL.sub("", name)) if LEVEL.search(name) else None
    if known is None:
        return None

    def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
        output, first = operation.output, machine.register("ZMM0")
        assert output is not None
        if output.space == first.space and first.offset <= output.offset < first.offset + 32 * 64 and output.size < 64:
            machine.write(Place(output.space, output.offset + output.size, 64 - output.size), 0)
        return known(machine, operation, values)

    return apply


# ---- AVX: vectors as literals -----------------------------------------------------------------------


def _vector(operation: Operation, values: list[Value], place: int) -> Bits:
    return bits_of(settled(values[place]), operation.inputs[place].size)


def _number(values: list[Value], place: int, what: str) -> int:
    value = settled(values[place])
    if not isinstance(value, int):
        raise NotProved(f"{what} depends on its inputs")
    return value


def elements(bits: Bits, width: int) -> list[Bits]:
    return [bits[start : start + width] for start in range(0, len(bits), width)]


def united(parts: list[Bits]) -> Bits:
    return tuple(literal for part in parts for literal in part)


def of_gates(gate: str, first_complemented: bool = False) -> Correction:
    def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
        first, second = _vector(operation, values, 0), _vector(operation, values, 1)
        if first_complemented:
            first = tuple(literal ^ 1 for literal in first)
        return value_of(tuple(map(getattr(machine.graph, gate), first, second)))

    return apply


def ternary(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """VPTERNLOG: bit 4a + 2b + c of the table."""
    table = _number(values, 3, "the table of a ternary function")
    words = [_vector(operation, values, place) for place in range(3)]
    return value_of(tuple(_of_table(machine, table, list(column)) for column in zip(*words, strict=True)))


def _of_table(machine: Machine, table: int, arguments: list[Literal]) -> Literal:
    """The sum of products of ANDs, by the table's algebraic normal form."""
    form = table
    for place in range(3):
        low = 0x55 if place == 0 else 0x33 if place == 1 else 0x0F
        form ^= (form & low) << (1 << place)
    graph, result = machine.graph, FALSE
    a, b, c = arguments
    for row, product in enumerate(_products(machine, a, b, c, form)):
        if form >> row & 1:
            result = graph.xor(result, product)
    return result


def _products(machine: Machine, a: Literal, b: Literal, c: Literal, form: int) -> list[Literal]:
    """For each row in the form, the product of the arguments whose bits are set in its number; 1 for other rows."""
    graph = machine.graph
    products = []
    for row in range(8):
        product = 1
        if form >> row & 1:
            for argument, bit in ((a, 4), (b, 2), (c, 1)):
                if row & bit:
                    product = graph.and_(product, argument)
        products.append(product)
    return products


def shifted(width: int, kind: str) -> Correction:
    """Each element by the same number of places."""

    def move(bits: Bits, count: int) -> Bits:
        if kind in ("ror", "rol"):
            count %= width
            count = width - count if kind == "rol" else count
            return bits[count:] + bits[:count]
        count = min(count, width)
        zeros = (FALSE,) * count
        return bits[count:] + zeros if kind == "right" else zeros + bits[: width - count]

    def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
        count = _number(values, 1, "the count of a shift") & (1 << 64) - 1
        return value_of(united([move(each, count) for each in elements(_vector(operation, values, 0), width)]))

    return apply


def repeated(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """VPBROADCASTQ."""
    assert operation.output is not None
    return value_of(_vector(operation, values, 0)[:64] * (operation.output.size // 8))


def the_same(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    return values[0]


def words_shuffled(first: int) -> Correction:
    """PSHUFLW and PSHUFHW: four elements of 16 bits from `first` on."""

    def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
        number = len(values) - 1
        order = _number(values, number, "the order of elements")
        parts = elements(_vector(operation, values, number - 1), 16)
        moved = list(parts)
        for place in range(4):
            moved[first + place] = parts[first + (order >> 2 * place & 3)]
        return value_of(united(moved))

    return apply


AVX: dict[str, Correction] = {
    "vpternlogq": ternary, "vpxord": of_gates("xor"), "vpxorq": of_gates("xor"), "vpor": of_gates("or_"),
    "vpand": of_gates("and_"), "vpandn": of_gates("and_", True), "vprorq": shifted(64, "ror"),
    "vprolq": shifted(64, "rol"), "vpsrlq": shifted(64, "right"), "vpsllq": shifted(64, "left"),
    "vpbroadcastq": repeated, "vmovdqa64": the_same, "vmovdqu64": the_same,
}  # fmt: skip

# ---- Arm: what p-code leaves open ---------------------------------------------------------------------


def instruction_set(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """A change between Arm and Thumb code, which must be none: all of a program is in one of them."""
    now = settled(machine.read(machine.register("TB")))
    if now != machine.at_entry["TB"]:
        raise NotProved("changes between Arm and Thumb code")
    return 0


def expanded(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """The constant of a NEON instruction: op, cmode and 8 bits, Arm ARM F2.6 (AdvSIMDExpandImm)."""
    op, mode, number = (_number(values, place, "a constant") for place in range(3))
    assert operation.output is not None
    width, element = _constant_element(op, mode, number)
    return sum(element << place for place in range(0, 8 * operation.output.size, width))


def _constant_element(op: int, mode: int, number: int) -> tuple[int, int]:
    """How many bits it has, and what it is."""
    if mode < 8:
        return 32, number << 8 * (mode >> 1)
    if mode < 12:
        return 16, number << 8 * (mode >> 1 & 1)
    if mode < 14:
        return 32, (number + 1 << 8 * (mode - 11)) - 1
    if mode == 14:
        return (64, sum(0xFF << 8 * bit for bit in range(8) if number >> bit & 1)) if op else (8, number)
    raise NotProved("a constant in floating point")


def carryless(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """VMULL.P8: eight products of polynomials of 8 bits."""
    first, second = (elements(_vector(operation, values, place), 8) for place in (0, 1))
    return value_of(united([_polynomial(machine, a, b) for a, b in zip(first, second, strict=True)]))


def _polynomial(machine: Machine, first: Bits, second: Bits) -> Bits:
    result = [FALSE] * 16
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            result[i + j] = machine.graph.xor(result[i + j], machine.graph.and_(a, b))
    return tuple(result)


def shifted_by_elements(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """VSHL by a register: each element to the left by the signed lowest byte of its count, which is known."""
    width = 8 * _number(values, 2, "the size of elements")
    counts = elements(_vector(operation, values, 1), width)
    result = []
    for element, count in zip(elements(_vector(operation, values, 0), width), counts, strict=True):
        places = _known(count[:8], "the count of a shift")
        places -= (places & 0x80) << 1  # a signed number
        zeros = (FALSE,) * min(abs(places), width)
        result.append(element[-places:] + zeros if places < 0 else zeros + element[: width - len(zeros)])
    return value_of(united(result))


def shifted_in(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """SRI: the upper bits of each element stay."""
    count, size = _number(values, 2, "the count of a shift"), _number(values, 3, "the size of elements")
    old, new = (elements(_vector(operation, values, place), 8 * size) for place in (0, 1))
    return value_of(united([b[count:] + a[8 * size - count :] for a, b in zip(old, new, strict=True)]))


NAMED: dict[str, Correction] = {
    "VectorShiftLeft": shifted_by_elements, "NEON_sri": shifted_in,
    "PolynomialMultiply": carryless,
    "setISAMode": instruction_set, "SIMDExpandImmediate": expanded,
    "psllw": shifted(16, "left"),
    "pshuflw": words_shuffled(0), "pshufhw": words_shuffled(4),
}  # fmt: skip

# ---- Instructions by their text -----------------------------------------------------------------------

Compute = Callable[[Machine, list[Bits]], Bits]


def gate(name: str, complemented: bool = False, inverted: bool = False) -> Compute:
    """A bitwise gate of two words. The second word, the result or both may be complemented."""

    def compute(machine: Machine, words: list[Bits]) -> Bits:
        apply = getattr(machine.graph, name)
        return tuple(apply(a, b ^ complemented) ^ inverted for a, b in zip(*words, strict=True))

    return compute


def _known(bits: Bits, what: str) -> int:
    value = value_of(bits)
    if not isinstance(value, int):
        raise NotProved(f"{what} depends on its inputs")
    return value


def _rotated(sign: int) -> Compute:
    """To the right, sign -1 to the left, by a number or a register."""

    def compute(machine: Machine, words: list[Bits]) -> Bits:
        count = sign * _known(words[1], "the count of a rotation") % len(words[0])
        return words[0][count:] + words[0][:count]

    return compute


def _reversed(machine: Machine, words: list[Bits]) -> Bits:
    """Bit i of the result is bit i ^ n of the word."""
    places = _known(words[1], "the order of bits")
    return tuple(words[0][bit ^ places] for bit in range(len(words[0])))


def three(machine: Machine, words: list[Bits]) -> Bits:
    return tuple(machine.graph.xor(machine.graph.xor(a, b), c) for a, b, c in zip(*words, strict=True))


def cleared(machine: Machine, words: list[Bits]) -> Bits:
    """BCAX."""
    return tuple(machine.graph.xor(a, machine.graph.and_(b, c ^ 1)) for a, b, c in zip(*words, strict=True))


def xored_rotated(machine: Machine, words: list[Bits]) -> Bits:
    """XAR, of two elements of 64 bits."""
    count = _known(words[2], "the count of a rotation") % 64
    total = tuple(map(machine.graph.xor, words[0], words[1]))
    return united([part[count:] + part[:count] for part in elements(total, 64)])


def _saturated(machine: Machine, words: list[Bits]) -> Bits:
    """PACKUSWB: signed numbers of 16 bits, as the next one from 0 to 255."""
    result = []
    for number in (each for word in words for each in elements(word, 16)):
        above = machine.any_(number[8:15])
        result.append(tuple(machine.graph.and_(machine.graph.or_(bit, above), number[15] ^ 1) for bit in number[:8]))
    return united(result)


def _halves(machine: Machine, words: list[Bits]) -> Bits:
    """PACK: the lower halves of two words."""
    return united([word[: len(word) // 2] for word in words])


# RISC-V Zbb and Zbkb: the unprivileged manual, chapter "B".
RISCV: dict[str, Compute] = {
    "andn": gate("and_", complemented=True), "orn": gate("or_", complemented=True),
    "xnor": gate("xor", inverted=True),
    "grevi": _reversed,  # REV8, as the description calls it
    "ror": _rotated(1), "rori": _rotated(1), "rol": _rotated(-1), "pack": _halves,
}  # fmt: skip
# AArch64 with FEAT_SHA3: Arm ARM, C7.2.
SHA3: dict[str, Compute] = {"eor3": three, "bcax": cleared, "xar": xored_rotated}


def replaced(machine: Machine, address: int) -> Instruction | None:
    """The instruction there, if it is one of these."""
    if machine.family not in BY_TEXT:
        return None
    length, text = machine.disassembled(address)
    mnemonic, _, rest = text.lower().partition(" ")
    if "[" in rest:
        return None
    operations: list[Operation] = []
    if mnemonic == "minu":
        operations = _lesser(*_operands(machine, rest))
    elif mnemonic in BY_TEXT.get(machine.family, {}):
        operations = _one_result(machine, mnemonic, _operands(machine, rest))
    elif machine.family == "ARM" and mnemonic in NEON:
        operations = _two_results(machine, mnemonic, _operands(machine, rest))
    return Instruction(address, length, text, tuple(operations)) if operations else None


def _one_result(machine: Machine, mnemonic: str, operands: list[Place]) -> list[Operation]:
    output, *inputs = operands
    if machine.family in ("x86", "ARM"):
        inputs = operands  # the tables begin with what the destination holds
    inputs = [Place("const", each.offset, output.size) if each.space == "const" else each for each in inputs]
    operations = [Operation("CALLOTHER", output, tuple(inputs), named(mnemonic))]
    if machine.family == "AARCH64":
        operations.append(_upper_cleared(output))
    return operations


def _lesser(output: Place, one: Place, other: Place) -> list[Operation]:
    """MINU, in p-code: its operands are lengths, which are numbers, not bits."""
    is_less, found = Place("unique", 0, 1), Place("unique", 8, output.size)
    return [
        Operation("INT_LESS", is_less, (one, other)), Operation("COPY", found, (one,)),
        Operation("CBRANCH", None, (Place("const", 2, 4), is_less)), Operation("COPY", found, (other,)),
        Operation("COPY", output, (found,)),
    ]  # fmt: skip


def _two_results(machine: Machine, mnemonic: str, operands: list[Place]) -> list[Operation]:
    first, second = operands
    kept = Place("unique", 0, first.size)
    one, other = (named(f"{mnemonic} {number}") for number in (0, 1))
    return [
        Operation("CALLOTHER", kept, (first, second), one), Operation("CALLOTHER", second, (first, second), other),
        Operation("COPY", first, (kept,)),
    ]  # fmt: skip


def named(instruction: str) -> str:
    """The name of the operation that replaces an instruction, or one of the results of an instruction that has two."""
    return f"this {instruction}"


def described(family: str) -> dict[str, Correction]:
    """The operations of a family's instructions, by their names."""
    found = {named(name): _operation(compute) for name, compute in BY_TEXT.get(family, {}).items()}
    if family == "ARM":
        for name, both in NEON.items():
            found |= {named(f"{name} {number}"): _operation(compute) for number, compute in enumerate(both)}
    return found


def _operation(compute: Compute) -> Correction:
    def apply(machine: Machine, operation: Operation, values: list[Value]) -> Value:
        words = [bits_of(settled(value), place.size) for value, place in zip(values, operation.inputs, strict=True)]
        return value_of(compute(machine, words))

    return apply


def _operands(machine: Machine, text: str) -> list[Place]:
    return [_operand(machine, word.strip()) for word in text.split(",")]


def _operand(machine: Machine, word: str) -> Place:
    """A register, perhaps with the arrangement of its elements, or a number."""
    if word.startswith(("0x", "#")):
        return Place("const", int(word.lstrip("#"), 0), 1)
    name = word.partition(".")[0]
    if name == "zero":
        return Place("const", 0, 1)
    if machine.family == "x86":
        name = name.upper()
    return machine.register(name.replace("v", "q", 1) if machine.family == "AARCH64" else name)


def _upper_cleared(output: Place) -> Operation:
    """Clears the upper half of a register that has 256 bits in the description."""
    return Operation("COPY", Place(output.space, output.offset + 16, 16), (Place("const", 0, 16),))


# x86: the destination is an operand, too. Intel's manual, volume 2.
SSE: dict[str, Compute] = {"packuswb": _saturated}


def _bytes_reversed(machine: Machine, words: list[Bits]) -> Bits:
    """VREV64.8."""
    return united([part for word in elements(words[1], 64) for part in elements(word, 8)[::-1]])


def _every_other(first: int, width: int) -> Compute:
    """Elements 0, 2, 4 or 1, 3, 5 of two registers."""

    def compute(machine: Machine, words: list[Bits]) -> Bits:
        return united(elements(words[0] + words[1], width)[first::2])

    return compute


def _shifted_right(machine: Machine, words: list[Bits]) -> Bits:
    """VSHR of unsigned elements of 64 bits."""
    count = _known(words[2], "the count of a shift")
    return united([word[count:] + (FALSE,) * count for word in elements(words[1], 64)])


def _shifted_left_in(machine: Machine, words: list[Bits]) -> Bits:
    """VSLI: the lower bits of each element stay."""
    count, pairs = _known(words[2], "the count of a shift"), zip(elements(words[0], 64), elements(words[1], 64))
    return united([old[:count] + new[: 64 - count] for old, new in pairs])


# 32-bit Arm: p-code does not say how large elements are.
NEON_SHIFTS: dict[str, Compute] = {"vshr.u64": _shifted_right, "vsli.64": _shifted_left_in,
                                   "vrev64.8": _bytes_reversed}  # fmt: skip
# 32-bit Arm: VUZP writes both of its operands; the first result, then the second.
NEON: dict[str, tuple[Compute, Compute]] = {"vuzp8": (_every_other(0, 8), _every_other(1, 8))}
BY_TEXT: dict[str, dict[str, Compute]] = {"RISCV": RISCV, "AARCH64": SHA3, "x86": SSE, "ARM": NEON_SHIFTS}

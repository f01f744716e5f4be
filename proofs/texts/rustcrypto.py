"""Proves RustCrypto's Ascon, as machine code of x86-64, equal to the model of the proofs from machine code.

First the functions that permute; then calls with the permutation as an unknown function (prove.unknown), for all keys,
nonces and strings of these lengths. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import compiling
from lab.elf import Elf
from prove import abi, modes
from prove.calls import ROWS, Form, OneShot
from prove.graph import Literal
from prove.machine import ADDRESSES, Instruction, Machine, Operation
from prove.specification import Specification, plain
from prove.theorem import STATE, Call, Proof, check, put, state_of_inputs, taken
from prove.unknown import Called, Unknown, register
from prove.values import Mixture, NotProved, Pointer, Value, bits_of, settled, value_of

from .designers import Lengths, some
from .record import Row

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build/rustcrypto"
ABI = abi.X86_64
FUNCTIONS = {"aead": {"permute_12": 12, "permute_8": 8}, "hash": {"permute17": 12}}  # parts of their symbols: rounds


def permutation(elf: Elf, function: str, rounds: int) -> Proof:
    """Of a function whose one argument is the state: it permutes it, and prove.theorem's other claims."""
    call = Call(elf, ABI)
    words = state_of_inputs(call.graph)
    wanted = Specification(call.graph).permute(words, rounds)
    state = call.region(STATE, 40, 8)
    put(state, plain(words))
    call.argument(0, Pointer(STATE, 0))
    call.run(elf.address(function))
    check(call.graph, taken(state, 40), plain(wanted), "the state")
    return call.proof()


@dataclass(frozen=True)
class Fixed(Called):
    """A function that permutes with a fixed number of rounds."""

    rounds: int = 0

    def _arguments(self, machine: Machine) -> tuple[Pointer, int]:
        state = register(machine, self.abi.arguments[0], self.abi.pointer)
        if not isinstance(state, Pointer):
            raise NotProved(f"calls the permutation with {state} as the address of a state")
        return state, self.rounds


class Permutations:
    def __init__(self, elf: Elf, functions: dict[str, int]) -> None:
        self.found: list[Fixed] = []
        for part, rounds in functions.items():
            (name,) = (each for each in elf.symbols if part in each and each.startswith("_Z"))
            proof = permutation(elf, name, rounds)
            self.found.append(Fixed(elf.symbols[name], ABI, plain, {rounds: proof}, rounds=rounds))

    def install(self, machine: Machine) -> Unknown:
        conditional_moves(machine)
        unknown = Unknown(machine.graph)
        for each in self.found:
            machine.functions[each.address] = partial(each._executed, unknown=unknown)
        return unknown


# ---- Conditional moves ------------------------------------------------------------------------------

CHOOSE = "choose"  # x86's CMOV does not branch: p-code describes it with a branch around a copy


def conditional_moves(machine: Machine) -> None:
    machine.corrections[CHOOSE] = choose
    otherwise = machine.replaced
    machine.replaced = lambda machine, address: otherwise(machine, address) or move(machine, address)


def move(machine: Machine, address: int) -> Instruction | None:
    if not machine.disassembled(address)[1].upper().startswith("CMOV"):
        return None
    found = machine.lift(address)
    *before, branch, copy = found.operations
    if branch.kind != "CBRANCH" or copy.kind != "COPY" or branch.inputs[0].offset != address + found.length:
        raise NotProved(f"p-code has {found.text} in another form")
    assert copy.output is not None
    chosen = Operation("CALLOTHER", copy.output, (branch.inputs[1], copy.output, *copy.inputs), CHOOSE)
    return Instruction(address, found.length, found.text, (*before, chosen))


def choose(machine: Machine, operation: Operation, values: list[Value]) -> Value:
    """(condition, what it was, what it becomes unless the condition is true)"""
    condition, before, after = map(settled, values)
    if isinstance(condition, int):
        return before if condition else after
    if not isinstance(condition, tuple):
        raise NotProved(f"moves if {condition}")
    bits: list[Literal] = []
    literal = machine.any_(condition)
    for byte in range(operation.inputs[1].size):
        one, other = byte_of(before, byte), byte_of(after, byte)
        if isinstance(one, ADDRESSES) or isinstance(other, ADDRESSES):
            bits += machine.graph.inputs("either of two", 8)  # anything: no more is known of such a byte
        else:
            bits += map(machine.graph.choose, [literal] * 8, bits_of(one, 1), bits_of(other, 1))
    return value_of(tuple(bits))


def byte_of(value: Value, byte: int) -> Value:
    if isinstance(value, int):
        return value >> 8 * byte & 0xFF
    if isinstance(value, tuple):
        return value_of(value[8 * byte : 8 * byte + 8])
    return value.parts[byte] if isinstance(value, Mixture) else value


# ---- Calls ------------------------------------------------------------------------------------------


def aead(elf: Elf, called: Permutations, ad_size: int, size: int, decrypt: bool, genuine: bool = True) -> None:
    one = OneShot(elf, ABI, called, Form("decrypt" if decrypt else "encrypt", ad_size, size))  # type: ignore[arg-type]
    text, ad = one.string("text", size, writable=True), one.string("ad", ad_size)
    nonce, key = one.string("nonce", 16), one.string("key", 16)
    output, tag = modes.aead(ROWS["ascon-aead128"], one.permutation, key, nonce, ad, text, decrypt)
    if not decrypt:
        one.room("tag", 16)
    elif genuine:
        one.given("tag", tag)
    else:
        one.assume_wrong(one.string("tag", 16), tag)
    one.run("other_decrypt" if decrypt else "other_encrypt", "text", size, "tag", "ad", ad_size, "nonce", "key")
    one.output("text", output if genuine else [0] * len(output))
    if not decrypt:
        one.output("tag", tag)
    one.result(int(not genuine))


def digest(elf: Elf, called: Permutations, name: str, size: int, output: int, custom_size: int = 0) -> None:
    one = OneShot(elf, ABI, called, Form(name, output, size))  # type: ignore[arg-type]
    message = one.string("message", size)
    one.room("output", output)
    algorithm = ROWS[f"ascon-{name}"]
    if name == "cxof128":
        custom = one.string("custom", custom_size)
        wanted = modes.customized(algorithm, one.permutation, message, custom, 8 * output)
        one.run("other_cxof128", "output", output, "message", size, "custom", custom_size)
        one.result(0)
    else:
        wanted = modes.digest(algorithm, one.permutation, message, 8 * output)
        stated = [output] if name == "xof128" else []
        one.run(f"other_{name}", "output", *stated, "message", size)
    one.output("output", wanted)


def row(name: str, elf: Elf, cases: str) -> Row:
    digest = hashlib.sha256(elf.path.read_bytes()).hexdigest()
    texts = {"left": f"RustCrypto's {name}", "right": "prove.modes", "by": "proof from machine code"}
    return {**texts, "cases": cases, "text": digest}


def built() -> dict[str, Elf]:
    """Both programs, by their names: no build has both versions of the crate `ascon` that they need."""
    compiling.call(["sh", HERE / "rust/build.sh", BUILD])
    return {name: Elf(BUILD / f"{name}.elf", "x86-64") for name in FUNCTIONS}


def proofs(lengths: Lengths) -> Iterator[Row]:
    programs = built()
    elf = programs["aead"]
    called = Permutations(elf, FUNCTIONS["aead"])
    yield row("ascon-aead128", elf, "permutation: 8 and 12 rounds")
    what = f"{some(lengths.ad)} bytes of associated data, {some(lengths.text)} of text"
    for decrypt, genuine in ((False, True), (True, True), (True, False)):
        for sizes in lengths.pairs():
            aead(elf, called, *sizes, decrypt, genuine)
        case = "encrypts" if not decrypt else "decrypts, with the right tag" if genuine else "refuses every other tag"
        yield row("ascon-aead128", elf, f"{case}: {what}")
    elf = programs["hash"]
    called = Permutations(elf, FUNCTIONS["hash"])
    for size in lengths.hashed:
        digest(elf, called, "hash256", size, 32)
    yield row("ascon-hash256", elf, f"{some(lengths.hashed)} bytes")
    for size, output in product(lengths.hashed, lengths.outputs):
        digest(elf, called, "xof128", size, output)
    yield row("ascon-xof128", elf, f"{some(lengths.hashed)} bytes, outputs of {some(lengths.outputs)}")
    for custom, size in lengths.pairs():
        digest(elf, called, "cxof128", size, 33, custom)
    what = f"{some(lengths.ad)} bytes of customization, {some(lengths.text)}, output of 33"
    yield row("ascon-xof128", elf, f"CXOF: {what}")

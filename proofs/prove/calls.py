"""What is proved of one-shot calls: Ascon-AEAD128, Ascon-Hash256 and Ascon-XOF128, for given lengths and all contents.

For each call: it writes what SP 800-232 says, returns what ascon.h says, and does all that prove.theorem says of a
function; it leaves no secret on the stack or in vector registers. Decryption is proved twice: with the right tag, and
with any other one, where the plaintext must be zeros. That one of the two is the case is public, and the only thing
that branches may depend on besides lengths.

The permutation is an unknown function (prove.unknown), or followed like all other code. SPDX-License-Identifier:
Apache-2.0 OR MIT
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lab.elf import Elf
from spec.algorithms import ALGORITHMS, Algorithm

from . import libc, modes
from .abi import Abi
from .graph import Literal
from .specification import Specification
from .theorem import Call, Proof, check, put, taken
from .unknown import NO_SECRET, Called
from .values import NotProved, Pointer, Value, bits_of, settled

ROWS = {row.name: row for row in ALGORITHMS}
OK, ERR_TAG = 0, 1  # ascon_result of ascon.h,
RESULT_BYTES = 4  # an int
MOST_ARGUMENTS = 9
KEY = NONCE = TAG = 16  # bytes
# Inputs whose names begin like this are not secret: arguments, and what the caller has in registers and memory.
PUBLIC = ("nonce", "ad", "ciphertext", "tag", "register ", "address of ", "stack byte ", "public ", "outcome ",
          NO_SECRET)  # fmt: skip
Bits = Sequence[Literal]


@dataclass(frozen=True)
class Form:
    """All of a call that is not the contents of its strings. Lengths are in bytes."""

    operation: str  # of OPERATIONS
    first: int = 0  # length of the associated data, or of the output of an XOF
    text: int = 0  # length of the text, or of the message
    tag: int = TAG
    in_place: bool = False
    alignment: int = 1  # of all strings' addresses, and
    residue: int = 0  # how far these are above a multiple of that

    def __str__(self) -> str:
        extra = [f"{self.tag} bytes of tag"] * (self.tag != TAG) + ["in place"] * self.in_place
        extra += [f"{self.residue} above a multiple of {self.alignment}"] * (self.residue != 0)
        return ", ".join([f"{self.operation} {self.first}, {self.text}", *extra])


class OneShot:
    """A call of a function of a program."""

    def __init__(self, elf: Elf, abi: Abi, called: Called | None, form: Form) -> None:
        self.form, self.call = form, Call(elf, abi, MOST_ARGUMENTS)
        self.machine, self.graph = self.call.machine, self.call.graph
        self.permutation = called.install(self.machine) if called else Specification(self.graph)
        libc.install(self.machine, elf, abi)
        self._public: set[Literal] = set()  # outputs, without their signs
        self.public: tuple[str, ...] = PUBLIC  # names of inputs that are not secret
        self._decided: dict[Literal, Literal] = {}

    # ---- Arguments --------------------------------------------------------------------------------

    def room(self, name: str, size: int) -> None:
        """Memory for an output."""
        self.machine.add_region(name, size, self.form.alignment, self.form.residue)

    def string(self, name: str, size: int, writable: bool = False) -> Bits:
        """An input, of which nothing is known."""
        bits = self.graph.inputs(name, 8 * size)
        self.given(name, bits, writable)
        return bits

    def given(self, name: str, bits: Bits, writable: bool = False) -> None:
        self.room(name, len(bits) // 8)
        put(self.machine.regions[name], bits)
        self.machine.regions[name].writable = writable

    def run(self, function: str, *arguments: str | int) -> None:
        """With names of memory, and numbers. What is above them on the stack is the caller's."""
        abi = self.call.abi
        self.call.stack.size = abi.above + abi.pointer * max(0, len(arguments) - len(abi.arguments))
        for number, argument in enumerate(arguments):
            self.call.argument(number, Pointer(argument, 0) if isinstance(argument, str) else argument)
        self.call.run(self.call.elf.address(function))

    # ---- Results ----------------------------------------------------------------------------------

    def output(self, name: str, wanted: Bits) -> None:
        found = taken(self.machine.regions[name], len(wanted) // 8)
        check(self.graph, [self._known(literal) for literal in found], wanted, name)

    def result(self, wanted: Value) -> None:
        bits = bits_of(self.call.result(RESULT_BYTES), RESULT_BYTES)
        found = tuple(self._known(literal) for literal in bits)
        if found != bits_of(wanted, RESULT_BYTES):
            text = f"{wanted}" if isinstance(wanted, int) else "the right result"
            raise NotProved(f"does not return {text} for all inputs")

    def publish(self, bits: Bits) -> None:
        """These may be left anywhere."""
        self._public |= {literal & ~1 for literal in bits}

    # ---- A wrong tag ------------------------------------------------------------------------------

    def assume_wrong(self, tag: Bits, computed: Bits) -> None:
        """From now on, at least one bit differs: what is the same wherever it is, is known."""
        differences = list(map(self.graph.xor, tag, computed))
        self.permutation.layer_of([tuple(differences)])
        nodes = {literal >> 1: 1 ^ literal & 1 for literal in differences}

        def decided(literal: Literal) -> int | None:
            if literal not in self._decided:
                values = self.graph.where_one_is(nodes, literal)
                self._decided[literal] = values.pop() if len(values) == 1 else literal
            return self._decided[literal] if self._decided[literal] <= 1 else None

        self.machine.decided = decided

    def _known(self, literal: Literal) -> Literal:
        decided = self.machine.decided(literal) if literal > 1 else literal
        return literal if decided is None else decided

    # ---- What is left -----------------------------------------------------------------------------

    def check_left(self) -> None:
        stack = [at for at, value in self.call.stack.cells.bytes().items() if self._has_secret(value)]
        if stack:
            raise NotProved(f"leaves secrets on the stack, {-stack[-1]} to {-stack[0]} bytes below its caller's frame")
        for name in self.call.abi.vectors:
            place = self.machine.register(name)
            if any(map(self._has_secret, self._bytes_of_register(place.offset, place.size))):
                raise NotProved(f"leaves secrets in {name}")

    def _bytes_of_register(self, offset: int, size: int) -> Iterator[Value]:
        """Without those that nothing has used: they are the caller's."""
        registers = self.machine.spaces["register"]
        return (registers.read(at, 1) for at in range(offset, offset + size) if at in registers)

    def _has_secret(self, value: Value) -> bool:
        value = settled(value)
        return isinstance(value, tuple) and any(map(self._is_secret, bits_of(value, 1)))

    def _is_secret(self, literal: Literal) -> bool:
        if literal <= 1 or literal & ~1 in self._public:
            return False
        return not self.graph.is_of(literal, self.public) and self._known(literal) > 1


# ---- Ascon-AEAD128 ----------------------------------------------------------------------------------

AEAD = ROWS["ascon-aead128"]


def encrypt(one: OneShot) -> None:
    form, output = one.form, "plaintext" if one.form.in_place else "output"
    text = one.string("plaintext", form.text, writable=form.in_place)
    ad, nonce, key = one.string("ad", form.first), one.string("nonce", NONCE), one.string("key", KEY)
    one.room("tag", form.tag)
    one.room("output", form.text)
    wanted, tag = modes.aead(AEAD, one.permutation, key, nonce, ad, text, decrypt=False)
    one.run(
        "ascon_aead128_encrypt", output, "tag", form.tag, "plaintext", form.text, "ad", form.first, "nonce", "key",
    )  # fmt: skip
    one.output(output, wanted)
    one.output("tag", tag[: 8 * form.tag])
    one.result(OK)
    one.publish([*wanted, *tag[: 8 * form.tag]])


def decrypt(one: OneShot) -> None:
    """With the right tag."""
    _decrypt(one, genuine=True)


def forged(one: OneShot) -> None:
    """With any other tag."""
    _decrypt(one, genuine=False)


def _decrypt(one: OneShot, genuine: bool) -> None:
    form, output = one.form, "ciphertext" if one.form.in_place else "output"
    text = one.string("ciphertext", form.text, writable=form.in_place)
    ad, nonce, key = one.string("ad", form.first), one.string("nonce", NONCE), one.string("key", KEY)
    one.room("output", form.text)
    wanted, tag = modes.aead(AEAD, one.permutation, key, nonce, ad, text, decrypt=True)
    if genuine:
        one.given("tag", tag[: 8 * form.tag])
        one.publish(tag[: 8 * form.tag])
    else:
        one.assume_wrong(one.string("tag", form.tag), tag[: 8 * form.tag])
    one.run(
        "ascon_aead128_decrypt", output, "ciphertext", form.text, "tag", form.tag, "ad", form.first, "nonce", "key",
    )  # fmt: skip
    one.output(output, wanted if genuine else [0] * len(wanted))
    one.result(OK if genuine else ERR_TAG)


# ---- Ascon-Hash256 and Ascon-XOF128 -----------------------------------------------------------------


def hash256(one: OneShot) -> None:
    _digest(one, ROWS["ascon-hash256"], "ascon_hash256", 32)


def xof128(one: OneShot) -> None:
    _digest(one, ROWS["ascon-xof128"], "ascon_xof128", one.form.first, one.form.first)


def _digest(one: OneShot, row: Algorithm, function: str, size: int, *stated: int) -> None:
    """`stated`: the size where it is an argument."""
    message = one.string("message", one.form.text)
    one.room("output", size)
    wanted = modes.digest(row, one.permutation, message, 8 * size)
    one.run(function, "output", *stated, "message", one.form.text)
    one.output("output", wanted)
    one.result(OK)


OPERATIONS = {each.__name__: each for each in (encrypt, decrypt, forged, hash256, xof128)}


def prove(elf: Elf, abi: Abi, called: Called | None, form: Form) -> Proof:
    """Proves a call of this form. `called` is the program's permutation, if that is to be an unknown function."""
    one = OneShot(elf, abi, called, form)
    OPERATIONS[form.operation](one)
    one.check_left()
    return one.call.proof()

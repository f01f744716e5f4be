# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The modes of SP 800-232 and v1.2, and MAC and PRF, block by block: each string is a phase, which can be entered
at any block.

prove.modes says what whole strings do; here the same steps are apart, so that the specification can go along with the
machine code from one loop head to the next."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol, Union

from spec.algorithms import Algorithm, Kind

from ..calls import ERR_TAG, OK, ROWS
from ..graph import Literal
from ..modes import STATE_BITS, TAG_BITS, Sponge
from ..specification import Specification
from ..values import Value, value_of
from .linear import Form, Number, symbol

Bits = Sequence[Literal]
DIGEST = 32
MOST_CUSTOMIZATION = 256  # bytes: section 5.3


@dataclass(frozen=True)
class Phase:
    """A string that goes through the state in blocks."""

    name: str
    length: str  # the symbol of its length
    rate: int
    counter: str  # the symbol of the number of blocks done
    least: int = 0  # bytes that the last block has at least: 1 of an output, after whose last block nothing follows
    skipped: bool = False  # if it is empty, the code may go another way: not even the padding is there
    most: int = 0  # bytes, if the function takes no longer strings
    before: int = 0  # bytes of the string that come before its first block
    fewest: int = 0  # bytes that it has at least


class Strings(Protocol):
    """What the specification reads and writes: the strings of a call."""

    permutation: Specification

    def bits(self, name: str, at: Number, count: int) -> Bits: ...
    def bits_of_length(self, size: str, factor: int) -> Bits: ...
    def want(self, name: str, at: Number, bits: Bits) -> None: ...
    def want_zeros(self, name: str, size: str) -> None: ...
    def assume_wrong(self, tag: Bits, computed: Bits) -> None: ...
    def set_tag(self, bits: Bits) -> None: ...
    def leave(self, state: Bits, phase: int, offset: int) -> None: ...
    def clear(self) -> None: ...
    def publish(self, bits: Bits) -> None: ...
    def expect(self, at: Number, result: Bits) -> None: ...


class Resumed(Sponge):
    """A sponge whose state is given."""

    def __init__(self, row: Algorithm, permutation: Specification, bits: Bits) -> None:
        self.row, self.permutation, self.graph, self.bits = row, permutation, permutation.graph, list(bits)


class Mode:
    phases: tuple[Phase, ...]
    row: Algorithm
    result: Value = OK
    tag_bytes = TAG_BITS // 8

    def __init__(self, strings: Strings) -> None:
        self.strings = strings
        self.sponge: Sponge

    def resume(self, bits: Bits) -> None:
        self.sponge = Resumed(self.row, self.strings.permutation, bits)

    def begin(self) -> None:
        """Up to the first string."""
        self.sponge = Sponge(self.row, self.strings.permutation)

    def enter(self, phase: Phase) -> None:
        """Before the first block of it."""

    def block(self, phase: Phase, at: Number) -> None:
        """A whole block, and the permutation after it."""
        self.through(phase, at, phase.rate)
        self.sponge.permute(self.row.b)

    def through(self, phase: Phase, at: Number, count: int, offset: int = 0) -> None:
        """So many bytes of the string, from a byte of a block on."""
        self.sponge.add(8 * offset, self.strings.bits(phase.name, at, count))

    def tail(self, phase: Phase, at: Number, count: int) -> None:
        """The rest of the string, whole blocks and fewer bytes than a block, and what follows it."""
        at, count = whole_blocks(self, phase, at, count)
        self.through(phase, at, count)
        self.close(phase, count)

    def close(self, phase: Phase, offset: int) -> None:
        """What follows a string whose last block has so many bytes."""
        self.sponge.pad(8 * offset)

    def end(self) -> None:
        """After the last string."""


def whole_blocks(mode: Mode, phase: Phase, at: Number, count: int) -> tuple[Number, int]:
    while count >= phase.rate + phase.least:
        mode.block(phase, at)
        at, count = at + phase.rate, count - phase.rate
    return at, count


class Absorbing(Mode):
    """What hashing, MAC and PRF have in common."""

    def close(self, phase: Phase, offset: int) -> None:
        super().close(phase, offset)
        self.absorbed()

    def absorbed(self) -> None:
        """After the padding."""
        self.sponge.permute(self.row.a)


class Hash(Absorbing):
    row = ROWS["ascon-hash256"]
    phases: tuple[Phase, ...] = (Phase("message", "n", 8, "i"),)

    def end(self) -> None:
        self.strings.want("output", 0, self.sponge.squeeze(8 * DIGEST))


class Xof(Absorbing):
    row = ROWS["ascon-xof128"]
    phases: tuple[Phase, ...] = (Phase("message", "n", 8, "i"), Phase("output", "m", 8, "j", least=1))

    def through(self, phase: Phase, at: Number, count: int, offset: int = 0) -> None:
        if phase.name == "output":
            self.strings.want("output", at, self.sponge.bits[8 * offset : 8 * (offset + count)])
        else:
            super().through(phase, at, count, offset)

    def close(self, phase: Phase, offset: int) -> None:
        if phase.name != "output":
            super().close(phase, offset)


class Cxof(Xof):
    row = ROWS["ascon-cxof128"]
    phases = (Phase("customization", "c", 8, "h", most=MOST_CUSTOMIZATION), *Xof.phases)

    def begin(self) -> None:
        super().begin()
        self.sponge.add(0, self.strings.bits_of_length("c", 8))
        self.sponge.permute(self.row.a)


class Keyed(Absorbing):
    """IACR ePrint 2021/1574, in the convention of SP 800-232."""

    def begin(self) -> None:
        self.sponge = Sponge(self.row, self.strings.permutation, self.strings.bits("key", 0, 16))

    def absorbed(self) -> None:
        self.sponge.separate()
        super().absorbed()


class Prf(Keyed, Xof):
    row = ROWS["ascon-prf-v13"]
    phases = (Phase("message", "n", 32, "i"), Phase("output", "m", 16, "j", least=1))


class Mac(Keyed):
    row = ROWS["ascon-mac-v13"]
    phases = (Phase("message", "n", 32, "i"),)

    def end(self) -> None:
        self.strings.want("tag", 0, self.sponge.squeeze(TAG_BITS))


class Verified(Mac):
    """With the right tag."""

    def end(self) -> None:
        self.strings.set_tag(self.sponge.squeeze(TAG_BITS))


class Refused(Mac):
    """With any other tag."""

    result = ERR_TAG

    def end(self) -> None:
        self.strings.assume_wrong(self.strings.bits("tag", 0, self.tag_bytes), self.sponge.squeeze(TAG_BITS))


class Aead(Mode):
    row = ROWS["ascon-aead128"]
    phases: tuple[Phase, ...] = (Phase("ad", "a", 16, "i", skipped=True), Phase("text", "n", 16, "j"))
    decrypts = False

    def begin(self) -> None:
        self.key = self.strings.bits("key", 0, self.row.key)
        self.sponge = Sponge(self.row, self.strings.permutation, [*self.key, *self.strings.bits("nonce", 0, 16)])
        self.sponge.add(STATE_BITS - len(self.key), self.key)

    def resume(self, bits: Bits) -> None:
        super().resume(bits)
        self.key = self.strings.bits("key", 0, self.row.key)

    def enter(self, phase: Phase) -> None:
        if phase.name == "text":
            self.sponge.separate()

    def through(self, phase: Phase, at: Number, count: int, offset: int = 0) -> None:
        if phase.name == "ad":
            super().through(phase, at, count, offset)
            return
        given = self.strings.bits("text", at, count)
        self.strings.want("output", at, self.sponge.add(8 * offset, given))
        if self.decrypts:
            self.sponge.bits[8 * offset : 8 * (offset + count)] = given

    def tail(self, phase: Phase, at: Number, count: int) -> None:
        if not phase.skipped or count or at != 0:
            super().tail(phase, at, count)

    def close(self, phase: Phase, offset: int) -> None:
        super().close(phase, offset)
        if phase.name == "ad":
            self.sponge.permute(self.row.b)

    def computed_tag(self) -> Bits:
        self.sponge.add(8 * self.row.rate, self.key)
        self.sponge.permute(self.row.a)
        return self.sponge.add(STATE_BITS - TAG_BITS, self.key[-TAG_BITS:])[: 8 * self.tag_bytes]

    def refuse(self) -> None:
        self.strings.assume_wrong(self.strings.bits("tag", 0, self.tag_bytes), self.computed_tag())


class Encrypt(Aead):
    def end(self) -> None:
        self.strings.want("tag", 0, self.computed_tag())


class Decrypt(Aead):
    """With the right tag."""

    decrypts = True

    def end(self) -> None:
        self.strings.set_tag(self.computed_tag())


class Rejected(Decrypt):
    """With any other tag, where the text has been given out before."""

    result = ERR_TAG

    def end(self) -> None:
        self.refuse()


class Forged(Aead):
    """With any other tag: then the output is cleared, a phase of its own. Its steps are bytes."""

    decrypts, result = True, ERR_TAG
    phases = (*Aead.phases, Phase("clearing", "n", 1, "z", skipped=True))

    def enter(self, phase: Phase) -> None:
        super().enter(phase)
        if phase.name == "clearing":
            self.refuse()

    def block(self, phase: Phase, at: Number) -> None:
        if phase.name == "clearing":
            self.strings.want("output", at, [0] * 8)
        else:
            super().block(phase, at)

    def tail(self, phase: Phase, at: Number, count: int) -> None:
        if phase.name == "clearing":
            whole_blocks(self, phase, at, count)
        else:
            super().tail(phase, at, count)


class Cleared(Forged):
    """The same where memset clears the output, without a loop."""

    phases = Aead.phases

    def end(self) -> None:
        self.refuse()
        self.strings.want_zeros("output", "n")


class PrfShort(Mode):
    """Of a message and an output of so many bytes each, which are less than two blocks: IACR ePrint 2021/1574."""

    phases = ()
    message_bytes = output_bytes = 0

    def begin(self) -> None:
        key, message = self.strings.bits("key", 0, 16), self.strings.bits("message", 0, self.message_bytes)
        iv = self.row.iv + (len(message) << 48)
        self.sponge = Sponge(self.row, self.strings.permutation, [*key, *message], iv)
        self.sponge.add(STATE_BITS - len(key), key)

    def end(self) -> None:
        start = STATE_BITS - TAG_BITS
        self.strings.want("output", 0, self.sponge.bits[start : start + 8 * self.output_bytes])


class Started(Mode):
    """A message in pieces: nothing of it is there yet."""

    phases, first = (), ""  # the string whose phase the context has, or START's name

    def end(self) -> None:
        self.strings.leave(self.sponge.turned(self.sponge.bits), phase_of(type(self), self.first), 0)


class Continued(Mode):
    """A call for a context that has so many bytes of a block of a string, or no string yet: START."""

    string: Phase  # what the call is about
    before: Phase  # the context's
    offset = 0

    def begin(self) -> None:
        self.resume(self.strings.bits("context", 0, STATE_BITS // 8))
        self.sponge.bits = self.sponge.turned(self.sponge.bits)
        if self.before.name != self.string.name:
            if self.before != START:
                self.close(self.before, self.offset)
            super().enter(self.string)

    def enter(self, phase: Phase) -> None:
        """It has been entered in this call's begin or in an earlier call."""

    @property
    def done(self) -> int:
        """Bytes of a block of this string that are there."""
        return self.offset if self.before.name == self.string.name else 0


class Piece(Continued):
    """More bytes of a string. They end its block, and whole blocks and a rest follow; or they are `short`, fewer bytes
    than that. A block of output is full until more is asked for."""

    short = left = -1
    is_empty = False

    @property
    def first(self) -> int:
        """Bytes that end the block, if it has begun."""
        return -self.done % self.string.rate

    def begin(self) -> None:
        super().begin()
        more = self.first if self.short < 0 else self.short
        super().through(self.string, 0, more, self.done)
        self.left = self.done + more
        if self.left == self.string.rate and self.short < 0:
            self.sponge.permute(self.row.b)

    def through(self, phase: Phase, at: Number, count: int, offset: int = 0) -> None:
        super().through(phase, at + self.first, count, offset)

    def tail(self, phase: Phase, at: Number, count: int) -> None:
        self.is_empty = phase.skipped and count == 0 and at == 0
        at, self.left = whole_blocks(self, phase, at, count)
        self.through(phase, at, self.left)

    def end(self) -> None:
        stays = self.is_empty and self.string.name == "ad"
        phase = phase_of(type(self), (self.before if stays else self.string).name)
        self.strings.leave(self.sponge.turned(self.sponge.bits), phase, self.left)


class Finished(Continued):
    phases = ()

    def begin(self) -> None:
        super().begin()
        self.close(self.string, self.done)

    def end(self) -> None:
        super().end()
        self.strings.clear()


MESSAGE_WORDS = 11  # of an ascon_message, whose last one has the result
PASSES, FAILS_FIRST, FAILS = (Phase(name, "n", 1, "i") for name in ("passes", "fails first", "fails"))


class Batch(Mode):
    """Messages, each by the single call. The state is the result of the first message that failed, or OK."""

    phases, row = (PASSES, FAILS_FIRST, FAILS), ROWS["ascon-hash256"]
    size = 8 * MESSAGE_WORDS

    def resume(self, bits: Bits) -> None:
        super().resume(bits)
        self.strings.publish(bits)

    def begin(self) -> None:
        self.resume([0] * 32)

    def block(self, phase: Phase, at: Number) -> None:
        """Message number `at`, which passes or fails as the phase says."""
        result = [0] * 32 if phase == PASSES else self.strings.bits("outcome", at * 4, 4)
        if phase != PASSES:
            self.strings.assume_wrong(result, [0] * 32)
        if phase == FAILS_FIRST:
            self.sponge.bits = list(result)
        self.strings.expect(at * self.size, result)
        self.strings.want("messages", at * self.size + self.size - 8, result)

    def end(self) -> None:
        self.result = value_of(tuple(self.sponge.bits))


START = Phase("start", "", 1, "")  # of a context of AEAD


def phase_of(mode: type[Mode], string: str) -> int:
    """The number that a context has where a call was the last about this string."""
    text = 4 if issubclass(mode, Aead) and mode.decrypts else 3
    return {"start": 1, "ad": 2, "text": text, "message": 5, "output": 6}[string]


# Of strings by their names: a symbol, a number of bytes, or both added.
Sizes = dict[str, Union[str, int, Form]]


@dataclass(frozen=True)
class Operation:
    """A public function. Arguments: strings by their names, numbers by their phases' symbols, or as they are.

    In pieces, the first argument is a context."""

    function: str
    mode: type[Mode]
    arguments: tuple[str | int | Form, ...]
    inputs: Sizes
    outputs: Sizes
    public: tuple[str, ...] = ()
    in_place: str = ""  # the input that the output takes the place of
    like: str = ""  # another call of the same function, in whose traces loop heads are looked for
    nulls: tuple[str, ...] = ()  # strings of length 0 whose pointers are NULL
    context: tuple[int, ...] | None = None  # its phase and offset; (): anything; None: there is no context
    passed: int = 0  # times that the loop head is met before the first whole block
    inside: tuple[str, ...] = ()  # inputs that may be inside the context, or overlap it and each other
    single: str = ""  # a function that runs one message of a batch, and is taken as unknown
    fields: tuple[str | int, ...] = ()  # of an ascon_message, which has the arguments in the place of registers

    @property
    def lengths_of_nulls(self) -> list[str]:
        return [size for name in self.nulls if isinstance(size := (self.inputs | self.outputs)[name], str)]


_SEALED: Sizes = {"text": "n", "ad": "a", "nonce": 16, "key": 16}
_OPEN: Sizes = {**_SEALED, "tag": 16}
_DECRYPT = ("ascon_aead128_decrypt", ("output", "text", "n", "tag", 16, "ad", "a", "nonce", "key"))
OPERATIONS = {
    "hash256": Operation("ascon_hash256", Hash, ("output", "message", "n"), {"message": "n"}, {"output": DIGEST}),
    "xof128": Operation("ascon_xof128", Xof, ("output", "m", "message", "n"), {"message": "n"}, {"output": "m"}),
    "encrypt": Operation(
        "ascon_aead128_encrypt", Encrypt, ("output", "tag", 16, "text", "n", "ad", "a", "nonce", "key"), _SEALED,
        {"output": "n", "tag": 16},
    ),
    "decrypt": Operation(_DECRYPT[0], Decrypt, _DECRYPT[1], _OPEN, {"output": "n"}, ("text",)),
    "forged": Operation(_DECRYPT[0], Forged, _DECRYPT[1], _OPEN, {"output": "n"}, ("text",)),
}  # fmt: skip


def _in_place(operations: Mapping[str, Operation]) -> dict[str, Operation]:
    """Of those with a text, whose output takes its place."""
    kept = {name: {each: size for each, size in one.outputs.items() if each != "output"}
            for name, one in operations.items() if "text" in one.inputs}  # fmt: skip
    return {f"{name} in place": replace(operations[name], in_place="text", outputs=kept[name]) for name in kept}


OPERATIONS |= _in_place(OPERATIONS)
ONE_SHOT = tuple(OPERATIONS)

_MESSAGE: Sizes = {"message": "n", "key": 16}
_VERIFY = ("ascon_v13_mac_verify", ("tag", "message", "n", "key"), {**_MESSAGE, "tag": 16})
OTHERS = {
    "cxof128": Operation(
        "ascon_cxof128", Cxof, ("output", "m", "message", "n", "customization", "c"),
        {"customization": "c", "message": "n"}, {"output": "m"},
    ),
    "prf": Operation("ascon_v13_prf", Prf, ("output", "m", "message", "n", "key"), _MESSAGE, {"output": "m"}),
    "mac": Operation("ascon_v13_mac", Mac, ("tag", "message", "n", "key"), _MESSAGE, {"tag": 16}),
    "mac verified": Operation(_VERIFY[0], Verified, _VERIFY[1], _VERIFY[2], {}),
    "mac refused": Operation(_VERIFY[0], Refused, _VERIFY[1], _VERIFY[2], {}),
}  # fmt: skip


def _with_tag(name: str, each: Operation, size: int) -> Operation:
    sized = [{string: size if string == "tag" else count for string, count in sizes.items()}
             for sizes in (each.inputs, each.outputs)]  # fmt: skip
    arguments = list(each.arguments)
    arguments[arguments.index("tag") + 1] = size
    mode = type(each.mode.__name__, (each.mode,), {"tag_bytes": size})
    return replace(each, mode=mode, arguments=tuple(arguments), inputs=sized[0], outputs=sized[1], like=name)


def _with_short_tags(operations: Mapping[str, Operation]) -> dict[str, Operation]:
    return {f"{name}, tag of {size} bytes": _with_tag(name, each, size)
            for size in range(4, 16) for name, each in operations.items()}  # fmt: skip


SHORT_TAGS = _with_short_tags({name: OPERATIONS[name] for name in ("encrypt", "decrypt", "forged")})


def _with_nulls(name: str) -> Iterator[tuple[str, Operation]]:
    """Each choice of its strings of unknown length."""
    each = OPERATIONS[name]
    strings = [string for string, size in (each.inputs | each.outputs).items() if isinstance(size, str)]
    for chosen in (chosen for count in range(len(strings)) for chosen in combinations(strings, count + 1)):
        yield f"{name}, NULL {' and '.join(chosen)}", replace(each, like=name, nulls=chosen)


NULLS = dict(each for name in ONE_SHOT for each in _with_nulls(name))


def _of_row(mode: type[Mode], name: str) -> type[Mode]:
    """The same with the parameters of another algorithm."""
    row = ROWS[name]
    rates = {"output": row.squeeze, "clearing": 1}
    phases = tuple(replace(phase, rate=rates.get(phase.name, row.rate)) for phase in mode.phases)
    return type(mode.__name__, (mode,), {"row": row, "phases": phases})


def _of_v12(name: str, like: Operation) -> Operation:
    """A function of v1.2, whose arguments are as those of another one."""
    row = ROWS[name]
    function = re.sub("ascon_(aead128|hash256|xof128|v13_mac|v13_prf)", f"ascon_{row.c_name}", like.function)
    inputs: Sizes = {each: row.key if each == "key" else size for each, size in like.inputs.items()}
    return replace(like, function=function, mode=_of_row(like.mode, name), inputs=inputs)


_SAME = {
    ("ascon-128", "ascon-128a", "ascon-80pq"): {name: OPERATIONS[name] for name in ("encrypt", "decrypt", "forged")},
    ("ascon-hash", "ascon-hasha"): {"": OPERATIONS["hash256"]}, ("ascon-xof", "ascon-xofa"): {"": OPERATIONS["xof128"]},
    ("ascon-mac", "ascon-maca"): {"": OTHERS["mac"], "verified": OTHERS["mac verified"],
                                  "refused": OTHERS["mac refused"]},
    ("ascon-prf", "ascon-prfa"): {"": OTHERS["prf"]},
}  # fmt: skip
V12 = {f"{name} {text}".strip(): _of_v12(name, like) for names, calls in _SAME.items() for name in names
       for text, like in calls.items()}  # fmt: skip
V12_IN_PLACE = _in_place(V12)


def _prfshort(name: str, size: int, output: int) -> Operation:
    row = ROWS[name]
    mode = type("PrfShort", (PrfShort,), {"row": row, "message_bytes": size, "output_bytes": output})
    arguments = "output", output, "message", size, "key"
    return Operation(f"ascon_{row.c_name}", mode, arguments, {"message": size, "key": 16}, {"output": output})


PRF_SHORT = {f"{name}, {size} bytes, {output} of output": _prfshort(name, size, output)
             for name in ("ascon-prfshort-v13", "ascon-prfshort")
             for size in range(17) for output in range(1, 17)}  # fmt: skip


def _by_row(name: str, number: int, row: str, *fields: str | int) -> Operation:
    """The same call, by the algorithm's row of the table and the number of the operation."""
    arguments = f"ascon_algorithm_{row}", number, "fields"
    return replace(OPERATIONS[name], function="ascon_any_run", arguments=arguments, fields=fields)


_FIELDS = "output", "text", "n", "tag", 16, "ad", "a", "nonce", "key"
_MESSAGES: Sizes = {"messages": symbol("n") * Batch.size}
BATCHES = {"ascon_any_run, hash256": _by_row("hash256", 2, "hash256", "output", "message", "n")}
BATCHES |= {f"ascon_any_run, {name}": _by_row(name, int(not name.startswith("encrypt")), "aead128", *_FIELDS)
            for name in ONE_SHOT if "text" in OPERATIONS[name].inputs}  # fmt: skip
BATCHES |= {f"ascon_any_batch, {name}": Operation(
    "ascon_any_batch", Batch, (f"ascon_algorithm_{row}", number, "messages", "n", 0), {}, _MESSAGES,
    single="ascon_any_run",
) for name, row, number in (("hash256", "hash256", 2), ("encrypt", "aead128", 0), ("decrypt", "aead128", 1))
}  # fmt: skip


# ---- In pieces ----

Operations = Iterator[tuple[str, Operation]]


def _started(
    name: str, mode: type[Mode], first: str, *arguments: str | int, phases: tuple[Phase, ...] = (), **inputs: str | int
) -> Operations:
    algorithm = [f"ascon_algorithm_{ROWS[name].c_name}"] if name in ROWS else []
    mode, call = type("Started", (Started, mode), {"first": first, "phases": phases}), f"{name} init"
    given = "context", *algorithm, *arguments
    yield call, Operation(_function(call), mode, given, {**inputs}, {}, context=(), inside=tuple(inputs))


def _places(mode: type[Mode], string: Phase) -> Iterator[tuple[Phase, int, str]]:
    """Where a context can be before a call about a string: before it, or in it at each offset in a block."""
    if issubclass(mode, Aead):
        yield START, 0, "start"
    for phase in mode.phases[: mode.phases.index(string) + 1]:
        yield from ((phase, offset, f"{phase.name} {offset}") for offset in range(phase.rate + phase.least))


def _phase(mode: type[Mode], name: str) -> Phase:
    return next(phase for phase in mode.phases if phase.name == name)


def _pieces(call: str, mode: type[Mode], name: str, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> Operations:
    """From each place. A piece ends its block or does not."""
    string = _phase(mode, name)
    for before, offset, place in _places(mode, string):
        done = offset if before == string else 0
        first = -done % string.rate
        phase = replace(string, before=first, skipped=done == 0, fewest=string.least if done else 0)
        fields: dict[str, object] = {"string": string, "before": before, "offset": offset}
        sizes = range(first + string.least if done else 0)
        short = ((f", {size} bytes", size, {"phases": (), "short": size}) for size in sizes)
        pieces: list[tuple[str, Form | int, dict[str, object]]]
        pieces = [("", symbol(string.length) + first, {"phases": (phase,)}), *short]
        for text, size, more in pieces:
            yield f"{call} at {place}{text}", Operation(
                _function(call), type("Piece", (Piece, mode), fields | more), ("context", *outputs, *inputs, size),
                dict.fromkeys(inputs, size), dict.fromkeys(outputs, size), ("text",) * issubclass(mode, Decrypt),
                context=(phase_of(mode, before.name), offset), passed=int(not text and done > 0),
            )  # fmt: skip


def _finished(
    call: str, mode: type[Mode], name: str, arguments: tuple[str | int, ...], inputs: Sizes, outputs: Sizes,
    text: str = "",
) -> Operations:  # fmt: skip
    string = _phase(mode, name)
    for before, offset, place in _places(mode, string):
        made = type("Finished", (Finished, mode), {"string": string, "before": before, "offset": offset})
        yield f"{call} at {place}{text}", Operation(
            _function(call), made, ("context", *arguments), inputs, outputs,
            context=(phase_of(mode, before.name), offset),
        )  # fmt: skip


def _function(call: str) -> str:
    """Of ascon_any.h if the name is an algorithm's, else of ascon.h, where CXOF128 has those of XOF128 but for init."""
    name, step = call.split()
    if name in ROWS:
        return f"ascon_any_{'aead' if ROWS[name].kind == Kind.AEAD else 'sponge'}_{step}"
    return f"ascon_{name if step == 'init' else name.removeprefix('c')}_{step}"


def _row(name: str) -> str:
    """Of SP 800-232, if the functions are those of ascon.h."""
    return name if name in ROWS else f"ascon-{name}"


def _encryption(name: str) -> Operations:
    mode = _of_row(Encrypt, _row(name))
    yield from _started(name, mode, "start", "nonce", "key", nonce=16, key=mode.row.key)
    yield from _pieces(f"{name} ad", mode, "ad", ("ad",), ())
    yield from _pieces(f"{name} encrypt_update", mode, "text", ("text",), ("output",))
    yield from _finished(f"{name} encrypt_final", mode, "text", ("tag", 16), {}, {"tag": 16})


def _decryption(name: str) -> Operations:
    mode = _of_row(Decrypt, _row(name))
    yield from _started(name, mode, "start", "nonce", "key", nonce=16, key=mode.row.key)
    yield from _pieces(f"{name} decrypt_update_unverified", mode, "text", ("text",), ("output",))
    for each, text in ((mode, ""), (_of_row(Rejected, _row(name)), ", wrong tag")):
        yield from _finished(f"{name} decrypt_final", each, "text", ("tag", 16), {"tag": 16}, {}, text)


_KINDS: dict[Kind, type[Mode]] = {Kind.HASH: Hash, Kind.XOF: Xof, Kind.MAC: Mac, Kind.PRF: Prf}


def _sponge(name: str) -> Operations:
    row = ROWS[_row(name)]
    mode, output = _of_row(_KINDS[row.kind], row.name), "tag" if row.kind == Kind.MAC else "output"
    prefix = ("key", row.key) if row.key else (0, 0) if name in ROWS else ()
    yield from _started(name, mode, "message", *prefix, **({"key": row.key} if row.key else {}))
    yield from _pieces(f"{name} update", mode, "message", ("message",), ())
    if row.output == 0:
        yield from _pieces(f"{name} squeeze", mode, "output", (), ("output",))
    else:
        last, size = ("squeeze", (row.output,)) if name in ROWS else ("final", ())
        yield from _finished(f"{name} {last}", mode, "message", (output, *size), {}, {output: row.output})
    for each, text in ((Verified, ""), (Refused, ", wrong tag")) if row.kind == Kind.MAC else ():
        verifying = _of_row(each, row.name)
        yield from _finished(f"{name} verify_final", verifying, "message", ("tag",), {"tag": row.output}, {}, text)


def _inits(calls: dict[str, Operation]) -> dict[str, Operation]:
    return {name: each for name, each in calls.items() if each.context == ()}


def _in_pieces(calls: Callable[[str], Operations], *names: str) -> dict[str, Operation]:
    return {name: each for algorithm in names for name, each in calls(algorithm)}


HASH256_IN_PIECES, XOF128_IN_PIECES = _in_pieces(_sponge, "hash256"), _in_pieces(_sponge, "xof128")
_CXOF = type("Cxof", (Xof,), {"row": Cxof.row})
CXOF128_IN_PIECES = dict((
    *_started("cxof128", Cxof, "message", "customization", "c", phases=Cxof.phases[:1], customization="c"),
    *_pieces("cxof128 update", _CXOF, "message", ("message",), ()),
    *_pieces("cxof128 squeeze", _CXOF, "output", (), ("output",)),
))  # fmt: skip
ENCRYPTION_IN_PIECES, DECRYPTION_IN_PIECES = _in_pieces(_encryption, "aead128"), _in_pieces(_decryption, "aead128")
_TEXTS = ENCRYPTION_IN_PIECES | DECRYPTION_IN_PIECES
PIECES_IN_PLACE = _inits(_TEXTS) | _in_place(_TEXTS)
_FINALS = {name: each for name, each in _TEXTS.items() if "final" in name}
SHORT_TAGS_IN_PIECES = _inits(_TEXTS) | _with_short_tags(_FINALS)
_V12_AEAD = "ascon-128", "ascon-128a", "ascon-80pq"
_V12_TEXTS = _in_pieces(_encryption, *_V12_AEAD) | _in_pieces(_decryption, *_V12_AEAD)
BY_ANY = {  # by the functions of ascon_any.h
    "MAC and PRF of v1.3": _in_pieces(_sponge, "ascon-mac-v13", "ascon-prf-v13"),
    "hashes and XOFs of v1.2": _in_pieces(_sponge, "ascon-hash", "ascon-hasha", "ascon-xof", "ascon-xofa"),
    "Mac and Prf of v1.2": _in_pieces(_sponge, "ascon-mac", "ascon-prf"),
    "Maca and Prfa of v1.2": _in_pieces(_sponge, "ascon-maca", "ascon-prfa"),
    "AEAD of v1.2": _V12_TEXTS, "AEAD of v1.2, in place": _inits(_V12_TEXTS) | _in_place(_V12_TEXTS),
}  # fmt: skip
IN_PIECES = (HASH256_IN_PIECES, XOF128_IN_PIECES, CXOF128_IN_PIECES, ENCRYPTION_IN_PIECES, DECRYPTION_IN_PIECES,
             PIECES_IN_PLACE, SHORT_TAGS_IN_PIECES, *BY_ANY.values())  # fmt: skip
PIECES = {name: each for calls in IN_PIECES for name, each in calls.items()}
CLEARED = {f"{name}, cleared by memset": replace(OPERATIONS[name], mode=Cleared)
           for name in ("forged", "forged in place")}  # fmt: skip
OPERATIONS |= CLEARED | SHORT_TAGS | NULLS | OTHERS | V12 | V12_IN_PLACE | PRF_SHORT | PIECES | BATCHES

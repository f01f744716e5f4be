# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The single call as a function of which nothing is known but what its own proof says, for proofs of batches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..calls import PUBLIC as PUBLIC_INPUTS
from ..libc import called, free
from ..machine import STACK, Machine
from ..unknown import register
from ..values import Later, NotProved, Pointer, settled, value_of

if TYPE_CHECKING:
    from .walk import Walk

SECRET, PUBLIC = "left where the single call was", "public value left by the single call"


def install(walk: Walk) -> None:
    elf = walk.call.elf
    walk.machine.functions[elf.address(walk.operation.single)] = partial(_executed, walk=walk)


def public(walk: Walk) -> tuple[str, ...]:
    """What its own proof lets it leave: of the caller's registers, only those that it gives back as they were. All
    others may have a secret of the single call before."""
    saved = [walk.machine.register(name) for name in walk.call.abi.saved]
    kept = (f"register {place.offset + byte:#x}[" for place in saved for byte in range(place.size))
    return *(name for name in PUBLIC_INPUTS if name != "register "), *kept


def _executed(machine: Machine, walk: Walk) -> int | None:
    """The message that is expected next, by the batch's algorithm and operation."""
    abi = walk.call.abi
    if not walk.expected:
        raise NotProved("runs one message more")
    at, result = walk.expected.pop(0)
    algorithm, operation = (walk._argument(argument) for argument in walk.operation.arguments[:2])
    given = [register(machine, name, size) for name, size in zip(abi.arguments, (abi.pointer, 4, abi.pointer))]
    message = given[2]
    if given[:2] != [algorithm, operation]:
        raise NotProved(f"runs a message with {given[:2]} in place of {[algorithm, operation]}")
    if not isinstance(message, Pointer) or message.region != "messages" or not walk.machine.facts.equal(
        message.offset, at
    ):
        raise NotProved(f"runs {message}, not the message at {at}")
    frame = called(machine, abi)
    for name in abi.saved:  # a single call may leave these on the stack
        place = machine.register(name)
        if any(map(walk._has_secret, walk._bytes_of_register(place.offset, place.size))):
            raise NotProved(f"calls with a secret in {name}")
    back = settled(machine.load(frame, abi.pointer))
    _leave(machine, walk, frame.offset + abi.pointer)
    place = machine.register(abi.result)
    machine.spaces["register"].write(place.offset, 4, value_of(tuple(result)))
    return machine.target(back)


def _leave(machine: Machine, walk: Walk, top: int) -> None:
    """Registers and the stack below its frame may hold anything. Vector registers and the stack have no secret of the
    call, but what it does not write stays: a secret that was there may be there still."""
    abi, registers, stack = walk.call.abi, machine.spaces["register"], walk.call.stack.cells
    vectors = walk.vector_registers()
    for at in free(machine, abi):
        is_public = at in vectors and walk.is_public(registers.read(at, 1))
        registers.write(at, 1, _anything(machine, PUBLIC if is_public else SECRET))
    for at, value in stack.bytes().items():
        if at < top:
            stack.write(at, 1, _anything(machine, PUBLIC if walk.is_public(value) else SECRET))
    machine.write(machine.register(abi.stack), Pointer(STACK, top))


def _anything(machine: Machine, name: str) -> Later:
    return Later(lambda: machine.graph.inputs(name, 8))

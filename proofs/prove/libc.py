"""Functions of the C library that the release library calls: what C says that they do.

They are another file's, which is not looked into. It is assumed to write what C says, to keep the calling convention,
and to leave nothing of what it was given. SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from collections.abc import Iterator
from functools import partial

from lab.elf import Elf

from .abi import Abi
from .machine import STACK, Machine, Place
from .unknown import check_entry, register, runs
from .values import Later, NotProved, Pointer, Value, settled

LEFT = "register left by the C library"
SCRATCH = ("RAX", "RCX", "RDX", "RSI", "RDI", "R8", "R9", "R10", "R11")  # of x86-64: other programs have no C library


def install(machine: Machine, elf: Elf, abi: Abi) -> None:
    for name, function in (("memset", memset), ("memcpy", memcpy)):
        if name in elf.imports:
            machine.functions[elf.imports[name]] = partial(function, abi=abi)


def memset(machine: Machine, abi: Abi) -> int | None:
    """memset(to, byte, size), which returns `to`."""
    to, byte, size = (register(machine, name, abi.pointer) for name in abi.arguments[:3])
    if not isinstance(to, Pointer) or not isinstance(byte, int):
        raise NotProved("calls memset with arguments that depend on its inputs")
    machine.fill(to, byte & 0xFF, size)
    return returned(machine, abi, to)


def memcpy(machine: Machine, abi: Abi) -> int | None:
    """memcpy(to, from, size), which returns `to`."""
    to, source, size = (register(machine, name, abi.pointer) for name in abi.arguments[:3])
    if not isinstance(to, Pointer) or not isinstance(source, Pointer) or not isinstance(size, int):
        raise NotProved("calls memcpy with arguments that depend on its inputs")
    distance = to.offset - source.offset
    if to.region == source.region and not (isinstance(distance, int) and (distance == 0 or abs(distance) >= size)):
        raise NotProved(f"calls memcpy with {size} bytes that overlap the copy")
    copied = [machine.load(Pointer(source.region, source.offset + place), 1) for place in range(size)]
    for place, byte in enumerate(copied):
        machine.store(Pointer(to.region, to.offset + place), 1, byte)
    return returned(machine, abi, to)


def returned(machine: Machine, abi: Abi, result: Pointer) -> int | None:
    """Registers that a function may change are anything then."""
    registers, frame = machine.spaces["register"], called(machine, abi)
    back = settled(machine.load(frame, abi.pointer))
    for start, size in runs(list(free(machine, abi))):
        registers.write(start, size, _anything(machine, size))
    _overwrite(machine, frame.offset + abi.pointer)
    machine.write(machine.register(abi.result), result)
    machine.write(machine.register(abi.stack), Pointer(STACK, frame.offset + abi.pointer))
    return machine.target(back)


def called(machine: Machine, abi: Abi) -> Pointer:
    """The stack pointer in a function of x86-64 that has been called as the convention says."""
    frame = register(machine, abi.stack, abi.pointer)
    if not isinstance(frame, Pointer) or frame.region != STACK or frame.offset % 16:
        raise NotProved(f"calls with the stack pointer at {frame}")
    check_entry(machine, abi)
    return frame


def _anything(machine: Machine, size: int) -> Later:
    return Later(lambda: machine.graph.inputs(LEFT, 8 * size))


def _overwrite(machine: Machine, top: int) -> None:
    """The stack below its frame may hold anything then. What it does not write stays, so what was a secret is one."""
    cells = machine.regions[STACK].cells
    for at, value in cells.bytes().items():
        if at < top:
            cells.write(at, 1, Later(partial(_mixed, machine, value)))


def _mixed(machine: Machine, value: Value) -> Value:
    """Anything, but a function of the value, too."""
    found, other = settled(value), machine.graph.inputs(LEFT, 8)
    bits = found if isinstance(found, tuple) else (0,) * 8
    known = [bit if decided is None else decided for bit in bits for decided in [machine.decided(bit)]]
    return tuple(map(machine.graph.xor, known, other))


def free(machine: Machine, abi: Abi) -> Iterator[int]:
    """Bytes of registers that a function need not give back as they were: scratch registers, others if used before."""
    kept = [machine.register(name) for name in (*abi.saved, *abi.at_return, abi.stack)]
    places = [machine.register(name) for name in SCRATCH]
    used = {place.offset + byte for place in places for byte in range(place.size)}
    used.update(machine.spaces["register"].bytes())
    return (at for at in sorted(used) if not any(_is_in(at, place) for place in kept))


def _is_in(address: int, place: Place) -> bool:
    return place.offset <= address < place.offset + place.size

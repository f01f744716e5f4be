"""What Eva is given: a row for each call, with its driver in drivers.c and the intervals of what it takes.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spec.algorithms import ALGORITHMS, Algorithm, Kind, find

SHOWN = Path(__file__).with_name("shown.txt")
Interval = tuple[int, int]
NAMES = ("TEXT", "AD", "OUT", "TAG", "OFFSET", "PHASE", "PLACE", "MISSING", "NUMBER")
MOST = 2**64 - 1  # of a size_t

# PLACE: strings at either end of their arrays; and in place. MISSING: arguments that are NULL, as drivers.c numbers
# them. PHASE: as asconkit/api/phases.h does.
EITHER_END, OR_IN_PLACE = (0, 1), (0, 2)
UP_TO_OUT, UP_TO_AD, UP_TO_KEY, UP_TO_CONTEXT = (0, 2), (0, 3), (0, 6), (0, 7)
AEAD_PHASES, SPONGE_PHASES = (0, 4), (0, 6)


@dataclass(frozen=True)
class Case:
    """A call, and the values that its arguments and its context take."""

    call: str
    driver: str
    row: Algorithm | None
    intervals: dict[str, Interval]
    macros: tuple[str, ...] = ()
    quick: bool = False  # the tests of every change run it too

    @property
    def name(self) -> str:
        return f"{self.call} of {self.row.name}" if self.row else self.call

    @property
    def label(self) -> str:
        return f"{self.name}: {self.text}"

    @property
    def definitions(self) -> list[str]:
        """Of the preprocessor."""
        found = [self.driver.upper(), f"CALL={self.call}", *self.macros]
        if self.row:
            found.append(f"ALGORITHM=ASCON_{self.row.c_name.upper()}")
        for name in NAMES:
            least, most = self.intervals.get(name, (0, 0))
            found += [f"{name}_LEAST={least}u", f"{name}_MOST={most}u"]
        return found

    @property
    def text(self) -> str:
        """The intervals, for people."""
        return ", ".join(f"{name.lower()} {least}-{most}" for name, (least, most) in self.intervals.items() if most)


def one(n: int) -> Interval:
    return n, n


def up_to(n: int) -> Interval:
    return 0, n


def calls_of(row: Algorithm, suffix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The call that is named after the algorithm, and the generic one."""
    yield f"ascon_{row.c_name}{suffix}", ()
    yield f"ascon_{row.kind.value}{suffix}", ("GENERIC",)


# ---- Authenticated encryption -----------------------------------------------------------------------


def aead(row: Algorithm) -> Iterator[Case]:
    """Text and associated data are of any length up to two blocks and a byte, one of them at a time."""
    long, short = 2 * row.rate + 1, row.rate + 1
    nominal = row.name == "ascon-aead128"
    for direction in ("encrypt", "decrypt"):
        for call, macros in calls_of(row, f"_{direction}"):
            texts = {"TEXT": up_to(long), "AD": up_to(1), "OUT": one(long), "TAG": one(16), "PLACE": OR_IN_PLACE}
            strings = {"TEXT": up_to(1), "AD": up_to(long), "OUT": one(1), "TAG": one(16), "PLACE": EITHER_END}
            wrong = {"TEXT": up_to(1), "AD": up_to(1), "OUT": one(1), "TAG": up_to(18), "MISSING": UP_TO_KEY}
            yield Case(call, f"aead_{direction}", row, texts, macros)
            yield Case(call, f"aead_{direction}", row, strings, macros)
            yield Case(call, f"aead_{direction}", row, wrong, macros)
        more = 16 if direction == "encrypt" else 0
        for call, macros in calls_of(row, f"_{direction}_combined"):
            most = short if direction == "encrypt" else short + 16
            sealed = {"TEXT": up_to(most), "AD": up_to(1), "OUT": one(most + more), "PLACE": OR_IN_PLACE}
            wrong = {"TEXT": up_to(most), "AD": up_to(1), "OUT": one(most + more), "MISSING": UP_TO_KEY}
            yield Case(call, f"aead_{direction}_combined", row, sealed, macros)
            yield Case(call, f"aead_{direction}_combined", row, wrong, macros)
            huge = {"TEXT": one(1), "OUT": one(1), "AD": up_to(1), "MISSING": one(0)}
            yield Case(call, "aead_combined_huge", row, huge, macros)
    for call, macros in calls_of(row, "_init"):
        yield Case(call, "aead_init", row, {"MISSING": UP_TO_CONTEXT}, macros, quick=nominal and not macros)


def directed(direction: str) -> tuple[str, ...]:
    encrypts = ("DIRECTION_ENCRYPTS",) if direction == "encrypt" else ()
    return (f"DIRECTION=PHASE_{direction.upper()}", *encrypts)


UPDATES = {"encrypt": "ascon_aead_encrypt_update", "decrypt": "ascon_aead_decrypt_update_unverified"}


def aead_pieces(row: Algorithm) -> Iterator[Case]:
    """From any place of a block, up to three bytes more than a block, so that a whole one can lie between two parts."""
    any_context = {"OFFSET": up_to(row.rate - 1), "PHASE": AEAD_PHASES}
    anywhere = {"OFFSET": up_to(1), "PHASE": AEAD_PHASES, "PLACE": (1, 2)}
    texts = {"TEXT": up_to(row.rate + 3), "OUT": one(row.rate + 3)}
    yield Case("ascon_aead_ad", "aead_ad", row, {"TEXT": up_to(row.rate + 3), **any_context})
    yield Case("ascon_aead_ad", "aead_ad", row, {"TEXT": up_to(row.rate + 3), **anywhere, "PLACE": one(1)})
    for direction, call in UPDATES.items():
        macros = directed(direction)
        yield Case(call, "aead_update", row, {**texts, **any_context}, macros)
        yield Case(call, "aead_update", row, {**texts, **anywhere}, macros)
        final = f"ascon_aead_{direction}_final"
        yield Case(final, "aead_final", row, {"TAG": up_to(18), **any_context}, macros)


# ---- Hashes, XOFs, MACs and PRFs --------------------------------------------------------------------

DRIVERS = {
    Kind.HASH: "hash",
    Kind.XOF: "xof",
    Kind.CXOF: "cxof",
    Kind.MAC: "mac",
    Kind.PRF: "prf",
    Kind.PRFSHORT: "prf",
}
STARTS = {
    Kind.HASH: "start",
    Kind.XOF: "start",
    Kind.CXOF: "start_with_customization",
    Kind.MAC: "start_with_key",
    Kind.PRF: "start_with_key",
}


def strings(row: Algorithm) -> Iterator[Case]:
    """A message of any length up to two blocks and a byte, and likewise an output."""
    if row.kind is Kind.PRFSHORT:
        messages, outputs = up_to(17), up_to(17)
    else:
        messages = up_to(2 * row.rate + 1)
        outputs = one(row.output) if row.output else up_to(2 * row.squeeze + 1)
    few = outputs if row.output and row.kind is not Kind.PRFSHORT else up_to(1)
    for call, macros in calls_of(row):
        quick = row.name == "ascon-hash256" and not macros
        driver = DRIVERS[row.kind]
        yield Case(call, driver, row, {"TEXT": messages, "OUT": few, "PLACE": EITHER_END}, macros, quick)
        wrong = {"TEXT": up_to(1), "OUT": outputs, "PLACE": EITHER_END, "MISSING": UP_TO_KEY}
        if row.kind is Kind.CXOF:
            yield Case(call, driver, row, {**wrong, "AD": up_to(2 * row.rate + 1), "MISSING": UP_TO_AD}, macros)
            yield Case(call, driver, row, {"TEXT": up_to(1), "OUT": up_to(1), "AD": (255, 257)}, macros)
        else:
            yield Case(call, driver, row, wrong, macros)
    if row.kind is Kind.MAC:
        for call, macros in calls_of(row, "_verify"):
            yield Case(call, "mac_verify", row, {"TEXT": messages, "TAG": one(16), "PLACE": EITHER_END}, macros)
            yield Case(call, "mac_verify", row, {"TEXT": up_to(1), "TAG": one(16), "MISSING": UP_TO_KEY}, macros)
    if row.kind in STARTS:
        customization = {"AD": up_to(row.rate + 1)} if row.kind is Kind.CXOF else {}
        for call, macros in calls_of(row, "_init"):
            yield Case(call, STARTS[row.kind], row, {**customization, "MISSING": UP_TO_CONTEXT}, macros)


# Of each kind: the calls that absorb, squeeze and finish.
PIECES = {
    Kind.HASH: ("hash", "ascon_hash_update", "", "ascon_hash_final"),
    Kind.XOF: ("xof", "ascon_xof_update", "ascon_xof_squeeze", ""),
    Kind.CXOF: ("xof", "ascon_xof_update", "ascon_xof_squeeze", ""),
    Kind.MAC: ("mac", "ascon_mac_update", "", "ascon_mac_final"),
    Kind.PRF: ("prf", "ascon_prf_update", "ascon_prf_squeeze", ""),
}


def string_pieces(row: Algorithm) -> Iterator[Case]:
    serves, absorb, squeeze, final = PIECES[row.kind]
    macros = (f"KIND=ASCON_KIND_{serves.upper()}",)
    context = {"OFFSET": up_to(max(row.rate - 1, row.squeeze)), "PHASE": SPONGE_PHASES}
    edge = {"OFFSET": up_to(1), "PHASE": SPONGE_PHASES, "PLACE": one(1)}
    yield Case(absorb, "absorb", row, {"TEXT": up_to(row.rate + 3), **context}, macros)
    yield Case(absorb, "absorb", row, {"TEXT": up_to(row.rate + 3), **edge}, macros)
    if squeeze:
        yield Case(squeeze, "squeeze", row, {"OUT": up_to(row.squeeze + 3), **context}, macros)
        yield Case(squeeze, "squeeze", row, {"OUT": up_to(row.squeeze + 3), **edge}, macros)
    if final:
        yield Case(final, "finish", row, {"OUT": one(row.output), **context}, macros, row.name == "ascon-hash256")
    if row.kind is Kind.MAC:
        yield Case("ascon_mac_verify_final", "verify", row, {"TAG": one(16), **context}, macros)


def other_kinds() -> Iterator[Case]:
    """Algorithms that a call does not serve."""
    context = {"TEXT": up_to(1), "OUT": one(32), "TAG": one(16), "PHASE": SPONGE_PHASES}
    refused = ("GENERIC", "REFUSED=ASCON_ERR_ALGORITHM")
    for kind, (serves, absorb, squeeze, final) in PIECES.items():
        other = find("ascon-hash256" if kind is not Kind.HASH else "ascon-xof128")
        macros = (f"KIND=ASCON_KIND_{serves.upper()}",)
        for call, driver in ((absorb, "absorb"), (squeeze, "squeeze"), (final, "finish")):
            if call and kind is not Kind.CXOF:
                yield Case(call, driver, other, context, macros)
        yield Case(f"ascon_{kind.value}", DRIVERS[kind], other, {"TEXT": up_to(1), "OUT": one(32)}, refused)
        yield Case(f"ascon_{kind.value}_init", STARTS[kind], other, {}, refused)
    message = {"TEXT": up_to(1), "OUT": one(1), "TAG": one(16)}
    for direction in ("encrypt", "decrypt"):
        yield Case(f"ascon_aead_{direction}", f"aead_{direction}", find("ascon-hash256"), message, refused)


# ---- Strings of bits --------------------------------------------------------------------------------


def bits() -> Iterator[Case]:
    """Up to a bit more than a byte more than a block; of the calls in pieces, from any place of a block."""
    rate = 8
    few, many, tags = up_to(9), up_to(8 * rate + 9), ((31, 33), (127, 129))
    hash256, xof128, cxof128, aead128 = (find(f"ascon-{name}") for name in ("hash256", "xof128", "cxof128", "aead128"))
    context = {"OFFSET": up_to(rate), "PHASE": SPONGE_PHASES}

    def named(call: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        kind = call.split("128")[0].split("256")[0]
        return (f"ascon_{call}_bits", ("BITS",)), (f"ascon_{kind}_bits", ("BITS", "GENERIC"))

    for call, macros in named("hash256"):
        wrong = {"TEXT": few, "OUT": one(256), "MISSING": UP_TO_OUT, "PLACE": EITHER_END}
        yield Case(call, "hash", hash256, {"TEXT": many, "OUT": one(256)}, macros)
        yield Case(call, "hash", hash256, wrong, macros)
    for call, macros in named("xof128"):
        yield Case(call, "xof", xof128, {"TEXT": many, "OUT": up_to(1)}, macros)
        yield Case(call, "xof", xof128, {"TEXT": up_to(1), "OUT": many, "MISSING": UP_TO_OUT}, macros)
    for call, macros in named("cxof128"):
        yield Case(call, "cxof", cxof128, {"TEXT": many, "OUT": up_to(1), "AD": up_to(1)}, macros)
        yield Case(call, "cxof", cxof128, {"TEXT": up_to(1), "OUT": few, "AD": many, "MISSING": UP_TO_AD}, macros)
        yield Case(call, "cxof", cxof128, {"TEXT": up_to(1), "OUT": up_to(1), "AD": (2047, 2049)}, macros)
    generic = ("BITS", "GENERIC")
    start = {"AD": many, "MISSING": UP_TO_CONTEXT}
    yield Case("ascon_cxof_init_bits", "start_with_customization", cxof128, start, generic)
    hashes, xofs = ("BITS", "KIND=ASCON_KIND_HASH"), ("BITS", "KIND=ASCON_KIND_XOF")
    last = {"TEXT": many, **context}
    yield Case("ascon_hash_final_bits", "finish_bits", hash256, {**last, "OUT": one(256)}, hashes)
    for row in (xof128, cxof128):
        yield Case("ascon_xof_update_last_bits", "absorb_last_bits", row, last, xofs)
        yield Case("ascon_xof_squeeze_last_bits", "squeeze", row, {"OUT": many, **context}, xofs)
    yield from aead_bits(aead128, tags)
    refused = ("BITS", "GENERIC", "REFUSED=ASCON_ERR_ALGORITHM")
    yield Case("ascon_hash_bits", "hash", find("ascon-hash"), {"TEXT": up_to(1), "OUT": one(256)}, refused)
    message = {"TEXT": up_to(1), "OUT": one(1), "TAG": one(128)}
    yield Case("ascon_aead_encrypt_bits", "aead_encrypt", find("ascon-128"), message, refused)


def aead_bits(row: Algorithm, tags: tuple[Interval, ...]) -> Iterator[Case]:
    many = up_to(8 * row.rate + 9)
    context = {"OFFSET": up_to(row.rate - 1), "PHASE": AEAD_PHASES}
    for direction in ("encrypt", "decrypt"):
        for call, macros in calls_of(row, f"_{direction}_bits"):
            macros = ("BITS", *macros)
            driver = f"aead_{direction}"
            yield Case(call, driver, row, {"TEXT": many, "OUT": one(many[1]), "TAG": one(128)}, macros)
            yield Case(call, driver, row, {"TEXT": up_to(1), "AD": many, "OUT": one(1), "TAG": one(128)}, macros)
            for tag in tags:
                wrong = {"TEXT": up_to(9), "AD": up_to(1), "OUT": one(9), "TAG": tag, "MISSING": UP_TO_KEY}
                yield Case(call, driver, row, wrong, macros)
        macros = ("BITS", *directed(direction))
        call = f"ascon_aead_{direction}"
        yield Case(f"{call}_ad_last_bits", "aead_ad_last_bits", row, {"TEXT": up_to(17), **context}, macros)
        last = {"TEXT": up_to(17), "OUT": one(17), "TAG": one(128), **context}
        yield Case(f"{call}_final_bits", "aead_final_bits", row, last, macros)
        for tag in tags:
            some = {"TEXT": up_to(9), "OUT": one(9), "TAG": tag, "OFFSET": up_to(1), "PHASE": AEAD_PHASES}
            yield Case(f"{call}_final_bits", "aead_final_bits", row, some, macros)


# ---- The state, and helpers -------------------------------------------------------------------------


def others() -> Iterator[Case]:
    # 2 is no byte order; nor is any offset above 40 one of the state, up to the largest number.
    orders, beyond = up_to(2), (MOST - 40, MOST)
    yield Case("ascon_state_init", "state_init", None, {"MISSING": UP_TO_CONTEXT})
    yield Case("ascon_permute", "state_permute", None, {"NUMBER": up_to(18), "MISSING": UP_TO_CONTEXT}, quick=True)
    yield Case("ascon_state_xor", "state_xor", None, {"TEXT": up_to(41), "OFFSET": up_to(41), "NUMBER": orders})
    yield Case("ascon_state_get", "state_get", None, {"OUT": up_to(41), "OFFSET": up_to(41), "NUMBER": orders})
    for call, driver, name in (("ascon_state_xor", "state_xor", "TEXT"), ("ascon_state_get", "state_get", "OUT")):
        yield Case(call, driver, None, {name: up_to(17), "OFFSET": up_to(24), "PLACE": one(1), "NUMBER": up_to(1)})
        yield Case(call, driver, None, {name: up_to(41), "OFFSET": beyond, "MISSING": UP_TO_CONTEXT})
    yield Case("ascon_wipe", "wipe", None, {"OUT": up_to(40), "PLACE": EITHER_END}, quick=True)
    yield Case("ascon_equal", "equal", None, {"TEXT": up_to(40), "AD": one(40), "PLACE": EITHER_END}, quick=True)
    for call in ("ascon_interleave", "ascon_deinterleave"):
        converted = {"TEXT": up_to(25), "OUT": one(25), "PLACE": OR_IN_PLACE, "NUMBER": up_to(1), "MISSING": UP_TO_OUT}
        yield Case(call, "convert", None, converted)
    yield Case("ascon_result_text", "names", None, {"NUMBER": up_to(40)})  # and the others of NAMED


def usual() -> list[Case]:
    """The runs that shown.txt names: they have been seen to end without an alarm, and must."""
    shown = set(SHOWN.read_text(encoding="utf-8").splitlines())
    return [case for case in cases() if case.label in shown]


def cases() -> list[Case]:
    """All, also those that nobody has run to their ends yet."""
    found = [*others(), *other_kinds()]
    for row in ALGORITHMS:
        if row.kind is Kind.AEAD:
            found += [*aead(row), *aead_pieces(row)]
        else:
            found += strings(row)
            if row.kind in PIECES:
                found += string_pieces(row)
    return [*found, *bits()]

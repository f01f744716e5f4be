# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What Eva is given: a row for each call, with its driver in drivers.c and the intervals of what it takes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spec.algorithms import ALGORITHMS, Algorithm, Kind, find

AEAD128, HASH256 = find("ascon-aead128"), find("ascon-hash256")
XOF128, CXOF128 = find("ascon-xof128"), find("ascon-cxof128")
Interval = tuple[int, int]
NAMES = ("TEXT", "AD", "OUT", "TAG", "OFFSET", "PHASE", "PLACE", "MISSING", "NUMBER")
MOST = 2**64 - 1  # of a size_t

# PLACE: strings at either end of their arrays; and in place. MISSING: arguments that are NULL, as drivers.c numbers
# them. PHASE: as asconkit/core/api/phases.h does.
EITHER_END, OR_IN_PLACE = (0, 1), (0, 2)
UP_TO_OUT, UP_TO_AD, UP_TO_KEY, UP_TO_CONTEXT = (0, 2), (0, 3), (0, 6), (0, 7)
AEAD_PHASES, SPONGE_PHASES = (0, 4), (0, 6)

# The other algorithms go through the same generic code with different numbers. Their runs cover the calls that are
# named after them, which are compiled for each algorithm, and only some of the incremental calls.
REPRESENTATIVE = (
    "ascon-aead128", "ascon-hash256", "ascon-xof128", "ascon-cxof128", "ascon-mac-v13", "ascon-prf-v13",
    "ascon-prfshort-v13", "ascon-128",
)  # fmt: skip


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
        """The names and values that the preprocessor is given with -D, without that option."""
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
    if row.name not in REPRESENTATIVE:
        return
    if suffix == "_init":
        generic = "aead" if row.kind is Kind.AEAD else "sponge"
        yield f"ascon_any_{generic}_init", ("GENERIC",)
    else:
        yield "ascon_any_run", ("GENERIC", "ONE_MESSAGE")


def named_pieces(row: Algorithm) -> str | None:
    """What the calls for messages in pieces are named after, where ascon.h has some."""
    return f"ascon_{row.c_name}" if row.name in ("ascon-aead128", "ascon-hash256", "ascon-xof128") else None


def starts_of(row: Algorithm) -> Iterator[tuple[str, tuple[str, ...]]]:
    for call, macros in calls_of(row, "_init"):
        if "GENERIC" in macros or named_pieces(row) or row.kind is Kind.CXOF:
            yield call, macros


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
        if nominal:  # the combined form
            call = f"ascon_{row.c_name}_{direction}_combined"
            most, few = (short, up_to(1)) if direction == "encrypt" else (short + 16, (15, 17))
            sealed = {"TEXT": up_to(most), "AD": up_to(1), "OUT": one(most + more), "PLACE": OR_IN_PLACE}
            wrong = {"TEXT": few, "AD": up_to(1), "OUT": one(most + more), "MISSING": UP_TO_KEY}
            yield Case(call, f"aead_{direction}_combined", row, sealed)
            yield Case(call, f"aead_{direction}_combined", row, wrong)
            huge = {"TEXT": one(1), "OUT": one(1), "AD": up_to(1), "MISSING": one(0)}
            yield Case(call, "aead_combined_huge", row, huge)
    for call, macros in starts_of(row):
        yield Case(call, "aead_init", row, {"MISSING": UP_TO_CONTEXT}, macros, quick=nominal and not macros)


def directed(direction: str) -> tuple[str, ...]:
    encrypts = ("DIRECTION_ENCRYPTS",) if direction == "encrypt" else ()
    return (f"DIRECTION=PHASE_{direction.upper()}", *encrypts)


UPDATES = {"encrypt": "_encrypt_update", "decrypt": "_decrypt_update_unverified"}


def aead_pieces(row: Algorithm) -> Iterator[Case]:
    """Pieces that begin at any place in a block, or at its first two bytes for algorithms that are not representative.
    They have up to three bytes more than a block, so that a whole block can be between two partial ones."""
    offsets = up_to(row.rate - 1 if row.name in REPRESENTATIVE else 1)
    any_context = {"OFFSET": offsets, "PHASE": AEAD_PHASES}
    anywhere = {"OFFSET": up_to(1), "PHASE": AEAD_PHASES, "PLACE": (1, 2)}
    texts = {"TEXT": up_to(row.rate + 3), "OUT": one(row.rate + 3)}
    for name in filter(None, ("ascon_any_aead", named_pieces(row))):
        yield Case(f"{name}_ad", "aead_ad", row, {"TEXT": up_to(row.rate + 3), **any_context})
        yield Case(f"{name}_ad", "aead_ad", row, {"TEXT": up_to(row.rate + 3), **anywhere, "PLACE": one(1)})
        for direction, update in UPDATES.items():
            macros = directed(direction)
            yield Case(f"{name}{update}", "aead_update", row, {**texts, **any_context}, macros)
            yield Case(f"{name}{update}", "aead_update", row, {**texts, **anywhere}, macros)
            yield Case(f"{name}_{direction}_final", "aead_final", row, {"TAG": up_to(18), **any_context}, macros)


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
    """A message of any length up to two blocks and a byte, or of long blocks one and a byte; and likewise an output."""
    if row.kind is Kind.PRFSHORT:
        messages, outputs = up_to(17), up_to(17)
    else:
        messages = up_to(2 * row.rate + 1 if row.rate <= 16 else row.rate + 1)
        outputs = one(row.output) if row.output else up_to(2 * row.squeeze + 1)
    output = outputs if row.output and row.kind is not Kind.PRFSHORT else up_to(1)
    for call, macros in calls_of(row):
        quick = row.name == "ascon-hash256" and not macros
        driver = DRIVERS[row.kind]
        yield Case(call, driver, row, {"TEXT": messages, "OUT": output, "PLACE": EITHER_END}, macros, quick)
        wrong = {"TEXT": up_to(1), "OUT": outputs, "PLACE": EITHER_END, "MISSING": UP_TO_KEY}
        if row.kind is Kind.CXOF:
            few = {"TEXT": up_to(1), "OUT": up_to(1)}
            yield Case(call, driver, row, {**few, "AD": up_to(2 * row.rate + 1), "PLACE": EITHER_END}, macros)
            yield Case(call, driver, row, {**few, "AD": (255, 257)}, macros)
            yield Case(call, driver, row, {**wrong, "AD": up_to(1), "MISSING": UP_TO_AD}, macros)
        else:
            yield Case(call, driver, row, wrong, macros)
    if row.kind is Kind.MAC:
        for call, macros in calls_of(row, "_verify"):
            yield Case(call, "mac_verify", row, {"TEXT": messages, "TAG": one(16), "PLACE": EITHER_END}, macros)
            yield Case(call, "mac_verify", row, {"TEXT": up_to(1), "TAG": one(16), "MISSING": UP_TO_KEY}, macros)
    if row.kind in STARTS:
        customization = {"AD": up_to(row.rate + 1)} if row.kind is Kind.CXOF else {}
        for call, macros in starts_of(row):
            yield Case(call, STARTS[row.kind], row, {**customization, "MISSING": UP_TO_CONTEXT}, macros)


# The suffixes of the calls of ascon.h that absorb, squeeze and finish.
PIECES = {
    "ascon-hash256": ("_update", "", "_final"),
    "ascon-xof128": ("_update", "_squeeze", ""),
}


def string_pieces(row: Algorithm) -> Iterator[Case]:
    """Pieces that begin at any place in a block. Where blocks are longer than 16 bytes, the pieces are either short or
    about as long as a block."""
    lengths = (up_to(row.rate + 3),) if row.rate <= 16 else (up_to(3), (row.rate, row.rate + 3))
    context = {"OFFSET": up_to(max(row.rate - 1, row.squeeze)), "PHASE": SPONGE_PHASES}
    edge = {"OFFSET": up_to(1), "PHASE": SPONGE_PHASES, "PLACE": one(1)}

    def absorb(call: str, macros: tuple[str, ...] = ()) -> Iterator[Case]:
        for length in lengths:
            yield Case(call, "absorb", row, {"TEXT": length, **context}, macros)
        yield Case(call, "absorb", row, {"TEXT": up_to(row.rate + 3), **edge}, macros)

    def squeeze(call: str, macros: tuple[str, ...] = ()) -> Iterator[Case]:
        outputs = (row.output - 1, row.output + 1) if row.output else up_to(row.squeeze + 3)
        driver = "finish_length" if row.output else "squeeze"
        yield Case(call, driver, row, {"OUT": outputs, **context}, macros)
        if not row.output:
            yield Case(call, driver, row, {"OUT": outputs, **edge}, macros)

    yield from absorb("ascon_any_sponge_update")
    yield from squeeze("ascon_any_sponge_squeeze")
    if row.kind is Kind.MAC:
        yield Case("ascon_any_sponge_verify_final", "verify", row, {"TAG": one(16), **context})
    if named := named_pieces(row):
        macros = (f"KIND=ASCON_KIND_{row.kind.name}",)
        absorbs, squeezes, finishes = PIECES[row.name]
        yield from absorb(named + absorbs, macros)
        if squeezes:
            yield from squeeze(named + squeezes, macros)
        if finishes:
            yield Case(named + finishes, "finish", row, {"OUT": one(row.output), **context}, macros)


def other_kinds() -> Iterator[Case]:
    """Algorithms that a call does not serve."""
    context = {"TEXT": up_to(1), "OUT": one(32), "TAG": one(16), "PHASE": SPONGE_PHASES}
    refused = ("GENERIC", "REFUSED=ASCON_ERR_ALGORITHM")
    for name, (absorb, squeeze, final) in PIECES.items():
        named, kind = find(name), find(name).kind
        other = find("ascon-hash256" if kind is not Kind.HASH else "ascon-xof128")
        for what, driver in ((absorb, "absorb"), (squeeze, "squeeze"), (final, "finish")):
            if what:
                macros = (f"KIND=ASCON_KIND_{kind.name}",)
                yield Case(f"ascon_{named.c_name}{what}", driver, other, context, macros)
    yield Case("ascon_any_sponge_verify_final", "verify", find("ascon-hash256"), context)
    yield Case("ascon_any_aead_init", "aead_init", find("ascon-hash256"), {}, refused)
    for name in ("ascon-aead128", "ascon-prfshort-v13"):
        yield Case("ascon_any_sponge_init", "start_with_customization", find(name), {"AD": up_to(17)}, refused)
    for name in ("ascon-hash256", "ascon-xof128"):
        yield Case("ascon_any_sponge_init", "start_with_customization", find(name), {"AD": up_to(17)}, ("GENERIC",))
    message = {"TEXT": up_to(1), "OUT": one(1), "TAG": one(16)}
    for driver in ("aead_encrypt", "aead_decrypt", "mac_verify"):
        yield Case("ascon_any_run", driver, find("ascon-hash256"), message, (*refused, "ONE_MESSAGE"))
    yield Case("ascon_any_run", "hash", find("ascon-aead128"), message, (*refused, "ONE_MESSAGE"))


# ---- Strings of bits --------------------------------------------------------------------------------


BIT_RATE = 64  # of the hashes and XOFs of SP 800-232
FEW_BITS, SOME_BITS, MANY_BITS = up_to(9), up_to(17), up_to(BIT_RATE + 9)  # the last: a block and a byte and a bit
TAG_BITS = ((31, 33), (127, 129))  # around the shortest and the longest one


def bits() -> Iterator[Case]:
    yield from bit_strings()
    yield from bit_string_pieces()
    yield from aead_bits(AEAD128)
    refused = ("BITS", "GENERIC", "REFUSED=ASCON_ERR_ALGORITHM")
    for name in ("ascon-hash", "ascon-mac-v13", "ascon-aead128"):
        string = {"TEXT": up_to(1), "OUT": one(256), "AD": up_to(1)}
        yield Case("ascon_bits_sponge", "cxof", find(name), string, refused)
        yield Case("ascon_bits_sponge_init", "start_with_customization", find(name), {"AD": up_to(1)}, refused)
    message = {"TEXT": up_to(1), "OUT": one(1), "TAG": one(128)}
    yield Case("ascon_bits_aead_encrypt", "aead_encrypt", find("ascon-128"), message, refused)


def bit_strings() -> Iterator[Case]:
    """Hashes and XOFs have a customization string of no bits."""
    around_block, around_limit = (BIT_RATE - 8, BIT_RATE + 9), (2047, 2049)
    whole = {
        HASH256: ({"TEXT": MANY_BITS, "OUT": one(256)},),
        XOF128: ({"TEXT": MANY_BITS, "OUT": up_to(1)}, {"TEXT": up_to(1), "OUT": MANY_BITS}),
        CXOF128: (
            {"TEXT": MANY_BITS, "OUT": up_to(1), "AD": up_to(1)},
            {"TEXT": one(1), "OUT": one(1), "AD": around_block},
            {"TEXT": one(1), "OUT": one(1), "AD": around_limit},
        ),
    }
    wrong = {
        HASH256: {"TEXT": FEW_BITS, "OUT": (255, 257), "AD": up_to(1), "MISSING": UP_TO_AD, "PLACE": EITHER_END},
        XOF128: {"TEXT": FEW_BITS, "OUT": FEW_BITS, "AD": up_to(1), "MISSING": UP_TO_AD},
        CXOF128: {"TEXT": up_to(1), "OUT": FEW_BITS, "AD": FEW_BITS, "MISSING": UP_TO_AD},
    }
    for row, rows in whole.items():
        for intervals in (*rows, wrong[row]):
            yield Case("ascon_bits_sponge", "cxof", row, intervals, ("BITS", "GENERIC"))


def bit_string_pieces() -> Iterator[Case]:
    """The last piece, from any place of a block."""
    context = {"OFFSET": up_to(BIT_RATE // 8), "PHASE": SPONGE_PHASES}
    for row in (HASH256, XOF128, CXOF128):
        strings = MANY_BITS if row is CXOF128 else up_to(1)
        outputs = (255, 257) if row is HASH256 else SOME_BITS
        for start in ({"AD": strings}, {"AD": FEW_BITS, "MISSING": UP_TO_CONTEXT}):
            yield Case("ascon_bits_sponge_init", "start_with_customization", row, start, ("BITS", "GENERIC"))
        yield Case("ascon_bits_sponge_update_last", "absorb_last_bits", row, {"TEXT": SOME_BITS, **context}, ("BITS",))
        yield Case("ascon_bits_sponge_squeeze_last", "squeeze_last_bits", row, {"OUT": outputs, **context}, ("BITS",))
    refused = {"TEXT": up_to(1), "OUT": one(1), "PHASE": SPONGE_PHASES}
    for name in ("ascon-xof", "ascon-prf-v13"):
        macros = ("BITS", "REFUSED=ASCON_ERR_ALGORITHM")
        yield Case("ascon_bits_sponge_update_last", "absorb_last_bits", find(name), refused, macros)
        yield Case("ascon_bits_sponge_squeeze_last", "squeeze_last_bits", find(name), refused, macros)


def aead_bits(row: Algorithm) -> Iterator[Case]:
    many = up_to(8 * row.rate + 9)
    context = {"OFFSET": up_to(row.rate - 1), "PHASE": AEAD_PHASES}
    for direction in ("encrypt", "decrypt"):
        call, driver = f"ascon_bits_aead_{direction}", f"aead_{direction}"
        bits = ("BITS", "GENERIC")
        texts = {"TEXT": many, "OUT": one(many[1]), "TAG": one(128)}
        yield Case(call, driver, row, texts, bits)
        yield Case(call, driver, row, {"TEXT": up_to(1), "AD": many, "OUT": one(1), "TAG": one(128)}, bits)
        for tag in TAG_BITS:
            wrong = {"TEXT": FEW_BITS, "AD": up_to(1), "OUT": one(9), "TAG": tag, "MISSING": UP_TO_KEY}
            yield Case(call, driver, row, wrong, bits)
        macros = ("BITS", *directed(direction))
        yield Case(f"{call}_ad_last", "aead_ad_last_bits", row, {"TEXT": SOME_BITS, **context}, macros)
        last = {"TEXT": SOME_BITS, "OUT": one(17), "TAG": one(128), **context}
        yield Case(f"{call}_final", "aead_final_bits", row, last, macros)
        for tag in TAG_BITS:
            some = {"TEXT": FEW_BITS, "OUT": one(9), "TAG": tag, "OFFSET": up_to(1), "PHASE": AEAD_PHASES}
            yield Case(f"{call}_final", "aead_final_bits", row, some, macros)


# ---- The state, and helpers -------------------------------------------------------------------------


def others() -> Iterator[Case]:
    # Wrong arguments: 2 is not a byte order, and no offset above 40 is in the state, up to the largest number.
    orders, no_order, beyond = up_to(1), one(2), (MOST - 40, MOST)
    yield Case("ascon_permutation_init", "state_init", None, {"MISSING": UP_TO_CONTEXT})
    rounds = {"NUMBER": up_to(18), "MISSING": UP_TO_CONTEXT}
    yield Case("ascon_permutation_apply", "state_permute", None, rounds, quick=True)
    for what, name in (("xor", "TEXT"), ("get", "OUT")):
        call, driver = f"ascon_permutation_{what}", f"state_{what}"
        yield Case(call, driver, None, {name: up_to(41), "OFFSET": up_to(41)})
        yield Case(call, driver, None, {name: up_to(17), "OFFSET": up_to(24), "PLACE": one(1), "NUMBER": orders})
        yield Case(call, driver, None, {name: up_to(1), "OFFSET": beyond, "MISSING": UP_TO_CONTEXT})
        yield Case(call, driver, None, {name: up_to(1), "NUMBER": no_order})
    yield Case("ascon_wipe", "wipe", None, {"OUT": up_to(40), "PLACE": EITHER_END}, quick=True)
    yield Case("ascon_equal", "equal", None, {"TEXT": up_to(40), "AD": one(40), "PLACE": EITHER_END}, quick=True)
    for call in ("ascon_permutation_interleave", "ascon_permutation_deinterleave"):
        converted = {"TEXT": up_to(25), "OUT": one(25), "PLACE": OR_IN_PLACE, "NUMBER": orders, "MISSING": UP_TO_OUT}
        yield Case(call, "convert", None, converted)


def names() -> Iterator[Case]:
    """The calls that look up results, kinds, algorithms and backends by number or name. Some numbers are too large."""
    # NUMBER has a bit for each letter of a name, as drivers.c says; for a backend, more bits than its name has letters.
    letters, few_letters = {"NUMBER": up_to(2**9 - 1)}, {"NUMBER": up_to(2**5 - 1), "MISSING": up_to(1)}
    algorithms = len(ALGORITHMS)
    yield Case("ascon_result_text", "text_of_number", None, {"NUMBER": up_to(40)})
    yield Case("ascon_any_kind_name", "text_of_number", None, {"NUMBER": up_to(40)})
    yield Case("ascon_any_at", "entry", None, {"NUMBER": up_to(40)}, (f"COUNT={algorithms}",))
    yield Case("ascon_any_find", "find", None, letters)
    yield Case("ascon_any_find", "find", None, {"MISSING": one(1)})
    yield Case("ascon_any_find", "find_again", None, {"NUMBER": up_to(algorithms - 1)})
    yield Case("ascon_backend_at", "entry", None, {"NUMBER": up_to(40)}, ("COUNT=1",))
    yield Case("ascon_backend_available", "backend_available", None, few_letters)
    yield Case("ascon_backend_force", "backend_force", None, few_letters)
    yield Case("ascon_backend_active", "text_alone", None, {})
    yield Case("ascon_backend_reason", "text_alone", None, {})


def lacking(found: list[Case]) -> Iterator[Case]:
    """Each call in pieces once more: without its context, or with a string that is NULL, in every phase."""
    pieces: dict[str, Case] = {}
    for case in found:
        if "PHASE" in case.intervals:
            pieces.setdefault(case.call, case)
    for case in pieces.values():
        _, most = case.intervals.get("OUT", (0, 0))
        tag = 128 if "BITS" in case.macros else 16
        few = {"TEXT": up_to(1), "OUT": one(most), "TAG": one(tag), "OFFSET": up_to(1)}
        intervals = {name: few.get(name, interval) for name, interval in case.intervals.items()}
        yield replace(case, intervals={**intervals, "MISSING": UP_TO_CONTEXT}, quick=False)


def cases() -> list[Case]:
    found = [*others(), *names()]
    for row in ALGORITHMS:
        if row.kind is Kind.AEAD:
            found += [*aead(row), *aead_pieces(row)]
        else:
            found += strings(row)
            if row.kind in STARTS:
                found += string_pieces(row)
    found += bits()
    return [*found, *lacking(found), *other_kinds()]

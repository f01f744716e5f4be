"""Vectors for other projects, in the forms of Project Wycheproof and of NIST's validation protocol (ACVP).

Each vector is there for mistakes, which are its flags: an implementation with the mistake fails it. test_suites.py
shows that with the models of `mistakes`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from . import modes
from .algorithms import ALGORITHMS, SP800_232, Algorithm, Kind, find
from .mistakes import BY_NAME, MISTAKES, Mistake

TAG_BYTES = 16
# Where a bit of a tag is wrong, and which mistakes that finds.
FORGED = {
    "first byte": ("TagIgnored", "TagFirstByteIgnored"), "byte 8": ("TagIgnored", "TagFirstHalf"),
    "last byte": ("TagIgnored", "TagLastByteIgnored", "TagFirstHalf"), "all zeros": ("TagIgnored",),
}  # fmt: skip
EVERYWHERE = ("RoundConstant", "ByteOrder", "InitialValue")


def bytes_of(size: int, start: int = 0) -> bytes:
    """Bytes without a pattern that a mistake could keep."""
    return bytes((start + 73 * i + (i * i >> 3)) % 256 for i in range(size))


@dataclass(frozen=True)
class Case:
    """A vector. Lengths are in bits; what an algorithm does not have is 0. `tag` changes the right tag."""

    comment: str
    flags: tuple[str, ...]
    message: int = 0
    ad: int = 0  # or the customization string
    output: int = 0
    tag: str = ""  # "": right. Otherwise the vector is invalid
    decrypts: bool = False  # ACVP: a case of decryption


# ---- What is chosen ---------------------------------------------------------------------------------------


def cases(row: Algorithm) -> list[Case]:
    """The vectors of an algorithm, each with the mistakes of this algorithm that it finds."""
    chosen = {Kind.AEAD: aead, Kind.MAC: keyed, Kind.PRF: keyed, Kind.PRFSHORT: short}.get(row.kind, hashes)(row)
    kept = []
    for case in chosen:
        flags = tuple(flag for flag in case.flags if BY_NAME[flag].applies(row) and not BY_NAME[flag].bits)
        if flags:
            kept.append(Case(**{**vars(case), "flags": flags}))
    return kept


def aead(row: Algorithm) -> Iterator[Case]:
    rate, full = 8 * row.rate, 8 * TAG_BYTES
    keys = ("NoKeyAfterStart", "NoKeyBeforeEnd", "NoKeyInTag", "FinalKeyAtEight", "KeyCut", "NoMask", "MaskSwapped")
    texts = ("TextNotPadded", "DecryptedTextNotPadded")
    yield Case("empty", (*EVERYWHERE, *keys, "EmptyDataPadded", "NoSeparation", "SeparationWithDataOnly",
                         "SeparationBit"), output=full)
    yield Case("one byte of associated data", ("NoPadding", "PaddingBit", "FirstRounds"), 0, 8, full)
    yield Case("a block of associated data", ("NoPaddingOfWholeBlocks", "NoPadding"), 0, rate, full)
    yield Case("associated data of three blocks and a part", ("RoundsBetweenAbsorbed",), 0, 3 * rate + 8, full)
    yield Case("257 bytes of associated data", ("LengthInOneByte",), 8, 8 * 257, full)
    yield Case("one byte of text", (*texts, "DecryptedBlockReplaced", "PaddingBit"), 8, 0, full)
    yield Case("text of a block less a byte", ("DecryptedBlockReplaced", *texts), rate - 8, 8, full)
    yield Case("a block of text", texts, rate, 0, full)
    yield Case("text of three blocks and a part", ("RoundsBetweenText", "FirstRounds", "DecryptedBlockReplaced"),
               3 * rate + 24, rate + 24, full)
    yield Case("257 bytes of text", ("LengthInOneByte", "RoundsBetweenText"), 8 * 257, 0, full)
    for size in (4, 8, 12):
        if row.min_tag <= size:
            yield Case(f"tag of {size} bytes", ("TruncatedAtStart",), 24, 24, 8 * size)
    for where, flags in FORGED.items():
        yield Case(f"wrong tag: {where}", flags, 40, 24, full, where)
    yield Case("wrong tag: its first 3 bytes", ("AnyTagLength",), 40, 24, 24, "short")
    if row.min_tag == TAG_BYTES:
        yield Case("wrong tag: its first 15 bytes", ("AnyTagLength",), 40, 24, 120, "short")


def hashes(row: Algorithm) -> Iterator[Case]:
    rate, custom = 8 * row.rate, 40 if row.kind is Kind.CXOF else 0
    out = 8 * (row.output or 3 * row.squeeze + 3)
    lengths = ("CustomizationLengthInBytes", "CustomizationLengthOrder")
    yield Case("empty", (*EVERYWHERE, "NoPadding", "PaddingBit", "NoRoundsBetweenOutput", "FirstRounds",
                         "EmptyCustomizationLeftOut"), 0, 0, out)
    yield Case("one byte", ("NoPadding", "PaddingBit", "NoRoundsBetweenOutput", *lengths), 8, custom, out)
    yield Case("a block less a byte", ("NoPadding", "PaddingBit"), rate - 8, custom, out)
    yield Case("a block", ("NoPaddingOfWholeBlocks", "RoundsBeforeOutput"), rate, 8, out)
    yield Case("three blocks and a part", ("RoundsBetweenAbsorbed", "RoundsBeforeOutput", "FirstRounds", *lengths),
               3 * rate + 24, 8 * row.rate if custom else 0, out)
    yield Case("257 bytes", ("LengthInOneByte",), 8 * 257, custom, out)
    if not row.output:
        yield Case("a block of output", ("NoPadding",), 24, custom, rate)
        yield Case("100 bytes of output", ("NoRoundsBetweenOutput",), 24, custom, 800)
    if custom:
        yield Case("customization of 256 bytes", ("CustomizationLengthInOneByte", *lengths), 24, 2048, out)
        yield Case("customization of a block", ("NoPaddingOfWholeBlocks", *lengths), 24, rate, out)


def keyed(row: Algorithm) -> Iterator[Case]:
    rate, out = 8 * row.rate, 8 * (row.output or 2 * row.squeeze + 5)
    separated = ("NoSeparationOfOutput", "SeparationBit")
    yield Case("empty", (*EVERYWHERE, *separated, "NoPadding", "PaddingBit", "NoRoundsBetweenOutput"), 0, 0, out)
    yield Case("one byte", (*separated, "NoPadding", "PaddingBit"), 8, 0, out)
    yield Case("a block less a byte", ("NoPadding", "PaddingBit"), rate - 8, 0, out)
    yield Case("a block", ("NoPaddingOfWholeBlocks", *separated), rate, 0, out)
    yield Case("three blocks and a part", ("RoundsBetweenAbsorbed", "FirstRounds"), 3 * rate + 24, 0, out)
    yield Case("257 bytes", ("LengthInOneByte",), 8 * 257, 0, out)
    if row.kind is Kind.PRF:
        yield Case("a byte more than a block of output", ("NoRoundsBetweenOutput", "OutputRate"), 24, 0,
                   8 * row.squeeze + 8)
        yield Case("100 bytes of output", ("NoRoundsBetweenOutput", "OutputRate"), 24, 0, 800)
        return
    for where, flags in FORGED.items():
        yield Case(f"wrong tag: {where}", flags, 40, 0, out, where)


def short(row: Algorithm) -> Iterator[Case]:
    lengths = ("NoMessageLength", "MessageLengthInBytes")
    yield Case("empty", (*EVERYWHERE, "NoKeyInOutput"), 0, 0, 128)
    for size in (1, 8, 15, 16):
        yield Case(f"{size} bytes", (*lengths, "NoKeyInOutput"), 8 * size, 0, 128)
    yield Case("5 bytes of output", (*lengths, "NoKeyInOutput"), 24, 0, 40)


# Strings of bits: the algorithms of SP 800-232.
OF_BITS = [row for row in ALGORITHMS if row.convention is SP800_232]
BIT_LENGTHS = (1, 7, 9, 63, 65, 127, 129)


def bit_cases(row: Algorithm) -> list[Case]:
    custom = row.kind is Kind.CXOF
    found = []
    for bits in BIT_LENGTHS:
        if row.kind is Kind.AEAD:
            flags = ("PaddingAtWholeByte", "BitsFromTheTop", "CiphertextNotCut")
            found.append(Case("", flags, bits, bits + 2, 32 + bits % 97, decrypts=bits % 4 == 3))
        else:
            out = row.output * 8 or 3 * bits + 11 + bits % 5
            found.append(Case("", ("PaddingAtWholeByte", "BitsFromTheTop"), bits, bits + 2 if custom else 0, out))
    return [Case(**{**vars(case), "flags": kept_flags(row, case)}) for case in found]


def kept_flags(row: Algorithm, case: Case) -> tuple[str, ...]:
    def shows(flag: str) -> bool:
        return BY_NAME[flag].applies(row) and not (flag == "CiphertextNotCut" and case.decrypts)

    return tuple(flag for flag in case.flags if shows(flag))


# ---- Results ------------------------------------------------------------------------------------------------


def string(model, bits: int, start: int):
    """Bytes, or a string of bits of this model."""
    data = bytes_of(-(-bits // 8), start)
    return data if bits % 8 == 0 else model.BitString(modes.first_bits(data, bits), bits)


def raw(text) -> bytes:
    return text if isinstance(text, bytes) else text.data


def inputs(row: Algorithm, case: Case, model) -> dict:
    """Key, nonce, associated data or customization string, and message."""
    return {
        "key": bytes_of(row.key, 0x21), "nonce": bytes_of(16, 0x83), "ad": string(model, case.ad, 0x45),
        "customization": string(model, case.ad, 0x45), "message": string(model, case.message, 0xB7),
    }  # fmt: skip


def computed(row: Algorithm, case: Case, model=modes) -> bytes:
    """The output by this model; ciphertext ‖ tag of an AEAD. Bits after the end of a string of bits are zeros."""
    size = -(-case.output // 8)
    given = {**inputs(row, case, model), "output_bytes": max(size, row.min_tag) if row.kind is Kind.AEAD else size}
    out = model.compute(row, given)
    if case.output % 8 == 0:
        return out
    at = len(out) - size
    return out[:at] + model.first_bits(out[at:], case.output)


@cache
def right_output(row: Algorithm, case: Case) -> bytes:
    return computed(row, case)


def split(row: Algorithm, case: Case) -> tuple[bytes, bytes]:
    """Ciphertext and tag, as the vector has them."""
    out, size = right_output(row, case), -(-case.message // 8)
    return out[:size], changed_tag(out[size:], case)


def changed_tag(tag: bytes, case: Case) -> bytes:
    if case.tag == "short":
        return tag[: case.output // 8]
    return forged(tag, case.tag) if case.tag else tag


def forged(tag: bytes, where: str) -> bytes:
    """A wrong tag: one of FORGED."""
    if where == "all zeros":
        return bytes(len(tag))
    at = {"first byte": 0, "byte 8": 8, "last byte": len(tag) - 1}[where]
    return tag[:at] + bytes([tag[at] ^ 1]) + tag[at + 1 :]


def passes(row: Algorithm, case: Case, model) -> bool:
    """Whether an implementation that computes as this model passes the vector."""
    try:
        if row.kind is not Kind.AEAD:
            return verifies(row, case, model)
        return (case.tag != "" or computed(row, case, model) == right_output(row, case)) and opens(row, case, model)
    except ValueError:
        return False


def verifies(row: Algorithm, case: Case, model) -> bool:
    """Of all kinds but AEAD. A MAC's tag is verified too."""
    given = inputs(row, case, model)
    if row.kind is Kind.MAC:
        try:
            model.mac_verify(row, given["key"], given["message"], changed_tag(right_output(row, case), case))
        except model.InvalidTag:
            return case.tag != ""
        if case.tag:
            return False
    return computed(row, case, model) == right_output(row, case)


def opens(row: Algorithm, case: Case, model) -> bool:
    """A valid message gives its text; an invalid one gives none."""
    given, (ciphertext, tag) = inputs(row, case, model), split(row, case)
    text = ciphertext if case.message % 8 == 0 else model.BitString(ciphertext, case.message)
    if case.output % 8:  # a tag of bits is compared by whoever cuts it
        whole = model.compute(row, {**given, "output_bytes": TAG_BYTES})[len(ciphertext) :]
        return model.first_bits(whole[: len(tag)], case.output) == tag
    try:
        opened = model.aead_decrypt(row, given["key"], given["nonce"], given["ad"], text, tag)
    except ValueError:
        return case.tag != ""
    return case.tag == "" and opened == raw(given["message"])


# ---- Project Wycheproof's form ------------------------------------------------------------------------------

NAMES = {"ascon-128": "ASCON128", "ascon-128a": "ASCON128A", "ascon-80pq": "ASCON80PQ"}  # as that project has them
GROUPS = {
    Kind.AEAD: ("AeadTest", "aead_test_schema_v1.json"), Kind.MAC: ("MacTest", "mac_test_schema_v1.json"),
    Kind.HASH: ("HashTest", "hash_test_schema.json"), Kind.XOF: ("XofTest", "xof_test_schema.json"),
    Kind.CXOF: ("CxofTest", "cxof_test_schema.json"), Kind.PRF: ("PrfTest", "prf_test_schema.json"),
    Kind.PRFSHORT: ("PrfTest", "prf_test_schema.json"),
}  # fmt: skip
SOURCE = {"name": "asconkit", "version": "1"}  # which that project's schemas demand of each group
KEYED = ("key", "msg")
FIELDS = {Kind.MAC: KEYED, Kind.CXOF: ("msg", "customization"), Kind.PRF: KEYED, Kind.PRFSHORT: KEYED}


def wycheproof(row: Algorithm) -> dict:
    """The file of an algorithm."""
    kind, schema = GROUPS[row.kind]
    tests = []
    for case in cases(row):
        test = {"comment": case.comment, "flags": list(case.flags), **strings(row, case)}
        tests.append((sizes(row, case), {**test, "result": "invalid" if case.tag else "valid"}))
    head = {"algorithm": NAMES.get(row.name, row.name.upper()), "schema": schema}
    return framed(head, f"{row.name} ({row.convention.name})", kind, MISTAKES, tests)


def framed(head: dict, about: str, kind: str, mistakes: Iterable[Mistake], tests: list[tuple[dict, dict]]) -> dict:
    """A file with these tests, each of which has the sizes of its group beside it."""
    groups: dict[tuple, list] = {}
    for sizes_of_group, test in tests:
        groups.setdefault(tuple(sizes_of_group.items()), []).append({"tcId": 0, **test})
    for number, test in enumerate((test for group in groups.values() for test in group), 1):
        test["tcId"] = number
    used = {flag for _, test in tests for flag in test["flags"]}
    accepted = {flag for _, test in tests for flag in test["flags"] if test["result"] == "invalid"}
    notes = {m.name: {"bugType": "AUTH_BYPASS" if m.name in accepted else "EDGE_CASE", "description": m.what}
             for m in mistakes if m.name in used}  # fmt: skip
    return {
        **head,
        "generatorVersion": "1",
        "numberOfTests": len(tests),
        "header": [f"Vectors of {about}, made by the specification in Python of asconkit.",
                   "Each flag is a mistake that the vector finds."],
        "notes": notes,
        "testGroups": [
            {"type": kind, "source": SOURCE, **dict(key), "tests": group} for key, group in groups.items()
        ],
    }  # fmt: skip


def sizes(row: Algorithm, case: Case) -> dict[str, int]:
    """What the vectors of a group have in common, in bits. An invalid tag stands with those of the right size."""
    if row.kind is Kind.AEAD:
        return {"ivSize": 128, "keySize": 8 * row.key, "tagSize": 128 if case.tag else case.output}
    if row.kind is Kind.MAC:
        return {"keySize": 8 * row.key, "tagSize": 128}
    return {"keySize": 8 * row.key} if row.key else {}


def strings(row: Algorithm, case: Case) -> dict[str, str]:
    given = inputs(row, case, modes)
    if row.kind is Kind.AEAD:
        ciphertext, tag = split(row, case)
        fields = {"key": given["key"], "iv": given["nonce"], "aad": given["ad"], "msg": given["message"],
                  "ct": ciphertext, "tag": tag}  # fmt: skip
    else:
        of = {"key": given["key"], "msg": given["message"], "customization": given["customization"]}
        fields = {name: of[name] for name in FIELDS.get(row.kind, ("msg",))}
        name = {Kind.MAC: "tag", Kind.HASH: "md"}.get(row.kind, "out")
        fields[name] = changed_tag(right_output(row, case), case)
    return {name: value.hex() for name, value in fields.items()}


# ---- The form of NIST's validation protocol -----------------------------------------------------------------

ACVP = {
    "AEAD128": ("ascon-aead128", "ascon-aead128-nonce-masked"), "Hash256": ("ascon-hash256",),
    "XOF128": ("ascon-xof128",), "CXOF128": ("ascon-cxof128",),
}  # fmt: skip


def acvp(mode: str) -> dict:
    """A vector set with its results, as internalProjection.json of NIST's server has them."""
    groups, number = [], 0
    for head, row, chosen in acvp_groups(mode):
        tests = []
        for case in chosen:
            number += 1
            tests.append({"tcId": number, **acvp_case(row, case)})
        groups.append({"tgId": len(groups) + 1, "testType": "AFT", **head, "tests": tests})
    head = {"vsId": 0, "algorithm": "Ascon", "mode": mode, "revision": "SP800-232", "isSample": True}
    return {**head, "testGroups": groups}


def acvp_groups(mode: str) -> Iterator[tuple[dict, Algorithm, list[Case]]]:
    for row in map(find, ACVP[mode]):
        chosen = bit_cases(row)
        if row.kind is not Kind.AEAD:
            yield {}, row, chosen
            continue
        for decrypts in (False, True):
            head = {"direction": "decrypt" if decrypts else "encrypt", "supportsNonceMasking": row.nonce_mask}
            yield head, row, [case for case in chosen if case.decrypts == decrypts]


def acvp_case(row: Algorithm, case: Case) -> dict:
    given = {name: raw(value) for name, value in inputs(row, case, modes).items()}
    text = {name: value.hex().upper() for name, value in given.items()}
    if row.kind is not Kind.AEAD:
        fields = {"msg": text["message"], "len": case.message}
        if row.kind is not Kind.HASH:
            fields["outLen"] = case.output
        if row.kind is Kind.CXOF:
            fields.update(cs=text["customization"], csLen=case.ad)
        return {**fields, "md": right_output(row, case).hex().upper()}
    ciphertext, tag = (part.hex().upper() for part in split(row, case))
    key = text["key"]
    fields = {"key": key[:32], "nonce": text["nonce"], "ad": text["ad"], "adLen": case.ad,
              "payloadLen": case.message, "tagLen": case.output}  # fmt: skip
    if row.nonce_mask:
        fields["secondKey"] = key[32:]
    fields.update(pt=text["message"], ct=ciphertext, tag=tag)
    return {**fields, **({"testPassed": True} if case.decrypts else {})}

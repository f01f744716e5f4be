"""Vectors of constructions for other projects, as `suites` has them of the modes.

A vector is checked by the fields that its file has, on anything with the functions of a model: the model, the model
with a mistake, or an implementation that the tests have wrapped."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from .algorithms import find
from .construction_mistakes import MISTAKES
from .constructions import commit, datagram, drbg, hmac, isap, kdf, siv, stream, tree
from .modes import aead_encrypt
from .suites import FORGED, bytes_of, forged, framed

Fields = dict[str, Any]  # of a vector; strings of bytes as bytes


@dataclass(frozen=True)
class Vector:
    comment: str
    flags: tuple[str, ...]
    fields: Fields
    valid: bool = True


@dataclass(frozen=True)
class Form:
    """Of test groups: what the vectors of a group have in common."""

    type: str
    schema: str
    sizes: dict[str, str]  # in bits, each of a field
    shared: tuple[str, ...] = ()  # fields that the group has


@dataclass(frozen=True)
class Suite:
    """A file. `passes` gets a model, the fields of a vector and whether it is valid."""

    name: str
    module: str  # of spec.constructions
    form: Form
    vectors: Callable[[], Iterator[Vector]]
    passes: Callable[[Any, Fields, bool], bool]

    @property
    def file(self) -> str:
        """Its name, without its ending."""
        return f"wycheproof/{self.name.replace('-', '_')}_test"

    def document(self) -> dict:
        tests = []
        for vector in self.vectors():
            group = {name: 8 * len(vector.fields[field]) for name, field in self.form.sizes.items()}
            group.update({name: vector.fields[name] for name in self.form.shared})
            fields = {name: written(value) for name, value in vector.fields.items() if name not in self.form.shared}
            result = {"result": "valid" if vector.valid else "invalid"}
            tests.append((group, {"comment": vector.comment, "flags": list(vector.flags), **fields, **result}))
        head = {"algorithm": self.name.upper(), "schema": self.form.schema}
        return framed(head, f"{self.name} (asconkit's docs/constructions)", self.form.type, MISTAKES[self.name], tests)


class GeneratorSuite(Suite):
    """In the form of NIST's protocol."""

    @property
    def file(self) -> str:
        return "acvp/drbg"

    def document(self) -> dict:
        groups: dict[tuple, list] = {}
        for vector in self.vectors():
            fields = vector.fields
            calls = fields["otherInput"]
            common = {
                "predResistance": False,
                "reSeed": any(call["intendedUse"] == "reSeed" for call in calls),
                "entropyInputLen": 8 * len(fields["entropyInput"]),
                "nonceLen": 0,
                "persoStringLen": 8 * len(fields["persoString"]),
                "additionalInputLen": 8 * max(len(call["additionalInput"]) for call in calls),
                "returnedBitsLen": 8 * len(fields["returnedBits"]),
            }
            groups.setdefault(tuple(common.items()), []).append(written(fields, str.upper))
        number, found = 0, []
        for common, tests in groups.items():
            numbered = [{"tcId": number + i, **test} for i, test in enumerate(tests, 1)]
            number += len(tests)
            found.append({"tgId": len(found) + 1, "testType": "AFT", **dict(common), "tests": numbered})
        head = {"vsId": 0, "algorithm": self.name, "revision": "asconkit v1", "isSample": True}
        return {**head, "testGroups": found}


TEXTS = ("comment", "result", "aead", "intendedUse", "type", "testType")  # fields of text


def written(value: Any, case: Callable[[str], str] = str) -> Any:
    """As JSON has it."""
    if isinstance(value, bytes):
        return case(value.hex())
    if isinstance(value, dict):
        return {name: written(content, case) for name, content in value.items()}
    return [written(content, case) for content in value] if isinstance(value, list) else value


def read(value: Any, name: str = "") -> Any:
    """What `written` was given."""
    if isinstance(value, str):
        return value if name in TEXTS else bytes.fromhex(value)
    if isinstance(value, dict):
        return {key: read(content, key) for key, content in value.items() if key not in ("flags", "source", "tests")}
    return [read(content, name) for content in value] if isinstance(value, list) else value


def gives(call: Callable[[], Any], wanted: Any, valid: bool = True) -> bool:
    """Whether a call has this result, or is refused where the vector is invalid."""
    try:
        return call() == wanted and valid
    except ValueError:
        return not valid


# ---- HMAC, HKDF, PBKDF2 -----------------------------------------------------------------------------------


def mac_passes(compute: Callable[..., bytes], verify: Callable[..., None], fields: Fields, valid: bool) -> bool:
    own = (fields["customization"],) if "customization" in fields else ()
    key, message, tag = fields["key"], fields["msg"], fields["tag"]
    verified = gives(lambda: verify(key, message, tag, *own), None, valid)
    return verified and (not valid or gives(lambda: compute(key, message, len(tag), *own), tag))


def hmac_passes(model: Any, fields: Fields, valid: bool) -> bool:
    return mac_passes(lambda key, message, size: model.hmac(key, message)[:size], model.hmac_verify, fields, valid)


def hmac_vectors() -> Iterator[Vector]:
    def vector(comment: str, flags: tuple[str, ...], key: int, message: int, tag: int = 32, wrong: str = "") -> Vector:
        fields = {"key": bytes_of(key, 0x21), "msg": bytes_of(message, 0xB7)}
        right = hmac.hmac(fields["key"], fields["msg"])[:tag]
        return Vector(comment, flags, {**fields, "tag": forged(right, wrong) if wrong else right}, not wrong)

    blocks = ("BlockOfTheRate", "BlockOfTheDigest")
    yield vector("empty message", ("PadsExchanged", "OneHash", "BlockOfTheDigest"), 32, 0)
    yield vector("one byte", ("KeyAfterMessage", "PadsExchanged", *blocks), 32, 1)
    yield vector("key of 8 bytes", ("PadsExchanged", *blocks), 8, 24)
    yield vector("key of 33 bytes", blocks, 33, 64)
    yield vector("key of a block", ("KeyOfABlockHashed", *blocks), 64, 40)
    yield vector("key of a block and a byte", ("LongKeyCut", "BlockOfTheDigest"), 65, 40)
    yield vector("key of 200 bytes", ("LongKeyCut",), 200, 257)
    for size in (16, 24):
        yield vector(f"tag of {size} bytes", ("TruncatedAtStart",), 32, 40, size)
    for where, flags in FORGED.items():
        yield vector(f"wrong tag: {where}", flags, 32, 40, 32, where)


def hkdf_passes(model: Any, fields: Fields, valid: bool) -> bool:
    prk = model.hkdf_extract(fields["salt"], fields["ikm"])
    return gives(lambda: model.hkdf_expand(prk, fields["info"], fields["size"]), fields["okm"], valid)


def derivation(output: Callable[..., bytes], comment: str, flags: tuple[str, ...], ikm: int, salt: int, info: int,
               size: int) -> Vector:  # fmt: skip
    """In Wycheproof's form of HKDF."""
    fields = {"ikm": bytes_of(ikm, 0x21), "salt": bytes_of(salt, 0x83), "info": bytes_of(info, 0x45)}
    return Vector(comment, flags, {**fields, "size": size, "okm": output(**fields, size=size)})


def hkdf_vectors() -> Iterator[Vector]:
    def output(ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
        return hmac.hkdf_expand(hmac.hkdf_extract(salt, ikm), info, size)

    vector = partial(derivation, output)
    first = ("CounterMissing", "CounterFromZero", "CounterOfFourBytes")
    yield vector("all strings", (*first, "SaltAsMessage", "InfoMissing", "InfoOnce", "BlockBeforeMissing"),
                 22, 13, 10, 42)
    yield vector("no salt", (*first, "SaltAsMessage", "EmptySaltSkipped"), 22, 0, 10, 32)
    yield vector("no info", (*first, "SaltAsMessage"), 32, 16, 0, 16)
    yield vector("neither salt nor info", (*first, "EmptySaltSkipped"), 16, 0, 0, 1)
    yield vector("longer than a block of HMAC", ("InfoOnce", "BlockBeforeMissing", "SaltAsMessage"), 80, 81, 82, 100)
    yield vector("a block of output", first, 16, 8, 3, 32)
    yield vector("a byte more than a block of output", ("BlockBeforeMissing", "InfoOnce"), 16, 8, 3, 33)
    fields = {"ikm": bytes_of(22, 0x21), "salt": b"", "info": b"", "size": 255 * 32 + 1, "okm": b""}
    yield Vector("a byte more than 255 blocks", ("SizeTooLarge",), fields, valid=False)


def pbkdf2_passes(model: Any, fields: Fields, valid: bool) -> bool:
    arguments = (fields["password"], fields["salt"], fields["iterationCount"], fields["dkLen"])
    return gives(lambda: model.pbkdf2(*arguments), fields["dk"], valid)


def pbkdf2_vectors() -> Iterator[Vector]:
    def vector(comment: str, flags: tuple[str, ...], password: int, salt: int, iterations: int, size: int) -> Vector:
        fields = {"password": bytes_of(password, 0x21), "salt": bytes_of(salt, 0x83)}
        dk = hmac.pbkdf2(*fields.values(), iterations, size)
        return Vector(comment, flags, {**fields, "iterationCount": iterations, "dkLen": size, "dk": dk})

    numbers = ("NumberFromZero", "NumberOrder", "NumberInOneByte")
    yield vector("one iteration", (*numbers, "OneIterationMore", "PasswordAsMessage"), 8, 8, 1, 32)
    yield vector("two iterations", ("LastIterationOnly", "OneIterationMore", "SaltInEachIteration"), 8, 8, 2, 20)
    yield vector("several blocks", (*numbers, "LastIterationOnly", "SaltInEachIteration"), 24, 36, 3, 80)
    yield vector("empty strings", numbers, 0, 0, 1, 1)
    yield vector("password longer than a block of HMAC", ("PasswordAsMessage", "LastIterationOnly"), 65, 16, 2, 33)


# ---- KMAC and key derivation ------------------------------------------------------------------------------


def kmac_passes(model: Any, fields: Fields, valid: bool) -> bool:
    return mac_passes(model.kmac, model.kmac_verify, fields, valid)


ENCODED = ("KeyNotPadded", "RateOfKeccak", "RateMissing", "KeyLengthMissing", "LengthsInBytes", "NameMissing")
LENGTHS = ("OutputLengthMissing", "OutputLengthFirst", "OutputLengthInBytes", "OutputLengthLeftEncoded",
           "OutputLengthOfXof")  # fmt: skip


def kmac_vector(customized: bool, comment: str, flags: tuple[str, ...], key: int, message: int, tag: int,
                customization: int = 0, wrong: str = "") -> Vector:  # fmt: skip
    fields = {"key": bytes_of(key, 0x21), "msg": bytes_of(message, 0xB7)}
    if customized:
        fields["customization"] = bytes_of(customization, 0x45)
    right = kdf.kmac(fields["key"], fields["msg"], tag, fields.get("customization", b"")[: kdf.MAX_CUSTOMIZATION])
    valid = not wrong and customization <= kdf.MAX_CUSTOMIZATION
    return Vector(comment, flags, {**fields, "tag": forged(right, wrong) if wrong else right}, valid)


def kmac_vectors(customized: bool) -> Iterator[Vector]:
    vector = partial(kmac_vector, customized)
    order = "OutputLengthLeftEncoded"
    yield vector("empty message", (*ENCODED, "OutputLengthMissing", "OutputLengthInBytes", order), 16, 0, 16)
    yield vector("one byte", (*ENCODED, *LENGTHS), 16, 1, 16)
    yield vector("key of whole blocks", ("RateMissing", "KeyLengthMissing", "OutputLengthFirst"), 20, 24, 16)
    yield vector("key and tag of 32 bytes", ("LengthModulo256", "LengthOrder", *LENGTHS), 32, 40, 32)
    yield vector("key of 300 bytes", ("LengthModulo256", "LengthOrder"), 300, 9, 16)
    yield vector("no key", ("RateMissing", "NameMissing"), 0, 9, 16)
    yield vector("tag of 4 bytes", LENGTHS, 16, 24, 4)
    yield vector("tag of 64 bytes", ("LengthModulo256", "LengthOrder"), 16, 24, 64)
    for where, flags in FORGED.items():
        yield vector(f"wrong tag: {where}", flags, 16, 40, 16, 0, where)


def customized_vectors() -> Iterator[Vector]:
    yield from kmac_vectors(customized=True)
    vector = partial(kmac_vector, True)
    missing = ("CustomizationMissing", "CustomizationNotEncoded", "CustomizationFirst")
    yield vector("customization of one byte", missing, 16, 24, 16, 1)
    yield vector("customization of 32 bytes", (*missing, "LengthModulo256", "LengthOrder"), 16, 24, 16, 32)
    yield vector("the longest customization", missing, 16, 24, 16, kdf.MAX_CUSTOMIZATION)
    yield vector("customization that is too long", ("CustomizationCut",), 16, 24, 16, kdf.MAX_CUSTOMIZATION + 1)


def kmacxof_passes(model: Any, fields: Fields, valid: bool) -> bool:
    arguments = (fields["key"], fields["msg"], len(fields["out"]), fields["customization"])
    return gives(lambda: model.kmac_xof(*arguments), fields["out"], valid)


def kmacxof_vectors() -> Iterator[Vector]:
    def vector(comment: str, flags: tuple[str, ...], key: int, message: int, out: int, customization: int) -> Vector:
        fields = {"key": bytes_of(key, 0x21), "msg": bytes_of(message, 0xB7),
                  "customization": bytes_of(customization, 0x45)}  # fmt: skip
        given = fields["key"], fields["msg"], out, fields["customization"]
        return Vector(comment, flags, {**fields, "out": kdf.kmac_xof(*given)})

    length = ("OutputLengthOfKmac", "ZeroMissing")
    custom = ("CustomizationMissing", "CustomizationNotEncoded", "CustomizationFirst")
    yield vector("empty message", (*ENCODED, *length), 16, 0, 16, 0)
    yield vector("one byte", (*ENCODED, *length, *custom), 16, 1, 33, 1)
    yield vector("key of 32 bytes", ("LengthModulo256", "LengthOrder", *length, *custom), 32, 40, 32, 8)
    yield vector("100 bytes of output", (*length, *custom), 20, 24, 100, 3)


def kdf_passes(model: Any, fields: Fields, valid: bool) -> bool:
    arguments = (fields["salt"], fields["ikm"], fields["info"], fields["size"])
    return gives(lambda: model.derive(*arguments), fields["okm"], valid)


def two_steps_pass(model: Any, fields: Fields, valid: bool) -> bool:
    def output() -> bytes:
        return model.expand(model.extract(fields["salt"], fields["ikm"]), fields["info"], fields["size"])

    return gives(output, fields["okm"], valid)


def kdf_vectors() -> Iterator[Vector]:
    def output(ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
        return kdf.derive(salt, ikm, info, size)

    vector = partial(derivation, output)
    own = ("NameOfKmac", "StepMissing", "OutputLengthMissing")
    strings = ("SaltAsMessage", "IkmLengthMissing", "InfoMissing", "InfoFirst")
    yield vector("all strings", (*ENCODED, *own, *strings), 22, 13, 10, 42)
    yield vector("no salt", ("RateOfKeccak", "NameMissing", *own, *strings), 22, 0, 10, 16)
    yield vector("no info", (*ENCODED, *own, "SaltAsMessage", "IkmLengthMissing"), 16, 8, 0, 16)
    yield vector("strings of 32 bytes", ("LengthModulo256", "LengthOrder", *own, *strings), 32, 32, 32, 32)
    yield vector("one byte of output", ("OutputLengthMissing",), 16, 16, 16, 1)
    yield vector("300 bytes of salt and input", ("LengthModulo256", "LengthOrder", *strings), 300, 301, 3, 64)


def two_steps_vectors() -> Iterator[Vector]:
    def output(ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
        return kdf.expand(kdf.extract(salt, ikm), info, size)

    vector = partial(derivation, output)
    own = ("NameOfKmac", "StepMissing", "StepsAlike", "ShortPrk", "OutputLengthMissing")
    lengths = ("LengthModulo256", "LengthOrder")  # the key that is extracted has 256 bits
    yield vector("all strings", (*ENCODED, *own, *lengths, "SaltAsMessage", "InfoMissing"), 22, 13, 10, 42)
    yield vector("no salt", (*ENCODED, *own, "SaltAsMessage", "EmptySaltSkipped"), 22, 0, 10, 16)
    yield vector("no info", (*ENCODED, *own, "SaltAsMessage"), 16, 8, 0, 16)
    yield vector("long strings", (*own, *lengths, "SaltAsMessage", "InfoMissing"), 80, 81, 82, 64)


# ---- AEAD -------------------------------------------------------------------------------------------------

Encrypt = Callable[[bytes, bytes, bytes, bytes], tuple[bytes, bytes]]


def aead_passes(encrypt: Encrypt, decrypt: Callable[..., bytes], fields: Fields, valid: bool) -> bool:
    start = fields["key"], fields["iv"], fields["aad"]
    opened = gives(lambda: decrypt(*start, fields["ct"], fields["tag"]), fields["msg"], valid)
    return opened and (not valid or gives(lambda: encrypt(*start, fields["msg"]), (fields["ct"], fields["tag"])))


def aead_vector(encrypt: Encrypt, key: int, comment: str, flags: tuple[str, ...], ad: int = 0, text: int = 0,
                change: Callable[[Fields], Fields] | None = None) -> Vector:  # fmt: skip
    """`change` gives the fields that are wrong."""
    fields = {"key": bytes_of(key, 0x21), "iv": bytes_of(16, 0x83), "aad": bytes_of(ad, 0x45),
              "msg": bytes_of(text, 0xB7)}  # fmt: skip
    fields["ct"], fields["tag"] = encrypt(*fields.values())
    return Vector(comment, flags, {**fields, **(change(fields) if change else {})}, change is None)


def wrong_tag(where: str, start: int = 0, end: int = 48) -> Callable[[Fields], Fields]:
    """Of these bytes: a tag has 16, and 48 with a commitment."""
    return lambda fields: {
        "tag": fields["tag"][:start] + forged(fields["tag"][start:end], where) + fields["tag"][end:]
    }


def wrong_bit(name: str) -> Callable[[Fields], Fields]:
    return lambda fields: {name: fields[name][:-1] + bytes([fields[name][-1] ^ 0x80])}


def invalid_everywhere(vector: Callable[..., Vector], text: int = 40) -> Iterator[Vector]:
    """Every part of a message is authenticated. Wrong tags are those of a message with so many bytes of text."""
    for name in ("key", "iv", "aad", "ct"):
        yield vector(f"wrong bit in {name}", ("TagIgnored",), 24, 40, wrong_bit(name))
    for where, flags in FORGED.items():
        yield vector(f"wrong tag: {where}", flags, 24, text, wrong_tag(where))


def siv_passes(model: Any, fields: Fields, valid: bool) -> bool:
    return aead_passes(model.encrypt, model.decrypt, fields, valid)


def siv_vectors() -> Iterator[Vector]:
    vector = partial(aead_vector, siv.encrypt, siv.KEY_BYTES)
    keys, lengths = ("KeysExchanged", "NonceMissing"), ("LengthsMissing", "LengthOrder", "LengthsInBits")
    text = ("OneKey", "StreamOfNonce", "CiphertextAuthenticated")
    yield vector("empty", (*keys, "LengthsMissing"))
    yield vector("one byte of associated data", (*keys, *lengths, "LengthsExchanged", "AdMissing"), 1, 0)
    yield vector("one byte of text", (*keys, *lengths, *text, "LengthsExchanged"), 0, 1)
    yield vector("both", (*keys, *lengths, *text, "LengthsExchanged", "AdMissing"), 5, 15)
    yield vector("strings of one length", (*text, *lengths, "AdMissing"), 16, 16)
    yield vector("a block of output and a byte", text, 0, 17)
    yield vector("a block of input", ("AdMissing", *lengths), 32, 32)
    yield vector("257 bytes of text", (*text, *lengths), 3, 257)
    yield from invalid_everywhere(vector, text=0)  # a tag that is wrong gives another text, and so another right tag


def by_name(found: Any, name: str) -> Any:
    return next(one for one in found if one.name == name)


def with_commitment(model: Any, name: str) -> tuple[Encrypt, Callable[..., bytes]]:
    """The tag of the vectors is tag ‖ commitment."""
    scheme = by_name(model.SCHEMES, name)

    def encrypt(*message: bytes) -> tuple[bytes, bytes]:
        ciphertext, tag, committed = model.encrypt(scheme, *message)
        return ciphertext, tag + committed

    def decrypt(key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tags: bytes) -> bytes:
        return model.decrypt(scheme, key, nonce, ad, ciphertext, tags[:16], tags[16:])

    return encrypt, decrypt


def commit_passes(name: str, model: Any, fields: Fields, valid: bool) -> bool:
    return aead_passes(*with_commitment(model, name), fields, valid)


FORGED_COMMITMENT = {
    "first byte": ("CommitmentIgnored", "CommitmentFirstByteIgnored"),
    "last byte": ("CommitmentIgnored", "CommitmentFirstHalf", "CommitmentLastByteIgnored"),
    "all zeros": ("CommitmentIgnored",),
}


def commit_vectors(name: str) -> Iterator[Vector]:
    scheme = by_name(commit.SCHEMES, name)
    encrypt, _ = with_commitment(commit, name)
    vector = partial(aead_vector, encrypt, scheme.key)
    strings = ("KeyNotCommitted", "NonceNotCommitted", "AlgorithmMissing", "PurposeMissing")
    yield vector("empty", strings)
    yield vector("associated data", (*strings, "AdNotCommitted"), 5, 0)
    yield vector("a block of associated data", ("AdNotCommitted",), 8, 24)
    yield vector("more associated data", ("AdNotCommitted", "AdOfOneBlock"), 41, 33)
    for where in FORGED:
        yield vector(f"wrong tag: {where}", ("CommitmentForTag",), 24, 40, wrong_tag(where, 0, 16))
    for where, flags in FORGED_COMMITMENT.items():
        yield vector(f"wrong commitment: {where}", flags, 24, 40, wrong_tag(where, 16))
    yield vector("wrong bit in ct", ("CommitmentForTag",), 24, 40, wrong_bit("ct"))
    yield vector("commitment to another key", ("CommitmentIgnored",), 24, 40, partial(of_another_key, scheme))


def of_another_key(scheme: commit.Scheme, fields: Fields) -> Fields:
    committed = commit.commitment(scheme, bytes(scheme.key), fields["iv"], fields["aad"])
    return {"tag": fields["tag"][:16] + committed}


def isap_passes(name: str, model: Any, fields: Fields, valid: bool) -> bool:
    instance = by_name(model.INSTANCES, name)
    return aead_passes(partial(model.encrypt, instance), partial(model.decrypt, instance), fields, valid)


def isap_vectors(name: str) -> Iterator[Vector]:
    instance = by_name(isap.INSTANCES, name)
    vector = partial(aead_vector, partial(isap.encrypt, instance), isap.K)
    rounds = ("RoundsOfBits", "RoundsOfLastBit", "RoundsOfText") if instance.s_b != instance.s_k else ()
    keys = ("BitsFromTheEnd", "BitAtTheEnd", "PurposesExchanged", "SessionKeyAdded", *rounds[:2])
    yield vector("empty", (*keys, "NoPadding", "EmptyDataLeftOut", "NoSeparation", "SeparationBit"))
    yield vector("one byte of associated data", ("NoPadding", "NoSeparation"), 1, 0)
    yield vector("a block of associated data", ("NoPadding", "NoPaddingOfWholeBlocks"), 8, 7)
    yield vector("one byte of text", (*keys, "NonceNotInState", "TextAuthenticated", *rounds), 0, 1)
    yield vector("a block of text", ("NoPaddingOfWholeBlocks", "TextAuthenticated"), 7, 8)
    yield vector("three blocks and a part", ("NoRoundsBetweenText", "NonceNotInState", *rounds), 17, 27)
    yield from invalid_everywhere(vector)


# ---- Tree hash --------------------------------------------------------------------------------------------


def tree_passes(model: Any, fields: Fields, valid: bool) -> bool:
    data, size, index = fields["msg"], fields["chunkSize"], fields["index"]
    if valid and not gives(lambda: model.tree_hash(data, size), fields["root"]):
        return False
    if valid and not gives(lambda: model.prove(data, size, index), fields["proof"]):
        return False
    given = fields["root"], fields["chunk"], index, fields["proof"], fields["length"], size
    return gives(lambda: model.verify(*given), None, valid)


def tree_vector(comment: str, flags: tuple[str, ...], size: int, index: int,
                change: Callable[[Fields], Fields] | None = None) -> Vector:  # fmt: skip
    data, chunk = bytes_of(size, 0xB7), 64
    fields = {"chunkSize": chunk, "msg": data, "root": tree.tree_hash(data, chunk), "length": size, "index": index,
              "chunk": data[index * chunk : (index + 1) * chunk], "proof": tree.prove(data, chunk, index)}  # fmt: skip
    return Vector(comment, flags, {**fields, **(change(fields) if change else {})}, change is None)


def tree_vectors() -> Iterator[Vector]:
    vector = tree_vector
    root, nodes = ("NoRoot", "RootPurpose", "ChunkSizeMissing"), ("PairExchanged", "NodePurpose")
    yield vector("empty", (*root, "LengthMissing"), 0, 0)
    yield vector("one byte", (*root, "LengthMissing", "LengthOrder"), 1, 0)
    yield vector("one chunk", (*root, "LengthOrder"), 64, 0)
    yield vector("a chunk and a byte", (*nodes, "SideIgnored"), 65, 1)
    yield vector("three chunks", (*nodes, "LastNodeDoubled", "LoneNodePaired", "SideIgnored"), 192, 2)
    yield vector("five chunks", (*nodes, "LastNodeDoubled", "LoneNodePaired"), 300, 4)
    yield vector("a chunk in the middle of five", (*nodes, "SideIgnored"), 300, 1)
    for where in ("first byte", "last byte"):
        flags = ("RootIgnored", "RootFirstHalf") if where == "last byte" else ("RootIgnored",)
        yield vector(f"wrong root: {where}", flags, 192, 1,
                     lambda fields, where=where: {"root": forged(fields["root"], where)})
    yield vector("wrong bit in the chunk", ("RootIgnored",), 192, 1, wrong_bit("chunk"))
    yield vector("wrong bit in the proof", ("RootIgnored",), 192, 1,
                 lambda fields: {"proof": [*fields["proof"][:-1], forged(fields["proof"][-1], "last byte")]})
    yield vector("the chunk at another index", ("RootIgnored",), 192, 1, lambda _: {"index": 0})
    yield vector("the chunk of a longer string", ("RootIgnored",), 192, 1, lambda _: {"length": 193})
    yield vector("a digest too many", ("ProofTooLong",), 192, 1,
                 lambda fields: {"proof": [*fields["proof"], bytes(32)]})
    yield vector("a chunk without its last byte", ("RootIgnored",), 192, 1,
                 lambda fields: {"chunk": fields["chunk"][:-1]})


# ---- Streams ----------------------------------------------------------------------------------------------


def stream_passes(model: Any, fields: Fields, valid: bool) -> bool:
    own = model.derive(find(fields["aead"]), fields["chunkSize"], fields["key"], fields["salt"], fields["context"])
    every = fields["rekeyEvery"]
    opened = gives(lambda: model.unseal(own, fields["ct"], every), fields["msg"], valid)
    return opened and (not valid or gives(lambda: model.seal(own, fields["msg"], every), fields["ct"]))


def stream_vector(comment: str, flags: tuple[str, ...], text: int, chunk: int = 8, context: int = 0, every: int = 0,
                  change: Callable[[stream.Stream, list[bytes]], list[bytes]] | None = None,
                  aead: str = "ascon-aead128") -> Vector:  # fmt: skip
    """`change` gives the wrong chunks."""
    fields = {"aead": aead, "chunkSize": chunk, "rekeyEvery": every, "key": bytes_of(32, 0x21),
              "salt": bytes_of(32, 0x83), "context": bytes_of(context, 0x45), "msg": bytes_of(text, 0xB7)}  # fmt: skip
    own = stream.derive(find(aead), chunk, fields["key"], fields["salt"], fields["context"])
    sealed = stream.seal(own, fields["msg"], every)
    if change:
        sealed = b"".join(change(own, stream.pieces(sealed, chunk + stream.TAG_BYTES)))
    return Vector(comment, flags, {**fields, "ct": sealed}, change is None)


def stream_vectors() -> Iterator[Vector]:
    vector = stream_vector
    secret = ("SaltMissing", "ChunkSizeMissing", "ChunkSizeOrder", "AlgorithmMissing", "AlgorithmNotPadded", "NoMask")
    marks = ("NoMark", "MarkOfTheOthers", "IndexFromOne")
    yield vector("empty text", (*secret, *marks, "EmptyTextWithoutChunk"), 0)
    yield vector("one byte", (*secret, *marks), 1)
    yield vector("one chunk", (*marks, "EmptyLastChunk"), 8)
    yield vector("one chunk and a byte", (*marks, "NoIndex", "IndexOrder"), 9)
    yield vector("four chunks", ("NoIndex", "IndexOrder", "EmptyLastChunk"), 32)
    yield vector("chunks of one byte", ("NoIndex", "IndexOrder", "ChunkSizeMissing", "EmptyLastChunk"), 5, 1)
    yield vector("context", ("ContextMissing",), 9, context=40)
    for every in (1, 2):
        flags = ("NotRekeyed", "RekeyedOnce", "RekeyedLate", "RekeyedWithoutIndex")
        yield vector(f"a new secret every {every}", flags, 50, every=every)
    for aead in ("ascon-128a", "ascon-80pq", "ascon-aead128-nonce-masked"):
        yield vector(aead, ("AlgorithmMissing", "NoMask"), 9, aead=aead)
    for at, what in ((0, "text"), (8, "first byte of the tag"), (23, "last byte of the tag")):
        yield vector(f"wrong bit in a chunk: {what}", ("TagIgnored",), 20,
                     change=lambda _, cut, at=at: [cut[0], flipped(cut[1], at), cut[2]])
    yield vector("wrong bit in the last chunk", ("TagIgnored",), 20,
                 change=lambda _, cut: [*cut[:2], flipped(cut[2], 19)])
    yield vector("the last chunk is missing", ("EndNotChecked", "TagIgnored"), 20, change=lambda _, cut: cut[:2])
    yield vector("all is missing", ("EmptyTextWithoutChunk",), 20, change=lambda *_: [])
    yield vector("the first chunk is missing", ("TagIgnored",), 20, change=lambda _, cut: cut[1:])
    yield vector("two chunks exchanged", ("OrderNotChecked", "TagIgnored"), 20,
                 change=lambda _, cut: [cut[1], cut[0], cut[2]])
    yield vector("a chunk in place of another", ("OrderNotChecked", "TagIgnored"), 20,
                 change=lambda _, cut: [cut[0], cut[0], cut[2]])
    yield vector("cut inside of a chunk", ("TagIgnored",), 20, change=lambda _, cut: [cut[0], cut[1][:-1]])
    yield vector("a byte after the end", ("TagIgnored",), 20, change=lambda _, cut: [*cut, b"\0"])
    yield vector("a chunk after the end", ("EndNotChecked", "TagIgnored"), 16,
                 change=lambda own, cut: [*cut, own.seal_chunk(b"more", 2, True)])
    yield vector("an empty chunk after the end", ("EmptyLastChunkOpened",), 16, change=emptied)
    yield vector("another secret", ("TagIgnored",), 20, every=1, change=lambda own, _: [stream.seal(own, bytes(20))])


def flipped(part: bytes, at: int) -> bytes:
    return part[:at] + bytes([part[at] ^ 1]) + part[at + 1 :]


def emptied(own: stream.Stream, _: list[bytes]) -> list[bytes]:
    """Two whole chunks, and an empty one that says that it is the last: what nobody seals."""
    nonce = own.nonce(2, True)
    return [own.seal_chunk(bytes(8), index, False) for index in range(2)] + [
        b"".join(aead_encrypt(own.row, own.key, nonce, b"", b""))
    ]


# ---- Datagrams --------------------------------------------------------------------------------------------


def datagram_passes(model: Any, fields: Fields, valid: bool) -> bool:
    """All datagrams in their order, on one receiver; what is accepted must be what a sender makes."""
    settings = model.Settings(fields["counterLength"], fields["tagLength"], fields["epochLength"])
    key, identity = fields["key"], fields["identity"]
    receiver = model.Receiver(settings, key, identity, fields["floor"], fields["windowSize"], fields["maxForgeries"])
    for one in fields["datagrams"]:
        accepted = one["result"] == "valid"
        if not gives(partial(receiver.open, one["datagram"], one["header"]), one["msg"], accepted):
            return False
        sender = partial(model.seal, settings, key, identity, one["counter"], one["msg"], one["header"])
        if accepted and not gives(sender, one["datagram"]):
            return False
    return accepted == valid


ACCEPTED, REFUSED, FORGED_TAG, OTHER_HEADER = "", "refused", "forged tag", "other header"


def datagram_vector(comment: str, flags: tuple[str, ...], settings: tuple[int, ...], *arrivals: tuple[int, str] | int,
                    floor: int = 0, most: int = 1 << 31) -> Vector:  # fmt: skip
    """An arrival is the counter of a datagram, and why it is not accepted."""
    own = datagram.Settings(*settings)
    names = ("counterLength", "tagLength", "epochLength")
    fields: Fields = {**dict(zip(names, (*settings, 0))), "windowSize": 64, "maxForgeries": most, "floor": floor,
                      "key": bytes_of(16, 0x21), "identity": bytes_of(8, 0x83), "datagrams": []}  # fmt: skip
    for place, arrival in enumerate(arrivals):
        counter, why = arrival if isinstance(arrival, tuple) else (arrival, ACCEPTED)
        text, header = bytes_of(3 + place, counter), bytes_of(2 * place, 0x45)
        sealed = datagram.seal(own, fields["key"], fields["identity"], counter, text, header)
        if why == FORGED_TAG:
            sealed = sealed[:-1] + bytes([sealed[-1] ^ 1])
        header = header + b"\0" if why == OTHER_HEADER else header
        fields["datagrams"].append({"counter": counter, "header": header, "msg": text, "datagram": sealed,
                                    "result": "invalid" if why else "valid"})  # fmt: skip
    return Vector(comment, flags, fields, not why)


def datagram_vectors() -> Iterator[Vector]:
    vector = datagram_vector
    derived = ("KeyNotDerived", "TagLengthNotBound", "DerivationNotMarked", "IdentityMissing")
    yield vector("the first datagram", (*derived, "CounterFirst"), (1, 8), 0)
    yield vector("headers", ("HeaderMissing", "CounterOrder", "CounterFirst"), (1, 16), 0, 1, 2)
    yield vector("two bytes of the counter", ("CounterOrder", "SentCounterOrder"), (2, 12), 0, 0x0102)
    yield vector("a counter of 48 bits", (*derived, "CounterOrder", "SentCounterOrder"), (7, 8), 0x123456789ABC,
                 floor=0x123456789ABC)
    yield vector("a counter longer than its sent byte", ("SentCounterInNonce",), (1, 16), 100, 250, 300)
    yield vector("three epochs", ("OneKey", "EpochLengthNotBound", "EpochOfTheReceiver"), (2, 12, 1), 255, 256, 600)
    yield vector("start in a later epoch", ("OneKey", "EpochLengthNotBound"), (3, 4, 2), 0x20001, floor=0x20000)
    yield vector("16 epochs ahead", ("OneKey", "EpochOfTheReceiver"), (2, 12, 1), 0, 0x1000)
    yield vector("17 epochs ahead", ("AnyEpochAhead",), (2, 12, 1), 0, (0x1100, REFUSED))
    yield vector("an earlier epoch", ("EarlierEpochAccepted",), (2, 12, 1), 256, (250, REFUSED))
    yield vector("replay of the last one", ("ReplayAccepted",), (1, 8), 0, 1, 2, (2, REFUSED))
    yield vector("replay of an earlier one", ("ReplayAccepted", "LastReplayOnly"), (1, 8), 0, 1, 2, (1, REFUSED))
    yield vector("replay of one that was overtaken", ("ReplayAccepted", "LastReplayOnly"), (1, 8), 9, 4, (4, REFUSED))
    yield vector("below the floor", ("FloorIgnored",), (2, 8), 1000, (999, REFUSED), floor=1000)
    yield vector("overtaken datagrams", ("LateRefused",), (1, 8), 10, 3, 9, 0)
    yield vector("the oldest of the window", ("LateRefused", "WindowOfOneLess"), (1, 8), 100, 37)
    yield vector("one older than the window", ("WindowOfOneMore",), (1, 8), 100, (36, REFUSED))
    yield vector("as far ahead as possible", ("NearestCounter", "WindowOfOneMore"), (1, 8), 100, 292)
    yield vector("counters that were skipped", ("SkippedTaken",), (1, 8), 10, 15, 80, 79, 74, 17)
    yield vector("a jump of more than a window", ("SkippedTaken",), (2, 8), 10, 300, 266, 299)
    yield vector("too far ahead", ("LateRefused",), (1, 8), 100, (293, REFUSED))
    yield vector("a jump after one that was overtaken", ("NextGoesBack",), (1, 8), 100, 50, 270)
    yield vector("forged, then the genuine one", ("ForgeryIsReplay", "ForgeryAccepted"), (1, 4), 0, (1, FORGED_TAG), 1)
    yield vector("forged far ahead", ("ForgeryMovesWindow", "ForgeryAccepted"), (1, 8), 0, (190, FORGED_TAG), 1)
    yield vector("wrong tag", ("ForgeryAccepted",), (1, 8), 0, (1, FORGED_TAG))
    yield vector("another header", ("ForgeryAccepted",), (1, 8), 0, (1, OTHER_HEADER))
    yield vector("too many forgeries", ("ForgeriesNotCounted",), (1, 4), 0, (1, FORGED_TAG), (2, FORGED_TAG),
                 (3, REFUSED), most=2)


# ---- The generator ----------------------------------------------------------------------------------------


def drbg_passes(model: Any, fields: Fields, valid: bool) -> bool:
    """`returnedBits` is the output of the last request, as in NIST's sets."""
    calls, size = fields["otherInput"], len(fields["returnedBits"])
    entropy = iter([call["entropyInput"] for call in (fields, *calls) if call["entropyInput"]])
    generator = model.Drbg((lambda _: next(entropy)) if fields["entropyInput"] else None, fields["persoString"])
    output = b""
    for call in calls:
        if call["intendedUse"] == "reSeed":
            generator.reseed(call["additionalInput"])
        else:
            output = generator.generate(size, call["additionalInput"])
    return gives(lambda: output, fields["returnedBits"], valid)


def drbg_vector(comment: str, flags: tuple[str, ...], source: bool, seed: int, additional: int, size: int,
                reseed: int | None = None) -> Vector:  # fmt: skip
    """Two requests, and a reseeding before them if it has a length."""
    entropy = drbg.ENTROPY_BYTES if source else 0
    calls = [] if reseed is None else [("reSeed", entropy, reseed)]
    calls += [("generate", 0, additional), ("generate", 0, additional)]
    given = [
        {"intendedUse": use, "additionalInput": bytes_of(length, 0x45 + i), "entropyInput": bytes_of(own, 0x11 + i)}
        for i, (use, own, length) in enumerate(calls)
    ]
    fields: Fields = {"entropyInput": bytes_of(entropy, 0x21), "nonce": b"", "persoString": bytes_of(seed, 0x83),
                      "otherInput": given, "returnedBits": bytes(size)}  # fmt: skip
    outputs = iter([bytes_of(entropy, 0x21), *(call["entropyInput"] for call in given if call["entropyInput"])])
    generator = drbg.Drbg((lambda _: next(outputs)) if source else None, fields["persoString"])
    for call in given:
        if call["intendedUse"] == "reSeed":
            generator.reseed(call["additionalInput"])
        else:
            fields["returnedBits"] = generator.generate(size, call["additionalInput"])
    return Vector(comment, flags, fields)


def drbg_vectors() -> Iterator[Vector]:
    vector = drbg_vector
    always = ("StateKept", "OutputFirst", "FirstStateMissing", "OnePurpose")
    additional = ("AdditionalMissing", "AdditionalFirst")
    entropy = ("EntropyLengthMissing", "NoFreshEntropy")
    yield vector("seed alone", (*always, "SeedMissing", "EmptyEntropyLeftOut"), False, 32, 0, 32)
    yield vector("additional input", (*always, *additional, "EmptyEntropyLeftOut"), False, 48, 7, 33)
    yield vector("reseeded", (*always, "ReseedForgets", "SeedMissing"), False, 32, 0, 100, 33)
    yield vector("a source alone", (*always, "EntropyLengthMissing"), True, 0, 0, 64)
    yield vector("a source and a seed", ("SeedFirst", "SeedMissing", "EntropyLengthMissing"), True, 11, 0, 16)
    yield vector("a source, reseeded", (*entropy, "ReseedForgets"), True, 0, 0, 32, 0)
    yield vector("all inputs", (*always, *additional, *entropy, "SeedFirst", "ReseedForgets"), True, 200, 40, 200, 5)


# ---- Files ------------------------------------------------------------------------------------------------

AEAD = Form("AeadTest", "aead_test_schema_v1.json", {"ivSize": "iv", "keySize": "key", "tagSize": "tag"})
MAC = Form("MacTest", "mac_test_schema_v1.json", {"keySize": "key", "tagSize": "tag"})
DERIVATION = Form("HkdfTest", "hkdf_test_schema_v1.json", {"keySize": "ikm"})
KMAC = Form("KmacTest", "kmac_test_schema.json", {"keySize": "key", "tagSize": "tag"})
TREE = Form("TreeTest", "tree_test_schema.json", {}, ("chunkSize",))
STREAM = Form("StreamTest", "stream_test_schema.json", {}, ("aead", "chunkSize", "rekeyEvery"))
DATAGRAM = Form("DatagramTest", "datagram_test_schema.json", {},
                ("counterLength", "tagLength", "epochLength", "windowSize", "maxForgeries"))  # fmt: skip

SUITES = (
    Suite("hmac-ascon-hash256", "hmac", MAC, hmac_vectors, hmac_passes),
    Suite("hkdf-ascon-hash256", "hmac", DERIVATION, hkdf_vectors, hkdf_passes),
    Suite("pbkdf2-hmac-ascon-hash256", "hmac", Form("PbkdfTest", "pbkdf_test_schema.json", {}), pbkdf2_vectors,
          pbkdf2_passes),
    Suite("ascon-kmac", "kdf", MAC, partial(kmac_vectors, False), kmac_passes),
    Suite("ascon-kmac-customized", "kdf", KMAC, customized_vectors, kmac_passes),
    Suite("ascon-kmacxof", "kdf", Form("KmacXofTest", "kmac_xof_test_schema.json", {"keySize": "key"}),
          kmacxof_vectors, kmacxof_passes),
    Suite("ascon-kdf", "kdf", DERIVATION, kdf_vectors, kdf_passes),
    Suite("ascon-kdf-two-steps", "kdf", DERIVATION, two_steps_vectors, two_steps_pass),
    Suite("ascon-siv", "siv", AEAD, siv_vectors, siv_passes),
    *(Suite(f"committing-{name}", "commit", AEAD, partial(commit_vectors, name), partial(commit_passes, name))
      for name in ("ascon-aead128", "ascon-siv")),
    *(Suite(instance.name, "isap", AEAD, partial(isap_vectors, instance.name), partial(isap_passes, instance.name))
      for instance in isap.INSTANCES),
    Suite("ascon-tree", "tree", TREE, tree_vectors, tree_passes),
    Suite("ascon-stream", "stream", STREAM, stream_vectors, stream_passes),
    Suite("ascon-datagram", "datagram", DATAGRAM, datagram_vectors, datagram_passes),
    GeneratorSuite("ascon-drbg", "drbg", Form("", "", {}), drbg_vectors, drbg_passes),
)  # fmt: skip


def model_of(suite: Suite) -> Any:
    """The right one."""
    return import_module(f"{__package__}.constructions.{suite.module}")

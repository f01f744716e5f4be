"""Mistakes that implementations of Ascon make, each as a change of the model: the vectors of `suites` find them.

A mistake names the text of a module of this package that it replaces. `load` gives the modes with the mistake.
Those of constructions are in `construction_mistakes`."""

import sys
import types
from dataclasses import dataclass
from pathlib import Path

from .algorithms import Algorithm, Kind

HERE = Path(__file__).resolve().parent
ABSORBING = (Kind.AEAD, Kind.HASH, Kind.XOF, Kind.CXOF, Kind.MAC, Kind.PRF)
EVERY = (*ABSORBING, Kind.PRFSHORT)
SQUEEZING = (Kind.HASH, Kind.XOF, Kind.CXOF, Kind.PRF)
TAGGED = (Kind.AEAD, Kind.MAC)
HASHES = (Kind.HASH, Kind.XOF, Kind.CXOF)


@dataclass(frozen=True)
class Mistake:
    name: str
    what: str  # a sentence for readers
    right: str  # text of the module, which is there once
    wrong: str
    kinds: tuple[Kind, ...] = (Kind.AEAD,)
    module: str = "modes"
    bits: bool = False  # only strings of bits show it

    def applies(self, row: Algorithm) -> bool:
        """Whether the mistake changes a result of this algorithm."""
        return row.kind in self.kinds and CONDITIONS.get(self.name, lambda _row: True)(row)


# For which algorithms of its kinds a mistake changes nothing.
CONDITIONS = {
    "FirstRounds": lambda row: row.b < 12,
    "RoundsBetweenText": lambda row: row.a != row.b,
    "RoundsBetweenAbsorbed": lambda row: row.a != row.b,
    "RoundsBeforeOutput": lambda row: row.a != row.b,
    "OutputRate": lambda row: row.squeeze != row.rate,
    "FinalKeyAtEight": lambda row: row.rate != 8,
    "KeyCut": lambda row: row.cipher_key > 16,
    "NoMask": lambda row: row.nonce_mask,
    "MaskSwapped": lambda row: row.nonce_mask,
    "TruncatedAtStart": lambda row: row.min_tag < 16,
}

MISTAKES = (
    # The permutation
    Mistake("FirstRounds", "With fewer than 12 rounds, the first round constants are used instead of the last.",
            "ROUND_CONSTANTS[16 - rounds :]", "ROUND_CONSTANTS[4 : 4 + rounds]", ABSORBING, "permutation"),
    Mistake("RoundConstant", "One round constant is wrong.", "0xB4, 0xA5", "0xB4, 0xA4", EVERY, "permutation"),
    # Words and padding
    Mistake("ByteOrder", "Bytes of a word are in the other order.",
            'return 8 * in_word if self.convention.byteorder == "little"',
            'return 8 * in_word if self.convention.byteorder == "big"', EVERY),
    Mistake("InitialValue", "The initial value has one wrong bit.", "(row.iv if iv is None else iv).to_bytes",
            "(row.iv ^ 1 << 40 if iv is None else iv ^ 1 << 40).to_bytes", EVERY),
    Mistake("NoPadding", "An absorbed string is not padded.",
            '    state.xor_bytes("absorb", 0, last.data)\n    state.pad(last)\n',
            '    state.xor_bytes("absorb", 0, last.data)\n', ABSORBING),
    Mistake("NoPaddingOfWholeBlocks", "An absorbed string of whole blocks is not padded.",
            '    state.xor_bytes("absorb", 0, last.data)\n    state.pad(last)\n',
            '    state.xor_bytes("absorb", 0, last.data)\n    if last.bits or not full:\n        state.pad(last)\n',
            ABSORBING),
    Mistake("PaddingBit", "The bit of the padding is at the other end of its byte.",
            "bytes([self.convention.pad << last.bits % 8])",
            "bytes([(0x81 ^ self.convention.pad) << last.bits % 8 & 0xFF])", ABSORBING),
    Mistake("LengthInOneByte", "Lengths are taken modulo 256 bytes.",
            "    bits = size_in_bits(string)\n    if bits % 8 and",
            "    bits = size_in_bits(string) % 2048\n    if bits % 8 and", ABSORBING),
    Mistake("RoundsBetweenAbsorbed", "Blocks that are absorbed have the rounds of the initialization between them.",
            '        state.xor_bytes("absorb", 0, block)\n        state.permute(row.b)\n',
            '        state.xor_bytes("absorb", 0, block)\n        state.permute(row.a)\n', ABSORBING),
    # AEAD
    Mistake("EmptyDataPadded", "Empty associated data is padded and permuted like a block.",
            "if size_in_bits(ad) > 0:", "if size_in_bits(ad) >= 0:"),
    Mistake("NoSeparation", "The bit that separates associated data from text is missing.",
            "        state.permute(row.b)\n    state.separate()\n    return state\n",
            "        state.permute(row.b)\n    return state\n"),
    Mistake("SeparationWithDataOnly", "The bit that separates is only set if there is associated data.",
            "        state.permute(row.b)\n    state.separate()\n    return state\n",
            "        state.permute(row.b)\n        state.separate()\n    return state\n"),
    Mistake("SeparationBit", "The bit that separates is at the other end of its byte.",
            "bytes([self.convention.separator])", "bytes([0x81 ^ self.convention.separator])",
            (Kind.AEAD, Kind.MAC, Kind.PRF)),
    Mistake("NoKeyAfterStart", "The key is not added after the initial permutation.",
            '    state.xor_bytes("key", STATE_BYTES - len(key), key)\n    if size_in_bits(ad)',
            "    if size_in_bits(ad)"),
    Mistake("NoKeyBeforeEnd", "The key is not added before the final permutation.",
            '    state.xor_bytes("key", row.rate, key)\n', ""),
    Mistake("FinalKeyAtEight", "The key before the final permutation is added after 8 bytes, whatever the rate is.",
            'state.xor_bytes("key", row.rate, key)', 'state.xor_bytes("key", 8, key)'),
    Mistake("NoKeyInTag", "The key is not added to the tag.",
            '    state.xor_bytes("key", STATE_BYTES - TAG_BYTES, key[-TAG_BYTES:])\n', ""),
    Mistake("KeyCut", "Of a longer key the last 16 bytes alone are added after the initial permutation.",
            '    state.xor_bytes("key", STATE_BYTES - len(key), key)\n    if size_in_bits(ad)',
            '    state.xor_bytes("key", STATE_BYTES - 16, key[-16:])\n    if size_in_bits(ad)'),
    Mistake("RoundsBetweenText", "Blocks of text have the rounds of the initialization between them.",
            "        ciphertext += state.get_bytes(0, row.rate)\n        state.permute(row.b)\n",
            "        ciphertext += state.get_bytes(0, row.rate)\n        state.permute(row.a)\n"),
    Mistake("TextNotPadded", "Encrypted text is not padded.",
            "first_bits(state.get_bytes(0, len(last.data)), last.bits)\n    state.pad(last)\n",
            "first_bits(state.get_bytes(0, len(last.data)), last.bits)\n"),
    Mistake("DecryptedTextNotPadded", "Decrypted text is not padded.",
            "    plaintext += _decrypt_block(state, last)\n    state.pad(last)\n",
            "    plaintext += _decrypt_block(state, last)\n"),
    Mistake("DecryptedBlockReplaced", "Decryption of an incomplete block clears the rest of the rate.",
            "    plaintext += _decrypt_block(state, last)\n    state.pad(last)\n",
            "    plaintext += _decrypt_block(state, last)\n    n = len(last.data)\n"
            '    state.xor_bytes("decrypt", n, state.get_bytes(n, row.rate - n))\n    state.pad(last)\n'),
    Mistake("TagIgnored", "The tag is not compared.", "if not hmac.compare_digest(",
            "if False and not hmac.compare_digest(", TAGGED),
    Mistake("TagFirstHalf", "The first 8 bytes of the tag alone are compared.",
            "[: len(tag)], tag):", "[:8], tag[:8]):", TAGGED),
    Mistake("TagLastByteIgnored", "The last byte of the tag is not compared.",
            "[: len(tag)], tag):", "[: len(tag) - 1], tag[:-1]):", TAGGED),
    Mistake("TagFirstByteIgnored", "The first byte of the tag is not compared.",
            "[: len(tag)], tag):", "[1 : len(tag)], tag[1:]):", TAGGED),
    Mistake("AnyTagLength", "A tag that is too short is compared in its length.",
            '_check_size(row, "tag", tag_bytes, row.min_tag, TAG_BYTES)',
            '_check_size(row, "tag", tag_bytes, 0, TAG_BYTES)'),
    Mistake("TruncatedAtStart", "A truncated tag is the end of the tag.", "[:tag_bytes]", "[TAG_BYTES - tag_bytes :]"),
    Mistake("NoMask", "The second key does not mask the nonce.",
            "return key[: row.cipher_key], _xor(nonce, key[row.cipher_key :])", "return key[: row.cipher_key], nonce"),
    Mistake("MaskSwapped", "The two keys of nonce masking are exchanged.",
            "return key[: row.cipher_key], _xor(nonce, key[row.cipher_key :])",
            "return key[row.cipher_key :], _xor(nonce, key[: row.cipher_key])"),
    # Hashes, XOFs, CXOFs
    Mistake("NoRoundsBetweenOutput", "The permutation between blocks of output is missing.",
            "        state.permute(row.b)\n        output += state", "        output += state", SQUEEZING),
    Mistake("OutputRate", "A block of output is as long as a block of the message.",
            "output = state.get_bytes(0, min(row.squeeze, output_bytes))",
            "output = state.get_bytes(0, min(row.rate, output_bytes))", (Kind.PRF,)),
    Mistake("RoundsBeforeOutput", "The permutation before the first output has the rounds that blocks have.",
            "    _absorb(row, state, message)\n    state.permute(row.a)\n    return _squeeze",
            "    _absorb(row, state, message)\n    state.permute(row.b)\n    return _squeeze", HASHES),
    Mistake("CustomizationLengthInBytes", "The length of the customization string is in bytes.",
            "bits.to_bytes(8, row.convention.byteorder)", "(bits // 8).to_bytes(8, row.convention.byteorder)",
            (Kind.CXOF,)),
    Mistake("CustomizationLengthOrder", "The length of the customization string is big-endian.",
            "bits.to_bytes(8, row.convention.byteorder)", 'bits.to_bytes(8, "big")', (Kind.CXOF,)),
    Mistake("CustomizationLengthInOneByte", "The length of the customization string has 8 bits.",
            "bits.to_bytes(8, row.convention.byteorder)", "(bits % 256).to_bytes(8, row.convention.byteorder)",
            (Kind.CXOF,)),
    Mistake("EmptyCustomizationLeftOut", "Without a customization string its blocks are left out.",
            '    state.xor_bytes("absorb", 0, bits.to_bytes',
            '    if not bits:\n        return _hash_message(row, state, message, output_bytes)\n'
            '    state.xor_bytes("absorb", 0, bits.to_bytes', (Kind.CXOF,)),
    # Keyed functions
    Mistake("NoSeparationOfOutput", "The bit that separates message and output is missing.",
            "    _absorb(row, state, message)\n    state.separate()\n", "    _absorb(row, state, message)\n",
            (Kind.MAC, Kind.PRF)),
    Mistake("NoMessageLength", "The length of the message is not in the initial value.",
            "iv = row.iv + (8 * len(message) << 48)", "iv = row.iv", (Kind.PRFSHORT,)),
    Mistake("MessageLengthInBytes", "The length of the message is in bytes in the initial value.",
            "iv = row.iv + (8 * len(message) << 48)", "iv = row.iv + (len(message) << 48)", (Kind.PRFSHORT,)),
    Mistake("NoKeyInOutput", "The key is not added to the output.",
            '    state.xor_bytes("key", STATE_BYTES - len(key), key)\n    return', "    return", (Kind.PRFSHORT,)),
    # Strings of bits
    Mistake("PaddingAtWholeByte", "The bit of the padding does not follow an incomplete byte, but is in it.",
            "bytes([self.convention.pad << last.bits % 8])", "bytes([self.convention.pad])",
            (Kind.AEAD, *HASHES), bits=True),
    Mistake("BitsFromTheTop", "The bits of an incomplete byte are the highest ones.",
            "bytes([data[first] % (1 << rest)])", "bytes([data[first] & (0xFF00 >> rest & 0xFF)])",
            (Kind.AEAD, Kind.XOF, Kind.CXOF), bits=True),
    Mistake("CiphertextNotCut", "The last byte of a ciphertext has bits after its end.",
            "first_bits(state.get_bytes(0, len(last.data)), last.bits)", "state.get_bytes(0, len(last.data))",
            bits=True),
)  # fmt: skip

BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


def changed_module(name: str, right: str = "", wrong: str = "") -> types.ModuleType:
    """A module of this package, or of one in it, with another text in place of `right`."""
    path = name.replace(".", "/")
    text = (HERE / f"{path}.py").read_text(encoding="utf-8")
    if right and text.count(right) != 1:
        raise ValueError(f"spec/{path}.py has {text.count(right)} times {right!r}, expected once")
    package, _, own = f"{__package__}.{name}".rpartition(".")
    module = types.ModuleType(f"{package}.changed_{own}")
    module.__package__ = package
    sys.modules[module.__name__] = module  # where dataclasses look for it
    exec(compile(text.replace(right, wrong) if right else text, f"{name}.py with a mistake", "exec"), vars(module))
    return module


def load(mistake: Mistake) -> types.ModuleType:
    """`modes`, or the model of a construction, with the mistake."""
    changed = changed_module(mistake.module, mistake.right, mistake.wrong)
    if mistake.module != "permutation":
        return changed
    modes = changed_module("modes")
    vars(modes).update(permute=changed.permute)
    return modes

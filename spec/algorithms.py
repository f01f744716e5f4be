"""The Ascon family, one row an algorithm: the only place where parameters are written down.

Sources: NIST SP 800-232 (2025) for AEAD128, Hash256, XOF128 and CXOF128; the Ascon v1.2
submission to the NIST lightweight cryptography project; "Ascon PRF, MAC, and Short-Input MAC"
(IACR ePrint 2021/1574). The C library's table, its precomputed initial states and the size
constants are generated from here by `./dev generate`."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What an algorithm does, hence which calls it has."""

    AEAD = "aead"
    HASH = "hash"
    XOF = "xof"
    CXOF = "cxof"
    MAC = "mac"
    PRF = "prf"
    PRFSHORT = "prfshort"


@dataclass(frozen=True)
class Convention:
    """How bytes become words, what padding and domain separation look like."""

    name: str
    prefix: str  # of the C identifiers
    byteorder: str  # of the bytes in a 64-bit word
    pad: int  # first padding byte
    separator: int  # xored into byte 39 of the state


SP800_232 = Convention("SP 800-232", "", "little", 0x01, 0x80)
V13 = Convention("v1.3", "v13_", "little", 0x01, 0x80)
V12 = Convention("v1.2", "v12_", "big", 0x80, 0x01)


@dataclass(frozen=True)
class Algorithm:
    """One row. Lengths are in bytes, `a` and `b` are numbers of rounds."""

    name: str
    kind: Kind
    convention: Convention
    iv: int  # as published; checked against `iv_from_fields`
    rate: int  # absorbed per permutation
    a: int  # rounds of the initial and final permutation
    b: int  # rounds between blocks
    key: int = 0
    output: int = 0  # tag or digest; 0 for any length
    squeeze: int = 0  # output per permutation
    sp_id: int = 0  # algorithm number in IVs of the SP 800-232 form
    min_tag: int = 0  # shortest tag allowed
    nonce_mask: bool = False  # the second half of the key masks the nonce
    kat: str = ""  # SHA-256 of the published known-answer file, if there is one

    @property
    def c_name(self) -> str:
        """Identifier in C without the leading `ascon_`: the convention comes first."""
        stem = self.name.removeprefix("ascon-").removesuffix("-v13")
        return self.convention.prefix + stem.replace("-", "_")

    @property
    def cipher_key(self) -> int:
        """Bytes of the key that enter the state."""
        return 16 if self.nonce_mask else self.key


def iv_from_fields(row: Algorithm) -> int:
    """The initial value computed from the parameters, as the documents define it (SP 800-232 Appendix B)."""
    if row.convention is V12:
        return _iv_v12(row)
    rounds_b = row.b if row.kind is not Kind.PRFSHORT else 0
    rate = row.rate if row.kind is not Kind.PRFSHORT else 0
    squeeze = row.squeeze if row.kind in (Kind.MAC, Kind.PRF) else 0
    return row.sp_id | row.a << 16 | rounds_b << 20 | 8 * row.output << 24 | rate << 40 | squeeze << 48


def _iv_v12(row: Algorithm) -> int:
    """Byte fields from the most significant: key bits, rate bits, a, b or a-b, output bits."""
    key = 8 * row.key << 56
    if row.kind is Kind.AEAD:
        return key | 8 * row.rate << 48 | row.a << 40 | row.b << 32
    if row.kind is Kind.PRFSHORT:
        return key | (64 + row.a) << 40 | 8 * row.output << 32
    if row.kind in (Kind.MAC, Kind.PRF):
        return key | 8 * row.squeeze << 48 | (128 + row.a) << 40 | (row.a - row.b) << 32 | 8 * row.output
    return 8 * row.rate << 48 | row.a << 40 | (row.a - row.b) << 32 | 8 * row.output


# fmt: off
ALGORITHMS = (
    Algorithm("ascon-aead128", Kind.AEAD, SP800_232, 0x00001000808C0001, rate=16, a=12, b=8, key=16, output=16,
              sp_id=1, min_tag=4, kat="bbbc34692fe05e5fda0a3b025585622ab3e3747495e5e3655b29aae8c2a4bd33"),
    Algorithm("ascon-aead128-nonce-masked", Kind.AEAD, SP800_232, 0x00001000808C0001, rate=16, a=12, b=8, key=32,
              output=16, sp_id=1, min_tag=4, nonce_mask=True),
    Algorithm("ascon-hash256", Kind.HASH, SP800_232, 0x0000080100CC0002, rate=8, a=12, b=12, output=32, squeeze=8,
              sp_id=2, kat="b7d6fbc51362f0d62bc7e57b21f3e83242983434a7c92320a4956d915749df17"),
    Algorithm("ascon-xof128", Kind.XOF, SP800_232, 0x0000080000CC0003, rate=8, a=12, b=12, squeeze=8, sp_id=3,
              kat="d7f5a23f37fc969896e48246700bc859fa324f2d309164043361376068e30852"),
    Algorithm("ascon-cxof128", Kind.CXOF, SP800_232, 0x0000080000CC0004, rate=8, a=12, b=12, squeeze=8, sp_id=4,
              kat="abcbb0cc851a7f9cfc5ea2bcaf3eba5b2056e37fcb8ce541ceda1d1b960fc9dc"),
    Algorithm("ascon-mac-v13", Kind.MAC, V13, 0x0010200080CC0005, rate=32, a=12, b=12, key=16, output=16, squeeze=16,
              sp_id=5, min_tag=16, kat="18cc27a1b9f647dd6178f9f49cf61ed89760a0fd4abc4bdc2862d55661d64458"),
    Algorithm("ascon-prf-v13", Kind.PRF, V13, 0x0010200000CC0006, rate=32, a=12, b=12, key=16, squeeze=16, sp_id=6,
              kat="354fd797326ca5615a70e573518e9d708f94cf8a0baf2069919180c92506296a"),
    Algorithm("ascon-prfshort-v13", Kind.PRFSHORT, V13, 0x00000000800C0007, rate=16, a=12, b=12, key=16, output=16,
              squeeze=16, sp_id=7, kat="1cc3e4796afd17278297fbc34fcfde92b1370354d402074879eaf99a6f4ed019"),
    Algorithm("ascon-128", Kind.AEAD, V12, 0x80400C0600000000, rate=8, a=12, b=6, key=16, output=16, min_tag=16,
              kat="6d616b2ab817f391030ab3ba15dff37fad20433f7a7ac925aadcba550b12e3b0"),
    Algorithm("ascon-128a", Kind.AEAD, V12, 0x80800C0800000000, rate=16, a=12, b=8, key=16, output=16, min_tag=16,
              kat="d453a54fd663316a6223734013dcd2d732e2b1dee0c85391cf6f818000322fd9"),
    Algorithm("ascon-80pq", Kind.AEAD, V12, 0xA0400C0600000000, rate=8, a=12, b=6, key=20, output=16, min_tag=16,
              kat="f09109d124b4939499f5010718e30e448ced6780a4f66b7cb8c2b544d51a208b"),
    Algorithm("ascon-hash", Kind.HASH, V12, 0x00400C0000000100, rate=8, a=12, b=12, output=32, squeeze=8,
              kat="d2bcd84caf152a643eb6e7615bd39b7f18a3d2465d5936d1b76aef7a173975ca"),
    Algorithm("ascon-hasha", Kind.HASH, V12, 0x00400C0400000100, rate=8, a=12, b=8, output=32, squeeze=8,
              kat="e6171afe21eb844f552ab95a62ad7659ba5ff7180741e861c7b17d80e8e37ea2"),
    Algorithm("ascon-xof", Kind.XOF, V12, 0x00400C0000000000, rate=8, a=12, b=12, squeeze=8,
              kat="017fe60debee986b092ffd43bc5b6deb2075979ccf8d884998f542c0077245cd"),
    Algorithm("ascon-xofa", Kind.XOF, V12, 0x00400C0400000000, rate=8, a=12, b=8, squeeze=8,
              kat="eea976d7a7726feb22f16e71ba9b6139d7f9f929f5d8592dbaf866c90fe2435f"),
    Algorithm("ascon-mac", Kind.MAC, V12, 0x80808C0000000080, rate=32, a=12, b=12, key=16, output=16, squeeze=16,
              min_tag=16, kat="343b5c330b3152c49f06b869578bd3ac20a70d37cb557f11633aa9a4ce93d443"),
    Algorithm("ascon-maca", Kind.MAC, V12, 0x80808C0400000080, rate=40, a=12, b=8, key=16, output=16, squeeze=16,
              min_tag=16, kat="f58b6195ad28131db2846489fc43e47041809d1e3e7b7932a894fb14703f0467"),
    Algorithm("ascon-prf", Kind.PRF, V12, 0x80808C0000000000, rate=32, a=12, b=12, key=16, squeeze=16,
              kat="984624c97fd17631bbdcd3adb8177a432f551f6644d59a1f68b76aec96c2f444"),
    Algorithm("ascon-prfa", Kind.PRF, V12, 0x80808C0400000000, rate=40, a=12, b=8, key=16, squeeze=16,
              kat="e6a5532e631394095ed3c480970d893be36362abbff2432ae525265b96e2d9c2"),
    Algorithm("ascon-prfshort", Kind.PRFSHORT, V12, 0x80004C8000000000, rate=16, a=12, b=12, key=16, output=16,
              squeeze=16, kat="5b5783679ddd1aca09c3697aa0eeb40624acf1fd55332064c7dde2c5abca5bc4"),
)
# fmt: on

for _row in ALGORITHMS:
    if _row.iv != iv_from_fields(_row):
        raise AssertionError(f"{_row.name}: published IV {_row.iv:#x}, computed {iv_from_fields(_row):#x}")


def find(name: str) -> Algorithm:
    """The row called `name`; KeyError with the known names otherwise."""
    for row in ALGORITHMS:
        if row.name == name:
            return row
    known = ", ".join(row.name for row in ALGORITHMS)
    raise KeyError(f"unknown algorithm '{name}'; expected one of: {known}")

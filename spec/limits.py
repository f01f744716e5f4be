# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much a key is good for: the table of docs/limits.md, which `./dev generate` writes.

Figures are computed here, as powers of two, from the parameters in `algorithms.py`, from the constants in the library's
headers and from the three limits that documents give."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .algorithms import find

HEADERS = Path(__file__).parents[1] / "asconkit"

# ---- What is given -----------------------------------------------------------------------------------------

RISK = -32  # log2 of the chance that we accept, over the life of a key
OTHER_RISK = -20  # for forgeries: about one in a million
STRENGTH = 128  # log2 of the work that no algorithm of the family claims to exceed
STANDARD_BYTES = 54  # SP 800-232, section 4: log2 of the bytes under one key of Ascon-AEAD128
DESIGNERS_BLOCKS = 64  # Ascon v1.2, security claims; IACR ePrint 2021/1574: log2 of the blocks under one key
USERS = (10, 20, 32)  # log2 of the keys in use
TAGS = (4, 8, 12, 16)
NONCE_BITS = TAG_BITS = 128

# ---- Formulas: everything in log2 --------------------------------------------------------------------------


def before_repetition(bits: int, risk: int = RISK) -> float:
    """Random values of so many bits: q of them hold two equal ones with a chance of q^2 / 2^(bits + 1)."""
    return (bits + 1 + risk) / 2


def forgeries(tag_bits: int, risk: int) -> float:
    """q attempts have a chance of q / 2^t."""
    return tag_bits + risk


def state_work(capacity: int, blocks: float) -> float:
    """With D known blocks, T steps hit one of their states with a chance of D · T / 2^c."""
    return capacity - blocks


def key_work(key_bits: int, users: float) -> float:
    """A guess of a key is compared with the messages of all users at once."""
    return key_bits - users


def capacity(name: str) -> int:
    """Of the part that produces output: what an attacker does not see of a state."""
    row = find(name)
    return 320 - 8 * (row.squeeze or row.rate)


def blocks_in_bytes(name: str, blocks: float) -> float:
    return blocks + math.log2(find(name).rate)


def constant(header: str, name: str) -> float:
    """log2 of a constant in a header of the library."""
    text = next(HEADERS.rglob(header)).read_text(encoding="utf-8")
    found = re.search(rf"#define {name} (.+)", text)
    if not found:
        raise ValueError(f"{name}: not in {header}")
    number, shift = re.fullmatch(r"(\d+)(?:<<(\d+))?", re.sub(r"UINT(?:32|64)_C|uint64_t|[() ]", "", found[1])).groups()
    return math.log2(int(number) << int(shift or 0))


CHUNKS = constant("ascon_stream.h", "ASCON_STREAM_MAX_CHUNKS")
CHUNK_BYTES = constant("ascon_stream.h", "ASCON_STREAM_MAX_CHUNK_BYTES")
REQUESTS = constant("ascon_drbg.h", "ASCON_DRBG_REQUESTS")
SEEDED_REQUESTS = constant("ascon_drbg.h", "ASCON_DRBG_SEEDED_REQUESTS")
COUNTERS = 56  # docs/constructions/datagram.md: log2 of a sender's counters
# bindings/rust/asconkit-rustls: records between two updates of a key, and what the AEAD sees of the longest one.
TLS_RECORDS = 39
TLS_RECORD_BYTES = math.log2(2**14 + 256 + 5)
REQUEST_BYTES = 15  # ascon_drbg.h: longer output is several requests


# ---- The rows ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """Calls with one limit. Figures are log2."""

    calls: str
    bytes: float
    messages: float | None  # with random nonces or salts, or in all; None: any number
    enforced: str
    why: str  # letters of the page
    key_bits: int
    state: tuple[int, int] | None = None  # what output hides of a state, and bytes of a block; None: beyond reach

    def work(self, users: float) -> float:
        """To break one of so many users, each of whom has used a key up to its limit."""
        work = min(STRENGTH, key_work(self.key_bits, users))
        if self.state is None:
            return work
        hidden, block = self.state
        return min(work, state_work(hidden, self.bytes - math.log2(block) + users))


NOTHING = "nothing"
NONCES = before_repetition(NONCE_BITS)
SALTS = before_repetition(256)
CXOF_BYTES = blocks_in_bytes("ascon-cxof128", before_repetition(capacity("ascon-cxof128")))
STREAM_BYTES = CHUNKS + CHUNK_BYTES
PRF = (capacity("ascon-prf-v13"), find("ascon-prf-v13").squeeze)
PRF_OUTPUT = DESIGNERS_BLOCKS + math.log2(PRF[1])
AEAD = (capacity("ascon-aead128"), find("ascon-aead128").rate)


def of_designers(calls: str, name: str, messages: float | None, why: str, enforced: str = NOTHING) -> Row:
    """An algorithm with the limit that its designers give."""
    row = find(name)
    limit = blocks_in_bytes(name, DESIGNERS_BLOCKS)
    return Row(calls, limit, messages, enforced, why, 8 * row.key, (capacity(name), row.rate))


ROWS = (
    Row("Ascon-AEAD128: `ascon_aead128_…`, batches, devices", STANDARD_BYTES, NONCES, NOTHING, "a, b", 128, AEAD),
    Row("nonce-masked AEAD128: `ascon_aead128_nonce_masked_…`", STANDARD_BYTES, NONCES, NOTHING, "a, b", 256, AEAD),
    Row("committing AEAD128: `ascon_commit_…`", STANDARD_BYTES, NONCES, NOTHING, "a, b", 128, AEAD),
    of_designers("Ascon-128: `ascon_v12_128_…`", "ascon-128", NONCES, "b, c"),
    of_designers("Ascon-128a: `ascon_v12_128a_…`", "ascon-128a", NONCES, "b, c"),
    of_designers("Ascon-80pq: `ascon_v12_80pq_…`", "ascon-80pq", NONCES, "b, c"),
    Row("Ascon-SIV: `ascon_siv_…`, committing or not", PRF_OUTPUT, before_repetition(TAG_BITS), NOTHING, "c, d",
        128, PRF),
    Row("ISAP: `ascon_isap_…`", blocks_in_bytes("ascon-128", DESIGNERS_BLOCKS), NONCES, NOTHING, "b, e", 128, (256, 8)),
    of_designers("Ascon-Mac, Ascon-Prf: `ascon_v13_mac`, `ascon_v12_prf`, …", "ascon-mac-v13", None, "c"),
    of_designers("Ascon-Maca, Ascon-Prfa", "ascon-maca", None, "c"),
    of_designers("Ascon-PrfShort", "ascon-prfshort-v13", DESIGNERS_BLOCKS, "c",
                 "messages of at most 16 bytes: `ASCON_ERR_RANGE`"),
    Row("KMAC, HMAC and key derivation, if the key has 32 bytes", CXOF_BYTES, None, NOTHING, "f", 256),
    Row("one stream, one encrypted file: `ascon_stream_…`", STREAM_BYTES, CHUNKS, "both limits: `ASCON_ERR_RANGE`", "g",
        256, AEAD),
    Row("datagrams of one sender in one epoch: `ascon_datagram_…`", STANDARD_BYTES, COUNTERS,
        "messages: `ASCON_ERR_RANGE`; forgery attempts", "i", 128, AEAD),
    Row("TLS 1.3 with the crate `asconkit-rustls`: one key for one direction", TLS_RECORDS + TLS_RECORD_BYTES,
        TLS_RECORDS, "records: rustls updates the key", "j", 128, AEAD),
    Row("streams and encrypted files under one key", SALTS + STREAM_BYTES, SALTS, "each stream's limits", "g", 256),
    Row("random generator with an entropy source, until it reads the source again", REQUESTS + REQUEST_BYTES, REQUESTS,
        "both limits", "h", 256),
    Row("random generator without an entropy source, until it gets a new seed", SEEDED_REQUESTS + REQUEST_BYTES,
        SEEDED_REQUESTS, "both limits: `ASCON_ERR_RANDOM`", "h", 256),
    Row("random words of masked calls: `ascon_masked_generator`", PRF_OUTPUT, None, NOTHING, "c", 128, PRF),
)  # fmt: skip

# ---- The page ----------------------------------------------------------------------------------------------

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent: float) -> str:
    """Rounded down, which is on the safe side."""
    whole = math.floor(exponent)
    return "2" + str(whole).translate(SUPERSCRIPTS) if whole else "1"


def line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |\n"


def table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return line(*header) + line(*["---"] * len(header)) + "".join(line(*cells) for cells in rows)


def key_table() -> str:
    header = ("calls", "bytes", "messages or requests", "the library enforces", "argument")
    messages = ("any" if row.messages is None else power(row.messages) for row in ROWS)
    return table(header, ((row.calls, power(row.bytes), next(messages), row.enforced, row.why) for row in ROWS))


def forgery_table() -> str:
    chances = (f"attempts for a chance of {power(RISK)}", f"for {power(OTHER_RISK)}, one in a million")
    calls = {16: "all algorithms; Ascon v1.2, SIV, ISAP, Ascon-Mac, streams and HMAC have no shorter tags"}
    risks = (RISK, OTHER_RISK)
    return table(
        ("bytes of tag", *chances, "algorithms"),
        ((str(tag), *(power(forgeries(8 * tag, risk)) for risk in risks), calls.get(tag, "Ascon-AEAD128, KMAC"))
         for tag in TAGS),
    )  # fmt: skip


def users_table() -> str:
    header = ("calls", "one user", *(f"{power(users)} users" for users in USERS))
    return table(header, ((row.calls, *(power(row.work(users)) for users in (0, *USERS))) for row in ROWS))


def page(notice: str) -> str:
    aead_blocks = STANDARD_BYTES - math.log2(AEAD[1])
    return f"""<!-- {notice} -->

# Limits

This page says how many bytes and messages one key is good for, how many forgery attempts a tag withstands, and what
changes with many users. Each limit keeps the chance that an attack succeeds at {power(RISK)} or less over the life of
a key, or comes from the standard or the designers. The figures assume generic attacks, because the full permutation has
no known weakness. Except for Ascon-SIV, the figures hold only if [nonces do not repeat](security.md#nonces).

**The library counts few bytes, messages and forgeries itself**, because each call gets the key as an argument. The
column "the library enforces" lists what the library counts. Your program must count everything else.

## Under one key
The column "bytes" counts texts and associated data together, or the output of a generator. The limit on messages is for
random nonces or salts. If your nonces are counters, only the number of bytes is limited.

{key_table()}
The calls of `ascon_masked.h` compute the same functions as unmasked calls, and have the same limits. The page on
[masked code](masked.md) sets no limit for messages during which an attacker measures the device.

- **(a)** SP 800-232, section 4, allows at most {power(STANDARD_BYTES)} bytes, or D = {power(aead_blocks)} blocks of 16
  bytes. An attacker who computes the permutation T times guesses the state at one of these D blocks with a chance of
  about D · T / 2ᶜ, where c = {AEAD[0]} is the number of state bits that the output does not show. With D =
  {power(aead_blocks)}, the attack takes {power(state_work(AEAD[0], aead_blocks))} steps.
- **(b)** Among q random nonces of {NONCE_BITS} bits, two are equal with a chance of q² / {power(NONCE_BITS + 1)}. With
  12 random bytes, {power(before_repetition(96))} messages are allowed, with 8 bytes {power(before_repetition(64))}.
- **(c)** The designers claim security for at most {power(DESIGNERS_BLOCKS)} blocks under one key (Ascon v1.2; for MAC
  and PRF, IACR ePrint 2021/1574). A block is the input of one permutation: 8, 16, 32 or 40 bytes. A block of the
  PRF's output has 16 bytes.
- **(d)** With Ascon-SIV, two messages with the same tag have the same key stream, whatever their nonces. Among q
  messages, two have the same tag with a chance of q² / {power(TAG_BITS + 1)}.
- **(e)** The limit for ISAP is our choice: as many blocks of 8 bytes as for Ascon-128, whose capacity is 256 bits too.
  A tag's session key comes from 128 bits of a hash: two of q hashes are equal with a chance of q² / {power(129)}.
- **(f)** After n permutations, a sponge with a capacity of 256 bits can be distinguished from a random function with a
  chance of n² / {power(257)} (Bertoni and others, Eurocrypt 2008). No program computes the {power(SALTS)} permutations
  that this allows. HKDF gives at most 8160 bytes for one `info`.
- **(g)** Each stream has its own secret, and at most {power(CHUNKS)} chunks of at most {power(CHUNK_BYTES)} bytes,
  together {power(STREAM_BYTES)} bytes, which is less than argument (a) allows. Among q random salts of 32 bytes, two
  are equal with a chance of q² / {power(257)}. Salts of 16 bytes (file version 1) allow {power(NONCES)} files.
- **(h)** A request to the random generator gets at most {power(REQUEST_BYTES)} bytes. Argument (f) also holds here.
- **(i)** Argument (a) limits all bytes. Datagrams have counters as nonces, at most {power(COUNTERS)} for each sender.
- **(j)** Argument (a) limits the bytes of all TLS records together. [A record](tls.md#limits) has at most 2¹⁴ + 256
  bytes, and 5 bytes of associated data. The nonces of records are counters.

## Forgery attempts
With a tag of n bytes, q attempts succeed with a chance of at most q / 2⁸ⁿ, over all keys together. Spreading the
attempts over several keys neither helps nor harms an attacker. Count failed attempts, and stop or change the key at a
limit. SP 800-232 (4.2.1) demands a documented limit for tags of less than 8 bytes.

{forgery_table()}
The library refuses tags that are shorter than an algorithm's shortest tag (`ASCON_ERR_RANGE`). It counts no forgeries,
with one exception: a receiver of datagrams counts forgeries over all its keys, and is wiped at a limit that your
program sets. A reader of a stream stops at the first forged chunk.

## Several users
The table says how many steps an attacker needs to find the key of any of the users, if each user has used a key up to
the limit of the first table. The table has the least of three numbers of steps:

- To guess a key of k bits, an attacker needs 2ᵏ steps divided by the number of users: each guess is compared with the
  messages of all users, if some of their messages have the same nonce and the same text at one position.
- To guess a state, an attacker needs 2ᶜ steps divided by the number of blocks of all users, where c is the number of
  state bits that the output does not show.
- The table never has more than {power(STRENGTH)} steps, because the designers claim no more security for any algorithm.

{users_table()}
For very many users, use `ascon_aead128_nonce_masked_*` (SP 800-232, section 4.2.2), streams, or Ascon-AEAD128 with keys
from [key derivation](constructions/kdf.md) and nonces that differ between users.

An attacker may make a message that decrypts under two keys; [commitment](constructions/commit.md) prevents this.
"""

"""Every change of an encrypted file is detected, and no output is left behind."""

import os
from dataclasses import replace

import pytest
from helpers import (
    CORRUPTED, IO, UNSUPPORTED, USAGE, WRONG_KEY, cost_options, encrypt, failure, names, run, sample, succeed,
    write_secret,
)  # fmt: skip
from second_implementation import Header, decode, read_key, with_checksum
from second_implementation import encrypt as second_encrypt

from spec.algorithms import find
from spec.constructions.stream import LAYOUTS, PASSPHRASE
from spec.modes import aead_decrypt, aead_encrypt

CHUNK, STEP = 8, 8 + 16
TEXT = sample(3 * CHUNK + 5)


@pytest.fixture
def secret(key):
    return read_key(key.read_text())


@pytest.fixture(params=LAYOUTS, ids="version{}".format)
def version(request):
    return request.param


@pytest.fixture
def seal(key, secret, version):
    """Encrypts in a version; version 1 with the second implementation, as the command only reads it."""

    def seal(text):
        if version == 2:
            return encrypt(key, text, "--chunk-size", CHUNK)
        return second_encrypt(secret, text, Header(chunk=CHUNK, salt=os.urandom(16), version=version))

    return seal


@pytest.fixture
def sealed(seal):
    return seal(TEXT)


def parts_of(sealed):
    """The header and the chunks."""
    start = decode(sealed).size
    return sealed[:start], [sealed[at : at + STEP] for at in range(start, len(sealed), STEP)]


def refused(key, folder, data, code, says=""):
    """To a file: nothing appears, and what was there stays. To standard output: only whole chunks
    of the true text."""
    (folder / "sealed").write_bytes(data)
    before = names(folder)
    failure(code, "decrypt", "-k", key, "sealed", "-o", "new", says=says)
    assert names(folder) == before
    result = failure(code, "decrypt", "-k", key, stdin=data)
    assert TEXT.startswith(result.stdout) and len(result.stdout) % CHUNK == 0
    assert len(result.stdout) < len(TEXT)


@pytest.mark.parametrize("bit", [0, 7])
def test_every_byte_counts(folder, key, sealed, bit):
    for at in range(len(sealed)):
        data = bytearray(sealed)
        data[at] ^= 1 << bit
        # Magic and version say that the file is of another kind; the checksum covers the rest.
        refused(key, folder, bytes(data), UNSUPPORTED if at < 10 else CORRUPTED)


def test_every_truncation_is_noticed(folder, key, sealed):
    header, _ = parts_of(sealed)
    for size in range(len(sealed)):
        says = "ends inside the header" if size < len(header) else "sealed: "
        refused(key, folder, sealed[:size], CORRUPTED, says=says)


def test_truncation_between_chunks_is_named(folder, key, sealed):
    header, chunks = parts_of(sealed)
    refused(key, folder, header + chunks[0] + chunks[1], CORRUPTED, says="truncated: no chunk follows chunk 1")


def test_damage_of_the_only_chunk_may_be_any(folder, key):
    """In a chunk that is shorter than the chunk size, missing or additional bytes cannot be told from changed ones."""
    whole = encrypt(key, TEXT)
    for damaged in (whole[:-1], whole + b"x", whole[:-1] + bytes([whole[-1] ^ 1])):
        refused(key, folder, damaged, CORRUPTED, says="chunk 0 is corrupted, truncated or extended")


def test_appended_bytes_are_noticed(folder, key, sealed):
    header, chunks = parts_of(sealed)
    for tail in (b"\0", b"x" * 15, b"x" * 16, b"x" * STEP, sealed, b"".join(chunks), chunks[-1]):
        refused(key, folder, sealed + tail, CORRUPTED)


def test_data_after_the_last_chunk_is_named(folder, key, seal):
    full = seal(TEXT[: 2 * CHUNK])
    refused(key, folder, full + b"x", CORRUPTED, says="data after its last chunk, chunk 1")


def test_chunks_cannot_be_moved(folder, key, sealed):
    header, parts = parts_of(sealed)
    orders = [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3), (0, 0, 1, 2, 3), (0, 1, 2, 2, 3), (0, 1, 2, 3, 3), (3,), (1, 2, 3),
              (0, 3, 2, 1), (0, 1, 2, 3, 0), (), (2, 3)]
    for order in orders:
        refused(key, folder, header + b"".join(parts[i] for i in order), CORRUPTED)


def test_chunks_and_headers_of_other_files_do_not_fit(folder, key, seal):
    (header, chunks), (_, other) = parts_of(seal(TEXT)), parts_of(seal(TEXT))
    for mixed in (other, chunks[:1] + other[1:], chunks[:3] + other[3:], other[:1] + chunks[1:]):
        refused(key, folder, header + b"".join(mixed), CORRUPTED)


def test_an_empty_last_chunk_is_only_for_empty_files(folder, key, secret, seal):
    """Even one made with the key: every text has one encryption only."""
    sealed = seal(TEXT[:CHUNK] + b"x")
    header, chunks = parts_of(sealed)
    own = decode(sealed).model.stream(secret)
    empty = b"".join(aead_encrypt(own.row, own.key, own.nonce(1, True), b"", b""))
    refused(key, folder, header + chunks[0] + empty, CORRUPTED, says="chunk 1 is empty")


def test_nonces_are_masked_as_in_sp_800_232(key, secret):
    """At least 256 secret bits for each file: a guess of a file key alone opens nothing."""
    sealed = encrypt(key, b"text")
    own, chunk = decode(sealed).model.stream(secret), sealed[-20:]
    row, number = find("ascon-aead128-nonce-masked"), bytes(15) + b"\1"
    assert aead_decrypt(row, own.secret, number, b"", chunk[:-16], chunk[-16:]) == b"text"
    assert own.mask not in (bytes(16), decode(encrypt(key, b"text")).model.stream(secret).mask)


# ---- Headers changed by someone who knows the format, but not the key ------------------------


def changed(sealed, at, value):
    header, chunks = parts_of(sealed)
    return with_checksum(header[:at] + value + header[at + len(value) :]) + b"".join(chunks)


# Code 0: a header of version 1 is noticed with the first chunk, one of version 2 with the key check.
@pytest.mark.parametrize(("at", "value", "code", "says"), [
    (0, b"x", UNSUPPORTED, "is not a file encrypted by asconkit"),
    (8, b"\3", UNSUPPORTED, "format version 3, this program knows versions 1 to 2"),
    (8, b"\0\0", UNSUPPORTED, "format version 0"),
    (8, b"\0\1", UNSUPPORTED, "format version 256"),
    (10, b"\2", WRONG_KEY, "with a passphrase"),
    (10, b"\3", UNSUPPORTED, "unknown kind of key"),
    (11, b"\1", UNSUPPORTED, "unknown header fields"),
    (12, b"\0\0\0\0", UNSUPPORTED, "is not accepted: it has a chunk size outside 1 to 1048576 bytes: 0"),
    (12, b"\1\0\x10\0", UNSUPPORTED, "bytes: 1048577"),
    (12, b"\xff\xff\xff\xff", UNSUPPORTED, "bytes: 4294967295"),
    (12, b"\x09", 0, "chunk 0"),
    (16, b"ascon-128".ljust(32, b"\0"), 0, "chunk 0"),
    (16, b"ascon-128a".ljust(32, b"\0"), 0, "chunk 0"),
    (16, b"ascon-129".ljust(32, b"\0"), UNSUPPORTED, "uses an algorithm that this program does not know"),
    (16, b"ascon-hash256".ljust(32, b"\0"), UNSUPPORTED, "algorithm"),
    (16, bytes(32), UNSUPPORTED, "algorithm"),
    (16, b"x" * 32, UNSUPPORTED, "algorithm"),
    (47, b"x", UNSUPPORTED, "algorithm"),
    (48, b"\1", UNSUPPORTED, "Argon2 parameters without a passphrase"),
    (56, b"\1", UNSUPPORTED, "Argon2"),
    (60, b"\1", UNSUPPORTED, "unknown header fields"),
    (63, b"\1", UNSUPPORTED, "unknown header fields"),
    (64, b"another salt....", WRONG_KEY, "wrong key"),
    (96, b"\0" * 16, WRONG_KEY, "wrong key"),
])  # fmt: skip
def test_forged_headers(folder, key, sealed, version, at, value, code, says):
    data = changed(sealed, at, value)
    if code == WRONG_KEY and at == 10:
        data = changed(data, 48, b"\x40\0\0\0\1\0\0\0\1\0\0\0")
    if code == 0:
        code, says = {1: (CORRUPTED, says), 2: (WRONG_KEY, "or someone changed its header")}[version]
    assert data != sealed
    refused(key, folder, data, code, says=says)


def test_no_version_passes_for_another(folder, key, secret, sealed, version):
    """Changes the version of a header, then also all that depends on it: the fields, their places and the checksum, at
    last the key check, which only those with the key can compute."""
    (header, chunks), other = parts_of(sealed), {1: 2, 2: 1}[version]
    text = b"".join(chunks)
    refused(key, folder, header[:8] + bytes([other]) + header[9:] + text, CORRUPTED, says="header")
    forged = replace(decode(sealed), version=other)
    refused(key, folder, forged.encode() + text, WRONG_KEY, says="wrong key")
    forged = replace(forged, check=forged.model.key_check(secret))
    refused(key, folder, forged.encode() + text, CORRUPTED, says="chunk 0 is corrupted")
    in_place = with_checksum(header[:8] + bytes([other]) + header[9:])
    assert run("decrypt", "-k", key, stdin=in_place + text).returncode in (CORRUPTED, UNSUPPORTED)


@pytest.mark.parametrize(("cost", "says"), [
    ((0, 1, 1), "Argon2 memory in KiB 0, expected 8 to 2097152"),
    ((7, 1, 1), "memory"),
    ((0xFFFFFFFF, 1, 1), "memory"),
    ((2097153, 1, 1), "memory"),
    ((2097152, 9, 1), "Argon2 passes 9, expected 1 to 8"),
    ((64, 0, 1), "passes"),
    ((64, 0xFFFFFFFF, 1), "passes"),
    ((64, 1, 0), "Argon2 lanes 0, expected 1 to 64"),
    ((64, 1, 65), "lanes"),
    ((64, 1, 0xFFFFFFFF), "lanes"),
])  # fmt: skip
def test_hostile_argon2_parameters(tmp_path, cost, says):
    write_secret(tmp_path / "phrase", "phrase")
    header = Header("ascon-aead128", CHUNK, PASSPHRASE, *cost).encode()
    failure(UNSUPPORTED, "decrypt", "--passphrase-file", tmp_path / "phrase", stdin=header + bytes(16), says=says)


COSTLY = [(1048577, 1, 1), (1048576, 4, 1), (512, 32768, 64), (512, 5, 64), (8, 257, 1), (2097152, 8, 64)]
MODEST = [(1048576, 3, 1), (1048576, 3, 64), (512, 4, 64), (12288, 256, 1)]
ALLOW = "--allow-costly-passphrase"


def open_costly(cost, *options):
    """The passphrase file is missing: exit code IO says that the cost was accepted before."""
    header = Header("ascon-aead128", CHUNK, PASSPHRASE, *cost).encode()
    return run("decrypt", "--passphrase-file", "/nowhere/phrase", *options, stdin=header + bytes(16))


@pytest.mark.parametrize("cost", COSTLY)
def test_a_costly_passphrase_needs_consent_before_it_is_asked_for(cost):
    memory, passes, lanes = cost
    refusal = open_costly(cost)
    assert refusal.returncode == UNSUPPORTED
    assert refusal.stderr.decode() == (
        f"asconkit decrypt: -: has a costly passphrase: Argon2 memory in KiB {memory}, passes {passes}, lanes {lanes};"
        " expected memory of at most 1048576, memory x passes of at most 3145728, lanes x passes of at most 256,"
        f" or {ALLOW}\n")
    assert open_costly(cost, ALLOW).returncode == IO
    header = Header("ascon-aead128", CHUNK, PASSPHRASE, *cost).encode()
    failure(UNSUPPORTED, "decrypt", "-p", stdin=header + bytes(16), says=ALLOW, start_new_session=True)


@pytest.mark.parametrize("cost", MODEST)
def test_a_modest_passphrase_needs_no_consent(cost):
    assert open_costly(cost).returncode == IO


@pytest.mark.parametrize("cost", COSTLY)
def test_encrypt_writes_no_costly_passphrase_without_consent(folder, cost):
    """Such a file would not open without the option."""
    options = [*cost_options(cost), "--passphrase-file", "/nowhere/phrase", "-o", "sealed"]
    failure(USAGE, "encrypt", *options, says=ALLOW)
    failure(IO, "encrypt", *options, ALLOW)
    assert names(folder) == []


def test_consent_opens_a_costly_file(tmp_path):
    write_secret(tmp_path / "phrase", "phrase")
    options = ["--passphrase-file", tmp_path / "phrase", ALLOW]
    sealed = succeed("encrypt", *options, *cost_options((8, 257, 1)), stdin=b"text")
    assert succeed("decrypt", *options, stdin=sealed) == b"text"
    failure(UNSUPPORTED, "decrypt", *options[:2], stdin=sealed, says=ALLOW)


def test_consent_is_for_passphrases(key):
    for name in ("encrypt", "decrypt"):
        failure(USAGE, name, "-k", key, ALLOW, "-o", "new", says=f"--key and {ALLOW} exclude each other")


def test_the_key_check_depends_on_all_that_is_before_it(secret, version):
    header = Header(salt=sample(32), version=version)
    others = [replace(header, salt=sample(32, seed=2))]
    if version == 2:
        others += [replace(header, chunk=1), replace(header, algorithm="ascon-128"), replace(header, memory=1)]
    checks = {one.model.key_check(secret) for one in (header, *others)} | {header.model.key_check(bytes(32))}
    assert len(checks) == len(others) + 2


def test_both_implementations_agree_on_the_key_check(key, secret, sealed):
    assert decode(sealed).check == decode(sealed).model.key_check(secret)
    assert succeed("decrypt", "-k", key, stdin=sealed) == TEXT

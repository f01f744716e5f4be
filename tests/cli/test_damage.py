"""Every change of an encrypted file is noticed, and leaves nothing behind."""

import pytest
from helpers import CORRUPTED, IO, UNSUPPORTED, USAGE, WRONG_KEY, encrypt, failure, names, run, sample, succeed
from second_implementation import (
    PASSPHRASE,
    Header,
    decode,
    file_key,
    key_check,
    nonce,
    read_key,
    with_checksum,
)
from second_implementation import encrypt as second_encrypt

from spec.algorithms import find
from spec.modes import aead_encrypt

CHUNK, STEP, START = 8, 8 + 16, 128
TEXT = sample(3 * CHUNK + 5)


@pytest.fixture
def sealed(key):
    return encrypt(key, TEXT, "--chunk-size", CHUNK)


def chunks(sealed):
    return [sealed[at : at + STEP] for at in range(START, len(sealed), STEP)]


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


def code_for_byte(at):
    """Magic and version say that the file is of another kind; the checksum covers the rest."""
    return UNSUPPORTED if at < 10 else CORRUPTED


@pytest.mark.parametrize("bit", [0, 7])
def test_every_byte_counts(folder, key, sealed, bit):
    for at in range(len(sealed)):
        data = bytearray(sealed)
        data[at] ^= 1 << bit
        refused(key, folder, bytes(data), code_for_byte(at))


def test_every_truncation_is_noticed(folder, key, sealed):
    for size in range(len(sealed)):
        says = "ends inside the header" if size < START else "sealed: "
        refused(key, folder, sealed[:size], CORRUPTED, says=says)


def test_truncation_between_chunks_is_named(folder, key, sealed):
    refused(key, folder, sealed[: START + 2 * STEP], CORRUPTED, says="truncated: no chunk follows chunk 1")


def test_appended_bytes_are_noticed(folder, key, sealed):
    for tail in (b"\0", b"x" * 15, b"x" * 16, b"x" * STEP, sealed, sealed[START:], chunks(sealed)[-1]):
        refused(key, folder, sealed + tail, CORRUPTED)


def test_data_after_the_last_chunk_is_named(folder, key):
    full = encrypt(key, TEXT[: 2 * CHUNK], "--chunk-size", CHUNK)
    refused(key, folder, full + b"x", CORRUPTED, says="data after its last chunk, chunk 1")


def test_chunks_cannot_be_moved(folder, key, sealed):
    header, parts = sealed[:START], chunks(sealed)
    orders = [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3), (0, 0, 1, 2, 3), (0, 1, 2, 2, 3), (0, 1, 2, 3, 3), (3,), (1, 2, 3),
              (0, 3, 2, 1), (0, 1, 2, 3, 0), (), (2, 3)]
    for order in orders:
        refused(key, folder, header + b"".join(parts[i] for i in order), CORRUPTED)


def test_chunks_and_headers_of_other_files_do_not_fit(folder, key, sealed):
    other = encrypt(key, TEXT, "--chunk-size", CHUNK)
    refused(key, folder, sealed[:START] + other[START:], CORRUPTED)
    refused(key, folder, sealed[: START + STEP] + other[START + STEP :], CORRUPTED)


def test_an_empty_last_chunk_is_only_for_empty_files(folder, key):
    """Even one made with the key: every text has one encryption only."""
    secret = read_key(key.read_text())
    sealed = second_encrypt(secret, TEXT[:CHUNK] + b"x", Header(chunk=CHUNK, salt=sample(16)))
    row = find("ascon-aead128")
    empty = b"".join(aead_encrypt(row, file_key(secret, decode(sealed)), nonce(1, True), b"", b""))
    refused(key, folder, sealed[: START + STEP] + empty, CORRUPTED, says="chunk 1 is empty")


# ---- Headers changed by someone who knows the format, but not the key ------------------------


def changed(sealed, at, value):
    return with_checksum(sealed[:at] + value + sealed[at + len(value) : START]) + sealed[START:]


@pytest.mark.parametrize(
    ("at", "value", "code", "says"),
    [
        (0, b"x", UNSUPPORTED, "is no file encrypted by asconkit"),
        (8, b"\2", UNSUPPORTED, "format version 2, this program knows version 1"),
        (8, b"\0\1", UNSUPPORTED, "format version 256"),
        (10, b"\2", WRONG_KEY, "with a passphrase"),
        (10, b"\3", UNSUPPORTED, "unknown kind of key"),
        (11, b"\1", UNSUPPORTED, "unknown header fields"),
        (12, b"\0\0\0\0", UNSUPPORTED, "chunk size"),
        (12, b"\1\0\x10\0", UNSUPPORTED, "chunk size"),
        (12, b"\xff\xff\xff\xff", UNSUPPORTED, "chunk size"),
        (12, b"\x09", CORRUPTED, "chunk 0"),
        (16, b"ascon-128".ljust(32, b"\0"), CORRUPTED, "chunk 0"),
        (16, b"ascon-128a".ljust(32, b"\0"), CORRUPTED, "chunk 0"),
        (16, b"ascon-129".ljust(32, b"\0"), UNSUPPORTED, "algorithm"),
        (16, b"ascon-hash256".ljust(32, b"\0"), UNSUPPORTED, "algorithm"),
        (16, bytes(32), UNSUPPORTED, "algorithm"),
        (16, b"x" * 32, UNSUPPORTED, "algorithm"),
        (47, b"x", UNSUPPORTED, "algorithm"),
        (48, b"\1", UNSUPPORTED, "Argon2"),
        (56, b"\1", UNSUPPORTED, "Argon2"),
        (60, b"\1", UNSUPPORTED, "unknown header fields"),
        (64, b"another salt....", WRONG_KEY, "wrong key"),
        (80, b"\0" * 32, WRONG_KEY, "wrong key"),
    ],
)
def test_forged_headers(folder, key, sealed, at, value, code, says):
    data = changed(sealed, at, value)
    if code == WRONG_KEY and at == 10:
        data = changed(data, 48, b"\x40\0\0\0\1\0\0\0\1\0\0\0")
    assert data != sealed
    refused(key, folder, data, code, says=says)


@pytest.mark.parametrize(
    ("cost", "says"),
    [
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
    ],
)
def test_hostile_argon2_parameters(tmp_path, cost, says):
    (tmp_path / "phrase").write_text("phrase")
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


def cost_options(cost):
    return [part for pair in zip(["--argon2-memory", "--argon2-passes", "--argon2-lanes"], cost) for part in pair]


@pytest.mark.parametrize("cost", COSTLY)
def test_encrypt_writes_no_costly_passphrase_without_consent(folder, cost):
    """Such a file would not open without the option."""
    options = [*cost_options(cost), "--passphrase-file", "/nowhere/phrase", "-o", "sealed"]
    failure(USAGE, "encrypt", *options, says=ALLOW)
    failure(IO, "encrypt", *options, ALLOW)
    assert names(folder) == []


def test_consent_opens_a_costly_file(tmp_path):
    (tmp_path / "phrase").write_text("phrase")
    options = ["--passphrase-file", tmp_path / "phrase", ALLOW]
    sealed = succeed("encrypt", *options, *cost_options((8, 257, 1)), stdin=b"text")
    assert succeed("decrypt", *options, stdin=sealed) == b"text"
    failure(UNSUPPORTED, "decrypt", *options[:2], stdin=sealed, says=ALLOW)


def test_consent_is_for_passphrases(key):
    for name in ("encrypt", "decrypt"):
        failure(USAGE, name, "-k", key, ALLOW, "-o", "new", says=f"{ALLOW}: expected --passphrase")


def test_the_key_check_depends_on_key_and_salt(key):
    secret, salt = read_key(key.read_text()), sample(16)
    sealed = second_encrypt(secret, b"text", Header(salt=salt))
    assert decode(sealed).check == key_check(secret, salt)
    assert key_check(secret, salt) != key_check(secret, sample(16, seed=2)) != key_check(bytes(32), salt)
    assert succeed("decrypt", "-k", key, stdin=sealed) == b"text"

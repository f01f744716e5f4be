"""encrypt and decrypt: round trips, and the second implementation of the file format."""

import json
import os
import re
import select
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from helpers import (
    AEADS, ARGON2, EXISTS, IO, UNSUPPORTED, command, cost_options, decrypt, encrypt, failure, names, run, sample,
    succeed, write_secret,
)  # fmt: skip
from second_implementation import HEADER_SIZE, Header, decode, stretch
from second_implementation import decrypt as second_decrypt
from second_implementation import encrypt as second_encrypt
from second_implementation import read_key

from spec.constructions.stream import KEY_FILE, PASSPHRASE, Refused

CHUNK = 32
SIZES = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 101]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("algorithm", AEADS)
def test_both_implementations_read_each_other(key, algorithm, size):
    secret, text = read_key(key.read_text()), sample(size)
    sealed = encrypt(key, text, "-a", algorithm, "--chunk-size", CHUNK)
    assert len(sealed) == HEADER_SIZE + size + 16 * max(1, -(-size // CHUNK))
    assert second_decrypt(secret, sealed) == text
    theirs = second_encrypt(secret, text, Header(algorithm, CHUNK, KEY_FILE, salt=sample(32)))
    assert decrypt(key, theirs) == text
    assert decode(sealed).algorithm == algorithm


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 131072, 200_000, 1_000_000])
def test_default_chunks(key, size):
    text = sample(size)
    sealed = encrypt(key, text)
    assert len(sealed) == HEADER_SIZE + size + 16 * max(1, -(-size // 65536))
    assert decode(sealed).chunk == 65536
    assert decrypt(key, sealed) == text


def test_second_implementation_reads_default_chunks(key):
    text = sample(65537)
    assert second_decrypt(read_key(key.read_text()), encrypt(key, text)) == text


@pytest.mark.parametrize("chunk", [1, 2, 1000, 1 << 20])
def test_chunk_sizes(key, chunk):
    text = sample(3001)
    assert decrypt(key, encrypt(key, text, "--chunk-size", chunk)) == text


def test_every_file_has_its_own_salt_and_text(key):
    files = [encrypt(key, b"the same") for _ in range(20)]
    assert len({one[64:96] for one in files}) == len({one[HEADER_SIZE:] for one in files}) == 20


def test_backends_agree(key):
    sealed = encrypt(key, sample(100), "--chunk-size", 30)
    for backend in json.loads(succeed("info", "--json"))["backends"]:
        if backend["available"]:
            assert decrypt(key, sealed, "--backend", backend["name"]) == sample(100)


def test_files_and_their_names(folder, key):
    text = sample(5000)
    (folder / "letter").write_bytes(text)
    succeed("encrypt", "-k", key, "letter")
    assert names(folder) == ["letter", "letter.ascon"]
    (folder / "letter").unlink()
    succeed("decrypt", "-k", key, "letter.ascon")
    assert (folder / "letter").read_bytes() == text
    succeed("decrypt", "-k", key, "letter.ascon", "-o", "copy")
    succeed("decrypt", "-k", key, "-o", "copy2", "--", "letter.ascon")
    assert names(folder) == ["copy", "copy2", "letter", "letter.ascon"]
    assert succeed("decrypt", "-k", key, "letter.ascon", "-o", "-") == text


@pytest.mark.parametrize("name", ["[a,b]", "-dash", "a b\n", "decrypt", "{}"])
def test_odd_names(folder, key, name):
    (folder / name).write_bytes(b"text")
    succeed("encrypt", "-k", key, "--", name)
    (folder / name).unlink()
    succeed("decrypt", "-k", key, "--", name + ".ascon")
    assert names(folder) == sorted([name, name + ".ascon"])


def test_several_files_have_an_output_each(folder, key):
    texts = {"a": b"one", "b c": b"", "-d": sample(200_000)}
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    succeed("encrypt", "-k", key, "--", *texts)
    sealed = [f"{name}.ascon" for name in texts]
    assert names(folder) == sorted([*texts, *sealed])
    assert len({(folder / name).read_bytes()[64:96] for name in sealed}) == 3  # each its salt
    for name in texts:
        (folder / name).unlink()
    succeed("decrypt", "-k", key, "--", *sealed)
    assert {name: (folder / name).read_bytes() for name in texts} == texts


def test_several_files_and_a_key_through_a_pipe(folder, key):
    """The key is read once."""
    for name in "ab":
        (folder / name).write_text(name)
    succeed("encrypt", "-k", "-", "a", "b", stdin=key.read_bytes())
    assert [succeed("decrypt", "-k", key, f"{name}.ascon", "-o", "-") for name in "ab"] == [b"a", b"b"]


def test_a_failure_leaves_out_no_other_file(folder, key):
    (folder / "folder").mkdir()
    for name in "ab":
        (folder / name).write_text(name)
    result = run("encrypt", "-k", key, "missing", "a", "folder", "b")
    assert result.returncode == IO
    assert result.stderr.decode().splitlines() == [
        "asconkit encrypt: missing: No such file or directory",
        "asconkit encrypt: folder: is a directory, expected a file; tar makes one of a folder, see --help",
    ]
    assert names(folder) == ["a", "a.ascon", "b", "b.ascon", "folder"]
    (folder / "a.ascon").write_bytes(b"no such format")
    (folder / "b").unlink()
    result = run("decrypt", "-k", key, "-f", "a.ascon", "b.ascon", "missing.ascon")
    assert result.returncode == UNSUPPORTED and result.stderr.count(b"\n") == 2
    assert (folder / "b").read_text() == "b"


def test_an_output_that_exists_stops_all(folder, key):
    """What can be checked is checked before anything is done."""
    for name in ("a", "b", "b.ascon"):
        (folder / name).write_text(name)
    failure(EXISTS, "encrypt", "-k", key, "a", "b", says="b.ascon: exists already; --force replaces it")
    assert names(folder) == ["a", "b", "b.ascon"]
    succeed("encrypt", "-f", "-k", key, "a", "b")


def test_a_folder_through_tar(folder, key):
    """The example of the help."""
    assert b"tar -c photos | asconkit encrypt -k my.key -o photos.tar.ascon" in succeed("encrypt", "--help")
    failure(IO, "encrypt", "-k", key, ".", "-o", "out", says="; tar makes one of a folder, see --help")


def test_the_help_says_where_the_output_goes():
    for name in ("encrypt", "decrypt"):
        text = " ".join(succeed(name, "--help").decode().split())
        assert "Without FILE, or for -, the command encrypts or decrypts standard input to standard output" in text


def test_a_file_that_becomes_shorter(folder, key):
    """Half of a file must not pass for all of it. Growing files are taken as far as they are read."""
    with open("large", "wb") as file:
        file.truncate(64 << 20)
    os.mkfifo("slow")
    reader = os.open("slow", os.O_RDONLY | os.O_NONBLOCK)
    process = subprocess.Popen(command("encrypt", "-k", key, "large", "-o", "slow"), stderr=subprocess.PIPE)
    while not select.select([reader], [], [], 60)[0]:
        pass
    os.truncate("large", 48 << 20)
    os.set_blocking(reader, True)
    while os.read(reader, 1 << 20):
        pass
    os.close(reader)
    said = process.communicate()[1].decode()
    wanted = f"asconkit encrypt: large: became shorter while it was read: {48 << 20} bytes of {64 << 20}\n"
    assert (process.returncode, said) == (IO, wanted)


def test_sizes_that_say_nothing(folder, key):
    for path in ("/proc/self/status", "/sys/kernel/mm/transparent_hugepage/enabled"):
        if os.path.exists(path):
            succeed("encrypt", "-k", key, path, "-o", "-")


def test_a_pipeline(key):
    """Programs read and write at the same time: each holds some chunks, not the whole file."""
    text = sample(3_000_000)
    with subprocess.Popen(command("encrypt", "-k", key), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        with subprocess.Popen(command("decrypt", "-k", key), stdin=first.stdout, stdout=subprocess.PIPE) as second:
            first.stdout.close()
            if os.fork() == 0:
                first.stdin.write(text)
                first.stdin.close()
                os._exit(0)
            first.stdin.close()
            assert second.stdout.read() == text
    assert (first.returncode, second.returncode) == (0, 0)


def test_force_replaces_the_file_and_keeps_its_mode(folder, key):
    (folder / "old").write_bytes(b"old")
    (folder / "old").chmod(0o640)
    succeed("encrypt", "-k", key, "-f", "-o", "old", stdin=b"new")
    assert decrypt(key, (folder / "old").read_bytes()) == b"new"
    assert stat.S_IMODE((folder / "old").stat().st_mode) == 0o640


def test_force_writes_through_a_link(folder, key):
    (folder / "real").write_bytes(b"old")
    os.symlink("real", folder / "link")
    succeed("encrypt", "-k", key, "--force", "-o", "link", stdin=b"new")
    assert os.path.islink("link") and decrypt(key, (folder / "real").read_bytes()) == b"new"


@pytest.mark.parametrize(("mode", "umask", "expected"), [(0o600, 0o022, 0o600), (0o644, 0o022, 0o644),
                                                         (0o666, 0o077, 0o600), (0o755, 0o022, 0o644)])
def test_output_is_no_more_readable_than_input(folder, key, mode, umask, expected):
    (folder / "letter").write_bytes(b"text")
    (folder / "letter").chmod(mode)
    succeed("encrypt", "-k", key, "letter", preexec_fn=lambda: os.umask(umask))
    assert stat.S_IMODE((folder / "letter.ascon").stat().st_mode) == expected


def test_devices_and_named_pipes_are_written_to(folder, key):
    succeed("encrypt", "-k", key, "-o", "/dev/null", stdin=b"text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    os.mkfifo("pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE) as reader:
        succeed("encrypt", "-k", key, "-o", "pipe", stdin=b"text")
        assert decrypt(key, reader.stdout.read()) == b"text"


# ---- Passphrases ---------------------------------------------------------------------------


@pytest.fixture
def phrase(tmp_path):
    return write_secret(tmp_path / "phrase", "correct hörse\n")


@pytest.mark.parametrize("cost", [(64, 1, 1), (64, 3, 2), (257, 2, 4)])
def test_both_implementations_agree_on_passphrases(phrase, cost):
    sealed = succeed("encrypt", "--passphrase-file", phrase, *cost_options(cost), stdin=b"text")
    header = decode(sealed)
    assert (header.source, header.memory, header.passes, header.lanes) == (PASSPHRASE, *cost)
    secret = stretch("correct hörse".encode(), header)
    assert second_decrypt(secret, sealed) == b"text"
    theirs = Header("ascon-80pq", CHUNK, PASSPHRASE, *cost, salt=sample(32))
    theirs = second_encrypt(stretch("correct hörse".encode(), theirs), sample(99), theirs)
    assert succeed("decrypt", "--passphrase-file", phrase, stdin=theirs) == sample(99)


def test_default_cost_is_that_of_rfc_9106(phrase):
    header = decode(succeed("encrypt", "--passphrase-file", phrase, stdin=b""))
    assert (header.memory, header.passes, header.lanes) == (65536, 3, 4)


@pytest.mark.parametrize("line", [b"correct h\xc3\xb6rse", b"correct h\xc3\xb6rse\r\n"])
def test_line_ends_do_not_belong_to_a_passphrase(tmp_path, phrase, line):
    write_secret(tmp_path / "other", line)
    sealed = succeed("encrypt", "--passphrase-file", phrase, *ARGON2, stdin=b"text")
    assert succeed("decrypt", "--passphrase-file", tmp_path / "other", stdin=sealed) == b"text"


def test_longest_passphrase(tmp_path):
    write_secret(tmp_path / "long", b"x" * 1024 + b"\n")
    sealed = succeed("encrypt", "--passphrase-file", tmp_path / "long", *ARGON2, stdin=b"text")
    assert second_decrypt(stretch(b"x" * 1024, decode(sealed)), sealed) == b"text"


# ---- Constant memory -------------------------------------------------------------------------


def peak_memory(arguments, path):
    """Largest resident size in KiB when all of a file has come through a pipe, but not its end."""
    with subprocess.Popen(command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        with open(path, "rb") as file:
            shutil.copyfileobj(file, process.stdin, 1 << 16)
        process.stdin.flush()
        status = Path(f"/proc/{process.pid}/status").read_text()
        process.stdin.close()
    assert process.returncode == 0
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1])


@pytest.mark.parametrize("name", ["sum", "mac", "xof"])
def test_memory_does_not_grow_with_the_input(folder, key, name):
    options = ["-k", key] if name == "mac" else []
    peaks = []
    for megabytes in (1, 32):
        with open("zeros", "wb") as zeros:
            zeros.truncate(megabytes << 20)
        peaks.append(peak_memory([name, *options], "zeros"))
    assert peaks[1] - peaks[0] < 2048


@pytest.mark.skipif(bool(os.environ.get("ASCONKIT_SANITIZER")), reason="sanitizers take memory of their own")
@pytest.mark.parametrize("chunk", [1000, 65536, 1 << 20])
@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_memory_is_bounded(folder, key, name, chunk):
    """Whatever the input, the chunks and the threads: 33 MiB of groups, and something for threads."""
    peaks = []
    for megabytes in (1, 256):
        with open("zeros", "wb") as zeros:
            zeros.truncate(megabytes << 20)
        if name == "decrypt":
            succeed("encrypt", "-k", key, "--chunk-size", chunk, "-f", "-o", "sealed", "zeros")
        options = ["-k", key, "-j", 4, *(["--chunk-size", chunk] if name == "encrypt" else [])]
        peaks.append(peak_memory([name, *options], "sealed" if name == "decrypt" else "zeros"))
    assert peaks[1] - peaks[0] < (36 << 10)


def test_the_second_implementation_refuses_damage(key):
    """It would be a weak witness otherwise."""
    secret, sealed = read_key(key.read_text()), encrypt(key, sample(70), "--chunk-size", CHUNK)
    for at in (0, 8, 70, 100, 120, 130, len(sealed) - 1):
        with pytest.raises(Refused):
            second_decrypt(secret, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1:])

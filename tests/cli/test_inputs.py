"""Inputs: no stream is read twice, and keys and passphrases are read completely."""

import os
import pty
import re
import subprocess
import threading
import time

import pytest
from builds import ROOT
from helpers import BAD_KEY_FILE, USAGE, command, deadline, failure, names, run, sample, succeed, write_secret

STDIN = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]


@pytest.fixture
def letter(folder, key):
    (folder / "letter").write_text("text")
    return folder


@pytest.mark.parametrize("second", STDIN)
@pytest.mark.parametrize("first", STDIN)
@pytest.mark.parametrize("option", ["--key", "--passphrase-file"])
@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_standard_input_twice(folder, key, name, option, first, second):
    data = key.read_bytes() + b"text"
    says = f"{option} and FILE both read standard input, which can be read only once"
    failure(USAGE, name, option, first, second, "-o", "out", stdin=data, says=says)
    assert names(folder) == []


def test_nothing_is_read_before_that(folder, key):
    with open(key, "rb") as file:
        failure(USAGE, "encrypt", "-k", "-", "-", "-o", "out", stdin=file)
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 0


@pytest.mark.parametrize("file", [["-"], [], ["/dev/stdin"]])
@pytest.mark.parametrize("option", ["--key", "--raw-key"])
@pytest.mark.parametrize("name", ["mac", "prf"])
def test_standard_input_twice_in_mac_and_prf(letter, key, name, option, file):
    data = key.read_bytes() if option == "--key" else sample(16)
    result = failure(USAGE, name, option, "/dev/fd/0", *file, stdin=data, says=f"{option} and FILE both read")
    assert result.stdout == b""


def test_standard_input_behind_other_operands(letter, key):
    result = failure(USAGE, "mac", "-k", "-", "letter", "/dev/stdin", stdin=key.read_bytes(), says="--key and FILE")
    assert result.stdout == b""


def test_two_operands_of_mac(letter, key):
    result = failure(USAGE, "mac", "-k", key, "-", "letter", "/dev/stdin", stdin=b"text",
                     says="two operands both read standard input")
    assert result.stdout == b""
    assert succeed("mac", "-k", key, "letter", "letter", "/dev/null", "/dev/null").count(b"\n") == 4


@pytest.mark.parametrize("other", ["same", "hard link", "symbolic link"])
def test_a_pipe_twice(folder, key, other):
    """The command does not wait for a writer."""
    os.mkfifo("pipe")
    if other == "hard link":
        os.link("pipe", "other")
    if other == "symbolic link":
        os.symlink("pipe", "other")
    path = "pipe" if other == "same" else "other"
    failure(USAGE, "encrypt", "-k", "pipe", path, "-o", "out", timeout=10,
            says=f"--key and FILE both read {path}, which can be read only once")


def test_a_pipe_that_is_also_standard_input(folder, key):
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        failure(USAGE, "encrypt", "-k", "pipe", "-o", "out", stdin=reader, timeout=10, says="both read standard input")
    finally:
        os.close(reader)


def test_a_terminal_by_its_name_and_as_standard_input(folder):
    master, slave = pty.openpty()
    try:
        failure(USAGE, "encrypt", "-k", os.ttyname(slave), "-o", "out", stdin=slave, timeout=10, says="both read")
    finally:
        os.close(master)
        os.close(slave)


def test_two_pipes(letter, key):
    """As with the process substitution of a shell."""
    script = 'cat "$1" | { "$ASCONKIT" encrypt -k /dev/fd/4 - -o out 4<&0 <letter; }'
    subprocess.run(["sh", "-c", script, "sh", key], check=True)
    assert succeed("decrypt", "-k", key, "out", "-o", "-") == b"text"


def test_a_key_file_may_be_the_input(folder, key):
    with open(key, "rb") as same:
        sealed = succeed("encrypt", "-k", key, stdin=same)
    assert succeed("decrypt", "-k", key, stdin=sealed) == key.read_bytes()


@pytest.mark.parametrize("name", ["encrypt", "mac"])
def test_nothing_of_a_key_file_is_left_out(letter, key, name):
    line = key.read_bytes()
    write_secret(key, (line + b" \t\r\n" * 128)[:512])
    assert run(name, "-k", key, "letter").returncode == 0
    write_secret(key, (line + b" \t\r\n" * 128)[:513])
    (letter / "letter.ascon").unlink(missing_ok=True)
    failure(BAD_KEY_FILE, name, "-k", key, "letter", says="is longer than 512 bytes")


def test_nothing_of_a_passphrase_file_is_left_out(letter, tmp_path):
    phrase = write_secret(tmp_path / "phrase", b"x" * 1024 + b"\r\nsecond line")
    failure(USAGE, "encrypt", "--passphrase-file", phrase, "letter", says="the passphrase is longer than 1024 bytes")
    assert names(letter) == ["letter"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_passphrase_file_that_others_can_read(letter, tmp_path, mode):
    phrase = write_secret(tmp_path / "phrase", "correct horse")
    phrase.chmod(mode)
    options = ["--passphrase-file", phrase, "--argon2-memory", 64, "--argon2-passes", 1]
    result = run("encrypt", *options, "letter")
    assert result.returncode == 0
    warning = f"warning: other users have access to this passphrase file, whose mode is {mode:04o}"
    assert result.stderr.decode() == f"asconkit encrypt: {phrase}: {warning}; 'chmod 600' ends that\n"


def test_a_command_that_waits_for_ever_fails_its_test(key):
    reader, writer = os.pipe()
    try:
        with pytest.raises(TimeoutError), deadline(0.5):
            run("encrypt", "-k", key, stdin=reader)
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.skipif(os.environ.get("ASCONKIT_TESTS") == "quick", reason="the quick tier has no compiler for 32 bits")
@pytest.mark.parametrize("settings", [True, False])
def test_files_of_2_gib_on_32_bits(settings):
    """By what CMake defines: a build without it, whose open() refuses such files, is an error."""
    text = (ROOT / "cli/CMakeLists.txt").read_text(encoding="utf-8")
    defined = re.findall(r"target_compile_definitions\(\$\{target\} PRIVATE (\S+)\)", text)
    flags = [f"-D{name}" for name in defined if settings]
    command = ["i686-linux-gnu-g++", "-std=c++20", "-fsyntax-only", *flags, f"-I{ROOT}", ROOT / "cli/io.cpp"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode == 0) == settings and (settings or "_FILE_OFFSET_BITS=64" in done.stderr), done.stderr


def read_late(words, stream="stdout", **options):
    """What the command writes to a pipe that does not block, and is full before it is read."""
    ends = os.pipe()
    os.set_blocking(ends[1], False)
    with subprocess.Popen(command(*words), **{stream: ends[1]}, **options) as process:
        os.close(ends[1])
        time.sleep(0.5)
        with open(ends[0], "rb") as file:
            return file.read(), process.wait()


# As a shell or a server may leave them: the flags of a stream belong to other processes too.
@pytest.mark.parametrize("words", [["encrypt"], ["sum"], ["sum", "--tree"], ["xof", "-n", "9"], ["mac"]], ids=" ".join)
def test_streams_that_do_not_block(folder, key, words):
    text, inputs = sample(500_000), os.pipe()
    words = [*words, "-k", key] if words[0] in ("encrypt", "mac") else words

    def write():
        with open(inputs[1], "wb", buffering=0) as file:
            for at in range(0, len(text), 50_000):
                time.sleep(0.02)
                file.write(text[at : at + 50_000])

    os.set_blocking(inputs[0], False)
    threading.Thread(target=write).start()
    with open(inputs[0], "rb") as stdin:
        found, code = read_late(words, stdin=stdin)
    if words[0] == "encrypt":
        assert succeed("decrypt", "-k", key, stdin=found) == text and code == 0
    else:
        assert (found, code) == (succeed(*words, stdin=text), 0)


@pytest.mark.parametrize("words", [["sum", "-z"], ["sum"], ["sum", "-c"], ["mac"], ["mac", "-c"],
                                   ["xof", "-n", "99999"], ["xof", "--raw", "-n", "99999"]], ids=" ".join)  # fmt: skip
def test_more_text_than_a_pipe_holds(folder, key, words):
    (folder / "a").write_bytes(b"text")
    words, many = [*words, *(["-k", key] if words[0] == "mac" else [])], ["a"] * 15_000
    if "-c" in words:
        (folder / "list").write_bytes(succeed(*(word for word in words if word != "-c"), *many))
    words += ["list"] if "-c" in words else ["a"] if words[0] == "xof" else many
    found = read_late(words)
    assert found == (succeed(*words), 0) and len(found[0]) > 1 << 16


def test_more_messages_than_a_pipe_holds(folder):
    assert read_late(["sum", *["no"] * 3000], "stderr") == (b"asconkit sum: no: No such file or directory\n" * 3000, 1)

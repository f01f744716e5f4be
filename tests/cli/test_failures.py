"""Failures: one clear line, the exit code of the page on the command, and no file lost or left behind."""

import os
import re
import resource
import signal
import subprocess

import pytest
from helpers import (
    ARGON2, BAD_KEY_FILE, CORRUPTED, EXISTS, IO, UNSUPPORTED, USAGE, WRONG_KEY, command, decrypt, encrypt, failure,
    names, run, sample, succeed, write_secret,
)  # fmt: skip
from spec.algorithms import find
from spec.modes import hash_digest


@pytest.fixture
def sealed(folder, key):
    (folder / "sealed.ascon").write_bytes(encrypt(key, b"text"))
    return "sealed.ascon"


@pytest.fixture
def phrase(tmp_path):
    return write_secret(tmp_path / "phrase", "phrase\n")


# ---- Usage ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "says"), [
    (["encrypt"], "expected --key, --passphrase or --passphrase-file"),
    (["encrypt", "-k", "k", "-p"], "--key and --passphrase exclude each other"),
    (["decrypt", "-"], "expected --key, --passphrase or --passphrase-file"),
    (["xof", "a", "b"], "extra operand b"),
    (["encrypt", "-k", "k", "-o", "c", "a", "b"], "--output names one file, but 2 files are given"),
    (["decrypt", "-k", "k", "-o", "c", "a", "b", "d"], "--output names one file, but 3 files are given"),
    (["encrypt", "-k", "k", "-", "-"], "two operands both read standard input"),
    (["encrypt", "-k", "k", "-a", "ascon-hash256"], "ascon-hash256 is not known here, expected one of: "),
    (["encrypt", "-k", "k", "--chunk-size", "0"], "--chunk-size: 0, expected 1 to 1048576"),
    (["encrypt", "-k", "k", "--chunk-size", "1048577"], "expected 1 to 1048576"),
    (["encrypt", "-k", "k", "--chunk-size", "many"], "--chunk-size"),
    (["encrypt", "-k", "k", "--chunk-size", "-1"], "--chunk-size"),
    (["encrypt", "-p", "--argon2-memory", "7"], "Argon2 memory in KiB 7, expected 32 to 2097152"),
    (["encrypt", "-p", "--argon2-lanes", "0"], "Argon2 lanes 0"),
    (["encrypt", "-p", "--argon2-passes", "0"], "Argon2 passes 0"),
    (["encrypt", "--unknown"], "unrecognized option '--unknown'"),
    (["encrypt", "-q"], "invalid option -- 'q'"),
    (["decrypt", "-k", "k", "letter"], "does not end in .ascon, expected --output FILE"),
    (["decrypt", "-k", "k", ".ascon"], ".ascon: has no name before .ascon, expected --output FILE"),
    (["decrypt", "-k", "k", "a/.ascon"], "a/.ascon: has no name before .ascon, expected --output FILE"),
    (["keygen"], "expected the name of a file to create"),
    (["mac"], "expected --key FILE"),
    (["mac", "-k", "k", "--verify", "00"], "expected a tag of 32 hexadecimal digits"),
    (["mac", "-k", "k", "--verify", "00" * 16, "a", "b"], "expected exactly one file"),
    (["mac", "-k", "k", "-a", "ascon-prf"], "expected one of: ascon-mac-v13, ascon-mac, ascon-maca"),
    (["xof", "-a", "ascon-hash256"], "expected one of: ascon-xof128, ascon-cxof128, "),
    (["xof", "-a", "ascon-xof128", "-z", "text"], "expected a CXOF"),
    (["xof", "-z", "x" * 257], "expected at most 256 bytes"),
    (["xof", "-n", "-1"], "--length"),
    (["xof", "--backend", "none"], "--backend: cannot use none, expected one of: "),
    (["info", "file"], "extra operand file, expected none"),
    (["encrypt", "-k"], "--key: the value is missing, expected a file's name"),
    (["encrypt", "-k", "k", "--key=j"], "--key is given twice"),
    (["encrypt", "-k", "k", "--argon2-passes", "3"], "--key and --argon2-passes exclude each other"),
    (["encrypt", "--force=yes"], "option '--force' doesn't allow an argument"),
    (["encrypt", "--pass=f"], "option '--pass=f' is ambiguous; possibilities: '--passphrase' '--passphrase-file'"),
    (["mac", "-k", "k", "-j", "257"], "--threads: 257, expected 0 to 256"),
])  # fmt: skip
def test_usage(folder, arguments, says):
    result = failure(USAGE, *arguments, says=says)
    assert result.stderr.decode().endswith(f"; see 'asconkit {arguments[0]} --help'\n")
    assert names(folder) == []


@pytest.mark.parametrize(("arguments", "says"), [
    (["nonsense"], "unknown subcommand 'nonsense'; see 'asconkit --help'"),
    (["encrpt"], "unknown subcommand 'encrpt'; did you mean 'encrypt'?; see"),
    (["help", "dec"], "unknown subcommand 'dec'; did you mean 'decrypt'?"),
    (["--nonsense"], "unrecognized option '--nonsense'"),
    (["--backend"], "--backend: the value is missing, expected one of: "),
    (["--backend", "none", "info"], "--backend: cannot use none, expected one of: "),
    (["-x"], "invalid option -- 'x'"),
])  # fmt: skip
def test_usage_without_a_known_command(arguments, says):
    result = run(*arguments)
    assert result.returncode == USAGE and result.stdout == b""
    assert re.match(rb"asconkit( help| info)?: ", result.stderr) and result.stderr.count(b"\n") == 1
    assert says in result.stderr.decode()


def test_nothing_at_all_prints_the_usage():
    result = run()
    assert result.returncode == USAGE and result.stdout == b""
    assert result.stderr == succeed("--help")


# ---- Keys and passphrases ----------------------------------------------------------------------


def test_wrong_key(folder, sealed, tmp_path):
    succeed("keygen", tmp_path / "other")
    failure(WRONG_KEY, "decrypt", "-k", tmp_path / "other", sealed, says="sealed.ascon: wrong key")
    assert names(folder) == [sealed]


def test_wrong_passphrase(folder, phrase, tmp_path):
    (folder / "file").write_bytes(succeed("encrypt", "--passphrase-file", phrase, *ARGON2, stdin=b"text"))
    write_secret(tmp_path / "wrong", "Phrase")
    arguments = ["decrypt", "--passphrase-file", tmp_path / "wrong", "file", "-o", "out"]
    failure(WRONG_KEY, *arguments, says="file: wrong passphrase")
    assert names(folder) == ["file"]


def test_key_in_place_of_passphrase_and_the_reverse(folder, key, sealed, phrase):
    failure(WRONG_KEY, "decrypt", "--passphrase-file", phrase, sealed, says="with a key file, expected --key")
    other = succeed("encrypt", "--passphrase-file", phrase, *ARGON2, stdin=b"text")
    failure(WRONG_KEY, "decrypt", "-k", key, stdin=other, says="with a passphrase, expected --passphrase")


GOOD_DIGITS = "0123456789abcdef" * 4


@pytest.mark.parametrize(("content", "says"), [
    (b"", "is empty, expected a key made by asconkit keygen"),
    (b"\n", "is not a key file"),
    (b"secret", "is not a key file"),
    (b"\x00" * 512, "is not a key file"),
    (b"\x00" * 513, "is longer than 512 bytes"),
    (GOOD_DIGITS.encode(), "is not a key file"),
    (b"asconkit-key-v1-", "is a damaged key file"),
    (b"asconkit-key-v1-" + GOOD_DIGITS.encode() + b"-00000000", "is a damaged key file"),
    (b"asconkit-key-v2-" + GOOD_DIGITS.encode() + b"-00000000", "is not a key file"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["encrypt", "decrypt", "mac"])
def test_bad_key_files(folder, tmp_path, sealed, name, content, says):
    write_secret(tmp_path / "bad", content)
    failure(BAD_KEY_FILE, name, "-k", tmp_path / "bad", sealed, says=says)
    assert names(folder) == [sealed]


def test_a_key_file_has_one_spelling(folder, sealed, tmp_path):
    """Its digits are in lower case: with upper case it is refused, though the checksum fits the line as it is."""
    start = b"asconkit-key-v1-" + GOOD_DIGITS.upper().encode()
    check = hash_digest(find("ascon-hash256"), start)[:4].hex().encode()
    write_secret(tmp_path / "bad", start + b"-" + check + b"\n")
    failure(BAD_KEY_FILE, "decrypt", "-k", tmp_path / "bad", sealed, says="is a damaged key file")
    assert names(folder) == [sealed]


def test_every_digit_of_a_key_file_counts(folder, key, sealed, tmp_path):
    line = key.read_text()
    (tmp_path / "changed").touch(0o600)
    for at in range(len(line) - 1):
        other = "0" if line[at] != "0" else "1"
        (tmp_path / "changed").write_text(line[:at] + other + line[at + 1 :])
        failure(BAD_KEY_FILE, "decrypt", "-k", tmp_path / "changed", sealed)
    for text in (line[:-2], line.strip() + "0", line + line):
        (tmp_path / "changed").write_text(text)
        failure(BAD_KEY_FILE, "decrypt", "-k", tmp_path / "changed", sealed)
    assert names(folder) == [sealed]


@pytest.mark.parametrize("ending", ["", "\r\n", "\n\n", " \n"])
def test_line_ends_of_key_files(tmp_path, key, sealed, ending):
    (tmp_path / "k").touch(0o600)
    (tmp_path / "k").write_text(key.read_text().strip() + ending)
    assert succeed("decrypt", "-k", tmp_path / "k", sealed, "-o", "-") == b"text"


@pytest.mark.parametrize(("path", "says"), [
    ("missing", "missing: No such file or directory"),
    (".", ".: is a directory, expected a file"),
    ("/proc/self/mem", "/proc/self/mem: Input/output error"),  # unreadable for root as well
])  # fmt: skip
@pytest.mark.parametrize("option", ["-k", "--passphrase-file"])
def test_unreadable_keys(folder, sealed, path, says, option):
    failure(IO, "encrypt", option, path, sealed, says=says)
    failure(IO, "encrypt", "-k", path, "-o", "x", says=says)
    assert names(folder) == [sealed]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_file_that_others_can_read(key, mode):
    key.chmod(mode)
    result = run("encrypt", "-k", key, stdin=b"text")
    assert result.returncode == 0
    assert result.stderr.decode().startswith(f"asconkit encrypt: {key}: warning: other users have access")
    assert f"whose mode is {mode:04o};" in result.stderr.decode()
    key.chmod(0o600)
    assert decrypt(key, result.stdout) == b"text"


@pytest.mark.parametrize(("content", "says"), [
    (b"", "empty"),
    (b"\n", "empty"),
    (b"one\ntwo\n", "several lines"),
    (b"x" * 1025, "longer than 1024 bytes"),
    ("phrase\n".encode("utf-16"), "bad: is UTF-16, expected text in UTF-8"),
    ("\ufeffphrase\n".encode("utf-16-be"), "bad: is UTF-16, expected text in UTF-8"),
    ("phrase".encode("utf-16-le"), "bad: has a NUL byte, which cannot be typed"),
    (b"phr\0ase\n", "bad: has a NUL byte"),
    (b"\0", "bad: has a NUL byte"),
    (b"phrase\n\0", "bad: has a NUL byte"),
])  # fmt: skip
def test_bad_passphrase_files(folder, tmp_path, content, says):
    write_secret(tmp_path / "bad", content)
    failure(USAGE, "encrypt", "--passphrase-file", tmp_path / "bad", "-o", "out", says=says)
    assert names(folder) == []


def test_a_byte_order_mark_belongs_to_a_passphrase(folder, tmp_path):
    """Files that were encrypted with it can still be read, and it is told."""
    marked = write_secret(tmp_path / "marked", b"\xef\xbb\xbfphrase\n")
    plain = write_secret(tmp_path / "plain", b"phrase\n")
    says = b"marked: warning: begins with a byte-order mark"
    sealed = run("encrypt", "--passphrase-file", marked, *ARGON2, stdin=b"text")
    assert sealed.returncode == 0 and says in sealed.stderr and sealed.stderr.count(b"\n") == 1
    opened = run("decrypt", "--passphrase-file", marked, stdin=sealed.stdout)
    assert (opened.returncode, opened.stdout) == (0, b"text") and says in opened.stderr
    failure(WRONG_KEY, "decrypt", "--passphrase-file", plain, stdin=sealed.stdout)


# ---- Files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "mac", "xof"])
def test_unreadable_input(folder, key, name):
    options = ["-k", key] if name != "xof" else []
    options += ["-o", "out"] if name in ("encrypt", "decrypt") else []
    failure(IO, name, *options, "missing", says="missing: No such file or directory")
    failure(IO, name, *options, ".", says=".: is a directory, expected a file")
    failure(IO, name, *options, "missing/file", says="No such file or directory")
    failure(IO, name, *options, "/proc/self/mem", says="Input/output error")
    assert names(folder) == []


def test_existing_files_are_not_overwritten(folder, key, sealed):
    (folder / "sealed").write_text("precious")
    failure(EXISTS, "decrypt", "-k", key, sealed, says="sealed: exists already; --force replaces it")
    failure(EXISTS, "encrypt", "-k", key, "sealed", says="sealed.ascon: exists already")
    failure(EXISTS, "encrypt", "-k", key, "-o", "sealed", says="sealed: exists already")
    failure(EXISTS, "keygen", "sealed", says="sealed: exists already")
    os.symlink("nowhere", "dangling")
    failure(EXISTS, "keygen", "dangling", says="dangling: is a symbolic link")
    assert (folder / "sealed").read_text() == "precious"
    assert names(folder) == ["dangling", "sealed", "sealed.ascon"]


def test_a_failure_with_force_keeps_the_old_file(folder, key, sealed):
    (folder / "old").write_text("precious")
    data = (folder / sealed).read_bytes()
    (folder / sealed).write_bytes(data[:-1])
    failure(CORRUPTED, "decrypt", "-k", key, "-f", sealed, "-o", "old")
    assert (folder / "old").read_text() == "precious"
    assert names(folder) == ["old", sealed]


@pytest.mark.parametrize(("target", "says"), [
    (".", ".: is a directory, expected the name of a file to write"),
    ("missing/out", "No such file or directory"),
    ("plain/out", "Not a directory"),
    ("x" * 300, "File name too long"),
    ("", "No such file or directory"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["encrypt", "keygen"])
def test_unwritable_targets(folder, key, target, says, name):
    (folder / "plain").write_text("x")
    if name == "encrypt" and target:
        failure(IO, name, "-k", key, "-o", target, stdin=b"text", says=says)
    if name == "keygen":
        code = IO if target else USAGE
        failure(code, name, target, says=says if target else "expected the name")
    assert names(folder) == ["plain"]


@pytest.mark.parametrize(("content", "code", "says"), [
    (b"", CORRUPTED, "ends inside the header: 0 bytes, expected at least 144"),
    (b"ASCON", CORRUPTED, "ends inside the header: 5 bytes"),
    (b"hello", UNSUPPORTED, "is not a file encrypted by asconkit"),
    (b"x" * 1000, UNSUPPORTED, "is not a file encrypted by asconkit"),
    (b"ASCONKIT\3\0", UNSUPPORTED, "has format version 3, this program knows versions 1 to 2"),
    (b"ASCONKIT\2\0", CORRUPTED, "ends inside the header: 10 bytes, expected at least 160"),
    (b"ASCONKIT\1\0" + b"x" * 1000, CORRUPTED, "has a corrupted header"),
])  # fmt: skip
def test_files_that_are_not_encrypted(folder, key, content, code, says):
    (folder / "file").write_bytes(content)
    failure(code, "decrypt", "-k", key, "file", "-o", "out", says=says)
    assert names(folder) == ["file"]


def test_truncation_on_standard_output_fails_loudly(key):
    sealed = encrypt(key, sample(100), "--chunk-size", 10)
    result = failure(CORRUPTED, "decrypt", "-k", key, stdin=sealed[:-30], says="; the output is incomplete")
    assert result.stdout == sample(100)[:80]


# ---- Full disks ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
@pytest.mark.parametrize("size", [10, 300_000])
def test_full_device(folder, key, name, size):
    (folder / "in").write_bytes(sample(size) if name == "encrypt" else encrypt(key, sample(size)))
    says = "/dev/full: No space left on device"
    failure(IO, name, "-k", key, "in", "-o", "/dev/full", says=says)
    with open("/dev/full", "wb") as full:
        failure(IO, name, "-k", key, "in", "-o", "-", stdout=full, says="standard output: No space left on device")
    assert names(folder) == ["in"] and os.path.exists("/dev/full")


@pytest.mark.parametrize("arguments", [["xof"], ["xof", "--raw", "-n", "1000000"], ["info"], ["info", "--json"]])
def test_full_device_for_text(arguments):
    with open("/dev/full", "wb") as full:
        failure(IO, *arguments, stdout=full, says="standard output: No space left on device")


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "keygen"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_file_size_limit(folder, key, name, force):
    """As on a full disk: writing fails in the middle of the file."""
    (folder / "in").write_bytes(sample(300_000) if name == "encrypt" else encrypt(key, sample(300_000)))
    before = ["in"]
    if force:
        (folder / "out").write_text("precious")
        before.append("out")
    limit = 50 if name == "keygen" else 100_000
    arguments = [name, "out"] if name == "keygen" else [name, "-k", key, "in", "-o", "out"]
    failure(IO, *arguments, *force, says="File too large",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert names(folder) == before
    assert not force or (folder / "out").read_text() == "precious"


def test_closed_standard_streams(folder, key):
    """No file may get the number of a closed stream and be written to by mistake."""
    script = 'echo text > in; "$ASCONKIT" encrypt -k "$1" in %s; echo $?'
    for closing in ("<&-", ">&-", "2>&-", "<&- 2>&-"):
        run_script(script % closing, key)
        assert decrypt(key, (folder / "in.ascon").read_bytes()) == b"text\n"
        (folder / "in.ascon").unlink()
    assert "standard output: Bad file descriptor" in run_script('"$ASCONKIT" encrypt -k "$1" <in >&-', key)
    assert "-: Bad file descriptor" in run_script('"$ASCONKIT" encrypt -k "$1" <&-', key)


def run_script(script, *arguments):
    result = subprocess.run(["sh", "-c", script, "sh", *map(str, arguments)], capture_output=True)
    return result.stderr.decode()


# ---- Signals -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_interrupted(folder, key, number, name):
    data = sample(200_000) if name == "encrypt" else encrypt(key, sample(200_000))
    (folder / "old").write_text("precious")
    arguments = command(name, "-k", key, "-o", "old", "--force")
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(data[:150_000])  # more than a pipe holds
    process.stdin.flush()
    process.send_signal(number)
    _, error = process.communicate()
    assert process.returncode == -number
    assert error.decode() == f"asconkit {name}: interrupted\n"
    assert names(folder) == ["old"] and (folder / "old").read_text() == "precious"


def test_nohup(folder, key):
    arguments = command("encrypt", "-k", key, "-o", "out")
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.stdin.write(sample(150_000))  # more than a pipe holds
    process.stdin.flush()
    process.send_signal(signal.SIGHUP)
    process.communicate(b"text")
    assert process.returncode == 0 and decrypt(key, (folder / "out").read_bytes()) == sample(150_000) + b"text"


@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_a_reader_that_goes_away(folder, key, name):
    data = sample(500_000) if name == "encrypt" else encrypt(key, sample(500_000))
    (folder / "in").write_bytes(data)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        failure(IO, name, "-k", key, "in", "-o", "-", stdout=writing, says="standard output: Broken pipe")
    finally:
        os.close(writing)
    assert names(folder) == ["in"]

"""The command line: every subcommand and option of the help, and the messages about mistakes."""

import os
import re
import resource
import subprocess

import pytest
from helpers import IO, SUM_FAILED, USAGE, command, failure, names, run, sample, succeed, write_secret

COMMANDS = re.findall(r"^  ([a-z]+)  ", run("--help").stdout.decode().partition("Options:")[0], re.M)
CONTROLS = "".join(map(chr, [*range(1, 32), 127, 0x9B])) + "\udcff"


def options_of(name):
    """(letter, name, placeholder) of every option in the help; the placeholder is empty for a flag."""
    rows = re.findall(r"^  (?:-(\w), |    )--([\w-]+)(?: ([A-Z]+))?", succeed("help", name).decode(), re.M)
    assert len(rows) >= 3
    return rows


VALUED = [(name, *row) for name in COMMANDS for row in options_of(name) if row[2]]


def refused(name, *arguments):
    """The message of bad usage; `sum` has the exit code and the second line of sha256sum."""
    result = run(name, *arguments)
    lines = result.stderr.decode().splitlines()
    assert result.stdout == b"" and lines[0].startswith(f"asconkit {name}: ")
    if name == "sum":
        assert result.returncode == SUM_FAILED and lines[1:] == [f"Try 'asconkit {name} --help' for more information."]
    else:
        assert result.returncode == USAGE and len(lines) == 1
    return lines[0]


# ---- Values ----------------------------------------------------------------------------------


def test_the_table_has_them_all():
    assert COMMANDS == ["keygen", "encrypt", "decrypt", "sum", "mac", "prf", "xof", "info", "help"]
    assert len(VALUED) > 30


@pytest.mark.parametrize(("name", "letter", "option", "placeholder"), VALUED)
def test_a_value_is_never_empty(folder, key, name, letter, option, placeholder):
    if option == "customization":
        assert succeed("xof", "-z", "") == succeed("xof", "--customization=") == succeed("xof", "-a", "ascon-cxof128")
        return
    (folder / "a.ascon").write_bytes(b"text")
    rest = ["-k", key] if any(row[1] == "key" for row in options_of(name)) and option != "key" else []
    for given in ([f"--{option}="], [f"--{option}", ""], *([[f"-{letter}", ""]] if letter else [])):
        assert f"--{option}: the value is empty, expected " in refused(name, *rest, *given, "a.ascon")
    assert f"--{option}: the value is missing, expected " in refused(name, *rest, f"--{option}")
    assert names(folder) == ["a.ascon"]


@pytest.mark.parametrize(("name", "letter", "option", "placeholder"), VALUED)
def test_a_value_is_given_once(folder, name, letter, option, placeholder):
    assert f"--{option} is given twice" in refused(name, f"--{option}=x", f"--{option}", "y")


@pytest.mark.parametrize(("name", "option"), [(name, row[1]) for name in COMMANDS for row in options_of(name)
                                              if not row[2]])
def test_a_flag_has_no_value(name, option):
    assert f"option '--{option}' doesn't allow an argument" in refused(name, f"--{option}=x")


@pytest.mark.parametrize(("text", "count"), [("1K", 1024), ("2M", 2 << 20), ("300", 300), ("0K", 0)])
def test_sizes(text, count):
    assert len(succeed("xof", "--raw", "-n", text)) == count


@pytest.mark.parametrize("text", ["K", "1k", "1KB", "1 K", "-1", "+1", "0x10", "1.5M", "1T", "\x1b[1m", "17179869184G",
                                  "99999999999999999999"])
def test_bad_sizes(text):
    assert "--length: " in refused("xof", "-n", text)


def test_memory_of_argon2(folder, tmp_path):
    """A plain number is one of KiB, with a suffix it is what the suffix says."""
    write_secret(tmp_path / "phrase", "phrase")
    options = ["--passphrase-file", tmp_path / "phrase", "--argon2-passes", 1, "--argon2-lanes", 1, "--argon2-memory"]
    headers = {succeed("encrypt", *options, text, stdin=b"")[48:52] for text in ("1024", "1M", "1024K")}
    assert headers == {(1024).to_bytes(4, "little")}
    failure(USAGE, "encrypt", *options, "1G1", says="expected a number of KiB, or one with K, M or G")


# ---- What would be ignored -------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "says"), [
    *((["encrypt", "-k", "k", f"--argon2-{what}", "8"], f"--key and --argon2-{what} exclude each other")
      for what in ("memory", "passes", "lanes")),
    (["encrypt", "-p", "--passphrase-file", "p"], "--passphrase and --passphrase-file exclude each other"),
    (["decrypt", "-k", "k", "--passphrase-file", "p"], "--key and --passphrase-file exclude each other"),
    (["mac", "-k", "k", "--raw-key", "k"], "--key and --raw-key exclude each other"),
    (["mac", "-k", "k", "-c", "--verify", "00" * 16], "--verify and --check exclude each other"),
    *((["mac", "-k", "k", f"--{name}"], f"--{name} has a meaning only with --check")
      for name in ("ignore-missing", "quiet", "status", "strict", "warn")),
    (["xof", "-f"], "--force has a meaning only with --raw"),
    (["prf", "-k", "k", "--force"], "--force has a meaning only with --raw"),
])  # fmt: skip
def test_options_that_would_be_ignored(folder, arguments, says):
    assert says in refused(*arguments)
    assert names(folder) == []


# ---- Messages --------------------------------------------------------------------------------


def is_printable(output):
    return output.decode().replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        [CONTROLS],
        ["help", CONTROLS],
        [f"--{CONTROLS}"],
        ["encrypt", f"-{CONTROLS[10:]}"],
        *([name, f"--{CONTROLS}"] for name in COMMANDS),
        *([name, f"-\x1b{CONTROLS}"] for name in COMMANDS),
        *([name, f"--{option}={CONTROLS}"] for name, _, option, _ in VALUED if option != "customization"),
        *([name, CONTROLS, CONTROLS] for name in COMMANDS),
        ["xof", "-a", "ascon-xof128", f"-z{CONTROLS}"],
        ["sum", f"--che{CONTROLS}"],
        ["encrypt", f"--pass=\x1b{CONTROLS}"],
    ],
    ids=repr,
)
def test_messages_have_no_control_characters(folder, arguments):
    result = run(*(one.encode(errors="surrogateescape") for one in arguments))
    assert result.returncode != 0 and result.stdout == b""
    assert result.stderr and is_printable(result.stderr)


def test_messages_about_the_content_of_files_have_none(folder, key):
    (folder / "bad").write_bytes(b"ASCONKIT\2\0\x1b[31m" + b"\x1b" * 300)
    (folder / "list").write_bytes(b"0" * 64 + b"  \x1b[31m\r\n\x1b\n")
    (folder / "tags").write_bytes(b"0" * 32 + b"  \x1b[31m\r\n")
    for arguments in (["decrypt", "-k", key, "bad", "-o", "new"], ["encrypt", "-k", "bad"], ["sum", "-c", "list"],
                      ["mac", "-k", key, "-c", "tags"], ["encrypt", "--passphrase-file", "list"]):
        result = run(*arguments)
        assert result.returncode != 0 and is_printable(result.stderr), result.stderr


@pytest.mark.parametrize("variable", ["ASCON_BACKEND", "ASCON_BATCH_ENGINE"])
def test_a_typing_error_in_the_environment_is_told(variable):
    for arguments in (["sum"], ["info", "--json"], ["xof"]):
        plain = run(*arguments, stdin=b"hi")
        result = run(*arguments, stdin=b"hi", env={**os.environ, variable: "typo\x1b"})
        assert (result.returncode, result.stdout) == (0, plain.stdout) and plain.stderr == b""
        assert result.stderr.decode().startswith(
            f"asconkit {arguments[0]}: warning: {variable}: cannot use 'typo'$'\\033', expected one of: ")
        assert result.stderr.endswith(b"; the default is used\n") and result.stderr.count(b"\n") == 1
    for value in ("", "c64" if variable == "ASCON_BACKEND" else "x1"):
        assert run("sum", env={**os.environ, variable: value}).stderr == b""


def test_the_option_counts_more_than_the_environment():
    result = run("sum", "--backend", "c64", env={**os.environ, "ASCON_BACKEND": "typo"})
    assert result.returncode == 0 and result.stderr == b""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["-V"], ["help"], ["help", "sum"],
                                       *([name, option] for name in COMMANDS for option in ("--help", "--version"))])
def test_help_that_cannot_be_written(arguments):
    with open("/dev/full", "wb") as full:
        result = run(*arguments, stdout=full)
    assert result.returncode == (SUM_FAILED if arguments[0] == "sum" else IO)
    assert b"standard output: No space left on device" in result.stderr


@pytest.mark.skipif(os.environ.get("ASCONKIT_SANITIZER") == "thread", reason="ThreadSanitizer takes memory of its own")
@pytest.mark.parametrize("text", [b"x", b"\x1b", "ä".encode()], ids=repr)
def test_a_long_name_takes_little_memory(folder, text):
    """The name has 20 MB; it is read, split off and printed. Messages quote the beginning."""
    (folder / "list").write_bytes(b"0" * 64 + b"  " + text * (20_000_000 // len(text)) + b"\n")
    with open("out", "wb") as out:
        process = subprocess.Popen(command("sum", "-c", "list"), stdout=out, stderr=out)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == SUM_FAILED and 20_000_000 < (folder / "out").stat().st_size < 21_000_000
    assert b"...: File name too long\n" in (folder / "out").read_bytes()
    assert usage.ru_maxrss < 250_000, f"{usage.ru_maxrss} KiB"


# ---- Combinations of letters and words -------------------------------------------------------


def test_letters_and_values_in_one_word(folder, key):
    (folder / "a").write_bytes(sample(100))
    assert succeed("sum", "-bj1", "a") == succeed("sum", "-b", "-j", 1, "a")
    assert succeed("mac", f"-k{key}", "a") == succeed("mac", "--key", key, "--", "a")
    assert succeed("encrypt", f"-k{key}", "-fo-", "a", "--chunk-size=7")[12:16] == (7).to_bytes(4, "little")
    assert succeed("xof", "a", "-n", "5") == succeed("xof", "-n5", "a")


def test_many_operands_are_read_at_once(folder):
    """One argument after the other: nothing is searched again for each."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    (folder / "a").touch()
    assert succeed("sum", *(["a"] * 20_000), "-b").count(b"*a\n") == 20_000
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 20

"""Outputs: no planted link or pipe is followed, no key is overwritten, and no unfinished file is left behind."""

import itertools
import os
import pty
import resource
import signal
import stat
import subprocess

import pytest
from helpers import EXISTS, USAGE, command, decrypt, encrypt, failure, names, run, sample, succeed
from preload import preloading

TEXT = sample(1000)


@pytest.fixture
def letter(folder, key):
    """`letter.ascon`, which decrypts to `letter`, and `plain`, which encrypts to `plain.ascon`."""
    (folder / "letter.ascon").write_bytes(encrypt(key, TEXT))
    (folder / "plain").write_bytes(TEXT)
    return folder


# ---- Files that are there already --------------------------------------------------------------


def plant(path, kind):
    if kind == "a named pipe":
        os.mkfifo(path)
    elif kind == "a symbolic link":
        (path.parent / "precious").write_text("precious")
        path.symlink_to("precious")
    elif kind == "a symbolic link to a device":
        path.symlink_to("/dev/null")
    else:
        path.symlink_to("nowhere")


DERIVED = [("letter", ["decrypt", "letter.ascon"]), ("plain.ascon", ["encrypt", "plain"]),
           ("new.key", ["keygen", "new.key"])]


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("kind", ["a named pipe", "a symbolic link", "a symbolic link to a device", "a dangling link"])
@pytest.mark.parametrize(("name", "arguments"), DERIVED, ids=["decrypt", "encrypt", "keygen"])
def test_planted(letter, key, name, arguments, kind, force):
    plant(letter / name, kind)
    before = names(letter)
    what = "a named pipe" if kind == "a named pipe" else "a symbolic link"
    options = [] if arguments[0] == "keygen" else ["-k", key]
    failure(EXISTS, *arguments, *options, *force, timeout=10,
            says=f"{name}: is {what}, expected a regular file or nothing there")
    assert names(letter) == before and not (letter / name).is_file() or (letter / name).read_text() == "precious"


def test_an_output_that_is_named_may_be_a_link_or_a_pipe(letter, key):
    (letter / "link").symlink_to("precious")
    (letter / "precious").write_text("precious")
    failure(EXISTS, "decrypt", "-k", key, "letter.ascon", "-o", "link", says="link: exists already")
    succeed("decrypt", "-k", key, "letter.ascon", "-o", "link", "-f")
    assert (letter / "link").is_symlink() and (letter / "precious").read_bytes() == TEXT
    os.mkfifo("pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE)
    succeed("decrypt", "-k", key, "letter.ascon", "-o", "pipe")
    assert reader.communicate()[0] == TEXT


def test_force_replaces_one_of_two_hard_links(letter, key):
    (letter / "precious").write_text("precious")
    os.link("precious", "letter")
    succeed("decrypt", "-k", key, "letter.ascon", "-f")
    assert (letter / "letter").read_bytes() == TEXT and (letter / "precious").read_text() == "precious"


# ---- The key ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["itself", "symbolic link", "hard link"])
@pytest.mark.parametrize("option", ["--key", "--passphrase-file"])
@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_not_over_the_key(letter, key, how, option, name):
    secret = key.read_bytes()
    target = key if how == "itself" else letter / "target"
    if how == "symbolic link":
        target.symlink_to(key)
    if how == "hard link":
        os.link(key, target)
    failure(USAGE, name, "--force", option, key, "-o", target, "letter.ascon", says=f"is the file of {option}, ")
    assert key.read_bytes() == secret


def test_not_over_the_key_by_a_derived_name(letter, key):
    os.link(key, "plain.ascon")
    failure(USAGE, "encrypt", "-f", "-k", key, "plain", says="plain.ascon: is the file of --key")


def test_not_behind_the_key(letter, key):
    secret = key.read_bytes()
    with open(key, "ab") as after:
        failure(USAGE, "encrypt", "-k", key, "plain", "-o", "-", stdout=after, says="-: is the file of --key")
    assert key.read_bytes() == secret


# ---- Inputs ----------------------------------------------------------------------------------

# Another name of a file, and how it is made.
WAYS = {
    "itself": ("plain.ascon", None),
    "a hard link": ("other.ascon", os.link),
    "a symbolic link": ("other.ascon", os.symlink),
    "through folders": ("folder/../plain.ascon", lambda *_: os.mkdir("folder")),
}


def files_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("arguments", ["encrypt plain {}", "decrypt plain.ascon.ascon {}",
                                       "encrypt {} -o plain.ascon", "decrypt {} -o plain.ascon"])
def test_not_over_an_input(letter, key, way, arguments):
    other, make = WAYS[way]
    (letter / "plain.ascon").write_bytes(encrypt(key, TEXT))
    (letter / "plain.ascon.ascon").write_bytes(encrypt(key, TEXT))
    if make:
        make("plain.ascon", other)
    before = files_of(letter)
    failure(USAGE, *arguments.format(other).split(), "--force", "-k", key,
            says=f"plain.ascon: is also the input {other}, expected a different output")
    assert files_of(letter) == before


@pytest.mark.parametrize(("first", "second"), [("plain", "plain"), ("plain", "./plain"), ("new", "new")])
def test_one_output_for_each_input(letter, key, first, second):
    before = names(letter)
    failure(USAGE, "encrypt", "--force", "-k", key, first, second, says=f"{second}.ascon: would be written for two")
    assert names(letter) == before


def test_not_over_an_input_that_another_input_would_make(letter, key):
    before = names(letter)
    failure(USAGE, "encrypt", "-k", key, "plain", "plain.ascon", says="plain.ascon: is also the input plain.ascon")
    assert names(letter) == before


WITHOUT_KEY = ["sum letter.ascon plain", "sum -c plain", "xof plain"]
WITH_KEY = ["mac -k {} letter.ascon plain", "prf -k {} plain"]


@pytest.mark.parametrize(("arguments", "over"), [
    *itertools.product(WITHOUT_KEY + WITH_KEY, ["the input", "standard input"]),
    *itertools.product(WITH_KEY, ["the key"]),
])  # fmt: skip
def test_nothing_is_printed_into_an_input(letter, key, arguments, over):
    arguments = arguments.format(key).split()
    file = key if over == "the key" else letter / "plain"
    before = file.read_bytes()
    if over == "standard input":
        arguments[-1] = "-"
    with open(file, "ab") as output, open(file, "rb") as again:
        result = run(*arguments, stdin=again, stdout=output)
    assert result.returncode != 0 and b"-: is " in result.stderr
    assert file.read_bytes() == before


def test_a_list_of_digests_has_none_of_itself(letter):
    with open("list", "wb") as output:
        result = run("sum", "-r", ".", stdout=output)
    assert result.returncode == 1
    assert result.stderr == b"asconkit sum: ./list: is both an input and the output, expected a different output\n"
    assert (letter / "list").read_bytes() == succeed("sum", "./letter.ascon", "./plain")
    result = run("sum", "-c", "list", stdout=open("plain", "ab"))
    assert result.returncode == 1 and b"plain: is both an input and the output" in result.stderr


def test_devices_may_be_input_and_output(folder, key):
    succeed("encrypt", "-k", key, "/dev/null", "-o", "/dev/null")
    with open("/dev/null", "r+b") as null:
        succeed("sum", "-", "/dev/null", stdin=null, stdout=null)


# ---- Names of standard output ------------------------------------------------------------------

NAMES = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("name", [*NAMES, "log"])
def test_standard_output_is_appended_to(letter, key, name, force):
    (letter / "log").write_text("before\n")
    with open("log", "ab") as log:
        succeed("decrypt", "-k", key, "letter.ascon", "-o", name, *force, stdout=log)
    assert (letter / "log").read_bytes() == b"before\n" + TEXT
    assert names(letter) == ["letter.ascon", "log", "plain"]


@pytest.mark.parametrize("name", NAMES)
def test_standard_output_that_is_a_pipe(letter, key, name):
    assert decrypt(key, succeed("encrypt", "-k", key, "plain", "-o", name)) == TEXT


@pytest.mark.parametrize("name", [*NAMES, "the terminal"])
def test_no_encrypted_data_on_a_terminal_by_any_name(letter, key, name):
    master, slave = pty.openpty()
    name = os.ttyname(slave) if name == "the terminal" else name
    try:
        for stdout in (slave, subprocess.DEVNULL) if name.startswith("/dev/pts") else (slave,):
            failure(USAGE, "encrypt", "-k", key, "plain", "-o", name, stdout=stdout, says="refusing to write encrypted")
        assert run("encrypt", "-k", key, "plain", "-f", "-o", name, stdout=slave).returncode == 0
    finally:
        os.close(master)
        os.close(slave)


def test_closed_standard_output_is_not_the_null_device(letter, key):
    script = '"$ASCONKIT" decrypt -k "$1" letter.ascon -o /dev/null >&-'
    assert subprocess.run(["sh", "-c", script, "sh", key]).returncode == 0


# ---- Signals ---------------------------------------------------------------------------------

HARMLESS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH,  # by default
            signal.SIGPIPE, signal.SIGXFSZ,  # which become errors of writing
            signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU}  # which only stop
DEADLY = sorted(set(signal.Signals) - HARMLESS - {signal.SIGKILL}) + [signal.SIGRTMIN + 5]


@pytest.fixture(params=["unnamed", "named"])
def environment(request):
    """With unnamed files, and as on a file system that has none."""
    return None if request.param == "unnamed" else preloading("no_unnamed_files")


def start(name, key, *options, **more):
    """The command after it has written a part of `out`, and waits for more."""
    data = sample(300_000) if name == "encrypt" else encrypt(key, sample(300_000))
    process = subprocess.Popen(command(name, "-k", key, "-o", "out", *options), stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE, **more)
    process.stdin.write(data[:250_000])  # more than a pipe holds
    process.stdin.flush()
    return process, data[250_000:]


def test_unnamed_and_named(folder, key, environment):
    """The two ways are what they are called, and give the same."""
    process, rest = start("decrypt", key, env=environment)
    assert len(names(folder)) == (0 if environment is None else 1)
    _, error = process.communicate(rest)
    assert process.returncode == 0 and error == b"" and (folder / "out").read_bytes() == sample(300_000)
    assert names(folder) == ["out"]


@pytest.mark.parametrize("number", DEADLY, ids=lambda number: getattr(number, "name", f"real-time {int(number)}"))
def test_no_signal_leaves_text_behind(folder, key, environment, number):
    process, _ = start("decrypt", key, env=environment,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    process.send_signal(number)
    _, error = process.communicate()
    assert process.returncode == -number and error == b"asconkit decrypt: interrupted\n"
    assert names(folder) == []


def test_not_even_the_last_signal_leaves_text_behind(folder, key):
    process, _ = start("decrypt", key)
    process.kill()
    process.communicate()
    assert names(folder) == []


def test_time_limit(folder, key, environment):
    """The kernel sends SIGXCPU while the command works, here on tiny chunks: the file stays small."""
    limits = lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 60))  # noqa: E731
    tiny = ["--chunk-size", 1, "-j", 1]
    with open("/dev/zero", "rb") as endless:
        result = run("encrypt", "-k", key, "-o", "out", *tiny, stdin=endless, env=environment, preexec_fn=limits)
    assert result.returncode == -signal.SIGXCPU and names(folder) == []


@pytest.mark.parametrize("name", ["encrypt", "decrypt"])
def test_replacing(folder, key, environment, name):
    (folder / "out").write_text("precious")
    (folder / "out").chmod(0o640)
    process, _ = start(name, key, "--force", env=environment)
    process.terminate()
    process.communicate()
    assert process.returncode == -signal.SIGTERM and (folder / "out").read_text() == "precious"
    process, rest = start(name, key, "--force", env=environment)
    assert process.communicate(rest)[1] == b"" and process.returncode == 0
    data = (folder / "out").read_bytes()
    assert (decrypt(key, data) if name == "encrypt" else data) == sample(300_000)
    assert stat.S_IMODE((folder / "out").stat().st_mode) == 0o640 and names(folder) == ["out"]


def test_a_file_that_appears_meanwhile(folder, key, environment):
    process, rest = start("encrypt", key, env=environment)
    (folder / "out").write_text("precious")
    assert b"out: exists already" in process.communicate(rest)[1]
    assert process.returncode == EXISTS
    assert (folder / "out").read_text() == "precious" and names(folder) == ["out"]


def test_a_link_that_appears_meanwhile(letter, key, environment):
    os.mkfifo("slow.ascon")
    process = subprocess.Popen(command("decrypt", "-k", key, "-f", "slow.ascon"), env=environment)
    with open("slow.ascon", "wb") as pipe:
        (letter / "precious").write_text("precious")
        (letter / "slow").symlink_to("precious")
        pipe.write((letter / "letter.ascon").read_bytes())
    process.wait()
    assert (letter / "precious").read_text() == "precious"

"""On a terminal: the progress bar, and passphrases without echo."""

import fcntl
import io
import os
import pty
import re
import signal
import subprocess
import termios
import time

import pexpect
import pexpect.fdpexpect
import pytest
from helpers import (
    ARGON2, IO, USAGE, WRONG_KEY, command, decrypt, encrypt, failure, names, run, sample, succeed, write_secret,
)  # fmt: skip


DEADLINE = 60  # seconds; a command that says nothing fails the test and does not stop it


class Terminal:
    """A command whose controlling terminal is a pseudo-terminal, which is also its stderr."""

    def __init__(self, *arguments, **options):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, b"\x18\x00\x50\x00\0\0\0\0")  # 24 rows, 80 columns
        self.screen = pexpect.fdpexpect.fdspawn(self.master, timeout=DEADLINE, encoding="utf-8")
        self.screen.logfile_read = self.shown = io.StringIO()
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stderr", self.slave)
        self.process = subprocess.Popen(command(*arguments), preexec_fn=self.adopt, **options)

    def adopt(self):
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    @property
    def text(self):
        """All that was read from the terminal."""
        return self.shown.getvalue()

    def has_echo(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def wait_for_question(self, question):
        self.screen.expect_exact(question)
        end = time.monotonic() + DEADLINE
        while self.has_echo():
            assert time.monotonic() < end, self.text
            time.sleep(0.005)

    def answer(self, question, text):
        self.wait_for_question(question)
        os.write(self.master, text.encode() + b"\n")

    def work_until(self, words, work):
        """Does `work` again and again until the terminal shows `words`."""
        end = time.monotonic() + DEADLINE
        while self.screen.expect_exact([words, pexpect.TIMEOUT], timeout=0.05) != 0:
            assert time.monotonic() < end, self.text
            work()

    def end(self):
        """Exit code; all that was shown is in `text`."""
        code = self.process.wait(DEADLINE)
        self.screen.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=0.1)
        self.echo = self.has_echo()
        os.close(self.slave)
        self.screen.close()
        return code


@pytest.mark.parametrize("name", ["encrypt", "sum"])
def test_progress_of_a_pipe(folder, key, name):
    options = ["-k", key, "-o", "out"] if name == "encrypt" else []
    terminal = Terminal(name, *options, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    terminal.work_until("/s", lambda: terminal.process.stdin.write(bytes(65536)))
    terminal.process.stdin.close()
    assert terminal.end() == 0
    assert re.search(r"\r-: [\d.]+ [KM]iB  [\d.]+ [KM]iB/s\x1b\[K", terminal.text)
    assert terminal.text.endswith("\r\x1b[K")  # the line is empty again


def test_progress_of_a_file_has_a_bar_and_the_time_left(folder, key):
    """Stopped and continued, the work takes longer than a second on any machine."""
    with open("large", "wb") as file:
        file.truncate(64 << 20)
    os.mkfifo("slow")
    reader = os.open("slow", os.O_RDONLY | os.O_NONBLOCK)
    terminal = Terminal("encrypt", "-k", key, "large", "-o", "slow")

    def read_a_little():
        try:
            os.read(reader, 65536)
        except BlockingIOError:
            pass

    terminal.work_until("left", read_a_little)
    os.set_blocking(reader, True)
    while os.read(reader, 1 << 20):
        pass
    os.close(reader)
    assert terminal.end() == 0
    line = re.search(r"\r(large: \d+% \[#*\.+\] [\d.]+ [KM]iB  [\d.]+ [KM]iB/s  [\d:]+ left)\x1b\[K", terminal.text)
    assert line and len(line[1]) < 80, terminal.text


def test_no_progress_where_stderr_is_no_terminal(folder, key):
    terminal = Terminal("encrypt", "-k", key, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for _ in range(12):
        terminal.process.stdin.write(bytes(65536))
        terminal.process.stdin.flush()
        time.sleep(0.1)
    terminal.process.stdin.close()
    assert terminal.process.stderr.read() == b""
    assert terminal.end() == 0 and terminal.text == ""


def test_no_progress_for_quick_work(folder, key):
    (folder / "in").write_bytes(b"text")
    terminal = Terminal("encrypt", "-k", key, "in")
    assert terminal.end() == 0 and terminal.text == ""


def test_passphrase_is_asked_twice_and_not_shown(folder):
    terminal = Terminal("encrypt", "-p", *ARGON2, "-o", "out", stdin=subprocess.PIPE)
    terminal.process.stdin.write(b"text")
    terminal.process.stdin.close()
    terminal.answer("Passphrase: ", "hörse battery")
    terminal.answer("Confirm passphrase: ", "hörse battery")
    assert terminal.end() == 0
    assert "battery" not in terminal.text and terminal.echo
    terminal = Terminal("decrypt", "--passphrase", "out", "-o", "-", stdout=subprocess.PIPE)
    terminal.answer("Passphrase: ", "hörse battery")
    assert terminal.process.stdout.read() == b"text"
    assert terminal.end() == 0 and "Confirm" not in terminal.text


def test_without_a_key_a_passphrase_is_asked_for(folder):
    (folder / "in").write_bytes(b"text")
    terminal = Terminal("encrypt", *ARGON2, "in")
    terminal.answer("Passphrase: ", "battery")
    terminal.answer("Confirm passphrase: ", "battery")
    assert terminal.end() == 0
    terminal = Terminal("decrypt", "in.ascon", "-o", "-", stdout=subprocess.PIPE)
    terminal.answer("Passphrase: ", "battery")
    assert terminal.process.stdout.read() == b"text" and terminal.end() == 0


def test_without_a_key_none_is_asked_for_where_a_key_file_is_needed(folder, key):
    (folder / "in.ascon").write_bytes(encrypt(key, b"text"))
    terminal = Terminal("decrypt", "in.ascon")
    assert terminal.end() == WRONG_KEY and "with a key file, expected --key" in terminal.text
    assert names(folder) == ["in.ascon"]


@pytest.mark.parametrize(("first", "second", "says"), [("a", "b", "the two passphrases differ"),
                                                       ("", None, "the passphrase is empty")])
def test_bad_answers(folder, first, second, says):
    terminal = Terminal("encrypt", "-p", *ARGON2, "-o", "out")
    for _ in range(3 if second is not None else 1):
        terminal.answer("Passphrase: ", first)
        if second is not None:
            terminal.answer("Confirm passphrase: ", second)
    assert terminal.end() == USAGE
    assert says in terminal.text and terminal.echo and names(folder) == []


def test_a_mistyped_passphrase_is_asked_for_again(folder):
    (folder / "in").write_bytes(b"text")
    terminal = Terminal("encrypt", *ARGON2, "in")
    for first, second in (("battery", "batery"), ("x", "y"), ("horse", "horse")):
        terminal.answer("Passphrase: ", first)
        terminal.answer("Confirm passphrase: ", second)
    assert terminal.end() == 0 and terminal.echo
    assert terminal.text.count("The two passphrases differ. Once more.") == 2
    write_secret(folder / "phrase", "horse")
    assert succeed("decrypt", "--passphrase-file", "phrase", "in.ascon", "-o", "-") == b"text"


def test_one_passphrase_for_several_files(folder):
    for name in "ab":
        (folder / name).write_text(name)
    terminal = Terminal("encrypt", *ARGON2, "a", "b")
    terminal.answer("Passphrase: ", "horse")
    terminal.answer("Confirm passphrase: ", "horse")
    assert terminal.end() == 0 and terminal.text.count("Passphrase: ") == 1
    for name in "ab":
        (folder / name).unlink()
    terminal = Terminal("decrypt", "a.ascon", "b.ascon")
    terminal.answer("Passphrase: ", "horse")
    assert terminal.end() == 0 and terminal.text.count("Passphrase: ") == 1
    assert [(folder / name).read_text() for name in "ab"] == ["a", "b"]


@pytest.mark.parametrize("arguments", [["sum"], ["sum", "--tag"], ["sum", "-z"], ["sum", "-c"], ["mac"], ["mac", "-c"]])
def test_names_on_standard_output_have_no_control_characters(folder, key, arguments):
    """On a terminal, as in messages. Elsewhere the bytes are those of coreutils."""
    operand = "x\x1b[2Jx"
    (folder / operand).write_bytes(b"text")
    name, *options = arguments
    options = [name, *(["-k", key] if name == "mac" else []), *options]
    if "-c" in arguments:
        (folder / "LIST").write_bytes(succeed(*options[:-1], operand))
        operand = "LIST"
    assert b"x\x1b[2Jx" in succeed(*options, operand)
    master, slave = pty.openpty()
    process = subprocess.run(command(*options, operand), stdout=slave, stderr=subprocess.PIPE)
    shown = os.read(master, 4096)
    os.close(slave)
    os.close(master)
    assert process.returncode == 0 and b"x\\033[2Jx" in shown and b"\x1b" not in shown, shown


def test_wrong_passphrase(folder, tmp_path):
    write_secret(tmp_path / "phrase", "right")
    succeed("encrypt", "--passphrase-file", tmp_path / "phrase", *ARGON2, "-o", "out", stdin=b"text")
    terminal = Terminal("decrypt", "-p", "out", "-o", "new")
    terminal.answer("Passphrase: ", "wrong")
    assert terminal.end() == WRONG_KEY
    assert "out: wrong passphrase" in terminal.text and names(folder) == ["out"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_echo_comes_back_after_a_signal(folder, number):
    terminal = Terminal("encrypt", "-p", *ARGON2, "-o", "out")
    terminal.wait_for_question("Passphrase: ")
    terminal.process.send_signal(number)
    assert terminal.end() == -number
    assert terminal.echo and names(folder) == []


def test_no_terminal_to_ask(folder):
    failure(IO, "encrypt", "-p", "-o", "out", says="expected --passphrase-file", start_new_session=True)
    assert names(folder) == []


def test_no_encrypted_data_on_a_terminal(folder, key):
    (folder / "in").write_bytes(sample(10))
    master, slave = pty.openpty()
    try:
        failure(USAGE, "encrypt", "-k", key, "in", "-o", "-", stdout=slave, says="refusing to write encrypted data")
        assert run("encrypt", "-k", key, "in", "-o", "-", "-f", stdout=slave).returncode == 0
    finally:
        os.close(master)
        os.close(slave)
    assert decrypt(key, encrypt(key, b"")) == b""


@pytest.mark.parametrize("name", ["xof", "prf"])
def test_no_bytes_on_a_terminal(key, name):
    options = ["-k", key] if name == "prf" else []
    master, slave = pty.openpty()
    try:
        failure(USAGE, name, *options, "--raw", stdout=slave, says="refusing to write bytes to a terminal")
        assert run(name, *options, "--raw", "-f", stdout=slave).returncode == 0
        assert len(os.read(master, 4096)) >= 32
        assert run(name, *options, stdout=slave).returncode == 0
    finally:
        os.close(master)
        os.close(slave)

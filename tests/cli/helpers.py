"""Running the command, and checks of its results that several tests share."""

import contextlib
import os
import random
import signal
import subprocess
from pathlib import Path

ARGON2 = ["--argon2-memory", "64", "--argon2-passes", "1", "--argon2-lanes", "1"]
AEADS = ["ascon-aead128", "ascon-aead128-nonce-masked", "ascon-128", "ascon-128a", "ascon-80pq"]

# The exit codes of docs/command.md.
OK, SUM_FAILED, USAGE, IO, WRONG_KEY, CORRUPTED, UNSUPPORTED, EXISTS, BAD_KEY_FILE = range(9)


def command(*arguments):
    return [os.environ["ASCONKIT"], *(one if isinstance(one, bytes) else str(one) for one in arguments)]


def run(*arguments, stdin=b"", **options):
    """`stdin`: bytes, or what subprocess takes as a file."""
    options["input" if isinstance(stdin, bytes) else "stdin"] = stdin
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(command(*arguments), **options)


def succeed(*arguments, **options):
    result = run(*arguments, **options)
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""
    return result.stdout


def failure(code, *arguments, says="", **options):
    """Runs it and expects one line on stderr, which contains `says`."""
    result = run(*arguments, **options)
    assert result.returncode == code, result.stderr
    line = result.stderr.decode()
    assert line.startswith(f"asconkit {arguments[0]}: ") and line.count("\n") == 1, line
    assert says in line, line
    return result


def cost_options(cost):
    return [part for pair in zip(["--argon2-memory", "--argon2-passes", "--argon2-lanes"], cost) for part in pair]


@contextlib.contextmanager
def deadline(seconds):
    """TimeoutError where the test waits for too long. Again and again, since the cleaning up may wait too."""
    def stop(*_):
        raise TimeoutError(f"the command took longer than {seconds} s")

    handler = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def encrypt(key, text, *options):
    return succeed("encrypt", "-k", key, *options, stdin=text)


def decrypt(key, sealed, *options):
    return succeed("decrypt", "-k", key, *options, stdin=sealed)


def write_secret(path, text):
    """A file that only its owner may read, as of keys and passphrases."""
    path.touch(0o600)
    path.chmod(0o600)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def sample(size, seed=1):
    """Bytes that look random and are the same each time."""
    return random.Random(seed).randbytes(size)


def names(folder):
    """Everything in a folder, hidden files included."""
    return sorted(path.name for path in Path(folder).iterdir())

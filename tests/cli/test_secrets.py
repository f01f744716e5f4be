"""Keys and passphrases stay out of other processes, core dumps, swap and other programs of the terminal."""

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pexpect
import pytest
from helpers import ARGON2, command, encrypt, names, succeed, write_secret
from preload import compile_c, preloading
from second_implementation import read_key

NOBODY = 65534


def become_nobody():
    """Other users' rights would tell nothing: root may read everything."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def can_become_nobody():
    maps = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(first <= NOBODY < first + count for first, _, count in maps)


@pytest.fixture
def public():
    """A folder that everybody may use, with a copy of the command."""
    if os.getuid() == 0 and not can_become_nobody():
        pytest.skip("root of a user namespace that has no other user, and may read all of it")
    with tempfile.TemporaryDirectory() as path:
        os.chmod(path, 0o777)
        shutil.copy(os.environ["ASCONKIT"], path)
        yield Path(path)


def can_read_memory_map(pid):
    """Whether another process of the same user may look at this one's memory."""
    files = [f"/proc/{pid}/maps", f"/proc/{pid}/environ"]
    result = subprocess.run(["cat", *files], preexec_fn=become_nobody, capture_output=True)
    assert result.returncode == 0 or result.stderr.count(b"Permission denied") == 2, result.stderr
    return result.returncode == 0


def start_as_nobody(public, *arguments):
    return subprocess.Popen([public / "asconkit", *arguments], preexec_fn=become_nobody, cwd=public,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_until_it_reads(process):
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None and not re.search(r"^State:\tS", status.read_text(), re.M):
        time.sleep(0.01)
    assert process.returncode is None, process.stderr.read()


def test_others_cannot_read_the_memory(public, key):
    """The check itself is good: it may read that of `sum`, which has no secrets."""
    process = start_as_nobody(public, "sum")
    process.stdin.write(bytes(100_000))
    process.stdin.flush()
    assert can_read_memory_map(process.pid)
    process.communicate()
    (public / "sealed").write_bytes(encrypt(key, b"text"))
    for name in ("encrypt", "decrypt", "mac"):
        process = start_as_nobody(public, name, "-k", "-", *([] if name == "mac" else ["-o", "out"]), "sealed")
        wait_until_it_reads(process)
        assert not can_read_memory_map(process.pid)
        process.communicate()


def test_the_command_still_works_for_other_users(public, key):
    """Files get their names through /proc, which belongs to root where the memory is hidden."""
    (public / "text").write_text("text")
    script = "cat | ./asconkit encrypt -k /dev/stdin text; cat key | ./asconkit decrypt -f -k /dev/stdin text.ascon"
    (public / "key").write_bytes(key.read_bytes())
    result = subprocess.run(["sh", "-ec", script], preexec_fn=become_nobody, cwd=public, capture_output=True,
                            input=key.read_bytes())
    assert result.returncode == 0 and result.stderr == b""
    assert names(public) == ["asconkit", "key", "text", "text.ascon"]


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "mac"])
def test_no_core_dump(folder, key, name):
    limit = resource.getrlimit(resource.RLIMIT_CORE)[1]
    process = subprocess.Popen(command(name, "-k", key), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (limit, limit)))
    process.stdin.write(b"x")
    process.stdin.flush()
    wait_until_it_reads(process)
    assert "Max core file size        0 " in Path(f"/proc/{process.pid}/limits").read_text()
    os.kill(process.pid, signal.SIGQUIT)
    _, status = os.waitpid(process.pid, 0)
    process.returncode = 0
    process.stdin.close()
    assert os.WTERMSIG(status) == signal.SIGQUIT and not os.WCOREDUMP(status)
    assert names(folder) == []


def test_keys_are_locked_into_memory(folder, key):
    process = subprocess.Popen(command("encrypt", "-k", "-", "/dev/null", "-o", "out"), stdin=subprocess.PIPE)
    wait_until_it_reads(process)
    locked = re.search(r"^VmLck:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text(), re.M)
    assert int(locked[1]) >= 36  # the stack, and the buffer of the key file
    process.communicate(key.read_bytes())
    assert process.returncode == 0


def test_the_command_works_where_no_memory_can_be_locked(folder, key):
    (folder / "text").write_text("text")
    assert succeed("encrypt", "-k", key, "text", env=preloading("no_locked_memory")) == b""


# ---- Copies in memory --------------------------------------------------------------------------


def shows(dump, secret):
    """Whether a piece of it is there, as bytes or as digits. Freed memory begins with other things."""
    pieces = [secret[i:i + 8] for i in range(len(secret) - 7)]
    return any(piece in dump or piece.hex().encode() in dump for piece in pieces)


def dumps(folder, *arguments, **options):
    """What was in memory when the command flushed its file, if it did, and when it ended."""
    folder.mkdir(exist_ok=True)
    succeed(*arguments, env=preloading("dump_memory", DUMP_FOLDER=str(folder)), **options)
    found = [path.read_bytes() for path in folder.iterdir()]
    assert all(len(dump) > 50_000 for dump in found)
    return found


def test_the_search_finds_a_copy_in_freed_memory(tmp_path):
    (tmp_path / "planted.c").write_text("""
        #include <stdio.h>
        #include <stdlib.h>
        int main(int count, char **arguments) {
          char *copy = malloc(100);
          FILE *file = fopen(arguments[1], "rb");
          if (count != 2 || fread(copy, 1, 100, file) != 32) return 1;
          fclose(file);
          free(copy);
          return 0;
        }""")
    program = compile_c(tmp_path / "planted.c", tmp_path / "planted", "-Wno-free-nonheap-object")
    secret = os.urandom(32)
    (tmp_path / "secret").write_bytes(secret)
    environment = preloading("dump_memory", DUMP_FOLDER=str(tmp_path))
    subprocess.run([program, tmp_path / "secret"], env=environment, check=True)
    assert shows((tmp_path / "end").read_bytes(), secret)


def test_keygen_leaves_no_copy(folder, tmp_path):
    found = dumps(tmp_path / "dumps", "keygen", "new.key")
    secret = read_key((folder / "new.key").read_text())
    assert len(found) == 2 and not any(shows(dump, secret) for dump in found)


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "mac"])
def test_a_key_is_gone_after_its_use(folder, tmp_path, key, name):
    """At the flush the work is done; what is derived from the user's key is there until the end."""
    (folder / "in").write_bytes(encrypt(key, b"text") if name == "decrypt" else b"text")
    options = [] if name == "mac" else ["-o", "out"]
    found = dumps(tmp_path / "dumps", name, "-k", key, "in", *options)
    secret = read_key(key.read_text())
    assert len(found) == (1 if name == "mac" else 2) and not any(shows(dump, secret) for dump in found)


@pytest.mark.parametrize("name", ["mac", "prf"])
@pytest.mark.parametrize("digits", [False, True])
def test_a_raw_key_is_gone_after_its_use(folder, tmp_path, name, digits):
    secret = os.urandom(16)
    write_secret(tmp_path / "raw.key", secret.hex() if digits else secret)
    (found,) = dumps(tmp_path / "dumps", name, "--raw-key", tmp_path / "raw.key", stdin=b"text")
    assert not shows(found, secret)


def test_a_passphrase_is_gone_after_its_use(folder, tmp_path):
    phrase = write_secret(tmp_path / "phrase", "correct horse battery staple")
    found = dumps(tmp_path / "dumps", "encrypt", "--passphrase-file", phrase, *ARGON2, "-o", "out", stdin=b"text")
    assert len(found) == 2 and not any(shows(dump, phrase.read_bytes()) for dump in found)


# ---- Ctrl-Z at the question for the passphrase -------------------------------------------------


def test_a_stopped_command_gives_echo_back(folder):
    """In dash, which leaves the terminal as it finds it; what is typed before the stop is forgotten."""
    shell = pexpect.spawn("sh", ["-i"], env={**os.environ, "PS1": "ready> ", "ENV": ""}, timeout=30, encoding="utf-8")
    shell.expect("ready> ")
    shell.sendline(f"$ASCONKIT encrypt -p {' '.join(ARGON2)} -o out < /dev/null")
    shell.expect("Passphrase: ")
    assert shell.waitnoecho()
    shell.send("forgotten")
    shell.sendcontrol("z")
    shell.expect("(?i)stopped|suspended")
    shell.expect("ready> ")
    shell.sendline("stty -a")
    shell.expect(r"[ ;](-?)echo\b")
    assert shell.match[1] == ""
    shell.expect("ready> ")
    shell.sendline("fg")
    shell.expect("Passphrase: ")
    assert shell.waitnoecho()
    for question in ("", "passphrase: |again: "):
        if question:
            shell.expect(question)
        shell.sendline("correct horse")
    shell.expect("ready> ")
    assert shell.getecho() or "bash" in os.path.realpath(shutil.which("sh"))
    assert "horse" not in shell.before
    shell.sendline("exit")
    shell.expect(pexpect.EOF)
    write_secret(folder / "phrase", "correct horse")
    assert succeed("decrypt", "--passphrase-file", "phrase", "out", "-o", "-") == b""

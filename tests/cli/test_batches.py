"""Lanes and threads: chunks and files in groups have the same results as one by one, in order."""

import json
import os
import re
import resource
import subprocess
import time
from pathlib import Path

import pytest
from helpers import CORRUPTED, IO, USAGE, command, decrypt, encrypt, failure, names, run, sample, succeed
from second_implementation import HEADER_SIZE, Header, decode, mac_tag, read_key
from second_implementation import encrypt as second_encrypt

from spec.algorithms import find
from spec.modes import hash_digest

GROUP = 512  # chunks of at most 2 KiB that are worked on together, in cli/groups.cpp
LANES = 16
THREADS = [1, 2, 5]


def engines():
    return [one["name"] for one in json.loads(succeed("info", "--json"))["batch_engines"] if one["available"]]


def with_engine(name):
    return {**os.environ, "ASCON_BATCH_ENGINE": name}


def test_info_lists_the_engines():
    rows = json.loads(succeed("info", "--json"))["batch_engines"]
    assert {"name": "x1", "lanes": 1, "available": True} in [
        {name: value for name, value in row.items() if name != "active"} for row in rows]
    assert [row["active"] for row in rows].count(True) == 1
    text = succeed("info").decode()
    assert all(re.search(rf"^{row['name']} +{row['lanes']} ", text, re.M) for row in rows)
    for name in engines():
        shown = json.loads(succeed("info", "--json", env=with_engine(name)))["batch_engines"]
        assert [row["name"] for row in shown if row["active"]] == [name]


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "sum", "mac"])
@pytest.mark.parametrize("text", ["", "x", "-1", "257", "1 ", "4294967297"])
def test_bad_numbers_of_threads(folder, key, name, text):
    options = ["-k", key] if name != "sum" else []
    says = b"--threads: "
    result = run(name, *options, "-o" if name.endswith("crypt") else "--", "out", f"--threads={text}")
    if name in ("sum", "mac"):
        result = run(name, *options, f"--threads={text}", "out")
    assert result.returncode == (1 if name == "sum" else USAGE)
    assert says in result.stderr and b"expected 0 to 256" in result.stderr
    assert names(folder) == []


# ---- Groups of chunks --------------------------------------------------------------------------


@pytest.mark.parametrize("chunks", [1, 2, LANES - 1, LANES, LANES + 1, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP,
                                    2 * GROUP + 1, 3 * GROUP - 1])
@pytest.mark.parametrize("chunk", [1, 2, 17])
def test_borders_of_groups(key, chunks, chunk):
    """The text ends a byte before a border of chunks, on it, and a byte after."""
    secret = read_key(key.read_text())
    for size in {max(chunks * chunk - 1, 0), chunks * chunk, chunks * chunk + 1}:
        text = sample(size)
        sealed = encrypt(key, text, "--chunk-size", chunk)
        assert decrypt(key, sealed, "-j", 3) == text
        if chunk == 17 and chunks > LANES + 1:
            continue  # the second implementation is slow
        assert sealed == second_encrypt(secret, text, Header(chunk=chunk, salt=decode(sealed).salt))


@pytest.mark.parametrize("size", [n * 65536 + more for n in (15, 16, 17, 32, 48, 100) for more in (-1, 0, 1)])
def test_borders_of_groups_of_large_chunks(folder, key, size):
    text = sample(size)
    (folder / "text").write_bytes(text)
    for threads in THREADS:
        sealed = succeed("encrypt", "-k", key, "-j", threads, "text", "-o", "-")
        (folder / "sealed").write_bytes(sealed)
        assert succeed("decrypt", "-k", key, "-j", threads, "sealed", "-o", "-") == text
        assert succeed("decrypt", "-k", key, stdin=sealed, env=with_engine("x1")) == text


def test_engines_agree(key):
    text = sample(200_001)
    for chunk in (1000, 65536):
        for name in engines():
            sealed = succeed("encrypt", "-k", key, "--chunk-size", chunk, stdin=text, env=with_engine(name))
            for other in engines():
                assert succeed("decrypt", "-k", key, stdin=sealed, env=with_engine(other)) == text


def test_largest_chunks(folder, key):
    text = sample((20 << 20) + 5)
    (folder / "text").write_bytes(text)
    succeed("encrypt", "-k", key, "--chunk-size", 1 << 20, "text", "-o", "sealed")
    assert succeed("decrypt", "-k", key, "sealed", "-o", "-") == text


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("at", [0, 1, 15, 16, 17, 510, 511, 512, 513, 1023, 1024, 1098, 1099])
def test_damage_anywhere_in_a_group(folder, key, threads, at):
    """All text before the chunk, nothing after it, and its number."""
    text = sample(1100)
    sealed = bytearray(encrypt(key, text, "--chunk-size", 1))
    sealed[HEADER_SIZE + 17 * at] ^= 1
    result = failure(CORRUPTED, "decrypt", "-k", key, "-j", threads, stdin=bytes(sealed),
                     says=f"chunk {at} is corrupted; the output is incomplete")
    assert result.stdout == text[:at]
    sealed[HEADER_SIZE + 17 * 1099 + 1] ^= 1  # of two, the first one counts
    result = failure(CORRUPTED, "decrypt", "-k", key, "-j", threads, stdin=bytes(sealed), says=f"chunk {at} is")
    assert result.stdout == text[:at]


@pytest.mark.parametrize("count", [1, 16, 511, 512, 513, 1024])
def test_truncation_anywhere_in_a_group(key, count):
    text = sample(1100)
    sealed = encrypt(key, text, "--chunk-size", 1)
    for cut, says in [(0, f"no chunk follows chunk {count - 1}"),
                      (1, f"chunk {count - 1} is empty" if count > 1 else "chunk 0 is corrupted"),
                      (2, f"is truncated in chunk {count - 1}"),
                      (16, f"is truncated in chunk {count - 1}")]:
        data = sealed[: HEADER_SIZE + 17 * count - cut]
        assert failure(CORRUPTED, "decrypt", "-k", key, stdin=data, says=says).stdout == text[: count - 1]
    whole = encrypt(key, text[:count], "--chunk-size", 1)
    result = failure(CORRUPTED, "decrypt", "-k", key, stdin=whole + sealed[-17:],
                     says=f"data after its last chunk, chunk {count - 1}")
    assert result.stdout == text[: count - 1]


# ---- Pipes -------------------------------------------------------------------------------------


def start(*arguments, **options):
    return subprocess.Popen(command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)


@pytest.mark.parametrize("threads", THREADS)
def test_what_has_come_through_a_slow_pipe_is_given_out(key, threads):
    """A chunk needs the first byte of the next one, and no more."""
    text = sample(2600)
    sealed = encrypt(key, text, "--chunk-size", 1000)
    with start("decrypt", "-k", key, "-j", threads) as process:
        sent = given = 0
        for end in (HEADER_SIZE + 1016 + 1, HEADER_SIZE + 2 * 1016 + 1):
            os.write(process.stdin.fileno(), sealed[sent:end])
            assert os.read(process.stdout.fileno(), 5000) == text[given : given + 1000]
            sent, given = end, given + 1000
        process.stdin.write(sealed[sent:])
        process.stdin.close()
        assert process.stdout.read() == text[given:]
    assert process.returncode == 0


@pytest.mark.parametrize("step", [1, 7, 1016, 4096, 70_000])
def test_pieces_of_any_size_through_a_pipe(key, step):
    text = sample(3000 if step < 1000 else 300_000)
    sealed = encrypt(key, text, "--chunk-size", 1000)
    with start("decrypt", "-k", key) as process:
        if os.fork() == 0:
            for at in range(0, len(sealed), step):
                os.write(process.stdin.fileno(), sealed[at : at + step])
            os._exit(0)
        process.stdin.close()
        assert process.stdout.read() == text
    assert process.returncode == 0


@pytest.mark.parametrize("threads", THREADS)
def test_damage_ends_the_program_though_the_pipe_stays_open(key, threads):
    sealed = bytearray(encrypt(key, bytes(3_000_000)))
    sealed[1_500_000] ^= 1
    with start("decrypt", "-k", key, "-j", threads, stderr=subprocess.PIPE) as process:
        os.set_blocking(process.stdin.fileno(), False)
        rest, text = memoryview(bytes(sealed)), b""
        os.set_blocking(process.stdout.fileno(), False)
        while process.poll() is None:
            try:
                rest = rest[os.write(process.stdin.fileno(), rest[:65536]) :]
            except (BlockingIOError, BrokenPipeError):
                time.sleep(0.001)
            text += os.read(process.stdout.fileno(), 1 << 20) if readable(process.stdout) else b""
        text += process.stdout.read() or b""
        assert b"chunk 22 is corrupted" in process.stderr.read()
    assert process.returncode == CORRUPTED and text == bytes(22 * 65536)


def readable(stream):
    import select

    return bool(select.select([stream], [], [], 0)[0])


@pytest.mark.parametrize("threads", THREADS)
def test_a_reader_that_goes_away_while_the_writer_is_silent(key, threads):
    with start("encrypt", "-k", key, "--chunk-size", 1000, "-j", threads, stderr=subprocess.PIPE) as process:
        os.read(process.stdout.fileno(), 128)
        process.stdout.close()
        os.write(process.stdin.fileno(), bytes(1001))
        assert process.stderr.read() == b"asconkit encrypt: standard output: Broken pipe\n"
        assert process.wait() == IO


@pytest.mark.skipif(
    os.environ.get("ASCONKIT_SANITIZER") == "thread", reason="ThreadSanitizer does not start with stacks of this size"
)
@pytest.mark.parametrize("name", ["encrypt", "decrypt", "sum"])
def test_without_further_threads(folder, key, name):
    """Where the system gives none, one thread does the work: no stack of this size can be had."""
    text = sample(3_000_000)
    options = ["-k", key, "-o", "-"] if name != "sum" else []
    (folder / "in").write_bytes(encrypt(key, text) if name == "decrypt" else text)
    (folder / "small").write_bytes(b"hi")
    files = ["in"] if name != "sum" else ["small", "in"] * 100
    output = succeed(name, *options, "-j", 4, *files, preexec_fn=refuse_threads)
    assert name != "decrypt" or output == text
    assert name != "encrypt" or decrypt(key, output) == text
    assert name != "sum" or output == succeed("sum", "small", "in") * 100


def test_threads_are_refused_there():
    """The test above would show nothing otherwise."""
    script = "import threading; threading.Thread(target=print).start()"
    result = subprocess.run(["python3", "-c", script], capture_output=True, preexec_fn=refuse_threads)
    assert b"can't start new thread" in result.stderr


def refuse_threads():
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 44, resource.RLIM_INFINITY))


# ---- Many files --------------------------------------------------------------------------------

# Sizes around the buffer of one file, and sizes that are too large to be held together with other files.
SIZES = [0, 1, 7, 8, 9, 63, 64, 65, 4095, 4096, 4097, 65535, 65536, 65537, 300_000, 1 << 20, (1 << 20) + 1, 2_500_000]


def single(path, *options):
    return run("sum", *options, path, env=with_engine("x1"))


def one_by_one(paths, *options):
    results = [single(path, *options) for path in paths]
    return b"".join(one.stdout for one in results), b"".join(one.stderr for one in results)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("algorithm", ["ascon-hash256", "ascon-hasha"])
def test_files_of_all_sizes_in_order(folder, threads, algorithm):
    paths = []
    for i, size in enumerate(SIZES * 2):
        (folder / f"f{i}").write_bytes(sample(size, seed=i))
        paths.append(f"f{i}")
    options = ["-a", algorithm]
    expected, _ = one_by_one(paths, *options)
    for name in engines():
        assert succeed("sum", *options, "-j", threads, *paths, env=with_engine(name)) == expected
    assert succeed("sum", *options, "-j", threads, *reversed(paths)).splitlines() == expected.splitlines()[::-1]
    small = [path for path in paths if os.path.getsize(path) < 5000]
    for line, path in zip(succeed("sum", *options, *small).decode().splitlines(), small):
        assert line == f"{hash_digest(find(algorithm), Path(path).read_bytes()).hex()}  {path}"


@pytest.mark.parametrize("threads", THREADS)
def test_errors_between_many_files(folder, threads):
    os.mkdir("directory")
    os.symlink("nowhere", "dangling")
    paths = []
    for i in range(300):
        (folder / f"f{i}").write_bytes(sample(i * 37 % 5000, seed=i))
        paths += [f"f{i}", *(["missing"] if i % 7 == 0 else []), *(["directory"] if i % 50 == 3 else []),
                  *(["dangling"] if i == 40 else []), *(["/proc/self/mem"] if i == 41 else [])]
    result = run("sum", "-j", threads, *paths)
    assert (result.stdout, result.stderr) == one_by_one(paths) and result.returncode == 1
    # Both in one pipe keep their order.
    both = subprocess.run(command("sum", "-j", threads, *paths), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = both.stdout.decode().splitlines()
    assert [line.split(": ")[1] if line.startswith("asconkit") else line.split()[-1] for line in lines] == paths


@pytest.mark.parametrize("threads", THREADS)
def test_checking_many_files(folder, threads):
    """Lists with other algorithms, wrong digests, missing files and junk in between."""
    lines = []
    for i in range(300):
        (folder / f"f{i}").write_bytes(sample(i * 61 % 3000, seed=i))
    for algorithm in ("ascon-hash256", "ascon-hash", "ascon-hasha"):
        of_all = succeed("sum", "--tag", "-a", algorithm, *[f"f{i}" for i in range(300)])
        lines.append(of_all.decode().splitlines(keepends=True))
    lines = [lines[i // 5 % 3][i] for i in range(300)]
    lines[100] = lines[100][:-2] + ("0\n" if lines[100][-2] != "0" else "1\n")
    (folder / "f150").unlink()
    lines.insert(200, "junk\n")
    (folder / "LIST").write_text("".join(lines))
    expected = [f"f{i}: OK\n" for i in range(300)]
    expected[100], expected[150] = "f100: FAILED\n", "f150: FAILED open or read\n"
    result = run("sum", "-c", "-j", threads, "LIST")
    assert result.stdout.decode() == "".join(expected) and result.returncode == 1
    result = run("sum", "-c", "--quiet", "-j", threads, "LIST")
    assert result.stdout.decode() == expected[100] + expected[150] and result.returncode == 1
    del expected[150]
    result = run("sum", "-c", "--ignore-missing", "-j", threads, "LIST")
    assert result.stdout.decode() == "".join(expected) and result.returncode == 1
    result = run("sum", "-c", "-w", "-j", threads, "LIST", "LIST")
    assert result.stderr.count(b"LIST: 201: improperly formatted") == 2
    assert result.stderr.count(b"1 computed checksum did NOT match") == 2


def test_more_files_than_may_wait(folder):
    """A pipe without a writer holds up the lines after it, not those before it."""
    os.mkfifo("pipe")
    (folder / "a").write_bytes(b"hi")
    line = succeed("sum", "a")
    for threads in THREADS:
        with start("sum", "-j", threads, *["a"] * 100, "pipe", *["a"] * 10_000) as process:
            before = b""
            while len(before) < 100 * len(line):
                before += os.read(process.stdout.fileno(), 65536)
            assert before == line * 100
            Path("pipe").write_bytes(b"hi")
            assert process.stdout.read() == line.replace(b"  a", b"  pipe") + line * 10_000
        assert process.returncode == 0


@pytest.mark.parametrize("threads", THREADS)
def test_standard_input_among_files(folder, threads):
    (folder / "a").write_bytes(b"hi")
    empty = hash_digest(find("ascon-hash256"), b"").hex()
    digest = succeed("sum", "a").split()[0].decode()
    expected = [f"{digest}  a", f"{digest}  -", f"{empty}  -", f"{digest}  a"] + [f"{empty}  -"] * 100
    with open("a", "rb") as stdin:
        assert succeed("sum", "-j", threads, "a", "-", "-", "a", *["-"] * 100,
                       stdin=stdin).decode().splitlines() == expected


def test_files_that_do_not_tell_their_size():
    for path in ("/proc/version", "/proc/filesystems"):
        digest = hash_digest(find("ascon-hash256"), Path(path).read_bytes()).hex()
        assert succeed("sum", *[path] * 20).decode() == f"{digest}  {path}\n" * 20


def test_each_line_of_a_slow_list_is_answered(folder):
    (folder / "a").write_bytes(b"hi")
    line = succeed("sum", "a")
    for threads in THREADS:
        with start("sum", "-c", "-j", threads) as process:
            for part in (line[:10], line[10:], line + line[:1], line[1:]):
                os.write(process.stdin.fileno(), part)
                if part != line[:10]:
                    assert os.read(process.stdout.fileno(), 100) == b"a: OK\n"
            os.write(process.stdin.fileno(), line[:-1])  # the last one may lack its end
            process.stdin.close()
            assert process.stdout.read() == b"a: OK\n"
        assert process.returncode == 0


@pytest.mark.parametrize("threads", THREADS)
def test_folders_on_threads(folder, threads):
    for i in range(300):
        path = folder / "t" / str(i % 7) / f"f{i}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(sample(i * 100, seed=i))
    found = sorted(str(path.relative_to(folder)) for path in folder.rglob("f*"))
    assert succeed("sum", "-r", "-j", threads, "t") == one_by_one(found)[0]


@pytest.mark.parametrize("threads", THREADS)
def test_tags_of_many_files(folder, key, threads):
    secret = read_key(key.read_text())
    paths = []
    for i in range(100):
        (folder / f"f{i}").write_bytes(sample(i * 5, seed=i))
        paths.append(f"f{i}")
    for algorithm in ("ascon-mac-v13", "ascon-maca"):
        expected = [f"{mac_tag(secret, Path(path).read_bytes(), algorithm).hex()}  {path}" for path in paths]
        assert succeed("mac", "-k", key, "-a", algorithm, "-j", threads, *paths).decode().splitlines() == expected
    (folder / "large").write_bytes(bytes(3_000_000))
    tag = succeed("mac", "-k", key, "-j", threads, *["large"] * 3).decode().split()[0]
    assert succeed("mac", "-k", key, "--verify", tag, "large") == b"large: OK\n"
    result = run("mac", "-k", key, "-j", threads, "f1", "missing", ".", "f2")
    assert result.returncode == IO and result.stdout.count(b"\n") == 2
    assert result.stderr.decode().splitlines() == [
        "asconkit mac: missing: No such file or directory", "asconkit mac: .: is a directory, expected a file"]


@pytest.mark.skipif(bool(os.environ.get("ASCONKIT_SANITIZER")), reason="sanitizers take memory of their own")
def test_memory_of_many_files(folder):
    """64 MiB of files at most are held at a time, on whatever threads."""
    with open("zeros", "wb") as zeros:
        zeros.truncate(1 << 20)
    for threads in (1, 4):
        peaks = []
        for count in (1, 400):
            process = subprocess.Popen(command("sum", "-j", threads, *["zeros"] * count), stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0
            peaks.append(usage.ru_maxrss)
        assert peaks[1] - peaks[0] < (68 << 10)

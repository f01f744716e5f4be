"""A short run from end to end: records, tables, plots, peers; and that what must not be measured is refused."""

import ctypes
import json
import os
import platform
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench"), str(ROOT / "tools")]

import engines  # noqa: E402
import kept  # noqa: E402
import peers  # noqa: E402
import ratios  # noqa: E402
import small  # noqa: E402
from goals import LANES_256, LANES_512, LONG, PUBLISHED, SCALAR, SIZES, VECTOR, goals  # noqa: E402
from records import Record, Records  # noqa: E402
from spec.algorithms import ALGORITHMS, Kind  # noqa: E402
from embedded import peer_models  # noqa: E402
from report import find_peers  # noqa: E402
from rounds import FILTER, table  # noqa: E402
from tables import compared, default_section, engine_section, ratio_section, report, title_of  # noqa: E402
from tables import with_best_other  # noqa: E402

BUILD = Path(os.environ.get("ASCONKIT_BUILD", ROOT / "build/release"))
BENCH = BUILD / "bin/ascon-bench"
PEERS = BUILD / "lib/libbench-peers-right.so"
WRONG_PEERS = BUILD / "lib/libbench-peers-wrong.so"
RECORD = {
    "backend": str, "algorithm": str, "operation": str, "bytes": int, "messages": int, "threads": int,
    "cycles_per_byte": (float, type(None)), "cycles_per_message": (float, type(None)), "peer": bool, "default": bool,
}  # fmt: skip
SHORT_RUN = r"^(c64|itself)/ascon-(aead128|hash256)/(encrypt|hash)/(16|256)$|^(x1|itself)/.*/batch-hash/64/(16|64)/"
NARROW = set(ratios.NARROW.split("|"))


def test_small_batches_are_measured_beside_calls():
    command = [sys.executable, ROOT / "bench/report.py", "--bench", BENCH, "--small", "--seconds", "0.1"]
    done = subprocess.run([*command, "--filter", "aead128/encrypt.*/(2|33)/"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| messages | 0 bytes | 16 bytes | 64 bytes | 256 bytes | 0 to 256 bytes |" in done.stdout
    assert len(re.findall(r"^\| (?:2|33) (?:\| \**\d+ / \d+\** ){5}\|$", done.stdout, re.MULTILINE)) == 2
    assert re.search(r"^[0-9]+ of 10 miss the goal", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("cycles, cell", [(1130, "1130 / 1130"), (1131, "**1131 / 1130**")])
def test_a_small_batch_misses_its_goal_by_a_cycle(cycles, cell):
    name = {"algorithm": "ascon-hash256", "operation": "hash", "bytes": 64, "messages": 2, "threads": 1, "peer": False}
    both = [Record(backend=backend, total_bytes=128, nanoseconds=1, cycles=n, **name)
            for backend, n in (("calls", 1000), ("batch", cycles))]  # fmt: skip
    assert f"| 2 | {cell} |" in list(small.tables(Records(both)))


def test_small_batches_without_a_clock_are_not_compared():
    name = {"algorithm": "ascon-hash256", "operation": "hash", "bytes": 64, "messages": 2, "threads": 1, "peer": False}
    both = [Record(backend=backend, total_bytes=128, nanoseconds=1, cycles=0, **name) for backend in ("calls", "batch")]
    assert list(small.tables(Records(both))) == ["The core's clock is unknown here: there are no cycles to compare."]


def test_small_batches_are_no_addition_to_another_mode():
    command = [sys.executable, ROOT / "bench/report.py", "--small", "--ratios"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "--small measures by itself" in done.stderr


def bench(*options: object) -> subprocess.CompletedProcess:
    return subprocess.run([BENCH, *map(str, options)], capture_output=True, text=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """The files of a run of report.py."""
    folder = tmp_path_factory.mktemp("results")
    command = [sys.executable, ROOT / "bench/report.py", "--bench", BENCH, "--peers", PEERS, "--seconds", "1"]
    command += ["--filter", SHORT_RUN, "--json", folder / "records.json", "--output", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (folder / "printed").write_text(done.stdout, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def records(run) -> list[dict]:
    return json.loads((run / "records.json").read_text(encoding="utf-8"))


def test_records_have_the_promised_shape(records) -> None:
    for record in records:
        assert list(record) == list(RECORD)
        for name, kind in RECORD.items():
            assert isinstance(record[name], kind), name
        if record["cycles_per_message"] is not None:
            assert record["cycles_per_message"] > 0
            assert record["cycles_per_byte"] == pytest.approx(record["cycles_per_message"] / record["bytes"])


def test_records_are_what_the_filter_names(records) -> None:
    names = {(r["backend"], r["operation"], r["bytes"], r["messages"], r["peer"]) for r in records}
    ways = (("c64", False), ("itself", True))
    single = {(*way[:1], op, size, 1, way[1]) for way in ways for op in ("encrypt", "hash") for size in (16, 256)}
    batch = {(name, "batch-hash", 64, n, peer) for name, peer in (("x1", False), ("itself", True)) for n in (16, 64)}
    assert names == single | batch
    assert len(records) == len(names)


def test_defaults_are_what_the_library_says_of_itself(tmp_path) -> None:
    """Every backend and engine is measured; those that the library, asked apart from it, names are marked."""
    library = ctypes.CDLL(str(BUILD / "lib/libasconkit.so"))
    library.ascon_backend_active.restype = library.ascon_batch_engine_active.restype = ctypes.c_char_p
    forced = {"ASCON_BACKEND": "ref", "ASCON_BATCH_ENGINE": "x1"}  # which is a choice, and so no default
    wanted = r"/ascon-hash256/(hash|hash-generic)/16$|/ascon-hash256/batch-hash/64/(2|64)/1$"
    command = [sys.executable, ROOT / "bench/report.py", "--bench", BENCH, "--peers", PEERS, "--seconds", "0.5"]
    command += ["--filter", wanted, "--json", tmp_path / "records.json", "--output", tmp_path]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | forced)
    records = json.loads((tmp_path / "records.json").read_text(encoding="utf-8"))
    marked = {(r["operation"], r["messages"], r["backend"]) for r in records if r["default"]}
    backend = library.ascon_backend_active().decode()
    engines = {("batch-hash", n, library.ascon_batch_engine_active(ctypes.c_size_t(n)).decode()) for n in (2, 64)}
    assert marked == {("hash", 1, backend), ("hash-generic", 1, backend)} | engines
    assert len(records) > len(marked)


def test_tables_show_the_figures(run, records) -> None:
    text = next(run.glob("*-partial.md")).read_text(encoding="utf-8")
    assert (run / "printed").read_text(encoding="utf-8") == text
    for heading in ("## One message", "## Batches of equal lengths"):
        assert heading in text
    assert f"Peers: those of {PEERS.name}" in text
    row = re.search(r"^\| c64 \| (\S+) \| (\S+) \|$", text[text.index("### ascon-hash256, hash") :], re.MULTILINE)
    hashes = [r["cycles_per_byte"] for r in records if r["backend"] == "c64" and r["operation"] == "hash"]
    if all(hashes):
        assert [float(cell) for cell in row.groups()] == pytest.approx(hashes, rel=0.01)


def test_a_page_begins_with_plots_and_ends_with_goals(run) -> None:
    """A page of everything; this short run has measured none of the goals."""
    parts = ["<!-- plot ", "## What you get by default", "## One message", "## The developers' goals"]
    text = next(run.glob("*-partial.md")).read_text(encoding="utf-8")
    order = [text.find(part) for part in parts if part in text]
    assert order == sorted(order) and len(order) >= 2


def test_page_of_all_machines() -> None:
    """Each record has its part; lint checks that it is what the generator writes."""
    text = (ROOT / "docs/results/speed.md").read_text(encoding="utf-8")
    for file in (ROOT / "docs/results").glob("x86-64*.json"):
        run = kept.load(file)
        assert f"## {title_of(run.machine)}\n" in text and f"]({file.name})" in text
    assert text.count("### What you get by default") == text.count("### Beside the best other library") >= 2


def test_tables_and_plots_can_be_drawn_again(run, tmp_path) -> None:
    records = next(run.glob("*-partial.json"))
    command = [sys.executable, ROOT / "bench/report.py", "--from", records, "--output", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    again = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path.suffix for path in tmp_path.iterdir()} == {".md", ".svg"}
    assert again == {name: (run / name).read_bytes() for name in again}


def test_plots_are_pictures_with_the_names_of_all_lines(run) -> None:
    length, batch = (next(run.glob(f"*-partial-{name}.svg")) for name in ("length", "batch"))
    for path, names in ((length, ("c64", "itself (peer)")), (batch, ("x1", "itself (peer)"))):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
        assert all(name in path.read_text(encoding="utf-8") for name in names)
        assert path.name in (run / "printed").read_text(encoding="utf-8")


def test_a_peer_with_other_results_is_refused() -> None:
    options = ("--seconds", 0, "--filter", "^(c64|itself)/ascon-hash256/hash/64$", "--peers")
    assert bench(*options, PEERS).returncode == 0
    wrong = bench(*options, WRONG_PEERS)
    assert wrong.returncode == 2
    assert "itself/ascon-hash256/hash/64: another result" in wrong.stderr
    assert "cycles" not in wrong.stdout


def test_another_cipher_must_decrypt_what_it_encrypts_and_nothing_else() -> None:
    """Its results are not Ascon's, and are not compared with them."""
    for operation in ("encrypt", "decrypt"):
        options = ("--seconds", 0, "--filter", f"^(c64|itself)/[^/]+/{operation}/64$", "--peers")
        assert '"backend": "itself", "algorithm": "another-cipher"' in bench(*options, PEERS).stdout
        wrong = bench(*options, WRONG_PEERS)
        assert wrong.returncode == 2 and "itself/another-cipher" in wrong.stderr


def test_what_cannot_be_done_is_said() -> None:
    assert "bench_peers" in bench("--peers", BENCH).stderr or bench("--peers", BENCH).returncode == 2
    assert bench("--peers", PEERS, "--peers", BENCH).returncode == 2
    assert bench("--filter", "(", "--list").returncode == 2
    assert bench("--filter", "no such name", "--list").stdout == ""


def test_everything_is_measured() -> None:
    names = [line.split("/") for line in bench("--list").stdout.splitlines()]
    single = {(name[0], name[1], name[2], int(name[3])) for name in names if len(name) == 4}
    backends = {backend for backend, *_ in single}
    assert {"c64", *NARROW} <= backends
    for algorithm in ALGORITHMS:
        own = {(operation, size) for backend, name, operation, size in single if name == algorithm.name}
        for backend in backends if algorithm.name in (ratios.AEAD, ratios.HASH) else backends - NARROW:
            mine = {(o, s) for b, name, o, s in single if (b, name) == (backend, algorithm.name)}
            assert {case for case in own - mine if not case[0].endswith("-generic")} == set()
        sizes = {16} if algorithm.kind is Kind.PRFSHORT else set(SIZES)
        for operation in {operation for operation, _ in own if not operation.endswith(("-ad", "-generic"))}:
            assert {size for name, size in own if name == operation} == sizes
            assert (f"{operation}-generic", 16) in own
    engines = {tuple(name[:2]) for name in names if len(name) == 6}
    assert {("x1", algorithm.name) for algorithm in ALGORITHMS} <= engines


# ---- What a user gets, with figures made up -------------------------------------------------------


def test_default_is_what_the_library_chooses() -> None:
    name = ("ascon-hash256", "hash", 64)
    singles = [record("c64", *name, 1200.0, default=True), record("ref", *name, 600.0)]
    singles += [record("peer", *name, 1440.0, peer=True), record("other-native", *name, 900.0, peer=True)]
    batch = [record("x4", "ascon-hash256", "batch-hash", 64, 5e6, messages=10_000, default=True)]
    text = list(default_section(Records(singles + batch), {"1": "c64", "16": "x1", "64": "x4", "10000": "x4"}))
    assert "- `c64` for single messages" in text
    assert "- `x4` for batches of 64 to 10000" in text and "- `x1` for batches of 16" in text
    others = "`peer` | 89 | 1.20: faster | `other-native` | 142 | 1.33: slower"
    assert f"| Hash256, 64 bytes | 600 | 107 | {others} |" in text
    assert "| Hash256, 10000 messages of 64 bytes | 250 | 256 |  |  |  |  |  |  |" in text


@pytest.mark.parametrize("ratio, text", [(1.2, "1.20: faster"), (1 / 1.2, "1.20: slower"), (0.999, "1.00: equal")])
def test_no_ratio_is_below_one(ratio, text) -> None:
    assert compared(ratio) == text


# ---- Beside other libraries, with figures made up --------------------------------------------------


def test_the_lowest_ratio_to_any_other_library_counts() -> None:
    """Of both directions, all lengths and both builds; ours is the default, not the fastest."""
    made_up = []
    for operation, size, theirs in (("encrypt", 16, 1150.0), ("decrypt", 16, 1180.0), ("encrypt", 64, 1300.0)):
        name = ("ascon-aead128", operation, size)
        made_up += [record("c64", *name, 1000.0, default=True), record("ref", *name, 500.0)]
        made_up += [record("one", *name, theirs, peer=True), record("one-native", *name, theirs - 60, peer=True)]
    made_up.append(record("one", "ascon-aead128", "encrypt", 1536, 500.0, peer=True))  # of another row, without ours
    rows = [line for line in ratio_section(Records(made_up)) if line.startswith("| AEAD128")]
    cells = "1.15 (encrypt, 16 bytes, `one`) | 1.09 (encrypt, 16 bytes, `one-native`) | no"
    assert rows == [f"| AEAD128 encryption and decryption, 16 to 256 bytes | 1.10 | 1.17 | {cells} |"]


def test_rows_of_batches_say_how_the_other_library_was_called() -> None:
    many = {"messages": 10_000, "threads": 1}
    made_up = []
    for name in (("ascon-aead128", "batch-encrypt", 64), ("ascon-hash256", "batch-hash", 64)):
        made_up.append(record("x8", *name, 1e6, default=True, **many))
        made_up += [record(f"rscrypto{end}", *name, 6e6, peer=True, **many) for end in ("", "-native")]
    rows = [line for line in ratio_section(Records(made_up)) if "batch of" in line]
    assert [row.count("in a loop") for row in rows] == [2, 0] and [row.count("one call") for row in rows] == [0, 2]


@pytest.mark.parametrize("ratio, met", [(1.096, "must"), (1.094, "no"), (1.17, "aim"), (1.164, "must")])
def test_goals_are_met_as_the_table_shows_them(ratio, met) -> None:
    assert ratios.GOALS[0].met(ratio) == met


def test_random_lengths_are_compared_with_equal_ones() -> None:
    many = {"messages": 10_000, "default": True}
    equal = record("x8", "ascon-hash256", "batch-hash-array", 256, 8e6, **many)
    random = record("x8", "ascon-hash256", "batch-hash-array-random", 256, 1e7, **many)
    faster = record("x4", "ascon-hash256", "batch-hash-array-random", 256, 8e6, messages=10_000)
    rows = [line for line in ratio_section(Records([equal, faster, random])) if line.startswith("| Hash256")]
    assert len(rows) == 1 and rows[0].endswith("| 0.85 | 0.95 | 0.80 (batch-hash) |  | no |")


def test_ratios_are_of_what_is_measured() -> None:
    """The filter of --ratios leaves a figure for every goal, and lets nothing else take time."""
    names = [line.split("/") for line in bench("--list", "--filter", ratios.FILTER).stdout.splitlines()]
    assert names == [line.split("/") for line in bench("--list").stdout.splitlines() if re.search(ratios.FILTER, line)]
    made_up = []
    for backend, algorithm, operation, size, *batch in names:
        count = int(batch[0]) if batch else 1
        for peer in (False, True):
            more = {"messages": count, "peer": peer, "default": not peer}
            made_up.append(record(backend, algorithm, operation, int(size), 100.0, **more))
    assert all(list(goal.every(Records(made_up))) for goal in ratios.GOALS)
    assert not {name[0] for name in names} & NARROW


def test_the_command_prints_ratios_and_writes_no_page(tmp_path) -> None:
    command = [sys.executable, ROOT / "bench/report.py", "--bench", BENCH, "--ratios", "--peers", PEERS]
    done = subprocess.run([*command, "--seconds", "0.1", "--output", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| work | must | aim |" in done.stdout and "`itself`" in done.stdout
    assert "| AEAD128 decryption, 10000 messages of 64 bytes |" in done.stdout.split("## Beside other ciphers")[1]
    assert not list(tmp_path.iterdir())


def test_peers_are_built_as_users_do_and_at_their_best(monkeypatch) -> None:
    """Without cargo: the commands for both packages, and that the names tell the builds apart."""
    calls = []
    monkeypatch.setattr(peers.shutil, "which", lambda _: "cargo")
    monkeypatch.setattr(peers, "cargo", lambda folder, *options, flags="": calls.append((folder, options, flags)))
    assert len(set(peers.build())) == 4 and [folder for folder, *_ in calls[::2]] == list(peers.PACKAGES)
    for (_, *as_users_do), (_, options, flags) in zip(calls[::2], calls[1::2]):
        assert as_users_do == [("--release",), ""]
        assert options[:2] == ("--profile", "native") and "target-cpu=native" in flags
    source = "".join((folder / "src/lib.rs").read_text(encoding="utf-8") for folder in peers.PACKAGES)
    assert all(f'c"{name}"' in source and f'c"{name}{peers.AT_BEST}"' in source for name in peers.CRATES)
    assert all(f"{crate} " in peers.versions() for crates in peers.CRATES.values() for crate in crates)


# ---- Other ciphers ------------------------------------------------------------------------------------


def test_other_ciphers_have_a_table_and_are_no_other_library() -> None:
    """However fast they are. Ours is the default."""
    made_up = []
    for operation, count in (("encrypt", 1), ("batch-encrypt", 10_000)):
        many = {"messages": count}
        made_up.append(record("c64", ratios.AEAD, operation, 64, 1000.0 * count, default=True, **many))
        made_up.append(record("ref", ratios.AEAD, operation, 64, 900.0 * count, **many))
        for cipher, cycles in (("aes-128-gcm", 500.0), ("chacha20-poly1305", 1250.0)):
            made_up.append(record("openssl", cipher, operation, 64, cycles * count, peer=True, **many))
    machine = ["Some processor, with avx2", "asconkit 1, gcc 12, Linux", "Core clock: known", "Peers: none"]
    page = "\n".join(report(Records(made_up), machine, {}, {"1": "c64", "10000": "c64"}))
    assert page.count("openssl") == 2
    assert "| task | Ascon | `openssl/aes-128-gcm` | ratio | `openssl/chacha20-poly1305` | ratio |" in page
    for task in ("64 bytes", "10000 messages of 64 bytes"):
        assert f"| AEAD128 encryption, {task} | 500 | 250 | 2.00: slower | 625 | 1.25: faster |" in page
    assert not [line for line in ratio_section(Records(made_up)) if line.startswith("| AEAD128")]


class Message(ctypes.Structure):
    """bench_message of peers.h"""

    _fields_ = [(name, ctypes.c_size_t if name.endswith("_bytes") else ctypes.c_char_p)
                for name in "out out_bytes in_ in_bytes extra extra_bytes nonce key".split()]  # fmt: skip


class Peer(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("backend", "algorithm", "operation")]
    _fields_ += [("run", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Message), ctypes.c_size_t))]


@pytest.mark.parametrize("name, cipher", [
    ("chacha20-poly1305", peer_models.chacha20_poly1305), ("aes-128-gcm", peer_models.aes128_gcm),
])  # fmt: skip
def test_ciphers_of_openssl_are_what_they_are_called(name, cipher) -> None:
    """By models in Python; two messages, with the same key and with another one; then a forgery."""
    library = ctypes.CDLL(str(peers.build_openssl()[0]))
    library.bench_peers.restype = ctypes.POINTER(Peer)
    listed = library.bench_peers(ctypes.byref(count := ctypes.c_size_t()))[: count.value]
    run = {peer.operation.decode(): peer.run for peer in listed if peer.algorithm == name.encode()}
    keys, key_bytes = [bytes([i] * 32) for i in (1, 2)], 16 if "128" in name else 32
    for second in keys:
        texts, made = [(b"some text", keys[0], b"n" * 12), (b"t" * 100, second, b"m" * 12)], []
        buffers = [ctypes.create_string_buffer(len(text) + 16) for text, *_ in texts]
        for (text, key, nonce), out in zip(texts, buffers):
            made.append(Message(ctypes.addressof(out), len(out), text, len(text), b"ad", 2, nonce, key))
        assert run["encrypt"]((Message * 2)(*made), 2) == 0
        for (text, key, nonce), out in zip(texts, buffers):
            assert out.raw == b"".join(cipher(key[:key_bytes], nonce, b"ad", text))
            again = ctypes.create_string_buffer(len(text))
            opened = Message(ctypes.addressof(again), len(text), out.raw, len(out), b"ad", 2, nonce, key)
            assert run["decrypt"](opened, 1) == 0 and again.raw == text
            opened.extra = b"AD"
            assert run["decrypt"](opened, 1) != 0


@pytest.mark.parametrize("there, line", [
    ({"peers": False, "other ciphers": True}, "No peers: gone; other ciphers: version"),
    ({"peers": True, "other ciphers": False}, "Peers: version; no other ciphers: gone"),
])  # fmt: skip
def test_what_is_missing_is_left_out_with_a_line(monkeypatch, capsys, there, line) -> None:
    def build(is_there: bool):
        if not is_there:
            raise peers.Missing("gone")
        return [Path("library")]

    monkeypatch.setattr(peers, "KINDS", {kind: (partial(build, yes), lambda: "version") for kind, yes in there.items()})
    assert find_peers(None) == ([Path("library")], line)
    assert capsys.readouterr().err.count("gone") == 1


# ---- What is kept -----------------------------------------------------------------------------------


def test_what_is_kept_is_what_was_measured(run, records, tmp_path) -> None:
    """Folding loses nothing, and a second time changes nothing."""
    file = next(run.glob("*-partial.json"))
    read = kept.load(file)
    public = [one.public() for one in read.records]
    assert sorted(public, key=str) == sorted(records, key=str)
    kept.save(tmp_path / "again.json", read)
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    assert all(path.stat().st_size < 300_000 for path in (ROOT / "docs/results").glob("*.json"))


# ---- Cycles of a round ----------------------------------------------------------------------------


def test_rounds_are_measured() -> None:
    """The command from end to end: every backend that the model knows has a row, and no page is written."""
    command = [sys.executable, ROOT / "bench/report.py", "--bench", BENCH, "--rounds", "--seconds", "0.5"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("| backend | cycles of a round |") and "| `c64` |" in done.stdout
    assert {line.split("/")[1] for line in bench("--list", "--filter", FILTER).stdout.splitlines()} == {
        "ascon-p6", "ascon-p12",
    }  # fmt: skip


def test_a_round_is_shown_beside_its_limit() -> None:
    """Without the part of a call that does not depend on the number of rounds: here 50 cycles."""
    ways = [(name, n) for name in ("ref", "c64_bmi") for n in (6, 12)]
    made_up = [record(name, f"ascon-p{n}", "permute", 40, 50.0 + 9.4 * n) for name, n in ways]
    cpuinfo = "vendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
    lines = list(table(Records(made_up), cpuinfo, "x86_64"))
    assert lines[2:] == ["| `c64_bmi` | 9.4 | 9.0 | 9.0 | Zen 4, x86-64 with BMI |"]
    without_clock = [record("c64_bmi", f"ascon-p{n}", "permute", 40, 0.0, nanoseconds=1.0) for n in (6, 12)]
    assert list(table(Records(without_clock), cpuinfo, "x86_64"))[2].startswith("| `c64_bmi` |  | 9.0 |")


# ---- Goals, with figures made up -----------------------------------------------------------------


def record(backend: str, algorithm: str, operation: str, size: int, cycles: float, **more) -> Record:
    total = float(size * more.get("messages", 1))
    fields = {"messages": 1, "threads": 1, "peer": False, "total_bytes": total, "nanoseconds": cycles / 2} | more
    return Record(backend, algorithm, operation, size, cycles=cycles, **fields)


def judged(text: str, *made_up: Record) -> tuple[float | None, bool | None]:
    goal = next(goal for goal in goals() if text in goal.text)
    value = goal.figure(Records(list(made_up)))
    return value, None if value is None else goal.is_met(value)


def test_rounds_of_engines_are_a_difference_beside_the_ports() -> None:
    """1000 messages: 44 rounds more take 44 * 2 * 1000 cycles more; 144 rounds in all."""
    many = {"messages": 1000, "threads": 1}
    made_up = [
        record("avx512_x16", "ascon-hash", "batch-hash", 64, 384_000, permutations={"12": 12}, **many),
        record("avx512_x16", "ascon-hasha", "batch-hash", 64, 296_000, permutations={"12": 1, "8": 11}, **many),
    ]
    (one,) = engines.found(Records(made_up))
    assert (one.cycles, one.share) == (2, 0.75)
    assert not list(engines.found(Records(made_up[:1])))
    section = "\n".join(engine_section(Records(made_up), ["Intel Xeon (cpu family 6, model 207), with avx2"]))
    assert "| avx512_x16 | 8 | 24 | 2.00 | 1.50 | 75 % | 75 % |" in section
    assert "avx512_x16 | 8 | 24 | 2.00 |  |  | 75 %" in "\n".join(engine_section(Records(made_up), ["Other"]))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code of x86-64")
@pytest.mark.parametrize("name", [name for name in engines.ENGINES if name.startswith("avx")])
def test_operations_of_engines_are_those_of_their_machine_code(name, tmp_path) -> None:
    """The shortest loop with the rotations of a round: that over the rounds of one register."""
    form = engines.ENGINES[name]
    source, output = ROOT / f"asconkit/batch/engines/{name}/{name}.c", tmp_path / "engine.o"
    subprocess.run(["gcc", "-O2", "-c", source, "-o", output], check=True)
    command = ["objdump", "-d", "--no-show-raw-insn", output]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    code = re.findall(r"^ +([0-9a-f]+):\t(\w+) *(.*)$", printed, re.MULTILINE)
    counted = [figures for loop in loops(code) if (figures := operations_of(loop))[1] >= form.rotations]
    assert min(counted) == (form.operations, form.rotations)


def loops(code: list[tuple[str, str, str]]):
    """From where a jump goes back to as far as the jump."""
    places = {address: number for number, (address, _, _) in enumerate(code)}
    for number, (_, mnemonic, operands) in enumerate(code):
        first = places.get(operands.split(" ")[0], number) if mnemonic.startswith("j") else number
        if first < number:
            yield code[first:number]


def operations_of(loop: list[tuple[str, str, str]]) -> tuple[int, int]:
    """On vectors, without copies and constants; and of them rotations and shifts."""
    names = [mnemonic for _, mnemonic, _ in loop if re.match("vp(?!broadcast)", mnemonic)]
    return len(names), sum(bool(re.match("vpro[lr]|vps[lr]l", name)) for name in names)


def test_goals_take_the_worse_direction() -> None:
    both = [record("avx512vl", "ascon-aead128", o, LONG, c * LONG) for o, c in (("encrypt", 5.0), ("decrypt", 5.7))]
    assert judged("AEAD128, 64 KiB", *both) == (pytest.approx(5.7), False)
    assert judged("AEAD128, 64 KiB", both[0]) == (None, None)


def test_goals_of_scalar_code_compare_with_what_is_published() -> None:
    made_up = []
    for (algorithm, operation), figures in PUBLISHED.items():
        for size, figure in zip(SIZES, figures):
            made_up.append(record(SCALAR, algorithm, operation, size, figure * size * 0.94))
    assert judged("highest ratio to the published", *made_up) == (pytest.approx(0.94), True)
    slow = [record(SCALAR, "ascon-hasha", "hash", 1536, 13.8 * 1536 * 0.96)]
    slow += [other for other in made_up if (other.algorithm, other.bytes) != ("ascon-hasha", 1536)]
    assert judged("1536 bytes and more", *slow) == (pytest.approx(0.96), False)


def test_goals_of_overhead_count_all_permutations() -> None:
    bare = [record("avx512vl", f"ascon-p{n}", "permute", 40, 10.0 * n) for n in (8, 12)]
    call = record("avx512vl", "ascon-aead128", "encrypt", LONG, 1000.0, permutations={"12": 2, "8": 9})
    assert judged("avx512vl: highest overhead", *bare, call) == (pytest.approx(100 * (1000 / 960 - 1)), False)


def test_goals_are_about_backends_and_engines_that_exist() -> None:
    """A goal for one that is gone would never be measured again."""
    folders = [ROOT / "asconkit/core/backends", ROOT / "asconkit/batch/engines"]
    there = {path.name for folder in folders for path in folder.iterdir() if path.is_dir()}
    assert {VECTOR, SCALAR, *NARROW} <= there
    assert all(any(name.startswith(lanes) for name in there) for lanes in (LANES_256, LANES_512))


def test_goals_of_batches_take_the_best_engine() -> None:
    batch = {"messages": 10_000, "total_bytes": 640_000.0}
    name = ("ascon-hash256", "batch-hash", 64)
    engines = [record("avx512_other", *name, 3e6, **batch), record("avx512_x16", *name, 2.5e6, **batch)]
    assert judged("AVX-512: Hash256, 10000", *engines) == (pytest.approx(250), True)
    two = record("avx512_x16", *name, 1.4e6, **{**batch, "threads": 2})
    assert judged("Hash256, 10000 messages of 64 bytes: two", *engines, two) == (pytest.approx(2.5 / 1.4), False)


def test_goals_of_the_command_compare_times() -> None:
    name = ("ascon-hash256", "command-sum", 4096)
    ways = [record("command", *name, 1e9), record("command-x1", *name, 6e9)]
    assert judged("asconkit sum", *ways) == (pytest.approx(6), True)


def test_the_best_other_library_is_one_column():
    """The fastest one of each call; ours stay, in their order."""
    ours = [record("x1", "ascon-hash256", "batch-hash", size, 10) for size in (64, 4096)]
    others = [record(name, "ascon-hash256", "batch-hash", size, cycles, peer=True)
              for name, size, cycles in (("a", 64, 30), ("b", 64, 20), ("b", 4096, 70), ("a", 4096, 60))]  # fmt: skip
    chosen = with_best_other([*others, *ours])
    assert chosen[:2] == ours
    assert {(r.backend, r.bytes, r.cycles) for r in chosen[2:]} == {("best other", 64, 20), ("best other", 4096, 60)}

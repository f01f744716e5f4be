# SPDX-License-Identifier: Apache-2.0 OR MIT
"""examples/node: nodes, their keys, and a gateway that are killed and started again, and a radio that loses, delays,
repeats and forges frames. No reading is accepted twice, and none that was not sent. The nodes are senders in Python
here; tests/datagram/test_node.py runs the firmware."""

import importlib
import random
import re
import shutil
import struct
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from asconkit.datagram import FileStore, Sender, Settings, StoreFolder, open_many

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/node"
ADDRESSES = (7, 300, 65534)
STEP = 20  # of gateway.py
MARK, ERASED = b"asconkit node 1\0", b"\xff" * 24
IMAGE = b"code" + MARK + ERASED + b"more"


def reading_of(number: int) -> tuple[bytes, str]:
    """A reading, and how the gateway prints it."""
    values = (number % 60000 - 30000, number % 10001, 90000 + number, 2987, number % 7)
    return struct.pack("<hHIHH", *values), f"{values[0] / 100:.2f} {values[1] / 100:.2f} {values[2]} 2987 {values[4]}"


def provision(folder: Path, address: object, *more: str, image: bytes = IMAGE) -> subprocess.CompletedProcess[str]:
    """A new image with a key, node-ADDRESS, made of `image`."""
    (folder / "image").write_bytes(image)
    new = folder / f"node-{address}"
    words = [sys.executable, EXAMPLE / "provision.py", *more, folder, str(address), folder / "image", new]
    return subprocess.run(words, capture_output=True, text=True)


def key_in(image: Path) -> tuple[bytes, int]:
    data = image.read_bytes()
    start = data.index(MARK) + len(MARK)
    assert data[start + 18 : start + 24] == ERASED[:6]  # is_new is set
    return data[start : start + 16], int.from_bytes(data[start + 16 : start + 18], "little")


class Field:
    """A folder with the table and the counters, the nodes' own ones, and what was sent and accepted so far."""

    def __init__(self, folder: Path, gateway: Path = EXAMPLE / "gateway.py"):
        self.folder, self.gateway = folder, gateway
        (folder / "nodes-own").mkdir()
        for address in ADDRESSES:
            self.provision(address)
        self.sent: dict[str, str] = {}  # what the gateway prints for a frame
        self.accepted = Counter[str]()

    def provision(self, address: int, *more: str) -> None:
        done = provision(self.folder, address, *more)
        assert done.returncode == 0, done.stderr
        (self.folder / f"nodes-own/{address}").unlink(missing_ok=True)
        self.store(address).provision()

    def store(self, address: int) -> FileStore:
        return FileStore(self.folder / f"nodes-own/{address}")

    def seal(self, address: int, texts: list[bytes]) -> list[str]:
        """A life of a node: it has no end of its own, as of a device that loses power."""
        key, found = key_in(self.folder / f"node-{address}")
        assert found == address
        header = address.to_bytes(2, "little")
        settings = Settings(counter_length=2, tag_length=8)
        with self.store(address) as store:
            sender = Sender(key, header.ljust(8, b"\0"), settings, store, 100)
            return [(header + sender.seal(text, header)).hex() for text in texts]

    def send(self, address: int, numbers: range) -> list[str]:
        readings = [reading_of(number) for number in numbers]
        frames = self.seal(address, [reading for reading, _ in readings])
        assert not self.sent.keys() & set(frames)  # no frame repeats
        self.sent |= {frame: f"{address} {text}" for frame, (_, text) in zip(frames, readings)}
        return frames

    def start_gateway(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        command = [sys.executable, self.gateway, self.folder]
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def run_gateway(self, frames: list[str], killed: bool = False) -> list[str]:
        """A life of the gateway. It prints all that has arrived before it is killed."""
        process = self.start_gateway()
        assert process.stdin and process.stdout
        if killed:
            process.stdin.write("".join(f"{frame}\n" for frame in frames[:-1]))
            process.stdin.flush()
            first = process.stdout.readline()  # it is at work
            process.kill()
            process.wait()
            return (first + process.stdout.read()).split("\n")[:-1]  # the last may be cut; communicate() loses some
        out, error = process.communicate("".join(f"{frame}\n" for frame in frames))
        assert process.returncode == 0, error
        return out.splitlines()

    def refusal(self) -> str:
        """What a gateway says that does not start."""
        out, error = self.start_gateway().communicate("")
        assert not out and "Traceback" not in error and "refused:" not in error
        return error

    def receive(self, frames: list[str], killed: bool = False) -> None:
        self.accepted.update(self.run_gateway(frames, killed=killed))


def radio(source: random.Random, frames: list[str]) -> list[str]:
    """What arrives of the frames: a tenth is lost, some are late, repeated or changed, and there is noise."""
    arrived = []
    for i, frame in enumerate(frames):
        if source.randrange(10) == 0:
            continue
        arrived.append((i + source.choice((0, 0, 0, 3, 12)), frame))
        if source.randrange(4) == 0:
            arrived.append((i + source.randrange(200), frame))
        if source.randrange(10) == 0:
            changed = bytearray.fromhex(frame)
            changed[source.randrange(len(changed))] ^= 1 << source.randrange(8)
            arrived.append((i, changed.hex()))
        if source.randrange(30) == 0:
            arrived.append((i, source.choice(("", "7", "zz", "0700", "0700" + 40 * "5", frame[:-2]))))
    return [frame for _, frame in sorted(arrived, key=lambda one: one[0])]


def run(field: Field, source: random.Random) -> None:
    """Some lives of the nodes and of the gateway; an attacker replays all that was ever sent."""
    number = 0
    for life in range(6):
        lives = []
        for address in ADDRESSES:
            count = source.randrange(30, 120)
            lives.append(field.send(address, range(number, number + count)))
            number += count
        mixed = [frames.pop(0) for frames in source.choices(lives, k=400) if frames]
        field.receive(radio(source, mixed), killed=life % 3 == 1)
        field.receive(source.sample(sorted(field.sent), len(field.sent)))


def test_no_reading_is_accepted_twice(tmp_path):
    field = Field(tmp_path)
    run(field, random.Random(1))
    readings = set(field.sent.values())
    assert set(field.accepted) <= readings
    assert max(field.accepted.values()) == 1
    print(f"{len(field.sent)} sent, {len(field.accepted)} accepted")
    assert len(field.accepted) > len(readings) / 2


def test_a_gateway_that_accepts_twice_is_noticed(tmp_path):
    """One that stores nothing."""
    text = (EXAMPLE / "gateway.py").read_text(encoding="utf-8")
    careless = tmp_path / "gateway.py"
    careless.write_text(text.replace(", store, STEP)", ")"), encoding="utf-8")
    assert careless.read_text(encoding="utf-8") != text
    shutil.copy(EXAMPLE / "table.py", tmp_path)
    field = Field(tmp_path, careless)
    run(field, random.Random(1))
    assert max(field.accepted.values()) > 1


def test_without_loss_a_restart_refuses_a_step_at_most(tmp_path):
    field = Field(tmp_path)
    for life in range(5):
        frames = field.send(7, range(50 * life, 50 * life + 50))
        before = len(field.accepted)
        field.receive(frames)
        assert len(field.accepted) - before >= 50 - STEP
    assert max(field.accepted.values()) == 1 and field.accepted.keys() <= set(field.sent.values())


def test_thousands_are_opened_together(tmp_path, monkeypatch):
    """What has arrived is one call of open_many(), whoever sent it."""
    field = Field(tmp_path)
    frames = [frame for address in ADDRESSES for frame in field.send(address, range(1500))]
    monkeypatch.syspath_prepend(str(EXAMPLE))
    gateway = importlib.import_module("gateway")
    calls: list[int] = []

    def counted(receivers, datagrams, headers):
        calls.append(len(datagrams))
        return open_many(receivers, datagrams, headers)

    monkeypatch.setattr(gateway, "open_many", counted)
    found = list(gateway.Gateway(tmp_path).open(map(bytes.fromhex, frames)))
    assert calls == [4500]
    printed = [f"{address} {gateway.printable(text)}" for address, text in found]
    assert printed == [field.sent[frame] for frame in frames]


def test_a_reading_stays_in_its_line(tmp_path):
    """Of a node that was taken over: texts are none, and numbers are numbers."""
    field = Field(tmp_path)
    texts = [b"1\n300 99\r\x1b[2J\x9b\\", b"\x1b[2J\r\n300 1\n", b"\x1b[2J\n300 1\n\n", b""]
    assert [len(text) for text in texts] == [15, 12, 12, 0]
    lines = field.run_gateway(field.seal(7, texts))
    assert len(lines) == 2 and all(re.fullmatch(r"7 -?\d+\.\d\d \d+\.\d\d \d+ \d+ \d+", line) for line in lines)


def test_noise_without_an_end_is_left_out(tmp_path):
    field = Field(tmp_path)
    frames = field.send(7, range(1))
    before = time.monotonic()
    assert field.run_gateway(["7" * 80_000_000, frames[0] + "00" * 200, *frames]) == [field.sent[frames[0]]]
    assert time.monotonic() - before < 30


def test_other_files_do_not_stop_the_gateway(tmp_path):
    field = Field(tmp_path)
    assert field.run_gateway([]) == []
    for name in ("x", "007", "70000", "8.new", "9.lock"):
        (tmp_path / "accepted" / name).write_bytes(b"")
    (tmp_path / "accepted/65534").write_bytes(b"damaged")
    with StoreFolder(tmp_path / "accepted") as counters:
        counters.store("300").store(2**56)  # used up
    frames = [*field.send(300, range(1)), *field.send(65534, range(1)), *field.send(7, range(1, 2))]
    assert field.run_gateway(frames) == [field.sent[frames[2]]]


def test_a_counter_that_is_lost_is_not_begun_again(tmp_path):
    field = Field(tmp_path)
    frames = field.send(7, range(3))
    assert len(field.run_gateway(frames)) == 3
    (tmp_path / "accepted/7").unlink()
    assert field.run_gateway(frames) == []


def test_two_gateways_do_not_share_counters(tmp_path):
    field = Field(tmp_path)
    (tmp_path / "accepted").mkdir()
    with StoreFolder(tmp_path / "accepted"):
        assert "another process" in field.refusal()


# ---- Provisioning -------------------------------------------------------------------------------------------------


def test_each_node_has_a_key_of_its_own(tmp_path):
    Field(tmp_path)
    lines = (tmp_path / "nodes").read_text().splitlines()
    keys = [key_in(tmp_path / f"node-{address}")[0] for address in ADDRESSES]
    assert lines == [f"{address} {key.hex()} new" for address, key in zip(ADDRESSES, keys)] and len(set(keys)) == 3
    for name in ("nodes", *(f"node-{address}" for address in ADDRESSES)):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    image = (tmp_path / "node-7").read_bytes()
    assert image.startswith(b"code" + MARK) and image.endswith(b"more") and len(image) == len(IMAGE)


def test_a_new_key_begins_new_counters(tmp_path):
    field = Field(tmp_path)
    old = field.send(7, range(30))
    assert len(field.run_gateway(old)) == 30
    (tmp_path / "node-7").unlink()
    field.provision(7, "--replace")
    new = field.send(7, range(100, 130))
    assert field.run_gateway([*old, *new]) == [field.sent[frame] for frame in new]
    assert field.run_gateway(new) == [] and " new" not in (tmp_path / "nodes").read_text()


@pytest.mark.parametrize(
    "address, image, said",
    [
        *((address, IMAGE, "must be 0 to 65534") for address in ("70000", "65535", "-1", "x", "7.5", "007", "")),
        ("8", b"code", "it has 0"), ("8", IMAGE + MARK, "it has 2"), ("8", IMAGE[:-6], "has a key already"),
        ("8", b"code" + MARK + bytes(24), "has a key already"), ("7", IMAGE, "node 7 has a key already: --replace"),
    ],
)  # fmt: skip
def test_provisioning_that_fails_changes_nothing(tmp_path, address, image, said):
    Field(tmp_path)
    before = (tmp_path / "nodes").read_bytes()
    (tmp_path / "node-7").unlink()
    done = provision(tmp_path, address, image=image)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr
    assert (tmp_path / "nodes").read_bytes() == before and not (tmp_path / f"node-{address}").exists()


def test_an_image_is_not_overwritten(tmp_path):
    Field(tmp_path)
    before = (tmp_path / "node-7").read_bytes(), (tmp_path / "nodes").read_bytes()
    done = provision(tmp_path, 7, "--replace")
    assert done.returncode == 1 and "File exists" in done.stderr
    assert before == ((tmp_path / "node-7").read_bytes(), (tmp_path / "nodes").read_bytes())


def test_a_table_that_is_damaged_or_open_to_others_is_refused(tmp_path):
    field = Field(tmp_path)
    table, key = tmp_path / "nodes", "ab" * 16
    for line in (f"7 {key}\n7 {key}\n", f"7:{key}\n", f"7 {key}ab\n", f"70000 {key}\n", f"7 {key} old\n", ""):
        table.write_text(line)
        said = field.refusal()
        assert str(table) in said and key not in said
    shutil.copy(tmp_path / "nodes", tmp_path / "copy")
    table.chmod(0o640)
    assert f"chmod 600 {table}" in field.refusal()
    assert "chmod" in provision(tmp_path, 9).stderr and not (tmp_path / "node-9").exists()

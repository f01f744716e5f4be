"""examples/telemetry: nodes and a gateway that are killed and started again, and a radio that loses, delays, repeats
and forges frames. No reading is accepted twice, and none that was not sent.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/telemetry"
ADDRESSES = (7, 300, 65535)
STEP = 20  # of host.c and gateway.py

pytestmark = pytest.mark.skipif(not (shutil.which("make") and shutil.which("cc")), reason="needs make and a C compiler")


@pytest.fixture(scope="module")
def node(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("telemetry")
    subprocess.run(["make", "-s", "-C", EXAMPLE, f"OUT={out}"], check=True)
    return out / "node"


class Field:
    """A folder with the key and the counters, and what was sent and accepted so far."""

    def __init__(self, node: Path, folder: Path, gateway: Path = EXAMPLE / "gateway.py"):
        self.node, self.folder, self.gateway = node, folder, gateway
        (folder / "key").write_bytes(bytes(range(16)))
        for address in ADDRESSES:
            self.run_node(address, "", "provision")
        self.run_gateway([], "provision", *map(str, ADDRESSES))
        self.sent: dict[str, str] = {}  # what the gateway prints for a frame
        self.accepted = Counter[str]()

    def run_node(self, address: int, readings: str, *more: str) -> list[str]:
        command = [self.node, self.folder, str(address), *more]
        return subprocess.run(command, input=readings, capture_output=True, text=True, check=True).stdout.split()

    def send(self, address: int, readings: list[str]) -> list[str]:
        """A life of a node: it has no end of its own, as of a device that loses power."""
        frames = self.run_node(address, "".join(f"{reading}\n" for reading in readings))
        assert len(frames) == len(readings) and not self.sent.keys() & set(frames)  # no frame repeats
        self.sent |= {frame: f"{address} {reading}" for frame, reading in zip(frames, readings)}
        return frames

    def run_gateway(self, frames: list[str], *more: str, killed: bool = False) -> list[str]:
        """A life of the gateway. It prints all that has arrived before it is killed."""
        process = subprocess.Popen(
            [sys.executable, self.gateway, self.folder, *more],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdin and process.stdout
        if killed:
            process.stdin.write("".join(f"{frame}\n" for frame in frames[:-1]))
            process.stdin.flush()
            first = process.stdout.readline()  # it is at work
            process.kill()
            rest = process.communicate()[0]
            return (first + rest).splitlines()
        out, error = process.communicate("".join(f"{frame}\n" for frame in frames))
        assert process.returncode == 0, error
        return out.splitlines()

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
            lives.append(field.send(address, [f"reading {number + i}" for i in range(count)]))
            number += count
        mixed = [frames.pop(0) for frames in source.choices(lives, k=400) if frames]
        field.receive(radio(source, mixed), killed=life % 3 == 1)
        field.receive(source.sample(sorted(field.sent), len(field.sent)))


def test_no_reading_is_accepted_twice(node, tmp_path):
    field = Field(node, tmp_path)
    run(field, random.Random(1))
    readings = set(field.sent.values())
    assert set(field.accepted) <= readings
    assert max(field.accepted.values()) == 1
    print(f"{len(field.sent)} sent, {len(field.accepted)} accepted")
    assert len(field.accepted) > len(readings) / 2


def test_a_gateway_that_accepts_twice_is_noticed(node, tmp_path):
    """One that stores nothing."""
    text = (EXAMPLE / "gateway.py").read_text(encoding="utf-8")
    careless = tmp_path / "gateway.py"
    careless.write_text(text.replace(", store_of(folder, number), STEP)", ")"), encoding="utf-8")
    assert careless.read_text(encoding="utf-8") != text
    field = Field(node, tmp_path, careless)
    run(field, random.Random(1))
    assert max(field.accepted.values()) > 1


def test_without_loss_a_restart_refuses_a_step_at_most(node, tmp_path):
    field = Field(node, tmp_path)
    for life in range(5):
        frames = field.send(7, [f"reading {life} {i}" for i in range(50)])
        before = len(field.accepted)
        field.receive(frames)
        assert len(field.accepted) - before >= 50 - STEP
    assert max(field.accepted.values()) == 1 and field.accepted.keys() <= set(field.sent.values())


def test_what_was_not_provisioned_does_not_send(node, tmp_path):
    (tmp_path / "key").write_bytes(bytes(16))
    for words, said in (
        (["7"], "there is no counter"), (["70000"], "usage"), (["7x"], "usage"), ([], "usage"),
    ):  # fmt: skip
        done = subprocess.run([node, tmp_path, *words], input="21.5\n", capture_output=True, text=True)
        assert done.returncode == 1 and said in done.stderr and not done.stdout
    (tmp_path / "key").write_bytes(bytes(15))
    done = subprocess.run([node, tmp_path, "7"], input="21.5\n", capture_output=True, text=True)
    assert done.returncode == 1 and "16 bytes" in done.stderr

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""examples/node in QEMU: the frames of a node that loses power are those of the specification, and one whose counter is
lost sends nothing. tests/python/test_node.py has its gateway, tests/embedded/test_node_size.py its size."""

import struct
import subprocess
from pathlib import Path

import pytest
from builds import ROOT, need
from node_frames import node_frame

EXAMPLE = ROOT / "examples/node"
MARK = b"asconkit node 1\0"
IS_NEW = slice(20, 24)  # after key, address and two bytes


def make(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    for command in ("arm-none-eabi-gcc", "qemu-system-arm", "make"):
        need(command)
    return subprocess.run(["make", "-s", "-C", EXAMPLE, f"OUT={out}", *words], capture_output=True, text=True)


@pytest.fixture(scope="module")
def out(tmp_path_factory) -> Path:
    """Built, provisioned and run; what was printed is in the file `frames`."""
    folder = tmp_path_factory.mktemp("node")
    done = make(folder, "run", "ADDRESS=515")
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "frames").write_text(done.stdout)
    return folder


def run_image(out: Path, folder: Path, image: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "changed.elf").write_bytes(image)
    words = ["qemu-system-arm", "-M", "microbit", "-nographic", "-monitor", "none", "-serial", "none"]
    words += ["-semihosting-config", "enable=on,target=native", "-kernel", folder / "changed.elf"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60)


def test_three_lives_of_a_node(out):
    address, key, new = (out / "state/nodes").read_text().split()
    assert (address, new) == ("515", "new")
    expected = [
        node_frame(515, life * 100 + i, struct.pack("<hHIHH", 2150 + i, 4500, 101325, 2987, 0), bytes.fromhex(key))
        for life in range(3)
        for i in range(3)
    ]
    assert (out / "frames").read_text().split() == [frame.hex() for frame in expected]
    assert all(len(frame) == 24 for frame in expected)


def test_each_run_has_a_new_key(out):
    first = (out / "state/nodes").read_text()
    assert make(out, "run", "ADDRESS=515").returncode == 0
    assert (out / "state/nodes").read_text() != first


def test_an_image_without_a_key_sends_nothing(out, tmp_path):
    done = run_image(out, tmp_path, (out / "main.elf").read_bytes())
    assert done.returncode == 1 and (done.stdout + done.stderr).startswith("no address and no key")


def test_a_node_whose_counter_is_lost_sends_nothing(out, tmp_path):
    """Its record is that of one that was started before; its pages are erased."""
    image = bytearray((out / "node-515.elf").read_bytes())
    start = image.index(MARK) + len(MARK)
    assert image[start:][IS_NEW] == b"\xff" * 4
    image[start + IS_NEW.start : start + IS_NEW.stop] = bytes(4)
    done = run_image(out, tmp_path, image)
    assert done.returncode == 1 and (done.stdout + done.stderr).startswith("the counter is lost")

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Telemetry of many devices, each with a different key. Some messages are forged on the way."""

import re
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet

from asconkit import batch, keys
from asconkit._arrow import as_arrow

DEVICES = 1000
FORGED_OF = 1000  # one message of so many
MASTER = bytes(range(0x40, 0x50))
CONTEXT = b"telemetry"
PAGES = Path(__file__).resolve().parents[2] / "docs"


def per_device(master):
    return keys.Derived(master, context=CONTEXT)


def table(count, seed=1):
    """What a broker would deliver, and which rows of it are forged: id, device, header, nonce, payload."""
    random = numpy.random.default_rng(seed)
    ids = numpy.arange(count, dtype=numpy.int64)
    device = random.integers(0, DEVICES, count)
    names = pyarrow.array([f"sensor-{i:05d}" for i in range(DEVICES)])
    devices = pyarrow.DictionaryArray.from_arrays(pyarrow.array(device.astype(numpy.int32)), names)
    nonces = numpy.zeros((count, 16), numpy.uint8)
    nonces[:, :8] = ids[:, None].view(numpy.uint8)
    headers = as_arrow(numpy.ascontiguousarray(nonces[:, :6])).cast(pyarrow.binary())
    text = messages(random, count)
    nonces = as_arrow(nonces).cast(pyarrow.binary())
    sealed = batch.encrypt(per_device(MASTER).column(devices, "raise"), nonces, text, headers)
    forged = random.choice(count, max(1, count // FORGED_OF), replace=False)
    columns = {"id": ids, "device": devices.cast(pyarrow.string()), "header": headers, "nonce": nonces}
    return pyarrow.table({**columns, "payload": forge(sealed, forged, random)}), set(forged.tolist()), text


def messages(random, count):
    """Readings of 16 to 128 bytes."""
    lengths = random.integers(16, 129, count)
    offsets = numpy.zeros(count + 1, numpy.int32)
    numpy.cumsum(lengths, out=offsets[1:])
    values = random.integers(0, 256, int(offsets[-1]), dtype=numpy.uint8)
    return pyarrow.BinaryArray.from_buffers(
        pyarrow.binary(), count, [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(values)]
    )


def forge(sealed, rows, random):
    """One bit of each of these rows changed."""
    offsets = numpy.frombuffer(sealed.buffers()[1], numpy.int32)[: len(sealed) + 1]
    values = numpy.frombuffer(sealed.buffers()[2], numpy.uint8)[: offsets[-1]].copy()
    at = random.integers(offsets[rows], offsets[rows + 1])
    values[at] ^= (1 << random.integers(0, 8, len(rows))).astype(numpy.uint8)
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(values)]
    return pyarrow.BinaryArray.from_buffers(pyarrow.binary(), len(sealed), buffers)


def check(result, count, forged, text):
    """No message is lost or comes twice; exactly the forged messages are reported; the rest are as they were sent."""
    ids = result["id"].to_numpy()
    assert len(ids) == count and (numpy.sort(ids) == numpy.arange(count)).all()
    genuine = result["genuine"].to_numpy(zero_copy_only=False).astype(bool)
    assert result["genuine"].null_count == 0
    assert set(ids[~genuine].tolist()) == forged
    in_order = result.sort_by("id")["payload"].combine_chunks()
    assert in_order.null_count == len(forged)
    keep = numpy.ones(count, bool)
    keep[list(forged)] = False
    mask = pyarrow.array(keep)
    assert in_order.filter(mask).equals(text.filter(mask))


def documented(engine, key_file, page="cluster", **names):
    """What the names in the page's example of this engine are after it has run, with the key in this file."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (code,) = [block for block in blocks if f"import asconkit.{engine}\n" in block]
    assert code.count('"/run/secrets/telemetry"') == 1
    exec(code.replace('"/run/secrets/telemetry"', repr(str(key_file))), names)
    return names


def plain_file(folder):
    """A Parquet file of three messages under the master key, the last one forged, and their rows when decrypted."""
    nonces = pyarrow.array([bytes([i]) * 16 for i in range(3)])
    payload = batch.encrypt(MASTER, nonces, pyarrow.array([b"on", b"off", b"on"])).to_pylist()
    path = folder / "messages.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"nonce": nonces, "payload": [*payload[:2], bytes(18)]}), path)
    return str(path), [(b"on", True), (b"off", True), (None, False)]

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/limits.md: its figures follow the headers and known bounds, it has every keyed algorithm, and pages link it."""

import re
from pathlib import Path

import pytest

from spec import limits
from spec.algorithms import ALGORITHMS, Kind

ROOT = Path(__file__).parents[1]
KEYED = [row for row in ALGORITHMS if row.kind in (Kind.AEAD, Kind.MAC, Kind.PRF, Kind.PRFSHORT)]


def found(beginning: str) -> limits.Row:
    (row,) = (row for row in limits.ROWS if row.calls.startswith(beginning))
    return row


def test_known_figures():
    aead = found("Ascon-AEAD128")
    assert limits.power(aead.bytes) == "2⁵⁴" and limits.power(aead.messages) == "2⁴⁸"
    assert aead.work(0) == 128 and aead.work(32) == 96
    assert found("nonce-masked").work(32) == 110
    assert found("one stream").bytes == 52 < aead.bytes
    assert [limits.forgeries(8 * tag, limits.RISK) for tag in limits.TAGS] == [0, 32, 64, 96]
    assert limits.before_repetition(128, risk=-33) == 48


def test_a_limit_is_that_of_the_header(tmp_path, monkeypatch):
    text = (ROOT / "asconkit/stream/ascon_stream.h").read_text(encoding="utf-8")
    changed = text.replace("ASCON_STREAM_MAX_CHUNKS (UINT64_C(1) << 32)", "ASCON_STREAM_MAX_CHUNKS (UINT64_C(1) << 31)")
    assert changed != text
    (tmp_path / "ascon_stream.h").write_text(changed, encoding="utf-8")
    monkeypatch.setattr(limits, "HEADERS", tmp_path)
    assert limits.constant("ascon_stream.h", "ASCON_STREAM_MAX_CHUNKS") == 31
    with pytest.raises(ValueError, match="not in"):
        limits.constant("ascon_stream.h", "ASCON_STREAM_NOTHING")


def test_a_request_of_the_generator_has_as_many_bytes_as_its_header_says():
    text = " ".join((ROOT / "asconkit/drbg/ascon_drbg.h").read_text(encoding="utf-8").split())
    assert f"more than {2**limits.REQUEST_BYTES} bytes" in text


def test_the_crate_for_tls_replaces_keys_when_the_page_says():
    text = (ROOT / "bindings/rust/asconkit-rustls/src/lib.rs").read_text(encoding="utf-8")
    base, less = map(int, re.search(r"RECORDS_UNDER_ONE_KEY: u64 = 1 << \((\d+) - (\d+)\);", text).groups())
    assert base - less == limits.TLS_RECORDS and found("TLS 1.3").bytes <= limits.STANDARD_BYTES


@pytest.mark.parametrize("row", KEYED, ids=lambda row: row.name)
def test_every_keyed_algorithm_is_there(row):
    stem = row.name.removesuffix("-v13").removesuffix("-nonce-masked").removeprefix("ascon-")
    assert re.search(rf"Ascon-{stem}\b", limits.key_table(), re.IGNORECASE)


@pytest.mark.parametrize("name", ["SECURITY.md", "docs/security.md", "docs/index.md"])
def test_the_pages_link_it(name):
    assert "limits.md" in (ROOT / name).read_text(encoding="utf-8")

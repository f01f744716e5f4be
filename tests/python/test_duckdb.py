"""DuckDB functions: what they give, and what plans show.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import doctest

import duckdb
import pyarrow
import pytest

import asconkit
import asconkit.duckdb
import leaks
import telemetry
from asconkit import frames, keys

KEY = bytes(range(16))
COUNT = 5000


@pytest.fixture
def connection():
    with duckdb.connect() as opened:
        yield opened


def test_forged_messages(connection):
    sent, forged, text = telemetry.table(COUNT)
    connection.register("sent", sent)
    connection.execute("CREATE TABLE messages AS SELECT * FROM sent")
    asconkit.duckdb.register(connection, telemetry.per_device(telemetry.MASTER))
    query = "SELECT id, ascon_decrypt_device(payload, nonce, header, device) AS payload FROM messages"
    result = connection.sql(query + " ORDER BY id").to_arrow_table()
    wanted = [None if i in forged else value for i, value in enumerate(text.to_pylist())]
    assert result["id"].to_pylist() == list(range(COUNT)) and result["payload"].to_pylist() == wanted
    lost = connection.sql(f"SELECT id FROM ({query}) WHERE payload IS NULL").fetchall()
    assert {row[0] for row in lost} == forged
    step = frames.Step(False, telemetry.per_device(telemetry.MASTER), "payload", "nonce", "header", "device",
                       valid="genuine")  # fmt: skip
    result = asconkit.duckdb.apply(connection.sql("SELECT * FROM messages"), step, 1000).read_all()
    telemetry.check(result, COUNT, forged, text)


def test_functions(connection):
    asconkit.duckdb.register(connection, KEY)
    asconkit.duckdb.register(connection, KEY[::-1], prefix="other")
    nonces = [i.to_bytes(16, "big") for i in range(5)]
    rows = pyarrow.table({"n": nonces, "t": [b"", b"a", None, b"b" * 40, b"c"], "ad": [b"x", b"", b"y", None, b"z"]})
    connection.register("rows", rows)
    query = """SELECT ascon_encrypt(t, n), ascon_encrypt_ad(t, n, ad), ascon_decrypt(ascon_encrypt(t, n), n),
               ascon_decrypt_ad(ascon_encrypt_ad(t, n, ad), n, ad), other_decrypt(ascon_encrypt(t, n), n),
               ascon_hash(t), ascon_mac(t), ascon_encrypt_device(t, n, ad, 'device') FROM rows"""
    cipher = asconkit.AsconAEAD128(KEY)
    for row, (nonce, text, ad) in zip(connection.sql(query).fetchall(), zip(*rows.to_pydict().values())):
        if text is None:
            assert row == (None,) * 8
            continue
        assert row[0] == cipher.encrypt(nonce, text) and row[2] == text and row[4] is None
        assert row[1] == row[7] == (None if ad is None else cipher.encrypt(nonce, text, ad))
        assert row[3] == (None if ad is None else text)
        assert row[5] == asconkit.hash256_digest(text)
        assert row[6] == asconkit.v13.mac_digest(KEY, text)


def test_a_nonce_of_another_size_is_refused(connection):
    asconkit.duckdb.register(connection, KEY)
    with pytest.raises(duckdb.Error, match="nonce: row 0 must have 16 bytes, not 3"):
        connection.sql("SELECT ascon_encrypt('a'::BLOB, 'abc'::BLOB)").fetchall()


def plans(connection, query):
    """As JSON, since boxes cut long texts into lines."""
    plain, analyzed = (connection.sql(f"EXPLAIN ({how}FORMAT json) {query}").fetchall() for how in ("", "ANALYZE, "))
    return (plain[0][1] + analyzed[0][1]).replace(r"\\", "\\")


def test_plans_show_no_key(connection):
    connection.register("rows", pyarrow.table({"n": [bytes(16)], "t": [b"text"]}))
    asconkit.duckdb.register(connection, keys.Secret(KEY))
    plan = plans(connection, "SELECT ascon_encrypt(t, n) FROM rows")
    assert plan.count("ascon_encrypt(t, n)") >= 2 and leaks.in_text(KEY, plan) == []
    functions = str(connection.sql("SELECT * FROM duckdb_functions() WHERE function_name LIKE 'ascon%'").fetchall())
    assert "ascon_encrypt" in functions and leaks.in_text(KEY, functions) == []
    for planted in (KEY.hex(), "".join(f"\\x{byte:02X}" for byte in KEY)):
        assert leaks.in_text(KEY, plans(connection, f"SELECT n || '{planted}'::BLOB FROM rows")) != []


def test_documentation():
    failed, tried = doctest.testmod(asconkit.duckdb)
    assert failed == 0 and tried > 3

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DuckDB functions: their results, and that plans show no key."""

import doctest
import gc
import weakref

import duckdb
import pyarrow
import pytest

import asconkit
import asconkit.duckdb
import leaks
import telemetry
from asconkit import keys

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
    query = "SELECT id, ascon_decrypt(payload, nonce, header, device) AS payload FROM messages"
    result = connection.sql(query + " ORDER BY id").to_arrow_table()
    wanted = [None if i in forged else value for i, value in enumerate(text.to_pylist())]
    assert result["id"].to_pylist() == list(range(COUNT)) and result["payload"].to_pylist() == wanted
    lost = connection.sql(f"SELECT id FROM ({query}) WHERE payload IS NULL").fetchall()
    assert {row[0] for row in lost} == forged
    reader = asconkit.duckdb.decrypt(
        connection.sql("SELECT * FROM messages"), "payload", key=telemetry.per_device(telemetry.MASTER), nonce="nonce",
        associated_data="header", key_id="device", valid="genuine", rows=1000,
    )  # fmt: skip
    result = reader.read_all()
    telemetry.check(result, COUNT, forged, text)


def test_functions(connection):
    asconkit.duckdb.register(connection, KEY)
    asconkit.duckdb.register(connection, KEY[::-1], prefix="other")
    nonces = [i.to_bytes(16, "big") for i in range(5)]
    rows = pyarrow.table({"n": nonces, "t": [b"", b"a", None, b"b" * 40, b"c"], "ad": [b"x", b"", b"y", None, b"z"]})
    connection.register("rows", rows)
    query = """SELECT ascon_encrypt(t, n), ascon_encrypt(t, n, ad), ascon_decrypt(ascon_encrypt(t, n), n),
               ascon_decrypt(ascon_encrypt(t, n, ad), n, ad), other_decrypt(ascon_encrypt(t, n), n),
               ascon_hash(t), ascon_mac(t), ascon_encrypt(t, n, ad, 'device') FROM rows"""
    cipher = asconkit.AsconAEAD128(KEY)
    for row, (nonce, text, ad) in zip(connection.sql(query).fetchall(), zip(*rows.to_pydict().values())):
        if text is None:
            assert row == (None,) * 8
            continue
        assert row[0] == cipher.encrypt(nonce, text) and row[2] == text and row[4] is None
        assert row[1] == row[7] == (None if ad is None else cipher.encrypt(nonce, text, ad))
        assert row[3] == (None if ad is None else text)
        assert row[5] == asconkit.hash256_digest(text)
        assert row[6] == asconkit.prf.v13_mac_digest(KEY, text)


def test_a_key_may_be_erased_when_the_functions_are_registered(connection):
    """The functions have a copy, which ends when they are registered again."""
    key = bytearray(KEY)
    asconkit.duckdb.register(connection, key)
    asconkit.wipe(key)
    query = "SELECT ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB), ascon_mac('text')"
    sealed = asconkit.AsconAEAD128(KEY).encrypt(b"0123456789abcdef", b"text")
    assert connection.sql(query).fetchall() == [(sealed, asconkit.prf.v13_mac_digest(KEY, b"text"))]
    relation = connection.sql("SELECT 'text' AS t, '0123456789abcdef' AS n")
    key = bytearray(KEY)
    reader = asconkit.duckdb.encrypt(relation, "t", key=key, nonce="n")
    asconkit.wipe(key)
    assert reader.read_all()["t"].to_pylist() == [sealed]
    source = keys.Secret(KEY)
    copy = weakref.ref(source.load())
    asconkit.duckdb.register(connection, source)
    del source
    gc.collect()
    assert copy() == KEY
    asconkit.duckdb.register(connection, KEY)
    gc.collect()
    assert copy() is None


# Types whose bytes depend on arrow_lossless_conversion, or that are no bytes. The extension refuses them all.
OTHER_TYPES = {
    "UUID": "'a81bc81b-dead-4e5d-abff-90865d1e13b1'::UUID", "HUGEINT": "1::HUGEINT", "UHUGEINT": "1::UHUGEINT",
    "TIMETZ": "TIMETZ '12:00:00+01'", "BIT": "'101'::BIT", "BIGNUM": "1::BIGNUM", "ENUM": "'a'::ENUM('a', 'b')",
    "DOUBLE": "5.5::DOUBLE", "BOOLEAN": "true", "LIST": "['a'::BLOB]", "STRUCT": "{'a': 'b'::BLOB}",
}  # fmt: skip
# Those that DuckDB hands to functions of Python as text or bytes, without that setting.
UNSEEN = ("UUID", "BIT")


@pytest.mark.parametrize("lossless", [False, True])
@pytest.mark.parametrize("name", OTHER_TYPES)
def test_other_types_are_refused(connection, name, lossless):
    connection.execute(f"SET arrow_lossless_conversion = {lossless}")
    asconkit.duckdb.register(connection, KEY)
    value, nonce = OTHER_TYPES[name], "'0123456789abcdef'::BLOB"
    calls = [f"ascon_hash({value})", f"ascon_mac({value})", f"ascon_encrypt({value}, {nonce})",
             f"ascon_encrypt('text', {nonce}, {value})", f"ascon_decrypt({value}, {nonce})"]  # fmt: skip
    for call in calls if lossless or name not in UNSEEN else ():
        with pytest.raises(duckdb.Error, match="TypeError: (data|associated_data) must be "):
            connection.sql(f"SELECT {call}").fetchall()
    relation = connection.sql(f"SELECT {value} AS v, {nonce} AS n, 'text' AS t")
    for columns in ({"data": "v", "nonce": "n"}, {"data": "t", "nonce": "v"},
                    {"data": "t", "nonce": "n", "associated_data": "v"}):  # fmt: skip
        with pytest.raises(TypeError, match=r"the column 'v' must be BLOB.* VARCHAR.*, not .*: cast it"):
            asconkit.duckdb.encrypt(relation, key=KEY, **columns)
        with pytest.raises(TypeError, match=r"the column 'v' must be BLOB.* VARCHAR.*, not .*: cast it"):
            asconkit.duckdb.decrypt(relation, key=KEY, **columns)
    with pytest.raises(TypeError, match=r"tag: the column 'v' must be BLOB or VARCHAR, not .*: cast it"):
        asconkit.duckdb.decrypt(relation, "t", key=KEY, nonce="n", tag="v")


@pytest.mark.parametrize("value", ["'text'::BLOB", "'text'", "'{}'::JSON", "NULL"])
def test_results_do_not_depend_on_a_setting(connection, value):
    """DuckDB's lossless conversion to Arrow changes what functions get of some types."""
    asconkit.duckdb.register(connection, KEY)
    found = []
    for lossless in (False, True):
        connection.execute(f"SET arrow_lossless_conversion = {lossless}")
        found += connection.sql(f"SELECT ascon_hash({value}), ascon_mac({value})").fetchall()
        relation = connection.sql(f"SELECT {value} AS t, '0123456789abcdef'::BLOB AS n")
        found.append(asconkit.duckdb.encrypt(relation, "t", key=KEY, nonce="n").read_all()["t"].to_pylist())
    assert found[:2] == found[2:]


def test_devices_of_other_types_are_refused(connection):
    asconkit.duckdb.register(connection, keys.Derived(KEY))
    connection.execute("SET arrow_lossless_conversion = true")
    call = f"ascon_encrypt('text', '0123456789abcdef'::BLOB, '', {OTHER_TYPES['UUID']})"
    with pytest.raises(duckdb.Error, match="TypeError: key_id must be BLOB or VARCHAR"):
        connection.sql(f"SELECT {call}").fetchall()
    for device, right in (("'a'", True), ("1::UBIGINT", True), ("1::UTINYINT", True), (OTHER_TYPES["ENUM"], True),
                          (OTHER_TYPES["UUID"], False), ("1::HUGEINT", False)):  # fmt: skip
        relation = connection.sql(f"SELECT 'text' AS t, '0123456789abcdef' AS n, {device} AS d")
        if right:
            assert asconkit.duckdb.encrypt(relation, "t", key=keys.Derived(KEY), nonce="n", key_id="d").read_all()
            continue
        with pytest.raises(TypeError, match="key_id: the column 'd' must be"):
            asconkit.duckdb.encrypt(relation, "t", key=keys.Derived(KEY), nonce="n", key_id="d")


def test_accelerator(connection):
    """The same on a device; each call finds it by its name."""
    asconkit.duckdb.register(connection, KEY)
    asconkit.duckdb.register(connection, KEY, prefix="there", device="cpu")
    sent, forged, text = telemetry.table(COUNT)
    connection.register("sent", sent)
    connection.execute("CREATE TABLE messages AS SELECT * FROM sent")
    sealed = "{0}_encrypt(header, nonce)"
    calls = f"{sealed}, {{0}}_decrypt({sealed}, nonce), {{0}}_hash(header), {{0}}_mac(header)"
    results = [
        connection.sql(f"SELECT {calls.format(prefix)} FROM messages ORDER BY id").fetchall()
        for prefix in ("ascon", "there")
    ]
    assert results[0] == results[1] and len(results[0]) == COUNT
    key = telemetry.per_device(telemetry.MASTER)
    reader = asconkit.duckdb.decrypt(
        connection.sql("SELECT * FROM messages"), "payload", key=key, nonce="nonce", associated_data="header",
        key_id="device", valid="genuine", device="cpu",
    )  # fmt: skip
    telemetry.check(reader.read_all(), COUNT, forged, text)
    asconkit.duckdb.register(connection, KEY, device="gpu")
    with pytest.raises(duckdb.Error, match="gpu"):
        connection.sql("SELECT ascon_hash('a'::BLOB)").fetchall()


def test_a_nonce_of_another_size_is_refused(connection):
    asconkit.duckdb.register(connection, KEY)
    with pytest.raises(duckdb.Error, match="nonce: row 0 must have 16 bytes, not 3"):
        connection.sql("SELECT ascon_encrypt('a'::BLOB, 'abc'::BLOB)").fetchall()


def test_registering_again(connection):
    """The last key counts, in every connection of the database."""
    query = "SELECT ascon_encrypt('text'::BLOB, '0123456789abcdef'::BLOB)"
    other = connection.cursor()
    for key in (KEY, KEY[::-1], KEY):
        asconkit.duckdb.register(connection, key)
        sealed = asconkit.AsconAEAD128(key).encrypt(b"0123456789abcdef", b"text")
        assert connection.sql(query).fetchall() == other.sql(query).fetchall() == [(sealed,)]
    with pytest.raises(ValueError, match=r"another connection of this database has ascon_encrypt\(\)"):
        asconkit.duckdb.register(other, KEY)
    asconkit.duckdb.register(other, KEY, prefix="other")


def test_a_repeated_nonce_is_refused(connection):
    asconkit.duckdb.register(connection, KEY)
    connection.execute("CREATE TABLE messages AS SELECT i::VARCHAR::BLOB AS t, (1000000000000000 + i)::VARCHAR::BLOB "
                       "AS n FROM range(5000) r(i)")  # fmt: skip
    assert connection.sql("SELECT count(ascon_encrypt(t, n)) FROM messages").fetchall() == [(5000,)]
    for nonce in ("'0123456789abcdef'::BLOB", "CASE WHEN t = '2'::BLOB THEN '1000000000000000'::BLOB ELSE n END"):
        with pytest.raises(duckdb.Error, match="have the same nonce under the same key"):
            connection.sql(f"SELECT ascon_encrypt(t, {nonce}) FROM messages").fetchall()
        relation = connection.sql(f"SELECT t, {nonce} AS n FROM messages")
        with pytest.raises(ValueError, match="have the same nonce under the same key"):
            asconkit.duckdb.encrypt(relation, "t", key=KEY, nonce="n").read_all()


def test_arguments(connection):
    asconkit.duckdb.register(connection, KEY)
    null = connection.sql("SELECT ascon_encrypt(NULL, '0123456789abcdef'::BLOB), ascon_encrypt('a'::BLOB, NULL, NULL)")
    assert null.fetchall() == [(None, None)]
    relation = connection.sql("SELECT NULL AS t, '0123456789abcdef'::BLOB AS n")
    assert asconkit.duckdb.encrypt(relation, "t", key=KEY, nonce="n").read_all()["t"].to_pylist() == [None]
    for call, text in (("ascon_encrypt('a'::BLOB)", r"expected ascon_encrypt\(data, nonce .*, not 1 arguments"),
                       ("ascon_hash('a'::BLOB, 'b'::BLOB)", r"expected ascon_hash\(data\), not 2 arguments"),
                       ("ascon_hash(5)", "data must be an Arrow array of binary values")):  # fmt: skip
        with pytest.raises(duckdb.Error, match=text):
            connection.sql(f"SELECT {call}").fetchall()
    with pytest.raises(TypeError, match="key must be bytes"):
        asconkit.duckdb.register(connection, KEY.hex())


def test_whole_tables(connection):
    connection.execute("CREATE TABLE messages AS SELECT i::VARCHAR::BLOB AS t FROM range(3000) r(i)")
    messages = connection.sql("FROM messages")
    sealed = asconkit.duckdb.encrypt(messages, "t", key=KEY, random_nonces="n", into="sealed", rows=2048)
    connection.cursor().from_arrow(sealed).create("sent")
    assert connection.sql("SELECT count(DISTINCT n), count(sealed) FROM sent").fetchall() == [(3000, 3000)]
    opened = asconkit.duckdb.decrypt(connection.sql("FROM sent"), "sealed", key=KEY, nonce="n", on_error="raise")
    assert connection.cursor().from_arrow(opened).filter("sealed = t").aggregate("count(*)").fetchall() == [(3000,)]


def test_names_are_compared_without_case(connection):
    """As DuckDB compares them, which takes letters beyond ASCII as they are."""
    nonce = "'0123456789abcdef'::BLOB"
    relation = connection.sql(f"SELECT 'x'::BLOB AS payload, {nonce} AS NONCE, 'a'::BLOB AS \"\u00c9\"")
    for options in ({"data": "payload"}, {"data": "PAYLOAD"}, {"data": "payload", "into": "Payload"}):
        sealed = asconkit.duckdb.encrypt(relation, **options, key=KEY, nonce="nonce").read_all()
        assert sealed.column_names == ["payload", "NONCE", "\u00c9"]
        assert sealed["payload"].to_pylist() == [bytes.fromhex("6887d1e399fbfb3155d83798c0dfa9a78d")]
    connection.execute('CREATE TABLE letters ("\u00c9" BLOB, "\u00e9" BLOB)')  # two columns for DuckDB
    with pytest.raises(KeyError, match="associated_data: there is no column"):
        asconkit.duckdb.encrypt(relation, "payload", key=KEY, nonce="nonce", associated_data="\u00e9")
    with pytest.raises(KeyError, match="nonce: there is no column 'iv' but payload, .*random_nonces='iv'"):
        asconkit.duckdb.encrypt(relation, "payload", key=KEY, nonce="iv")
    added = ({"random_nonces": "nonce"}, {"nonce": "nonce", "into": "nonce"}, {"nonce": "nonce", "tag": "PAYLOAD"})
    for options in added:
        with pytest.raises(ValueError, match="there is a column '(NONCE|payload)' already"):
            asconkit.duckdb.encrypt(relation, "payload", key=KEY, **options)
    with pytest.raises(ValueError, match="valid: there is a column 'payload' already"):
        asconkit.duckdb.decrypt(relation, "payload", key=KEY, nonce="nonce", valid="PAYLOAD")
    with pytest.raises(TypeError, match="tag_lenght"):
        asconkit.duckdb.decrypt(relation, "payload", key=KEY, nonce="nonce", tag_lenght=16)


def test_tags_of_their_own(connection):
    connection.execute("CREATE TABLE messages AS SELECT i::VARCHAR::BLOB AS t, (1000000000000000 + i)::VARCHAR::BLOB "
                       "AS n FROM range(3000) r(i)")  # fmt: skip
    messages = connection.sql("FROM messages")
    sealed = asconkit.duckdb.encrypt(messages, "t", key=KEY, nonce="n", into="c", tag="tag", rows=2048)
    connection.cursor().from_arrow(sealed).create("sent")
    asconkit.duckdb.register(connection, KEY)
    same = "c || tag = ascon_encrypt(t, n) AND ascon_decrypt(c || tag, n) = t"
    assert connection.sql(f"SELECT count(*) FROM sent WHERE {same}").fetchall() == [(3000,)]
    opened = asconkit.duckdb.decrypt(connection.sql("FROM sent"), "c", key=KEY, nonce="n", tag="TAG", valid="genuine")
    good = connection.cursor().from_arrow(opened).filter("genuine AND c = t")
    assert good.aggregate("count(*)").fetchall() == [(3000,)]
    cut = connection.sql("SELECT c, n, tag[:4] AS tag FROM sent")
    for options in ({"valid": "genuine"}, {"on_error": "raise"}):
        with pytest.raises(ValueError, match=r"tag: length 4, expected 16 \(tag_length\)"):
            asconkit.duckdb.decrypt(cut, "c", key=KEY, nonce="n", tag="tag", **options).read_all()
    assert connection.sql("SELECT count(ascon_decrypt(c || tag[:4], n)) FROM sent").fetchall() == [(0,)]


def test_what_a_literal_nonce_does(connection):
    """As docs/cluster.md says, only rows that come in one piece are compared, and each column is a separate call."""
    asconkit.duckdb.register(connection, KEY)
    literal = "'0123456789abcdef'::BLOB"
    connection.execute("CREATE TABLE one AS SELECT 'a'::BLOB AS t; CREATE TABLE two AS SELECT 'b'::BLOB AS t")
    with pytest.raises(duckdb.Error, match="have the same nonce under the same key"):
        connection.sql(f"SELECT ascon_encrypt(t, {literal}) FROM (VALUES ('a'::BLOB), ('b'::BLOB)) v(t)").fetchall()
    apart = f"SELECT ascon_encrypt(t, {literal}) FROM (FROM one UNION ALL FROM two)"
    columns = f"SELECT ascon_encrypt(COLUMNS(*), {literal}) FROM (SELECT 'a'::BLOB AS t, 'b'::BLOB AS u)"
    sealed = [asconkit.AsconAEAD128(KEY).encrypt(b"0123456789abcdef", text) for text in (b"a", b"b")]
    assert [row[0] for row in connection.sql(apart).fetchall()] == list(connection.sql(columns).fetchall()[0]) == sealed


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

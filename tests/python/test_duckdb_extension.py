# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DuckDB's extension, ports/duckdb: its results, those of asconkit.duckdb on the same tables, and where keys show."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import duckdb_extension
import hardening
import numpy
import pyarrow
import pytest

import asconkit
import asconkit.duckdb
import leaks
import python_sanitized
import telemetry
import test_duckdb
from asconkit import keys
from pages import blocks_of
from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest, mac

KEY = bytes(range(16))
OTHER = bytes(range(0x80, 0x90))
# Lengths around what DuckDB keeps in place (12), around a block, and one that needs a separate piece of memory.
LENGTHS = [*range(40), 63, 64, 65, 300, 300_000]
VARIABLE = "ASCONKIT_TEST_KEY"
SANITIZED = "ASCONKIT_SANITIZED_EXTENSION"


@pytest.fixture(scope="session")
def extension():
    """The extension as ./dev duckdb builds it, or a given file in the test of sanitizers."""
    return Path(os.environ.get(SANITIZED) or duckdb_extension.build(headers()))


def headers():
    return duckdb_extension.headers(Path(sys.executable))


@pytest.fixture
def connect(extension, monkeypatch):
    """Connections with the extension, to a new database each."""
    opened = []
    monkeypatch.setenv(VARIABLE, KEY.hex())
    monkeypatch.setenv("OTHER", OTHER.hex())

    def call(key="environment := 'ASCONKIT_TEST_KEY'"):
        connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        opened.append(connection)
        connection.execute(f"LOAD '{extension}'")
        if key:
            connection.execute(f"CALL ascon_key({key})")
        return connection

    yield call
    for connection in opened:
        connection.close()


@pytest.fixture
def connection(connect):
    return connect()


def values(connection, query):
    return [row[0] for row in connection.sql(query).fetchall()]


def messages(lengths):
    """Rows of these lengths, of a nonce each."""
    texts = [bytes((7 * i + length) % 256 for i in range(length)) for length in lengths]
    nonces = [i.to_bytes(16, "little") for i in range(len(texts))]
    return pyarrow.table({"n": nonces, "t": texts, "ad": [text[:20] for text in texts]})


# ---- Results -----------------------------------------------------------------------------------------------------


def test_results_are_those_of_the_specification(connection):
    rows = messages(LENGTHS[:-1])
    connection.register("rows", rows)
    query = "SELECT ascon_encrypt(t, n), ascon_encrypt(t, n, ad), ascon_hash(t), ascon_mac(t) FROM rows"
    for row, (nonce, text, ad) in zip(connection.sql(query).fetchall(), zip(*rows.to_pydict().values()), strict=True):
        assert row == (
            b"".join(aead_encrypt(find("ascon-aead128"), KEY, nonce, b"", text)),
            b"".join(aead_encrypt(find("ascon-aead128"), KEY, nonce, ad, text)),
            hash_digest(find("ascon-hash256"), text), mac(find("ascon-mac-v13"), KEY, text),
        )  # fmt: skip


@pytest.mark.parametrize("tag_length", [4, 9, 16])
def test_decryption_of_all_lengths(connection, tag_length):
    connection.execute(f"CALL ascon_key(environment := '{VARIABLE}', tag_length := {tag_length})")
    connection.register("rows", messages(LENGTHS))
    connection.execute("CREATE TABLE sealed AS SELECT *, ascon_encrypt(t, n, ad) AS c FROM rows")
    assert values(connection, "SELECT count(*) FROM sealed WHERE octet_length(c) = octet_length(t) + "
                  f"{tag_length} AND ascon_decrypt(c, n, ad) = t") == [len(LENGTHS)]  # fmt: skip
    # Short values are compared by all bytes of their places.
    assert values(connection, "SELECT count(DISTINCT ascon_decrypt(c, n, ad)) FROM sealed") == [len(LENGTHS)]


def test_text_is_its_bytes(connection):
    """DuckDB's own cast of text to BLOB would look for \\x in it."""
    query = r"SELECT ascon_hash('h\x41 é'), ascon_mac('h\x41 é'), ascon_encrypt('h\x41 é', '0123456789abcdef')"
    text = r"h\x41 é".encode()
    sealed = asconkit.AsconAEAD128(KEY).encrypt(b"0123456789abcdef", text)
    assert connection.sql(query).fetchall() == [
        (asconkit.hash256_digest(text), asconkit.prf.v13_mac_digest(KEY, text), sealed)
    ]


@pytest.mark.parametrize("name", test_duckdb.OTHER_TYPES)
def test_other_types_are_refused(connection, name):
    """Those that asconkit.duckdb refuses."""
    value, nonce = test_duckdb.OTHER_TYPES[name], "'0123456789abcdef'"
    for call in (f"ascon_hash({value})", f"ascon_mac({value})", f"ascon_encrypt({value}, {nonce})",
                 f"ascon_encrypt('text', {nonce}, {value})", f"ascon_decrypt({value}, {nonce})"):  # fmt: skip
        with pytest.raises(duckdb.Error, match="must be BLOB( or VARCHAR|, VARCHAR or an integer): cast it"):
            connection.sql(f"SELECT {call}").fetchall()


@pytest.mark.parametrize("name", [row.name for row in asconkit.ALGORITHMS if row.kind == "aead"])
def test_algorithms(connect, monkeypatch, name):
    row = find(name)
    key = bytes(range(100, 100 + row.key))
    monkeypatch.setenv("LONG", key.hex())
    connection = connect(f"environment := 'LONG', algorithm := '{name}'")
    sealed = b"".join(aead_encrypt(row, key, bytes(range(16)), b"ad", b"text"))
    nonce = "'\\x00\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x09\\x0A\\x0B\\x0C\\x0D\\x0E\\x0F'::BLOB"
    assert values(connection, f"SELECT ascon_encrypt('text', {nonce}, 'ad')") == [sealed]


# ---- The same as asconkit.duckdb on the same tables --------------------------------------------------------------

CALLS = [
    "{}_hash(t)", "{}_mac(t)", "{}_encrypt(t, n)", "{}_encrypt(t, n, ad)", "{}_encrypt(t, n, ad, d)",
    "{}_decrypt(t, n)", "{}_decrypt({}_encrypt(t, n, ad), n, ad)", "{}_decrypt({}_encrypt(t, n, ad), n, t)",
]  # fmt: skip
NUMBERED = "SELECT i, (1000000000000000 + i)::VARCHAR::BLOB AS n, {} FROM range(5000) r(i)"
TABLES = {
    "one length": NUMBERED.format("repeat('m', 64)::BLOB AS t, 'head'::BLOB AS ad, i AS d"),
    "some lengths": NUMBERED.format("repeat('m', i % 97)::BLOB AS t, repeat('h', i % 7)::BLOB AS ad, i % 5 AS d"),
    "runs": NUMBERED.format("repeat('m', i // 700)::BLOB AS t, repeat('h', i // 900)::BLOB AS ad, i AS d"),
    "long": NUMBERED.format("repeat('m', (1 + i % 3) * 100000)::BLOB AS t, ''::BLOB AS ad, i AS d") + " WHERE i < 40",
    "short": NUMBERED.format("(i % 10)::VARCHAR::BLOB AS t, ''::BLOB AS ad, i AS d"),
    "nulls": NUMBERED.format("CASE WHEN i % 3 = 0 THEN NULL ELSE 'm'::BLOB END AS t, "
                             "CASE WHEN i % 5 = 0 THEN NULL ELSE 'h'::BLOB END AS ad, NULL AS d"),
    "nothing but null": NUMBERED.format("NULL AS t, NULL::BLOB AS ad, NULL AS d"),
    "text": NUMBERED.format("'é' || i AS t, 'h' || i AS ad, 'device' || i % 9 AS d"),
    "no rows": NUMBERED.format("''::BLOB AS t, ''::BLOB AS ad, i AS d") + " WHERE i < 0",
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_the_same_as_the_package(connection, table):
    """In whole tables DuckDB passes on vectors of 2048 rows as they are; from a part of a table it selects rows."""
    asconkit.duckdb.register(connection, KEY, prefix="python")
    connection.execute(f"CREATE TABLE messages AS {TABLES[table]}")
    for rows in ("messages", "messages WHERE hash(i) % 3 = 0"):
        for call in CALLS:
            queries = [f"SELECT {call.replace('{}', name)} FROM {rows} ORDER BY i" for name in ("ascon", "python")]
            assert values(connection, queries[0]) == values(connection, queries[1]), (rows, call)


def test_dictionaries(connection):
    """DuckDB stores a value that repeats only once. Nonces must not repeat."""
    random = numpy.random.default_rng(1)
    texts = pyarrow.array([b"on", b"off, for a while", None, b""]).take(pyarrow.array(random.integers(0, 4, 5000)))
    nonces = [i.to_bytes(16, "big") for i in range(5000)]
    rows = pyarrow.table({"t": texts.dictionary_encode(), "n": nonces})
    connection.register("rows", rows)
    cipher = asconkit.AsconAEAD128(KEY)
    wanted = [None if text is None else cipher.encrypt(nonce, text) for text, nonce in zip(texts.to_pylist(), nonces)]
    assert values(connection, "SELECT ascon_encrypt(t, n) FROM rows") == wanted
    digests = [None if text is None else asconkit.hash256_digest(text) for text in texts.to_pylist()]
    assert values(connection, "SELECT ascon_hash(t) FROM rows") == digests


def test_forged_messages(connect, monkeypatch):
    """Exactly those are null. The key of each device is derived as asconkit.keys.Derived derives it."""
    monkeypatch.setenv("MASTER", telemetry.MASTER.hex())
    connection = connect(f"environment := 'MASTER', context := '{telemetry.CONTEXT.decode()}'")
    sent, forged, text = telemetry.table(5000)
    connection.register("sent", sent)
    connection.execute("CREATE TABLE messages AS SELECT * FROM sent")
    result = values(connection, "SELECT ascon_decrypt(payload, nonce, header, device) FROM messages ORDER BY id")
    assert result == [None if i in forged else value for i, value in enumerate(text.to_pylist())]


def test_what_cannot_be_a_message_is_forged(connection):
    query = "SELECT ascon_decrypt('short', '0123456789abcdef'), ascon_decrypt(repeat('m', 20), 'short')"
    assert connection.sql(query).fetchall() == [(None, None)]


@pytest.mark.parametrize("kind", ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER",
                                  "UBIGINT"])  # fmt: skip
def test_devices_are_integers(connect, kind):
    connection = connect(f"environment := '{VARIABLE}', context := ''")
    numbers = [0, 1, 100] if kind.startswith("U") else [-100, 0, 100]
    connection.execute(f"CREATE TABLE rows (d {kind}, n BLOB)")
    rows = [(d, i.to_bytes(16, "big")) for i, d in enumerate(numbers)]
    connection.executemany("INSERT INTO rows VALUES (?, ?)", rows)
    column = keys.Derived(KEY).column(pyarrow.array(numbers), "raise").to_pylist()
    wanted = [asconkit.AsconAEAD128(key).encrypt(i.to_bytes(16, "big"), b"m") for i, key in enumerate(column)]
    assert values(connection, "SELECT ascon_encrypt('m', n, '', d) FROM rows") == wanted


def test_on_many_threads(connection):
    """Queries of several connections, while the key of one of the functions is replaced."""
    connection.execute("SET threads = 4")
    connection.execute(f"CREATE TABLE messages AS {NUMBERED.format('i::VARCHAR::BLOB AS t')}")
    connection.execute(f"CALL ascon_key(environment := '{VARIABLE}', name := 'turns')")
    query = "SELECT count(*) FROM (SELECT t, n, {0}, ascon_decrypt(ascon_encrypt(t, n), n) AS back FROM messages) "
    query = query.format("ascon_encrypt_with('turns', t, n)") + "WHERE t = back"
    faults = []

    def ask(own):
        try:
            for _ in range(20):
                assert own.sql(query).fetchall() == [(5000,)]
        except Exception as fault:  # in another thread nobody sees it
            faults.append(fault)

    threads = [threading.Thread(target=ask, args=(connection.cursor(),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(100):
        connection.execute(f"CALL ascon_key(environment := '{('OTHER', VARIABLE)[i % 2]}', name := 'turns')")
    for thread in threads:
        thread.join()
    assert faults == []


# ---- Bad input ---------------------------------------------------------------------------------------------------

SAME = [
    ("{}_encrypt('a'::BLOB, 'abc'::BLOB)", "nonce: row 0 must have 16 bytes, not 3"),
    ("{}_encrypt(i::VARCHAR::BLOB, '0123456789abcdef'::BLOB) FROM range(2) r(i)",
     "nonce: rows 0 and 1 have the same nonce under the same key"),
]  # fmt: skip


@pytest.mark.parametrize("call, text", SAME)
def test_errors_of_rows_are_those_of_the_package(connection, call, text):
    asconkit.duckdb.register(connection, KEY, prefix="python")
    for prefix in ("ascon", "python"):
        with pytest.raises(duckdb.Error, match=text):
            connection.sql(f"SELECT {call.format(prefix)}").fetchall()


def test_what_a_literal_nonce_does(connection):
    """As docs/duckdb.md says: rows that do not come together and columns are not compared."""
    sealed = [asconkit.AsconAEAD128(KEY).encrypt(b"0123456789abcdef", text) for text in (b"a", b"b")]
    connection.execute("CREATE TABLE one AS SELECT 'a' AS t; CREATE TABLE two AS SELECT 'b' AS t")
    apart = "SELECT ascon_encrypt(t, '0123456789abcdef') FROM (FROM one UNION ALL FROM two)"
    columns = "SELECT ascon_encrypt(COLUMNS(*), '0123456789abcdef') FROM (SELECT 'a' AS t, 'b' AS u)"
    assert values(connection, apart) == sealed
    assert list(connection.sql(columns).fetchall()[0]) == sealed


def test_a_repeated_nonce_is_refused(connect):
    """Also far from the other one, and where nonces are random; not with the key of another device, nor in a row that
    is not encrypted."""
    connection = connect()
    connection.execute("CREATE TABLE rows AS SELECT i, md5(i::VARCHAR)[:16]::BLOB AS n FROM range(2048) r(i)")
    assert values(connection, "SELECT count(ascon_encrypt('m', n)) FROM rows") == [2048]
    twice = "CASE WHEN i = 2000 THEN md5('7')[:16]::BLOB ELSE n END"
    with pytest.raises(duckdb.Error, match="nonce: rows 7 and 2000 have the same nonce"):
        connection.sql(f"SELECT ascon_encrypt('m', {twice}) FROM rows").fetchall()
    not_both = f"SELECT count(ascon_encrypt(CASE WHEN i != 7 THEN 'm' END, {twice})) FROM rows"
    assert values(connection, not_both) == [2047]
    connection.execute(f"CALL ascon_key(environment := '{VARIABLE}', context := '')")
    assert values(connection, f"SELECT count(ascon_encrypt('m', {twice}, '', i)) FROM rows") == [2048]
    with pytest.raises(duckdb.Error, match="nonce: rows 7 and 2000 have the same nonce"):
        connection.sql(f"SELECT ascon_encrypt('m', {twice}, '', i % 1993) FROM rows").fetchall()


@pytest.mark.parametrize("call, text", [
    ("ascon_encrypt('a')", "No function matches"),
    ("ascon_hash('a', 'b')", "No function matches"),
    ("ascon_hash(5)", "data must be BLOB or VARCHAR"),
    ("ascon_encrypt('a', 5.5)", "nonce must be BLOB, VARCHAR or an integer"),
    ("ascon_encrypt('a', 'b', [1])", "associated_data must be BLOB, VARCHAR or an integer"),
    ("ascon_encrypt('a', 1::UBIGINT << 63)", "integers must be below 2.63, not 9223372036854775808"),
    ("ascon_encrypt_with('nobody', 'a', 'b')", "there is no key 'nobody': CALL ascon_key"),
    ("ascon_mac_with(NULL, 'a')", "key must be the same name in all rows, not null"),
    ("ascon_mac_with('k' || i, 'a') FROM range(2) r(i)", "key must be the same name in all rows"),
    ("ascon_encrypt_with('each', 'a', '0123456789abcdef')", "the key 'each' has a key for each device: give key_id"),
    ("ascon_encrypt_with('each', 'a', '0123456789abcdef', '', 1.5)", "key_id must be BLOB, VARCHAR or an integer"),
    ("ascon_mac_with('each', 'a')", r"the key 'each' has a key for each device: ascon_mac\(\) takes one for all"),
])  # fmt: skip
def test_wrong_arguments(connection, call, text):
    connection.execute(f"CALL ascon_key(environment := '{VARIABLE}', name := 'each', context := '')")
    with pytest.raises(duckdb.Error, match=text):
        connection.sql(f"SELECT {call}").fetchall()


def test_no_key_yet(connect):
    with pytest.raises(duckdb.Error, match="there is no key 'ascon': CALL ascon_key"):
        connect(key=None).sql("SELECT ascon_mac('a')").fetchall()


@pytest.mark.parametrize("arguments, text", [
    ("", r"ascon_key\(\) takes either file or environment, not none"),
    ("file := 'a', environment := 'b'", "takes either file or environment, not both"),
    ("environment := 'NOWHERE'", "there is no environment variable NOWHERE"),
    ("file := '/no/such/file'", "cannot read the file /no/such/file: No such file"),
    ("environment := 'SHORT'", "the environment variable SHORT must have a key of 16 bytes for ascon-aead128, not 3"),
    ("environment := 'WORDS'", "the environment variable WORDS must have only hexadecimal digits"),
    ("environment := 'ODD'", "the environment variable ODD must have only hexadecimal digits"),
    ("environment := 'OTHER', algorithm := 'aes'", "algorithm must be the name of an AEAD, such as .*, not 'aes'"),
    ("environment := 'OTHER', algorithm := 'ascon-hash256'", "algorithm must be the name of an AEAD"),
    ("environment := 'OTHER', tag_length := 3", "tag_length must be 4 to 16 for ascon-aead128, not 3"),
    ("environment := 'OTHER', tag_length := -1", "tag_length must be 4 to 16 for ascon-aead128, not -1"),
])  # fmt: skip
def test_wrong_sources(connection, monkeypatch, arguments, text):
    """The key that is there stays, and no message shows what a source holds."""
    for name, value in {"SHORT": "0011aa", "WORDS": "pass word", "ODD": KEY.hex()[:-1]}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(duckdb.Error, match=text) as caught:
        connection.execute(f"CALL ascon_key({arguments})")
    assert not any(secret in str(caught.value) for secret in ("0011aa", "pass word", KEY.hex()[:-1]))
    assert values(connection, "SELECT ascon_mac('a')") == [asconkit.prf.v13_mac_digest(KEY, b"a")]


# ---- Keys --------------------------------------------------------------------------------------------------------


def test_key_of_a_file(connect, tmp_path):
    (tmp_path / "key").write_text(f"\n {OTHER.hex().upper()} \n")
    connection = connect(f"file := '{tmp_path / 'key'}'")
    assert values(connection, "SELECT ascon_mac('a')") == [asconkit.prf.v13_mac_digest(OTHER, b"a")]


def test_keys_have_names(connection):
    assert connection.sql("CALL ascon_key(environment := 'OTHER', name := 'other')").fetchall() == [
        ("other", "the environment variable OTHER")
    ]
    connection.execute("CREATE MACRO other_mac(data) AS ascon_mac_with('other', data)")
    query = "SELECT ascon_mac('a'), other_mac('a'), ascon_decrypt_with('other', ascon_encrypt('a', n), n), " \
            "ascon_decrypt_with('ascon', ascon_encrypt('a', n), n) FROM (SELECT '0123456789abcdef' AS n)"
    tags = [asconkit.prf.v13_mac_digest(key, b"a") for key in (KEY, OTHER)]
    assert connection.sql(query).fetchall() == [(*tags, None, b"a")]


def test_each_database_has_its_keys(connect):
    first, second = connect(), connect("environment := 'OTHER'")
    tags = [values(one, "SELECT ascon_mac('a')")[0] for one in (first, first.cursor(), second)]
    assert tags == [asconkit.prf.v13_mac_digest(key, b"a") for key in (KEY, KEY, OTHER)]


def test_another_key_counts_at_once(connection):
    """Also in a statement that was prepared, whose arguments are all known."""
    connection.execute("PREPARE tag AS SELECT ascon_mac('a'), ascon_encrypt('a', '0123456789abcdef')")
    before = connection.execute("EXECUTE tag").fetchall()
    connection.execute("CALL ascon_key(environment := 'OTHER')")
    after = connection.execute("EXECUTE tag").fetchall()
    sealed = [asconkit.AsconAEAD128(key).encrypt(b"0123456789abcdef", b"a") for key in (KEY, OTHER)]
    tags = [asconkit.prf.v13_mac_digest(key, b"a") for key in (KEY, OTHER)]
    assert before == [(tags[0], sealed[0])] and after == [(tags[1], sealed[1])]


def test_planning_sets_no_key(connection):
    connection.sql("EXPLAIN CALL ascon_key(environment := 'OTHER')").fetchall()
    assert values(connection, "SELECT ascon_mac('a')") == [asconkit.prf.v13_mac_digest(KEY, b"a")]


LOGS = "(SELECT * EXCLUDE timestamp FROM duckdb_logs)"  # times would need a package of time zones


def test_nothing_shows_the_key(connection):
    connection.execute("CALL enable_logging(level = 'trace')")
    connection.execute(f"CALL ascon_key(environment := '{VARIABLE}')")
    connection.execute("CREATE TABLE rows AS SELECT 't' AS t, '0123456789abcdef' AS n")
    plans = [
        connection.sql(f"EXPLAIN ({how}FORMAT json) SELECT ascon_encrypt(t, n) FROM rows").fetchall()[0][1]
        for how in ("", "ANALYZE, ")
    ]
    shown = [
        *plans, *(str(connection.sql(f"SELECT * FROM {what}").fetchall())
                  for what in ("duckdb_functions() WHERE function_name LIKE 'ascon%'", LOGS,
                               "duckdb_settings()", "duckdb_extensions() WHERE extension_name = 'asconkit'")),
    ]  # fmt: skip
    assert "ascon_encrypt(t, n)" in plans[1] and VARIABLE in shown[3] and "ascon_key" in shown[2]
    assert [leaks.in_text(KEY, text) for text in shown] == [[]] * len(shown)
    connection.execute(f"SELECT '{KEY.hex()}'").fetchall()  # what the search must find
    assert leaks.in_text(KEY, str(connection.sql(f"SELECT * FROM {LOGS}").fetchall())) != []


def test_the_page(extension, monkeypatch):
    """Runs the statements of the page in order."""
    for name, key in {"TELEMETRY_KEY": KEY, "OTHER_KEY": OTHER}.items():
        monkeypatch.setenv(name, key.hex())
    page = (duckdb_extension.ROOT / "docs/duckdb.md").read_text(encoding="utf-8")
    blocks = [block for block in blocks_of(page) if block.language == "sql"]
    (first, second) = (block.text.replace("build/duckdb/asconkit.duckdb_extension", str(extension)) for block in blocks)
    with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as connection:
        assert connection.execute(first).fetchall() == [(b"on",)]
        connection.execute(second)
        assert values(connection, "SELECT other_decrypt(payload, nonce) FROM sealed") == [None]


# ---- The file ----------------------------------------------------------------------------------------------------


def test_duckdb_must_allow_it(extension):
    with duckdb.connect() as connection, pytest.raises(duckdb.Error, match="(?i)signature|unsigned"):
        connection.execute(f"LOAD '{extension}'")


def test_for_another_platform(extension, tmp_path):
    footer = duckdb_extension.ROOT / "ports/duckdb/footer.py"
    other = tmp_path / "asconkit.duckdb_extension"
    subprocess.run([sys.executable, footer, extension, other, "--version", "1", "--platform", "osx_arm64"], check=True)
    with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as connection:
        with pytest.raises(duckdb.Error, match="osx_arm64"):
            connection.execute(f"LOAD '{other}'")


@pytest.mark.skipif(SANITIZED in os.environ, reason="of the library that is given out")
def test_one_symbol_is_seen(extension):
    library = extension.parent / "asconkit_duckdb.so"
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == ["asconkit_init_c_api"]
    # Its copies have known lengths: there is nothing to check while it runs.
    assert hardening.of_linked(library, checked=False) == []


@pytest.mark.skipif(SANITIZED in os.environ or os.environ.get("ASCONKIT_TESTS", "all") != "all", reason="in --all")
def test_under_sanitizers():
    """All of these tests again, with AddressSanitizer and UndefinedBehaviorSanitizer in the extension."""
    flags = python_sanitized.FLAGS
    built = duckdb_extension.build(
        headers(), duckdb_extension.ROOT / "build/duckdb-sanitized", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
        "-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19", f"-DCMAKE_C_FLAGS={flags}",
        f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_MODULE_LINKER_FLAGS=-shared-libasan",
    )  # fmt: skip
    words = [sys.executable, "-m", "pytest", "-qs", "-p", "no:cacheprovider", "-p", "no:xdist", __file__]
    settings = {**python_sanitized.settings(), SANITIZED: str(built)}
    settings.pop("PYTHONPATH")  # of the sanitized package: this is about the extension
    # Packages that bring a C++ library of their own free with it what the sanitizer's has allocated.
    settings["ASAN_OPTIONS"] += ":alloc_dealloc_mismatch=0"
    done = subprocess.run(words, env=settings, capture_output=True, text=True, cwd=duckdb_extension.ROOT)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]

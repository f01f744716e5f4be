# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypted columns in every engine of this process: test_spark.py and test_ray.py have the same test, columns.check().
"""

import doctest

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import asconkit
import asconkit.duckdb
import asconkit.pandas
import asconkit.polars
import columns
from asconkit import batch, keys
from test_duckdb_extension import connect, extension  # noqa: F401 (fixtures)

KEY = keys.Derived(columns.MASTER)


def in_arrow(verb, table, *, key, associated_data, key_id, nonce=None, random_nonces=None):
    key = key.column(table[key_id], "raise" if verb == "encrypt" else "null")
    if random_nonces:
        table = table.append_column(random_nonces, [list(map(bytes, batch.random_nonces(len(table))))])
    call = {"encrypt": batch.encrypt, "tampered": batch.tampered, "decrypt": batch.decrypt}[verb]
    options = {"on_error": "mask"} if verb == "decrypt" else {}
    result = call(key, table[nonce or random_nonces], table["payload"], table[associated_data], **options)
    if verb == "tampered":
        return table.filter(result)
    text = result[0] if verb == "decrypt" else result
    return table.set_column(table.column_names.index("payload"), "payload", text)


def in_pandas(verb, table, **options):
    frame = table.to_pandas(types_mapper=pandas.ArrowDtype)
    return pyarrow.Table.from_pandas(getattr(asconkit.pandas, verb)(frame, "payload", **options), preserve_index=False)


def in_polars(verb, table, **options):
    frame, call = polars.from_arrow(table), getattr(asconkit.polars, verb)("payload", **options)
    if verb == "tampered":
        return frame.filter(call).to_arrow().cast(table.schema)
    made = frame.lazy().with_columns(call)
    if "random_nonces" in options:
        made = made.unnest("payload").rename({"data": "payload"})
    return made.collect().to_arrow()


def in_duckdb(verb, table, **options):
    relation = duckdb.connect().from_arrow(table)
    return getattr(asconkit.duckdb, verb)(relation, "payload", **options).read_all()


def query_of(connection):
    def query(text, messages):
        connection.register("messages", messages)
        return connection.sql(text).to_arrow_table()

    return query


def sql_of_the_package(_connect, _monkeypatch):
    connection = duckdb.connect()
    asconkit.duckdb.register(connection, KEY)
    return columns.in_sql(query_of(connection))


def sql_of_the_extension(connect, monkeypatch):  # noqa: F811
    monkeypatch.setenv("MASTER", columns.MASTER.hex())
    return columns.in_sql(query_of(connect("environment := 'MASTER', context := ''")))


@pytest.mark.parametrize("engine", [in_arrow, in_pandas, in_polars, in_duckdb])
def test_columns(engine):
    columns.check(engine, KEY)


@pytest.mark.parametrize("engine", [sql_of_the_package, sql_of_the_extension])
def test_columns_in_sql(engine, connect, monkeypatch):  # noqa: F811
    columns.check(engine(connect, monkeypatch), KEY)


INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@pytest.mark.parametrize("kind", INTEGERS)
def test_integers_of_all_sizes_have_the_same_bytes(kind):
    table = pyarrow.table({"id": pyarrow.array([0, 1, 100], getattr(pyarrow, kind)()), "payload": [b"a", b"b", b"c"]})
    cipher = asconkit.AsconAEAD128(columns.MASTER)
    wanted = [cipher.encrypt(i.to_bytes(16, "little"), text, i.to_bytes(8, "little"))
              for i, text in zip((0, 1, 100), (b"a", b"b", b"c"))]  # fmt: skip
    for engine in (in_pandas, in_polars, in_duckdb):
        made = engine("encrypt", table, key=columns.MASTER, nonce="id", associated_data="id")
        assert made["payload"].to_pylist() == wanted, engine


def test_integers_that_do_not_fit_and_other_numbers_are_refused():
    for array, text in ((pyarrow.array([1 << 63], pyarrow.uint64()), "9223372036854775808 not in range"),
                        (pyarrow.array([1.0]), "associated_data must be .* binary")):  # fmt: skip
        with pytest.raises((ValueError, TypeError), match=text):
            batch.encrypt(columns.MASTER, pyarrow.array([bytes(16)]), pyarrow.array([b"a"]), array)


@pytest.mark.parametrize("kind", ["f8", "?", "O", "M8[s]", "S1"])
def test_only_integers_and_bytes_of_numpy_are_read(kind):
    """The bytes of other types would be the associated data of all rows: those of objects are addresses."""
    ids, nonces, texts = numpy.zeros(2, kind), pyarrow.array([1, 2]), pyarrow.array([b"a"] * 2)
    for wrong in (ids, ids.reshape(2, 1)):
        with pytest.raises(ValueError, match=r"associated_data must be uint8 in the shape \(n, length\), not"):
            batch.encrypt(columns.MASTER, nonces, texts, wrong)
        with pytest.raises(ValueError, match="key must be uint8"):
            batch.encrypt(wrong, nonces, texts)
    swapped = numpy.array([1, 2], ">u2")
    made = [batch.encrypt(columns.MASTER, ids, texts, ids).to_pylist() for ids in (swapped, nonces)]
    assert made[0] == made[1]


def test_tags_of_another_length_count_as_tampered():
    """In a column of their own, they make decrypt() fail."""
    ids, texts = pyarrow.array([1, 2, 3]), pyarrow.array([b"a", b"b", b"c"])
    sealed, tags = batch.encrypt(columns.MASTER, ids, texts, detached=True)
    cut = pyarrow.array([tags[0].as_py(), tags[1].as_py()[:4], None])
    assert batch.tampered(columns.MASTER, ids, sealed, tags=cut).to_pylist() == [False, True, True]
    table = {"id": [1, 2, 3], "payload": sealed.to_pylist(), "tag": cut.to_pylist()}
    found = asconkit.pandas.tampered(pandas.DataFrame(table), "payload", key=columns.MASTER, nonce="id", tag="tag")
    assert found["id"].tolist() == [2, 3]
    frame = polars.DataFrame(table)
    found = frame.filter(polars.col("payload").ascon.tampered(key=columns.MASTER, nonce="id", tag="tag"))
    assert found["id"].to_list() == [2, 3]
    for call in (batch.tampered, batch.decrypt):
        with pytest.raises(TypeError, match="tag must be an Arrow array"):
            call(columns.MASTER, ids, sealed, tags=bytes(16))


def test_batches_of_numpy():
    sealed = batch.encrypt(columns.MASTER, pyarrow.array([1, 2]), pyarrow.array([b"a", b"b"]), numpy.arange(2))
    cipher = asconkit.AsconAEAD128(columns.MASTER)
    assert sealed[1].as_py() == cipher.encrypt(b"\x02" + bytes(15), b"b", b"\x01" + bytes(7))
    nonces, texts = batch.random_nonces(3), batch.random_nonces(3)
    sealed = batch.encrypt(columns.MASTER, nonces, texts)
    sealed[1, 0] ^= 1
    assert batch.tampered(columns.MASTER, nonces, sealed).tolist() == [False, True, False]


def test_pandas_frames():
    frame = pandas.DataFrame({"id": [7, 8], "text": [b"a", b"b"]}, index=["x", "y"])
    sealed = asconkit.pandas.encrypt(frame, "text", key=columns.MASTER, random_nonces="n", into="c", tag="tag")
    assert list(sealed.columns) == ["id", "text", "n", "c", "tag"] and list(frame.columns) == ["id", "text"]
    sealed.loc["y", "tag"] = bytes(16)
    opened = asconkit.pandas.decrypt(sealed, "c", key=columns.MASTER, nonce="n", tag="tag", valid="genuine")
    assert opened["c"].to_dict() == {"x": b"a", "y": None} or opened["c"].isna().tolist() == [False, True]
    assert opened["genuine"].to_dict() == {"x": True, "y": False}
    with pytest.raises(asconkit.InvalidTag):
        asconkit.pandas.decrypt(sealed, "c", key=columns.MASTER, nonce="n", tag="tag", on_error="raise")
    with pytest.raises(ValueError, match="there is a column 'id' already"):
        asconkit.pandas.encrypt(frame, "text", key=columns.MASTER, random_nonces="id")
    with pytest.raises(ValueError, match="into must be None"):
        asconkit.pandas.tampered(sealed, "c", key=columns.MASTER, nonce="n", into="d")
    assert doctest.testmod(asconkit.pandas).failed == 0


def test_random_nonces_of_polars():
    frame = polars.DataFrame({"t": [b"a", None]})
    made = frame.select(asconkit.polars.encrypt("t", key=columns.MASTER, random_nonces="n", tag="tag")).unnest("t")
    assert made.columns == ["data", "n", "tag"] and made["tag"].null_count() == 1 and made["n"].null_count() == 0
    series = asconkit.polars.encrypt(frame["t"], key=columns.MASTER, random_nonces="n")
    assert series.struct.field("n").n_unique() == 2
    for options in ({}, {"nonce": "n", "random_nonces": "n"}):
        with pytest.raises(ValueError, match="expected either nonce, .* or random_nonces"):
            asconkit.polars.encrypt("t", key=columns.MASTER, **options)
    for options in ({"random_nonces": "data"}, {"random_nonces": "x", "tag": "x"}):
        with pytest.raises(ValueError, match="another name"):
            asconkit.polars.encrypt("t", key=columns.MASTER, **options)


def test_random_nonces_in_sql_are_new_in_each_row(connect):  # noqa: F811
    packaged = duckdb.connect()
    asconkit.duckdb.register(packaged, columns.MASTER)
    for connection in (packaged, connect()):
        nonces = connection.sql("SELECT ascon_random_nonces('a') FROM range(5000)").fetchall()
        assert len(set(nonces)) == 5000 and {len(nonce) for (nonce,) in nonces} == {16}

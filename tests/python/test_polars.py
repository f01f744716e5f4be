# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Polars expressions: their results, lazily and in streams, and that plans show no key."""

import doctest
import gc
import weakref

import polars
import polars.selectors
import pytest
from polars.exceptions import ComputeError

import asconkit
import asconkit.polars
import leaks
import telemetry
import test_typing
from asconkit import batch, keys

KEY = bytes(range(16))
COUNT = 5000


@pytest.fixture(scope="module")
def sent():
    table, forged, text = telemetry.table(COUNT)
    return polars.from_arrow(table), forged, text.to_pylist()


def opened(**options):
    return polars.col("payload").ascon.decrypt(
        key=telemetry.per_device(telemetry.MASTER), nonce="nonce", associated_data="header", key_id="device", **options
    )


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_forged_messages(sent, engine):
    frame, forged, text = sent
    result = frame.lazy().with_columns(opened(valid="valid").alias("opened")).collect(engine=engine)
    result = result.unnest("opened").sort("id")
    assert set(result.filter(~polars.col("valid"))["id"].to_list()) == forged
    assert result["valid"].null_count() == 0
    assert result["data"].to_list() == [None if i in forged else text[i] for i in range(COUNT)]
    nulls = frame.lazy().select(opened()).collect(engine=engine)["payload"]
    assert nulls.to_list() == result["data"].to_list()
    with pytest.raises((asconkit.InvalidTag, ComputeError), match="does not match"):
        frame.lazy().select(opened(on_error="raise")).collect(engine=engine)


def test_calls():
    frame = polars.DataFrame({
        "nonce": [i.to_bytes(16, "big") for i in range(6)], "text": [b"", b"a", None, b"b" * 12, b"c" * 13, b"d" * 99],
    })  # fmt: skip
    cipher = asconkit.AsconAEAD128(KEY)
    sealed = frame.select("nonce", polars.col("text").ascon.encrypt(key=KEY, nonce="nonce", associated_data=b"ad"))
    wanted = [None if t is None else cipher.encrypt(n, t, b"ad") for n, t in frame.iter_rows()]
    assert sealed["text"].to_list() == wanted and sealed["text"].dtype == polars.Binary
    back = polars.col("text").ascon.decrypt(key=KEY, nonce=polars.col("nonce"), associated_data=polars.lit(b"ad"))
    assert sealed.select(back)["text"].to_list() == frame["text"].to_list()
    one = frame.select(s=polars.lit(b"same").ascon.encrypt(key=KEY, nonce="nonce"))["s"]
    assert one.to_list() == [cipher.encrypt(nonce, b"same") for nonce in frame["nonce"]]
    assert sealed.clear().select(back)["text"].to_list() == []
    text = frame["text"].to_arrow()
    calls = frame.select(
        hash=polars.col("text").ascon.hash(), mac=polars.col("text").ascon.mac(key=KEY),
        prf=polars.col("text").ascon.prf(20, key=KEY),
    )  # fmt: skip
    assert calls["hash"].to_list() == batch.hash(text).to_pylist()
    assert calls["mac"].to_list() == batch.mac(KEY, text).to_pylist()
    assert calls["prf"].to_list() == batch.prf(KEY, text, 20).to_pylist()


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_groups_without_rows(engine):
    """Polars gives a function an empty array with an offset for them, in `over` among others."""
    frame = polars.DataFrame({"g": [1, 1, 2], "i": [0, 1, 1], "p": [b"a" * 20, b"b" * 20, b"c"],
                              "n": [bytes([i]) + bytes(15) for i in range(3)]})  # fmt: skip
    payload, nonce = (polars.col(name).filter(polars.col("i") == 0) for name in ("p", "n"))
    calls = {
        "hash": payload.ascon.hash(), "mac": payload.ascon.mac(key=KEY), "prf": payload.ascon.prf(5, key=KEY),
        "encrypt": payload.ascon.encrypt(key=KEY, nonce=nonce),
        "decrypt": payload.ascon.decrypt(key=KEY, nonce=nonce),
        "valid": payload.ascon.decrypt(key=KEY, nonce=nonce, valid="valid").struct.field("valid"),
    }  # fmt: skip
    over = frame.lazy().select(**{name: call.len().over("g") for name, call in calls.items()}).collect(engine=engine)
    assert over.rows() == [(1,) * len(calls)] * 2 + [(0,) * len(calls)]
    grouped = frame.lazy().group_by("g").agg(**calls).sort("g").collect(engine=engine)
    assert grouped["hash"].to_list() == [[asconkit.hash256_digest(b"a" * 20)], []]
    assert all(list(map(len, grouped[name].to_list())) == [1, 0] for name in calls)


def test_a_key_may_be_erased_when_the_expression_was_made():
    frame = polars.DataFrame({"n": [bytes(16)], "t": [b"text"]})
    expected = asconkit.AsconAEAD128(KEY).encrypt(bytes(16), b"text")
    for make in (bytes, bytearray, lambda key: {"a": bytearray(key)}):
        key = make(KEY)
        device = polars.lit("a") if isinstance(key, dict) else None
        expression = asconkit.polars.encrypt("t", key=key, nonce="n", key_id=device)
        mac = asconkit.polars.mac("t", key=key) if device is None else polars.lit(None)
        if isinstance(key, bytearray):
            asconkit.wipe(key)
        elif device is not None:
            asconkit.wipe(key.pop("a"))
        assert frame.select(expression).item() == expected
        assert frame.select(mac).item() in (None, asconkit.prf.v13_mac_digest(KEY, b"text"))


def test_the_copy_of_a_key_lives_as_long_as_the_plan():
    source = keys.Secret(bytearray(KEY))
    copy = weakref.ref(source.load())
    plan = polars.LazyFrame({"t": [b"text"]}).select(asconkit.polars.mac("t", key=source))
    del source
    gc.collect()
    assert copy() == KEY
    del plan
    gc.collect()
    assert copy() is None


def test_series():
    texts, nonces = polars.Series("t", [b"a" * 20, None]), polars.Series([bytes(16), bytes(16)])
    sealed = batch.encrypt(KEY, nonces, texts)
    assert isinstance(sealed, polars.Series) and sealed.name == "t"
    assert sealed.to_list() == [asconkit.AsconAEAD128(KEY).encrypt(bytes(16), b"a" * 20), None]
    opened, valid = batch.decrypt(KEY, nonces, sealed, on_error="mask")
    assert opened.to_list() == texts.to_list() and valid.to_list() == [True, None]
    assert asconkit.polars.encrypt(texts, key=KEY, nonce=nonces).equals(sealed)
    assert asconkit.polars.decrypt(sealed, key=KEY, nonce=nonces).equals(texts)
    mask = asconkit.polars.decrypt(sealed, key=KEY, nonce=nonces, associated_data=b"other", valid="valid")
    assert mask.to_list() == [{"data": None, "valid": False}, {"data": None, "valid": None}]
    assert asconkit.polars.hash(texts).to_list() == [asconkit.hash256_digest(b"a" * 20), None]
    assert asconkit.polars.mac(texts, key=KEY).to_list() == batch.mac(KEY, texts).to_list()
    assert asconkit.polars.prf(texts, 5, key=KEY).to_list() == batch.prf(KEY, texts, 5).to_list()
    with pytest.raises(TypeError, match="all be series"):
        asconkit.polars.encrypt(texts, key=KEY, nonce="nonce")


@pytest.mark.parametrize("nonce", [bytes(16), polars.lit(bytes(16)), polars.lit(bytes(16)).alias("nonce"),
                                   polars.lit("0123456789abcdef").cast(polars.Binary)], ids=str)  # fmt: skip
def test_a_literal_nonce_is_refused(nonce):
    for encrypt in (asconkit.polars.encrypt, lambda name, **how: polars.col(name).ascon.encrypt(**how)):
        with pytest.raises(ValueError, match="nonce must be a column"):
            encrypt("text", key=KEY, nonce=nonce)


SEVERAL = [
    polars.col("a", "b"), polars.col(["a", "b"]), polars.col("^[ab]$"), "^[ab]$", polars.col("*"), "*", ["a", "b"],
    ("a", "b"), polars.all(), polars.exclude("n"), polars.col(polars.Binary), polars.col([polars.Binary]),
    polars.selectors.binary(), polars.selectors.by_name("a", "b"), ~polars.selectors.by_name("n"), polars.nth(0, 1),
    polars.col("s").struct.field("a", "b"), polars.col("s").struct.field("*"), polars.col("s").struct.field("^[ab]$"),
    polars.col("s").struct.unnest(), polars.col("a", "b").cast(polars.Binary).alias("x"),
    polars.when(polars.col("n").is_null()).then(polars.col("a")).otherwise(polars.col("a", "b")),
]  # fmt: skip


@pytest.mark.parametrize("columns", SEVERAL, ids=str)
def test_several_columns_are_refused(columns):
    """They would share their nonces, and the XOR of two columns would be that of their plaintexts."""
    for options in ({"data": columns, "nonce": "n"}, {"data": "a", "nonce": columns},
                    {"data": "a", "nonce": "n", "associated_data": columns},
                    {"data": "a", "nonce": "n", "key_id": columns}):  # fmt: skip
        with pytest.raises(ValueError, match="which may be several: all would be encrypted with the same nonces"):
            asconkit.polars.encrypt(**options, key=KEY)
    if isinstance(columns, polars.Expr):
        with pytest.raises(ValueError, match="data must be one column"):
            columns.ascon.encrypt(key=KEY, nonce="n")


@pytest.mark.parametrize("columns", SEVERAL[:14], ids=str)
def test_other_calls_take_several_columns(columns):
    nonces = [bytes([i]) * 16 for i in range(2)]
    frame = polars.DataFrame({"a": [b"one", b"two"], "b": [b"three", b"four"]})
    cipher = asconkit.AsconAEAD128(KEY)
    sealed = polars.DataFrame({
        name: [cipher.encrypt(nonce, text) for nonce, text in zip(nonces, frame[name])] for name in "ab"
    })  # fmt: skip
    given = polars.lit(polars.Series(nonces))
    assert sealed.select(asconkit.polars.decrypt(columns, key=KEY, nonce=given)).equals(frame)
    valid = sealed.select(asconkit.polars.decrypt(columns, key=KEY, nonce=given, valid="ok"))
    assert valid.columns == ["a", "b"] and valid["b"].struct.field("ok").to_list() == [True, True]
    hashes = frame.select(asconkit.polars.hash(columns))
    macs = frame.select(asconkit.polars.mac(columns, key=KEY))
    assert hashes.columns == macs.columns == ["a", "b"]
    assert hashes["b"].to_list() == [asconkit.hash256_digest(text) for text in frame["b"]]
    assert macs["b"].to_list() == [asconkit.prf.v13_mac_digest(KEY, text) for text in frame["b"]]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_tags_of_their_own(engine):
    nonces = [bytes([i]) * 16 for i in range(3)]
    frame = polars.DataFrame({"n": nonces, "text": [b"one", None, b"three"]}).lazy()
    sealed = frame.select("n", asconkit.polars.encrypt("text", key=KEY, nonce="n", tag="tag")).unnest("text")
    sealed = sealed.collect(engine=engine)
    whole = [None if t is None else asconkit.AsconAEAD128(KEY).encrypt(n, t) for n, t in frame.collect().iter_rows()]
    assert sealed.columns == ["n", "data", "tag"]
    assert [None if t is None else c + t for _, c, t in sealed.iter_rows()] == whole
    opened = polars.col("data").ascon.decrypt(key=KEY, nonce="n", tag="tag", valid="genuine")
    result = sealed.lazy().select(opened).unnest("data").collect(engine=engine)
    assert result.rows() == [(b"one", True), (None, None), (b"three", True)]
    cut = sealed.with_columns(polars.col("tag").bin.head(4) if hasattr(polars.col("tag").bin, "head")
                              else polars.col("tag").bin.slice(0, 4))  # fmt: skip
    with pytest.raises((ValueError, ComputeError), match=r"tag: length 4, expected 16 \(tag_length\)"):
        cut.lazy().select(opened).collect(engine=engine)
    series = {name: sealed[name] for name in ("data", "n", "tag")}
    plain = asconkit.polars.decrypt(series["data"], key=KEY, nonce=series["n"], tag=series["tag"])
    assert plain.to_list() == [b"one", None, b"three"]
    for call in (lambda: asconkit.polars.encrypt("text", key=KEY, nonce="n", tag="data"),
                 lambda: asconkit.polars.decrypt("text", key=KEY, nonce="n", valid="data")):  # fmt: skip
        with pytest.raises(ValueError, match="another name than 'data'"):
            call()


def test_columns_of_nothing_but_nulls():
    frame = polars.DataFrame({"n": [bytes(16), b"1" * 16], "text": [None, None]})
    assert frame["text"].dtype == polars.Null
    calls = frame.lazy().select(
        sealed=asconkit.polars.encrypt("text", key=KEY, nonce="n"), hash=polars.col("text").ascon.hash(),
        opened=asconkit.polars.decrypt("text", key=KEY, nonce="n"),
        plain=asconkit.polars.decrypt("n", key=KEY, nonce="text"),
        valid=asconkit.polars.decrypt("text", key=KEY, nonce="n", valid="ok").struct.field("ok"),
    ).collect()  # fmt: skip
    assert calls.null_count().row(0) == (2,) * 5 and calls["hash"].dtype == polars.Binary
    assert len(asconkit.polars.hash(polars.Series([]))) == 0


def test_a_repeated_nonce_is_refused():
    frame = polars.DataFrame({"nonce": [bytes(16), b"a" * 16, bytes(16)], "text": [b"a", b"b", b"c"]})
    with pytest.raises((ValueError, ComputeError), match="rows 0 and 2 have the same nonce under the same key"):
        frame.select(asconkit.polars.encrypt("text", key=KEY, nonce="nonce"))
    with pytest.raises((ValueError, ComputeError), match="rows 0 and 1 have the same nonce under the same key"):
        frame.select(asconkit.polars.encrypt("text", key=KEY, nonce=polars.col("nonce").first()))
    given = polars.lit(polars.Series([bytes([i]) * 16 for i in range(3)]))
    assert frame.select(asconkit.polars.encrypt("text", key=KEY, nonce=given)).height == 3


def test_text_is_no_key():
    for call in (asconkit.polars.encrypt, asconkit.polars.decrypt):
        with pytest.raises(TypeError, match="key must be bytes"):
            call("text", key=KEY.hex(), nonce="nonce")


TYPED = """
import polars
import asconkit.polars

key, column, text = bytes(16), polars.col("nonce"), polars.Series([b"text"])
expression: polars.Expr = asconkit.polars.encrypt("text", key=key, nonce=column, associated_data=b"header")
series: polars.Series = asconkit.polars.decrypt(text, key={"a": key}, nonce=text, key_id=text)
digest: polars.Expr = asconkit.polars.hash(column)
asconkit.polars.encrypt("text", key="text", nonce="nonce")
asconkit.polars.encrypt("text", key=key)
wrong: polars.Series = asconkit.polars.mac("text", key=key)
asconkit.polars.no_such_name("text")
"""


@test_typing.CHECKERS
def test_users_are_checked(checker, tmp_path):
    assert test_typing.wrong_lines(checker, TYPED, tmp_path) == set(range(9, 13))


def test_plans_show_no_key(sent):
    frame = sent[0].lazy()
    for key in (KEY, keys.Secret(KEY), keys.Derived(KEY)):
        device = "device" if isinstance(key, keys.Derived) else None
        query = frame.select(polars.col("payload").ascon.decrypt(key=key, nonce="nonce", key_id=device))
        for plan in (query.explain(), query.explain(optimized=False), repr(query)):
            assert plan and leaks.in_text(KEY, plan) == []
        with pytest.raises(Exception, match="cannot pickle a Secret"):
            query.serialize()
    planted = frame.with_columns(polars.lit(KEY.hex()))
    assert leaks.in_text(KEY, planted.explain()) != []


def test_documentation():
    failed, tried = doctest.testmod(asconkit.polars)
    assert failed == 0 and tried > 3

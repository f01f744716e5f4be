"""Polars expressions: what they give, lazily and in streams, and what plans show.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""

import doctest

import polars
import pytest
from polars.exceptions import ComputeError

import asconkit
import asconkit.polars
import leaks
import telemetry
from asconkit import batch, keys

KEY = bytes(range(16))
COUNT = 5000


@pytest.fixture(scope="module")
def sent():
    table, forged, text = telemetry.table(COUNT)
    return polars.from_arrow(table), forged, text.to_pylist()


def opened(**options):
    return polars.col("payload").ascon.decrypt(
        key=telemetry.per_device(telemetry.MASTER), nonce="nonce", associated_data="header", device="device", **options
    )


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_forged_messages(sent, engine):
    frame, forged, text = sent
    result = frame.lazy().with_columns(opened(on_error="mask").alias("opened")).collect(engine=engine)
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


def test_series_are_arrays():
    texts, nonces = polars.Series([b"a" * 20, None]), polars.Series([bytes(16), bytes(16)])
    assert batch.decrypt(KEY, nonces, batch.encrypt(KEY, nonces, texts)).to_pylist() == texts.to_list()


def test_plans_show_no_key(sent):
    frame = sent[0].lazy()
    for key in (KEY, keys.Secret(KEY), keys.Derived(KEY)):
        device = "device" if isinstance(key, keys.Derived) else None
        query = frame.select(polars.col("payload").ascon.decrypt(key=key, nonce="nonce", device=device))
        for plan in (query.explain(), query.explain(optimized=False), repr(query)):
            assert plan and leaks.in_text(KEY, plan) == []
        with pytest.raises(Exception, match="cannot pickle a Secret"):
            query.serialize()
    planted = frame.with_columns(polars.lit(KEY.hex()))
    assert leaks.in_text(KEY, planted.explain()) != []


def test_documentation():
    failed, tried = doctest.testmod(asconkit.polars)
    assert failed == 0 and tried > 3

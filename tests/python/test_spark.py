# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A real Spark cluster on this machine: a driver, two worker processes, a million messages."""

import contextlib
import io
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pyspark
import pytest

import asconkit
import columns
import leaks
import telemetry
from asconkit import keys

pytestmark = pytest.mark.cluster
COUNT = int(os.environ.get("ASCONKIT_CLUSTER_MESSAGES", 1_000_000))
FILES = 16
QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # of Java: it works for less than a minute


class Cluster:
    """A session, where it keeps its files, and the messages in files as a job would find them."""

    def __init__(self, folder):
        from pyspark.sql import SparkSession

        self.folder = folder
        self.key_file = folder / "key"
        self.key_file.write_text(telemetry.MASTER.hex())
        self.state = folder / "state"
        for name in ("events", "local"):
            (self.state / name).mkdir(parents=True)
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        os.environ["SPARK_LOCAL_DIRS"] = str(self.state / "local")
        os.environ["PYSPARK_PYTHON"] = sys.executable
        settings = {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.extraJavaOptions": QUICK_START,
            "spark.executor.extraJavaOptions": QUICK_START,
            "spark.eventLog.compress": "false",
            "spark.eventLog.dir": f"file://{self.state / 'events'}",
            "spark.eventLog.enabled": "true",
            "spark.sql.execution.arrow.maxRecordsPerBatch": "20000",
            "spark.sql.files.maxPartitionBytes": "8m",
            "spark.sql.warehouse.dir": str(self.state / "warehouse"),
            "spark.ui.enabled": "false",
        }
        builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("asconkit")
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        context = self.session.sparkContext
        context.setLogLevel("ERROR")
        home = os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent
        self.work = Path(home) / "work" / context.applicationId  # of the workers: their logs and files

    def leaked(self):
        return leaks.in_files(telemetry.MASTER, self.state) + leaks.in_files(telemetry.MASTER, self.work)

    def stop(self):
        self.session.stop()
        shutil.rmtree(self.work)

    def write(self, table, name):
        path = self.folder / name
        path.mkdir()
        step = -(-table.num_rows // FILES)
        for i in range(FILES):
            pyarrow.parquet.write_table(table.slice(i * step, step), path / f"{i:02d}.parquet")
        return str(path)

    def executors(self):
        """Process ids of the executors of this application."""
        wanted = self.session.sparkContext.applicationId.encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = path.read_bytes().split(b"\0")
                if wanted in words and any(word.endswith(b"CoarseGrainedExecutorBackend") for word in words):
                    found.append(int(path.parent.name))
        return found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    started = Cluster(tmp_path_factory.mktemp("spark"))
    yield started
    started.stop()


@pytest.fixture(scope="module")
def sent(cluster):
    table, forged, text = telemetry.table(COUNT)
    return cluster.write(table, "sealed"), forged, text


def decrypted(cluster, path, **options):
    frame = cluster.session.read.parquet(path)
    key = telemetry.per_device(keys.File(cluster.key_file))
    return asconkit.spark.decrypt(frame, "payload", key=key, nonce="nonce", associated_data="header",
                                  key_id="device", valid="genuine", **options)  # fmt: skip


def kill_one(cluster, killed, over):
    """Waits until tasks have ended, and ends one of the workers in the middle of the remaining tasks."""
    tracker = cluster.session.sparkContext.statusTracker()
    while not over.is_set():
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage and stage.numTasks > 2 and stage.numCompletedTasks >= 1 for stage in stages):
            killed.append(cluster.executors()[0])
            os.kill(killed[0], signal.SIGKILL)
            return
        time.sleep(0.005)


def test_forged_messages_and_a_killed_worker(cluster, sent):
    path, forged, text = sent
    before = cluster.executors()
    assert len(before) == 2
    killed = []
    over = threading.Event()
    killer = threading.Thread(target=kill_one, args=(cluster, killed, over))
    killer.start()
    out = str(cluster.folder / "plain")
    try:
        decrypted(cluster, path).write.parquet(out)
    finally:
        over.set()
        killer.join()
    assert killed and killed[0] in before and killed[0] not in cluster.executors()
    result = pyarrow.parquet.read_table(out, columns=["id", "payload", "genuine"])
    telemetry.check(result, COUNT, forged, text)


def test_accelerator(cluster):
    """Each executor opens the device by its name."""
    table, forged, text = telemetry.table(2000)
    path = cluster.write(table, "for_accelerator")
    telemetry.check(decrypted(cluster, path, device="cpu").toArrow(), 2000, forged, text)


def test_encryption(cluster):
    table, forged, text = telemetry.table(2000)
    plain = table.set_column(table.schema.names.index("payload"), "payload", text)
    frame = cluster.session.read.parquet(cluster.write(plain.drop_columns("nonce"), "plain2"))
    key = keys.File(cluster.key_file)
    sealed = asconkit.spark.encrypt(frame, "payload", key=key, random_nonces="nonce", into="sealed").toArrow()
    assert len(set(sealed["nonce"].to_pylist())) == 2000
    wrong = asconkit.spark.decrypt(cluster.session.createDataFrame(sealed), "payload", key=key, nonce="nonce",
                                   on_error="raise")  # fmt: skip
    with pytest.raises(Exception, match="InvalidTag"):
        wrong.toArrow()


def test_columns(cluster):
    def engine(verb, table, **options):
        return getattr(asconkit.spark, verb)(cluster.session.createDataFrame(table), "payload", **options).toArrow()

    def query(text, messages):
        cluster.session.createDataFrame(messages).createOrReplaceTempView("messages")
        return cluster.session.sql(text).toArrow()

    key = keys.Derived(keys.File(cluster.key_file))
    columns.check(engine, key)
    asconkit.spark.register(cluster.session, key, prefix="columns")
    columns.check(columns.in_sql(query, "columns"), key)
    names = telemetry.documented("spark", cluster.key_file, "columns", session=cluster.session,
                                 plain=cluster.session.createDataFrame(columns.PLAIN),
                                 path=str(cluster.folder / "columns"))  # fmt: skip
    assert sorted(row.payload for row in names["opened"].collect()) == sorted(columns.TEXTS.values())
    assert names["changed"].collect() == []


def test_sql_and_the_example_of_the_page(cluster):
    table, forged, text = telemetry.table(2000)
    frame = cluster.session.createDataFrame(table)
    frame.createOrReplaceTempView("messages")
    names = telemetry.documented("spark", cluster.key_file, session=cluster.session, messages=frame)
    result = names["texts"].toArrow()
    lost = result.filter(pyarrow.compute.is_null(result["text"]))
    assert set(lost["id"].to_pylist()) == forged
    assert sum(count for _, count in names["forged"].collect()) == len(forged)
    refused = {
        "ascon_encrypt(payload, CAST('0123456789abcdef' AS BINARY), header, 'one')": "have the same nonce under",
        "ascon_encrypt(payload)": "expected ascon_encrypt",
        "ascon_hash(payload, header)": "expected ascon_hash",
    }
    for call, text in refused.items():
        with pytest.raises(Exception, match=text):
            cluster.session.sql(f"SELECT {call} FROM messages").collect()
    good = cluster.session.sql("SELECT ascon_hash(header) AS digest, header FROM messages LIMIT 3").toArrow()
    assert [asconkit.hash256_digest(header) for header in good["header"].to_pylist()] == good["digest"].to_pylist()


def test_names_tags_and_the_page_of_a_parquet_file(cluster):
    path, wanted = telemetry.plain_file(cluster.folder)
    frame = telemetry.documented("spark", cluster.key_file, "parquet", session=cluster.session, path=path)["frame"]
    assert [tuple(row) for row in frame.select("payload", "genuine").collect()] == wanted
    frame, key = cluster.session.read.parquet(path), keys.File(cluster.key_file)
    sealed = asconkit.spark.encrypt(frame, "PAYLOAD", key=key, nonce="NONCE", into="made", tag="tag")
    assert sealed.columns == ["nonce", "payload", "made", "tag"]
    opened = asconkit.spark.decrypt(sealed, "made", key=key, nonce="Nonce", tag="TAG", valid="genuine").toArrow()
    assert opened["made"].to_pylist() == opened["payload"].to_pylist() and opened["genuine"].to_pylist() == [True] * 3
    with pytest.raises(Exception, match=r"tag: length 8, expected 16 \(tag_length\)"):
        asconkit.spark.decrypt(sealed.selectExpr("made", "nonce", "substring(tag, 1, 8) AS tag"), "made", key=key,
                               nonce="nonce", tag="tag", valid="genuine").collect()  # fmt: skip
    with pytest.raises(KeyError, match="nonce: there is no column 'iv'"):
        asconkit.spark.encrypt(frame, "payload", key=key, nonce="iv")
    for options in ({"random_nonces": "NONCE"}, {"nonce": "nonce", "into": "NONCE"}):
        with pytest.raises(ValueError, match="there is a column 'nonce' already"):
            asconkit.spark.encrypt(frame, "payload", key=key, **options)
    cluster.session.conf.set("spark.sql.caseSensitive", "true")
    try:
        with pytest.raises(KeyError, match="nonce: there is no column 'NONCE'"):
            asconkit.spark.encrypt(frame, "payload", key=key, nonce="NONCE")
    finally:
        cluster.session.conf.unset("spark.sql.caseSensitive")
    nulls = frame.selectExpr("nonce", "NULL AS payload")
    assert asconkit.spark.encrypt(nulls, "payload", key=key, nonce="nonce").toArrow()["payload"].null_count == 3


def plans(frame):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        frame.explain("extended")
        frame.explain("codegen")
    return printed.getvalue()


def test_a_key_is_refused(cluster):
    frame = cluster.session.createDataFrame(telemetry.table(10)[0])
    with pytest.raises(TypeError, match="key must be bytes"):
        asconkit.spark.register(cluster.session, telemetry.MASTER.hex())
    for key in (telemetry.MASTER, keys.Secret(telemetry.MASTER), telemetry.per_device(telemetry.MASTER)):
        with pytest.raises(TypeError, match="cannot pickle a Secret"):
            asconkit.spark.decrypt(frame, "payload", key=key, nonce="nonce", key_id="device")
        with pytest.raises(TypeError, match="cannot pickle a Secret"):
            asconkit.spark.register(cluster.session, key)


def test_the_key_is_nowhere(cluster, sent):
    """Plans, event logs, logs of the workers and what Spark keeps on disk."""
    from pyspark.sql.functions import lit

    path, forged, text = sent
    frame = decrypted(cluster, path)
    assert "MapInArrow" in plans(frame) and leaks.in_text(telemetry.MASTER, plans(frame)) == []
    planted = frame.withColumn("key", lit(bytearray(telemetry.MASTER)))
    assert leaks.in_text(telemetry.MASTER, plans(planted)) != []
    assert cluster.leaked() == []
    assert any(path.stat().st_size > 10000 for path in (cluster.state / "events").rglob("*") if path.is_file())
    assert len(list(cluster.work.rglob("stderr"))) >= 2
    planted.select("key").limit(1).collect()
    limit = time.monotonic() + 30
    while not cluster.leaked() and time.monotonic() < limit:
        time.sleep(0.2)
    assert cluster.leaked() != []

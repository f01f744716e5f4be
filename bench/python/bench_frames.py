# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What batches cost beside the same ones in C: on Arrow arrays, in Polars and DuckDB, in Spark and Ray.

    bench_frames.py [--messages N] [--turns N] [--extension FILE] [--spark] [--ray]

Processor time, for Spark and Ray of all their processes, the least of all turns, which take turns so that a
busy machine disturbs all alike. For DuckDB, Spark and Ray there is a row for the same query without
encryption: the engine's own cost."""

import argparse
import contextlib
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet

import asconkit
from asconkit import _core, batch, keys
from asconkit._arrow import as_arrow

BYTES = 64
KEY = bytes(range(16))
CORES = 2  # of the clusters
ROWS = 122_880  # that DuckDB hands out at once
OWN = {
    "DuckDB encrypt()": "DuckDB, reading alone", "DuckDB function": "DuckDB, function of nothing",
    "DuckDB's extension": "DuckDB, lengths alone", "DuckDB's extension, 0 to 128 bytes": "DuckDB, lengths alone",
}  # fmt: skip


class Messages:
    """The same messages in every form."""

    def __init__(self, count):
        self.count = count
        self.data = numpy.random.default_rng(1).integers(0, 256, (count, BYTES), dtype=numpy.uint8)
        self.nonces = numpy.zeros((count, 16), numpy.uint8)
        self.nonces.view(numpy.uint64)[:, 0] = numpy.arange(count)
        self.out = numpy.zeros((count, BYTES + 16), numpy.uint8)
        self.fixed = as_arrow(self.data)
        self.binary = self.fixed.cast(pyarrow.binary())
        self.arrow_nonces = as_arrow(self.nonces).cast(pyarrow.binary())
        random = numpy.random.default_rng(2).integers(0, 256, (count, 16), dtype=numpy.uint8)
        self.random_nonces = as_arrow(random).cast(pyarrow.binary())
        self.table = pyarrow.table({"nonce": self.arrow_nonces, "text": self.binary})
        nulls = numpy.arange(count) % 1000 == 0
        lengths = numpy.random.default_rng(3).integers(0, 2 * BYTES + 1, count)
        ends = numpy.minimum(numpy.cumsum(lengths), self.data.size).astype(numpy.int32)
        offsets = pyarrow.py_buffer(numpy.append(numpy.int32(0), ends))
        buffers = [None, offsets, pyarrow.py_buffer(self.data)]
        self.of_some_lengths = pyarrow.BinaryArray.from_buffers(pyarrow.binary(), count, buffers)
        self.with_nulls = pyarrow.compute.if_else(pyarrow.array(nulls), None, self.binary)


def arrow_cases(m):
    row = next(row for row in asconkit.ALGORITHMS if row.name == "ascon-aead128")
    results = bytearray(m.count)
    view = m.binary.cast(pyarrow.binary_view())
    nonces = m.arrow_nonces
    return {
        "C": lambda: _core.batch_crypt(row, True, KEY, m.nonces, m.data, None, m.out, 16, results, 1),
        "Arrow fixed_size_binary": lambda: batch.encrypt(KEY, nonces, m.fixed, threads=1),
        "Arrow binary": lambda: batch.encrypt(KEY, nonces, m.binary, threads=1),
        "Arrow binary_view": lambda: batch.encrypt(KEY, nonces, view, threads=1),
        "Arrow binary, random nonces": lambda: batch.encrypt(KEY, m.random_nonces, m.binary, threads=1),
        "Arrow binary, some null": lambda: batch.encrypt(KEY, nonces, m.with_nulls, threads=1),
    }


def polars_cases(m):
    import polars

    import asconkit.polars

    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    frame = polars.from_arrow(m.table)
    expression = asconkit.polars.encrypt("text", key=KEY, nonce="nonce", threads=1)
    return {"Polars": lambda: frame.select(expression)}


def duckdb_cases(m):
    import duckdb

    import asconkit.duckdb

    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.create_function("nothing", nothing, ["BLOB", "BLOB"], "BLOB", type="arrow")
    connection.register("sent", m.table)
    connection.execute("CREATE TABLE messages AS SELECT * FROM sent")
    asconkit.duckdb.register(connection, KEY)

    def table():
        return asconkit.duckdb.encrypt(connection.sql(everything), "text", key=KEY, nonce="nonce", rows=ROWS)

    everything = "SELECT * FROM messages"
    return {
        "DuckDB, reading alone": lambda: read(connection.sql(everything).to_arrow_reader(ROWS)),
        "DuckDB encrypt()": lambda: read(table()),
        "DuckDB, function of nothing": lambda: use(connection, "nothing"),
        "DuckDB function": lambda: use(connection, "ascon_encrypt"),
    }


def extension_cases(m, extension):
    """The function of ports/duckdb; and its query with nothing but the lengths of its arguments."""
    import duckdb

    os.environ["ASCONKIT_BENCH_KEY"] = KEY.hex()
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute("SET threads = 1")
    connection.execute(f"LOAD '{extension}'")
    connection.execute("CALL ascon_key(environment := 'ASCONKIT_BENCH_KEY')")
    connection.register("sent", m.table)
    connection.execute("CREATE TABLE messages AS SELECT * FROM sent")
    connection.register("sent", m.table.set_column(1, "text", m.of_some_lengths))
    connection.execute("CREATE TABLE of_some_lengths AS SELECT * FROM sent")
    lengths = "SELECT sum(octet_length(text) + octet_length(nonce)) FROM messages"
    return {
        "DuckDB, lengths alone": lambda: connection.execute(lengths).fetchall(),
        "DuckDB's extension": lambda: use(connection, "ascon_encrypt"),
        "DuckDB's extension, 0 to 128 bytes": lambda: use(connection, "ascon_encrypt", "of_some_lengths"),
    }


def nothing(text, nonce):
    return text


def read(reader):
    for _ in reader:
        pass


def use(connection, function, table="messages"):
    connection.execute(f"SELECT sum(octet_length({function}(text, nonce))) FROM {table}").fetchall()


def measure(cases, turns):
    best = dict.fromkeys(cases, float("inf"))
    for _ in range(turns):
        for name, case in cases.items():
            start = time.process_time()
            case()
            best[name] = min(best[name], time.process_time() - start)
    return best


def spark_times(m, folder, turns):
    """Seconds, on the clock and of processors, of a job that reads, works and counts; without encryption, then
    with it."""
    from pyspark.sql import SparkSession

    import asconkit.spark

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    session = (SparkSession.builder.master(f"local-cluster[{CORES},1,1024]")
               .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "20000").getOrCreate())  # fmt: skip
    session.sparkContext.setLogLevel("OFF")
    path = folder / "messages"
    path.mkdir()
    part = -(-m.count // (4 * CORES))
    for i in range(4 * CORES):
        pyarrow.parquet.write_table(m.table.slice(i * part, part), path / f"{i}.parquet")
    source = keys.File(folder / "key")
    frame = session.read.parquet(str(path))
    same = frame.mapInArrow(lambda batches: batches, frame.schema)
    sealed = asconkit.spark.encrypt(frame, "text", key=source, nonce="nonce")
    jobs = {
        "Spark, mapInArrow alone": lambda: same.selectExpr("sum(length(text))").collect(),
        "Spark": lambda: sealed.selectExpr("sum(length(text))").collect(),
    }
    best = work(jobs, turns)
    session.stop()
    return best


def ray_times(m, folder, turns):
    """The same for Ray."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    import asconkit.ray

    ray.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    dataset = ray.data.from_arrow([m.table.slice(i, m.count // 16) for i in range(0, m.count, m.count // 16)])
    sealed = asconkit.ray.encrypt(dataset, "text", key=keys.File(folder / "key"), nonce="nonce")
    same = dataset.map_batches(lambda table: table, batch_format="pyarrow", batch_size=None)
    best = work({"Ray, map_batches alone": lambda: same.materialize(), "Ray": lambda: sealed.materialize()}, turns)
    ray.shutdown()
    return best


def processor_seconds():
    """Of this process and all below it, those that have ended too."""
    below, spent = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            words = path.read_text().rpartition(")")[2].split()
            below.setdefault(int(words[1]), []).append(int(path.parent.name))
            spent[int(path.parent.name)] = sum(map(int, words[11:15]))
    ours = [os.getpid()]
    for process in ours:
        ours += below.get(process, [])
    return sum(spent[process] for process in ours) / os.sysconf("SC_CLK_TCK")


def work(jobs, turns):
    """The least seconds of each, after two turns that do not count: workers start, and Java compiles. Each turn
    has the other order, as what comes later is faster with Java."""
    best = dict.fromkeys(jobs, (float("inf"), float("inf")))
    for turn in range(turns + 2):
        for name, job in list(jobs.items())[:: 1 - turn % 2 * 2]:
            spent, start = processor_seconds(), time.perf_counter()
            job()
            now = (time.perf_counter() - start, processor_seconds() - spent)
            if turn > 1:
                best[name] = tuple(map(min, best[name], now))
    return best


def report(best, count):
    print(f"{'encryption of 64 bytes, one thread':36} {'ns/message':>10} {'of C':>6}  without the engine's own")
    for name, seconds in best.items():
        own = f" {best['C'] / (seconds - best[OWN[name]]):6.2f}" if name in OWN else ""
        print(f"{name:36} {seconds / count * 1e9:10.1f} {best['C'] / seconds:6.2f} {own}".rstrip())


def report_cluster(best, count):
    (own_name, own), (name, whole) = best.items()
    for kind, clock, processors in ((own_name, *own), (name, *whole)):
        print(f"{kind:36} {count / processors:10,.0f} messages per second and core, "
              f"{processors / count * 1e9:,.0f} ns each; {count / clock:,.0f} a second on {CORES} cores")  # fmt: skip
    added = (whole[1] - own[1]) / count * 1e9
    print(f"{name}: encryption adds {added:.0f} ns per message to the {own[1] / count * 1e9:,.0f} of the engine alone"
          if added > 0 else f"{name}: encryption adds less than two runs of the engine differ")  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--extension", help="also this file of ports/duckdb")
    parser.add_argument("--spark", action="store_true", help="also a local Spark cluster; needs Java")
    parser.add_argument("--ray", action="store_true", help="also a local Ray")
    arguments = parser.parse_args()
    m = Messages(arguments.messages)
    cases = {**arrow_cases(m), **polars_cases(m), **duckdb_cases(m)}
    if arguments.extension:
        cases |= extension_cases(m, arguments.extension)
    report(measure(cases, arguments.turns), m.count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key").write_text(KEY.hex())
        for wanted, times in ((arguments.spark, spark_times), (arguments.ray, ray_times)):
            if wanted:
                report_cluster(times(m, folder, 6), m.count)


if __name__ == "__main__":
    main()

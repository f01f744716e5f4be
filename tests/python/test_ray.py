# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A real Ray cluster on this machine: two workers, a million messages."""

import os
import signal
from pathlib import Path

import pyarrow
import pytest
import ray

import asconkit
import columns
import leaks
import telemetry
from asconkit import keys

pytestmark = pytest.mark.cluster
COUNT = int(os.environ.get("ASCONKIT_CLUSTER_MESSAGES", 1_000_000))
BLOCKS = 16


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The folder of Ray's session. Its path must be short, as it has sockets."""
    folder = tmp_path_factory.mktemp("ray")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    context = ray.init(num_cpus=2, include_dashboard=False, object_store_memory=1 << 30, log_to_driver=False,
                       logging_level="error")  # fmt: skip
    (folder / "key").write_text(telemetry.MASTER.hex())
    yield folder, Path(context.address_info["session_dir"])
    ray.shutdown()


@pytest.fixture(scope="module")
def sent():
    return telemetry.table(COUNT)


def decrypted(folder, dataset, **options):
    key = telemetry.per_device(keys.File(folder / "key"))
    return asconkit.ray.decrypt(dataset, "payload", key=key, nonce="nonce", associated_data="header",
                                key_id="device", valid="genuine", **options)  # fmt: skip


def together(dataset):
    return pyarrow.concat_tables(ray.get(dataset.to_arrow_refs()))


class DieOnce:
    """Kills its own worker, without any cleaning up, when it first sees a certain row."""

    def __init__(self, marker):
        self.marker = marker

    def __call__(self, table):
        if pyarrow.compute.min(table["id"]).as_py() == 0 and not self.marker.exists():
            self.marker.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return table


def test_forged_messages_and_a_killed_worker(cluster, sent):
    folder, _ = cluster
    table, forged, text = sent
    marker = folder / "killed"
    dataset = ray.data.from_arrow(table).repartition(BLOCKS)
    dataset = decrypted(folder, dataset).map_batches(DieOnce(marker).__call__, batch_format="pyarrow", batch_size=None)
    result = together(dataset.select_columns(["id", "payload", "genuine"]))
    assert marker.exists() and not Path(f"/proc/{marker.read_text()}").exists()
    telemetry.check(result, COUNT, forged, text)


def test_accelerator(cluster):
    """Each worker opens the device by its name."""
    table, forged, text = telemetry.table(2000)
    result = together(decrypted(cluster[0], ray.data.from_arrow(table), device="cpu"))
    telemetry.check(result, 2000, forged, text)
    with pytest.raises(Exception, match="gpu"):
        together(decrypted(cluster[0], ray.data.from_arrow(table), device="gpu"))


def test_encryption(cluster):
    folder, _ = cluster
    table, forged, text = telemetry.table(2000)
    plain = table.set_column(table.schema.names.index("payload"), "payload", text).drop_columns("nonce")
    key = keys.File(folder / "key")
    sealed = asconkit.ray.encrypt(ray.data.from_arrow(plain), "payload", key=key, random_nonces="nonce", into="sealed")
    sealed = sealed.materialize()
    assert len(set(together(sealed)["nonce"].to_pylist())) == 2000
    wrong = asconkit.ray.decrypt(sealed, "payload", key=key, nonce="nonce", on_error="raise")
    with pytest.raises(Exception, match="InvalidTag"):
        together(wrong)
    literal = plain.append_column("nonce", [[bytes(16)] * 2000])
    repeated = asconkit.ray.encrypt(ray.data.from_arrow(literal), "payload", key=key, nonce="nonce")
    with pytest.raises(Exception, match="have the same nonce under the same key"):
        together(repeated)


def test_columns(cluster):
    def engine(verb, table, **options):
        return together(getattr(asconkit.ray, verb)(ray.data.from_arrow(table), "payload", **options))

    columns.check(engine, keys.Derived(keys.File(cluster[0] / "key")))


def test_the_example_of_the_page(cluster):
    table, forged, text = telemetry.table(2000)
    names = telemetry.documented("ray", cluster[0] / "key", messages=ray.data.from_arrow(table))
    telemetry.check(together(names["opened"]), 2000, forged, text)


def test_names_tags_and_the_page_of_a_parquet_file(cluster):
    path, wanted = telemetry.plain_file(cluster[0])
    result = together(telemetry.documented("ray", cluster[0] / "key", "parquet", path=path)["dataset"])
    assert list(zip(result["payload"].to_pylist(), result["genuine"].to_pylist())) == wanted
    dataset, key = ray.data.read_parquet(path), keys.File(cluster[0] / "key")
    sealed = asconkit.ray.encrypt(dataset, "payload", key=key, nonce="nonce", into="made", tag="tag", num_cpus=1)
    sealed = ray.data.from_arrow(together(sealed))
    opened = together(asconkit.ray.decrypt(sealed, "made", key=key, nonce="nonce", tag="tag", valid="genuine"))
    assert opened["made"].to_pylist() == opened["payload"].to_pylist() and opened["genuine"].to_pylist() == [True] * 3
    for text, call in {
        "nonce: there is no column 'NONCE'": lambda: asconkit.ray.encrypt(dataset, "payload", key=key, nonce="NONCE"),
        "there is a column 'nonce' already": lambda: asconkit.ray.encrypt(
            dataset, "payload", key=key, random_nonces="nonce"),
        r"tag: length 16, expected 8 \(tag_length\)": lambda: asconkit.ray.decrypt(
            sealed, "made", key=key, nonce="nonce", tag="tag", tag_length=8, valid="genuine"),
    }.items():  # fmt: skip
        with pytest.raises(Exception, match=text):
            together(call())


def test_a_key_is_refused(cluster):
    dataset = ray.data.from_arrow(telemetry.table(10)[0])
    with pytest.raises(TypeError, match="key must be bytes"):
        asconkit.ray.decrypt(dataset, "payload", key=telemetry.MASTER.hex(), nonce="nonce")
    for key in (telemetry.MASTER, keys.Secret(telemetry.MASTER), telemetry.per_device(telemetry.MASTER)):
        with pytest.raises(TypeError, match="cannot pickle a Secret"):
            asconkit.ray.decrypt(dataset, "payload", key=key, nonce="nonce", key_id="device")


def test_the_key_is_nowhere(cluster, sent):
    """What data sets say of themselves, and the files of Ray's session: logs, state, spilled objects."""
    folder, session = cluster
    dataset = decrypted(folder, ray.data.from_arrow(sent[0].slice(0, 5000)))
    done = dataset.materialize()
    said = "\n".join([repr(dataset), str(dataset.explain()), done.stats(), repr(dataset._logical_plan)])
    assert "_Ascon.decrypt" in said and leaks.in_text(telemetry.MASTER, said) == []
    assert leaks.in_files(telemetry.MASTER, session) == []

    @ray.remote
    def tell(key):
        print("planted:", key, flush=True)

    ray.get(tell.remote(telemetry.MASTER.hex()))
    assert leaks.in_files(telemetry.MASTER, session) != []

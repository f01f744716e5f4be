# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is true of an encrypted column in every table engine: its bytes, and which changes tampered() finds."""

import pyarrow

import asconkit
import telemetry
from asconkit import batch, keys

MASTER = telemetry.MASTER
TEXTS = {1: b"on", -2: b"off", 3: b"on", 1 << 40: b"", 5: b"a reading of more than 16 bytes"}
NAMES = ["old", "old", "new", "new", "new"]
PLAIN = pyarrow.table({"id": list(TEXTS), "key": NAMES, "payload": list(TEXTS.values())})
ROWS = {"associated_data": "id", "key_id": "key"}


def update(row, **values):
    return lambda rows: rows[row].update(values)


def swap(*names):
    def change(rows):
        for name in names:
            rows[0][name], rows[1][name] = rows[1][name], rows[0][name]

    return change


def flip(name):
    return lambda rows: rows[1].update({name: bytes([rows[1][name][0] ^ 1]) + rows[1][name][1:]})


# A change to the rows, and the ids of those that tampered() then finds. The last four cannot be seen row by row.
CHANGES = {
    "nothing": (lambda rows: None, []),
    "a bit of a payload": (flip("payload"), [-2]),
    "a bit of a nonce": (flip("nonce"), [-2]),
    "no payload": (update(0, payload=None), [1]),
    "no nonce": (update(0, nonce=None), [1]),
    "no id": (update(0, id=None), [None]),
    "no key id": (update(0, key=None), [1]),
    "another key id": (update(0, key="new"), [1]),
    "an unknown key id": (update(0, key="nobody"), [1]),
    "an empty payload": (update(0, payload=b""), [1]),
    "a short nonce": (update(0, nonce=bytes(15)), [1]),
    "another id": (update(4, id=6), [6]),
    "swapped payloads": (swap("payload"), [1, -2]),
    "swapped payloads and nonces": (swap("payload", "nonce"), [1, -2]),
    "another order": (lambda rows: rows.reverse(), []),
    "a deleted row": (lambda rows: rows.pop(1), []),
    "a repeated row": (lambda rows: rows.append(dict(rows[1])), []),
    "an older row": (lambda rows: rows.__setitem__(1, sealed_rows({**TEXTS, -2: b"earlier"})[1]), []),
}  # fmt: skip


def sealed_rows(texts):
    column = keys.Derived(MASTER).column(pyarrow.array(NAMES), "raise")
    ids, nonces = pyarrow.array(list(texts)), pyarrow.array(list(map(bytes, batch.random_nonces(len(texts)))))
    payload = batch.encrypt(column, nonces, pyarrow.array(list(texts.values())), ids)
    return pyarrow.table({"id": ids, "key": NAMES, "nonce": nonces, "payload": payload}).to_pylist()


def changed_rows():
    """The rows of all changes, with the name of the change."""
    table = []
    for name, (change, _) in CHANGES.items():
        rows = sealed_rows(TEXTS)
        change(rows)
        table += [{"change": name, **row} for row in rows]
    kinds = {"change": "string", "id": "int64", "key": "string", "nonce": "binary", "payload": "binary"}
    return pyarrow.Table.from_pylist(table, pyarrow.schema({name: getattr(pyarrow, kinds[name])() for name in kinds}))


def by_change(table):
    """The ids of the rows of each change."""
    found = {}
    for name, id in zip(table["change"].to_pylist(), table["id"].to_pylist()):
        found.setdefault(name, []).append(id)
    return {name: sorted(ids, key=list(TEXTS).index) if len(ids) > 1 else ids for name, ids in found.items()}


def check(engine, key):
    """`engine(verb, table, key, **options)` calls encrypt(), decrypt() or tampered() for the column payload. `key` is a
    source of the keys that are derived from MASTER."""
    counted = engine("encrypt", PLAIN, key=key, nonce="id", **ROWS)
    ciphers = map(asconkit.AsconAEAD128, keys.Derived(MASTER).column(pyarrow.array(NAMES), "raise").to_pylist())
    numbers = [number.to_bytes(8, "little", signed=True) for number in TEXTS]
    wanted = [cipher.encrypt(number + bytes(8), text, number)
              for cipher, number, text in zip(ciphers, numbers, TEXTS.values())]  # fmt: skip
    assert dict(zip(counted["id"].to_pylist(), counted["payload"].to_pylist())) == dict(zip(TEXTS, wanted))
    assert engine("tampered", counted, key=key, nonce="id", **ROWS).num_rows == 0
    random = [engine("encrypt", PLAIN, key=key, random_nonces="nonce", **ROWS) for _ in range(2)]
    assert len({nonce for table in random for nonce in table["nonce"].to_pylist()}) == 2 * len(TEXTS)
    opened = engine("decrypt", random[0], key=key, nonce="nonce", **ROWS)
    assert dict(zip(opened["id"].to_pylist(), opened["payload"].to_pylist())) == TEXTS
    table = changed_rows()
    result = engine("tampered", table, key=key, nonce="nonce", **ROWS)
    assert result.column_names == table.column_names
    assert by_change(result) == {name: found for name, (_, found) in CHANGES.items() if found}
    texts = engine("decrypt", table, key=key, nonce="nonce", **ROWS)
    assert by_change(texts.filter(pyarrow.compute.is_null(texts["payload"]))) == by_change(result)


def in_sql(query, prefix="ascon"):
    """The engine that `query(text, messages=table)` is, with functions of this prefix and a key of its own."""

    def engine(verb, table, *, key, associated_data, key_id, nonce=None, random_nonces=None):
        if random_nonces:
            table = query(f"SELECT *, {prefix}_random_nonces(payload) AS {random_nonces} FROM messages", messages=table)
        call = f"{prefix}_{verb}(payload, {nonce or random_nonces}, {associated_data}, {key_id})"
        if verb == "tampered":
            return query(f"SELECT * FROM messages WHERE {call}", messages=table)
        columns = ", ".join(name for name in table.column_names if name != "payload")
        return query(f"SELECT {columns}, {call} AS payload FROM messages", messages=table)

    return engine

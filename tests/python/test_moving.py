# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/moving.md: what it says to write instead of pyascon's calls is run."""

import asconkit
import asconkit.v12
from pages import moving_rows
from spec.algorithms import find
from spec.modes import aead_encrypt, hash_digest, xof

KEY, NONCE, AD, TEXT = bytes(range(16)), bytes(16), b"head", b"hello"


def test_lines_for_users_of_pyascon():
    names = {"asconkit": asconkit, "key": KEY, "nonce": NONCE, "ad": AD, "text": TEXT}
    sealed = {row: b"".join(aead_encrypt(find(row), KEY, NONCE, AD, TEXT)) for row in ("ascon-aead128", "ascon-128")}
    wanted = [
        sealed["ascon-aead128"], TEXT, hash_digest(find("ascon-hash256"), TEXT), xof(find("ascon-xof128"), TEXT, 64),
        sealed["ascon-128"], hash_digest(find("ascon-hash"), TEXT), xof(find("ascon-xof"), TEXT, 64),
    ]  # fmt: skip
    names["sealed"] = sealed["ascon-aead128"]
    assert [eval(code, names) for _, code in moving_rows()["From pyascon"]] == wanted

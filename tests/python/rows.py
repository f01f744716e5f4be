# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every algorithm of the table as the Python package has it, with its function in the executable specification."""

import asconkit
from spec.algorithms import ALGORITHMS, Kind, find

MODULES = {"": asconkit, "v12_": asconkit.v12}
KEYED = (Kind.MAC, Kind.PRF, Kind.PRFSHORT)


def rows(*kinds):
    return [row for row in ALGORITHMS if row.kind in kinds]


def named(row, suffix=""):
    """The function of a row in the module of its header, such as asconkit.v12.hash and asconkit.prf.v13_mac."""
    if row.kind in KEYED:
        return getattr(asconkit.prf, row.c_name + suffix)
    prefix = row.convention.prefix
    return getattr(MODULES[prefix], row.c_name.removeprefix(prefix) + suffix)


def aead(row):
    """The class of a row, such as asconkit.v12.Ascon128."""
    classes = [value for value in vars(MODULES[row.convention.prefix]).values() if isinstance(value, type)]
    return next(value for value in classes if getattr(value, "name", None) == row.name)


def sample(size, start=0):
    """Bytes of period 251, so that swapped blocks show."""
    return bytes((start + i) % 251 for i in range(size))


def compute(row, inputs):
    """What spec.modes.compute() gives, from the one-shot calls of the package."""
    message = inputs.get("message", b"")
    if row.kind is Kind.AEAD:
        return aead(row)(inputs["key"]).encrypt(inputs["nonce"], message, inputs.get("ad"))
    if row.kind is Kind.PRFSHORT:
        return named(row)(inputs["key"], message, inputs.get("output_bytes", row.output))
    once = named(row, "_digest")
    if row.kind is Kind.HASH:
        return once(message)
    if row.kind is Kind.XOF:
        return once(message, inputs["output_bytes"])
    if row.kind is Kind.CXOF:
        return once(message, inputs["output_bytes"], inputs["customization"])
    if row.kind is Kind.MAC:
        return once(inputs["key"], message)
    return once(inputs["key"], message, inputs["output_bytes"])


__all__ = ["Kind", "aead", "compute", "find", "named", "rows", "sample"]

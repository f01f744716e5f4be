# SPDX-License-Identifier: Apache-2.0 OR MIT
"""./dev prove --texts: compares everything here, with --all for many lengths."""

import time
from collections.abc import Iterator

from coq.checking import Sources

from . import designers, from_coq, rustcrypto
from .record import Row


def proofs(whole: bool) -> Iterator[Row]:
    """The rows of the record."""
    start = time.monotonic()
    list(Sources().check(("Link",)))
    bytes_, bits = (designers.ALL, from_coq.ALL) if whole else (designers.SHORT, from_coq.SHORT)
    for part in (designers.proofs(bytes_), from_coq.proofs(bits), rustcrypto.proofs(bytes_)):
        for row in part:
            what, seconds = f"{row['left']} = {row['right']}", time.monotonic() - start
            print(f"proved      {what}: {row['cases']}; {seconds:.1f} s", flush=True)
            yield row

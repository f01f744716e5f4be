# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The backend, which computes the permutation for single messages.

    >>> from asconkit import backend
    >>> backend.force("ref")
    >>> backend.active(), backend.reason()
    ('ref', 'named by the program')
    >>> backend.force(None)  # the best one again
    >>> backend.active() in backend.available()
    True

Batches use engines: `asconkit.batch.engines()`.
"""

from ._core import backend_active as active
from ._core import backend_available as available
from ._core import backend_force as force
from ._core import backend_reason as reason

__all__ = ["active", "available", "force", "reason"]

"""The exceptions of the package; it also raises TypeError and ValueError.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""


class InvalidTag(Exception):
    """The tag does not match: wrong key, or the data was changed. No plaintext was released."""


class DeviceError(RuntimeError):
    """A device is not there, has no memory, or failed; the message says which and how.

    Messages that were not computed keep their outputs as they were.
    """


class StateError(RuntimeError):
    """The call is not allowed in this state of the object.

    It was finalized or wiped, its output is already being read, or associated data comes after text.
    """

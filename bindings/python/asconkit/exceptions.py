# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exceptions of the package, which also raises TypeError and ValueError.
"""


class InvalidTag(Exception):
    """A tag does not match: the key is wrong, or the data was changed.

    A call that decrypts a whole message, or a chunk of a stream, has released no part of it. If finalize() of a
    decryptor raised this, the text that update_unverified() returned was never verified: discard it.
    """


class DeviceError(RuntimeError):
    """A device is not available, has too little memory, or has failed. The text says which device and what happened.

    Outputs of messages that were not computed are unchanged.
    """


class Refused(Exception):
    """A datagram was not decrypted: it is too short, too old or too far ahead, or was accepted before."""


class StateError(RuntimeError):
    """The call is not allowed in this state of the object.

    The object was finalized or wiped, its output is already being read, or associated data comes after text.
    """

"""What the package raises beside TypeError and ValueError.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""


class InvalidTag(Exception):
    """The tag is not that of the message: wrong key, or the data was changed.

    Nothing of the message was released.
    """


class StateError(RuntimeError):
    """The call is not allowed in this state of the object.

    It was finished or wiped, its output is being read already, or associated data comes after text.
    """

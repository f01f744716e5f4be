# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests that MicroPython runs share."""

import micropython
import uctypes

KEY = bytes(range(16))
NONCE = bytes(range(16, 32))


def raises(kind, text, call, *arguments, **named):
    """The exception has this type itself, and the text is a part of its own."""
    try:
        call(*arguments, **named)
    except Exception as error:
        assert type(error) is kind and text in str(error), repr(error)
        return
    assert False, "%s was expected: %s" % (kind, text)


class NoHeap:
    """Every allocation in `with` raises MemoryError."""

    def __enter__(self):
        micropython.heap_lock()

    def __exit__(self, kind, value, traceback):  # a tuple of these would need the heap
        micropython.heap_unlock()


def memory_of(thing, size=256):
    """A copy of the memory at an object."""
    return bytes(uctypes.bytearray_at(id(thing), size))

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A random number generator over Ascon-CXOF128, for programs that need very many, or repeatable, random bytes.

    >>> from asconkit import drbg
    >>> generator = drbg.Generator()  # over the operating system's entropy
    >>> len(generator.bytes(16))
    16
    >>> cards = list(range(52))
    >>> generator.shuffle(cards)
    >>> drbg.Generator(bytes(32)).bytes(4) == drbg.Generator(bytes(32)).bytes(4)  # of one seed
    True

For keys and nonces, use `generate_key()` of the AEADs, or `secrets`.
"""

from __future__ import annotations

import random
from typing import Any, NoReturn

from ._core import DRBG

__all__ = ["Generator"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

_Bytes = bytes  # in the class, `bytes` is a method


class Generator(random.Random):
    """A random.Random whose numbers nobody can predict or compute from later states.

    All methods of random.Random work, except the methods for its state. Threads may share a generator. After fork(),
    the child's generator gives different output; without the system's entropy, it raises StateError until it is
    reseeded. Generators cannot be copied or pickled.

    Args:
        seed: None uses the operating system's entropy, now and again later. Otherwise the seed is the only entropy, at
            least 32 bytes: the same seed gives the same numbers.

    Raises:
        ValueError: The seed has fewer than 32 bytes.
    """

    def __new__(cls, seed: Buffer | None = None) -> Generator:
        return super().__new__(cls)  # the state of random.Random, which stays unused, must not see the seed

    def __init__(self, seed: Buffer | None = None) -> None:
        self._drbg = DRBG(seed)

    def bytes(self, length: int, additional: Buffer = b"") -> _Bytes:
        """Returns random bytes.

        Args:
            length: The number of bytes.
            additional: Is added to the state before the output is computed. It need not be secret.

        Returns:
            `length` bytes.

        Raises:
            OSError: The system gives no entropy.
            StateError: A generator with a seed was copied by fork() and not reseeded, or it was wiped.
        """
        return self._drbg.generate(length, additional)

    def randbytes(self, n: int) -> _Bytes:
        """Calls asconkit.drbg.Generator.bytes()."""
        return self.bytes(n)

    def getrandbits(self, k: int) -> int:
        """A number of k random bits.

        Args:
            k: The number of bits.

        Returns:
            0 to 2**k - 1.
        """
        if k < 0:
            raise ValueError(f"number of bits must be 0 or more, not {k}")
        size = -(-k // 8)
        return int.from_bytes(self.bytes(size), "little") >> (8 * size - k)

    def random(self) -> float:
        """A number of 53 random bits, divided by 2**53."""
        return self.getrandbits(53) * 2.0**-53

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Does the same as normalvariate(), because random.Random's gauss() would keep a number for the next call.

        Args:
            mu: The mean.
            sigma: The standard deviation.
        """
        return self.normalvariate(mu, sigma)

    def reseed(self, seed: Buffer | None = None) -> None:
        """Adds the seed and, unless the generator was started with a seed, the system's entropy.

        Args:
            seed: Any number of bytes; at least 32 if the generator was started with a seed.
        """
        self._drbg.reseed(seed)

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""
        self._drbg.wipe()

    def seed(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises NotImplementedError: make a new generator, or call reseed().

        Args:
            *args: Whatever random.Random takes.
            **kwargs: The same.
        """
        raise NotImplementedError("make a new generator, or call reseed()")

    def getstate(self) -> NoReturn:
        """Raises NotImplementedError: the state is secret."""
        raise NotImplementedError("the state is secret")

    def setstate(self, state: Any) -> NoReturn:
        """Raises NotImplementedError: the state is secret.

        Args:
            state: Anything.
        """
        raise NotImplementedError("the state is secret")

    def __reduce__(self) -> NoReturn:
        raise TypeError("cannot pickle or copy a Generator")

"""The C library asconkit for Python. Import asconkit instead."""

from typing import Any, NoReturn

from typing_extensions import Buffer, Self


def version() -> str:
    """The version of the library."""

class Algorithm:
    """
    A row of the algorithm table. Lengths are in bytes; 0 means none or any.
    """

    @property
    def name(self) -> str:
        """Such as "ascon-aead128"."""

    @property
    def convention(self) -> str:
        """"SP 800-232", "v1.2" or "v1.3"."""

    @property
    def kind(self) -> str:
        """"aead", "hash", "xof", "cxof", "mac", "prf" or "prfshort"."""

    @property
    def key_size(self) -> int:
        """Bytes of the key."""

    @property
    def nonce_size(self) -> int:
        """Bytes of the nonce."""

    @property
    def min_tag_size(self) -> int:
        """The shortest tag allowed."""

    @property
    def output_size(self) -> int:
        """Bytes of the tag or digest."""

    @property
    def block_size(self) -> int:
        """Bytes taken per permutation."""

    def __repr__(self) -> str: ...

def algorithms() -> tuple[Algorithm, ...]:
    """The rows of the algorithm table."""

def backends() -> list[str]:
    """The backends that this processor can run."""

def active_backend() -> str:
    """The backend that new objects and one-shot calls use."""

def backend_reason() -> str:
    """Why active_backend() is that one, in a few words for people."""

def force_backend(name: str | None) -> None:
    """
    Makes new objects and one-shot calls use a given backend.

    The environment variable ASCON_BACKEND does the same when the process starts.

    Args:
        name: One of backends(), or None for the best one.

    Raises:
        ValueError: This processor has no such backend.
    """

def batch_engines() -> list[str]:
    """The lane engines of batches that this processor can run."""

def active_batch_engine(count: int) -> str:
    """
    The engine that a batch uses.

    Args:
        count: The number of messages in the batch.

    Returns:
        The engine's name.
    """

def force_batch_engine(name: str | None) -> None:
    """
    Makes all batches use a given engine.

    The environment variable ASCON_BATCH_ENGINE does the same when the process starts.

    Args:
        name: One of batch_engines(), or None for the best one for each batch's size.

    Raises:
        ValueError: This processor has no such engine.
    """

def compare_digest(a: Buffer | str, b: Buffer | str) -> bool:
    """
    Compares two digests or tags, in a time that depends only on their lengths.

    Args:
        a: A bytes-like object, or a str of ASCII characters.
        b: The same type as `a`.

    Returns:
        Whether they are equal.

    Raises:
        TypeError: One is a str and the other is not, or a str has other characters than ASCII.
    """

def wipe(buffer: Buffer) -> None:
    """
    Overwrites a buffer with zeros.

    Args:
        buffer: A writable buffer, such as a bytearray with a key.
    """

class AEAD:
    """
    The base of all AEAD classes: AsconAEAD128, and so on.

    Never encrypt two messages with the same key and nonce: it reveals both. Several threads may use an
    object at once.
    """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates a message.

        Args:
            nonce: `nonce_size` bytes, never used before with this key.
            data: The plaintext.
            associated_data: Bytes that are authenticated but not encrypted.

        Returns:
            The ciphertext, then the tag; 16 bytes more than `data`.

        Raises:
            ValueError: The nonce has a wrong size.
            StateError: The key was wiped.

        Source: SP 800-232, section 4.1; Ascon v1.2, section 2.4.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks the tag of a message and decrypts it.

        Args:
            nonce: The nonce that the message was encrypted with.
            data: The ciphertext, then the tag.
            associated_data: The associated data that the message was encrypted with.

        Returns:
            The plaintext, 16 bytes less than `data`.

        Raises:
            InvalidTag: Something was changed or is missing. No plaintext is released.
            ValueError: The nonce has a wrong size.
            StateError: The key was wiped.

        Source: SP 800-232, section 4.2; Ascon v1.2, section 2.4.
        """

    def encrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """
        Does what encrypt() does, into a given buffer.

        Args:
            nonce: `nonce_size` bytes, never used before with this key.
            data: The plaintext.
            associated_data: Bytes that are authenticated but not encrypted, or None.
            buf: A writable buffer of len(data) + 16 bytes. It may begin where `data` begins (encryption in
                place) and must not overlap anything else.

        Returns:
            The number of bytes written.

        Raises:
            ValueError: The nonce or the buffer has a wrong size, or the buffer overlaps an argument.
            StateError: The key was wiped.
        """

    def decrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """
        Does what decrypt() does, into a given buffer.

        Args:
            nonce: The nonce that the message was encrypted with.
            data: The ciphertext, then the tag.
            associated_data: The associated data that the message was encrypted with, or None.
            buf: A writable buffer of len(data) - 16 bytes. It may begin where `data` begins and must not
                overlap anything else.

        Returns:
            The number of bytes written.

        Raises:
            InvalidTag: Something was changed or is missing. The buffer is all zeros, unless the message was
                too short to have a tag.
            ValueError: The nonce or the buffer has a wrong size, or the buffer overlaps an argument.
            StateError: The key was wiped.
        """

    def encrypt_detached(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None, *, tag_length: int = 16) -> tuple[bytes, bytes]:
        """
        Does what encrypt() does, with a separate tag.

        Args:
            nonce: `nonce_size` bytes, never used before with this key.
            data: The plaintext.
            associated_data: Bytes that are authenticated but not encrypted.
            tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on forgery attempts
                (SP 800-232, section 4.2.1).

        Returns:
            The ciphertext and the tag.

        Raises:
            ValueError: The nonce or the tag length is wrong.
            StateError: The key was wiped.
        """

    def decrypt_detached(self, nonce: Buffer, data: Buffer, tag: Buffer, associated_data: Buffer | None = None, *, tag_length: int = 16) -> bytes:
        """
        Does what decrypt() does, with a separate tag.

        Args:
            nonce: The nonce that the message was encrypted with.
            data: The ciphertext.
            tag: The tag, `tag_length` bytes.
            associated_data: The associated data that the message was encrypted with.
            tag_length: The length that your protocol fixes, `min_tag_size` to 16 bytes. Never take the
                length of the tag that arrived: whoever can cut a tag to 4 bytes forges after 2**32
                tries.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed. No plaintext is released.
            ValueError: The nonce or the tag has a wrong size, or the tag length is wrong.
            StateError: The key was wiped.
        """

    def encryptor(self, nonce: Buffer) -> Encryptor:
        """
        Starts the encryption of a message in pieces.

        Args:
            nonce: `nonce_size` bytes, never used before with this key.

        Returns:
            The message, to be fed piece by piece.

        Raises:
            ValueError: The nonce has a wrong size.
            StateError: The key was wiped.
        """

    def decryptor(self, nonce: Buffer) -> Decryptor:
        """
        Starts the decryption of a message in pieces.

        Args:
            nonce: The nonce that the message was encrypted with.

        Returns:
            The message, to be fed piece by piece.

        Raises:
            ValueError: The nonce has a wrong size.
            StateError: The key was wiped.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 0

    nonce_size: int = 0

    tag_size: int = 0

    min_tag_size: int = 0

    name: str = ''

    def __reduce__(self) -> NoReturn: ...

class Encryptor:
    """
    A message that is encrypted in pieces.

    Call associated_data(), then update(), each any number of times, then finalize(). Another order
    raises StateError. Threads that share an object take turns.
    """

    def associated_data(self, data: Buffer) -> None:
        """
        Adds associated data.

        Args:
            data: The next piece of the associated data.

        Raises:
            StateError: The text has begun, or the message was finalized or wiped.
        """

    def wipe(self) -> None:
        """Erases the state and the key; every later call raises StateError."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def update(self, data: Buffer) -> bytes:
        """
        Encrypts the next piece.

        Args:
            data: The next piece of the plaintext.

        Returns:
            The ciphertext of this piece, of the same length.

        Raises:
            StateError: The message was finalized or wiped.
        """

    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """
        Does what update() does, into a given buffer.

        Args:
            data: The next piece of the plaintext.
            buf: A writable buffer of len(data) bytes. It may begin where `data` begins.

        Returns:
            The number of bytes written.

        Raises:
            ValueError: The buffer has a wrong size or overlaps the data.
            StateError: The message was finalized or wiped.
        """

    def finalize(self, tag_length: int = 16) -> bytes:
        """
        Ends the message and erases the state.

        Args:
            tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on forgery attempts.

        Returns:
            The tag.

        Raises:
            ValueError: The tag length is wrong.
            StateError: The message was finalized or wiped.
        """

class Decryptor:
    """
    A message that is decrypted in pieces.

    Call associated_data(), then update_unverified(), each any number of times, then finalize().
    Another order raises StateError. Threads that share an object take turns.
    """

    def associated_data(self, data: Buffer) -> None:
        """
        Adds associated data.

        Args:
            data: The next piece of the associated data.

        Raises:
            StateError: The text has begun, or the message was finalized or wiped.
        """

    def wipe(self) -> None:
        """Erases the state and the key; every later call raises StateError."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def update_unverified(self, data: Buffer) -> bytes:
        """
        Decrypts the next piece. The result is UNVERIFIED.

        An attacker may have chosen it. Do not act on it, show it or pass it on before finalize() has
        returned, and erase it if finalize() raises.

        Args:
            data: The next piece of the ciphertext.

        Returns:
            The unverified plaintext of this piece, of the same length.

        Raises:
            StateError: The message was finalized or wiped.
        """

    def update_unverified_into(self, data: Buffer, buf: Buffer) -> int:
        """
        Does what update_unverified() does, into a given buffer.

        Args:
            data: The next piece of the ciphertext.
            buf: A writable buffer of len(data) bytes. It may begin where `data` begins.

        Returns:
            The number of bytes written.

        Raises:
            ValueError: The buffer has a wrong size or overlaps the data.
            StateError: The message was finalized or wiped.
        """

    def finalize(self, tag: Buffer, *, tag_length: int = 16) -> None:
        """
        Checks the tag, which authenticates all pieces, and erases the state.

        Args:
            tag: The tag, `tag_length` bytes.
            tag_length: The length that your protocol fixes, `min_tag_size` to 16 bytes. Never take the
                length of the tag that arrived: whoever can cut a tag to 4 bytes forges after 2**32
                tries.

        Raises:
            InvalidTag: Something was changed. Erase everything that update_unverified() returned.
            ValueError: The tag has a wrong size, or the tag length is wrong. The message goes on.
            StateError: The message was finalized or wiped.
        """

class AsconAEAD128(AEAD):
    """
    ascon-aead128 (SP 800-232).

    Source: SP 800-232, section 4.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    name: str = 'ascon-aead128'

    key_size: int = 16

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 4

class AsconAEAD128NonceMasked(AEAD):
    """
    ascon-aead128-nonce-masked (SP 800-232).

    Source: SP 800-232, section 4.

    Args:
        key: 32 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    name: str = 'ascon-aead128-nonce-masked'

    key_size: int = 32

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 4

class Ascon128(AEAD):
    """
    ascon-128 (v1.2).

    Source: Ascon v1.2, section 2.4.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    name: str = 'ascon-128'

    key_size: int = 16

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 16

class Ascon128a(AEAD):
    """
    ascon-128a (v1.2).

    Source: Ascon v1.2, section 2.4.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    name: str = 'ascon-128a'

    key_size: int = 16

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 16

class Ascon80pq(AEAD):
    """
    ascon-80pq (v1.2).

    Source: Ascon v1.2, section 2.4.

    Args:
        key: 20 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    name: str = 'ascon-80pq'

    key_size: int = 20

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 16

class Hash:
    """A hash in progress, like those of hashlib."""

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> Hash:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if the output can have any length."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def digest(self) -> bytes:
        """
        The digest or tag of the message so far, which may be updated afterwards.

        Returns:
            `digest_size` bytes.
        """

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

class XOF:
    """
    An extendable-output function in progress, like hashlib's shake, with read().
    """

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> XOF:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if the output can have any length."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def digest(self, length: int) -> bytes:
        """
        The beginning of the output, whether read() has returned it or not.

        The message may be updated afterwards.

        Args:
            length: The number of bytes.

        Returns:
            The first `length` bytes of the output.
        """

    def hexdigest(self, length: int) -> str:
        """
        Does what digest() does, in hexadecimal.

        Args:
            length: The number of bytes.

        Returns:
            Two digits for each byte.
        """

    def read(self, length: int) -> bytes:
        """
        The next bytes of the output. After the first call, update() raises StateError.

        Args:
            length: The number of bytes.

        Returns:
            The next `length` bytes of the output.
        """

    def read_into(self, buf: Buffer) -> int:
        """
        Fills a buffer with the next bytes of the output.

        Args:
            buf: A writable buffer.

        Returns:
            The number of bytes written.
        """

class MAC:
    """A message authentication code in progress, like hmac's."""

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> MAC:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if the output can have any length."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def digest(self) -> bytes:
        """
        The digest or tag of the message so far, which may be updated afterwards.

        Returns:
            `digest_size` bytes.
        """

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

    def verify(self, tag: Buffer) -> None:
        """
        Compares the tag of the message so far with a given one, in constant time.

        Args:
            tag: 16 bytes.

        Raises:
            InvalidTag: The tags differ.
            ValueError: The given tag has a wrong size.
        """

class PRF:
    """A keyed function with output of any length."""

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> PRF:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if the output can have any length."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def digest(self, length: int) -> bytes:
        """
        The beginning of the output, whether read() has returned it or not.

        The message may be updated afterwards.

        Args:
            length: The number of bytes.

        Returns:
            The first `length` bytes of the output.
        """

    def hexdigest(self, length: int) -> str:
        """
        Does what digest() does, in hexadecimal.

        Args:
            length: The number of bytes.

        Returns:
            Two digits for each byte.
        """

    def read(self, length: int) -> bytes:
        """
        The next bytes of the output. After the first call, update() raises StateError.

        Args:
            length: The number of bytes.

        Returns:
            The next `length` bytes of the output.
        """

    def read_into(self, buf: Buffer) -> int:
        """
        Fills a buffer with the next bytes of the output.

        Args:
            buf: A writable buffer.

        Returns:
            The number of bytes written.
        """

def hash256(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hash256 (SP 800-232).

    Source: SP 800-232, section 5.1.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        A hash, which may be updated.
    """

def hash256_digest(data: Buffer) -> bytes:
    """
    ascon-hash256 (SP 800-232).

    Source: SP 800-232, section 5.1.

    Args:
        data: The message.

    Returns:
        The 32-byte digest of the message.
    """

def xof128(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xof128 (SP 800-232).

    Source: SP 800-232, section 5.2.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        An XOF, which may be updated or read.
    """

def xof128_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xof128 (SP 800-232).

    Source: SP 800-232, section 5.2.

    Args:
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.
    """

def cxof128(data: Buffer = b'', customization: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-cxof128 (SP 800-232).

    Source: SP 800-232, section 5.3.

    Args:
        data: The message, or its first piece.
        customization: At most 256 bytes. Different strings give unrelated functions.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        An XOF, which may be updated or read.

    Raises:
        ValueError: The customization string is longer than 256 bytes.
    """

def cxof128_digest(data: Buffer, length: int, customization: Buffer = b'') -> bytes:
    """
    ascon-cxof128 (SP 800-232).

    Source: SP 800-232, section 5.3.

    Args:
        data: The message.
        length: The number of bytes of output.
        customization: At most 256 bytes. Different strings give unrelated functions.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The customization string is longer than 256 bytes.
    """

def v13_mac(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A MAC, which may be updated.

    Raises:
        ValueError: The key has a wrong size.
    """

def v13_mac_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.

    Returns:
        The 16-byte tag of the message.

    Raises:
        ValueError: The key has a wrong size.
    """

def v13_mac_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        tag: 16 bytes, compared in constant time.

    Raises:
        InvalidTag: It is not the tag of the message.
        ValueError: The key or the tag has a wrong size.
    """

def v13_prf(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prf-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A PRF, which may be updated or read.

    Raises:
        ValueError: The key has a wrong size.
    """

def v13_prf_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prf-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The key has a wrong size.
    """

def v13_prfshort(key: Buffer, data: Buffer, length: int = 16) -> bytes:
    """
    ascon-prfshort-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 4.

    Args:
        key: 16 bytes.
        data: The message, at most 16 bytes.
        length: The number of bytes of output, 1 to 16.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The key, the message or the length is wrong.
    """

def v12_hash(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hash (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        A hash, which may be updated.
    """

def v12_hash_digest(data: Buffer) -> bytes:
    """
    ascon-hash (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message.

    Returns:
        The 32-byte digest of the message.
    """

def v12_hasha(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hasha (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        A hash, which may be updated.
    """

def v12_hasha_digest(data: Buffer) -> bytes:
    """
    ascon-hasha (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message.

    Returns:
        The 32-byte digest of the message.
    """

def v12_xof(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xof (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        An XOF, which may be updated or read.
    """

def v12_xof_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xof (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.
    """

def v12_xofa(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xofa (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        An XOF, which may be updated or read.
    """

def v12_xofa_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xofa (v1.2).

    Source: Ascon v1.2, section 2.5.

    Args:
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.
    """

def v12_mac(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A MAC, which may be updated.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_mac_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.

    Returns:
        The 16-byte tag of the message.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_mac_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        tag: 16 bytes, compared in constant time.

    Raises:
        InvalidTag: It is not the tag of the message.
        ValueError: The key or the tag has a wrong size.
    """

def v12_maca(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A MAC, which may be updated.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_maca_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.

    Returns:
        The 16-byte tag of the message.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_maca_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        tag: 16 bytes, compared in constant time.

    Raises:
        InvalidTag: It is not the tag of the message.
        ValueError: The key or the tag has a wrong size.
    """

def v12_prf(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prf (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A PRF, which may be updated or read.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_prf_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prf (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_prfa(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prfa (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message, or its first piece.

    Returns:
        A PRF, which may be updated or read.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_prfa_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prfa (v1.2).

    Source: IACR ePrint 2021/1574, section 3.

    Args:
        key: 16 bytes.
        data: The message.
        length: The number of bytes of output.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The key has a wrong size.
    """

def v12_prfshort(key: Buffer, data: Buffer, length: int = 16) -> bytes:
    """
    ascon-prfshort (v1.2).

    Source: IACR ePrint 2021/1574, section 4.

    Args:
        key: 16 bytes.
        data: The message, at most 16 bytes.
        length: The number of bytes of output, 1 to 16.

    Returns:
        `length` bytes of output.

    Raises:
        ValueError: The key, the message or the length is wrong.
    """

def new(name: str, data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash | XOF:
    """
    Starts a hash or an XOF, like hashlib.new().

    Args:
        name: One of algorithms_available.
        data: The message, or its first piece.
        usedforsecurity: As in hashlib; it has no effect.
        string: Another name of `data`, as in hashlib.

    Returns:
        A Hash or an XOF.

    Raises:
        ValueError: There is no such algorithm.
    """

def hash256_bits(data: Buffer, bits: int) -> bytes:
    """
    hash256_digest() of any number of bits.

    Source: SP 800-232, section 5.1.

    Args:
        data: The string, whose bit i is bit i % 8 of byte i // 8, counted from the lowest. Bits of
            the last byte after it have no effect.
        bits: The number of bits of `data`.

    Returns:
        The 32-byte digest.

    Raises:
        ValueError: A string has more or fewer bytes than its bits take.
    """

def xof128_bits(data: Buffer, bits: int, length: int) -> bytes:
    """
    xof128_digest() of any number of bits.

    Source: SP 800-232, section 5.2.

    Args:
        data: The string, whose bit i is bit i % 8 of byte i // 8, counted from the lowest. Bits of
            the last byte after it have no effect.
        bits: The number of bits of `data`.
        length: The number of bits of output.

    Returns:
        `length` bits, and zeros after them in the last byte.

    Raises:
        ValueError: A string has more or fewer bytes than its bits take.
    """

def cxof128_bits(data: Buffer, bits: int, length: int, customization: Buffer = b'', customization_bits: int = 0) -> bytes:
    """
    cxof128_digest() of any number of bits.

    Source: SP 800-232, section 5.3.

    Args:
        data: The string, whose bit i is bit i % 8 of byte i // 8, counted from the lowest. Bits of
            the last byte after it have no effect.
        bits: The number of bits of `data`.
        length: The number of bits of output.
        customization: At most 2048 bits.
        customization_bits: The number of bits of `customization`.

    Returns:
        `length` bits, and zeros after them in the last byte.

    Raises:
        ValueError: A string has more or fewer bytes than its bits take.
    """

def aead128_encrypt_bits(key: Buffer, nonce: Buffer, data: Buffer, bits: int, associated_data: Buffer = b'', associated_data_bits: int = 0, tag_bits: int = 128) -> tuple[bytes, bytes]:
    """
    Ascon-AEAD128 of any number of bits.

    Source: SP 800-232, section 4.1.1.

    Args:
        key: 16 bytes, or 32 with nonce masking.
        nonce: 16 bytes, never twice with one key.
        data: The string, whose bit i is bit i % 8 of byte i // 8, counted from the lowest. Bits of
            the last byte after it have no effect.
        bits: The number of bits of `data`.
        associated_data: What is authenticated beside the text.
        associated_data_bits: The number of bits of `associated_data`.
        tag_bits: 32 to 128; below 64 only with a documented limit on forgery
            attempts.

    Returns:
        The ciphertext, as many bits as the text, and the tag.

    Raises:
        ValueError: A string has more or fewer bytes than its bits take.
    """

def aead128_decrypt_bits(key: Buffer, nonce: Buffer, data: Buffer, bits: int, tag: Buffer, tag_bits: int = 128, associated_data: Buffer = b'', associated_data_bits: int = 0) -> bytes:
    """
    Ascon-AEAD128 of any number of bits.

    Source: SP 800-232, section 4.1.2.

    Args:
        key: 16 bytes, or 32 with nonce masking.
        nonce: 16 bytes, never twice with one key.
        data: The string, whose bit i is bit i % 8 of byte i // 8, counted from the lowest. Bits of
            the last byte after it have no effect.
        bits: The number of bits of `data`.
        tag: The tag, in the bytes that its bits take.
        tag_bits: The number of bits of `tag`, 32 to 128, which your protocol fixes. Never
            take that of the tag that arrived.
        associated_data: What is authenticated beside the text.
        associated_data_bits: The number of bits of `associated_data`.

    Returns:
        The plaintext.

    Raises:
        InvalidTag: The message is forged.
        ValueError: A string has more or fewer bytes than its bits take.
    """

class AsconSIV:
    """
    Authenticated encryption that survives repeated nonces.

    encrypt() reads its data twice: no other thread may write to it meanwhile.

    Source: docs/constructions/siv.md.

    Args:
        key: 32 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates.

        Args:
            nonce: 16 bytes. Messages with the same nonce reveal whether they are equal.
            data: The plaintext.
            associated_data: What is authenticated beside the text.

        Returns:
            The ciphertext, and 16 bytes of tag after it.

        Raises:
            ValueError: The nonce has a wrong size.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks and decrypts.

        Args:
            nonce: That of encrypt().
            data: What encrypt() returned.
            associated_data: What is authenticated beside the text.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed, or the key is a different one.
            ValueError: The nonce has a wrong size.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 32

    nonce_size: int = 16

    def __reduce__(self) -> NoReturn: ...

class AsconCommittingAEAD128:
    """
    Ascon-AEAD128 with a commitment to key, nonce and associated data.

    Source: docs/constructions/commitment.md.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates.

        Args:
            nonce: 16 bytes, never twice with one key.
            data: The plaintext.
            associated_data: What is authenticated beside the text.

        Returns:
            The ciphertext, after it 16 bytes of tag and 32 of commitment.

        Raises:
            ValueError: The nonce has a wrong size.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks and decrypts.

        Args:
            nonce: That of encrypt().
            data: What encrypt() returned.
            associated_data: What is authenticated beside the text.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed, or the key is a different one.
            ValueError: The nonce has a wrong size.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 16

    nonce_size: int = 16

    def __reduce__(self) -> NoReturn: ...

class AsconCommittingSIV:
    """
    Ascon-SIV with a commitment to key, nonce and associated data.

    Source: docs/constructions/commitment.md.

    Args:
        key: 32 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates.

        Args:
            nonce: 16 bytes. Messages with the same nonce reveal whether they are equal.
            data: The plaintext.
            associated_data: What is authenticated beside the text.

        Returns:
            The ciphertext, after it 16 bytes of tag and 32 of commitment.

        Raises:
            ValueError: The nonce has a wrong size.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks and decrypts.

        Args:
            nonce: That of encrypt().
            data: What encrypt() returned.
            associated_data: What is authenticated beside the text.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed, or the key is a different one.
            ValueError: The nonce has a wrong size.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 32

    nonce_size: int = 16

    def __reduce__(self) -> NoReturn: ...

class IsapA128a:
    """
    ISAP v2.0: authenticated encryption for devices whose power is measured.

    decrypt() reads its data twice: no other thread may write to it meanwhile.

    Source: docs/constructions/isap.md.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates.

        Args:
            nonce: 16 bytes, never twice with one key.
            data: The plaintext.
            associated_data: What is authenticated beside the text.

        Returns:
            The ciphertext, and 16 bytes of tag after it.

        Raises:
            ValueError: The nonce has a wrong size.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks and decrypts.

        Args:
            nonce: That of encrypt().
            data: What encrypt() returned.
            associated_data: What is authenticated beside the text.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed, or the key is a different one.
            ValueError: The nonce has a wrong size.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 16

    nonce_size: int = 16

    def __reduce__(self) -> NoReturn: ...

class IsapA128:
    """
    ISAP v2.0: authenticated encryption for devices whose power is measured.

    decrypt() reads its data twice: no other thread may write to it meanwhile.

    Source: docs/constructions/isap.md.

    Args:
        key: 16 bytes.

    Raises:
        ValueError: The key has a wrong size.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    @staticmethod
    def generate_nonce() -> bytes:
        """
        A new nonce of `nonce_size` bytes from the operating system's random generator.

        Among 2**48 of them, two are equal with a probability of 2**-33.
        """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates.

        Args:
            nonce: 16 bytes, never twice with one key.
            data: The plaintext.
            associated_data: What is authenticated beside the text.

        Returns:
            The ciphertext, and 16 bytes of tag after it.

        Raises:
            ValueError: The nonce has a wrong size.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks and decrypts.

        Args:
            nonce: That of encrypt().
            data: What encrypt() returned.
            associated_data: What is authenticated beside the text.

        Returns:
            The plaintext.

        Raises:
            InvalidTag: Something was changed, or the key is a different one.
            ValueError: The nonce has a wrong size.
        """

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The key is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the key."""

    def __repr__(self) -> str: ...

    key_size: int = 16

    nonce_size: int = 16

    def __reduce__(self) -> NoReturn: ...

class KMAC:
    """KMAC over Ascon-CXOF128 in progress: a keyed function with any output."""

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> KMAC:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    def digest(self, length: int = 32) -> bytes:
        """
        The output for this length, which outputs of other lengths have no part of.

        The message may be updated afterwards.

        Args:
            length: The number of bytes.

        Returns:
            `length` bytes.
        """

    def hexdigest(self, length: int = 32) -> str:
        """
        Does what digest() does, in hexadecimal.

        Args:
            length: The number of bytes.

        Returns:
            Two digits for each byte.
        """

    def verify(self, tag: Buffer, *, tag_length: int = 32) -> None:
        """
        Compares a tag with digest(tag_length), in constant time.

        Args:
            tag: The tag, `tag_length` bytes.
            tag_length: The length that your protocol fixes, at least 4. Never take that of the tag that
                arrived.

        Raises:
            InvalidTag: The tag is wrong.
            ValueError: The tag or the tag length has a wrong size.
        """

    def read(self, length: int) -> bytes:
        """
        The next bytes of the output. After the first call, update() raises StateError.

        Args:
            length: The number of bytes.

        Returns:
            The next `length` bytes of the output.
        """

    def read_into(self, buf: Buffer) -> int:
        """
        Fills a buffer with the next bytes of the output.

        Args:
            buf: A writable buffer.

        Returns:
            The number of bytes written.
        """

    @property
    def name(self) -> str:
        """Always "kmac-ascon-cxof128"."""

    def __repr__(self) -> str: ...

def kmac(key: Buffer, data: Buffer = b'', customization: Buffer = b'') -> KMAC:
    """
    Starts KMAC.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message, or its first piece.
        customization: At most 247 bytes. Different strings give unrelated functions.

    Returns:
        A KMAC, which may be updated or read.

    Raises:
        ValueError: The customization string is longer than 247 bytes.
    """

def kmac_digest(key: Buffer, data: Buffer, length: int = 32, customization: Buffer = b'') -> bytes:
    """
    KMAC in one call.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message.
        length: The number of bytes.
        customization: At most 247 bytes. Different strings give unrelated functions.

    Returns:
        The output for this length.

    Raises:
        ValueError: The customization string is longer than 247 bytes.
    """

def kmac_verify(key: Buffer, data: Buffer, tag: Buffer, customization: Buffer = b'', *, tag_length: int = 32) -> None:
    """
    Compares a tag with kmac_digest() of this length, in constant time.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message.
        tag: The tag, `tag_length` bytes.
        customization: At most 247 bytes. Different strings give unrelated functions.
        tag_length: The length that your protocol fixes, at least 4. Never take that of the tag that
            arrived.

    Raises:
        InvalidTag: The tag is wrong.
        ValueError: The tag or the customization string has a wrong size.
    """

class HMAC:
    """HMAC-Ascon-Hash256 in progress, like those of Python's hmac."""

    def update(self, data: Buffer) -> None:
        """
        Adds the next piece of the message.

        Args:
            data: The next piece.

        Raises:
            StateError: The output is being read, or the object was wiped.
        """

    def copy(self) -> HMAC:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __reduce__(self) -> NoReturn: ...

    def digest(self) -> bytes:
        """
        The digest or tag of the message so far, which may be updated afterwards.

        Returns:
            `digest_size` bytes.
        """

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

    def verify(self, tag: Buffer, *, tag_length: int = 32) -> None:
        """
        Compares a tag, or its beginning, with that of the message so far, in constant time.

        Args:
            tag: The tag, `tag_length` bytes.
            tag_length: The length that your protocol fixes, 16 to 32. Never take that of the tag that
                arrived.

        Raises:
            InvalidTag: The tag is wrong.
            ValueError: The tag or the tag length has a wrong size.
        """

    @property
    def name(self) -> str:
        """Always "hmac-ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Always 32."""

    @property
    def block_size(self) -> int:
        """Always 64, to which keys are padded."""

    def __repr__(self) -> str: ...

def hmac_new(key: Buffer, data: Buffer = b'') -> HMAC:
    """
    Starts HMAC-Ascon-Hash256.

    Source: RFC 2104.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message, or its first piece.

    Returns:
        An HMAC, which may be updated.
    """

def hmac_digest(key: Buffer, data: Buffer) -> bytes:
    """
    HMAC-Ascon-Hash256 in one call.

    Source: RFC 2104.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message.

    Returns:
        32 bytes.
    """

def hmac_verify(key: Buffer, data: Buffer, tag: Buffer, *, tag_length: int = 32) -> None:
    """
    Compares a tag, or its beginning, with hmac_digest(), in constant time.

    Args:
        key: At least 16 bytes, for 128-bit security.
        data: The message.
        tag: The tag, `tag_length` bytes.
        tag_length: The length that your protocol fixes, 16 to 32. Never take that of the tag that
            arrived.

    Raises:
        InvalidTag: The tag is wrong.
        ValueError: The tag or the tag length has a wrong size.
    """

def kdf_derive(salt: Buffer, ikm: Buffer, info: Buffer, length: int) -> bytes:
    """
    Derives a key from a secret.

    Args:
        salt: A string that need not be secret, or no bytes.
        ikm: The secret. Not a password: for those there is Argon2id.
        info: What the output is for.
        length: The number of bytes.

    Returns:
        `length` bytes.
    """

def kdf_extract(salt: Buffer, ikm: Buffer) -> bytes:
    """
    Extracts a pseudorandom key from a secret, for expand() alone.

    Args:
        salt: A string that need not be secret, or no bytes.
        ikm: The secret. Not a password: for those there is Argon2id.

    Returns:
        32 bytes.
    """

def kdf_expand(prk: Buffer, info: Buffer, length: int) -> bytes:
    """
    Expands a pseudorandom key to one output for each info.

    Args:
        prk: A pseudorandom key of extract().
        info: What the output is for.
        length: The number of bytes.

    Returns:
        `length` bytes.
    """

def hkdf_derive(salt: Buffer, ikm: Buffer, info: Buffer, length: int) -> bytes:
    """
    Derives a key from a secret.

    Source: RFC 5869.

    Args:
        salt: A string that need not be secret, or no bytes.
        ikm: The secret. Not a password: for those there is Argon2id.
        info: What the output is for.
        length: The number of bytes.

    Returns:
        `length` bytes.

    Raises:
        ValueError: The length is too large.
    """

def hkdf_extract(salt: Buffer, ikm: Buffer) -> bytes:
    """
    Extracts a pseudorandom key from a secret, for expand() alone.

    Source: RFC 5869.

    Args:
        salt: A string that need not be secret, or no bytes.
        ikm: The secret. Not a password: for those there is Argon2id.

    Returns:
        32 bytes.

    Raises:
        ValueError: The length is too large.
    """

def hkdf_expand(prk: Buffer, info: Buffer, length: int) -> bytes:
    """
    Expands a pseudorandom key to one output for each info.

    Source: RFC 5869.

    Args:
        prk: A pseudorandom key of extract().
        info: What the output is for.
        length: The number of bytes.

    Returns:
        `length` bytes.

    Raises:
        ValueError: The length is too large.
    """

def pbkdf2(password: Buffer, salt: Buffer, iterations: int, length: int) -> bytes:
    """
    PBKDF2-HMAC-Ascon-Hash256, for compatibility only: take Argon2id.

    Source: RFC 8018, section 5.2.

    Args:
        password: Any number of bytes.
        salt: Random bytes, at least 16.
        iterations: 1 or more; as many as users can wait for.
        length: The number of bytes.

    Returns:
        `length` bytes.

    Raises:
        ValueError: There are no iterations, or too many.
    """

class DRBG:
    """A deterministic random bit generator. Take asconkit.random.Generator."""

    def __init__(self, seed: Buffer | None = None) -> None: ...

    def generate(self, length: int, additional: Buffer = b'') -> bytes:
        """
        The next random bytes.

        Args:
            length: The number of bytes.
            additional: Enters the state before the output is made. It need not be secret.

        Returns:
            `length` bytes.

        Raises:
            OSError: The system gives no entropy.
            StateError: A generator without a source has to be reseeded, or it was wiped.
        """

    def reseed(self, seed: Buffer | None = None) -> None:
        """
        Adds the system's entropy, unless it began with a seed, and the seed.

        Args:
            seed: Any number of bytes; at least 32 if it began with a seed.

        Raises:
            ValueError: The seed has fewer than 32 bytes.
            OSError: The system gives no entropy.
            StateError: A generator without a source has to be reseeded, or it was wiped.
        """

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

class TreeHash:
    """
    A tree hash over the chunks of a string, as a hash object.

    Source: docs/constructions/tree.md. Threads that share an object take turns.

    Args:
        data: The beginning of the string.
        chunk_size: Bytes of each chunk but the last, at least 64.
    """

    def __init__(self, data: Buffer | None = None, chunk_size: int = 16384) -> None: ...

    def update(self, data: Buffer, threads: int = 1) -> None:
        """
        Adds bytes.

        Args:
            data: Bytes. Pieces of 16 chunks and more are hashed side by side.
            threads: As in asconkit.batch.
        """

    def digest(self) -> bytes:
        """The root of what there is so far, 32 bytes."""

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

    digest_size: int = 32

    def __reduce__(self) -> NoReturn: ...

def tree_proof(data: Buffer, index: int, chunk_size: int = 16384, threads: int = 1) -> bytes:
    """
    The proof of one chunk of a string, which is hashed whole for it.

    Args:
        data: The string.
        index: Which chunk, from 0.
        chunk_size: Bytes of each chunk but the last, at least 64.
        threads: As in asconkit.batch.

    Returns:
        Digests of 32 bytes, one after the other.

    Raises:
        IndexError: The string has no such chunk.
    """

def tree_verify(root: Buffer, total: int, index: int, chunk: Buffer, proof: Buffer, chunk_size: int = 16384) -> bool:
    """
    Whether a chunk is the one with this index in the string with this root.

    Args:
        root: 32 bytes.
        total: The length of the string in bytes.
        index: Which chunk, from 0.
        chunk: The chunk.
        proof: What tree_proof() returned.
        chunk_size: Bytes of each chunk but the last, at least 64.

    Returns:
        True or False.

    Raises:
        IndexError: The string has no such chunk.
    """

class Stream:
    """
    A long message in chunks: its secret, algorithm and chunk size.

    Several threads may use an object at once.

    Args:
        key: 32 bytes, for any number of streams.
        salt: 32 bytes, public, and never twice with one key: random, or a number.
        context: What both sides know and have to agree on: associated data of the whole stream.
        algorithm: The name of an AEAD.
        chunk_size: The bytes of text in a chunk, 1 to 1048576.
    """

    def __init__(self, key: Buffer, salt: Buffer, context: Buffer | None = None, *, algorithm: str = 'ascon-aead128', chunk_size: int = 65536) -> None: ...

    @staticmethod
    def from_secret(secret: Buffer, *, algorithm: str = 'ascon-aead128', chunk_size: int = 65536) -> Stream:
        """
        A stream whose secret was derived elsewhere, for this stream alone.

        Args:
            secret: The key of the algorithm, then 16 bytes.
            algorithm: The name of an AEAD.
            chunk_size: The bytes of text in a chunk, 1 to 1048576.
        """

    @staticmethod
    def from_header(header: Buffer, key: Buffer) -> Stream:
        """
        The stream of a file.

        Args:
            header: The start of the file.
            key: 32 bytes, the user's key.

        Raises:
            ValueError: The header is refused.
            InvalidTag: It is another key, or somebody changed the header.
        """

    @staticmethod
    def create_header(key: Buffer, salt: Buffer, *, algorithm: str = 'ascon-aead128', chunk_size: int = 65536, passphrase_cost: tuple[int, int, int] | None = None) -> tuple[bytes, Stream]:
        """
        The header of a new file, and its stream.

        Args:
            key: 32 bytes, the user's key.
            salt: 32 random bytes, new for every file.
            algorithm: The name of an AEAD.
            chunk_size: The bytes of text in a chunk, 1 to 1048576.
            passphrase_cost: If Argon2id made the key of a passphrase and this salt: its
                memory in KiB, passes and lanes.
        """

    def seal(self, index: int, data: Buffer, last: bool = False) -> bytes:
        """
        Encrypts one chunk.

        Never do this for two texts with the same index.

        Args:
            index: The chunk's index, from 0.
            data: chunk_size bytes; in the last chunk 1 to chunk_size, or none if it is
                the only one.
            last: Whether no chunk follows.

        Returns:
            The chunk, 16 bytes longer than the text.
        """

    def open(self, index: int, data: Buffer, last: bool = False) -> bytes:
        """
        Verifies and decrypts one chunk, in any order.

        Args:
            index: The chunk's index, from 0.
            data: The chunk.
            last: Whether no chunk follows.

        Returns:
            The text.

        Raises:
            InvalidTag: The bytes are not the chunk of this stream at this place.
        """

    def seal_chunks(self, first: int, data: Buffer, ends: bool, threads: int = 0) -> bytes:
        """
        Encrypts consecutive chunks, side by side in vector registers and on threads.

        Args:
            first: The index of the first chunk.
            data: The text; a multiple of chunk_size bytes, unless `ends`.
            ends: Whether the last one of them is the last one of all.
            threads: The number of threads; 0 for one per processor that the process may use.

        Returns:
            The chunks in a row.
        """

    def open_chunks(self, first: int, data: Buffer, ends: bool, threads: int = 0) -> bytes:
        """
        Verifies and decrypts consecutive chunks.

        Args:
            first: The index of the first chunk.
            data: The chunks in a row.
            ends: Whether the last one of them is the last one of all.
            threads: The number of threads; 0 for one per processor that the process may use.

        Returns:
            The text.

        Raises:
            InvalidTag: The bytes are not the chunk of this stream at this place.
        """

    def rekey(self, next: int) -> None:
        """
        Replaces the secret by one that is derived from it.

        Nobody can compute the old one from the new one. Both sides do it at the same
        place. Readers of files do not.

        Args:
            next: The index of the next chunk, 1 or more.
        """

    def copy(self) -> Stream:
        """The same stream, with a secret of its own, for rekey()."""

    @property
    def algorithm(self) -> str:
        """The name of the AEAD."""

    @property
    def chunk_size(self) -> int:
        """The bytes of text in a chunk."""

    tag_size: int = 16

    def wipe(self) -> None:
        """
        Erases the secret; every later call raises StateError. It is also erased with the object.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *args: object) -> None:
        """Erases the secret."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

def stream_header_fields(header: Buffer) -> tuple[int, bool, str, int, int, int, int, bytes, int] | None:
    """
    The fields of a header, for asconkit.stream; None if more bytes are needed.
    """

class Exclusive:
    """
    A lock for `with`. It raises StateError in the child of a fork, and for the thread that
    holds it.
    """

    def __init__(self) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...

    def __reduce__(self) -> NoReturn: ...

class Device:
    """
    A device made ready for batches: asconkit.device() opens one.

    Args:
        kind: "cpu", "cuda" or "opencl".
        index: Its number among the devices of its kind, from 0.

    Raises:
        DeviceError: There is no such device, or its driver refuses.
    """

    def __init__(self, kind: str, index: int) -> None: ...

    @property
    def name(self) -> str:
        """Such as "cuda:0"."""

    @property
    def description(self) -> str:
        """What its driver calls it."""

    @property
    def index(self) -> int:
        """Its number among those of its kind."""

    def upload(self, data: Buffer) -> DeviceArray:
        """
        Copies bytes into new memory of the device.

        Args:
            data: A contiguous bytes-like object of one or two dimensions.

        Returns:
            The array there, of the same shape.

        Raises:
            DeviceError: The device has too little memory, or its driver refuses.
        """

    def empty(self, rows: int, length: int | None = None) -> DeviceArray:
        """
        New memory of the device, filled with zeros.

        Args:
            rows: How many strings the array has.
            length: How many bytes each of them has; None for an array of one dimension.

        Returns:
            The array of shape (rows, length), or (rows,).

        Raises:
            DeviceError: The device has too little memory, or its driver refuses.
        """

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

class DeviceArray:
    """
    An array of bytes of shape (n, length) or (length,) in memory of a device, which is wiped
    when the object goes. Arrays of CUDA have __cuda_array_interface__ and DLPack, so that CuPy,
    PyTorch and Numba take them without a copy.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""

    @property
    def device(self) -> Device:
        """Where it is."""

    @property
    def handle(self) -> int:
        """
        Its address on the device (CUDA), in the process (cpu), or its cl_mem (OpenCL).
        """

    def __len__(self) -> int: ...

    def download(self) -> Any:
        """Copies it into a new array of numpy."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3; AttributeError for devices other than CUDA's."""

    def __dlpack_device__(self) -> tuple[int, int]:
        """DLPack's numbers of the kind of device and of the device."""

    def __dlpack__(self, *, stream: object = None, max_version: object = None, dl_device: object = None, copy: object = None) -> object:
        """A capsule that keeps the array."""

    def __reduce__(self) -> NoReturn: ...

class Tensor:
    """A capsule of DLPack, for asconkit.batch."""

    def __init__(self, capsule: object) -> None:
        """Takes the capsule over."""

    @property
    def address(self) -> int:
        """Of its first byte, on its device."""

    @property
    def itemsize(self) -> int:
        """Bytes of a value."""

    @property
    def kind(self) -> int:
        """DLPack's number of its type."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""

    @property
    def strides(self) -> tuple[int, ...]:
        """In values."""

def device_list(kind: str) -> tuple[list[tuple[str, int, int, int]], str]:
    """
    Name, units, MHz and bytes of memory of the devices of a kind, and a line that says why there are none.
    """

def device_run(device: Device, algorithm: Algorithm, reverse: bool, count: int, data: tuple[int, int, int, int, int, int, int] | None, out: tuple[int, int, int, int, int, int, int] | None, associated_data: tuple[int, int, int, int, int, int, int] | None, nonce: tuple[int, int, int, int, int, int, int] | None, key: tuple[int, int, int, int, int, int, int] | None, tag: tuple[int, int, int, int, int, int, int] | None, customization: Buffer | None, streams: list[int], order: int) -> bytes:
    """
    A batch on strings in memory of a device, each (address, start, stride, length, bytes
    of the memory, address of offsets, address of lengths), 0 for what is not there. The caller has checked
    that the memory is. `order`: the address of a permutation. Waits for `streams` first, and for the device
    at the end. `reverse`: decryption, or verification. Returns a byte for each message: 0, or 1 where a tag
    is wrong. ValueError for a message that has another result.
    """

def batch_crypt(algorithm: Algorithm, encrypt: bool, key: Buffer | None, nonce: Buffer, data: Buffer, associated_data: Buffer | None, out: Buffer, tag_length: int, results: Buffer, threads: int | Device) -> bool:
    """
    Encrypts into or decrypts from ciphertext || tag; a message with a wrong tag becomes zeros.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use, or a device. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

def batch_absorb(algorithm: Algorithm, key: Buffer | None, data: Buffer, out: Buffer, customization: Buffer | None, results: Buffer, threads: int | Device) -> bool:
    """
    Hashes, XOFs, MACs and PRFs; the rows of `out` say how many bytes are wanted.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use, or a device. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

def batch_verify(algorithm: Algorithm, key: Buffer | None, data: Buffer, tags: Buffer, results: Buffer, threads: int | Device) -> bool:
    """
    Compares the MACs of all messages with tags, in constant time.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use, or a device. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

class ArrowArray:
    """An Arrow array, for pyarrow.array() and others."""

    def __len__(self) -> int: ...

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Its schema and itself, in capsules of Arrow's C data interface."""

def arrow_crypt(algorithm: Algorithm, encrypt: bool, key: object, nonce: object, data: object, associated_data: object | None, tag_length: int, threads: int | Device, tags: object | None = None) -> tuple[ArrowArray, ArrowArray, int, int, ArrowArray | None]:
    """
    Encrypts into or decrypts from ciphertext || tag. Returns the result, of the type of `data`;
    which tags are right, as booleans; how many are wrong; the first one of these rows; and
    None. A message with a wrong tag is null; one too short for its tag, and one whose nonce has
    another size, are wrong too. With `tags`, they are a column of their own: in decryption, this
    one, ValueError if one has another length than `tag_length`; in encryption, where `tags` is
    True, the last of the results.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

def arrow_repeated_nonce(key: object, nonce: object) -> tuple[int, int] | None:
    """
    Two rows that have the same nonce under the same key, if there are such; the second is the
    first repetition.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

def arrow_absorb(algorithm: Algorithm, key: object | None, data: object, length: int, customization: Buffer | None, threads: int | Device) -> ArrowArray:
    """
    Hashes, XOFs, MACs and PRFs: `length` bytes for each message, fixed_size_binary.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

def arrow_verify(algorithm: Algorithm, key: object, data: object, tags: object, threads: int | Device) -> tuple[None, ArrowArray, int, int, None]:
    """
    Compares the MACs of all messages with tags, in constant time. Returns what arrow_crypt()
    does, but no result.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

"""The C library asconkit for Python. Import asconkit instead."""

from typing import NoReturn

from typing_extensions import Buffer, Self


def version() -> str:
    """The version of the library."""

class Algorithm:
    """A row of the algorithm table. Lengths in bytes, 0 for none or any."""

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

def force_backend(name: str | None) -> None:
    """
    Makes new objects and one-shot calls use this backend; None: the best one. ValueError if
    it is none of backends(). The environment variable ASCON_BACKEND does the same at start.
    """

def batch_engines() -> list[str]:
    """The lane engines of batches that this processor can run."""

def active_batch_engine(count: int) -> str:
    """The engine that a batch of `count` messages uses."""

def force_batch_engine(name: str | None) -> None:
    """
    Makes all batches use this engine; None: the best one for their size. ValueError if it is
    none of batch_engines().
    """

def compare_digest(a: Buffer | str, b: Buffer | str) -> bool:
    """
    Whether two digests or tags are equal, in time that depends on their lengths alone.
    Both are bytes-like, or both str of ASCII characters; TypeError otherwise.
    """

def wipe(buffer: Buffer) -> None:
    """
    Overwrites a writable buffer, such as a bytearray with a key, with zeros.
    """

class AEAD:
    """
    What all AEAD classes share: AsconAEAD128, and so on.

    Never encrypt two messages with the same key and nonce: it reveals both. Objects may be used by
    several threads at once.
    """

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Encrypts and authenticates; returns ciphertext || tag, 16 bytes longer than `data`.

        nonce: `nonce_size` bytes, never used before with this key. data, associated_data: any bytes.
        Raises ValueError for a nonce of another size, StateError after wipe().
        Source: SP 800-232, section 4.1; Ascon v1.2, section 2.4.
        """

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        Checks the tag and decrypts ciphertext || tag; returns 16 bytes less than `data`.

        Raises InvalidTag if anything was changed or is missing, without releasing any plaintext; ValueError
        for a nonce of another size; StateError after wipe().
        Source: SP 800-232, section 4.2; Ascon v1.2, section 2.4.
        """

    def encrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """
        encrypt() into a writable buffer of len(data) + 16 bytes; returns that number.

        `buf` may begin where `data` begins (encryption in place) and must not overlap anything else.
        Raises what encrypt() does, and ValueError for a buffer of another size.
        """

    def decrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """
        decrypt() into a writable buffer of len(data) - 16 bytes; returns that number.

        `buf` may begin where `data` begins. Raises what decrypt() does, and ValueError for a buffer of
        another size. After InvalidTag the buffer is all zeros, unless the message was too short to have a tag.
        """

    def encrypt_detached(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None, *, tag_length: int = 16) -> tuple[bytes, bytes]:
        """
        encrypt() that returns (ciphertext, tag).

        tag_length: `min_tag_size` to 16 bytes; below 8 only with a documented limit on forgery attempts
        (SP 800-232, section 4.2.1). ValueError for another length.
        """

    def decrypt_detached(self, nonce: Buffer, data: Buffer, tag: Buffer, associated_data: Buffer | None = None) -> bytes:
        """
        decrypt() of a ciphertext and its tag of `min_tag_size` to 16 bytes.

        Raises what decrypt() does, and ValueError for a tag of another length.
        """

    def encryptor(self, nonce: Buffer) -> Encryptor:
        """Starts the encryption of a message that comes in pieces."""

    def decryptor(self, nonce: Buffer) -> Decryptor:
        """Starts the decryption of a message that comes in pieces."""

    def wipe(self) -> None:
        """
        Erases the key. Every later call raises StateError. The object's end does the same.
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

    First associated_data(), then update(), each any number of times, then finalize(). Another order
    raises StateError. Threads that share an object take turns.
    """

    def associated_data(self, data: Buffer) -> None:
        """Adds associated data; StateError after the first text."""

    def wipe(self) -> None:
        """Erases the state and the key; every later call raises StateError."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def update(self, data: Buffer) -> bytes:
        """Encrypts the next piece; returns as many bytes."""

    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """
        update() into a writable buffer of len(data) bytes, which may begin where `data` does; returns that number.
        """

    def finalize(self, tag_length: int = 16) -> bytes:
        """Returns the tag of `tag_length` bytes and erases the state."""

class Decryptor:
    """
    A message that is decrypted in pieces.

    First associated_data(), then update_unverified(), each any number of times, then finalize().
    Another order raises StateError. Threads that share an object take turns.
    """

    def associated_data(self, data: Buffer) -> None:
        """Adds associated data; StateError after the first text."""

    def wipe(self) -> None:
        """Erases the state and the key; every later call raises StateError."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def update_unverified(self, data: Buffer) -> bytes:
        """
        Decrypts the next piece; returns as many bytes. They are UNVERIFIED.

        An attacker may have chosen them. Do not act on them, show them or pass them on before finalize()
        has returned, and erase them if it raises.
        """

    def update_unverified_into(self, data: Buffer, buf: Buffer) -> int:
        """
        update_unverified() into a writable buffer of len(data) bytes, which may begin where `data` does; returns that number.
        """

    def finalize(self, tag: Buffer) -> None:
        """Checks the tag of all pieces and erases the state; raises InvalidTag."""

class AsconAEAD128(AEAD):
    """
    ascon-aead128 (SP 800-232).

    Source: SP 800-232, section 4.
    key: 16 bytes; ValueError otherwise.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
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
    key: 32 bytes; ValueError otherwise.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
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
    key: 16 bytes; ValueError otherwise.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
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
    key: 16 bytes; ValueError otherwise.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
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
    key: 20 bytes; ValueError otherwise.
    """

    def __init__(self, key: Buffer) -> None: ...

    @staticmethod
    def generate_key() -> bytes:
        """
        A new key of `key_size` bytes from the operating system's random generator.
        """

    name: str = 'ascon-80pq'

    key_size: int = 20

    nonce_size: int = 16

    tag_size: int = 16

    min_tag_size: int = 16

class Hash:
    """A hash in progress, as those of hashlib."""

    def update(self, data: Buffer) -> None:
        """Adds more of the message. StateError after read() or wipe()."""

    def copy(self) -> Hash:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if any number can be had."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def digest(self) -> bytes:
        """
        The `digest_size` bytes for the message so far, which may go on afterwards.
        """

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

class XOF:
    """
    An extendable-output function in progress, as hashlib's shake, with read().
    """

    def update(self, data: Buffer) -> None:
        """Adds more of the message. StateError after read() or wipe()."""

    def copy(self) -> XOF:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if any number can be had."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def digest(self, length: int) -> bytes:
        """
        The first `length` bytes of output, read() or not. The message may go on afterwards.
        """

    def hexdigest(self, length: int) -> str:
        """digest() in hexadecimal."""

    def read(self, length: int) -> bytes:
        """
        The next `length` bytes of output. From the first read() on, update() raises StateError.
        """

    def read_into(self, buf: Buffer) -> int:
        """
        Fills a writable buffer with the next bytes of output; returns their number.
        """

class MAC:
    """A message authentication code in progress, as hmac's."""

    def update(self, data: Buffer) -> None:
        """Adds more of the message. StateError after read() or wipe()."""

    def copy(self) -> MAC:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if any number can be had."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def digest(self) -> bytes:
        """
        The `digest_size` bytes for the message so far, which may go on afterwards.
        """

    def hexdigest(self) -> str:
        """digest() in hexadecimal."""

    def verify(self, tag: Buffer) -> None:
        """Compares in constant time with a tag of 16 bytes; raises InvalidTag."""

class PRF:
    """A keyed function with output of any length."""

    def update(self, data: Buffer) -> None:
        """Adds more of the message. StateError after read() or wipe()."""

    def copy(self) -> PRF:
        """An independent object in the same state."""

    def wipe(self) -> None:
        """Erases the state; every later call raises StateError."""

    @property
    def name(self) -> str:
        """Such as "ascon-hash256"."""

    @property
    def digest_size(self) -> int:
        """Bytes of the digest or tag; 0 if any number can be had."""

    @property
    def block_size(self) -> int:
        """Bytes of the message that one permutation takes."""

    def __repr__(self) -> str: ...

    def __reduce__(self) -> NoReturn: ...

    def digest(self, length: int) -> bytes:
        """
        The first `length` bytes of output, read() or not. The message may go on afterwards.
        """

    def hexdigest(self, length: int) -> str:
        """digest() in hexadecimal."""

    def read(self, length: int) -> bytes:
        """
        The next `length` bytes of output. From the first read() on, update() raises StateError.
        """

    def read_into(self, buf: Buffer) -> int:
        """
        Fills a writable buffer with the next bytes of output; returns their number.
        """

def hash256(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hash256 (SP 800-232).

    Source: SP 800-232, section 5.1.
    Returns a Hash of `data` that may be updated.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def hash256_digest(data: Buffer) -> bytes:
    """
    ascon-hash256 (SP 800-232).

    Source: SP 800-232, section 5.1.
    Returns the 32-byte digest of `data`, in one call.
    """

def xof128(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xof128 (SP 800-232).

    Source: SP 800-232, section 5.2.
    Returns an XOF of `data` that may be updated or read.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def xof128_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xof128 (SP 800-232).

    Source: SP 800-232, section 5.2.
    Returns `length` bytes of output, in one call.
    """

def cxof128(data: Buffer = b'', customization: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-cxof128 (SP 800-232).

    Source: SP 800-232, section 5.3.
    Returns an XOF of `data` that may be updated or read.
    customization: at most 256 bytes, ValueError otherwise. Another one is another function.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def cxof128_digest(data: Buffer, length: int, customization: Buffer = b'') -> bytes:
    """
    ascon-cxof128 (SP 800-232).

    Source: SP 800-232, section 5.3.
    Returns `length` bytes of output, in one call.
    customization: at most 256 bytes, ValueError otherwise. Another one is another function.
    """

def v13_mac(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a MAC of `data` that may be updated.
    key: 16 bytes; ValueError otherwise.
    """

def v13_mac_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.
    Returns the 16-byte tag of `data`, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v13_mac_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-mac-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.
    Compares the tag of `data` with a given one of 16 bytes, in constant time; raises InvalidTag.
    key: 16 bytes; ValueError otherwise.
    """

def v13_prf(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prf-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a PRF of `data` that may be updated or read.
    key: 16 bytes; ValueError otherwise.
    """

def v13_prf_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prf-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 3.
    Returns `length` bytes of output, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v13_prfshort(key: Buffer, data: Buffer, length: int = 16) -> bytes:
    """
    ascon-prfshort-v13 (v1.3).

    Source: IACR ePrint 2021/1574, section 4.
    Returns `length` bytes, 1 to 16, for `data` of at most 16 bytes; ValueError otherwise.
    key: 16 bytes; ValueError otherwise.
    """

def v12_hash(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hash (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns a Hash of `data` that may be updated.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def v12_hash_digest(data: Buffer) -> bytes:
    """
    ascon-hash (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns the 32-byte digest of `data`, in one call.
    """

def v12_hasha(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash:
    """
    ascon-hasha (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns a Hash of `data` that may be updated.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def v12_hasha_digest(data: Buffer) -> bytes:
    """
    ascon-hasha (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns the 32-byte digest of `data`, in one call.
    """

def v12_xof(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xof (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns an XOF of `data` that may be updated or read.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def v12_xof_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xof (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns `length` bytes of output, in one call.
    """

def v12_xofa(data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> XOF:
    """
    ascon-xofa (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns an XOF of `data` that may be updated or read.
    usedforsecurity, string: as in hashlib; the first changes nothing, the second is `data`.
    """

def v12_xofa_digest(data: Buffer, length: int) -> bytes:
    """
    ascon-xofa (v1.2).

    Source: Ascon v1.2, section 2.5.
    Returns `length` bytes of output, in one call.
    """

def v12_mac(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a MAC of `data` that may be updated.
    key: 16 bytes; ValueError otherwise.
    """

def v12_mac_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns the 16-byte tag of `data`, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v12_mac_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-mac (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Compares the tag of `data` with a given one of 16 bytes, in constant time; raises InvalidTag.
    key: 16 bytes; ValueError otherwise.
    """

def v12_maca(key: Buffer, data: Buffer = b'') -> MAC:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a MAC of `data` that may be updated.
    key: 16 bytes; ValueError otherwise.
    """

def v12_maca_digest(key: Buffer, data: Buffer) -> bytes:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns the 16-byte tag of `data`, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v12_maca_verify(key: Buffer, data: Buffer, tag: Buffer) -> None:
    """
    ascon-maca (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Compares the tag of `data` with a given one of 16 bytes, in constant time; raises InvalidTag.
    key: 16 bytes; ValueError otherwise.
    """

def v12_prf(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prf (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a PRF of `data` that may be updated or read.
    key: 16 bytes; ValueError otherwise.
    """

def v12_prf_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prf (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns `length` bytes of output, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v12_prfa(key: Buffer, data: Buffer = b'') -> PRF:
    """
    ascon-prfa (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns a PRF of `data` that may be updated or read.
    key: 16 bytes; ValueError otherwise.
    """

def v12_prfa_digest(key: Buffer, data: Buffer, length: int) -> bytes:
    """
    ascon-prfa (v1.2).

    Source: IACR ePrint 2021/1574, section 3.
    Returns `length` bytes of output, in one call.
    key: 16 bytes; ValueError otherwise.
    """

def v12_prfshort(key: Buffer, data: Buffer, length: int = 16) -> bytes:
    """
    ascon-prfshort (v1.2).

    Source: IACR ePrint 2021/1574, section 4.
    Returns `length` bytes, 1 to 16, for `data` of at most 16 bytes; ValueError otherwise.
    key: 16 bytes; ValueError otherwise.
    """

def new(name: str, data: Buffer = b'', *, usedforsecurity: bool = True, string: Buffer | None = None) -> Hash | XOF:
    """
    A hash or XOF by its name, one of algorithms_available, as hashlib.new(); ValueError for another name.
    """

def batch_crypt(algorithm: Algorithm, encrypt: bool, key: Buffer | None, nonce: Buffer, data: Buffer, associated_data: Buffer | None, out: Buffer, tag_length: int, results: Buffer, threads: int) -> bool:
    """
    Encrypts into or decrypts from ciphertext || tag; a message with a wrong tag becomes zeros.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

def batch_absorb(algorithm: Algorithm, key: Buffer | None, data: Buffer, out: Buffer, customization: Buffer | None, results: Buffer, threads: int) -> bool:
    """
    Hashes, XOFs, MACs and PRFs; the rows of `out` say how many bytes are wanted.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

def batch_verify(algorithm: Algorithm, key: Buffer | None, data: Buffer, tags: Buffer, results: Buffer, threads: int) -> bool:
    """
    Compares the MACs of all messages with tags, in constant time.

    What asconkit.batch calls, without numpy. A column has one value for each of n messages: a buffer of
    bytes of shape (n, length), rows contiguous. An input may also be a buffer of one dimension, or None
    for no bytes: the same for all messages. `out` may begin where `data` begins, with the same stride, in
    batch_crypt(); otherwise it overlaps nothing. `results`: n writable bytes, apart from all columns, that
    become 0, or 1 where a tag is wrong. `threads`: 0 for as many as the process may use. Returns whether
    all tags are right. ValueError for shapes, sizes and kinds that do not fit.
    """

class ArrowArray:
    """An Arrow array, for pyarrow.array() and others."""

    def __len__(self) -> int: ...

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Its schema and itself, in capsules of Arrow's C data interface."""

def arrow_crypt(algorithm: Algorithm, encrypt: bool, key: object, nonce: object, data: object, associated_data: object | None, tag_length: int, threads: int) -> tuple[ArrowArray, ArrowArray, int, int]:
    """
    Encrypts into or decrypts from ciphertext || tag. Returns the result, of the type of `data`;
    which tags are right, as booleans; how many are wrong; and the first one of these rows.
    A message with a wrong tag is null; one too short for its tag, and one whose nonce has
    another size, are wrong too.

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

def arrow_absorb(algorithm: Algorithm, key: object | None, data: object, length: int, customization: Buffer | None, threads: int) -> ArrowArray:
    """
    Hashes, XOFs, MACs and PRFs: `length` bytes for each message, fixed_size_binary.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

def arrow_verify(algorithm: Algorithm, key: object, data: object, tags: object, threads: int) -> tuple[None, ArrowArray, int, int]:
    """
    Compares the MACs of all messages with tags, in constant time. Returns what arrow_crypt()
    does, but no result.

    Below asconkit.batch. An array is one of pyarrow, of binary values of any kind or dictionaries of
    them, whose contents are checked against the sizes of its buffers. Keys, nonces and associated data
    may also be bytes-like, the same for all, and the latter None. What is null in one of them is null in
    the result. ValueError for sizes that do not fit and for arrays that are not valid, TypeError for
    other types.
    """

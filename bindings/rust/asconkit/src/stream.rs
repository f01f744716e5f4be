//! Long messages in chunks. Each chunk is authenticated together with its position, so readers detect chunks that were
//! cut off, moved, repeated or left out. [`Writer`] and [`Reader`] write and read the files of the command `asconkit
//! encrypt` (version 2, and for reading version 1). [`Chunks`] has single chunks in any order, without a header.
//!
//! ```
//! use asconkit::Key;
//! use asconkit::stream::{Reader, Writer};
//! use std::io::{Read, Write};
//!
//! let key = Key::<32>::generate()?;
//! let mut writer = Writer::new(Vec::new(), &key)?;
//! writer.write_all(b"a long text")?;
//! let mut file = writer.finish()?; // without it the file has no end, and no reader accepts it
//!
//! let mut text = String::new();
//! Reader::new(&file[..], &key)?.read_to_string(&mut text)?;
//! assert_eq!(text, "a long text");
//!
//! file.pop();
//! let error = Reader::new(&file[..], &key)?.read_to_string(&mut text).unwrap_err();
//! assert_eq!(error.to_string(), "chunk 0 is not valid at this place: the stream was changed or cut off");
//! # Ok::<(), std::io::Error>(())
//! ```
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::batch::Pool;
use crate::ffi::{self, PoolHandle, Row, StreamSecret};
use crate::{Error, Hash256, Key, random};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, ErrorKind, Read, Write};
use zeroize::Zeroizing;

const TAG: usize = 16;
const HEADER: usize = 144;
/// Number of bytes that show how long a header is.
const HEADER_START: usize = 10;
/// Approximate size of all chunks that are computed side by side.
const GROUP: usize = 1 << 20;

/// The largest piece of text in a chunk, in bytes.
pub const MAX_CHUNK: u32 = 1 << 20;
/// The default piece of text in a chunk, in bytes; the command has the same default.
pub const DEFAULT_CHUNK: u32 = 1 << 16;
/// The largest number of chunks in a stream.
pub const MAX_CHUNKS: u64 = 1 << 32;

/// The AEAD of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// Ascon-AEAD128.
    #[default]
    Aead128,
    /// Ascon-AEAD128 with nonce masking.
    Aead128NonceMasked,
    /// Ascon-128 (v1.2).
    V12Ascon128,
    /// Ascon-128a (v1.2).
    V12Ascon128a,
    /// Ascon-80pq (v1.2).
    V12Ascon80pq,
}

impl Algorithm {
    const ALL: [Self; 5] =
        [Self::Aead128, Self::Aead128NonceMasked, Self::V12Ascon128, Self::V12Ascon128a, Self::V12Ascon80pq];

    fn row(self) -> Row {
        match self {
            Self::Aead128 => ffi::aead128(),
            Self::Aead128NonceMasked => ffi::aead128_nonce_masked(),
            Self::V12Ascon128 => ffi::v12_128(),
            Self::V12Ascon128a => ffi::v12_128a(),
            Self::V12Ascon80pq => ffi::v12_80pq(),
        }
    }

    /// Name of the algorithm in the command, such as `"ascon-aead128"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ffi::name_of(self.row())
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}

fn check_chunk(chunk_bytes: u32) -> Result<(), Error> {
    if (1..=MAX_CHUNK).contains(&chunk_bytes) {
        return Ok(());
    }
    Err(Error::Number { what: "chunk size", found: chunk_bytes.into(), min: 1, max: MAX_CHUNK.into() })
}

/// Settings of a [`Writer`] or [`Reader`], for programs that need other settings than the defaults.
#[derive(Clone, Debug)]
pub struct Options {
    algorithm: Algorithm,
    chunk_bytes: u32,
    pool: Option<Arc<Pool>>,
    #[cfg(feature = "argon2")]
    pub(crate) cost: Cost,
    #[cfg(feature = "argon2")]
    pub(crate) allow_costly: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            chunk_bytes: DEFAULT_CHUNK,
            pool: None,
            #[cfg(feature = "argon2")]
            cost: Cost::default(),
            #[cfg(feature = "argon2")]
            allow_costly: false,
        }
    }
}

impl Options {
    /// Returns the settings of the command.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the AEAD of a new stream; a reader uses the AEAD in the header.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Sets the bytes of text in a chunk of a new stream, 1 to [`MAX_CHUNK`]; a reader uses the size in the header.
    #[must_use]
    pub fn chunk_bytes(mut self, chunk_bytes: u32) -> Self {
        self.chunk_bytes = chunk_bytes;
        self
    }

    /// Sets the pool whose threads process the chunks.
    #[must_use]
    pub fn pool(mut self, pool: Arc<Pool>) -> Self {
        self.pool = Some(pool);
        self
    }

    /// Starts a file: writes its header.
    ///
    /// # Errors
    /// Of kind [`InvalidInput`](ErrorKind::InvalidInput) for a chunk size that is not allowed; the errors of `inner`;
    /// and [`Error::Random`] if the system gives no salt.
    pub fn writer<W: Write>(&self, inner: W, key: &Key<32>) -> io::Result<Writer<W>> {
        self.start(inner, None, |_| Ok(key.clone()))
    }

    /// Starts a file whose key depends on its salt. `cost` is for a passphrase.
    pub(crate) fn start<W: Write>(
        &self, mut inner: W, cost: Option<ffi::RawCost>, key: impl FnOnce(&[u8; 32]) -> io::Result<Key<32>>,
    ) -> io::Result<Writer<W>> {
        check_chunk(self.chunk_bytes)?;
        let mut salt = [0; 32];
        random::fill(&mut salt)?;
        let header = ffi::new_header(self.algorithm.row(), self.chunk_bytes, &salt, cost);
        let mut bytes = [0; HEADER];
        let refused = Error::Header("a field that is not allowed");
        let secret = StreamSecret::encode(&header, key(&salt)?.as_bytes(), &mut bytes).ok_or(refused)?;
        inner.write_all(&bytes)?;
        let buffer = Buffer::new(group(self.chunk_bytes) * (self.chunk_bytes as usize + TAG));
        Ok(Writer { inner, secret, pool: self.pool.clone(), buffer, text: 0, index: 0, failed: false })
    }

    /// Reads the header of a file and verifies the key with the header's key check.
    ///
    /// # Errors
    /// [`Error::Header`] if the input is not a file of this format, [`Error::Forged`] if the key is wrong, as
    /// [`io::Error`] of kind [`InvalidData`](ErrorKind::InvalidData); and the errors of `inner`.
    pub fn reader<R: Read>(&self, inner: R, key: &Key<32>) -> io::Result<Reader<R>> {
        self.reader_with(inner, |header| match header.passphrase {
            None => Ok(key.clone()),
            Some(_) => Err(Error::Header("it needs a passphrase").into()),
        })
    }

    /// Like [`reader`](Self::reader), with a key that depends on the header, such as Argon2id(passphrase, salt) with
    /// the cost in the header. Headers come from strangers: refuse a cost that is too high for you.
    ///
    /// # Errors
    /// As [`reader`](Self::reader), and the errors of `key`.
    pub fn reader_with<R: Read>(
        &self, mut inner: R, key: impl FnOnce(&Header) -> io::Result<Key<32>>,
    ) -> io::Result<Reader<R>> {
        let mut bytes = Vec::with_capacity(HEADER);
        let mut wanted = HEADER_START;
        let header = loop {
            (&mut inner).take((wanted - bytes.len()) as u64).read_to_end(&mut bytes)?;
            match ffi::decode_header(&bytes) {
                Ok(header) => break header,
                Err((Some(more), _)) if bytes.len() == wanted && more > wanted => wanted = more,
                Err((_, reason)) => return Err(Error::Header(reason).into()),
            }
        };
        let header = Header::of(&header)?;
        let secret = StreamSecret::open(&bytes, key(&header)?.as_bytes())?;
        let stride = header.chunk_bytes as usize + TAG;
        Ok(Reader {
            inner,
            secret,
            header,
            pool: self.pool.clone(),
            // One byte more than the chunks: it says that the last of them is not the stream's.
            buffer: Buffer::new(group(header.chunk_bytes) * stride + 1),
            filled: 0,
            used: 0,
            text: 0,
            given: 0,
            index: 0,
            end: None,
        })
    }
}

/// Memory for texts, erased when it is dropped.
struct Buffer(Vec<u8>);

impl Buffer {
    fn new(length: usize) -> Self {
        Self(vec![0; length])
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        ffi::wipe(&mut self.0);
    }
}

/// Number of chunks that are computed side by side.
fn group(chunk_bytes: u32) -> usize {
    (GROUP / (chunk_bytes as usize + TAG)).max(1)
}

/// For text in pieces of `chunk` bytes, each followed by room for a tag: the place of byte `at`, and the number of
/// bytes from there to the end of its piece.
fn place(at: usize, chunk: usize) -> (usize, usize) {
    (at / chunk * (chunk + TAG) + at % chunk, chunk - at % chunk)
}

fn handle(pool: Option<&Arc<Pool>>) -> &PoolHandle {
    static NONE: PoolHandle = PoolHandle::NONE;
    pool.map_or(&NONE, |pool| pool.handle())
}

/// Encrypts the bytes that are written to it. Call [`finish`](Self::finish) at the end: readers refuse a stream without
/// its end. A writer keeps about 1 MiB of text, and `flush()` flushes only the chunks that are already encrypted.
pub struct Writer<W: Write> {
    inner: W,
    secret: StreamSecret,
    pool: Option<Arc<Pool>>,
    buffer: Buffer,
    /// Bytes of text in the buffer.
    text: usize,
    /// Index of the first chunk in the buffer.
    index: u64,
    failed: bool,
}

impl<W: Write> Writer<W> {
    /// Starts a file with the settings of the command: writes its header.
    ///
    /// # Errors
    /// The errors of `inner`; [`Error::Random`] if the system gives no salt.
    pub fn new(inner: W, key: &Key<32>) -> io::Result<Self> {
        Options::new().writer(inner, key)
    }

    /// Writes the last chunk and flushes.
    ///
    /// # Errors
    /// The errors of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.seal(true)?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    fn seal(&mut self, ends: bool) -> io::Result<()> {
        if self.failed {
            return Err(Error::Order { call: "a write", expected: "none after one that failed" }.into());
        }
        self.failed = true; // until it succeeds
        let chunk = self.secret.chunk_bytes();
        let chunks = self.text.div_ceil(chunk).max(usize::from(ends && self.index == 0));
        if !self.secret.seal_chunks(&mut self.buffer.0, self.text, self.index, ends, handle(self.pool.as_ref())) {
            return Err(Error::Number { what: "chunk index", found: MAX_CHUNKS, min: 0, max: MAX_CHUNKS - 1 }.into());
        }
        self.inner.write_all(&self.buffer.0[..self.text + chunks * TAG])?;
        (self.text, self.index, self.failed) = (0, self.index + chunks as u64, false);
        Ok(())
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let chunk = self.secret.chunk_bytes();
        let full = self.buffer.0.len() / (chunk + TAG) * chunk;
        // Only now is it known that its last chunk is not the stream's.
        if self.text == full && !text.is_empty() {
            self.seal(false)?;
        }
        let taken = text.len().min(full - self.text);
        let mut rest = &text[..taken];
        while !rest.is_empty() {
            let (start, room) = place(self.text, chunk);
            let (piece, after) = rest.split_at(room.min(rest.len()));
            self.buffer.0[start..start + piece.len()].copy_from_slice(piece);
            (self.text, rest) = (self.text + piece.len(), after);
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("chunks", &self.index).finish_non_exhaustive()
    }
}

/// The parameters of Argon2id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl Default for Cost {
    /// The cost of the command: 64 MiB, 3 passes, 4 lanes, the second recommendation of RFC 9106.
    fn default() -> Self {
        Self { memory_kib: 65536, passes: 3, lanes: 4 }
    }
}

/// The header of a file. It comes from strangers: nothing in it is verified before the key check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// 2, or 1 for an old file.
    pub version: u16,
    /// The AEAD.
    pub algorithm: Algorithm,
    /// Bytes of text in a chunk.
    pub chunk_bytes: u32,
    /// `None`: the key is from a key file. Otherwise the key is Argon2id(passphrase, salt), version 0x13, 32 bytes.
    pub passphrase: Option<Cost>,
    salt: [u8; 32],
    salt_bytes: u8,
}

impl Header {
    fn of(raw: &ffi::RawHeader) -> Result<Self, Error> {
        let name = ffi::algorithm_of(raw);
        let algorithm = Algorithm::of_name(name).ok_or(Error::Header("an algorithm that this crate does not know"))?;
        let cost = Cost { memory_kib: raw.cost.memory_kib, passes: raw.cost.passes, lanes: raw.cost.lanes };
        Ok(Self {
            version: raw.version,
            algorithm,
            chunk_bytes: raw.chunk_bytes,
            passphrase: (raw.source == asconkit_sys::ASCON_STREAM_PASSPHRASE).then_some(cost),
            salt: raw.salt,
            salt_bytes: raw.salt_bytes,
        })
    }

    /// The salt: 32 bytes, or 16 for an old file.
    #[must_use]
    pub fn salt(&self) -> &[u8] {
        &self.salt[..usize::from(self.salt_bytes)]
    }
}

/// Verifies and decrypts a file while it is read, and returns only verified text. **Only a read that returns 0 shows
/// that the stream was not cut off**; if it was cut off, this read returns an error.
///
/// If the inner reader returns few bytes at a time, like a pipe, a chunk's text is returned once a byte after the chunk
/// has arrived.
pub struct Reader<R: Read> {
    inner: R,
    secret: StreamSecret,
    header: Header,
    pool: Option<Arc<Pool>>,
    buffer: Buffer,
    /// Bytes in the buffer.
    filled: usize,
    /// Bytes in the buffer that belong to opened chunks.
    used: usize,
    /// Bytes of the text of these chunks, which replaced them, and how many of these were returned.
    text: usize,
    given: usize,
    /// Index of the next chunk to open.
    index: u64,
    /// The result after the text.
    end: Option<Result<(), Error>>,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file and verifies the key with the header's key check.
    ///
    /// # Errors
    /// As [`Options::reader`].
    pub fn new(inner: R, key: &Key<32>) -> io::Result<Self> {
        Options::new().reader(inner, key)
    }

    /// Returns the header, whose key check has succeeded.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads chunks and opens them.
    fn refill(&mut self) -> io::Result<()> {
        let stride = self.header.chunk_bytes as usize + TAG;
        self.buffer.0.copy_within(self.used..self.filled, 0);
        (self.filled, self.used, self.text, self.given) = (self.filled - self.used, 0, 0, 0);
        let mut ends = false;
        while self.filled <= stride && !ends {
            match self.inner.read(&mut self.buffer.0[self.filled..]) {
                Ok(0) => ends = true,
                Ok(more) => self.filled += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let used = if ends { self.filled } else { (self.filled - 1) / stride * stride };
        let buffer = &mut self.buffer.0[..used];
        let (text, valid) = self.secret.open_chunks(buffer, self.index, ends, handle(self.pool.as_ref()));
        if !valid {
            let index = self.index + (text / self.header.chunk_bytes as usize) as u64;
            self.end = Some(Err(Error::Chunk { index }));
        } else if ends {
            self.end = Some(Ok(()));
        }
        (self.used, self.text, self.index) = (used, text, self.index + (used / stride) as u64);
        Ok(())
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text {
            match self.end {
                Some(result) => return Ok(result.map(|()| 0)?),
                None if out.is_empty() => return Ok(0),
                None => self.refill()?,
            }
        }
        let (start, piece) = place(self.given, self.header.chunk_bytes as usize);
        let length = piece.min(self.text - self.given).min(out.len());
        out[..length].copy_from_slice(&self.buffer.0[start..start + length]);
        self.given += length;
        Ok(length)
    }
}

impl<R: Read> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("header", &self.header).finish_non_exhaustive()
    }
}

// ---- Single chunks ----------------------------------------------------------------------------------------

/// The chunks of a stream without a header, in any order. Writer and reader must agree on all parameters.
pub struct Chunks(StreamSecret);

impl Chunks {
    /// Derives the secret of a stream.
    ///
    /// `salt` is public and must never repeat under the same key. `context` has facts that both sides must agree on,
    /// such as who they are and what the stream is for.
    ///
    /// # Errors
    /// [`Error::Number`] if `chunk_bytes` is not 1 to [`MAX_CHUNK`].
    pub fn new(
        algorithm: Algorithm, chunk_bytes: u32, salt: &[u8; 32], context: &[u8], key: &Key<32>,
    ) -> Result<Self, Error> {
        check_chunk(chunk_bytes)?;
        Ok(Self(StreamSecret::derive(algorithm.row(), chunk_bytes, salt, context, key.as_bytes())))
    }

    /// Starts a stream with a secret that the program has derived itself, for this stream alone: the algorithm's key, then
    /// 16 bytes of mask.
    ///
    /// # Errors
    /// [`Error::Length`] for a secret of another length; [`Error::Number`] if `chunk_bytes` is not 1 to [`MAX_CHUNK`].
    pub fn from_secret(algorithm: Algorithm, chunk_bytes: u32, secret: &[u8]) -> Result<Self, Error> {
        check_chunk(chunk_bytes)?;
        let length = usize::from(algorithm.row().key_bytes) + 16;
        Error::check_length("secret", secret.len(), length, length)?;
        Ok(Self(StreamSecret::init(algorithm.row(), chunk_bytes, secret)))
    }

    fn check_index(index: u64) -> Result<(), Error> {
        if index < MAX_CHUNKS {
            return Ok(());
        }
        Err(Error::Number { what: "chunk index", found: index, min: 0, max: MAX_CHUNKS - 1 })
    }

    /// Encrypts a piece of text to a chunk, which is 16 bytes longer. Never encrypt two texts with the same `index` and
    /// `last`.
    ///
    /// # Errors
    /// [`Error::Length`] if the text does not have `chunk_bytes` bytes; the last text may be shorter, and empty if its
    /// index is 0. [`Error::Number`] for an index of [`MAX_CHUNKS`] or more.
    pub fn seal(&self, index: u64, last: bool, text: &[u8]) -> Result<Vec<u8>, Error> {
        Self::check_index(index)?;
        let max = self.0.chunk_bytes();
        let min = if !last { max } else { usize::from(index != 0) };
        Error::check_length("text", text.len(), min, max)?;
        let mut sealed = vec![0; text.len() + TAG];
        let done = self.0.seal_chunk(text, &mut sealed, index, last);
        assert!(done, "asconkit: a chunk with checked arguments");
        Ok(sealed)
    }

    /// Verifies and decrypts a chunk.
    ///
    /// # Errors
    /// [`Error::Chunk`] if the bytes are not the chunk with this `index` and `last`; [`Error::Number`] for an index of
    /// [`MAX_CHUNKS`] or more.
    pub fn open(&self, index: u64, last: bool, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        Self::check_index(index)?;
        let forged = Error::Chunk { index };
        let mut text = vec![0; sealed.len().checked_sub(TAG).ok_or(forged)?];
        // After an error, the library has written zeros.
        match self.0.open_chunk(sealed, &mut text, index, last) {
            Some(Ok(())) => Ok(text),
            _ => Err(forged),
        }
    }

    /// Replaces the secret by a new secret that is derived from the old secret. Somebody who gets the new secret cannot
    /// open the chunks before `next`. Writer and reader must rekey at the same place.
    ///
    /// # Errors
    /// [`Error::Number`] if `next` is 0, or [`MAX_CHUNKS`] or more.
    pub fn rekey(&mut self, next: u64) -> Result<(), Error> {
        let wrong = Error::Number { what: "next chunk", found: next, min: 1, max: MAX_CHUNKS - 1 };
        if self.0.rekey(next) { Ok(()) } else { Err(wrong) }
    }
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("chunk_bytes", &self.0.chunk_bytes()).finish_non_exhaustive()
    }
}

// ---- Key files --------------------------------------------------------------------------------------------

const KEY_PREFIX: &str = "asconkit-key-v1-";
/// Bytes of a key file, with the blanks and line ends after the line.
const MAX_KEY_FILE: usize = 512;

fn hex(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        out.push(char::from(b"0123456789abcdef"[usize::from(byte >> 4)]));
        out.push(char::from(b"0123456789abcdef"[usize::from(byte & 15)]));
    }
}

fn unhex(text: &[u8], out: &mut [u8]) -> Option<()> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * out.len() {
        return None;
    }
    for (pair, byte) in text.chunks_exact(2).zip(out) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(())
}

/// The check of a line up to and including the key.
fn check_of(line: &str) -> String {
    let mut check = String::new();
    hex(&Hash256::digest(line.as_bytes())[..4], &mut check);
    check
}

/// Returns the line of a key file, as `asconkit keygen` writes it. Give the file mode 0600.
#[must_use]
pub fn key_to_line(key: &Key<32>) -> Zeroizing<String> {
    let mut line = Zeroizing::new(String::with_capacity(96));
    line.push_str(KEY_PREFIX);
    hex(key.as_bytes(), &mut line);
    let check = check_of(&line);
    line.push('-');
    line.push_str(&check);
    line
}

/// Returns the key in the text of a key file.
///
/// # Errors
/// [`Error::KeyFile`] for any other text.
pub fn key_from_line(text: &str) -> Result<Key<32>, Error> {
    if text.len() > MAX_KEY_FILE {
        return Err(Error::KeyFile("more than 512 bytes"));
    }
    let line = text.trim_end_matches([' ', '\t', '\r', '\n']);
    let form = Error::KeyFile("not a line asconkit-key-v1-KEY-CHECK with 64 and 8 hexadecimal digits");
    let (head, check) = line.rsplit_once('-').ok_or(form)?;
    let digits = head.strip_prefix(KEY_PREFIX).ok_or(form)?;
    let mut bytes = Zeroizing::new([0; 32]);
    unhex(digits.as_bytes(), &mut *bytes).ok_or(form)?;
    unhex(check.as_bytes(), &mut [0; 4]).ok_or(form)?;
    if check != check_of(head) {
        return Err(Error::KeyFile("its check does not match: a typing error"));
    }
    Ok(Key::from(&*bytes))
}

#[cfg(test)]
mod tests {
    use super::{group, hex, place, unhex};
    use alloc::string::String;

    #[test]
    fn pieces_stand_a_tag_apart() {
        assert_eq!(place(0, 20), (0, 20));
        assert_eq!(place(19, 20), (19, 1));
        assert_eq!(place(20, 20), (36, 20));
        assert_eq!(place(41, 20), (73, 19));
        assert_eq!((group(1), group(1 << 16), group(1 << 20)), (61680, 15, 1));
    }

    #[test]
    fn hexadecimal_digits() {
        let mut text = String::new();
        hex(&[0x0a, 0xff, 0x10], &mut text);
        assert_eq!(text, "0aff10");
        let mut bytes = [0; 3];
        assert_eq!(unhex(text.as_bytes(), &mut bytes), Some(()));
        assert_eq!(bytes, [0x0a, 0xff, 0x10]);
        for wrong in ["0aff1", "0aff100", "0aff1g", "0AFF10", "0aff1:"] {
            assert_eq!(unhex(wrong.as_bytes(), &mut bytes), None, "{wrong}");
        }
    }
}

//! Many messages in one call: side by side in the lanes of vector registers, and on the threads of a [`Pool`]. Results
//! are byte for byte the same as from single calls.
//!
//! The AEADs have [`seal_batch`](crate::Aead128::seal_batch) and [`open_batch`](crate::Aead128::open_batch); this
//! module has the types of their arguments, and the batches of hashes, MACs and PRFs.
//!
//! ```
//! use asconkit::batch::{self, Open, Pool, Seal};
//! use asconkit::{Aead128, Key, Nonce, Tag};
//!
//! let aead = Aead128::new(&Key::generate()?);
//! let pool = Pool::new(0)?; // one thread for each processor
//! let nonces: Vec<Nonce> = (0..1000).map(Nonce::from).collect();
//! let mut texts = vec![[0_u8; 64]; 1000];
//! let mut tags = vec![Tag::default(); 1000];
//!
//! let fields = texts.iter_mut().zip(&mut tags).zip(&nonces);
//! aead.seal_batch(fields.map(|((text, tag), nonce)| Seal { nonce, ad: b"", text, tag }), Some(&pool));
//!
//! texts[7][0] ^= 1;
//! let fields = texts.iter_mut().zip(&tags).zip(&nonces);
//! let forged = aead.open_batch(fields.map(|((text, tag), nonce)| Open { nonce, ad: b"", text, tag }), Some(&pool));
//! assert_eq!(forged.unwrap_err().indices(), [7]);
//!
//! let digests = batch::hash256(texts.iter().map(|text| &text[..]), Some(&pool));
//! assert_eq!(digests.len(), 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Threads of `rayon` do not make batches faster: the library's pool does the same work, and several callers do not
//! speed it up.
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::ffi::{self, Fixed, Message, PoolHandle, Row};
use crate::hash::check_customization;
use crate::{Error, Key, Nonce, Tag};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The largest number of threads in a pool.
pub const MAX_THREADS: usize = 256;

/// Threads that batches share. Create a pool once, pass it to all batches, and drop it at the end. Any number of
/// threads may use a pool at a time; while one call uses the pool, other calls run on their own thread. A small batch
/// stays on the calling thread.
pub struct Pool(PoolHandle);

impl Pool {
    /// Creates a pool. `threads` includes the caller: 2 starts one new thread. 0: one thread for each processor that
    /// the process may use.
    ///
    /// # Errors
    /// [`Error::Number`] for more than [`MAX_THREADS`]; [`Error::Resources`] if memory or threads run out.
    pub fn new(threads: usize) -> Result<Self, Error> {
        let wrong = Error::Number { what: "threads", found: threads as u64, min: 0, max: MAX_THREADS as u64 };
        let few = u16::try_from(threads).ok().filter(|&few| usize::from(few) <= MAX_THREADS).ok_or(wrong)?;
        Ok(Self(PoolHandle::new(few)?))
    }

    #[cfg(feature = "std")]
    pub(crate) fn handle(&self) -> &PoolHandle {
        &self.0
    }

    /// Number of threads used for a large batch, including the caller.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.threads()
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads()).finish()
    }
}

/// A message to encrypt in place.
pub struct Seal<'a> {
    /// Must never repeat under the same key.
    pub nonce: &'a Nonce,
    /// Associated data.
    pub ad: &'a [u8],
    /// The plaintext; the ciphertext afterwards.
    pub text: &'a mut [u8],
    /// Output: the tag.
    pub tag: &'a mut Tag,
}

impl<'a> Seal<'a> {
    pub(crate) fn raw(self, key: &'a [u8]) -> Message<'a> {
        Message::seal(self.text, self.tag.as_mut_bytes(), &Fixed { key, nonce: self.nonce.as_bytes(), ad: self.ad })
    }
}

/// A message to verify and decrypt in place.
pub struct Open<'a> {
    /// The nonce that the message was encrypted with.
    pub nonce: &'a Nonce,
    /// The associated data that the message was encrypted with.
    pub ad: &'a [u8],
    /// The ciphertext; afterwards the plaintext, or zeros if the message is not authentic.
    pub text: &'a mut [u8],
    /// The tag of the message.
    pub tag: &'a Tag,
}

impl<'a> Open<'a> {
    pub(crate) fn raw(self, key: &'a [u8]) -> Message<'a> {
        Message::open(self.text, self.tag.as_bytes(), &Fixed { key, nonce: self.nonce.as_bytes(), ad: self.ad })
    }
}

macro_rules! debug {
    ($($name:ident)*) => {
        $(impl fmt::Debug for $name<'_> {
            /// Does not show the text, which may be secret.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut shown = f.debug_struct(stringify!($name));
                shown.field("text", &format_args!("{} bytes", self.text.len())).finish_non_exhaustive()
            }
        })*
    };
}
debug!(Seal Open);

/// The error for a batch in which some messages are not authentic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgedMessages {
    indices: Vec<usize>,
    count: usize,
}

impl ForgedMessages {
    /// Indices of these messages in the batch, from 0, in ascending order. There is at least one.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }
}

impl fmt::Display for ForgedMessages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { indices, count } = self;
        write!(f, "the tag of message {} does not match; {} of {count} are wrong", indices[0], indices.len())
    }
}

impl core::error::Error for ForgedMessages {}

static NO_POOL: Pool = Pool(PoolHandle::NONE);

/// A batch that cannot have forged messages.
pub(crate) fn run(
    messages: &mut [Message<'_>], pool: Option<&Pool>, call: impl FnOnce(&mut [Message<'_>], &PoolHandle) -> bool,
) {
    if !messages.is_empty() {
        let done = call(messages, &pool.unwrap_or(&NO_POOL).0);
        assert!(done, "asconkit: a wrong tag where none is verified");
    }
}

/// A batch that verifies.
pub(crate) fn check(
    messages: &mut [Message<'_>], pool: Option<&Pool>, call: impl FnOnce(&mut [Message<'_>], &PoolHandle) -> bool,
) -> Result<(), ForgedMessages> {
    if messages.is_empty() || call(messages, &pool.unwrap_or(&NO_POOL).0) {
        return Ok(());
    }
    let forged = messages.iter().enumerate().filter(|(_, message)| message.is_forged());
    Err(ForgedMessages { indices: forged.map(|(index, _)| index).collect(), count: messages.len() })
}

fn compute(row: Row, messages: &mut [Message<'_>], pool: Option<&Pool>) {
    run(messages, pool, |messages, pool| ffi::batch(row, ffi::ASCON_COMPUTE, messages, pool));
}

fn hash<'a>(row: Row, messages: impl IntoIterator<Item = &'a [u8]>, pool: Option<&Pool>) -> Vec<[u8; 32]> {
    let inputs: Vec<&[u8]> = messages.into_iter().collect();
    let mut digests = vec![[0; 32]; inputs.len()];
    let pairs = inputs.into_iter().zip(&mut digests);
    let mut raw: Vec<_> = pairs.map(|(input, digest)| Message::compute(input, digest, &[], &[])).collect();
    compute(row, &mut raw, pool);
    drop(raw);
    digests
}

macro_rules! hashes {
    ($($name:ident $row:ident, $text:literal;)*) => {
        $(#[doc = concat!("The digest of every message by ", $text, ".")]
        #[must_use]
        pub fn $name<'a>(messages: impl IntoIterator<Item = &'a [u8]>, pool: Option<&Pool>) -> Vec<[u8; 32]> {
            hash(ffi::$row(), messages, pool)
        })*
    };
}
hashes! {
    hash256 hash256, "Ascon-Hash256";
    v12_hash v12_hash, "Ascon-Hash (v1.2)";
    v12_hasha v12_hasha, "Ascon-Hasha (v1.2)";
}

macro_rules! xofs {
    ($($name:ident $row:ident, $text:literal;)*) => {
        $(#[doc = concat!("Fills the output of every message by ", $text, ".")]
        pub fn $name<'a>(messages: impl IntoIterator<Item = (&'a [u8], &'a mut [u8])>, pool: Option<&Pool>) {
            let raw = |(input, out)| Message::compute(input, out, &[], &[]);
            let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
            compute(ffi::$row(), &mut messages, pool);
        })*
    };
}
xofs! {
    xof128 xof128, "Ascon-XOF128";
    v12_xof v12_xof, "Ascon-XOF (v1.2)";
    v12_xofa v12_xofa, "Ascon-XOFa (v1.2)";
}

/// Fills the output of every message by Ascon-CXOF128 with one customization string.
///
/// # Errors
/// [`Error::Length`] if `customization` has more than 256 bytes.
pub fn cxof128<'a>(
    customization: &'a [u8], messages: impl IntoIterator<Item = (&'a [u8], &'a mut [u8])>, pool: Option<&Pool>,
) -> Result<(), Error> {
    check_customization(customization)?;
    let raw = |(input, out)| Message::compute(input, out, customization, &[]);
    let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
    compute(ffi::cxof128(), &mut messages, pool);
    Ok(())
}

macro_rules! macs {
    ($($name:ident $verify:ident $row:ident, $text:literal;)*) => {
        $(#[doc = concat!("The tag of every message by ", $text, ".")]
        #[must_use]
        pub fn $name<'a>(key: &Key, messages: impl IntoIterator<Item = &'a [u8]>, pool: Option<&Pool>) -> Vec<Tag> {
            let inputs: Vec<&[u8]> = messages.into_iter().collect();
            let mut tags = vec![Tag::default(); inputs.len()];
            let pairs = inputs.into_iter().zip(&mut tags);
            let mut raw: Vec<_> =
                pairs.map(|(input, tag)| Message::mac(input, tag.as_mut_bytes(), key.as_bytes())).collect();
            compute(ffi::$row(), &mut raw, pool);
            drop(raw);
            tags
        }

        #[doc = concat!("Verifies the tag of every message by ", $text, ".")]
        ///
        /// # Errors
        /// [`ForgedMessages`] with the indices of messages whose tag is wrong.
        pub fn $verify<'a>(
            key: &'a Key,
            messages: impl IntoIterator<Item = (&'a [u8], &'a Tag)>,
            pool: Option<&Pool>,
        ) -> Result<(), ForgedMessages> {
            let raw = |(input, tag): (_, &'a Tag)| Message::verify(input, tag.as_bytes(), key.as_bytes());
            let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
            check(&mut messages, pool, |messages, pool| ffi::batch(ffi::$row(), ffi::ASCON_VERIFY, messages, pool))
        })*
    };
}
macs! {
    v13_mac v13_mac_verify v13_mac, "Ascon-MAC (v1.3)";
    v12_mac v12_mac_verify v12_mac, "Ascon-MAC (v1.2)";
    v12_maca v12_maca_verify v12_maca, "Ascon-MACa (v1.2)";
}

macro_rules! prfs {
    ($($name:ident $row:ident, $text:literal;)*) => {
        $(#[doc = concat!("Fills the output of every message by ", $text, ".")]
        pub fn $name<'a>(
            key: &'a Key,
            messages: impl IntoIterator<Item = (&'a [u8], &'a mut [u8])>,
            pool: Option<&Pool>,
        ) {
            let raw = |(input, out)| Message::compute(input, out, &[], key.as_bytes());
            let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
            compute(ffi::$row(), &mut messages, pool);
        })*
    };
}
prfs! {
    v13_prf v13_prf, "Ascon-PRF (v1.3)";
    v12_prf v12_prf, "Ascon-PRF (v1.2)";
    v12_prfa v12_prfa, "Ascon-PRFa (v1.2)";
}

#[cfg(test)]
mod tests {
    use super::ForgedMessages;
    use alloc::string::ToString;
    use alloc::vec;

    #[test]
    fn the_text_names_the_first_one() {
        let forged = ForgedMessages { indices: vec![7, 9], count: 1000 };
        assert_eq!(forged.to_string(), "the tag of message 7 does not match; 2 of 1000 are wrong");
    }
}

//! Key derivation, and KMAC: a MAC with output of any length, whose inputs include a purpose. Protocols that prescribe
//! HMAC or HKDF need [`hmac`](crate::hmac).
//!
//! ```
//! use asconkit::{Key, kdf};
//!
//! let secret = b"the result of a key agreement";
//! let mut request_key = [0; 16];
//! kdf::derive(b"a salt", secret, b"my protocol, requests", &mut request_key);
//!
//! let key = Key::<32>::generate()?;
//! let tag = kdf::kmac::<16>(key.as_ref(), b"my protocol, tags", b"a message")?;
//! kdf::kmac_verify(key.as_ref(), b"my protocol, tags", b"a message", &tag)?;
//! assert!(kdf::kmac_verify(key.as_ref(), b"another purpose", b"a message", &tag).is_err());
//! # Ok::<(), asconkit::Error>(())
//! ```
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::secrets::{in_pieces, opaque};
use crate::{Error, Key, Tag, ffi};

/// The longest customization string of KMAC.
pub const MAX_CUSTOMIZATION: usize = 247;

/// KMAC over Ascon-CXOF128 (SP 800-185, section 4) of one message: a tag of `T` bytes. Tags of different lengths are
/// unrelated.
///
/// # Errors
/// [`Error::Length`] if `customization` has more than 247 bytes.
pub fn kmac<const T: usize>(key: &[u8], customization: &[u8], message: &[u8]) -> Result<Tag<T>, Error> {
    let mut kmac = Kmac::new(key, customization)?;
    kmac.update(message);
    Ok(kmac.finish())
}

/// Verifies a tag of `T` bytes, at least 4, in constant time. Your protocol fixes `T`.
///
/// # Errors
/// [`Error::Forged`] if it is not the tag of this message; [`Error::Length`] if `customization` has more than 247 bytes.
pub fn kmac_verify<const T: usize>(
    key: &[u8], customization: &[u8], message: &[u8], tag: &Tag<T>,
) -> Result<(), Error> {
    let mut kmac = Kmac::new(key, customization)?;
    kmac.update(message);
    kmac.verify(tag)
}

/// KMAC of an incremental message. A clone of an object that has just been started can be used for the next message
/// under the same key.
#[derive(Clone)]
pub struct Kmac(ffi::KmacContext);

impl Kmac {
    /// Starts a message. A key has any length; for 128-bit security, at least 16 bytes that are secret and random. The
    /// customization string names the purpose.
    ///
    /// # Errors
    /// [`Error::Length`] if `customization` has more than 247 bytes.
    pub fn new(key: &[u8], customization: &[u8]) -> Result<Self, Error> {
        Error::check_length("customization", customization.len(), 0, MAX_CUSTOMIZATION)?;
        Ok(Self(ffi::KmacContext::new(customization, key)))
    }

    /// Ends the message and returns the tag of all pieces.
    #[must_use]
    pub fn finish<const T: usize>(self) -> Tag<T> {
        let mut tag = Tag::default();
        self.0.finalize(tag.as_mut_bytes());
        tag
    }

    /// Fills `out`. Outputs of different lengths are unrelated.
    pub fn finish_into(self, out: &mut [u8]) {
        self.0.finalize(out);
    }

    /// Verifies the tag of all pieces in constant time. `T` is at least 4, and your protocol fixes it.
    ///
    /// # Errors
    /// [`Error::Forged`] if the tag is wrong.
    pub fn verify<const T: usize>(self, tag: &Tag<T>) -> Result<(), Error> {
        const { assert!(T >= 4, "a tag has at least 4 bytes") };
        self.0.verify(tag.as_bytes())
    }

    /// Ends the message and returns output of any length (KMACXOF, section 4.3.1), which is unrelated to the output of
    /// [`finish`](Self::finish).
    #[must_use]
    pub fn finish_xof(self) -> KmacOutput {
        KmacOutput(self.0)
    }
}

/// The output of KMACXOF: any number of bytes.
#[derive(Clone)]
pub struct KmacOutput(ffi::KmacContext);

impl KmacOutput {
    /// Fills `out` with the next bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }
}

/// Derives a key from a secret in one step, with the arguments of HKDF: `salt` and `info` may be empty; `info` names
/// the purpose of the output. The secret has any distribution with at least 128 bits of entropy; it is not a password.
pub fn derive(salt: &[u8], secret: &[u8], info: &[u8], out: &mut [u8]) {
    ffi::kdf_derive(salt, secret, info, out);
}

/// Step one of two, to derive many keys from a secret: returns a key for [`expand`] only.
#[must_use]
pub fn extract(salt: &[u8], secret: &[u8]) -> Key<32> {
    let mut prk = Key::from([0; 32]);
    ffi::kdf_extract(salt, secret, prk.as_mut_bytes());
    prk
}

/// Step two: derives one output for each `info`. `key` is from [`extract`], or another secret key of at least 16 bytes.
pub fn expand<const N: usize>(key: &Key<N>, info: &[u8], out: &mut [u8]) {
    const { assert!(N >= 16, "a key has at least 16 bytes") };
    ffi::kdf_expand(key.as_bytes(), info, out);
}

in_pieces!(Kmac);
opaque!(KmacOutput);

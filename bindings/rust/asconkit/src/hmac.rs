//! HMAC, HKDF and PBKDF2 with Ascon-Hash256, for protocols that prescribe them. If you are free to choose, use
//! [`kdf`](crate::kdf), which is faster.
//!
//! HMAC uses a block size of **64 bytes**. No standard fixes it, so other implementations may compute other tags.
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::secrets::in_pieces;
use crate::{Error, Key, Tag, ffi};

/// The longest output of HKDF.
pub const HKDF_MAX: usize = 255 * 32;

/// HMAC (RFC 2104) of an incremental message. A clone of an object that has just been started can be used for the next
/// message under the same key, which saves half of the work of a short message.
#[derive(Clone)]
pub struct Hmac(ffi::HmacContext);

impl Hmac {
    /// Starts a message. A key has any length; for 128-bit security, at least 16 bytes that are secret and random.
    #[must_use]
    pub fn new(key: &[u8]) -> Self {
        Self(ffi::HmacContext::new(key))
    }

    /// Ends the message and returns the tag of all pieces.
    #[must_use]
    pub fn finish(self) -> Tag<32> {
        let mut tag = Tag::default();
        self.0.finalize(tag.as_mut_bytes());
        tag
    }

    /// Verifies the tag of all pieces, or its first 16 to 31 bytes, in constant time. Your protocol fixes the number.
    ///
    /// # Errors
    /// [`Error::Forged`] if the tag is wrong.
    pub fn verify<const T: usize>(self, tag: &Tag<T>) -> Result<(), Error> {
        const { assert!(T >= 16 && T <= 32, "a tag has 16 to 32 bytes") };
        self.0.verify(tag.as_bytes())
    }
}

/// The HMAC of one message.
#[must_use]
pub fn hmac(key: &[u8], message: &[u8]) -> Tag<32> {
    let mut hmac = Hmac::new(key);
    hmac.update(message);
    hmac.finish()
}

/// Step one of HKDF (RFC 5869, section 2.2).
#[must_use]
pub fn hkdf_extract(salt: &[u8], secret: &[u8]) -> Key<32> {
    let mut prk = Key::from([0; 32]);
    ffi::hkdf_extract(salt, secret, prk.as_mut_bytes());
    prk
}

/// Step two of HKDF (RFC 5869, section 2.3). A shorter output is a prefix of a longer output.
///
/// # Errors
/// [`Error::Length`] if `out` has more than 8160 bytes.
pub fn hkdf_expand<const N: usize>(key: &Key<N>, info: &[u8], out: &mut [u8]) -> Result<(), Error> {
    Error::check_length("out", out.len(), 0, HKDF_MAX)?;
    ffi::hkdf_expand(key.as_bytes(), info, out);
    Ok(())
}

/// Both steps of HKDF in one call.
///
/// # Errors
/// [`Error::Length`] if `out` has more than 8160 bytes.
pub fn hkdf(salt: &[u8], secret: &[u8], info: &[u8], out: &mut [u8]) -> Result<(), Error> {
    Error::check_length("out", out.len(), 0, HKDF_MAX)?;
    hkdf_expand(&hkdf_extract(salt, secret), info, out)
}

/// PBKDF2 (RFC 8018, section 5.2). **For compatibility only**: an attacker who guesses passwords on a GPU is far faster
/// than you. Use Argon2id for new designs.
///
/// # Errors
/// [`Error::Number`] if `iterations` is 0.
pub fn pbkdf2(password: &[u8], salt: &[u8], iterations: u32, out: &mut [u8]) -> Result<(), Error> {
    if iterations == 0 {
        return Err(Error::Number { what: "iterations", found: 0, min: 1, max: u32::MAX.into() });
    }
    // 128 GiB, if the memory had so much.
    Error::check_length("out", out.len(), 0, usize::try_from(u64::from(u32::MAX) * 32).unwrap_or(usize::MAX))?;
    ffi::pbkdf2(password, salt, iterations, out);
    Ok(())
}

in_pieces!(Hmac);

//! Authenticated encryption. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::ffi::{self, Fixed};
use crate::{Error, Key, Nonce, Tag};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// Bytes of a whole tag.
pub(crate) const TAG: usize = 16;

/// The ciphertext and the tag of a sealed message.
fn split_sealed(sealed: &[u8]) -> Result<(&[u8], &[u8; TAG]), Error> {
    sealed.split_last_chunk().ok_or(Error::Forged)
}

/// A type with the calls of an AEAD for whole messages.
macro_rules! aead {
    ($(#[$doc:meta])* $name:ident, $calls:ident, $key:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            key: Key<$key>,
        }

        impl $name {
            /// Bytes of a key.
            pub const KEY_BYTES: usize = $key;

            /// Copies the key, which is erased when the object is dropped.
            #[must_use]
            pub fn new(key: &Key<$key>) -> Self {
                Self { key: key.clone() }
            }

            #[inline]
            fn fixed<'a>(&'a self, nonce: &'a Nonce, ad: &'a [u8]) -> Fixed<'a> {
                Fixed { key: self.key.as_bytes(), nonce: nonce.as_bytes(), ad }
            }

            /// Encrypts, and returns the ciphertext and 16 bytes of tag. `ad` is associated data: authenticated, not
            /// encrypted.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn seal(&self, nonce: &Nonce, text: &[u8], ad: &[u8]) -> Vec<u8> {
                self.fixed(nonce, ad).seal_to_vec::<ffi::$calls>(text)
            }

            /// Verifies and decrypts the output of [`seal`](Self::seal).
            ///
            /// # Errors
            /// [`Error::Forged`] if the message is not authentic.
            #[cfg(feature = "alloc")]
            pub fn open(&self, nonce: &Nonce, sealed: &[u8], ad: &[u8]) -> Result<Vec<u8>, Error> {
                let (text, tag) = split_sealed(sealed)?;
                self.fixed(nonce, ad).open_to_vec::<ffi::$calls>(text, tag)
            }

            /// Encrypts like `seal()`, into a buffer that you provide.
            ///
            /// # Errors
            /// [`Error::Length`] if `sealed` is not 16 bytes longer than `text`.
            pub fn seal_into(&self, nonce: &Nonce, text: &[u8], ad: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
                Error::check_length("sealed", sealed.len(), text.len() + TAG, text.len() + TAG)?;
                let (out, tag) = sealed.split_at_mut(text.len());
                self.fixed(nonce, ad).seal::<ffi::$calls>(text, out, tag);
                Ok(())
            }

            /// Decrypts like `open()`, into a buffer that you provide.
            ///
            /// # Errors
            /// [`Error::Length`] if `text` is not 16 bytes shorter than `sealed`; [`Error::Forged`] if the message is
            /// not authentic: then `text` is all zeros.
            pub fn open_into(&self, nonce: &Nonce, sealed: &[u8], ad: &[u8], text: &mut [u8]) -> Result<(), Error> {
                let (ciphertext, tag) = split_sealed(sealed).inspect_err(|_| ffi::wipe(text))?;
                Error::check_length("text", text.len(), ciphertext.len(), ciphertext.len())?;
                self.fixed(nonce, ad).open::<ffi::$calls>(ciphertext, text, tag)
            }

            /// Encrypts in place, and returns the tag.
            #[must_use]
            pub fn seal_in_place(&self, nonce: &Nonce, buffer: &mut [u8], ad: &[u8]) -> Tag {
                let mut tag = Tag::default();
                self.fixed(nonce, ad).seal_in_place::<ffi::$calls>(buffer, tag.as_mut_bytes());
                tag
            }

            /// Verifies the tag and decrypts in place.
            ///
            /// # Errors
            /// [`Error::Forged`] if the message is not authentic: then `buffer` is all zeros.
            pub fn open_in_place(&self, nonce: &Nonce, buffer: &mut [u8], tag: &Tag, ad: &[u8]) -> Result<(), Error> {
                self.fixed(nonce, ad).open_in_place::<ffi::$calls>(buffer, tag.as_bytes())
            }

            /// Encrypts into another buffer of the same length, and returns the tag.
            ///
            /// # Errors
            /// [`Error::Length`] if the lengths differ.
            pub fn seal_detached(&self, nonce: &Nonce, text: &[u8], ad: &[u8], out: &mut [u8]) -> Result<Tag, Error> {
                Error::check_length("out", out.len(), text.len(), text.len())?;
                let mut tag = Tag::default();
                self.fixed(nonce, ad).seal::<ffi::$calls>(text, out, tag.as_mut_bytes());
                Ok(tag)
            }

            /// Verifies the tag and decrypts into another buffer of the same length.
            ///
            /// # Errors
            /// [`Error::Length`] if the lengths differ; [`Error::Forged`] if the message is not authentic: then `out`
            /// is all zeros.
            pub fn open_detached(
                &self,
                nonce: &Nonce,
                text: &[u8],
                tag: &Tag,
                ad: &[u8],
                out: &mut [u8],
            ) -> Result<(), Error> {
                Error::check_length("out", out.len(), text.len(), text.len())?;
                self.fixed(nonce, ad).open::<ffi::$calls>(text, out, tag.as_bytes())
            }

            #[cfg(feature = "aead")]
            pub(crate) fn seal_inout(
                &self,
                nonce: &[u8; 16],
                ad: &[u8],
                buffer: ::aead::inout::InOutBuf<'_, '_, u8>,
            ) -> [u8; TAG] {
                let mut tag = [0; TAG];
                Fixed { key: self.key.as_bytes(), nonce, ad }.seal_inout::<ffi::$calls>(buffer, &mut tag);
                tag
            }

            #[cfg(feature = "aead")]
            pub(crate) fn open_inout(
                &self,
                nonce: &[u8; 16],
                ad: &[u8],
                buffer: ::aead::inout::InOutBuf<'_, '_, u8>,
                tag: &[u8; TAG],
            ) -> Result<(), Error> {
                Fixed { key: self.key.as_bytes(), nonce, ad }.open_inout::<ffi::$calls>(buffer, tag)
            }

            #[cfg(feature = "alloc")]
            #[allow(dead_code)] // ISAP has no batches
            pub(crate) fn key_bytes(&self) -> &[u8; $key] {
                self.key.as_bytes()
            }
        }

        impl fmt::Debug for $name {
            /// Does not show the key.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }

        impl zeroize::ZeroizeOnDrop for $name {}
    };
}

/// Tags shorter than 16 bytes, for the algorithms of SP 800-232 only.
macro_rules! short_tags {
    ($name:ident, $calls:ident) => {
        impl $name {
            /// Encrypts in place, and returns a tag of `T` bytes, 4 to 16: the first bytes of the whole tag. Below 8
            /// bytes the standard requires a documented limit on forgery attempts (SP 800-232, section 4.2.1).
            #[must_use]
            pub fn seal_in_place_short<const T: usize>(&self, nonce: &Nonce, buffer: &mut [u8], ad: &[u8]) -> Tag<T> {
                const { assert!(T >= 4 && T <= 16, "a tag has 4 to 16 bytes") };
                let mut tag = Tag::default();
                self.fixed(nonce, ad).seal_in_place::<ffi::$calls>(buffer, tag.as_mut_bytes());
                tag
            }

            /// Verifies a tag of `T` bytes and decrypts in place. Your protocol fixes `T`. It is part of the type, so
            /// it cannot come from the message.
            ///
            /// # Errors
            /// [`Error::Forged`] if the message is not authentic: then `buffer` is all zeros.
            pub fn open_in_place_short<const T: usize>(
                &self, nonce: &Nonce, buffer: &mut [u8], tag: &Tag<T>, ad: &[u8],
            ) -> Result<(), Error> {
                const { assert!(T >= 4 && T <= 16, "a tag has 4 to 16 bytes") };
                self.fixed(nonce, ad).open_in_place::<ffi::$calls>(buffer, tag.as_bytes())
            }
        }
    };
}

/// Messages in pieces.
macro_rules! pieces {
    ($name:ident, $row:ident) => {
        impl $name {
            /// Starts an incremental message to encrypt.
            #[must_use]
            pub fn sealer(&self, nonce: &Nonce) -> Sealer {
                Sealer(ffi::AeadContext::new(ffi::$row(), nonce.as_bytes(), self.key.as_bytes()))
            }

            /// Starts an incremental message to decrypt.
            #[must_use]
            pub fn opener(&self, nonce: &Nonce) -> Opener {
                Opener(ffi::AeadContext::new(ffi::$row(), nonce.as_bytes(), self.key.as_bytes()))
            }
        }
    };
}

/// Many messages in one call. `$run` is a function of the messages and the pool.
macro_rules! batches {
    ($name:ident, $run:expr) => {
        #[cfg(feature = "alloc")]
        impl $name {
            /// Encrypts many messages in place, side by side in vector registers and on the threads of a
            /// [`Pool`](crate::batch::Pool). No two messages may have the same nonce.
            pub fn seal_batch<'a>(
                &'a self, messages: impl IntoIterator<Item = crate::batch::Seal<'a>>, pool: Option<&crate::batch::Pool>,
            ) {
                let raw = |message: crate::batch::Seal<'a>| message.raw(self.key_bytes());
                let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
                crate::batch::run(&mut messages, pool, |messages, pool| $run(ffi::ASCON_ENCRYPT, messages, pool));
            }

            /// Verifies and decrypts many messages in place. Messages that are not authentic become zeros; all other
            /// messages are decrypted.
            ///
            /// # Errors
            /// [`ForgedMessages`](crate::batch::ForgedMessages) with the indices of messages that are not authentic.
            pub fn open_batch<'a>(
                &'a self, messages: impl IntoIterator<Item = crate::batch::Open<'a>>, pool: Option<&crate::batch::Pool>,
            ) -> Result<(), crate::batch::ForgedMessages> {
                let raw = |message: crate::batch::Open<'a>| message.raw(self.key_bytes());
                let mut messages: Vec<_> = messages.into_iter().map(raw).collect();
                crate::batch::check(&mut messages, pool, |messages, pool| $run(ffi::ASCON_DECRYPT, messages, pool))
            }
        }
    };
}

aead! {
    /// Ascon-AEAD128 (SP 800-232, section 4).
    ///
    /// ```
    /// use asconkit::{Aead128, Key, Nonce};
    ///
    /// let aead = Aead128::new(&Key::generate()?);
    /// let nonce = Nonce::from(0); // a counter is fine; never use one twice with the same key
    /// let sealed = aead.seal(&nonce, b"a secret", b"a header");
    /// assert_eq!(aead.open(&nonce, &sealed, b"a header")?, b"a secret");
    /// assert!(aead.open(&nonce, &sealed, b"another header").is_err());
    /// # Ok::<(), asconkit::Error>(())
    /// ```
    Aead128, Aead128, 16
}
short_tags!(Aead128, Aead128);
pieces!(Aead128, aead128);
batches!(Aead128, |op, messages, pool| ffi::batch(ffi::aead128(), op, messages, pool));

aead! {
    /// Ascon-AEAD128 with nonce masking (SP 800-232, section 4.2.2): a key of 32 bytes, for better protection where many
    /// keys are in use.
    Aead128NonceMasked, Aead128NonceMasked, 32
}
short_tags!(Aead128NonceMasked, Aead128NonceMasked);
pieces!(Aead128NonceMasked, aead128_nonce_masked);
batches!(Aead128NonceMasked, |op, messages, pool| ffi::batch(ffi::aead128_nonce_masked(), op, messages, pool));

aead! {
    /// Ascon-SIV: authenticated encryption that withstands repeated nonces. Two messages under the same key and nonce
    /// reveal only whether they are equal. Ascon-SIV reads every text twice.
    Siv, Siv, 32
}
batches!(Siv, ffi::siv_batch);

aead! {
    /// ISAP-A-128A (ISAP v2.0): authenticated encryption for devices whose power consumption an attacker measures. The
    /// designers recommend this instance.
    IsapA128a, IsapA128a, 16
}

aead! {
    /// ISAP-A-128 (ISAP v2.0): like [`IsapA128a`], with a wider margin and a tenth of the speed for short messages.
    IsapA128, IsapA128, 16
}

/// Ascon v1.2, whose results differ from the standard's.
pub(crate) mod v12 {
    use super::*;

    aead! {
        /// Ascon-128 (v1.2).
        Ascon128, V12Ascon128, 16
    }
    pieces!(Ascon128, v12_128);
    batches!(Ascon128, |op, messages, pool| ffi::batch(ffi::v12_128(), op, messages, pool));

    aead! {
        /// Ascon-128a (v1.2).
        Ascon128a, V12Ascon128a, 16
    }
    pieces!(Ascon128a, v12_128a);
    batches!(Ascon128a, |op, messages, pool| ffi::batch(ffi::v12_128a(), op, messages, pool));

    aead! {
        /// Ascon-80pq (v1.2), with a key of 20 bytes.
        Ascon80pq, V12Ascon80pq, 20
    }
    pieces!(Ascon80pq, v12_80pq);
    batches!(Ascon80pq, |op, messages, pool| ffi::batch(ffi::v12_80pq(), op, messages, pool));
}

// ---- Messages in pieces -------------------------------------------------------------------------------

const AD_FIRST: Error = Error::Order { call: "ad()", expected: "all associated data before the text" };

/// Encrypts an incremental message: call [`ad`](Self::ad) as often as needed, then [`update`](Self::update), then
/// [`finish`](Self::finish). Its state is erased on drop.
pub struct Sealer(ffi::AeadContext);

impl Sealer {
    /// Adds the next piece of the associated data.
    ///
    /// # Errors
    /// [`Error::Order`] after the first [`update`](Self::update).
    pub fn ad(&mut self, ad: &[u8]) -> Result<(), Error> {
        if self.0.ad(ad) { Ok(()) } else { Err(AD_FIRST) }
    }

    /// Encrypts the next piece in place.
    pub fn update(&mut self, buffer: &mut [u8]) {
        self.0.encrypt(buffer);
    }

    /// Ends the message and returns the tag.
    #[must_use]
    pub fn finish(self) -> Tag {
        let mut tag = Tag::default();
        self.0.encrypt_final(tag.as_mut_bytes());
        tag
    }
}

/// Decrypts an incremental message: call [`ad`](Self::ad) as often as needed, then
/// [`update_unverified`](Self::update_unverified), then [`finish`](Self::finish). Its state is erased on drop.
pub struct Opener(ffi::AeadContext);

impl Opener {
    /// Adds the next piece of the associated data.
    ///
    /// # Errors
    /// [`Error::Order`] after the first [`update_unverified`](Self::update_unverified).
    pub fn ad(&mut self, ad: &[u8]) -> Result<(), Error> {
        if self.0.ad(ad) { Ok(()) } else { Err(AD_FIRST) }
    }

    /// Decrypts the next piece in place. **The text is unverified**: an attacker may have chosen it. Do not act on it,
    /// show it or pass it on before [`finish`](Self::finish) has returned `Ok`, and erase it if `finish` fails. For
    /// long texts, [streams](crate::stream) do not have this danger.
    pub fn update_unverified(&mut self, buffer: &mut [u8]) {
        self.0.decrypt(buffer);
    }

    /// Verifies the tag of all pieces.
    ///
    /// # Errors
    /// [`Error::Forged`] if the message is not authentic: erase its text.
    pub fn finish(self, tag: &Tag) -> Result<(), Error> {
        self.0.decrypt_final(tag.as_bytes())
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(..)")
    }
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener(..)")
    }
}

//! Hashes and XOFs of SP 800-232, section 5. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::{Error, ffi};
use core::fmt;

/// The longest customization string of Ascon-CXOF128.
pub const MAX_CUSTOMIZATION: usize = 256;

/// Ascon-Hash256 (SP 800-232, section 5.1).
///
/// ```
/// use asconkit::Hash256;
///
/// let digest = Hash256::digest(b"hello");
/// assert_eq!(digest[..4], [0x22, 0xfa, 0x93, 0xe3]);
///
/// let mut hash = Hash256::new();
/// hash.update(b"hel");
/// hash.update(b"lo");
/// assert_eq!(hash.finish(), digest);
/// ```
#[derive(Clone)]
pub struct Hash256(ffi::SpongeContext);

impl Hash256 {
    /// Bytes of a digest.
    pub const BYTES: usize = 32;

    /// The digest of one message.
    #[must_use]
    pub fn digest(message: &[u8]) -> [u8; 32] {
        ffi::compute_hash256(message)
    }

    /// Starts a message in pieces.
    #[must_use]
    pub fn new() -> Self {
        Self(ffi::SpongeContext::hash256())
    }

    /// Adds the next piece.
    pub fn update(&mut self, data: &[u8]) {
        self.0.hash256_update(data);
    }

    /// The digest of all pieces.
    #[must_use]
    pub fn finish(mut self) -> [u8; 32] {
        let mut digest = [0; 32];
        self.0.hash256_final(&mut digest);
        digest
    }

    /// Writes the digest of all pieces, and starts a message again.
    #[cfg(feature = "digest")]
    pub(crate) fn finish_reset(&mut self, digest: &mut [u8; 32]) {
        self.0.hash256_final(digest);
        *self = Self::new();
    }
}

impl Default for Hash256 {
    fn default() -> Self {
        Self::new()
    }
}

/// Ascon-XOF128 (SP 800-232, section 5.2): output of any length.
///
/// ```
/// use asconkit::Xof128;
///
/// let mut all = [0; 40];
/// Xof128::digest(b"a seed", &mut all);
///
/// let mut xof = Xof128::new();
/// xof.update(b"a seed");
/// let mut output = xof.finish();
/// let (mut first, mut second) = ([0; 10], [0; 30]);
/// output.read(&mut first);
/// output.read(&mut second);
/// assert_eq!([&first[..], &second[..]].concat(), all);
/// ```
#[derive(Clone)]
pub struct Xof128(ffi::SpongeContext);

impl Xof128 {
    /// Fills `out` with the output for one message.
    pub fn digest(message: &[u8], out: &mut [u8]) {
        ffi::compute_xof128(message, out);
    }

    /// Starts a message in pieces.
    #[must_use]
    pub fn new() -> Self {
        Self(ffi::SpongeContext::xof128())
    }

    /// Adds the next piece.
    pub fn update(&mut self, data: &[u8]) {
        self.0.xof128_update(data);
    }

    /// Ends the message: its output can be read.
    #[must_use]
    pub fn finish(self) -> XofOutput {
        XofOutput(self.0)
    }
}

impl Default for Xof128 {
    fn default() -> Self {
        Self::new()
    }
}

/// Ascon-CXOF128 (SP 800-232, section 5.3): a XOF with a customization string, such as the name of the protocol.
/// Different strings give unrelated outputs.
///
/// ```
/// use asconkit::Cxof128;
///
/// let mut out = [0; 64];
/// Cxof128::digest(b"my protocol, v1", b"a message", &mut out)?;
/// let too_long = Cxof128::digest(&[0; 300], b"a message", &mut out).unwrap_err();
/// assert_eq!(too_long.to_string(), "customization has 300 bytes; expected 0 to 256");
/// # Ok::<(), asconkit::Error>(())
/// ```
#[derive(Clone)]
pub struct Cxof128(ffi::SpongeContext);

pub(crate) fn check_customization(customization: &[u8]) -> Result<(), Error> {
    Error::check_length("customization", customization.len(), 0, MAX_CUSTOMIZATION)
}

impl Cxof128 {
    /// Fills `out` with the output for one message.
    ///
    /// # Errors
    /// [`Error::Length`] if `customization` has more than 256 bytes.
    pub fn digest(customization: &[u8], message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        check_customization(customization)?;
        ffi::compute_cxof128(customization, message, out);
        Ok(())
    }

    /// Starts a message in pieces.
    ///
    /// # Errors
    /// [`Error::Length`] if `customization` has more than 256 bytes.
    pub fn new(customization: &[u8]) -> Result<Self, Error> {
        check_customization(customization)?;
        Ok(Self(ffi::SpongeContext::cxof128(customization)))
    }

    /// Adds the next piece.
    pub fn update(&mut self, data: &[u8]) {
        self.0.xof128_update(data);
    }

    /// Ends the message: its output can be read.
    #[must_use]
    pub fn finish(self) -> XofOutput {
        XofOutput(self.0)
    }
}

/// The output of a XOF, without end.
#[derive(Clone)]
pub struct XofOutput(ffi::SpongeContext);

impl XofOutput {
    /// Fills `out` with the next bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.xof128_squeeze(out);
    }
}

#[cfg(feature = "std")]
impl std::io::Read for XofOutput {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.0.xof128_squeeze(out);
        Ok(out.len())
    }
}

#[cfg(feature = "std")]
macro_rules! write {
    ($($name:ident)*) => {
        $(impl std::io::Write for $name {
            /// Adds the next piece: for `std::io::copy()`.
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.update(data);
                Ok(data.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        })*
    };
}
#[cfg(feature = "std")]
write!(Hash256 Xof128 Cxof128);

macro_rules! debug {
    ($($name:ident)*) => {
        $(impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
        impl zeroize::ZeroizeOnDrop for $name {})*
    };
}
debug!(Hash256 Xof128 Cxof128 XofOutput);

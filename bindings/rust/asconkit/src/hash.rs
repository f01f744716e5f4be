//! Hashes and XOFs of SP 800-232, section 5, and of Ascon v1.2, section 2.5. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::Error;
use crate::ffi::{self, SpongeContext};
use crate::secrets::{in_pieces, opaque};

/// The longest customization string of Ascon-CXOF128.
pub const MAX_CUSTOMIZATION: usize = 256;

/// A hash with digests of 32 bytes: the row of the library's table, and the call for one message.
macro_rules! hash {
    ($(#[$doc:meta])* $name:ident, $row:ident, $compute:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(SpongeContext);

        impl $name {
            /// Bytes of a digest.
            pub const BYTES: usize = 32;

            /// Returns the digest of one message.
            #[must_use]
            pub fn digest(message: &[u8]) -> [u8; 32] {
                ffi::$compute(message)
            }

            /// Starts an incremental message.
            #[must_use]
            pub fn new() -> Self {
                Self(SpongeContext::new(ffi::$row(), &[]))
            }

            /// Ends the message and returns the digest of all pieces.
            #[must_use]
            pub fn finish(mut self) -> [u8; 32] {
                let mut digest = [0; 32];
                self.0.squeeze(&mut digest);
                digest
            }

            /// Writes the digest of all pieces, and starts a new message.
            #[cfg(feature = "digest")]
            pub(crate) fn finish_reset(&mut self, digest: &mut [u8; 32]) {
                self.0.squeeze(digest);
                *self = Self::new();
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        in_pieces!($name);
    };
}

/// A XOF without a customization string.
macro_rules! xof {
    ($(#[$doc:meta])* $name:ident, $row:ident, $compute:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(SpongeContext);

        impl $name {
            /// Fills `out` with the output for one message.
            pub fn digest(message: &[u8], out: &mut [u8]) {
                ffi::$compute(message, out);
            }

            /// Starts an incremental message.
            #[must_use]
            pub fn new() -> Self {
                Self(SpongeContext::new(ffi::$row(), &[]))
            }

            /// Ends the message and returns its output.
            #[must_use]
            pub fn finish(self) -> XofOutput {
                XofOutput::new(self.0)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        in_pieces!($name);
    };
}

hash! {
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
    Hash256, hash256, compute_hash256
}

xof! {
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
    Xof128, xof128, compute_xof128
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
pub struct Cxof128(SpongeContext);

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

    /// Starts an incremental message.
    ///
    /// # Errors
    /// [`Error::Length`] if `customization` has more than 256 bytes.
    pub fn new(customization: &[u8]) -> Result<Self, Error> {
        check_customization(customization)?;
        Ok(Self(SpongeContext::new(ffi::cxof128(), customization)))
    }

    /// Ends the message and returns its output.
    #[must_use]
    pub fn finish(self) -> XofOutput {
        XofOutput::new(self.0)
    }
}

in_pieces!(Cxof128);

/// The output of a XOF or PRF: any number of bytes.
#[derive(Clone)]
pub struct XofOutput(SpongeContext);

impl XofOutput {
    pub(crate) fn new(context: SpongeContext) -> Self {
        Self(context)
    }

    /// Fills `out` with the next bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }
}

opaque!(XofOutput);

#[cfg(feature = "std")]
impl std::io::Read for XofOutput {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.0.squeeze(out);
        Ok(out.len())
    }
}

/// Ascon v1.2.
pub(crate) mod v12 {
    use super::{SpongeContext, XofOutput, ffi, in_pieces};

    hash! {
        /// Ascon-Hash (v1.2).
        Hash, v12_hash, compute_v12_hash
    }
    hash! {
        /// Ascon-Hasha (v1.2).
        Hasha, v12_hasha, compute_v12_hasha
    }
    xof! {
        /// Ascon-XOF (v1.2): output of any length.
        Xof, v12_xof, compute_v12_xof
    }
    xof! {
        /// Ascon-XOFa (v1.2): output of any length.
        Xofa, v12_xofa, compute_v12_xofa
    }
}

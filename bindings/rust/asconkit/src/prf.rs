//! MACs and PRFs (IACR ePrint 2021/1574), and the algorithms of Ascon v1.2. SPDX-License-Identifier: Apache-2.0 OR MIT

/// A MAC: the calls for one message, and a type for incremental messages.
macro_rules! mac {
    ($text:literal, $name:ident, $verify:ident, $type:ident, $row:ident, $compute_call:ident, $verify_call:ident) => {
        #[doc = concat!("The tag of a message by ", $text, ".")]
        #[must_use]
        pub fn $name(key: &Key, message: &[u8]) -> Tag {
            Tag::from(ffi::$compute_call(key.as_bytes(), message))
        }

        /// Verifies a tag in constant time.
        ///
        /// # Errors
        /// [`Error::Forged`] if it is not the tag of this message under this key.
        pub fn $verify(key: &Key, message: &[u8], tag: &Tag) -> Result<(), Error> {
            ffi::$verify_call(key.as_bytes(), message, tag.as_bytes())
        }

        #[doc = concat!($text, " of a message in pieces.")]
        /// A clone of an object that has just been started can be used for the next message under the same key.
        #[derive(Clone)]
        pub struct $type(SpongeContext);

        impl $type {
            /// Starts a message.
            #[must_use]
            pub fn new(key: &Key) -> Self {
                Self(SpongeContext::new(ffi::$row(), key.as_bytes()))
            }

            /// Ends the message and returns the tag of all pieces.
            #[must_use]
            pub fn finish(mut self) -> Tag {
                let mut tag = Tag::default();
                self.0.squeeze(tag.as_mut_bytes());
                tag
            }

            /// Verifies the tag of all pieces in constant time.
            ///
            /// # Errors
            /// [`Error::Forged`] if the tag is wrong.
            pub fn verify(self, tag: &Tag) -> Result<(), Error> {
                self.0.verify(tag.as_bytes())
            }
        }

        in_pieces!($type);
    };
}

/// A PRF: the call for one message, and a type for incremental messages.
macro_rules! prf {
    ($text:literal, $name:ident, $type:ident, $row:ident, $call:ident) => {
        #[doc = concat!("Fills `out` by ", $text, ".")]
        pub fn $name(key: &Key, message: &[u8], out: &mut [u8]) {
            ffi::$call(key.as_bytes(), message, out);
        }

        #[doc = concat!($text, " of a message in pieces.")]
        /// A clone of an object that has just been started can be used for the next message under the same key.
        #[derive(Clone)]
        pub struct $type(SpongeContext);

        impl $type {
            /// Starts a message.
            #[must_use]
            pub fn new(key: &Key) -> Self {
                Self(SpongeContext::new(ffi::$row(), key.as_bytes()))
            }

            /// Ends the message and returns its output.
            #[must_use]
            pub fn finish(self) -> XofOutput {
                XofOutput::new(self.0)
            }
        }

        in_pieces!($type);
    };
}

/// A PRF of short messages.
macro_rules! prfshort {
    ($(#[$doc:meta])* $name:ident, $call:ident) => {
        $(#[$doc])*
        ///
        /// A shorter output is a prefix of a longer output, as in the designers' C code. `docs/moving.md` names
        /// implementations for which this is not so.
        ///
        /// # Errors
        /// [`Error::Length`] if `message` has more than 16 bytes, or `out` does not have 1 to 16.
        pub fn $name(key: &Key, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
            Error::check_length("message", message.len(), 0, 16)?;
            Error::check_length("out", out.len(), 1, 16)?;
            ffi::$call(key.as_bytes(), message, out);
            Ok(())
        }
    };
}

/// MAC, PRF and PrfShort of Ascon v1.3, with the conventions of SP 800-232.
///
/// ```
/// use asconkit::{Key, v13};
///
/// let key = Key::from([7; 16]);
/// let tag = v13::mac(&key, b"a message");
/// let mut mac = v13::Mac::new(&key);
/// mac.update(b"a mess");
/// mac.update(b"age");
/// mac.verify(&tag)?;
/// # Ok::<(), asconkit::Error>(())
/// ```
pub mod v13 {
    use crate::ffi::{self, SpongeContext};
    use crate::secrets::in_pieces;
    use crate::{Error, Key, Tag, XofOutput};

    mac!("Ascon-MAC (v1.3)", mac, mac_verify, Mac, v13_mac, compute_v13_mac, verify_v13_mac);
    prf!("Ascon-PRF (v1.3)", prf, Prf, v13_prf, compute_v13_prf);
    prfshort! {
        /// Fills `out` by Ascon-PrfShort (v1.3).
        prfshort, compute_v13_prfshort
    }
}

/// Ascon v1.2, whose results differ from the standard's.
pub mod v12 {
    pub use crate::aead::v12::{Ascon80pq, Ascon128, Ascon128a};
    use crate::ffi::{self, SpongeContext};
    pub use crate::hash::v12::{Hash, Hasha, Xof, Xofa};
    use crate::secrets::in_pieces;
    use crate::{Error, Key, Tag, XofOutput};

    mac!("Ascon-MAC (v1.2)", mac, mac_verify, Mac, v12_mac, compute_v12_mac, verify_v12_mac);
    mac!("Ascon-MACa (v1.2)", maca, maca_verify, Maca, v12_maca, compute_v12_maca, verify_v12_maca);
    prf!("Ascon-PRF (v1.2)", prf, Prf, v12_prf, compute_v12_prf);
    prf!("Ascon-PRFa (v1.2)", prfa, Prfa, v12_prfa, compute_v12_prfa);
    prfshort! {
        /// Fills `out` by Ascon-PrfShort (v1.2).
        prfshort, compute_v12_prfshort
    }
}

//! MACs and PRFs (IACR ePrint 2021/1574), and the hashes of v1.2. SPDX-License-Identifier: Apache-2.0 OR MIT

/// A MAC of whole messages.
macro_rules! mac {
    ($(#[$doc:meta])* $name:ident, $verify:ident, $compute_call:ident, $verify_call:ident) => {
        $(#[$doc])*
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
    };
}

/// A PRF of whole messages.
macro_rules! prf {
    ($(#[$doc:meta])* $name:ident, $call:ident) => {
        $(#[$doc])*
        pub fn $name(key: &Key, message: &[u8], out: &mut [u8]) {
            ffi::$call(key.as_bytes(), message, out);
        }
    };
}

/// A PRF of short messages.
macro_rules! prfshort {
    ($(#[$doc:meta])* $name:ident, $call:ident) => {
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::Length`] if `message` has more than 16 bytes, or `out` not 1 to 16.
        pub fn $name(key: &Key, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
            Error::check_length("message", message.len(), 0, 16)?;
            Error::check_length("out", out.len(), 1, 16)?;
            ffi::$call(key.as_bytes(), message, out);
            Ok(())
        }
    };
}

/// MAC, PRF and PrfShort of Ascon v1.3, with the conventions of SP 800-232. Whole messages.
pub mod v13 {
    use crate::{Error, Key, Tag, ffi};

    mac! {
        /// The tag of a message by Ascon-MAC (v1.3).
        mac, mac_verify, compute_v13_mac, verify_v13_mac
    }
    prf! {
        /// Fills `out` by Ascon-PRF (v1.3).
        prf, compute_v13_prf
    }
    prfshort! {
        /// Fills `out` by Ascon-PrfShort (v1.3).
        prfshort, compute_v13_prfshort
    }
}

/// Ascon v1.2, whose results differ from the standard's. Hashes, MACs and PRFs take whole messages.
pub mod v12 {
    pub use crate::aead::v12::{Ascon80pq, Ascon128, Ascon128a};
    use crate::{Error, Key, Tag, ffi};

    /// The digest of a message by Ascon-Hash (v1.2).
    #[must_use]
    pub fn hash(message: &[u8]) -> [u8; 32] {
        ffi::compute_v12_hash(message)
    }

    /// The digest of a message by Ascon-Hasha (v1.2).
    #[must_use]
    pub fn hasha(message: &[u8]) -> [u8; 32] {
        ffi::compute_v12_hasha(message)
    }

    /// Fills `out` by Ascon-XOF (v1.2).
    pub fn xof(message: &[u8], out: &mut [u8]) {
        ffi::compute_v12_xof(message, out);
    }

    /// Fills `out` by Ascon-XOFa (v1.2).
    pub fn xofa(message: &[u8], out: &mut [u8]) {
        ffi::compute_v12_xofa(message, out);
    }

    mac! {
        /// The tag of a message by Ascon-MAC (v1.2).
        mac, mac_verify, compute_v12_mac, verify_v12_mac
    }
    mac! {
        /// The tag of a message by Ascon-MACa (v1.2).
        maca, maca_verify, compute_v12_maca, verify_v12_maca
    }
    prf! {
        /// Fills `out` by Ascon-PRF (v1.2).
        prf, compute_v12_prf
    }
    prf! {
        /// Fills `out` by Ascon-PRFa (v1.2).
        prfa, compute_v12_prfa
    }
    prfshort! {
        /// Fills `out` by Ascon-PrfShort (v1.2).
        prfshort, compute_v12_prfshort
    }
}

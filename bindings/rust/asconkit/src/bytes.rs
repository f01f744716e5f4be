//! Keys, nonces and tags. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::{Error, ffi};
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A type over an array that is erased when it is dropped and compared in constant time.
macro_rules! array_type {
    ($(#[$doc:meta])* $name:ident<$default:literal>, $word:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<const N: usize = $default>([u8; N]);

        impl<const N: usize> $name<N> {
            /// The bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; N] {
                &self.0
            }

            #[allow(dead_code)] // by type
            pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8; N] {
                &mut self.0
            }
        }

        impl<const N: usize> From<[u8; N]> for $name<N> {
            fn from(bytes: [u8; N]) -> Self {
                Self(bytes)
            }
        }

        impl<const N: usize> From<&[u8; N]> for $name<N> {
            fn from(bytes: &[u8; N]) -> Self {
                Self(*bytes)
            }
        }

        impl<const N: usize> TryFrom<&[u8]> for $name<N> {
            type Error = Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                let wrong = Error::Length { what: $word, found: bytes.len(), min: N, max: N };
                bytes.try_into().map(Self).map_err(|_| wrong)
            }
        }

        impl<const N: usize> AsRef<[u8]> for $name<N> {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl<const N: usize> PartialEq for $name<N> {
            /// Compares in constant time.
            fn eq(&self, other: &Self) -> bool {
                ffi::equal(&self.0, &other.0)
            }
        }

        impl<const N: usize> Eq for $name<N> {}

        impl<const N: usize> Zeroize for $name<N> {
            fn zeroize(&mut self) {
                self.0.zeroize();
            }
        }

        impl<const N: usize> Drop for $name<N> {
            fn drop(&mut self) {
                self.zeroize();
            }
        }

        impl<const N: usize> ZeroizeOnDrop for $name<N> {}
    };
}

array_type! {
    /// A secret key of `N` bytes. It is erased when it is dropped. A move leaves a copy at the old address, so keep a
    /// key that moves often in a `Box`.
    Key<16>, "key"
}
array_type! {
    /// A nonce, which is public. Never encrypt two messages with the same nonce and key. A counter is fine.
    Nonce<16>, "nonce"
}
array_type! {
    /// A tag of `N` bytes. Two tags are compared in constant time.
    Tag<16>, "tag"
}

impl<const N: usize> Key<N> {
    /// Returns a new key from the operating system's random generator.
    ///
    /// # Errors
    /// [`Error::Random`] if the system gives no random bytes.
    #[cfg(any(unix, windows))]
    pub fn generate() -> Result<Self, Error> {
        let mut key = Self([0; N]);
        ffi::random_bytes(&mut key.0)?;
        Ok(key)
    }

    /// Returns a new key from your own random generator.
    #[cfg(feature = "rand_core")]
    pub fn from_rng(rng: &mut impl rand_core::CryptoRng) -> Self {
        let mut key = Self([0; N]);
        rng.fill_bytes(&mut key.0);
        key
    }
}

impl<const N: usize> fmt::Debug for Key<N> {
    /// Does not show the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key<{N}>(..)")
    }
}

fn write_hex(f: &mut fmt::Formatter<'_>, name: &str, bytes: &[u8]) -> fmt::Result {
    write!(f, "{name}(")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
    f.write_str(")")
}

impl<const N: usize> fmt::Debug for Nonce<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "Nonce", &self.0)
    }
}

impl<const N: usize> fmt::Debug for Tag<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "Tag", &self.0)
    }
}

impl<const N: usize> Default for Tag<N> {
    /// Zeros, for a call to overwrite.
    fn default() -> Self {
        Self([0; N])
    }
}

impl From<u128> for Nonce {
    /// The bytes of a counter, little-endian.
    fn from(counter: u128) -> Self {
        Self(counter.to_le_bytes())
    }
}

impl Nonce {
    /// Returns a random nonce from the operating system's random generator.
    ///
    /// # Errors
    /// [`Error::Random`] if the system gives no random bytes.
    #[cfg(any(unix, windows))]
    pub fn generate() -> Result<Self, Error> {
        let mut nonce = Self([0; 16]);
        ffi::random_bytes(&mut nonce.0)?;
        Ok(nonce)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Nonce, Tag};
    use crate::Error;
    use alloc::format;
    use core::mem::{ManuallyDrop, needs_drop};
    use zeroize::Zeroize;

    #[test]
    fn a_slice_of_another_length_is_refused() {
        let wrong = Error::Length { what: "key", found: 15, min: 16, max: 16 };
        assert_eq!(Key::<16>::try_from(&[0_u8; 15][..]).unwrap_err(), wrong);
        assert_eq!(Nonce::<16>::try_from(&[7_u8; 16][..]).unwrap().as_bytes(), &[7; 16]);
        assert!(Tag::<8>::try_from(&[0_u8; 16][..]).is_err());
    }

    #[test]
    fn keys_are_not_printed() {
        assert_eq!(format!("{:?}", Key::from([0x5a; 20])), "Key<20>(..)");
        assert_eq!(format!("{:?}", Nonce::from([0x5a; 2])), "Nonce(5a5a)");
        assert_eq!(format!("{:?}", Tag::from([1; 4])), "Tag(01010101)");
    }

    #[test]
    fn counters_are_nonces() {
        let mut expected = [0; 16];
        (expected[0], expected[1]) = (2, 1);
        assert_eq!(Nonce::from(0x0102_u128).as_bytes(), &expected);
    }

    #[test]
    fn dropping_erases() {
        assert!(needs_drop::<Key>() && needs_drop::<Nonce>() && needs_drop::<Tag>());
        // What drop() calls, seen in a place that stays.
        let mut key = ManuallyDrop::new(Key::from([0x5a; 32]));
        key.zeroize();
        assert_eq!(key.as_bytes(), &[0; 32]);
    }
}

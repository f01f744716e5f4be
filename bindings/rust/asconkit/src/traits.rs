//! The traits of RustCrypto, and modules that replace its crates. SPDX-License-Identifier: Apache-2.0 OR MIT

/// The traits of an AEAD, with its function that takes a key. `$inner` is the field of a type that has only the traits'
/// methods.
#[cfg(feature = "aead")]
macro_rules! aead {
    ($name:ty, $size:ident, $new:ident $(, $inner:tt)?) => {
        impl ::aead::KeySizeUser for $name {
            type KeySize = ::aead::array::sizes::$size;
        }

        impl ::aead::KeyInit for $name {
            fn new(key: &::aead::Key<Self>) -> Self {
                Self::$new(&crate::Key::from(&key.0))
            }
        }

        impl ::aead::AeadCore for $name {
            type NonceSize = ::aead::array::sizes::U16;
            type TagSize = ::aead::array::sizes::U16;
            const TAG_POSITION: ::aead::TagPosition = ::aead::TagPosition::Postfix;
        }

        impl ::aead::AeadInOut for $name {
            fn encrypt_inout_detached(
                &self,
                nonce: &::aead::Nonce<Self>,
                associated_data: &[u8],
                buffer: ::aead::inout::InOutBuf<'_, '_, u8>,
            ) -> ::aead::Result<::aead::Tag<Self>> {
                Ok(self$(.$inner)?.seal_inout(&nonce.0, associated_data, buffer).into())
            }

            fn decrypt_inout_detached(
                &self,
                nonce: &::aead::Nonce<Self>,
                associated_data: &[u8],
                buffer: ::aead::inout::InOutBuf<'_, '_, u8>,
                tag: &::aead::Tag<Self>,
            ) -> ::aead::Result<()> {
                self$(.$inner)?.open_inout(&nonce.0, associated_data, buffer, &tag.0).map_err(|_| ::aead::Error)
            }
        }
    };
}

/// The traits of the crate `aead` for types of [`crate::aead`].
#[cfg(feature = "aead")]
mod of_aead {
    use crate::{Aead128, Aead128NonceMasked, IsapA128, IsapA128a, Siv, v12};

    aead!(Aead128, U16, new);
    aead!(Aead128NonceMasked, U32, new);
    aead!(Siv, U32, new);
    aead!(IsapA128a, U16, new);
    aead!(IsapA128, U16, new);
    aead!(v12::Ascon128, U16, new);
    aead!(v12::Ascon128a, U16, new);
    aead!(v12::Ascon80pq, U20, new);
}

/// The traits of a type for messages in pieces. `$inner` is the field of a type that has only the traits' methods.
#[cfg(feature = "digest")]
macro_rules! update {
    ($text:literal, $name:ty $(, $inner:tt)?) => {
        impl digest::common::AlgorithmName for $name {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($text)
            }
        }

        impl digest::Update for $name {
            fn update(&mut self, data: &[u8]) {
                self$(.$inner)?.update(data);
            }
        }
    };
}

/// The traits of a hash.
#[cfg(feature = "digest")]
macro_rules! hash {
    ($text:literal, $name:ty $(, $inner:tt)?) => {
        update!($text, $name $(, $inner)?);

        impl digest::HashMarker for $name {}

        // The length to which HMAC pads keys, as in `asconkit::hmac`; a permutation takes 8 bytes.
        impl digest::common::BlockSizeUser for $name {
            type BlockSize = digest::consts::U64;
        }

        impl digest::OutputSizeUser for $name {
            type OutputSize = digest::consts::U32;
        }

        impl digest::FixedOutput for $name {
            fn finalize_into(self, out: &mut digest::Output<Self>) {
                out.0 = self$(.$inner)?.finish();
            }
        }

        impl digest::Reset for $name {
            fn reset(&mut self) {
                *self = Self::default();
            }
        }

        impl digest::FixedOutputReset for $name {
            fn finalize_into_reset(&mut self, out: &mut digest::Output<Self>) {
                self$(.$inner)?.finish_reset(&mut out.0);
            }
        }

        // Whole blocks of 64 bytes, for `Hmac`, `Hkdf` and `pbkdf2_hmac`, which keep a state after the key's block.
        impl digest::block_api::BufferKindUser for $name {
            type BufferKind = digest::block_api::Eager;
        }

        impl digest::block_api::UpdateCore for $name {
            fn update_blocks(&mut self, blocks: &[digest::block_api::Block<Self>]) {
                self$(.$inner)?.update(digest::block_api::Block::<Self>::slice_as_flattened(blocks));
            }
        }

        impl digest::block_api::FixedOutputCore for $name {
            fn finalize_fixed_core(
                &mut self,
                buffer: &mut digest::block_api::Buffer<Self>,
                out: &mut digest::Output<Self>,
            ) {
                self$(.$inner)?.update(buffer.get_data());
                self$(.$inner)?.finish_reset(&mut out.0);
            }
        }

        impl digest::block_api::EagerHash for $name {
            type Core = Self;
        }
    };
}

/// The traits of a XOF.
#[cfg(feature = "digest")]
macro_rules! xof {
    ($text:literal, $name:ty $(, $inner:tt)?) => {
        update!($text, $name $(, $inner)?);

        impl digest::HashMarker for $name {}

        impl digest::CollisionResistance for $name {
            type CollisionResistance = digest::consts::U16;
        }

        impl digest::OutputSizeUser for $name {
            type OutputSize = digest::consts::U64;
        }

        impl digest::ExtendableOutput for $name {
            type Reader = crate::XofOutput;

            fn finalize_xof(self) -> crate::XofOutput {
                self$(.$inner)?.finish()
            }
        }
    };
}

/// XOFs without a customization string can begin again.
#[cfg(feature = "digest")]
macro_rules! reset {
    ($($name:ty)*) => {
        $(impl digest::Reset for $name {
            fn reset(&mut self) {
                *self = Self::default();
            }
        }

        impl digest::ExtendableOutputReset for $name {
            fn finalize_xof_reset(&mut self) -> crate::XofOutput {
                digest::ExtendableOutput::finalize_xof(core::mem::take(self))
            }
        })*
    };
}

/// [`Cxof128`](crate::Cxof128), or a type over it.
#[cfg(feature = "digest")]
macro_rules! customized {
    ($name:ty, $make:expr) => {
        impl digest::TryCustomizedInit for $name {
            type Error = crate::Error;

            fn try_new_customized(customization: &[u8]) -> Result<Self, crate::Error> {
                crate::Cxof128::new(customization).map($make)
            }
        }
    };
}

/// The traits of the crate `digest` for types of [`crate::hash`] and [`crate::prf`].
#[cfg(feature = "digest")]
mod of_digest {
    use crate::{Cxof128, Hash256, Key, Xof128, XofOutput, v12, v13};
    use digest::common::KeySizeUser;
    use digest::consts::U16;
    use digest::{ExtendableOutput, FixedOutput, KeyInit, MacMarker, Output, OutputSizeUser, XofReader};

    hash!("Ascon-Hash256", Hash256);
    hash!("Ascon-Hash", v12::Hash);
    hash!("Ascon-Hasha", v12::Hasha);
    xof!("Ascon-XOF128", Xof128);
    xof!("Ascon-CXOF128", Cxof128);
    xof!("Ascon-Xof", v12::Xof);
    xof!("Ascon-Xofa", v12::Xofa);
    reset!(Xof128 v12::Xof v12::Xofa);
    customized!(Cxof128, core::convert::identity);

    impl XofReader for XofOutput {
        fn read(&mut self, out: &mut [u8]) {
            self.read(out);
        }
    }

    macro_rules! keyed {
        ($text:literal, $name:ty) => {
            update!($text, $name);

            impl KeySizeUser for $name {
                type KeySize = U16;
            }

            impl KeyInit for $name {
                fn new(key: &digest::Key<Self>) -> Self {
                    Self::new(&Key::from(&key.0))
                }
            }
        };
    }

    macro_rules! mac {
        ($text:literal, $name:ty) => {
            keyed!($text, $name);

            impl OutputSizeUser for $name {
                type OutputSize = U16;
            }

            impl FixedOutput for $name {
                fn finalize_into(self, out: &mut Output<Self>) {
                    out.0 = *self.finish().as_bytes();
                }
            }

            impl MacMarker for $name {}
        };
    }
    mac!("Ascon-Mac", v13::Mac);
    mac!("Ascon-Mac", v12::Mac);
    mac!("Ascon-Maca", v12::Maca);

    macro_rules! prf {
        ($text:literal, $name:ty) => {
            keyed!($text, $name);

            impl ExtendableOutput for $name {
                type Reader = XofOutput;

                fn finalize_xof(self) -> XofOutput {
                    self.finish()
                }
            }
        };
    }
    prf!("Ascon-Prf", v13::Prf);
    prf!("Ascon-Prf", v12::Prf);
    prf!("Ascon-Prfa", v12::Prfa);
}

/// Replaces RustCrypto's crate `ascon-aead128`: write `use asconkit::ascon_aead128::...` for `use ascon_aead128::...`.
///
/// ```
/// use asconkit::ascon_aead128::{
///     AsconAead128, AsconAead128Key,
///     aead::{Aead, KeyInit},
/// };
///
/// let cipher = AsconAead128::new(&AsconAead128Key::from([7; 16]));
/// let nonce = [0; 16].into(); // never the same twice under one key
/// let ciphertext = cipher.encrypt(&nonce, b"plaintext message".as_ref())?;
/// assert_eq!(cipher.decrypt(&nonce, ciphertext.as_ref())?, b"plaintext message");
/// # Ok::<(), asconkit::ascon_aead128::Error>(())
/// ```
#[cfg(feature = "aead")]
pub mod ascon_aead128 {
    use crate::Aead128;
    pub use aead::{self, Error, Key, Nonce, Tag};

    /// Ascon-AEAD128 with the traits of the crate `aead` and no other methods.
    #[derive(Clone, Debug)]
    pub struct AsconAead128(Aead128);

    /// Key for Ascon-AEAD128.
    pub type AsconAead128Key = Key<AsconAead128>;
    /// Nonce for Ascon-AEAD128.
    pub type AsconAead128Nonce = Nonce<AsconAead128>;
    /// Tag for Ascon-AEAD128.
    pub type AsconAead128Tag = Tag<AsconAead128>;

    impl AsconAead128 {
        fn of(key: &crate::Key<16>) -> Self {
            Self(Aead128::new(key))
        }
    }

    aead!(AsconAead128, U16, of, 0);

    impl zeroize::ZeroizeOnDrop for AsconAead128 {}
}

/// Replaces RustCrypto's crate `ascon-hash256`.
///
/// ```
/// use asconkit::ascon_hash256::{AsconHash256, Digest};
///
/// let mut hasher = AsconHash256::new();
/// hasher.update(b"hello");
/// assert_eq!(hasher.finalize()[..4], [0x22, 0xfa, 0x93, 0xe3]);
/// ```
#[cfg(feature = "digest")]
pub mod ascon_hash256 {
    use crate::Hash256;
    pub use digest::{self, Digest};

    /// Ascon-Hash256 with the traits of the crate `digest` and no other methods.
    #[derive(Clone, Debug, Default)]
    pub struct AsconHash256(Hash256);

    hash!("Ascon-Hash256", AsconHash256, 0);

    impl zeroize::ZeroizeOnDrop for AsconHash256 {}
}

/// Replaces RustCrypto's crate `ascon-xof128`, which also has Ascon-CXOF128.
///
/// ```
/// use asconkit::ascon_xof128::{AsconCxof128, ExtendableOutput, TryCustomizedInit, Update, XofReader};
///
/// let mut xof = AsconCxof128::try_new_customized(b"some customization string")?;
/// xof.update(b"some bytes");
/// let mut out = [0; 5];
/// xof.finalize_xof().read(&mut out);
/// # Ok::<(), asconkit::Error>(())
/// ```
#[cfg(feature = "digest")]
pub mod ascon_xof128 {
    /// The output of both XOFs.
    pub use crate::XofOutput as AsconXof128Reader;
    use crate::{Cxof128, Xof128};
    pub use digest::{self, ExtendableOutput, TryCustomizedInit, Update, XofReader};

    /// Ascon-XOF128 with the traits of the crate `digest` and no other methods.
    #[derive(Clone, Debug, Default)]
    pub struct AsconXof128(Xof128);

    /// Ascon-CXOF128 with only the traits of the crate `digest`. A customization string of more than 256 bytes gives
    /// [`Error::Length`](crate::Error::Length).
    #[derive(Clone, Debug)]
    pub struct AsconCxof128(Cxof128);

    xof!("Ascon-XOF128", AsconXof128, 0);
    xof!("Ascon-CXOF128", AsconCxof128, 0);
    reset!(AsconXof128);
    customized!(AsconCxof128, AsconCxof128);

    impl zeroize::ZeroizeOnDrop for AsconXof128 {}
    impl zeroize::ZeroizeOnDrop for AsconCxof128 {}
}

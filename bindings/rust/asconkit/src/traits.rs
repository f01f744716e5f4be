//! The traits of RustCrypto, and modules that take the place of its crates. SPDX-License-Identifier: Apache-2.0 OR MIT

/// The traits of the crate `aead` for types of [`crate::aead`].
#[cfg(feature = "aead")]
mod of_aead {
    use crate::{Aead128, Aead128NonceMasked, IsapA128, IsapA128a, Key, Siv, v12};
    use aead::array::sizes::{U16, U20, U32};
    use aead::inout::InOutBuf;
    use aead::{AeadCore, AeadInOut, Error, KeyInit, KeySizeUser, Nonce, Result, Tag, TagPosition};

    macro_rules! implement {
        ($($name:ty, $size:ty;)*) => {
            $(impl KeySizeUser for $name {
                type KeySize = $size;
            }

            impl KeyInit for $name {
                fn new(key: &aead::Key<Self>) -> Self {
                    Self::new(&Key::from(&key.0))
                }
            }

            impl AeadCore for $name {
                type NonceSize = U16;
                type TagSize = U16;
                const TAG_POSITION: TagPosition = TagPosition::Postfix;
            }

            impl AeadInOut for $name {
                fn encrypt_inout_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    associated_data: &[u8],
                    buffer: InOutBuf<'_, '_, u8>,
                ) -> Result<Tag<Self>> {
                    Ok(self.seal_inout(&nonce.0, associated_data, buffer).into())
                }

                fn decrypt_inout_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    associated_data: &[u8],
                    buffer: InOutBuf<'_, '_, u8>,
                    tag: &Tag<Self>,
                ) -> Result<()> {
                    self.open_inout(&nonce.0, associated_data, buffer, &tag.0).map_err(|_| Error)
                }
            })*
        };
    }

    implement! {
        Aead128, U16;
        Aead128NonceMasked, U32;
        Siv, U32;
        IsapA128a, U16;
        IsapA128, U16;
        v12::Ascon128, U16;
        v12::Ascon128a, U16;
        v12::Ascon80pq, U20;
    }
}

/// In place of RustCrypto's crate `ascon-aead128`: `use asconkit::ascon_aead128::...` for `use ascon_aead128::...`.
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
    use aead::array::sizes::U16;
    use aead::inout::InOutBuf;
    pub use aead::{self, Error, Key, Nonce, Tag};
    use aead::{AeadCore, AeadInOut, KeyInit, KeySizeUser, Result, TagPosition};

    /// Ascon-AEAD128 with the traits of the crate `aead` alone: its methods are theirs.
    #[derive(Clone, Debug)]
    pub struct AsconAead128(Aead128);

    /// Key for Ascon-AEAD128.
    pub type AsconAead128Key = Key<AsconAead128>;
    /// Nonce for Ascon-AEAD128.
    pub type AsconAead128Nonce = Nonce<AsconAead128>;
    /// Tag for Ascon-AEAD128.
    pub type AsconAead128Tag = Tag<AsconAead128>;

    impl KeySizeUser for AsconAead128 {
        type KeySize = U16;
    }

    impl KeyInit for AsconAead128 {
        fn new(key: &Key<Self>) -> Self {
            Self(Aead128::new(&crate::Key::from(&key.0)))
        }
    }

    impl AeadCore for AsconAead128 {
        type NonceSize = U16;
        type TagSize = U16;
        const TAG_POSITION: TagPosition = TagPosition::Postfix;
    }

    impl AeadInOut for AsconAead128 {
        fn encrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
        ) -> Result<Tag<Self>> {
            self.0.encrypt_inout_detached(nonce, associated_data, buffer)
        }

        fn decrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
            tag: &Tag<Self>,
        ) -> Result<()> {
            self.0.decrypt_inout_detached(nonce, associated_data, buffer, tag)
        }
    }

    impl zeroize::ZeroizeOnDrop for AsconAead128 {}
}

/// In place of RustCrypto's crate `ascon-hash256`.
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
    use core::fmt;
    use digest::common::{AlgorithmName, BlockSizeUser};
    use digest::consts::{U8, U32};
    pub use digest::{self, Digest};
    use digest::{FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};

    /// Ascon-Hash256 with the traits of the crate `digest` alone: its methods are theirs.
    #[derive(Clone, Debug, Default)]
    pub struct AsconHash256(Hash256);

    impl AlgorithmName for AsconHash256 {
        fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Ascon-Hash256")
        }
    }

    impl HashMarker for AsconHash256 {}

    impl BlockSizeUser for AsconHash256 {
        type BlockSize = U8;
    }

    impl OutputSizeUser for AsconHash256 {
        type OutputSize = U32;
    }

    impl Update for AsconHash256 {
        fn update(&mut self, data: &[u8]) {
            self.0.update(data);
        }
    }

    impl FixedOutput for AsconHash256 {
        fn finalize_into(self, out: &mut Output<Self>) {
            out.0 = self.0.finish();
        }
    }

    impl Reset for AsconHash256 {
        fn reset(&mut self) {
            self.0 = Hash256::new();
        }
    }

    impl FixedOutputReset for AsconHash256 {
        fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
            self.0.finish_reset(&mut out.0);
        }
    }

    impl zeroize::ZeroizeOnDrop for AsconHash256 {}
}

/// In place of RustCrypto's crate `ascon-xof128`, which has Ascon-CXOF128 too.
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
    use crate::{Cxof128, Error, Xof128, XofOutput};
    use core::fmt;
    use digest::common::AlgorithmName;
    use digest::consts::{U16, U64};
    pub use digest::{self, ExtendableOutput, TryCustomizedInit, Update, XofReader};
    use digest::{CollisionResistance, HashMarker, OutputSizeUser, Reset};

    /// Ascon-XOF128 with the traits of the crate `digest` alone: its methods are theirs.
    #[derive(Clone, Debug, Default)]
    pub struct AsconXof128(Xof128);

    /// Ascon-CXOF128 with the traits of the crate `digest` alone. A customization string of more than 256 bytes is
    /// [`Error::Length`].
    #[derive(Clone, Debug)]
    pub struct AsconCxof128(Cxof128);

    /// The output of both.
    #[derive(Clone, Debug)]
    pub struct AsconXof128Reader(XofOutput);

    macro_rules! implement {
        ($name:ident, $text:literal) => {
            impl AlgorithmName for $name {
                fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str($text)
                }
            }

            impl HashMarker for $name {}

            impl CollisionResistance for $name {
                type CollisionResistance = U16;
            }

            impl OutputSizeUser for $name {
                type OutputSize = U64;
            }

            impl Update for $name {
                fn update(&mut self, data: &[u8]) {
                    self.0.update(data);
                }
            }

            impl ExtendableOutput for $name {
                type Reader = AsconXof128Reader;

                fn finalize_xof(self) -> AsconXof128Reader {
                    AsconXof128Reader(self.0.finish())
                }
            }

            impl zeroize::ZeroizeOnDrop for $name {}
        };
    }
    implement!(AsconXof128, "Ascon-XOF128");
    implement!(AsconCxof128, "Ascon-CXOF128");

    impl Reset for AsconXof128 {
        fn reset(&mut self) {
            self.0 = Xof128::new();
        }
    }

    impl TryCustomizedInit for AsconCxof128 {
        type Error = Error;

        fn try_new_customized(customization: &[u8]) -> Result<Self, Error> {
            Cxof128::new(customization).map(Self)
        }
    }

    impl XofReader for AsconXof128Reader {
        fn read(&mut self, out: &mut [u8]) {
            self.0.read(out);
        }
    }

    impl zeroize::ZeroizeOnDrop for AsconXof128Reader {}
}

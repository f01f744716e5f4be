#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(all(test, not(feature = "alloc")))]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod aead;
#[cfg(feature = "alloc")]
pub mod batch;
mod bytes;
pub mod datagram;
mod error;
mod ffi;
mod hash;
pub mod hmac;
pub mod kdf;
#[cfg(all(feature = "argon2", any(unix, windows)))]
mod passphrase;
mod prf;
pub mod random;
mod secrets;
#[cfg(all(feature = "std", any(unix, windows)))]
pub mod stream;
mod traits;

pub use aead::{Aead128, Aead128NonceMasked, IsapA128, IsapA128a, Opener, Sealer, Siv};
pub use bytes::{Key, Nonce, Tag};
pub use error::Error;
pub use hash::{Cxof128, Hash256, MAX_CUSTOMIZATION, Xof128, XofOutput};
pub use prf::{v12, v13};
pub use random::Generator;
#[cfg(feature = "aead")]
pub use traits::ascon_aead128;
#[cfg(feature = "digest")]
pub use traits::{ascon_hash256, ascon_xof128};

/// Name of the C code that is used on this processor, such as `"c64"`.
#[must_use]
pub fn backend() -> &'static str {
    ffi::backend()
}

//! Ascon-Hash256 for transcripts, and HKDF over HMAC-Ascon-Hash256. SPDX-License-Identifier: Apache-2.0 OR MIT

use alloc::boxed::Box;
use asconkit::hmac::{hkdf_expand, hkdf_extract, hmac};
use asconkit::{Hash256, Key};
use rustls::crypto::HashAlgorithm;
use rustls::crypto::hash::{Context, Hash, Output};
use rustls::crypto::hmac::Tag;
use rustls::crypto::tls13::{Hkdf, HkdfExpander, OkmBlock, OutputLengthError};
use zeroize::Zeroizing;

/// rustls compares hash functions by these numbers, and sends no such number in TLS 1.3. Ascon-Hash256 has no number, so
/// this is the first number for private use (RFC 5246, section 12).
const ALGORITHM: HashAlgorithm = HashAlgorithm(224);

const ZEROS: [u8; Hash256::BYTES] = [0; Hash256::BYTES];

pub(crate) struct AsconHash256;

impl Hash for AsconHash256 {
    fn start(&self) -> Box<dyn Context> {
        Box::new(Transcript(Hash256::new()))
    }

    fn hash(&self, data: &[u8]) -> Output {
        Output::new(&Hash256::digest(data))
    }

    fn output_len(&self) -> usize {
        Hash256::BYTES
    }

    fn algorithm(&self) -> HashAlgorithm {
        ALGORITHM
    }
}

struct Transcript(Hash256);

impl Context for Transcript {
    fn fork_finish(&self) -> Output {
        Output::new(&self.0.clone().finish())
    }

    fn fork(&self) -> Box<dyn Context> {
        Box::new(Self(self.0.clone()))
    }

    fn finish(self: Box<Self>) -> Output {
        Output::new(&self.0.finish())
    }

    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
}

pub(crate) struct AsconHkdf;

impl Hkdf for AsconHkdf {
    fn extract_from_zero_ikm(&self, salt: Option<&[u8]>) -> Box<dyn HkdfExpander> {
        self.extract_from_secret(salt, &ZEROS)
    }

    fn extract_from_secret(&self, salt: Option<&[u8]>, secret: &[u8]) -> Box<dyn HkdfExpander> {
        Box::new(Expander(hkdf_extract(salt.unwrap_or(&ZEROS), secret)))
    }

    fn expander_for_okm(&self, okm: &OkmBlock) -> Box<dyn HkdfExpander> {
        Box::new(Expander(Key::try_from(okm.as_ref()).expect("rustls keeps as many bytes as hash_len() says")))
    }

    fn hmac_sign(&self, key: &OkmBlock, message: &[u8]) -> Tag {
        Tag::new(hmac(key.as_ref(), message).as_ref())
    }
}

/// A pseudorandom key, which is erased when it is dropped.
struct Expander(Key<{ Hash256::BYTES }>);

impl HkdfExpander for Expander {
    fn expand_slice(&self, info: &[&[u8]], output: &mut [u8]) -> Result<(), OutputLengthError> {
        hkdf_expand(&self.0, &info.concat(), output).map_err(|_| OutputLengthError)
    }

    fn expand_block(&self, info: &[&[u8]]) -> OkmBlock {
        let mut block = Zeroizing::new(ZEROS);
        self.expand_slice(info, &mut *block).expect("HKDF gives more than one block");
        OkmBlock::new(&*block)
    }

    fn hash_len(&self) -> usize {
        Hash256::BYTES
    }
}

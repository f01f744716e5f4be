#![doc = include_str!("../README.md")]
// SPDX-License-Identifier: Apache-2.0 OR MIT
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod hash;
mod record;

use alloc::boxed::Box;
use alloc::vec::Vec;
use rustls::crypto::{CipherSuite, CryptoProvider, HashAlgorithm};
use rustls::{CipherSuiteCommon, Tls13CipherSuite, version::TLS13_VERSION};

/// The cipher suite with Ascon-AEAD128 and Ascon-Hash256. Its key schedule uses no other hash function.
pub const TLS_ASCONAEAD128_ASCONHASH256: CipherSuite = CipherSuite(0x006E);

/// The cipher suite with Ascon-AEAD128 and SHA-256.
pub const TLS_ASCONAEAD128_SHA256: CipherSuite = CipherSuite(0x006F);

/// The most records that are sent under one key: rustls then updates the key. SP 800-232, section 4, allows 2^54 bytes
/// of plaintext and associated data, and a record has less than 2^15 bytes of both.
pub const RECORDS_UNDER_ONE_KEY: u64 = 1 << (54 - 15);

static ASCON_HASH256_SUITE: Tls13CipherSuite = Tls13CipherSuite {
    common: CipherSuiteCommon {
        suite: TLS_ASCONAEAD128_ASCONHASH256,
        hash_provider: &hash::AsconHash256,
        confidentiality_limit: RECORDS_UNDER_ONE_KEY,
    },
    protocol_version: TLS13_VERSION,
    hkdf_provider: &hash::AsconHkdf,
    aead_alg: &record::AsconAead128,
    quic: None, // no document says how QUIC protects its headers with Ascon
};

/// Returns `base` with the suites of this crate in front of its own suites. A peer that supports these suites gets one
/// of them. Everything else is as in `base`.
///
/// ```
/// let provider = asconkit_rustls::provider(rustls_ring::DEFAULT_PROVIDER);
/// let first = provider.tls13_cipher_suites[0].common.suite;
/// assert_eq!(first, asconkit_rustls::TLS_ASCONAEAD128_ASCONHASH256);
/// ```
#[must_use]
pub fn provider(base: CryptoProvider) -> CryptoProvider {
    let mut suites = suites(&base);
    suites.extend_from_slice(&base.tls13_cipher_suites);
    CryptoProvider { tls13_cipher_suites: suites.into(), ..base }
}

/// The suites of this crate, best first. [`TLS_ASCONAEAD128_SHA256`] has the SHA-256 of `base`, and is missing if `base`
/// has no TLS 1.3 suite with SHA-256.
///
/// rustls keeps suites forever, so each call uses some hundred bytes of memory. Call this function once per program.
#[must_use]
pub fn suites(base: &CryptoProvider) -> Vec<&'static Tls13CipherSuite> {
    let with_sha256 = |suite: &&&Tls13CipherSuite| suite.common.hash_provider.algorithm() == HashAlgorithm::SHA256;
    let sha256 = base.tls13_cipher_suites.iter().find(with_sha256).map(|&suite| sha256_suite(suite));
    [&ASCON_HASH256_SUITE].into_iter().chain(sha256).collect()
}

fn sha256_suite(other: &Tls13CipherSuite) -> &'static Tls13CipherSuite {
    Box::leak(Box::new(Tls13CipherSuite {
        common: CipherSuiteCommon {
            suite: TLS_ASCONAEAD128_SHA256,
            hash_provider: other.common.hash_provider,
            confidentiality_limit: RECORDS_UNDER_ONE_KEY,
        },
        hkdf_provider: other.hkdf_provider,
        ..ASCON_HASH256_SUITE
    }))
}

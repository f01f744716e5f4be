//! RustCrypto's ascon-aead128 as ascon-bench wants it: ../../../peers.h.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use std::ffi::CStr;

use ascon_aead128::AsconAead128;
use ascon_bench_interface::{decrypt, each, encrypt, named, peer, Peer};

const RUSTCRYPTO: &CStr = named!(c"rustcrypto", c"rustcrypto-native");
const AEAD: &CStr = c"ascon-aead128";

static PEERS: [Peer; 6] = [
    peer(RUSTCRYPTO, AEAD, c"encrypt", each!(encrypt::<AsconAead128>)),
    peer(RUSTCRYPTO, AEAD, c"encrypt-ad", each!(encrypt::<AsconAead128>)),
    peer(RUSTCRYPTO, AEAD, c"batch-encrypt", each!(encrypt::<AsconAead128>)),
    peer(RUSTCRYPTO, AEAD, c"decrypt", each!(decrypt::<AsconAead128>)),
    peer(RUSTCRYPTO, AEAD, c"decrypt-ad", each!(decrypt::<AsconAead128>)),
    peer(RUSTCRYPTO, AEAD, c"batch-decrypt", each!(decrypt::<AsconAead128>)),
];

/// # Safety
/// `count` is a place for one number.
#[no_mangle]
pub unsafe extern "C" fn bench_peers(count: *mut usize) -> *const Peer {
    *count = PEERS.len();
    PEERS.as_ptr()
}

//! Other implementations as ascon-bench wants them: ../../peers.h.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use std::ffi::CStr;

use ascon_aead::AsconAead128;
use ascon_bench_interface::{decrypt, each, encrypt, hash, named, peer, xof, Message, Peer};
use ascon_xof128::{AsconCxof128, ExtendableOutput, TryCustomizedInit, Update, XofReader};

fn cxof(message: &Message) -> bool {
    let Ok(mut xof) = AsconCxof128::try_new_customized(message.extra()) else {
        return false;
    };
    xof.update(message.input());
    xof.finalize_xof().read(message.out());
    true
}

mod rscrypto_crate {
    use super::Message;
    use rscrypto::aead::expert::AeadWithNonce;
    use rscrypto::aead::Nonce128;
    use rscrypto::{AsconAead128, AsconAead128Key, AsconCxof128, AsconHash256, AsconXof, Digest};
    use std::ffi::c_int;
    use std::slice;

    fn cipher(message: &Message) -> AsconAead128 {
        AsconAead128::new(&AsconAead128Key::from_bytes(message.key()))
    }

    pub fn encrypt(message: &Message) -> bool {
        let nonce = Nonce128::from_bytes(message.nonce());
        cipher(message).encrypt(&nonce, message.extra(), message.input(), message.out()).is_ok()
    }

    pub fn decrypt(message: &Message) -> bool {
        let nonce = Nonce128::from_bytes(message.nonce());
        cipher(message).decrypt(&nonce, message.extra(), message.input(), message.out()).is_ok()
    }

    pub fn hash(message: &Message) -> bool {
        message.out().copy_from_slice(&AsconHash256::digest(message.input()));
        true
    }

    pub fn xof(message: &Message) -> bool {
        AsconXof::hash_into(message.input(), message.out());
        true
    }

    pub fn cxof(message: &Message) -> bool {
        AsconCxof128::hash_into(message.extra(), message.input(), message.out()).is_ok()
    }

    /// Digests stand one after the other.
    pub unsafe extern "C" fn hash_many(messages: *const Message, count: usize) -> c_int {
        let all = slice::from_raw_parts(messages, count);
        let inputs: Vec<&[u8]> = all.iter().map(Message::input).collect();
        let outputs: &mut [[u8; 32]] = slice::from_raw_parts_mut(all[0].out().as_mut_ptr().cast(), count);
        AsconHash256::digest_many(&inputs, outputs);
        0
    }
}

const ASCON_CORE: &CStr = named!(c"ascon-core", c"ascon-core-native");
const RSCRYPTO: &CStr = named!(c"rscrypto", c"rscrypto-native");
const RUSTCRYPTO: &CStr = named!(c"rustcrypto", c"rustcrypto-native");
const AEAD: &CStr = c"ascon-aead128";
const HASH: &CStr = c"ascon-hash256";
const XOF: &CStr = c"ascon-xof128";
const CXOF: &CStr = c"ascon-cxof128";

static PEERS: [Peer; 26] = [
    peer(RSCRYPTO, AEAD, c"encrypt", each!(rscrypto_crate::encrypt)),
    peer(RSCRYPTO, AEAD, c"encrypt-ad", each!(rscrypto_crate::encrypt)),
    peer(RSCRYPTO, AEAD, c"batch-encrypt", each!(rscrypto_crate::encrypt)),
    peer(RSCRYPTO, AEAD, c"decrypt", each!(rscrypto_crate::decrypt)),
    peer(RSCRYPTO, AEAD, c"decrypt-ad", each!(rscrypto_crate::decrypt)),
    peer(RSCRYPTO, AEAD, c"batch-decrypt", each!(rscrypto_crate::decrypt)),
    peer(RSCRYPTO, HASH, c"hash", each!(rscrypto_crate::hash)),
    peer(RSCRYPTO, HASH, c"batch-hash", rscrypto_crate::hash_many),
    peer(RSCRYPTO, XOF, c"absorb", each!(rscrypto_crate::xof)),
    peer(RSCRYPTO, XOF, c"squeeze", each!(rscrypto_crate::xof)),
    peer(RSCRYPTO, CXOF, c"absorb", each!(rscrypto_crate::cxof)),
    peer(RSCRYPTO, CXOF, c"squeeze", each!(rscrypto_crate::cxof)),
    peer(ASCON_CORE, AEAD, c"encrypt", each!(encrypt::<AsconAead128>)),
    peer(ASCON_CORE, AEAD, c"encrypt-ad", each!(encrypt::<AsconAead128>)),
    peer(ASCON_CORE, AEAD, c"batch-encrypt", each!(encrypt::<AsconAead128>)),
    peer(ASCON_CORE, AEAD, c"decrypt", each!(decrypt::<AsconAead128>)),
    peer(ASCON_CORE, AEAD, c"decrypt-ad", each!(decrypt::<AsconAead128>)),
    peer(ASCON_CORE, AEAD, c"batch-decrypt", each!(decrypt::<AsconAead128>)),
    peer(ASCON_CORE, HASH, c"hash", each!(hash::<ascon_hash::AsconHash256>)),
    peer(ASCON_CORE, XOF, c"absorb", each!(xof::<ascon_hash::AsconXof128>)),
    peer(ASCON_CORE, XOF, c"squeeze", each!(xof::<ascon_hash::AsconXof128>)),
    peer(RUSTCRYPTO, HASH, c"hash", each!(hash::<ascon_hash256::AsconHash256>)),
    peer(RUSTCRYPTO, XOF, c"absorb", each!(xof::<ascon_xof128::AsconXof128>)),
    peer(RUSTCRYPTO, XOF, c"squeeze", each!(xof::<ascon_xof128::AsconXof128>)),
    peer(RUSTCRYPTO, CXOF, c"absorb", each!(cxof)),
    peer(RUSTCRYPTO, CXOF, c"squeeze", each!(cxof)),
];

/// # Safety
/// `count` is a place for one number.
#[no_mangle]
pub unsafe extern "C" fn bench_peers(count: *mut usize) -> *const Peer {
    *count = PEERS.len();
    PEERS.as_ptr()
}

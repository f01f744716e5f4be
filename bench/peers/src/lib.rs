//! Other implementations as ascon-bench wants them: ../../peers.h.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use std::ffi::{c_char, c_int, CStr};
use std::slice;

/// `bench_message`
#[repr(C)]
pub struct Message {
    out: *mut u8,
    out_bytes: usize,
    input: *const u8,
    in_bytes: usize,
    extra: *const u8,
    extra_bytes: usize,
    nonce: *const u8,
    key: *const u8,
}

impl Message {
    // ascon-bench gives every buffer its full length, and no other use of it during the call.
    fn input(&self) -> &[u8] {
        unsafe { slice::from_raw_parts(self.input, self.in_bytes) }
    }
    fn extra(&self) -> &[u8] {
        unsafe { slice::from_raw_parts(self.extra, self.extra_bytes) }
    }
    fn nonce(&self) -> [u8; 16] {
        unsafe { *self.nonce.cast() }
    }
    fn key(&self) -> [u8; 16] {
        unsafe { *self.key.cast() }
    }
    #[allow(clippy::mut_from_ref)]
    fn out(&self) -> &mut [u8] {
        unsafe { slice::from_raw_parts_mut(self.out, self.out_bytes) }
    }
}

type Run = unsafe extern "C" fn(*const Message, usize) -> c_int;

/// `bench_peer`
#[repr(C)]
pub struct Peer {
    backend: *const c_char,
    algorithm: *const c_char,
    operation: *const c_char,
    run: Run,
}

// The texts are constants.
unsafe impl Sync for Peer {}

/// A function for one message as one for `count` of them.
macro_rules! each {
    ($one:path) => {{
        unsafe extern "C" fn run(messages: *const Message, count: usize) -> c_int {
            let all = slice::from_raw_parts(messages, count);
            c_int::from(!all.iter().all(|message| $one(message)))
        }
        run
    }};
}

mod ascon_core {
    use super::Message;
    use ascon_aead::aead::inout::InOutBuf;
    use ascon_aead::aead::{AeadInOut, KeyInit};
    use ascon_aead::AsconAead128;
    use ascon_hash::{AsconHash256, AsconXof128, Digest, ExtendableOutput, Update, XofReader};

    const TAG: usize = 16;

    pub fn encrypt(message: &Message) -> bool {
        let (text, tag) = message.out().split_at_mut(message.in_bytes);
        let Ok(buffer) = InOutBuf::new(message.input(), text) else {
            return false;
        };
        AsconAead128::new(&message.key().into())
            .encrypt_inout_detached(&message.nonce().into(), message.extra(), buffer)
            .map(|made| tag.copy_from_slice(&made))
            .is_ok()
    }

    pub fn decrypt(message: &Message) -> bool {
        let (text, tag) = message.input().split_at(message.in_bytes - TAG);
        let tag: [u8; TAG] = tag.try_into().unwrap();
        let Ok(buffer) = InOutBuf::new(text, message.out()) else {
            return false;
        };
        AsconAead128::new(&message.key().into())
            .decrypt_inout_detached(&message.nonce().into(), message.extra(), buffer, &tag.into())
            .is_ok()
    }

    pub fn hash(message: &Message) -> bool {
        message.out().copy_from_slice(&AsconHash256::digest(message.input()));
        true
    }

    pub fn xof(message: &Message) -> bool {
        let mut xof = AsconXof128::default();
        xof.update(message.input());
        xof.finalize_xof().read(message.out());
        true
    }
}

mod rustcrypto {
    use super::Message;
    use ascon_hash256::{AsconHash256, Digest};
    use ascon_xof128::{AsconCxof128, AsconXof128, ExtendableOutput, TryCustomizedInit, Update, XofReader};

    pub fn hash(message: &Message) -> bool {
        message.out().copy_from_slice(&AsconHash256::digest(message.input()));
        true
    }

    pub fn xof(message: &Message) -> bool {
        let mut xof = AsconXof128::default();
        xof.update(message.input());
        xof.finalize_xof().read(message.out());
        true
    }

    pub fn cxof(message: &Message) -> bool {
        let Ok(mut xof) = AsconCxof128::try_new_customized(message.extra()) else {
            return false;
        };
        xof.update(message.input());
        xof.finalize_xof().read(message.out());
        true
    }
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
        let outputs: &mut [[u8; 32]] = slice::from_raw_parts_mut(all[0].out.cast(), count);
        AsconHash256::digest_many(&inputs, outputs);
        0
    }
}

const fn peer(backend: &'static CStr, algorithm: &'static CStr, operation: &'static CStr, run: Run) -> Peer {
    Peer { backend: backend.as_ptr(), algorithm: algorithm.as_ptr(), operation: operation.as_ptr(), run }
}

const fn named(plain: &'static CStr, native: &'static CStr) -> &'static CStr {
    if cfg!(feature = "native") { native } else { plain }
}

const ASCON_CORE: &CStr = named(c"ascon-core", c"ascon-core-native");
const RSCRYPTO: &CStr = named(c"rscrypto", c"rscrypto-native");
const RUSTCRYPTO: &CStr = named(c"rustcrypto", c"rustcrypto-native");
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
    peer(ASCON_CORE, AEAD, c"encrypt", each!(ascon_core::encrypt)),
    peer(ASCON_CORE, AEAD, c"encrypt-ad", each!(ascon_core::encrypt)),
    peer(ASCON_CORE, AEAD, c"batch-encrypt", each!(ascon_core::encrypt)),
    peer(ASCON_CORE, AEAD, c"decrypt", each!(ascon_core::decrypt)),
    peer(ASCON_CORE, AEAD, c"decrypt-ad", each!(ascon_core::decrypt)),
    peer(ASCON_CORE, AEAD, c"batch-decrypt", each!(ascon_core::decrypt)),
    peer(ASCON_CORE, HASH, c"hash", each!(ascon_core::hash)),
    peer(ASCON_CORE, XOF, c"absorb", each!(ascon_core::xof)),
    peer(ASCON_CORE, XOF, c"squeeze", each!(ascon_core::xof)),
    peer(RUSTCRYPTO, HASH, c"hash", each!(rustcrypto::hash)),
    peer(RUSTCRYPTO, XOF, c"absorb", each!(rustcrypto::xof)),
    peer(RUSTCRYPTO, XOF, c"squeeze", each!(rustcrypto::xof)),
    peer(RUSTCRYPTO, CXOF, c"absorb", each!(rustcrypto::cxof)),
    peer(RUSTCRYPTO, CXOF, c"squeeze", each!(rustcrypto::cxof)),
];

/// # Safety
/// `count` is a place for one number.
#[no_mangle]
pub unsafe extern "C" fn bench_peers(count: *mut usize) -> *const Peer {
    *count = PEERS.len();
    PEERS.as_ptr()
}

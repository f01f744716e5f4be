//! What the libraries of peers share: the types of ../../peers.h, and calls of any cipher or hash with the traits of
//! RustCrypto.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use std::ffi::{c_char, c_int, CStr};
use std::slice;

use aead::inout::InOutBuf;
use aead::{AeadInOut, KeyInit, Nonce, Tag};
use digest::{Digest, ExtendableOutput, Update, XofReader};

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
    #[inline]
    pub fn input(&self) -> &[u8] {
        unsafe { slice::from_raw_parts(self.input, self.in_bytes) }
    }
    #[inline]
    pub fn extra(&self) -> &[u8] {
        unsafe { slice::from_raw_parts(self.extra, self.extra_bytes) }
    }
    #[inline]
    pub fn nonce(&self) -> [u8; 16] {
        unsafe { *self.nonce.cast() }
    }
    #[inline]
    pub fn key(&self) -> [u8; 16] {
        unsafe { *self.key.cast() }
    }
    #[inline]
    #[allow(clippy::mut_from_ref)]
    pub fn out(&self) -> &mut [u8] {
        unsafe { slice::from_raw_parts_mut(self.out, self.out_bytes) }
    }
}

pub type Run = unsafe extern "C" fn(*const Message, usize) -> c_int;

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

pub const fn peer(backend: &'static CStr, algorithm: &'static CStr, operation: &'static CStr, run: Run) -> Peer {
    Peer { backend: backend.as_ptr(), algorithm: algorithm.as_ptr(), operation: operation.as_ptr(), run }
}

/// A function for one message as one for `count` of them.
#[macro_export]
macro_rules! each {
    ($one:path) => {{
        unsafe extern "C" fn run(messages: *const $crate::Message, count: usize) -> std::ffi::c_int {
            let all = std::slice::from_raw_parts(messages, count);
            std::ffi::c_int::from(!all.iter().all(|message| $one(message)))
        }
        run
    }};
}

/// The name of a peer, in the build for its users and in the best one.
#[macro_export]
macro_rules! named {
    ($plain:literal, $native:literal) => {
        if cfg!(feature = "native") { $native } else { $plain }
    };
}

const TAG: usize = 16;

#[inline]
pub fn encrypt<Cipher: AeadInOut + KeyInit>(message: &Message) -> bool {
    let (text, tag) = message.out().split_at_mut(message.in_bytes);
    let (nonce, key) = (message.nonce(), message.key());
    let (Ok(nonce), Ok(cipher)) = (<&Nonce<Cipher>>::try_from(&nonce[..]), Cipher::new_from_slice(&key)) else {
        return false;
    };
    let Ok(buffer) = InOutBuf::new(message.input(), text) else {
        return false;
    };
    cipher
        .encrypt_inout_detached(nonce, message.extra(), buffer)
        .map(|made| tag.copy_from_slice(&made))
        .is_ok()
}

#[inline]
pub fn decrypt<Cipher: AeadInOut + KeyInit>(message: &Message) -> bool {
    let (text, tag) = message.input().split_at(message.in_bytes - TAG);
    let (nonce, key) = (message.nonce(), message.key());
    let (Ok(nonce), Ok(cipher)) = (<&Nonce<Cipher>>::try_from(&nonce[..]), Cipher::new_from_slice(&key)) else {
        return false;
    };
    let (Ok(tag), Ok(buffer)) = (<&Tag<Cipher>>::try_from(tag), InOutBuf::new(text, message.out())) else {
        return false;
    };
    cipher.decrypt_inout_detached(nonce, message.extra(), buffer, tag).is_ok()
}

#[inline]
pub fn hash<Hash: Digest>(message: &Message) -> bool {
    message.out().copy_from_slice(&Hash::digest(message.input()));
    true
}

#[inline]
pub fn xof<Xof: Default + Update + ExtendableOutput>(message: &Message) -> bool {
    let mut xof = Xof::default();
    xof.update(message.input());
    xof.finalize_xof().read(message.out());
    true
}

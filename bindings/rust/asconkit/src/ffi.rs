//! The calls of the C library behind functions that are safe: the only module with `unsafe`.
//! SPDX-License-Identifier: Apache-2.0 OR MIT
//!
//! Every call relies on these rules: a slice is memory of its length; `&mut` overlaps nothing else; the library keeps
//! no pointer after a call, except where a type here says so; and the library checks its arguments before it writes.
#![allow(unsafe_code)]

use crate::datagram::terms::{EpochKey, MAX_STEP, Settings, Store};
use crate::{Error, Key};
use asconkit_sys as c;
use core::ffi::{c_int, c_void};
use core::{mem, ptr, slice};

// ---- Results and helpers --------------------------------------------------------------------------------

/// Panics for a result that arguments of the right lengths cannot give.
#[cold]
#[inline(never)]
fn unexpected(result: c::ascon_result) -> ! {
    panic!("asconkit: result {result} of a call with checked arguments")
}

/// Takes the result of a call that cannot fail, because its arguments were checked here.
#[inline]
pub(crate) fn must(result: c::ascon_result) {
    if result != c::ASCON_OK {
        unexpected(result);
    }
}

/// Converts the result of a call that verifies.
#[inline]
pub(crate) fn verified(result: c::ascon_result) -> Result<(), Error> {
    match result {
        c::ASCON_OK => Ok(()),
        c::ASCON_ERR_TAG => Err(Error::Forged),
        other => unexpected(other),
    }
}

/// Converts the result of a call that takes random bytes.
fn random(result: c::ascon_result) -> Result<(), Error> {
    match result {
        c::ASCON_OK => Ok(()),
        c::ASCON_ERR_RANDOM => Err(Error::Random),
        other => unexpected(other),
    }
}

pub(crate) fn equal<const N: usize>(a: &[u8; N], b: &[u8; N]) -> bool {
    // SAFETY: N bytes each.
    unsafe { c::ascon_equal(a.as_ptr(), b.as_ptr(), N) == 1 }
}

pub(crate) fn wipe(bytes: &mut [u8]) {
    // SAFETY: the slice's bytes.
    unsafe { c::ascon_wipe(bytes.as_mut_ptr().cast(), bytes.len()) }
}

#[cfg(any(unix, windows))]
pub(crate) fn random_bytes(out: &mut [u8]) -> Result<(), Error> {
    // SAFETY: the slice's bytes.
    random(unsafe { c::ascon_random_bytes(out.as_mut_ptr(), out.len()) })
}

/// Locks an open file, without waiting: `WouldBlock` if the file is locked already, even by this process.
#[cfg(all(feature = "std", unix))]
pub(crate) fn lock(file: &std::fs::File) -> std::io::Result<()> {
    flock(file, 2 | 4) // LOCK_EX and LOCK_NB of every system that has flock()
}

/// Ends the lock, also for child processes that share the open file.
#[cfg(all(feature = "std", unix))]
pub(crate) fn unlock(file: &std::fs::File) -> std::io::Result<()> {
    flock(file, 8) // LOCK_UN
}

#[cfg(all(feature = "std", unix))]
fn flock(file: &std::fs::File, operation: c_int) -> std::io::Result<()> {
    use std::os::fd::AsRawFd;
    unsafe extern "C" {
        fn flock(descriptor: c_int, operation: c_int) -> c_int;
    }
    // SAFETY: the descriptor is open.
    if unsafe { flock(file.as_raw_fd(), operation) } == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

/// Name of the backend that the library uses on this processor.
pub(crate) fn backend() -> &'static str {
    // SAFETY: never NULL, and the text is constant; names are ASCII.
    let name = unsafe { core::ffi::CStr::from_ptr(c::ascon_backend_active()) };
    name.to_str().unwrap_or("?")
}

// ---- Contexts ---------------------------------------------------------------------------------------------

/// A context of the library: erased when it is dropped. Its address is not kept anywhere, so it may be moved.
#[derive(Clone)]
pub(crate) struct Context<T: Plain>(T);

/// # Safety
/// A structure of C for which zeros are a value, which may be copied, and whose pointers are to constants.
pub(crate) unsafe trait Plain: Copy {}
// SAFETY: integers, arrays of them, and pointers to the library's constant tables.
unsafe impl Plain for c::ascon_aead_ctx {}
// SAFETY: as above.
unsafe impl Plain for c::ascon_sponge_ctx {}
// SAFETY: as above.
unsafe impl Plain for c::ascon_kmac_ctx {}
// SAFETY: as above.
unsafe impl Plain for c::ascon_hmac_ctx {}
// SAFETY: as above. Its source is the system's, whose context is NULL, or none.
unsafe impl Plain for c::ascon_drbg {}
// SAFETY: as above.
unsafe impl Plain for c::ascon_stream {}

// SAFETY: as above. Their store is NULL, but during a call.
unsafe impl Plain for c::ascon_datagram_sender {}
// SAFETY: as above.
unsafe impl Plain for c::ascon_datagram_receiver {}

// SAFETY: the pointers are to constants, and no call changes a context through `&`.
unsafe impl<T: Plain> Send for Context<T> {}
// SAFETY: as above.
unsafe impl<T: Plain> Sync for Context<T> {}

impl<T: Plain> Context<T> {
    /// Not started: calls on it return `ASCON_ERR_ORDER`.
    fn zeroed() -> Self {
        // SAFETY: Plain.
        Self(unsafe { mem::zeroed() })
    }
}

impl<T: Plain> Drop for Context<T> {
    fn drop(&mut self) {
        // SAFETY: the context's own bytes, of which zeros are a value.
        unsafe { c::ascon_wipe((&raw mut self.0).cast(), mem::size_of::<T>()) }
    }
}

// ---- Authenticated encryption, whole messages ---------------------------------------------------------------

/// The calls of an AEAD with a detached tag.
///
/// # Safety
/// `encrypt` and `decrypt` read KEY_BYTES bytes of key, and follow the rules of ascon_any.h for the fields of AEAD.
pub(crate) unsafe trait Calls {
    const KEY_BYTES: usize;
    /// The shortest tag; the longest one has 16 bytes.
    const MIN_TAG_BYTES: usize;
    /// # Safety
    /// As `ascon_aead128_encrypt()`.
    unsafe fn encrypt(m: &c::ascon_message) -> c::ascon_result;
    /// # Safety
    /// As `ascon_aead128_decrypt()`.
    unsafe fn decrypt(m: &c::ascon_message) -> c::ascon_result;
}

/// The two calls of one AEAD, by the bytes of its key and of its shortest tag. The length of the tag and the first
/// argument are optional, because not all calls have them.
macro_rules! calls {
    ($name:ident, $key:literal, $min:literal, $encrypt:ident, $decrypt:ident, ($($tag_length:ident)?) $(, $first:expr)?) => {
        pub(crate) struct $name;
        // SAFETY: $key is the length of the key of these calls.
        unsafe impl Calls for $name {
            const KEY_BYTES: usize = $key;
            const MIN_TAG_BYTES: usize = $min;
            #[inline]
            unsafe fn encrypt(m: &c::ascon_message) -> c::ascon_result {
                // SAFETY: the caller's.
                unsafe {
                    c::$encrypt(
                        $($first,)? m.out, m.tag, $(m.$tag_length,)? m.in_, m.length, m.ad, m.ad_length, m.nonce, m.key,
                    )
                }
            }
            #[inline]
            unsafe fn decrypt(m: &c::ascon_message) -> c::ascon_result {
                // SAFETY: the caller's.
                unsafe {
                    c::$decrypt(
                        $($first,)? m.out, m.in_, m.length, m.tag, $(m.$tag_length,)? m.ad, m.ad_length, m.nonce, m.key,
                    )
                }
            }
        }
    };
}

calls!(Aead128, 16, 4, ascon_aead128_encrypt, ascon_aead128_decrypt, (tag_length));
calls!(Aead128NonceMasked, 32, 4, ascon_aead128_nonce_masked_encrypt, ascon_aead128_nonce_masked_decrypt, (tag_length));
calls!(V12Ascon128, 16, 16, ascon_v12_128_encrypt, ascon_v12_128_decrypt, (tag_length));
calls!(V12Ascon128a, 16, 16, ascon_v12_128a_encrypt, ascon_v12_128a_decrypt, (tag_length));
calls!(V12Ascon80pq, 20, 16, ascon_v12_80pq_encrypt, ascon_v12_80pq_decrypt, (tag_length));
calls!(Siv, 32, 16, ascon_siv_encrypt, ascon_siv_decrypt, ());
calls!(IsapA128a, 16, 16, ascon_isap_encrypt, ascon_isap_decrypt, (), &raw const c::ascon_isap_a_128a);
calls!(IsapA128, 16, 16, ascon_isap_encrypt, ascon_isap_decrypt, (), &raw const c::ascon_isap_a_128);

/// A message without any field.
#[inline]
fn empty_message() -> c::ascon_message {
    // SAFETY: integers and pointers.
    unsafe { mem::zeroed() }
}

/// The fields that do not change within a message.
pub(crate) struct Fixed<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) nonce: &'a [u8; 16],
    pub(crate) ad: &'a [u8],
}

impl Fixed<'_> {
    /// A message with this input and output; `tag` is only read by decryption.
    #[inline]
    fn message(
        &self, input: *const u8, out: *mut u8, length: usize, tag: *mut u8, tag_length: usize,
    ) -> c::ascon_message {
        let mut m = empty_message();
        (m.in_, m.out, m.length) = (input, out, length);
        (m.tag, m.tag_length) = (tag, tag_length);
        (m.ad, m.ad_length) = (self.ad.as_ptr(), self.ad.len());
        (m.nonce, m.key) = (self.nonce.as_ptr(), self.key.as_ptr());
        m
    }

    #[inline]
    fn check<C: Calls>(&self, tag: &[u8]) {
        assert!(self.key.len() == C::KEY_BYTES && (C::MIN_TAG_BYTES..=16).contains(&tag.len()));
    }

    /// # Safety
    /// `input` and `out` are `length` bytes each, which are the same or do not overlap; nothing else overlaps `out`.
    #[inline]
    unsafe fn encrypt<C: Calls>(&self, input: *const u8, out: *mut u8, length: usize, tag: &mut [u8]) {
        self.check::<C>(tag);
        let m = self.message(input, out, length, tag.as_mut_ptr(), tag.len());
        // SAFETY: lengths as checked, and the caller's promise.
        must(unsafe { C::encrypt(&m) });
    }

    /// # Safety
    /// As for `encrypt()`.
    #[inline]
    unsafe fn decrypt<C: Calls>(&self, input: *const u8, out: *mut u8, length: usize, tag: &[u8]) -> Result<(), Error> {
        self.check::<C>(tag);
        let m = self.message(input, out, length, tag.as_ptr().cast_mut(), tag.len());
        // SAFETY: lengths as checked, and the caller's promise.
        verified(unsafe { C::decrypt(&m) })
    }

    /// `text` and `out` have the same length.
    #[inline]
    pub(crate) fn seal<C: Calls>(&self, text: &[u8], out: &mut [u8], tag: &mut [u8]) {
        assert_eq!(text.len(), out.len());
        // SAFETY: two slices of one length.
        unsafe { self.encrypt::<C>(text.as_ptr(), out.as_mut_ptr(), text.len(), tag) }
    }

    #[inline]
    pub(crate) fn seal_in_place<C: Calls>(&self, buffer: &mut [u8], tag: &mut [u8]) {
        let place = buffer.as_mut_ptr();
        // SAFETY: the same place.
        unsafe { self.encrypt::<C>(place, place, buffer.len(), tag) }
    }

    /// `text` and `out` have the same length. After an error, `out` is zero.
    #[inline]
    pub(crate) fn open<C: Calls>(&self, text: &[u8], out: &mut [u8], tag: &[u8]) -> Result<(), Error> {
        assert_eq!(text.len(), out.len());
        // SAFETY: two slices of one length.
        unsafe { self.decrypt::<C>(text.as_ptr(), out.as_mut_ptr(), text.len(), tag) }
    }

    #[inline]
    pub(crate) fn open_in_place<C: Calls>(&self, buffer: &mut [u8], tag: &[u8]) -> Result<(), Error> {
        let place = buffer.as_mut_ptr();
        // SAFETY: the same place.
        unsafe { self.decrypt::<C>(place, place, buffer.len(), tag) }
    }

    /// Ciphertext, then 16 bytes of tag.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn seal_to_vec<C: Calls>(&self, text: &[u8]) -> alloc::vec::Vec<u8> {
        let mut sealed = alloc::vec::Vec::with_capacity(text.len() + 16);
        let mut tag = [0; 16];
        // SAFETY: the capacity has room for the ciphertext, all of which the call writes.
        unsafe {
            self.encrypt::<C>(text.as_ptr(), sealed.as_mut_ptr(), text.len(), &mut tag);
            sealed.set_len(text.len());
        }
        sealed.extend_from_slice(&tag);
        sealed
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn open_to_vec<C: Calls>(&self, text: &[u8], tag: &[u8]) -> Result<alloc::vec::Vec<u8>, Error> {
        let mut opened = alloc::vec::Vec::with_capacity(text.len());
        // SAFETY: the capacity has room for the text, all of which the call writes, with zeros after an error.
        unsafe {
            self.decrypt::<C>(text.as_ptr(), opened.as_mut_ptr(), text.len(), tag)?;
            opened.set_len(text.len());
        }
        Ok(opened)
    }

    #[cfg(feature = "aead")]
    pub(crate) fn seal_inout<C: Calls>(&self, buffer: aead::inout::InOutBuf<'_, '_, u8>, tag: &mut [u8]) {
        let length = buffer.len();
        let (input, out) = buffer.into_raw();
        // SAFETY: of an InOutBuf, both are `length` bytes, and the same or apart.
        unsafe { self.encrypt::<C>(input, out, length, tag) }
    }

    #[cfg(feature = "aead")]
    pub(crate) fn open_inout<C: Calls>(
        &self, buffer: aead::inout::InOutBuf<'_, '_, u8>, tag: &[u8],
    ) -> Result<(), Error> {
        let length = buffer.len();
        let (input, out) = buffer.into_raw();
        // SAFETY: of an InOutBuf, both are `length` bytes, and the same or apart.
        unsafe { self.decrypt::<C>(input, out, length, tag) }
    }
}

// ---- Rows of the table ----------------------------------------------------------------------------------

/// A row of the library's table of algorithms.
pub(crate) type Row = &'static c::ascon_algorithm;

macro_rules! rows {
    ($($name:ident = $object:ident;)*) => {
        $(#[allow(dead_code)] // by feature
        #[inline]
        pub(crate) fn $name() -> Row {
            // SAFETY: a constant of the library.
            unsafe { &*(&raw const c::$object) }
        })*
    };
}

rows! {
    aead128 = ascon_algorithm_aead128;
    aead128_nonce_masked = ascon_algorithm_aead128_nonce_masked;
    hash256 = ascon_algorithm_hash256;
    xof128 = ascon_algorithm_xof128;
    cxof128 = ascon_algorithm_cxof128;
    v13_mac = ascon_algorithm_v13_mac;
    v13_prf = ascon_algorithm_v13_prf;
    v13_prfshort = ascon_algorithm_v13_prfshort;
    v12_128 = ascon_algorithm_v12_128;
    v12_128a = ascon_algorithm_v12_128a;
    v12_80pq = ascon_algorithm_v12_80pq;
    v12_hash = ascon_algorithm_v12_hash;
    v12_hasha = ascon_algorithm_v12_hasha;
    v12_xof = ascon_algorithm_v12_xof;
    v12_xofa = ascon_algorithm_v12_xofa;
    v12_mac = ascon_algorithm_v12_mac;
    v12_maca = ascon_algorithm_v12_maca;
    v12_prf = ascon_algorithm_v12_prf;
    v12_prfa = ascon_algorithm_v12_prfa;
    v12_prfshort = ascon_algorithm_v12_prfshort;
}

#[cfg(feature = "std")]
pub(crate) fn name_of(row: Row) -> &'static str {
    // SAFETY: a constant of the library, in ASCII.
    unsafe { core::ffi::CStr::from_ptr(row.name) }.to_str().unwrap_or("?")
}

// ---- Authenticated encryption in pieces -----------------------------------------------------------------

pub(crate) struct AeadContext(Context<c::ascon_aead_ctx>);

impl AeadContext {
    pub(crate) fn new(row: Row, nonce: &[u8; 16], key: &[u8]) -> Self {
        assert_eq!(key.len(), usize::from(row.key_bytes));
        let mut context = Context::zeroed();
        // SAFETY: the key has the row's length.
        must(unsafe { c::ascon_any_aead_init(&raw mut context.0, row, nonce.as_ptr(), key.as_ptr()) });
        Self(context)
    }

    /// False: after the text has begun.
    pub(crate) fn ad(&mut self, ad: &[u8]) -> bool {
        // SAFETY: the slice's bytes.
        match unsafe { c::ascon_any_aead_ad(&raw mut self.0.0, ad.as_ptr(), ad.len()) } {
            c::ASCON_ERR_ORDER => false,
            result => {
                must(result);
                true
            }
        }
    }

    pub(crate) fn encrypt(&mut self, buffer: &mut [u8]) {
        let place = buffer.as_mut_ptr();
        // SAFETY: in place.
        must(unsafe { c::ascon_any_aead_encrypt_update(&raw mut self.0.0, place, place, buffer.len()) });
    }

    pub(crate) fn encrypt_final(mut self, tag: &mut [u8; 16]) {
        // SAFETY: 16 bytes.
        must(unsafe { c::ascon_any_aead_encrypt_final(&raw mut self.0.0, tag.as_mut_ptr(), 16) });
    }

    pub(crate) fn decrypt(&mut self, buffer: &mut [u8]) {
        let place = buffer.as_mut_ptr();
        // SAFETY: in place.
        must(unsafe { c::ascon_any_aead_decrypt_update_unverified(&raw mut self.0.0, place, place, buffer.len()) });
    }

    pub(crate) fn decrypt_final(mut self, tag: &[u8; 16]) -> Result<(), Error> {
        // SAFETY: 16 bytes.
        verified(unsafe { c::ascon_any_aead_decrypt_final(&raw mut self.0.0, tag.as_ptr(), 16) })
    }
}

// ---- Hashes, XOFs, MACs and PRFs ------------------------------------------------------------------------

/// A function for a whole message, without a key and with a digest of 32 bytes.
macro_rules! hash {
    ($($name:ident = $call:ident;)*) => {
        $(#[inline]
        pub(crate) fn $name(message: &[u8]) -> [u8; 32] {
            let mut digest = [0; 32];
            // SAFETY: 32 bytes, and the slice's bytes.
            must(unsafe { c::$call(digest.as_mut_ptr(), message.as_ptr(), message.len()) });
            digest
        })*
    };
}
hash! {
    compute_hash256 = ascon_hash256;
    compute_v12_hash = ascon_v12_hash;
    compute_v12_hasha = ascon_v12_hasha;
}

macro_rules! xof {
    ($($name:ident = $call:ident;)*) => {
        $(#[inline]
        pub(crate) fn $name(message: &[u8], out: &mut [u8]) {
            // SAFETY: the slices' bytes.
            must(unsafe { c::$call(out.as_mut_ptr(), out.len(), message.as_ptr(), message.len()) });
        })*
    };
}
xof! {
    compute_xof128 = ascon_xof128;
    compute_v12_xof = ascon_v12_xof;
    compute_v12_xofa = ascon_v12_xofa;
}

macro_rules! mac {
    ($($compute:ident = $call:ident, $verify:ident = $verify_call:ident;)*) => {
        $(#[inline]
        pub(crate) fn $compute(key: &[u8; 16], message: &[u8]) -> [u8; 16] {
            let mut tag = [0; 16];
            // SAFETY: 16 bytes each, and the slice's bytes.
            must(unsafe { c::$call(tag.as_mut_ptr(), message.as_ptr(), message.len(), key.as_ptr()) });
            tag
        }
        #[inline]
        pub(crate) fn $verify(key: &[u8; 16], message: &[u8], tag: &[u8; 16]) -> Result<(), Error> {
            // SAFETY: 16 bytes each, and the slice's bytes.
            verified(unsafe { c::$verify_call(tag.as_ptr(), message.as_ptr(), message.len(), key.as_ptr()) })
        })*
    };
}
mac! {
    compute_v13_mac = ascon_v13_mac, verify_v13_mac = ascon_v13_mac_verify;
    compute_v12_mac = ascon_v12_mac, verify_v12_mac = ascon_v12_mac_verify;
    compute_v12_maca = ascon_v12_maca, verify_v12_maca = ascon_v12_maca_verify;
}

macro_rules! prf {
    ($($name:ident = $call:ident;)*) => {
        $(#[inline]
        pub(crate) fn $name(key: &[u8; 16], message: &[u8], out: &mut [u8]) {
            let (place, length) = (out.as_mut_ptr(), out.len());
            // SAFETY: the slices' bytes, and 16 of the key.
            must(unsafe { c::$call(place, length, message.as_ptr(), message.len(), key.as_ptr()) });
        })*
    };
}
prf! {
    compute_v13_prf = ascon_v13_prf;
    compute_v12_prf = ascon_v12_prf;
    compute_v12_prfa = ascon_v12_prfa;
    compute_v13_prfshort = ascon_v13_prfshort;
    compute_v12_prfshort = ascon_v12_prfshort;
}

/// `customization` has at most 256 bytes.
#[inline]
pub(crate) fn compute_cxof128(customization: &[u8], message: &[u8], out: &mut [u8]) {
    let (place, length) = (out.as_mut_ptr(), out.len());
    let (text, bytes) = (customization.as_ptr(), customization.len());
    // SAFETY: the slices' bytes.
    must(unsafe { c::ascon_cxof128(place, length, message.as_ptr(), message.len(), text, bytes) });
}

/// A message in pieces of a hash, XOF, CXOF, MAC or PRF.
#[derive(Clone)]
pub(crate) struct SpongeContext(Context<c::ascon_sponge_ctx>);

impl SpongeContext {
    /// `prefix`: MAC and PRF, the key, of the row's length; CXOF, a customization string of at most 256 bytes; others,
    /// empty.
    pub(crate) fn new(row: Row, prefix: &[u8]) -> Self {
        let mut context = Context::zeroed();
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_any_sponge_init(&raw mut context.0, row, prefix.as_ptr(), prefix.len()) });
        Self(context)
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_any_sponge_update(&raw mut self.0.0, data.as_ptr(), data.len()) });
    }

    /// Hash, MAC: writes all output, of the row's length, and ends the context. Others: writes the next bytes.
    pub(crate) fn squeeze(&mut self, out: &mut [u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_any_sponge_squeeze(&raw mut self.0.0, out.as_mut_ptr(), out.len()) });
    }

    /// Verifies the tag of a MAC.
    pub(crate) fn verify(mut self, tag: &[u8; 16]) -> Result<(), Error> {
        // SAFETY: 16 bytes.
        verified(unsafe { c::ascon_any_sponge_verify_final(&raw mut self.0.0, tag.as_ptr()) })
    }
}

// ---- KMAC and key derivation ------------------------------------------------------------------------------

#[derive(Clone)]
pub(crate) struct KmacContext(Context<c::ascon_kmac_ctx>);

impl KmacContext {
    /// `customization` has at most 247 bytes.
    pub(crate) fn new(customization: &[u8], key: &[u8]) -> Self {
        let mut context = Context::zeroed();
        let (text, bytes) = (customization.as_ptr(), customization.len());
        // SAFETY: the slices' bytes.
        must(unsafe { c::ascon_kdf_kmac_init(&raw mut context.0, text, bytes, key.as_ptr(), key.len()) });
        Self(context)
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_kdf_kmac_update(&raw mut self.0.0, data.as_ptr(), data.len()) });
    }

    pub(crate) fn finalize(mut self, out: &mut [u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_kdf_kmac_final(&raw mut self.0.0, out.as_mut_ptr(), out.len()) });
    }

    /// `tag` has at least 4 bytes.
    pub(crate) fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        // SAFETY: the slice's bytes.
        verified(unsafe { c::ascon_kdf_kmac_verify_final(&raw mut self.0.0, tag.as_ptr(), tag.len()) })
    }

    pub(crate) fn squeeze(&mut self, out: &mut [u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_kdf_kmac_squeeze(&raw mut self.0.0, out.as_mut_ptr(), out.len()) });
    }
}

pub(crate) fn kdf_derive(salt: &[u8], secret: &[u8], info: &[u8], out: &mut [u8]) {
    let (place, length) = (out.as_mut_ptr(), out.len());
    let (ikm, bytes) = (secret.as_ptr(), secret.len());
    // SAFETY: the slices' bytes.
    must(unsafe {
        c::ascon_kdf_derive(place, length, salt.as_ptr(), salt.len(), ikm, bytes, info.as_ptr(), info.len())
    });
}

pub(crate) fn kdf_extract(salt: &[u8], secret: &[u8], prk: &mut [u8; 32]) {
    let (ikm, bytes) = (secret.as_ptr(), secret.len());
    // SAFETY: 32 bytes, and the slices' bytes.
    must(unsafe { c::ascon_kdf_extract(prk.as_mut_ptr(), salt.as_ptr(), salt.len(), ikm, bytes) });
}

pub(crate) fn kdf_expand(prk: &[u8], info: &[u8], out: &mut [u8]) {
    let (place, length) = (out.as_mut_ptr(), out.len());
    // SAFETY: the slices' bytes.
    must(unsafe { c::ascon_kdf_expand(place, length, prk.as_ptr(), prk.len(), info.as_ptr(), info.len()) });
}

// ---- HMAC, HKDF and PBKDF2 ----------------------------------------------------------------------------------

#[derive(Clone)]
pub(crate) struct HmacContext(Context<c::ascon_hmac_ctx>);

impl HmacContext {
    pub(crate) fn new(key: &[u8]) -> Self {
        let mut context = Context::zeroed();
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_hmac_hash256_init(&raw mut context.0, key.as_ptr(), key.len()) });
        Self(context)
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        // SAFETY: the slice's bytes.
        must(unsafe { c::ascon_hmac_hash256_update(&raw mut self.0.0, data.as_ptr(), data.len()) });
    }

    pub(crate) fn finalize(mut self, mac: &mut [u8; 32]) {
        // SAFETY: 32 bytes.
        must(unsafe { c::ascon_hmac_hash256_final(&raw mut self.0.0, mac.as_mut_ptr()) });
    }

    /// `tag` has 16 to 32 bytes.
    pub(crate) fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        // SAFETY: the slice's bytes.
        verified(unsafe { c::ascon_hmac_hash256_verify_final(&raw mut self.0.0, tag.as_ptr(), tag.len()) })
    }
}

pub(crate) fn hkdf_extract(salt: &[u8], secret: &[u8], prk: &mut [u8; 32]) {
    let (ikm, bytes) = (secret.as_ptr(), secret.len());
    // SAFETY: 32 bytes, and the slices' bytes.
    must(unsafe { c::ascon_hmac_hkdf_extract(prk.as_mut_ptr(), salt.as_ptr(), salt.len(), ikm, bytes) });
}

/// `out` has at most 255 * 32 bytes.
pub(crate) fn hkdf_expand(prk: &[u8], info: &[u8], out: &mut [u8]) {
    let (place, length) = (out.as_mut_ptr(), out.len());
    // SAFETY: the slices' bytes.
    must(unsafe { c::ascon_hmac_hkdf_expand(place, length, prk.as_ptr(), prk.len(), info.as_ptr(), info.len()) });
}

/// `iterations` is not 0, and `out` has fewer than 2^32 blocks of 32 bytes.
pub(crate) fn pbkdf2(password: &[u8], salt: &[u8], iterations: u32, out: &mut [u8]) {
    let (place, length) = (out.as_mut_ptr(), out.len());
    let (text, bytes) = (password.as_ptr(), password.len());
    // SAFETY: the slices' bytes.
    must(unsafe { c::ascon_hmac_pbkdf2(place, length, text, bytes, salt.as_ptr(), salt.len(), iterations) });
}

// ---- Random bytes ---------------------------------------------------------------------------------------------

pub(crate) struct DrbgContext(Context<c::ascon_drbg>);

impl DrbgContext {
    #[cfg(any(unix, windows))]
    pub(crate) fn of_system(personalization: &[u8]) -> Result<Self, Error> {
        let mut context = Context::zeroed();
        let (text, bytes) = (personalization.as_ptr(), personalization.len());
        // SAFETY: the slice's bytes; the source is a constant of the library.
        random(unsafe { c::ascon_drbg_init(&raw mut context.0, &raw const c::ascon_system_entropy, text, bytes) })?;
        Ok(Self(context))
    }

    /// `seed` has at least 32 bytes.
    pub(crate) fn of_seed(seed: &[u8]) -> Self {
        let mut context = Context::zeroed();
        // SAFETY: the slice's bytes; no source.
        must(unsafe { c::ascon_drbg_init(&raw mut context.0, core::ptr::null(), seed.as_ptr(), seed.len()) });
        Self(context)
    }

    /// Without a source, `seed` has at least 32 bytes.
    pub(crate) fn reseed(&mut self, seed: &[u8]) -> Result<(), Error> {
        // SAFETY: the slice's bytes.
        random(unsafe { c::ascon_drbg_reseed(&raw mut self.0.0, seed.as_ptr(), seed.len()) })
    }

    pub(crate) fn generate(&mut self, out: &mut [u8], additional: &[u8]) -> Result<(), Error> {
        let (place, length) = (out.as_mut_ptr(), out.len());
        let (text, bytes) = (additional.as_ptr(), additional.len());
        // SAFETY: the slices' bytes.
        random(unsafe { c::ascon_drbg_generate(&raw mut self.0.0, place, length, text, bytes) })
    }
}

// ---- Datagrams --------------------------------------------------------------------------------------------

/// Settings, identity, key and store.
type Start<P> = unsafe extern "C" fn(
    *mut P,
    *const c::ascon_datagram_settings,
    *const u8,
    *const u8,
    *const c::ascon_datagram_store,
) -> c::ascon_result;

/// A sender or a receiver.
///
/// # Safety
/// `INIT` and `RESUME` start this type as its functions in ascon_datagram.h do.
pub(crate) unsafe trait Peer: Plain {
    const INIT: Start<Self>;
    const RESUME: Start<Self>;
    fn state(&self) -> &c::ascon_datagram_state;
    fn state_mut(&mut self) -> &mut c::ascon_datagram_state;
}

macro_rules! peer {
    ($type:ident, $init:ident, $resume:ident) => {
        // SAFETY: its own functions.
        unsafe impl Peer for c::$type {
            const INIT: Start<Self> = c::$init;
            const RESUME: Start<Self> = c::$resume;
            fn state(&self) -> &c::ascon_datagram_state {
                &self.state
            }
            fn state_mut(&mut self) -> &mut c::ascon_datagram_state {
                &mut self.state
            }
        }
    };
}
peer!(ascon_datagram_sender, ascon_datagram_sender_init, ascon_datagram_sender_resume);
peer!(ascon_datagram_receiver, ascon_datagram_receiver_init, ascon_datagram_receiver_resume);

fn in_c(settings: &Settings) -> c::ascon_datagram_settings {
    c::ascon_datagram_settings {
        max_forgeries: settings.max_forgeries,
        counter_length: settings.counter_length,
        tag_length: settings.tag_length,
        epoch_length: settings.epoch_length,
    }
}

pub(crate) fn max_step(settings: &Settings) -> u16 {
    // SAFETY: settings that live during the call.
    unsafe { c::ascon_datagram_max_step(&in_c(settings)) }
}

extern "C" fn load<S: Store>(store: *mut c_void, counter: *mut u8) -> c_int {
    // SAFETY: lend() has given the store, which nobody else has meanwhile, and the library has 8 bytes.
    let (store, counter) = unsafe { (&mut *store.cast::<S>(), slice::from_raw_parts_mut(counter, 8)) };
    let found = store.load();
    counter.copy_from_slice(&found.unwrap_or(0).to_le_bytes());
    found.is_some().into()
}

extern "C" fn store<S: Store>(store: *mut c_void, counter: *const u8) -> c_int {
    // SAFETY: as above.
    let (store, counter) = unsafe { (&mut *store.cast::<S>(), &*counter.cast::<[u8; 8]>()) };
    store.store(u64::from_le_bytes(*counter)).into()
}

/// The store for one call: the result must not outlive `from`. `step` is at most [`MAX_STEP`].
fn lend<S: Store>(from: &mut S, step: usize) -> c::ascon_datagram_store {
    let (context, step) = ((&raw mut *from).cast(), u16::try_from(step).unwrap_or(MAX_STEP));
    c::ascon_datagram_store { load: Some(load::<S>), store: Some(store::<S>), context, step }
}

/// The library keeps the address of a store. Here a store may move, so the library gets the address only during a call.
pub(crate) struct Datagrams<P: Peer>(Context<P>);
pub(crate) type SenderContext = Datagrams<c::ascon_datagram_sender>;
pub(crate) type ReceiverContext = Datagrams<c::ascon_datagram_receiver>;

impl<P: Peer> Datagrams<P> {
    /// Settings and step are as ascon_datagram.h says.
    pub(crate) fn new<S: Store>(
        settings: &Settings, identity: &[u8; 8], key: &Key, store: &mut S, step: usize,
    ) -> Result<Self, Error> {
        // SAFETY: a key of 16 bytes.
        unsafe { Self::start(P::INIT, settings, identity, key.as_bytes(), store, step) }
    }

    /// Starts with the key of an epoch, whose lengths are equal to those in the settings.
    pub(crate) fn resume<S: Store>(
        settings: &Settings, identity: &[u8; 8], key: &EpochKey, store: &mut S, step: usize,
    ) -> Result<Self, Error> {
        if !store.keeps() {
            return Err(Error::Store);
        }
        // SAFETY: a key of 20 bytes.
        unsafe { Self::start(P::RESUME, settings, identity, key.as_bytes(), store, step) }
    }

    /// # Safety
    /// The key has as many bytes as the call reads.
    unsafe fn start<S: Store>(
        call: Start<P>, settings: &Settings, identity: &[u8; 8], key: &[u8], store: &mut S, step: usize,
    ) -> Result<Self, Error> {
        let (mut made, lent, settings) = (Self(Context::zeroed()), lend(store, step), in_c(settings));
        // SAFETY: 8 bytes of identity; the caller's.
        let result =
            unsafe { call(&raw mut made.0.0, &raw const settings, identity.as_ptr(), key.as_ptr(), &raw const lent) };
        made.0.0.state_mut().store = ptr::null();
        match result {
            c::ASCON_ERR_STORE | c::ASCON_ERR_ORDER => Err(Error::Store),
            c::ASCON_ERR_RANGE => Err(Error::UsedUp),
            result => {
                must(result);
                Ok(made)
            }
        }
    }

    fn with_store<S: Store>(
        &mut self, store: &mut S, step: usize, call: impl FnOnce(*mut P) -> c::ascon_result,
    ) -> c::ascon_result {
        let lent = lend(store, step);
        self.0.0.state_mut().store = &raw const lent;
        let result = call(&raw mut self.0.0);
        self.0.0.state_mut().store = ptr::null();
        result
    }

    pub(crate) fn next(&self) -> u64 {
        // SAFETY: the state of this type.
        unsafe { c::ascon_datagram_next(self.0.0.state()) }
    }

    pub(crate) fn counter_length(&self) -> usize {
        self.0.0.state().counter_length.into()
    }

    pub(crate) fn overhead(&self) -> usize {
        self.counter_length() + usize::from(self.0.0.state().tag_length)
    }

    pub(crate) fn epoch_key(&self) -> Result<EpochKey, Error> {
        let mut key = EpochKey::from([0; 20]);
        // SAFETY: the state of this type, and 20 bytes.
        match unsafe { c::ascon_datagram_epoch_key(self.0.0.state(), key.as_mut_bytes().as_mut_ptr()) } {
            c::ASCON_ERR_ORDER => Err(wiped("epoch_key()")),
            result => {
                must(result);
                Ok(key)
            }
        }
    }

    /// `length` is 1 to 7.
    pub(crate) fn set_counter_length(&mut self, length: u8) -> Result<(), Error> {
        let min = u64::from(self.0.0.state().epoch_length) + 1;
        // SAFETY: the state of this type.
        match unsafe { c::ascon_datagram_set_counter_length(self.0.0.state_mut(), length) } {
            c::ASCON_ERR_RANGE => Err(Error::Number { what: "counter_length", found: length.into(), min, max: 7 }),
            c::ASCON_ERR_ORDER => Err(wiped("set_counter_length()")),
            result => {
                must(result);
                Ok(())
            }
        }
    }
}

fn wiped(call: &'static str) -> Error {
    Error::Order { call, expected: "a receiver that forgeries have not wiped" }
}

impl SenderContext {
    /// `datagram` has room for the counter and the tag, and the text between them.
    pub(crate) fn seal<S: Store>(
        &mut self, datagram: &mut [u8], header: &[u8], store: &mut S, step: usize,
    ) -> Result<(), Error> {
        assert!(datagram.len() >= self.overhead());
        let (length, place) = (datagram.len() - self.overhead(), datagram.as_mut_ptr());
        // SAFETY: within the datagram.
        let text = unsafe { place.add(self.counter_length()) };
        let result = self.with_store(store, step, |sender| {
            // SAFETY: in place, as ascon_datagram.h allows, and the header's bytes.
            unsafe { c::ascon_datagram_seal(sender, place, text, length, header.as_ptr(), header.len()) }
        });
        sent("seal()", result)
    }

    pub(crate) fn rekey<S: Store>(&mut self, store: &mut S, step: usize) -> Result<(), Error> {
        if self.0.0.state.epoch_length == 0 {
            return Err(Error::Order { call: "rekey()", expected: "settings with an epoch_length" });
        }
        // SAFETY: a context of this type.
        sent("rekey()", self.with_store(store, step, |sender| unsafe { c::ascon_datagram_rekey(sender) }))
    }
}

fn sent(call: &'static str, result: c::ascon_result) -> Result<(), Error> {
    match result {
        c::ASCON_ERR_ORDER => {
            Err(Error::Order { call, expected: "the process that started the sender, not its child" })
        }
        c::ASCON_ERR_STORE => Err(Error::Store),
        c::ASCON_ERR_RANGE => Err(Error::UsedUp),
        result => {
            must(result);
            Ok(())
        }
    }
}

impl ReceiverContext {
    /// The length of the text, which is written after the counter.
    pub(crate) fn open<S: Store>(
        &mut self, epochs: u16, datagram: &mut [u8], header: &[u8], store: &mut S, step: usize,
    ) -> Result<usize, Error> {
        let (start, overhead) = (self.counter_length(), self.overhead());
        if overhead == 0 {
            return Err(wiped("open()"));
        }
        let length = datagram.len().checked_sub(overhead).ok_or(Error::Refused)?;
        let (place, bytes) = (datagram.as_mut_ptr(), datagram.len());
        // SAFETY: within the datagram, whose length was checked.
        let text = unsafe { place.add(start) };
        let result = self.with_store(store, step, |receiver| {
            // SAFETY: in place, as ascon_datagram.h allows, and the header's bytes.
            unsafe { c::ascon_datagram_open_ahead(receiver, epochs, text, place, bytes, header.as_ptr(), header.len()) }
        });
        match result {
            c::ASCON_ERR_RANGE => Err(Error::Refused),
            c::ASCON_ERR_STORE => Err(Error::Store),
            result => verified(result).map(|()| length),
        }
    }
}

// ---- Batches ------------------------------------------------------------------------------------------------

/// Threads of batches. With NULL in place of a pool, the calling thread works alone.
#[cfg(feature = "alloc")]
pub(crate) struct PoolHandle(*mut c::ascon_batch_pool);

// SAFETY: "Any thread may use a pool at any time", ascon_batch.h.
#[cfg(feature = "alloc")]
unsafe impl Send for PoolHandle {}
// SAFETY: as above.
#[cfg(feature = "alloc")]
unsafe impl Sync for PoolHandle {}

#[cfg(feature = "alloc")]
impl PoolHandle {
    pub(crate) const NONE: Self = Self(core::ptr::null_mut());

    /// At most 256 threads.
    pub(crate) fn new(threads: u16) -> Result<Self, Error> {
        let mut pool = Self::NONE;
        // SAFETY: a place for a pointer.
        match unsafe { c::ascon_batch_pool_create(&raw mut pool.0, threads.into()) } {
            c::ASCON_ERR_RESOURCES => Err(Error::Resources { threads: threads.into() }),
            result => {
                must(result);
                Ok(pool)
            }
        }
    }

    pub(crate) fn threads(&self) -> usize {
        // SAFETY: a pool or NULL.
        unsafe { c::ascon_batch_pool_threads(self.0) as usize }
    }
}

#[cfg(feature = "alloc")]
impl Drop for PoolHandle {
    fn drop(&mut self) {
        // SAFETY: a pool that nobody else has, or NULL.
        unsafe { c::ascon_batch_pool_destroy(self.0) }
    }
}

/// A message of a batch, which borrows what it points to.
#[cfg(feature = "alloc")]
#[repr(transparent)]
pub(crate) struct Message<'a>(c::ascon_message, core::marker::PhantomData<&'a mut [u8]>);

#[cfg(feature = "alloc")]
impl<'a> Message<'a> {
    fn new(message: c::ascon_message) -> Self {
        Self(message, core::marker::PhantomData)
    }

    fn input(input: &'a [u8]) -> Self {
        let mut message = Self::new(empty_message());
        (message.0.in_, message.0.length) = (input.as_ptr(), input.len());
        message
    }

    /// AEAD, in place. The caller of `batch()` makes sure that the key has the algorithm's length.
    pub(crate) fn seal(text: &'a mut [u8], tag: &'a mut [u8; 16], fixed: &Fixed<'a>) -> Self {
        let place = text.as_mut_ptr();
        Self::new(fixed.message(place, place, text.len(), tag.as_mut_ptr(), 16))
    }

    /// AEAD, in place.
    pub(crate) fn open(text: &'a mut [u8], tag: &'a [u8; 16], fixed: &Fixed<'a>) -> Self {
        let place = text.as_mut_ptr();
        Self::new(fixed.message(place, place, text.len(), tag.as_ptr().cast_mut(), 16))
    }

    /// Hash, XOF, CXOF or PRF. Of a hash, `out` has 32 bytes; without a key, `key` is empty.
    pub(crate) fn compute(input: &'a [u8], out: &'a mut [u8], customization: &'a [u8], key: &'a [u8]) -> Self {
        let mut message = Self::input(input);
        (message.0.out, message.0.out_length) = (out.as_mut_ptr(), out.len());
        (message.0.ad, message.0.ad_length) = (customization.as_ptr(), customization.len());
        message.0.key = key.as_ptr();
        message
    }

    /// MAC: computes the tag.
    pub(crate) fn mac(input: &'a [u8], tag: &'a mut [u8; 16], key: &'a [u8; 16]) -> Self {
        let mut message = Self::input(input);
        (message.0.tag, message.0.key) = (tag.as_mut_ptr(), key.as_ptr());
        message
    }

    /// MAC: verifies the tag.
    pub(crate) fn verify(input: &'a [u8], tag: &'a [u8; 16], key: &'a [u8; 16]) -> Self {
        let mut message = Self::input(input);
        // Verification only reads it.
        (message.0.tag, message.0.key) = (tag.as_ptr().cast_mut(), key.as_ptr());
        message
    }

    pub(crate) fn is_forged(&self) -> bool {
        self.0.result == c::ASCON_ERR_TAG
    }
}

#[cfg(feature = "alloc")]
pub(crate) use c::{ASCON_COMPUTE, ASCON_DECRYPT, ASCON_ENCRYPT, ASCON_VERIFY};

/// Returns whether all messages succeeded; if not, `is_forged()` says which messages failed.
///
/// # Safety
/// The messages were made for this algorithm: by `seal()`, `open()`, `mac()` or `verify()` for this operation, or by
/// `compute()` with an output of the algorithm's length; keys have its length.
#[cfg(feature = "alloc")]
unsafe fn run(row: Row, op: c::ascon_operation, messages: &mut [Message<'_>], pool: &PoolHandle) -> bool {
    let (first, count) = (messages.as_mut_ptr().cast(), messages.len());
    // SAFETY: Message is an ascon_message; the caller's promise.
    match unsafe { c::ascon_any_batch(row, op, first, count, pool.0) } {
        c::ASCON_ERR_TAG => false,
        result => {
            must(result);
            true
        }
    }
}

/// Runs a batch whose keys and outputs have the lengths that `run()` needs.
#[cfg(feature = "alloc")]
pub(crate) fn batch(row: Row, op: c::ascon_operation, messages: &mut [Message<'_>], pool: &PoolHandle) -> bool {
    // SAFETY: the callers are in batch.rs and aead.rs, whose types have keys and outputs of the row's lengths.
    unsafe { run(row, op, messages, pool) }
}

/// Runs Ascon-SIV's own calls for messages made by `seal()` or `open()` with a key of 32 bytes.
#[cfg(feature = "alloc")]
pub(crate) fn siv_batch(op: c::ascon_operation, messages: &mut [Message<'_>], pool: &PoolHandle) -> bool {
    let (first, count) = (messages.as_mut_ptr().cast(), messages.len());
    // SAFETY: Message is an ascon_message.
    let result = unsafe {
        if op == ASCON_ENCRYPT {
            c::ascon_siv_batch_encrypt(first, count, pool.0)
        } else {
            c::ascon_siv_batch_decrypt(first, count, pool.0)
        }
    };
    match result {
        c::ASCON_ERR_TAG => false,
        result => {
            must(result);
            true
        }
    }
}

// ---- Streams ----------------------------------------------------------------------------------------------

#[cfg(feature = "std")]
pub(crate) struct StreamSecret(Context<c::ascon_stream>);

/// Public fields of a header.
#[cfg(feature = "std")]
pub(crate) use c::ascon_stream_cost as RawCost;
#[cfg(feature = "std")]
pub(crate) use c::ascon_stream_header as RawHeader;

#[cfg(feature = "std")]
impl StreamSecret {
    /// The row is of an AEAD; `chunk_bytes` is 1 to 1048576.
    pub(crate) fn derive(row: Row, chunk_bytes: u32, salt: &[u8; 32], context: &[u8], key: &[u8; 32]) -> Self {
        let mut stream = Context::zeroed();
        let (text, bytes) = (context.as_ptr(), context.len());
        // SAFETY: 32 bytes each, and the slice's bytes.
        must(unsafe {
            c::ascon_stream_derive(&raw mut stream.0, row, chunk_bytes, salt.as_ptr(), text, bytes, key.as_ptr())
        });
        Self(stream)
    }

    /// The row is of an AEAD, `chunk_bytes` is 1 to 1048576, and `secret` has the key's length and 16 bytes more.
    pub(crate) fn init(row: Row, chunk_bytes: u32, secret: &[u8]) -> Self {
        assert_eq!(secret.len(), usize::from(row.key_bytes) + 16);
        let mut stream = Context::zeroed();
        // SAFETY: the secret's length as checked.
        must(unsafe { c::ascon_stream_init(&raw mut stream.0, row, chunk_bytes, secret.as_ptr()) });
        Self(stream)
    }

    /// Writes the header of a new file. None if a field is not allowed.
    pub(crate) fn encode(header: &RawHeader, key: &[u8; 32], bytes: &mut [u8; 144]) -> Option<Self> {
        let mut stream = Context::zeroed();
        // SAFETY: 144 and 32 bytes.
        match unsafe { c::ascon_stream_header_encode(&raw mut stream.0, bytes.as_mut_ptr(), header, key.as_ptr()) } {
            c::ASCON_ERR_RANGE | c::ASCON_ERR_ALGORITHM => None,
            result => {
                must(result);
                Some(Self(stream))
            }
        }
    }

    /// Opens the stream of a header that `decode_header()` has accepted.
    pub(crate) fn open(bytes: &[u8], key: &[u8; 32]) -> Result<Self, Error> {
        let mut stream = Context::zeroed();
        let (text, length) = (bytes.as_ptr(), bytes.len());
        // SAFETY: the slice's bytes, and 32 of the key.
        verified(unsafe { c::ascon_stream_header_open(&raw mut stream.0, text, length, key.as_ptr()) })?;
        Ok(Self(stream))
    }

    pub(crate) fn chunk_bytes(&self) -> usize {
        self.0.0.chunk_bytes as usize
    }

    /// False if the text has a length that the chunk cannot have, or the index is too large. `sealed` has 16 bytes more
    /// than `text`.
    pub(crate) fn seal_chunk(&self, text: &[u8], sealed: &mut [u8], index: u64, last: bool) -> bool {
        assert_eq!(sealed.len(), text.len() + 16);
        let (place, bytes) = (text.as_ptr(), text.len());
        let last = c_int::from(last);
        // SAFETY: lengths as checked.
        match unsafe { c::ascon_stream_seal_chunk(&raw const self.0.0, sealed.as_mut_ptr(), place, bytes, index, last) }
        {
            c::ASCON_ERR_RANGE => false,
            result => {
                must(result);
                true
            }
        }
    }

    /// `text` has 16 bytes less than `sealed`. None if the index is too large.
    pub(crate) fn open_chunk(
        &self, sealed: &[u8], text: &mut [u8], index: u64, last: bool,
    ) -> Option<Result<(), Error>> {
        assert_eq!(sealed.len(), text.len() + 16);
        let (place, bytes) = (sealed.as_ptr(), sealed.len());
        let last = c_int::from(last);
        // SAFETY: lengths as checked.
        match unsafe { c::ascon_stream_open_chunk(&raw const self.0.0, text.as_mut_ptr(), place, bytes, index, last) } {
            c::ASCON_ERR_RANGE => None,
            result => Some(verified(result)),
        }
    }

    /// Encrypts `text_length` bytes in place. The pieces of text begin at every (chunk + 16)th byte, as the chunks do
    /// afterwards. False if the stream would have too many chunks.
    pub(crate) fn seal_chunks(
        &self, buffer: &mut [u8], text_length: usize, first: u64, ends: bool, pool: &PoolHandle,
    ) -> bool {
        let chunk = self.chunk_bytes();
        assert!(ends || text_length % chunk == 0);
        let chunks = text_length.div_ceil(chunk).max(usize::from(ends));
        assert!(buffer.len() >= text_length + 16 * chunks);
        let place = buffer.as_mut_ptr();
        let (stride, ends) = (chunk + 16, c_int::from(ends));
        // SAFETY: room for the text and a tag for each chunk.
        match unsafe {
            c::ascon_stream_seal_chunks(&raw const self.0.0, place, place, stride, text_length, first, ends, pool.0)
        } {
            c::ASCON_ERR_RANGE => false,
            result => {
                must(result);
                true
            }
        }
    }

    /// Decrypts chunks in place: the pieces of text begin where the chunks do. Returns the bytes of valid text, and
    /// whether all of it was valid.
    pub(crate) fn open_chunks(&self, buffer: &mut [u8], first: u64, ends: bool, pool: &PoolHandle) -> (usize, bool) {
        let place = buffer.as_mut_ptr();
        let (length, stride, ends) = (buffer.len(), self.chunk_bytes() + 16, c_int::from(ends));
        let mut text = 0;
        // SAFETY: in place, with the stride that the call asks for then.
        let result = unsafe {
            let stream = &raw const self.0.0;
            c::ascon_stream_open_chunks(stream, place, stride, &raw mut text, place, length, first, ends, pool.0)
        };
        match result {
            c::ASCON_OK => (text, true),
            // Too many chunks: no stream has one with such an index.
            c::ASCON_ERR_TAG => (text, false),
            c::ASCON_ERR_RANGE => (0, false),
            other => unexpected(other),
        }
    }

    /// False if `next` is 0 or too large.
    pub(crate) fn rekey(&mut self, next: u64) -> bool {
        // SAFETY: a context of this type.
        match unsafe { c::ascon_stream_rekey(&raw mut self.0.0, next) } {
            c::ASCON_ERR_RANGE => false,
            result => {
                must(result);
                true
            }
        }
    }
}

/// A new header with these fields. `cost` is for a passphrase.
#[cfg(feature = "std")]
pub(crate) fn new_header(row: Row, chunk_bytes: u32, salt: &[u8; 32], cost: Option<RawCost>) -> RawHeader {
    // SAFETY: integers and a pointer.
    let mut header: RawHeader = unsafe { mem::zeroed() };
    (header.algorithm, header.chunk_bytes, header.salt) = (row, chunk_bytes, *salt);
    (header.source, header.version) = (c::ASCON_STREAM_KEY_FILE, 2);
    if let Some(cost) = cost {
        (header.source, header.cost) = (c::ASCON_STREAM_PASSPHRASE, cost);
    }
    header
}

/// Returns why the format does not allow a cost.
#[cfg(feature = "argon2")]
pub(crate) fn cost_fault(cost: &RawCost) -> Option<&'static str> {
    // SAFETY: three integers.
    let fault = unsafe { c::ascon_stream_cost_fault(cost) };
    // SAFETY: never NULL, a constant in ASCII.
    let text = unsafe { core::ffi::CStr::from_ptr(c::ascon_stream_fault_text(fault)) };
    (fault != c::ASCON_STREAM_FAULT_NONE).then_some(text.to_str().unwrap_or("?"))
}

/// The fields of a header, or why it is refused. A header that ends too early says how many bytes it needs.
#[cfg(feature = "std")]
pub(crate) fn decode_header(bytes: &[u8]) -> Result<RawHeader, (Option<usize>, &'static str)> {
    // SAFETY: integers and a pointer.
    let mut header: RawHeader = unsafe { mem::zeroed() };
    // SAFETY: the slice's bytes.
    match unsafe { c::ascon_stream_header_decode(&raw mut header, bytes.as_ptr(), bytes.len()) } {
        c::ASCON_OK => Ok(header),
        c::ASCON_ERR_RANGE => {
            // SAFETY: never NULL, a constant in ASCII.
            let text = unsafe { core::ffi::CStr::from_ptr(c::ascon_stream_fault_text(header.fault)) };
            let more = (header.fault == c::ASCON_STREAM_FAULT_LENGTH).then_some(usize::from(header.header_bytes));
            Err((more, text.to_str().unwrap_or("?")))
        }
        other => unexpected(other),
    }
}

#[cfg(feature = "std")]
pub(crate) fn algorithm_of(header: &RawHeader) -> &'static str {
    // SAFETY: of a header that was accepted: a row of the library's table, or NULL.
    unsafe { header.algorithm.as_ref() }.map_or("?", |row| {
        // SAFETY: a constant in ASCII.
        unsafe { core::ffi::CStr::from_ptr(row.name) }.to_str().unwrap_or("?")
    })
}

//! What is computed on every target: 0, or the number of the check that failed. Of wasm32, this is the program.
//! SPDX-License-Identifier: Apache-2.0 OR MIT
#![no_std]

use asconkit::{Aead128, Cxof128, Error, Generator, Hash256, Key, Nonce, Siv, Tag, v12, v13};
use core::{mem, ptr};

/// Ascon-Hash256 of "hello", from the page of the Python package.
const HELLO: [u8; 32] = [
    0x22, 0xfa, 0x93, 0xe3, 0x27, 0xd4, 0x7a, 0xab, 0x60, 0xab, 0x61, 0xb2, 0x92, 0x31, 0x29, 0xf5, 0x25, 0x15, 0xfb,
    0x39, 0xd2, 0x3c, 0xb3, 0x49, 0x31, 0xec, 0x05, 0x97, 0x3e, 0x28, 0xfd, 0xc6,
];

#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    let checks: [fn() -> bool; 5] = [hashes, aeads, keyed, generator, a_result_in_a_structure];
    checks.iter().position(|check| !check()).map_or(0, |failed| failed as u32 + 1)
}

fn hashes() -> bool {
    let mut pieces = Hash256::new();
    pieces.update(b"hel");
    pieces.update(b"lo");
    let (mut first, mut second) = ([0; 40], [0; 40]);
    Cxof128::digest(b"a string", b"hello", &mut first).is_ok()
        && Cxof128::new(b"a string").is_ok_and(|mut cxof| {
            cxof.update(b"hello");
            cxof.finish().read(&mut second);
            first == second
        })
        && Hash256::digest(b"hello") == HELLO
        && pieces.finish() == HELLO
}

fn aeads() -> bool {
    let (nonce, text) = (Nonce::from(1), *b"a text of some bytes");
    macro_rules! opens {
        ($type:ty, $key:literal) => {{
            let aead = <$type>::new(&Key::from([7; $key]));
            let mut buffer = text;
            let tag = aead.seal_in_place(&nonce, &mut buffer, b"a header");
            let mut forged = buffer;
            buffer != text
                && aead.open_in_place(&nonce, &mut buffer, &tag, b"a header").is_ok()
                && buffer == text
                && aead.open_in_place(&nonce, &mut forged, &tag, b"another") == Err(Error::Forged)
                && forged == [0; 20]
        }};
    }
    opens!(Aead128, 16) && opens!(Siv, 32) && opens!(v12::Ascon80pq, 20)
}

fn keyed() -> bool {
    let key = Key::from([7; 16]);
    let tag = v13::mac(&key, b"a message");
    v13::mac_verify(&key, b"a message", &tag).is_ok()
        && v13::mac_verify(&key, b"another", &tag) == Err(Error::Forged)
        && tag != Tag::from([0; 16])
}

fn generator() -> bool {
    let mut out = [0; 16];
    Generator::from_seed(&[7; 32]).is_ok_and(|mut generator| generator.fill(&mut out).is_ok()) && out != [0; 16]
}

/// The size of ascon_result is that of C: the second message is where C writes it.
fn a_result_in_a_structure() -> bool {
    use asconkit_sys::{ASCON_DECRYPT, ASCON_ERR_TAG, ASCON_OK, ascon_algorithm_aead128, ascon_any_batch, ascon_message};
    let (key, nonce, mut texts) = ([7; 16], Nonce::from(1), [*b"a text", *b"a text"]);
    let mut tags = texts.each_mut().map(|text| Aead128::new(&Key::from(key)).seal_in_place(&nonce, text, b""));
    tags[1] = Tag::from([0; 16]);
    // SAFETY: integers and pointers.
    let mut messages: [ascon_message; 2] = unsafe { mem::zeroed() };
    for ((message, text), tag) in messages.iter_mut().zip(&mut texts).zip(&tags) {
        (message.in_, message.out, message.length) = (text.as_ptr(), text.as_mut_ptr(), text.len());
        (message.tag, message.tag_length) = (tag.as_bytes().as_ptr().cast_mut(), 16);
        (message.nonce, message.key) = (nonce.as_bytes().as_ptr(), key.as_ptr());
        message.result = !0;
    }
    // SAFETY: two messages with all fields of an AEAD.
    let result = unsafe {
        ascon_any_batch(&raw const ascon_algorithm_aead128, ASCON_DECRYPT, messages.as_mut_ptr(), 2, ptr::null_mut())
    };
    let results = messages.map(|message| message.result);
    result == ASCON_ERR_TAG && results == [ASCON_OK, ASCON_ERR_TAG] && texts == [*b"a text", [0; 6]]
}

#[cfg(all(target_arch = "wasm32", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

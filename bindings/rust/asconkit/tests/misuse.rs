//! Wrong arguments, forged messages and calls out of order. SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::batch::Pool;
use asconkit::{
    Aead128, Aead128NonceMasked, Cxof128, Error, Generator, IsapA128, IsapA128a, Key, Nonce, Siv, Tag, hmac, kdf, v12,
    v13,
};

const TEXT: &[u8] = b"a text of some twenty bytes";
const AD: &[u8] = b"a header";

fn length(what: &'static str, found: usize, min: usize, max: usize) -> Error {
    Error::Length { what, found, min, max }
}

/// Every change of a message is noticed by every call that opens, and leaves zeros.
macro_rules! forged {
    ($test:ident, $type:ty, $key:literal) => {
        #[test]
        fn $test() {
            let (aead, nonce) = (<$type>::new(&Key::from([7; $key])), Nonce::from(1));
            let sealed = aead.seal(&nonce, TEXT, AD);
            for bit in 0..8 * sealed.len() {
                let mut wrong = sealed.clone();
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(aead.open(&nonce, &wrong, AD), Err(Error::Forged));
            }
            for short in 0..sealed.len() {
                assert_eq!(aead.open(&nonce, &sealed[..short], AD), Err(Error::Forged));
            }
            assert_eq!(aead.open(&Nonce::from(2), &sealed, AD), Err(Error::Forged));
            assert_eq!(aead.open(&nonce, &sealed, b""), Err(Error::Forged));
            assert_eq!(<$type>::new(&Key::from([8; $key])).open(&nonce, &sealed, AD), Err(Error::Forged));

            let (text, tag) = sealed.split_at(TEXT.len());
            let wrong = Tag::from([0; 16]);
            let mut buffer = text.to_vec();
            assert_eq!(aead.open_in_place(&nonce, &mut buffer, &wrong, AD), Err(Error::Forged));
            assert_eq!(buffer, vec![0; TEXT.len()]);
            let mut out = vec![1; TEXT.len()];
            assert_eq!(aead.open_detached(&nonce, text, &wrong, AD, &mut out), Err(Error::Forged));
            assert_eq!(out, vec![0; TEXT.len()]);
            out.fill(1);
            assert_eq!(aead.open_into(&nonce, &[text, &[0; 16]].concat(), AD, &mut out), Err(Error::Forged));
            assert_eq!(out, vec![0; TEXT.len()]);
            out.fill(1);
            assert_eq!(aead.open_into(&nonce, &sealed[..15], AD, &mut out), Err(Error::Forged));
            assert_eq!(out, vec![0; TEXT.len()]);

            // Wrong lengths are told before anything is written.
            let (size, tag) = (TEXT.len(), Tag::try_from(tag).unwrap());
            let mut long = vec![1; size + 17];
            let error = length("sealed", size + 17, size + 16, size + 16);
            assert_eq!(aead.seal_into(&nonce, TEXT, AD, &mut long), Err(error));
            assert_eq!(aead.open_into(&nonce, &sealed, AD, &mut long), Err(length("text", size + 17, size, size)));
            assert_eq!(aead.seal_detached(&nonce, TEXT, AD, &mut long), Err(length("out", size + 17, size, size)));
            let error = length("out", size + 17, size, size);
            assert_eq!(aead.open_detached(&nonce, text, &tag, AD, &mut long), Err(error));
            assert_eq!(long, vec![1; size + 17]);
            assert_eq!(format!("{aead:?}"), format!("{}(..)", stringify!($type).rsplit(' ').next().unwrap()));
        }
    };
}
forged!(aead128, Aead128, 16);
forged!(nonce_masked, Aead128NonceMasked, 32);
forged!(siv, Siv, 32);
forged!(isap_a_128a, IsapA128a, 16);
forged!(isap_a_128, IsapA128, 16);
mod of_v12 {
    use super::*;
    use v12::{Ascon80pq, Ascon128, Ascon128a};
    forged!(ascon128, Ascon128, 16);
    forged!(ascon128a, Ascon128a, 16);
    forged!(ascon80pq, Ascon80pq, 20);
}

#[test]
fn short_tags() {
    let (aead, nonce) = (Aead128::new(&Key::from([7; 16])), Nonce::from(1));
    let mut buffer = TEXT.to_vec();
    let whole = aead.seal_in_place(&nonce, &mut buffer, AD);
    let mut other = TEXT.to_vec();
    let short: Tag<4> = aead.seal_in_place_short(&nonce, &mut other, AD);
    assert_eq!((&other, short.as_ref()), (&buffer, &whole.as_ref()[..4]));
    aead.open_in_place_short(&nonce, &mut other, &short, AD).unwrap();
    assert_eq!(other, TEXT);
    assert_eq!(aead.open_in_place_short(&nonce, &mut buffer, &Tag::from([0; 15]), AD), Err(Error::Forged));
    assert_eq!(buffer, vec![0; TEXT.len()]);
}

#[test]
fn associated_data_comes_first() {
    let (aead, nonce) = (Aead128::new(&Key::from([7; 16])), Nonce::from(1));
    let mut sealer = aead.sealer(&nonce);
    sealer.ad(AD).unwrap();
    sealer.update(&mut [0; 3]);
    let error = sealer.ad(AD).unwrap_err();
    assert_eq!(error.to_string(), "ad() is not allowed here; expected all associated data before the text");
    let mut opener = aead.opener(&nonce);
    opener.update_unverified(&mut [0; 3]);
    assert!(matches!(opener.ad(AD), Err(Error::Order { .. })));
    assert_eq!(opener.finish(&Tag::from([0; 16])), Err(Error::Forged));
}

#[test]
fn lengths_out_of_range() {
    let key = Key::from([7; 16]);
    let mut out = [1; 300];
    assert_eq!(Cxof128::digest(&[0; 257], b"", &mut out), Err(length("customization", 257, 0, 256)));
    assert_eq!(Cxof128::new(&[0; 257]).err(), Some(length("customization", 257, 0, 256)));
    assert_eq!(kdf::Kmac::new(b"key", &[0; 248]).err(), Some(length("customization", 248, 0, 247)));
    for prfshort in [v12::prfshort, v13::prfshort] {
        assert_eq!(prfshort(&key, &[0; 17], &mut out[..16]), Err(length("message", 17, 0, 16)));
        assert_eq!(prfshort(&key, b"", &mut out[..17]), Err(length("out", 17, 1, 16)));
        assert_eq!(prfshort(&key, b"", &mut []), Err(length("out", 0, 1, 16)));
    }
    assert_eq!(out, [1; 300]);
    assert_eq!(hmac::hkdf(b"", b"", b"", &mut vec![0; 8161]), Err(length("out", 8161, 0, 8160)));
    assert_eq!(hmac::hkdf(b"", b"", b"", &mut vec![0; 8160]), Ok(()));
    let error = hmac::pbkdf2(b"password", b"salt", 0, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "iterations is 0; expected 1 to 4294967295");
    assert_eq!(Generator::from_seed(&[0; 31]).err(), Some(length("seed", 31, 32, usize::MAX)));
    assert_eq!(Generator::new(b"").unwrap().reseed(&[0; 31]), Err(length("seed", 31, 32, usize::MAX)));
}

#[test]
fn pools_of_too_many_threads() {
    assert_eq!(Pool::new(257).unwrap_err().to_string(), "threads is 257; expected 0 to 256");
    assert!(matches!(Pool::new(usize::MAX), Err(Error::Number { .. })));
    assert_eq!(Pool::new(1).unwrap().threads(), 1);
    assert_eq!(Pool::new(3).unwrap().threads(), 3);
}

#[test]
fn wrong_macs() {
    let key = Key::from([7; 16]);
    let wrong = Tag::from([0; 16]);
    for verify in [v13::mac_verify, v12::mac_verify, v12::maca_verify] {
        assert_eq!(verify(&key, TEXT, &wrong), Err(Error::Forged));
    }
    let tag = v13::mac(&key, TEXT);
    let mut mac = v13::Mac::new(&key);
    assert_eq!(mac.clone().verify(&tag), Err(Error::Forged));
    mac.update(TEXT);
    for bit in 0..128 {
        let mut forged = *tag.as_bytes();
        forged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(mac.clone().verify(&Tag::from(forged)), Err(Error::Forged));
    }
    assert_eq!(v13::Mac::new(&Key::from([8; 16])).verify(&mac.finish()), Err(Error::Forged));
    assert_eq!(v12::Mac::new(&key).verify(&wrong), Err(Error::Forged));
    assert_eq!(v12::Maca::new(&key).verify(&wrong), Err(Error::Forged));
    assert_eq!(kdf::kmac_verify(b"key", b"purpose", TEXT, &wrong), Err(Error::Forged));
    assert_eq!(hmac::Hmac::new(b"key").verify(&wrong), Err(Error::Forged));
}

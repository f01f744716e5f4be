//! What is dropped leaves zeros, seen in memory that stays. SPDX-License-Identifier: Apache-2.0 OR MIT
#![allow(unsafe_code)]

use asconkit::{Aead128, Generator, Hash256, Key, Nonce, Siv, Tag, Xof128, datagram, hmac, kdf, v12, v13};
use core::mem::{MaybeUninit, size_of};
use core::ptr;
use zeroize::ZeroizeOnDrop;

/// Drops a value in a place that can be read afterwards, and returns the bytes before and after.
fn dropped<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let mut place = MaybeUninit::<T>::zeroed();
    place.write(value);
    let bytes = |place: &MaybeUninit<T>| {
        let first = place.as_ptr().cast::<u8>();
        // SAFETY: the place was filled with zeros, so that all bytes but padding have values; they are read one by one.
        (0..size_of::<T>()).map(|i| unsafe { ptr::read_volatile(first.add(i)) }).collect::<Vec<u8>>()
    };
    let before = bytes(&place);
    // SAFETY: the place holds a value.
    unsafe { place.assume_init_drop() };
    let after = bytes(&place);
    (before, after)
}

fn check<T>(name: &str, value: T) {
    let (before, after) = dropped(value);
    assert!(before.iter().any(|&byte| byte != 0), "{name}: nothing to wipe");
    assert_eq!(after, vec![0; after.len()], "{name}");
}

#[test]
fn secrets_are_erased() {
    let key = Key::from([0x5a; 16]);
    check("Key", key.clone());
    check("Key<32>", Key::from([0x5a; 32]));
    check("Nonce", Nonce::from([0x5a; 16]));
    check("Tag", Tag::from([0x5a; 16]));
    let aead = Aead128::new(&key);
    check("Sealer", aead.sealer(&Nonce::from(1)));
    check("Opener", aead.opener(&Nonce::from(1)));
    check("Aead128", aead);
    check("Siv", Siv::new(&Key::from([0x5a; 32])));
    check("v12::Ascon80pq", v12::Ascon80pq::new(&Key::from([0x5a; 20])));
    let mut hash = Hash256::new();
    hash.update(b"a secret");
    check("Hash256", hash);
    let mut xof = Xof128::new();
    xof.update(b"a secret");
    check("Xof128", xof.clone());
    check("XofOutput", xof.finish());
    check("v12::Hasha", v12::Hasha::new());
    check("v12::Xofa", v12::Xofa::new());
    check("v12::Maca", v12::Maca::new(&key));
    check("v13::Mac", v13::Mac::new(&key));
    check("v12::Prfa", v12::Prfa::new(&key));
    check("v13::Prf", v13::Prf::new(&key));
    check("output of v13::Prf", v13::Prf::new(&key).finish());
    check("Kmac", kdf::Kmac::new(b"a secret", b"").unwrap());
    check("KmacOutput", kdf::Kmac::new(b"a secret", b"").unwrap().finish_xof());
    check("Hmac", hmac::Hmac::new(b"a secret"));
    check("Generator", Generator::new(b"").unwrap());
}

#[test]
fn of_datagrams_the_step_is_left() {
    let (settings, key) = (datagram::Settings::default(), Key::from([0x5a; 16]));
    let sender = dropped(datagram::Sender::new(&settings, &[7; 8], &key).unwrap());
    let receiver = dropped(datagram::Receiver::new(&settings, &[7; 8], &key).unwrap());
    for (before, mut after) in [sender, receiver] {
        assert!(before.iter().filter(|&&byte| byte != 0).count() > 20);
        after.retain(|&byte| byte != 0);
        assert_eq!(after, [(datagram::MAX_STEP >> 8) as u8]);
    }
}

#[test]
fn of_rustcrypto() {
    use ascon_aead128::aead::KeyInit;
    use ascon_xof128::{ExtendableOutput, TryCustomizedInit};
    use asconkit::{ascon_aead128, ascon_hash256, ascon_xof128};
    check("AsconAead128", ascon_aead128::AsconAead128::new(&[0x5a; 16].into()));
    check("AsconHash256", ascon_hash256::AsconHash256::default());
    check("AsconXof128", ascon_xof128::AsconXof128::default());
    let cxof = ascon_xof128::AsconCxof128::try_new_customized(b"a string").unwrap();
    check("AsconCxof128", cxof.clone());
    check("AsconXof128Reader", cxof.finalize_xof());
}

#[test]
fn it_is_said_in_types() {
    fn erased<T: ZeroizeOnDrop>() {}
    erased::<Key>();
    erased::<Nonce>();
    erased::<Tag>();
    erased::<Aead128>();
    erased::<Generator>();
    erased::<Hash256>();
    erased::<v13::Mac>();
    erased::<v12::Prfa>();
    erased::<asconkit::XofOutput>();
    erased::<datagram::Sender>();
    erased::<datagram::Receiver>();
}

#[test]
fn threads_may_have_and_share_them() {
    fn shared<T: Send + Sync>() {}
    shared::<Key>();
    shared::<Aead128>();
    shared::<asconkit::Sealer>();
    shared::<Hash256>();
    shared::<v13::Mac>();
    shared::<v12::Xofa>();
    shared::<kdf::Kmac>();
    shared::<hmac::Hmac>();
    shared::<Generator>();
    shared::<datagram::Sender>();
    shared::<datagram::Receiver>();
    shared::<asconkit::batch::Pool>();
    shared::<asconkit::stream::Chunks>();
    shared::<asconkit::stream::Writer<Vec<u8>>>();
}

#[test]
fn the_search_sees_what_is_not_erased() {
    let (before, after) = dropped([0x5a_u8; 16]);
    assert_eq!(before, after);
}

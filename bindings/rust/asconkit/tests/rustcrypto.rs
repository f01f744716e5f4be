//! The traits of RustCrypto, and results beside those of other crates with the same interface.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use aead::array::Array;
use aead::inout::InOutBuf;
use aead::{Aead, AeadCore, AeadInOut, KeyInit, Payload};
use asconkit::{Aead128, Aead128NonceMasked, Generator, IsapA128, IsapA128a, Key, Nonce, Siv, v12, v13};
use asconkit::{ascon_aead128, ascon_hash256, ascon_xof128};
use digest::dev::{MacTestVector, MacTruncSide, TestVector};
use digest::{DynDigest, ExtendableOutput, ExtendableOutputReset, FixedOutputReset, Mac, Reset, TryCustomizedInit};
use digest::{Update, XofReader};
use hkdf::{Hkdf, SimpleHkdf};
use hmac::{EagerHash, Hmac, HmacReset, SimpleHmac, SimpleHmacReset};
use rand_core::{Rng, TryCryptoRng, TryRng, UnwrapErr};
use std::fmt::Debug;
use std::sync::Mutex;

fn bytes(length: usize, start: usize) -> Vec<u8> {
    (start..start + length).map(|i| (i * 37) as u8).collect()
}

/// Bytes that live as long as RustCrypto's test vectors must: kept where LeakSanitizer finds them.
fn fixed(bytes: &[u8]) -> &'static [u8] {
    static KEPT: Mutex<Vec<&[u8]>> = Mutex::new(Vec::new());
    let leaked = bytes.to_vec().leak();
    KEPT.lock().unwrap().push(leaked);
    leaked
}

/// What generic code does with an AEAD.
fn seal_generically<A: AeadInOut + KeyInit>(key: &[u8], nonce: &[u8; 16], text: &[u8], ad: &[u8]) -> Vec<u8> {
    let aead = A::new_from_slice(key).ok().unwrap();
    assert!(A::new_from_slice(&key[1..]).is_err());
    let nonce = Array::try_from(&nonce[..]).unwrap();
    let sealed = aead.encrypt(&nonce, Payload { msg: text, aad: ad }).unwrap();
    assert_eq!(aead.decrypt(&nonce, Payload { msg: &sealed, aad: ad }).unwrap(), text);

    let mut buffer = text.to_vec();
    aead.encrypt_in_place(&nonce, ad, &mut buffer).unwrap();
    assert_eq!(buffer, sealed);
    aead.decrypt_in_place(&nonce, ad, &mut buffer).unwrap();
    assert_eq!(buffer, text);

    // From one buffer to another.
    let mut out = vec![0; text.len()];
    let tag = aead.encrypt_inout_detached(&nonce, ad, InOutBuf::new(text, &mut out).unwrap()).unwrap();
    assert_eq!([&out[..], &tag[..]].concat(), sealed);
    let mut opened = vec![1; text.len()];
    aead.decrypt_inout_detached(&nonce, ad, InOutBuf::new(&out, &mut opened).unwrap(), &tag).unwrap();
    assert_eq!(opened, text);

    let vector = |ciphertext: &[u8]| aead::dev::TestVector {
        key: fixed(key),
        nonce: fixed(&nonce),
        aad: fixed(ad),
        plaintext: fixed(text),
        ciphertext: fixed(ciphertext),
    };
    aead::dev::pass_test::<A>(&vector(&sealed)).unwrap();
    aead::dev::fail_test::<A>(&vector(&[&sealed[..], b"x"].concat())).unwrap();

    // Forged: an error and zeros.
    let wrong = Array::default();
    assert!(aead.decrypt_inout_detached(&nonce, ad, InOutBuf::new(&out, &mut opened).unwrap(), &wrong).is_err());
    assert_eq!(opened, vec![0; text.len()]);
    let mut forged = sealed.clone();
    *forged.last_mut().unwrap() ^= 1;
    assert!(aead.decrypt(&nonce, Payload { msg: &forged, aad: ad }).is_err());
    assert!(aead.decrypt(&nonce, Payload { msg: &sealed[..15], aad: ad }).is_err());
    sealed
}

#[test]
fn aeads() {
    let nonce = [3; 16];
    for length in [0, 1, 15, 16, 17, 100] {
        let (text, ad) = (bytes(length, 5), bytes(length / 2, 9));
        macro_rules! same {
            ($type:ty, $key:literal) => {{
                let key: [u8; $key] = bytes($key, 1).try_into().unwrap();
                let expected = <$type>::new(&Key::from(key)).seal(&Nonce::from(nonce), &text, &ad);
                assert_eq!(seal_generically::<$type>(&key, &nonce, &text, &ad), expected);
            }};
        }
        same!(Aead128, 16);
        same!(Aead128NonceMasked, 32);
        same!(Siv, 32);
        same!(IsapA128a, 16);
        same!(IsapA128, 16);
        same!(v12::Ascon128, 16);
        same!(v12::Ascon128a, 16);
        same!(v12::Ascon80pq, 20);
        let key = bytes(16, 1);
        let ours = seal_generically::<ascon_aead128::AsconAead128>(&key, &nonce, &text, &ad);
        let theirs = seal_generically::<ascon_aead::AsconAead128>(&key, &nonce, &text, &ad);
        assert_eq!(ours, theirs);
    }
    assert_eq!(<Aead128 as AeadCore>::TAG_POSITION, aead::TagPosition::Postfix);
}

/// What generic code does with a hash.
fn hash_generically<D: digest::Digest + FixedOutputReset + digest::HashMarker + Default + Clone>(
    message: &[u8],
) -> Vec<u8> {
    let whole = D::digest(message);
    assert_eq!(D::new_with_prefix(message).chain_update(b"").finalize(), whole);
    let vector = TestVector { input: fixed(message), output: fixed(&whole) };
    digest::dev::fixed_test::<D>(&vector).unwrap();
    digest::dev::fixed_reset_test::<D>(&vector).unwrap();
    whole.to_vec()
}

#[test]
fn hashes() {
    for length in 0..100 {
        let message = bytes(length, 3);
        let ours = hash_generically::<ascon_hash256::AsconHash256>(&message);
        assert_eq!(ours, hash_generically::<::ascon_hash256::AsconHash256>(&message));
        assert_eq!(ours, asconkit::Hash256::digest(&message));
    }
    let mut dynamic: Box<dyn DynDigest> = Box::new(ascon_hash256::AsconHash256::default());
    dynamic.update(b"hello");
    assert_eq!(*dynamic.finalize(), asconkit::Hash256::digest(b"hello"));
}

/// RFC 2104, section 2, with B = 64.
fn hmac_by_hand<D: digest::Digest>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut padded = if key.len() > 64 { D::digest(key).to_vec() } else { key.to_vec() };
    padded.resize(64, 0);
    let masked = |value: u8| padded.iter().map(|byte| byte ^ value).collect::<Vec<u8>>();
    let inner = D::new_with_prefix(masked(0x36)).chain_update(message).finalize();
    D::new_with_prefix(masked(0x5c)).chain_update(inner).finalize().to_vec()
}

/// Generic HMAC, HKDF and PBKDF2 take the block size from the hash: it must be that of [`asconkit::hmac`].
#[test]
fn keyed_functions_over_hashes() {
    fn hmac<D: EagerHash + FixedOutputReset>(key: &[u8], message: &[u8]) -> Vec<u8> {
        let tag = hmac_by_hand::<D>(key, message);
        let vector = MacTestVector { key: fixed(key), input: fixed(message), tag: fixed(&tag) };
        for result in [
            digest::dev::mac_test::<Hmac<D>>(&vector, MacTruncSide::None),
            digest::dev::mac_test::<SimpleHmac<D>>(&vector, MacTruncSide::None),
            digest::dev::reset_mac_test::<HmacReset<D>>(&vector, MacTruncSide::None),
            digest::dev::reset_mac_test::<SimpleHmacReset<D>>(&vector, MacTruncSide::None),
        ] {
            result.unwrap_or_else(|what| panic!("a key of {} bytes: {what}", key.len()));
        }
        tag
    }
    let (message, salt) = (bytes(40, 7), bytes(9, 5));
    for length in 0..=200 {
        let key = bytes(length, 3);
        hmac::<v12::Hash>(&key, &message);
        hmac::<v12::Hasha>(&key, &message);
        let tag = asconkit::hmac::hmac(&key, &message);
        assert_eq!(hmac::<asconkit::Hash256>(&key, &message), tag.as_ref());
        assert_eq!(hmac::<ascon_hash256::AsconHash256>(&key, &message), tag.as_ref());

        let (mut ours, mut theirs) = ([0; 70], [0; 70]);
        asconkit::hmac::hkdf(&salt, &key, b"info", &mut ours).unwrap();
        SimpleHkdf::<asconkit::Hash256>::new(Some(&salt), &key).expand(b"info", &mut theirs).unwrap();
        assert_eq!(ours, theirs, "HKDF, a secret of {length} bytes");
        theirs.fill(0);
        Hkdf::<ascon_hash256::AsconHash256>::new(Some(&salt), &key).expand(b"info", &mut theirs).unwrap();
        assert_eq!(ours, theirs, "HKDF over blocks, a secret of {length} bytes");
        asconkit::hmac::pbkdf2(&key, &salt, 3, &mut ours).unwrap();
        pbkdf2::pbkdf2::<SimpleHmac<asconkit::Hash256>>(&key, &salt, 3, &mut theirs).unwrap();
        assert_eq!(ours, theirs, "PBKDF2, a password of {length} bytes");
        theirs.fill(0);
        pbkdf2::pbkdf2_hmac::<ascon_hash256::AsconHash256>(&key, &salt, 3, &mut theirs);
        assert_eq!(ours, theirs, "PBKDF2 over blocks, a password of {length} bytes");
    }
}

/// What generic code does with a XOF.
fn read_generically<X: ExtendableOutput>(mut xof: X, message: &[u8], length: usize) -> Vec<u8> {
    message.chunks(7).for_each(|piece| xof.update(piece));
    let mut reader = xof.finalize_xof();
    let mut out = reader.read_boxed(length).to_vec();
    let mut more = vec![0; 9];
    reader.read(&mut more);
    out.extend(more);
    out
}

/// What generic code does with a XOF that can begin again.
fn read_again_generically<X: ExtendableOutputReset + Default + Debug + Clone>(message: &[u8], length: usize) {
    let expected = read_generically(X::default(), message, length);
    digest::dev::xof_reset_test::<X>(&TestVector { input: fixed(message), output: fixed(&expected) }).unwrap();
}

#[test]
fn xofs() {
    for length in 0..60 {
        let message = bytes(length, 3);
        let ours = read_generically(ascon_xof128::AsconXof128::default(), &message, length);
        assert_eq!(ours, read_generically(::ascon_xof128::AsconXof128::default(), &message, length));
        read_again_generically::<ascon_xof128::AsconXof128>(&message, length);
        read_again_generically::<asconkit::Xof128>(&message, length);
        read_again_generically::<v12::Xof>(&message, length);
        read_again_generically::<v12::Xofa>(&message, length);
        let name = bytes(length * 4, 4);
        let ours = ascon_xof128::AsconCxof128::try_new_customized(&name).unwrap();
        let theirs = ::ascon_xof128::AsconCxof128::try_new_customized(&name).unwrap();
        assert_eq!(read_generically(ours, &message, length), read_generically(theirs, &message, length));
    }
    assert!(ascon_xof128::AsconCxof128::try_new_customized(&[0; 257]).is_err());
    assert!(::ascon_xof128::AsconCxof128::try_new_customized(&[0; 257]).is_err());
    let mut xof = ascon_xof128::AsconXof128::default();
    xof.update(b"x");
    Reset::reset(&mut xof);
    let fresh = ascon_xof128::AsconXof128::default();
    assert_eq!(read_generically(xof, b"a", 9), read_generically(fresh, b"a", 9));
    let mut out = [0; 9];
    ascon_xof128::AsconXof128::digest_xof(b"a", &mut out);
    let mut other = [0; 9];
    asconkit::Xof128::digest(b"a", &mut other);
    assert_eq!(out, other);
}

/// The same traits beside the methods of the types, and those that other crates have no algorithm for.
#[test]
fn hashes_and_xofs_beside_their_own_methods() {
    for length in 0..40 {
        let message = bytes(length, 3);
        assert_eq!(hash_generically::<asconkit::Hash256>(&message), asconkit::Hash256::digest(&message));
        assert_eq!(hash_generically::<v12::Hash>(&message), v12::Hash::digest(&message));
        assert_eq!(hash_generically::<v12::Hasha>(&message), v12::Hasha::digest(&message));
        macro_rules! same {
            ($type:ty) => {{
                let mut xof = <$type>::default();
                xof.update(b"x");
                Reset::reset(&mut xof);
                let mut expected = vec![0; length + 9];
                <$type>::digest(&message, &mut expected);
                assert_eq!(read_generically(xof, &message, length), expected);
            }};
        }
        same!(asconkit::Xof128);
        same!(v12::Xof);
        same!(v12::Xofa);
        let theirs = ascon_xof128::AsconCxof128::try_new_customized(b"a string").unwrap();
        let ours = asconkit::Cxof128::try_new_customized(b"a string").unwrap();
        assert_eq!(read_generically(ours, &message, length), read_generically(theirs, &message, length));
    }
    assert!(asconkit::Cxof128::try_new_customized(&[0; 257]).is_err());
}

/// What generic code does with a MAC.
fn mac_generically<M: Mac + KeyInit + Clone>(key: &[u8], message: &[u8]) -> Vec<u8> {
    assert!(M::new_from_slice(&key[1..]).is_err());
    let begun = || message.chunks(7).fold(<M as KeyInit>::new_from_slice(key).unwrap(), M::chain_update);
    let tag = begun().finalize().into_bytes();
    begun().verify(&tag).unwrap();
    begun().verify_slice(&tag).unwrap();
    let mut forged = tag.clone();
    forged[3] ^= 1;
    assert!(begun().verify(&forged).is_err());
    assert!(begun().verify_slice(&tag[1..]).is_err());
    for (side, tag) in
        [(MacTruncSide::None, &tag[..]), (MacTruncSide::Left, &tag[..7]), (MacTruncSide::Right, &tag[7..])]
    {
        let vector = MacTestVector { key: fixed(key), input: fixed(message), tag: fixed(tag) };
        digest::dev::mac_test::<M>(&vector, side).unwrap();
    }
    tag.to_vec()
}

#[test]
fn macs_and_prfs() {
    let bytes_of_key = bytes(16, 1);
    let key = Key::try_from(&bytes_of_key[..]).unwrap();
    for length in 0..100 {
        let message = bytes(length, 3);
        assert_eq!(mac_generically::<v13::Mac>(&bytes_of_key, &message), v13::mac(&key, &message).as_ref());
        assert_eq!(mac_generically::<v12::Mac>(&bytes_of_key, &message), v12::mac(&key, &message).as_ref());
        assert_eq!(mac_generically::<v12::Maca>(&bytes_of_key, &message), v12::maca(&key, &message).as_ref());
        macro_rules! same {
            ($version:ident, $type:ident, $call:ident) => {{
                let mut expected = vec![0; length + 9];
                $version::$call(&key, &message, &mut expected);
                let prf = <$version::$type as KeyInit>::new_from_slice(&bytes_of_key).unwrap();
                assert_eq!(read_generically(prf, &message, length), expected);
            }};
        }
        same!(v13, Prf, prf);
        same!(v12, Prf, prf);
        same!(v12, Prfa, prfa);
    }
}

fn draw(rng: &mut impl TryCryptoRng) -> [u8; 40] {
    let mut out = [0; 40];
    rng.try_fill_bytes(&mut out).ok().unwrap();
    out
}

#[test]
fn generators() {
    let mut generator = Generator::from_seed(&[7; 32]).unwrap();
    let mut same = Generator::from_seed(&[7; 32]).unwrap();
    assert_eq!(draw(&mut generator), draw(&mut same));
    assert_eq!(generator.try_next_u64().unwrap(), same.try_next_u64().unwrap());
    assert_eq!(generator.try_next_u32().unwrap(), same.try_next_u32().unwrap());
    assert_ne!(draw(&mut Generator::new(b"").unwrap()), draw(&mut Generator::new(b"").unwrap()));

    // As an infallible generator, which keys are made of.
    let mut infallible = UnwrapErr(generator);
    assert_ne!(infallible.next_u64(), infallible.next_u64());
    assert_ne!(Key::<32>::from_rng(&mut infallible), Key::from_rng(&mut infallible));
    assert_ne!(Key::<16>::generate().unwrap(), Key::generate().unwrap());
}

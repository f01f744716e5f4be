//! Batches give what single calls give. SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::batch::{self, Open, Pool, Seal};
use asconkit::{Aead128, Aead128NonceMasked, Cxof128, Error, Hash256, Key, Nonce, Siv, Tag, Xof128, v12, v13};
use std::sync::Arc;
use std::thread;

#[test]
fn messages_do_not_show_their_text() {
    let (nonce, mut text, mut tag) = (Nonce::from(1), *b"a secret", Tag::default());
    let seal = Seal { nonce: &nonce, ad: b"a header", text: &mut text, tag: &mut tag };
    assert_eq!(format!("{seal:?}"), "Seal { text: 8 bytes, .. }");
    let open = Open { nonce: &nonce, ad: b"a header", text: &mut text, tag: &tag };
    assert_eq!(format!("{open:?}"), "Open { text: 8 bytes, .. }");
}

fn messages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| (0..i * 7 % 300).map(|j| (i + j) as u8).collect()).collect()
}

fn slices(messages: &[Vec<u8>]) -> impl Iterator<Item = &[u8]> {
    messages.iter().map(|message| &message[..])
}

macro_rules! aead {
    ($test:ident, $type:ty, $key:literal) => {
        #[test]
        fn $test() {
            let aead = <$type>::new(&Key::from([7; $key]));
            for (count, pool) in [(0, None), (1, None), (100, None), (2000, Some(Pool::new(3).unwrap()))] {
                let plain = messages(count);
                let nonces: Vec<Nonce> = (0..count as u128).map(Nonce::from).collect();
                let mut texts = plain.clone();
                let mut tags = vec![Tag::default(); count];
                let fields = texts.iter_mut().zip(&mut tags).zip(&nonces).zip(&plain);
                let all: Vec<_> = fields
                    .map(|(((text, tag), nonce), ad)| Seal { nonce, ad: &ad[..ad.len() / 2], text, tag })
                    .collect();
                aead.seal_batch(all, pool.as_ref());
                for i in 0..count {
                    let sealed = aead.seal(&nonces[i], &plain[i], &plain[i][..plain[i].len() / 2]);
                    assert_eq!(sealed, [&texts[i][..], tags[i].as_ref()].concat(), "message {i}");
                }

                let wrong: Vec<usize> = (0..count).filter(|i| i % 13 == 5).collect();
                for &i in &wrong {
                    tags[i] = Tag::from([0; 16]);
                }
                let fields = texts.iter_mut().zip(&tags).zip(&nonces).zip(&plain);
                let open = fields.map(|(((text, tag), nonce), ad)| Open { nonce, ad: &ad[..ad.len() / 2], text, tag });
                let result = aead.open_batch(open, pool.as_ref());
                assert_eq!(result.as_ref().map_or_else(|forged| forged.indices(), |()| &[]), wrong);
                for i in 0..count {
                    let expected = if wrong.contains(&i) { vec![0; plain[i].len()] } else { plain[i].clone() };
                    assert_eq!(texts[i], expected, "message {i}");
                }
            }
        }
    };
}
aead!(aead128, Aead128, 16);
aead!(nonce_masked, Aead128NonceMasked, 32);
aead!(siv, Siv, 32);
aead!(v12_ascon128, v12::Ascon128, 16);
aead!(v12_ascon128a, v12::Ascon128a, 16);
aead!(v12_ascon80pq, v12::Ascon80pq, 20);

#[test]
fn hashes() {
    let plain = messages(200);
    let single = |f: fn(&[u8]) -> [u8; 32]| slices(&plain).map(f).collect::<Vec<_>>();
    assert_eq!(batch::hash256(slices(&plain), None), single(Hash256::digest));
    assert_eq!(batch::v12_hash(slices(&plain), None), single(v12::Hash::digest));
    assert_eq!(batch::v12_hasha(slices(&plain), None), single(v12::Hasha::digest));
    assert_eq!(batch::hash256([], None), Vec::<[u8; 32]>::new());
}

/// Outputs of different lengths.
fn outputs(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| vec![0; i % 50]).collect()
}

fn pairs<'a>(plain: &'a [Vec<u8>], outs: &'a mut [Vec<u8>]) -> impl Iterator<Item = (&'a [u8], &'a mut [u8])> {
    slices(plain).zip(outs.iter_mut().map(|out| &mut out[..]))
}

fn singles(plain: &[Vec<u8>], f: impl Fn(&[u8], &mut [u8])) -> Vec<Vec<u8>> {
    let mut outs = outputs(plain.len());
    pairs(plain, &mut outs).for_each(|(message, out)| f(message, out));
    outs
}

type Fill<'a> = dyn Fn(&[Vec<u8>], &mut [Vec<u8>]) + 'a;

#[test]
fn xofs_and_prfs() {
    let plain = messages(200);
    let key = Key::from([7; 16]);
    let batch = |f: &Fill<'_>| {
        let mut outs = outputs(200);
        f(&plain, &mut outs);
        outs
    };
    let found = batch(&|plain, outs| batch::xof128(pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, Xof128::digest));
    let found = batch(&|plain, outs| batch::cxof128(b"a string", pairs(plain, outs), None).unwrap());
    assert_eq!(found, singles(&plain, |message, out| Cxof128::digest(b"a string", message, out).unwrap()));
    let found = batch(&|plain, outs| batch::v12_xof(pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, v12::Xof::digest));
    let found = batch(&|plain, outs| batch::v12_xofa(pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, v12::Xofa::digest));
    let found = batch(&|plain, outs| batch::v13_prf(&key, pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, |message, out| v13::prf(&key, message, out)));
    let found = batch(&|plain, outs| batch::v12_prf(&key, pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, |message, out| v12::prf(&key, message, out)));
    let found = batch(&|plain, outs| batch::v12_prfa(&key, pairs(plain, outs), None));
    assert_eq!(found, singles(&plain, |message, out| v12::prfa(&key, message, out)));
    let error = batch::cxof128(&[0; 257], [], None).unwrap_err();
    assert!(matches!(error, Error::Length { found: 257, .. }));
}

#[test]
fn macs() {
    let plain = messages(200);
    let key = Key::from([7; 16]);
    let pool = Pool::new(2).unwrap();
    let mut tags = batch::v13_mac(&key, slices(&plain), Some(&pool));
    assert_eq!(tags, slices(&plain).map(|message| v13::mac(&key, message)).collect::<Vec<_>>());
    batch::v13_mac_verify(&key, slices(&plain).zip(&tags), Some(&pool)).unwrap();
    tags[3] = Tag::from([0; 16]);
    let forged = batch::v13_mac_verify(&key, slices(&plain).zip(&tags), Some(&pool)).unwrap_err();
    assert_eq!(forged.indices(), [3]);
    assert_eq!(forged.to_string(), "the tag of message 3 does not match; 1 of 200 are wrong");

    let tags = batch::v12_mac(&key, slices(&plain), None);
    assert_eq!(tags, slices(&plain).map(|message| v12::mac(&key, message)).collect::<Vec<_>>());
    batch::v12_mac_verify(&key, slices(&plain).zip(&tags), None).unwrap();
    let tags = batch::v12_maca(&key, slices(&plain), None);
    assert_eq!(tags, slices(&plain).map(|message| v12::maca(&key, message)).collect::<Vec<_>>());
    batch::v12_maca_verify(&key, slices(&plain).zip(&tags), None).unwrap();
}

#[test]
fn threads_share_a_pool() {
    let pool = Arc::new(Pool::new(2).unwrap());
    let plain = Arc::new(messages(3000));
    let expected = batch::hash256(slices(&plain), None);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (pool, plain) = (pool.clone(), plain.clone());
            thread::spawn(move || batch::hash256(slices(&plain), Some(&pool)))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}

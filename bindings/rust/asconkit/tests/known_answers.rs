//! Known answers. SPDX-License-Identifier: Apache-2.0 OR MIT
//!
//! The designers' published files, by the hash of each that spec/algorithms.py has: every vector in one call and, where
//! the crate has calls in pieces, in pieces. The constructions: vectors/constructions.

use asconkit::datagram::Store;
use asconkit::stream::Chunks;
use asconkit::{
    Aead128, Cxof128, Error, Generator, Hash256, IsapA128, IsapA128a, Key, Nonce, Siv, Tag, Xof128, XofOutput,
    datagram, hmac, kdf, stream, v12, v13,
};
use serde_json::Value;
use sha2::Digest;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

// ---- Published files ------------------------------------------------------------------------------------

/// The SHA-256 of the published file, from spec/algorithms.py.
fn published(name: &str) -> String {
    let table = fs::read_to_string(root().join("spec/algorithms.py")).unwrap();
    let row = table.split("Algorithm(").find(|row| row.contains(&format!("\"{name}\",")));
    let row = row.unwrap_or_else(|| panic!("no row {name} in spec/algorithms.py"));
    let quoted = row.split('"').find(|text| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    quoted.unwrap_or_else(|| panic!("no hash of a known-answer file in the row {name}")).to_owned()
}

fn counting(start: usize, length: usize) -> Vec<u8> {
    (start..start + length).map(|value| value as u8).collect()
}

fn upper(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02X}").unwrap();
        text
    })
}

/// A file: fields with their fixed or longest lengths, and the function of their values.
fn check(
    name: &str, step: usize, fields: &[(&str, Option<usize>, usize)], result: &str, f: impl Fn(&[Vec<u8>]) -> Vec<u8>,
) {
    let mut text = String::new();
    let mut count = 0;
    let mut lengths: Vec<usize> = fields.iter().map(|field| field.1.unwrap_or(0)).collect();
    'all: loop {
        count += 1;
        writeln!(text, "Count = {count}").unwrap();
        let values: Vec<_> = lengths.iter().enumerate().map(|(i, &length)| counting(i * step, length)).collect();
        for (field, value) in fields.iter().zip(&values) {
            writeln!(text, "{} = {}", field.0, upper(value)).unwrap();
        }
        writeln!(text, "{result} = {}\n", upper(&f(&values))).unwrap();
        // The next lengths, the last field fastest.
        let mut i = fields.len();
        loop {
            if i == 0 {
                break 'all;
            }
            i -= 1;
            if fields[i].1.is_none() && lengths[i] < fields[i].2 {
                lengths[i] += 1;
                break;
            }
            lengths[i] = fields[i].1.unwrap_or(0);
        }
    }
    let hash = sha2::Sha256::digest(text.as_bytes());
    assert_eq!(upper(&hash).to_lowercase(), published(name), "{name}");
}

fn key<const N: usize>(bytes: &[u8]) -> Key<N> {
    Key::try_from(bytes).unwrap()
}

fn nonce(bytes: &[u8]) -> Nonce {
    Nonce::try_from(bytes).unwrap()
}

/// Every form of an AEAD gives the same, and opens what it sealed.
macro_rules! aead_file {
    ($test:ident, $type:ty, $key:literal, $name:literal, $step:literal) => {
        #[test]
        fn $test() {
            let fields = [("Key", Some($key), 0), ("Nonce", Some(16), 0), ("PT", None, 32), ("AD", None, 32)];
            check($name, $step, &fields, "CT", |values| {
                let [key_bytes, nonce_bytes, text, ad] = values else { unreachable!() };
                let (aead, nonce) = (<$type>::new(&key(key_bytes)), nonce(nonce_bytes));
                let sealed = aead.seal(&nonce, text, ad);
                assert_eq!(&aead.open(&nonce, &sealed, ad).unwrap(), text);

                let mut other = vec![0; sealed.len()];
                aead.seal_into(&nonce, text, ad, &mut other).unwrap();
                assert_eq!(other, sealed);
                let mut opened = vec![1; text.len()];
                aead.open_into(&nonce, &sealed, ad, &mut opened).unwrap();
                assert_eq!(&opened, text);

                let mut buffer = text.clone();
                let tag = aead.seal_in_place(&nonce, &mut buffer, ad);
                assert_eq!([&buffer[..], tag.as_ref()].concat(), sealed);
                let detached = aead.seal_detached(&nonce, text, ad, &mut opened).unwrap();
                assert_eq!((&opened, &detached), (&buffer, &tag));
                aead.open_detached(&nonce, &buffer, &tag, ad, &mut opened).unwrap();
                assert_eq!(&opened, text);

                let mut sealer = aead.sealer(&nonce);
                let mut opener = aead.opener(&nonce);
                for piece in ad.chunks(7) {
                    sealer.ad(piece).unwrap();
                    opener.ad(piece).unwrap();
                }
                let mut pieces = text.clone();
                pieces.chunks_mut(5).for_each(|piece| sealer.update(piece));
                assert_eq!((&pieces, sealer.finish()), (&buffer, tag.clone()));
                pieces.chunks_mut(9).for_each(|piece| opener.update_unverified(piece));
                opener.finish(&tag).unwrap();
                assert_eq!(&pieces, text);

                aead.open_in_place(&nonce, &mut buffer, &tag, ad).unwrap();
                assert_eq!(&buffer, text);
                sealed
            });
        }
    };
}
aead_file!(aead128, Aead128, 16, "ascon-aead128", 0x10);
aead_file!(v12_ascon128, v12::Ascon128, 16, "ascon-128", 0);
aead_file!(v12_ascon128a, v12::Ascon128a, 16, "ascon-128a", 0);
aead_file!(v12_ascon80pq, v12::Ascon80pq, 20, "ascon-80pq", 0);

const MESSAGE: [(&str, Option<usize>, usize); 1] = [("Msg", None, 1024)];
const KEYED: [(&str, Option<usize>, usize); 2] = [("Key", Some(16), 0), ("Msg", None, 1024)];
const PIECES: [usize; 3] = [1, 13, 64];
const KEYED_SHORT: [(&str, Option<usize>, usize); 2] = [("Key", Some(16), 0), ("Msg", None, 16)];

/// A hash in one call and in pieces.
macro_rules! hash_file {
    ($test:ident, $type:ty, $name:literal, $step:literal) => {
        #[test]
        fn $test() {
            check($name, $step, &MESSAGE, "MD", |values| {
                let digest = <$type>::digest(&values[0]);
                for length in PIECES {
                    let mut pieces = <$type>::new();
                    values[0].chunks(length).for_each(|piece| pieces.update(piece));
                    assert_eq!(pieces.clone().finish(), digest);
                    assert_eq!(pieces.finish(), digest);
                }
                digest.to_vec()
            });
        }
    };
}
hash_file!(hash256, Hash256, "ascon-hash256", 0x10);
hash_file!(v12_hash, v12::Hash, "ascon-hash", 0);
hash_file!(v12_hasha, v12::Hasha, "ascon-hasha", 0);

/// All output in pieces.
fn read(mut output: XofOutput, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    out.chunks_mut(7).for_each(|piece| output.read(piece));
    out
}

/// A XOF in one call and in pieces.
macro_rules! xof_file {
    ($test:ident, $type:ty, $name:literal, $step:literal, $length:literal) => {
        #[test]
        fn $test() {
            check($name, $step, &MESSAGE, "MD", |values| {
                let mut out = vec![0; $length];
                <$type>::digest(&values[0], &mut out);
                for length in PIECES {
                    let mut pieces = <$type>::new();
                    values[0].chunks(length).for_each(|piece| pieces.update(piece));
                    assert_eq!(read(pieces.finish(), $length), out);
                }
                out
            });
        }
    };
}
xof_file!(xof128, Xof128, "ascon-xof128", 0x10, 64);
xof_file!(v12_xof, v12::Xof, "ascon-xof", 0, 32);
xof_file!(v12_xofa, v12::Xofa, "ascon-xofa", 0, 32);

#[test]
fn cxof128() {
    check("ascon-cxof128", 0x10, &[("Msg", None, 32), ("Z", None, 32)], "MD", |values| {
        let mut out = [0; 64];
        Cxof128::digest(&values[1], &values[0], &mut out).unwrap();
        let mut pieces = Cxof128::new(&values[1]).unwrap();
        values[0].chunks(13).for_each(|piece| pieces.update(piece));
        let mut other = [0; 64];
        pieces.finish().read(&mut other);
        assert_eq!(other, out);
        out.to_vec()
    });
}

/// A MAC in one call and in pieces.
macro_rules! mac_file {
    ($test:ident, $version:ident, $compute:ident, $verify:ident, $type:ident, $name:literal, $step:literal) => {
        #[test]
        fn $test() {
            check($name, $step, &KEYED, "Tag", |values| {
                let key = key(&values[0]);
                let tag = $version::$compute(&key, &values[1]);
                $version::$verify(&key, &values[1], &tag).unwrap();
                for length in PIECES {
                    let mut pieces = $version::$type::new(&key);
                    values[1].chunks(length).for_each(|piece| pieces.update(piece));
                    assert_eq!(pieces.clone().finish(), tag);
                    pieces.verify(&tag).unwrap();
                }
                tag.as_bytes().to_vec()
            });
        }
    };
}
mac_file!(v13_mac, v13, mac, mac_verify, Mac, "ascon-mac-v13", 0x10);
mac_file!(v12_mac, v12, mac, mac_verify, Mac, "ascon-mac", 0);
mac_file!(v12_maca, v12, maca, maca_verify, Maca, "ascon-maca", 0);

/// A PRF in one call and in pieces.
macro_rules! prf_file {
    ($test:ident, $version:ident, $compute:ident, $type:ident, $name:literal, $step:literal, $length:literal) => {
        #[test]
        fn $test() {
            check($name, $step, &KEYED, "Tag", |values| {
                let (key, mut out) = (key(&values[0]), vec![0; $length]);
                $version::$compute(&key, &values[1], &mut out);
                for length in PIECES {
                    let mut pieces = $version::$type::new(&key);
                    values[1].chunks(length).for_each(|piece| pieces.update(piece));
                    assert_eq!(read(pieces.finish(), $length), out);
                }
                out
            });
        }
    };
}
prf_file!(v13_prf, v13, prf, Prf, "ascon-prf-v13", 0x10, 64);
prf_file!(v12_prf, v12, prf, Prf, "ascon-prf", 0, 16);
prf_file!(v12_prfa, v12, prfa, Prfa, "ascon-prfa", 0, 16);

type PrfShort = fn(&Key, &[u8], &mut [u8]) -> Result<(), asconkit::Error>;

#[test]
fn short_prfs() {
    let files: [(&str, usize, PrfShort); 2] =
        [("ascon-prfshort-v13", 0x10, v13::prfshort), ("ascon-prfshort", 0, v12::prfshort)];
    for (name, step, compute) in files {
        check(name, step, &KEYED_SHORT, "Tag", |values| {
            let mut out = [0; 16];
            compute(&key(&values[0]), &values[1], &mut out).unwrap();
            out.to_vec()
        });
    }
}

// ---- Constructions ----------------------------------------------------------------------------------------

struct Vector(Value);

impl Vector {
    fn name(&self) -> &str {
        self.0["name"].as_str().unwrap()
    }

    fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some()
    }

    fn number(&self, field: &str) -> u64 {
        self.0[field].as_u64().unwrap_or_else(|| panic!("{field} of {}", self.0))
    }

    fn bytes(&self, field: &str) -> Vec<u8> {
        let text = self.0[field].as_str().unwrap_or_else(|| panic!("no {field} in {}", self.0));
        (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
    }
}

fn vectors(name: &str) -> Vec<Vector> {
    let text = fs::read_to_string(root().join(format!("vectors/constructions/{name}.json"))).unwrap();
    let Value::Array(all) = serde_json::from_str(&text).unwrap() else { panic!("not a list") };
    all.into_iter().map(Vector).collect()
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().unwrap()
}

#[test]
fn siv() {
    for vector in vectors("siv") {
        let (aead, nonce) = (Siv::new(&key(&vector.bytes("key"))), nonce(&vector.bytes("nonce")));
        let sealed = [vector.bytes("ciphertext"), vector.bytes("tag")].concat();
        assert_eq!(aead.seal(&nonce, &vector.bytes("plaintext"), &vector.bytes("ad")), sealed, "{}", vector.name());
        assert_eq!(aead.open(&nonce, &sealed, &vector.bytes("ad")).unwrap(), vector.bytes("plaintext"));
    }
}

#[test]
fn isap() {
    for vector in vectors("isap") {
        let (key, nonce) = (key(&vector.bytes("key")), nonce(&vector.bytes("nonce")));
        let (text, ad) = (vector.bytes("plaintext"), vector.bytes("ad"));
        let (sealed, opened) = if vector.0["algorithm"] == "isap-a-128a" {
            let aead = IsapA128a::new(&key);
            let sealed = aead.seal(&nonce, &text, &ad);
            let opened = aead.open(&nonce, &sealed, &ad);
            (sealed, opened)
        } else {
            let aead = IsapA128::new(&key);
            let sealed = aead.seal(&nonce, &text, &ad);
            let opened = aead.open(&nonce, &sealed, &ad);
            (sealed, opened)
        };
        assert_eq!(sealed, [vector.bytes("ciphertext"), vector.bytes("tag")].concat(), "{}", vector.name());
        assert_eq!(opened.unwrap(), text);
    }
}

#[test]
fn kmac_and_key_derivation() {
    for vector in vectors("kdf") {
        if vector.has("prk") {
            let (salt, secret, info) = (vector.bytes("salt"), vector.bytes("ikm"), vector.bytes("info"));
            let mut out = vec![0; vector.bytes("derived").len()];
            kdf::derive(&salt, &secret, &info, &mut out);
            assert_eq!(out, vector.bytes("derived"), "{}", vector.name());
            let prk = kdf::extract(&salt, &secret);
            assert_eq!(prk.as_ref(), vector.bytes("prk"));
            kdf::expand(&prk, &info, &mut out);
            assert_eq!(out, vector.bytes("expanded"));
            continue;
        }
        let mut kmac = kdf::Kmac::new(&vector.bytes("key"), &vector.bytes("customization")).unwrap();
        vector.bytes("message").chunks(7).for_each(|piece| kmac.update(piece));
        let expected = vector.bytes("output");
        let mut out = vec![0; expected.len()];
        if vector.0["call"] == "kmac" {
            if let Ok(tag) = Tag::<32>::try_from(&expected[..]) {
                kmac.clone().verify(&tag).unwrap();
                let (key, customization) = (vector.bytes("key"), vector.bytes("customization"));
                assert_eq!(kdf::kmac::<32>(&key, &customization, &vector.bytes("message")).unwrap(), tag);
                kdf::kmac_verify(&key, &customization, &vector.bytes("message"), &tag).unwrap();
            }
            kmac.finish_into(&mut out);
        } else {
            let mut output = kmac.finish_xof();
            out.chunks_mut(5).for_each(|piece| output.read(piece));
        }
        assert_eq!(out, expected, "{}", vector.name());
    }
}

#[test]
fn hmac_hkdf_and_pbkdf2() {
    for vector in vectors("hmac") {
        let mut out = vec![0; vector.bytes("output").len()];
        match vector.0["call"].as_str().unwrap() {
            "hmac" => {
                let tag = hmac::hmac(&vector.bytes("key"), &vector.bytes("message"));
                let mut pieces = hmac::Hmac::new(&vector.bytes("key"));
                vector.bytes("message").chunks(7).for_each(|piece| pieces.update(piece));
                pieces.clone().verify(&tag).unwrap();
                pieces.verify(&Tag::<16>::try_from(&tag.as_bytes()[..16]).unwrap()).unwrap();
                out.copy_from_slice(tag.as_ref());
            }
            "hkdf" => {
                let (salt, secret) = (vector.bytes("salt"), vector.bytes("ikm"));
                assert_eq!(hmac::hkdf_extract(&salt, &secret).as_ref(), vector.bytes("prk"));
                hmac::hkdf(&salt, &secret, &vector.bytes("info"), &mut out).unwrap();
            }
            _ => {
                let iterations = vector.number("iterations").try_into().unwrap();
                hmac::pbkdf2(&vector.bytes("password"), &vector.bytes("salt"), iterations, &mut out).unwrap();
            }
        }
        assert_eq!(out, vector.bytes("output"), "{}", vector.name());
    }
}

#[test]
fn generators_with_a_seed() {
    let seeded = vectors("drbg").into_iter().filter(|vector| vector.bytes("entropy").is_empty());
    let mut count = 0;
    for vector in seeded {
        count += 1;
        let mut generator = Generator::from_seed(&vector.bytes("seed")).unwrap();
        let mut out = vec![0; vector.bytes("first").len()];
        generator.fill_with(&mut out, &vector.bytes("additional")).unwrap();
        assert_eq!(out, vector.bytes("first"), "{}", vector.name());
        generator.reseed(&vector.bytes("reseed")).unwrap();
        let mut out = vec![0; vector.bytes("second").len()];
        generator.fill(&mut out).unwrap();
        assert_eq!(out, vector.bytes("second"), "{}", vector.name());
    }
    assert_eq!(count, 2);
}

struct Memory(u64);

impl Store for Memory {
    fn load(&mut self) -> Option<u64> {
        Some(self.0)
    }

    fn store(&mut self, counter: u64) -> bool {
        self.0 = counter;
        true
    }
}

#[test]
fn datagrams() {
    for vector in vectors("datagram") {
        let small = |field| u8::try_from(vector.number(field)).unwrap();
        let settings = datagram::Settings {
            counter_length: small("counter_length"),
            tag_length: small("tag_length"),
            epoch_length: small("epoch_length"),
            max_forgeries: 1,
        };
        let (identity, key, counter) =
            (array(&vector.bytes("identity")), key(&vector.bytes("key")), vector.number("counter"));
        let (mut sent, mut accepted) = (Memory(counter), Memory(counter));
        let mut sender = datagram::Sender::with_store(&settings, &identity, &key, &mut sent, 100).unwrap();
        let mut receiver = datagram::Receiver::with_store(&settings, &identity, &key, &mut accepted, 1).unwrap();
        assert_eq!(sender.next(), counter);
        let sealed = sender.seal(&vector.bytes("text"), &vector.bytes("header")).unwrap();
        assert_eq!(sealed, vector.bytes("datagram"), "{}", vector.name());
        assert_eq!(receiver.open(&sealed, &vector.bytes("header")).unwrap(), vector.bytes("text"));
        assert_eq!(receiver.next(), counter + 1);
        assert_eq!(receiver.open(&sealed, &vector.bytes("header")), Err(Error::Refused));
        let epoch_key = receiver.epoch_key().unwrap();
        assert_eq!(epoch_key.as_bytes()[..], vector.bytes("epoch_key"));
        assert!(sender.epoch_key().unwrap() == epoch_key);
        drop(receiver);
        assert_eq!(accepted.0, counter + 1);
        accepted = Memory(counter);
        let mut receiver = datagram::Receiver::resume(&settings, &identity, &epoch_key, &mut accepted, 1).unwrap();
        assert_eq!(receiver.open(&sealed, &vector.bytes("header")).unwrap(), vector.bytes("text"));
    }
}

fn stream_algorithm(name: &Value) -> stream::Algorithm {
    use stream::Algorithm::*;
    let all = [Aead128, Aead128NonceMasked, V12Ascon128, V12Ascon128a, V12Ascon80pq];
    all.into_iter().find(|algorithm| name == algorithm.name()).unwrap()
}

#[test]
fn streams() {
    let mut kinds = [0; 3];
    for vector in vectors("stream") {
        let algorithm = stream_algorithm(&vector.0["algorithm"]);
        let chunk = vector.number("chunk") as u32;
        match vector.0["kind"].as_str().unwrap() {
            "stream" => {
                kinds[0] += 1;
                let (salt, key) = (array(&vector.bytes("salt")), key(&vector.bytes("key")));
                let mut chunks = Chunks::new(algorithm, chunk, &salt, &vector.bytes("context"), &key).unwrap();
                let (text, rekey_every) = (vector.bytes("text"), vector.number("rekey_every"));
                let mut pieces: Vec<&[u8]> = text.chunks(chunk as usize).collect();
                if pieces.is_empty() {
                    pieces.push(&[]);
                }
                let mut sealed = Vec::new();
                for (index, piece) in pieces.iter().enumerate() {
                    if rekey_every != 0 && index != 0 && index as u64 % rekey_every == 0 {
                        chunks.rekey(index as u64).unwrap();
                    }
                    let last = index + 1 == pieces.len();
                    let one = chunks.seal(index as u64, last, piece).unwrap();
                    assert_eq!(&chunks.open(index as u64, last, &one).unwrap(), piece);
                    assert!(chunks.open(index as u64, !last, &one).is_err());
                    sealed.extend(one);
                }
                assert_eq!(sealed, vector.bytes("sealed"), "{}", vector.name());
            }
            "chunk" => {
                kinds[1] += 1;
                let mut chunks = Chunks::from_secret(algorithm, chunk, &vector.bytes("secret")).unwrap();
                let (index, text) = (vector.number("index"), vector.bytes("text"));
                assert_eq!(chunks.seal(index, false, &text).unwrap(), vector.bytes("sealed"));
                assert_eq!(chunks.seal(index, true, &text).unwrap(), vector.bytes("last"));
                let rekeyed = Chunks::from_secret(algorithm, chunk, &vector.bytes("rekeyed")).unwrap();
                chunks.rekey(vector.number("following")).unwrap();
                assert_eq!(chunks.seal(index, true, &text).unwrap(), rekeyed.seal(index, true, &text).unwrap());
            }
            _ => {
                kinds[2] += 1;
                let file = [vector.bytes("header"), vector.bytes("sealed")].concat();
                let expected = key(&vector.bytes("key"));
                let mut text = Vec::new();
                let reader = stream::Options::new().reader_with(&file[..], |header| {
                    assert_eq!(u64::from(header.version), vector.number("version"));
                    assert_eq!((header.algorithm, header.chunk_bytes), (algorithm, chunk));
                    assert_eq!(header.salt(), vector.bytes("salt"));
                    assert_eq!(header.passphrase.is_some(), vector.number("source") == 2);
                    let memory = header.passphrase.map_or(0, |cost| cost.memory_kib);
                    assert_eq!(u64::from(memory), vector.number("memory"));
                    Ok(expected.clone())
                });
                std::io::Read::read_to_end(&mut reader.unwrap(), &mut text).unwrap();
                assert_eq!(text, vector.bytes("text"), "{}", vector.name());
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0));
}

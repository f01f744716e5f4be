//! The suites and what they do to records and keys. tests/protocols/test_tls.py lets them talk to another TLS.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit_rustls::{RECORDS_UNDER_ONE_KEY, TLS_ASCONAEAD128_ASCONHASH256, TLS_ASCONAEAD128_SHA256};
use rustls::crypto::cipher::{EncodableVersion, InboundOpaque, Iv, Record, Tls13AeadAlgorithm};
use rustls::crypto::tls13::OkmBlock;
use rustls::crypto::{CipherSuite, CipherSuiteCommon, CryptoProvider, Identity};
use rustls::enums::{ContentType, ProtocolVersion};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use rustls::{
    ClientConfig, ClientSide, Connection, Error, RootCertStore, ServerConfig, ServerSide, SideData, Tcp,
    Tls13CipherSuite, VecInput,
};
use rustls_ring::DEFAULT_TLS13_PROVIDER as BASE;
use std::sync::Arc;

const PEM: &[u8] = include_bytes!("localhost.pem");
const TEXT: &[u8] = b"a text of some twenty bytes";
const HEADER: usize = 5;
const TAG: usize = 16;

fn names(provider: &CryptoProvider) -> Vec<CipherSuite> {
    provider.tls13_cipher_suites.iter().map(|suite| suite.common.suite).collect()
}

fn suites() -> Vec<&'static Tls13CipherSuite> {
    asconkit_rustls::suites(&BASE)
}

#[test]
fn ascon_comes_first_and_the_rest_is_that_of_the_base() {
    let base = rustls_ring::DEFAULT_PROVIDER;
    let provider = asconkit_rustls::provider(base.clone());
    let ours = [TLS_ASCONAEAD128_ASCONHASH256, TLS_ASCONAEAD128_SHA256];
    assert_eq!(names(&provider), [&ours[..], &names(&base)].concat());
    assert_eq!(ours.map(|suite| suite.0), [0x006E, 0x006F]);
    assert_eq!(provider.tls12_cipher_suites, base.tls12_cipher_suites);
    assert_eq!(provider.kx_groups.len(), base.kx_groups.len());
}

#[test]
fn without_sha256_there_is_one_suite() {
    let sha384 = rustls_ring::ALL_TLS13_CIPHER_SUITES
        .iter()
        .copied()
        .filter(|suite| suite.common.suite == CipherSuite::TLS13_AES_256_GCM_SHA384)
        .collect::<Vec<_>>();
    let base = CryptoProvider { tls13_cipher_suites: sha384.into(), ..BASE };
    let expected = [TLS_ASCONAEAD128_ASCONHASH256, CipherSuite::TLS13_AES_256_GCM_SHA384];
    assert_eq!(names(&asconkit_rustls::provider(base)), expected);
}

#[test]
fn keys_are_replaced_before_the_limit_of_the_standard() {
    let longest_record: u64 = (1 << 14) + 256 + HEADER as u64;
    assert!(RECORDS_UNDER_ONE_KEY * longest_record <= 1 << 54);
    assert!(suites().iter().all(|suite| suite.common.confidentiality_limit == RECORDS_UNDER_ONE_KEY));
    assert!(suites().iter().all(|suite| suite.quic.is_none()));
}

// ---- Keys ---------------------------------------------------------------------------------------------

#[test]
fn hkdf_is_that_of_asconkit() {
    use asconkit::hmac;
    let hkdf = suites()[0].hkdf_provider;
    let prk = hmac::hkdf_extract(b"salt", b"secret");
    let mut expected = [0; 80];
    hmac::hkdf_expand(&prk, b"a label", &mut expected).unwrap();

    let mut out = [0; 80];
    let same = hkdf.expander_for_okm(&OkmBlock::new(prk.as_ref()));
    for expander in [hkdf.extract_from_secret(Some(b"salt"), b"secret"), same] {
        expander.expand_slice(&[b"a ", b"label"], &mut out).unwrap();
        assert_eq!(out, expected);
        assert_eq!(expander.expand_block(&[b"a label"]).as_ref(), &expected[..32]);
        assert_eq!(expander.hash_len(), 32);
        assert!(expander.expand_slice(&[], &mut [0; 255 * 32 + 1]).is_err());
    }
    let key = OkmBlock::new(&[7; 32]);
    assert_eq!(hkdf.hmac_sign(&key, TEXT).as_ref(), hmac::hmac(&[7; 32], TEXT).as_ref());
    // RFC 9846, section 7.1: what is not there is as many zeros as the hash has bytes.
    let none = hkdf.extract_from_zero_ikm(None).expand_block(&[b"a label"]);
    hmac::hkdf_expand(&hmac::hkdf_extract(&[0; 32], &[0; 32]), b"a label", &mut expected[..32]).unwrap();
    assert_eq!(none.as_ref(), &expected[..32]);
}

#[test]
fn the_second_suite_has_the_hash_of_the_base() {
    let (ours, base) = (suites()[1], rustls_ring::ALL_TLS13_CIPHER_SUITES[0]);
    assert_eq!(base.common.suite, CipherSuite::TLS13_AES_128_GCM_SHA256);
    assert_eq!(ours.common.hash_provider.hash(TEXT).as_ref(), base.common.hash_provider.hash(TEXT).as_ref());
    let [okm, same] = [ours, base]
        .map(|suite| suite.hkdf_provider.extract_from_secret(Some(b"salt"), b"secret").expand_block(&[b"a label"]));
    assert_eq!(okm.as_ref(), same.as_ref());
}

#[test]
fn a_forked_transcript_leaves_the_other_as_it_was() {
    let hash = suites()[0].common.hash_provider;
    let mut transcript = hash.start();
    transcript.update(b"hel");
    let mut fork = transcript.fork();
    fork.update(b"p");
    transcript.update(b"lo");
    assert_eq!(transcript.fork_finish().as_ref(), hash.hash(b"hello").as_ref());
    assert_eq!(transcript.finish().as_ref(), asconkit::Hash256::digest(b"hello"));
    assert_eq!(fork.finish().as_ref(), asconkit::Hash256::digest(b"help"));
}

// ---- Records ------------------------------------------------------------------------------------------

const LEGACY: EncodableVersion = EncodableVersion::Legacy(ProtocolVersion::TLSv1_2);

fn iv() -> Iv {
    Iv::new(&[3; 16]).unwrap()
}

fn aead() -> &'static dyn Tls13AeadAlgorithm {
    suites()[0].aead_alg
}

fn seal(seq: u64) -> Vec<u8> {
    let mut encrypter = aead().encrypter([7; 16].into(), iv());
    let mut out = vec![0; encrypter.encrypted_payload_len(TEXT.len())];
    let record = Record::new(ContentType::Handshake, LEGACY, TEXT.into());
    assert_eq!(encrypter.encrypt(record, seq, &mut out).unwrap().payload.len(), TEXT.len() + 1 + TAG);
    out
}

fn open(payload: &mut [u8], seq: u64) -> Result<Vec<u8>, Error> {
    let mut decrypter = aead().decrypter([7; 16].into(), iv());
    let record = Record::new(ContentType::ApplicationData, LEGACY, InboundOpaque(payload));
    let plain = decrypter.decrypt(record, seq)?;
    assert_eq!(plain.typ, ContentType::Handshake);
    Ok(plain.payload.to_vec())
}

/// RFC 9846, sections 5.2 and 5.3, by hand.
#[test]
fn a_record_is_one_message_of_ascon_aead128() {
    let seq = 0x0102_0304_0506_0708_u64;
    let mut nonce = [3; 16];
    nonce[8..].iter_mut().zip(seq.to_be_bytes()).for_each(|(byte, number)| *byte ^= number);
    let length = u16::try_from(TEXT.len() + 1 + TAG).unwrap().to_be_bytes();
    let mut expected = [TEXT, &[22]].concat(); // the type: handshake
    let aead = asconkit::Aead128::new(&[7; 16].into());
    let tag = aead.seal_in_place(&nonce.into(), &mut expected, &[23, 3, 3, length[0], length[1]]);
    expected.extend_from_slice(tag.as_ref());
    assert_eq!(seal(seq), expected);
    assert_eq!(open(&mut expected, seq).unwrap(), TEXT);
}

#[test]
fn changed_records_are_refused_and_erased() {
    let sealed = seal(1);
    assert_eq!(open(&mut sealed.clone(), 1).unwrap(), TEXT);
    for bit in 0..8 * sealed.len() {
        let mut wrong = sealed.clone();
        wrong[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(open(&mut wrong, 1), Err(Error::DecryptError));
        assert_eq!(wrong[..=TEXT.len()], [0; TEXT.len() + 1]);
    }
    for short in 0..sealed.len() {
        assert_eq!(open(&mut sealed[..short].to_vec(), 1), Err(Error::DecryptError));
    }
    assert_eq!(open(&mut sealed.clone(), 2), Err(Error::DecryptError));
}

#[test]
fn keys_are_not_handed_out() {
    assert!(aead().extract_keys([7; 16].into(), iv()).is_err());
}

// ---- Connections --------------------------------------------------------------------------------------

struct Peer<Side: SideData> {
    connection: Connection<Side, Tcp>,
    input: VecInput,
    output: Vec<u8>,
}

impl<Side: SideData> Peer<Side> {
    fn new(connection: Connection<Side, Tcp>, output: Vec<u8>) -> Self {
        Self { connection, input: VecInput::default(), output }
    }

    /// Reads what the other one has sent.
    fn read(&mut self, mut sent: &[u8]) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        while !sent.is_empty() {
            self.input.read(&mut sent).unwrap();
            self.connection.read_tls(&mut self.input, &mut self.output).handle_all(&mut text)?;
        }
        Ok(text)
    }
}

/// After a handshake with one suite.
fn connected(suite: &'static Tls13CipherSuite) -> (Peer<ClientSide>, Peer<ServerSide>) {
    let provider = Arc::new(CryptoProvider { tls13_cipher_suites: vec![suite].into(), ..BASE });
    let certificate = CertificateDer::from_pem_slice(PEM).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let identity = Arc::new(Identity::from_cert_chain(vec![certificate]).unwrap());
    let key = PrivateKeyDer::from_pem_slice(PEM).unwrap();
    let server = ServerConfig::builder(Arc::clone(&provider)).with_no_client_auth();
    let server = Arc::new(server.with_single_cert(identity, key).unwrap());
    let client = ClientConfig::builder(provider).with_root_certificates(roots).with_no_client_auth().unwrap();

    let mut output = Vec::new();
    let client = Arc::new(client).connect("localhost".try_into().unwrap()).build(&mut output).unwrap();
    let mut client = Peer::new(client, output);
    let mut server = Peer::new(Connection::<ServerSide, Tcp>::new(server).unwrap(), Vec::new());
    while client.connection.is_handshaking() || server.connection.is_handshaking() {
        server.read(&std::mem::take(&mut client.output)).unwrap();
        client.read(&std::mem::take(&mut server.output)).unwrap();
    }
    let agreed = client.connection.negotiated_cipher_suite().map(|agreed| agreed.suite());
    assert_eq!(agreed, Some(suite.common.suite));
    (client, server)
}

/// Lengths of the texts in records, without type and tag.
fn lengths(mut records: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    while let Some((header, rest)) = records.split_first_chunk::<HEADER>() {
        let length = usize::from(u16::from_be_bytes([header[3], header[4]]));
        found.push(length - 1 - TAG);
        records = &rest[length..];
    }
    found
}

#[test]
fn rustls_updates_the_key_at_the_limit() {
    const KEY_UPDATE: usize = 5; // bytes of that message
    const LIMIT: u64 = 20;
    for suite in suites() {
        let common = CipherSuiteCommon { confidentiality_limit: LIMIT, ..suite.common };
        let (mut client, mut server) = connected(Box::leak(Box::new(Tls13CipherSuite { common, ..*suite })));
        let mut updates = 0;
        for _ in 0..10 * LIMIT {
            client.connection.write(TEXT.into(), &mut client.output).unwrap();
            let sent = std::mem::take(&mut client.output);
            updates += lengths(&sent).iter().filter(|length| **length == KEY_UPDATE).count();
            assert_eq!(server.read(&sent).unwrap(), TEXT);
        }
        assert!((9..=12).contains(&updates), "{updates}");
    }
}

#[test]
fn a_changed_record_ends_the_connection() {
    let (mut client, mut server) = connected(suites()[0]);
    client.connection.write(TEXT.into(), &mut client.output).unwrap();
    let mut sent = std::mem::take(&mut client.output);
    *sent.last_mut().unwrap() ^= 1;
    assert_eq!(server.read(&sent), Err(Error::DecryptError));
    assert_eq!(server.connection.write(TEXT.into(), &mut Vec::new()), Err(Error::DecryptError));
}

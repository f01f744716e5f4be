//! Protection of records with Ascon-AEAD128 (RFC 9846, section 5.2). SPDX-License-Identifier: Apache-2.0 OR MIT

use alloc::boxed::Box;
use asconkit::{Aead128, Key, Tag};
use rustls::ConnectionTrafficSecrets;
use rustls::crypto::cipher::{
    AeadKey, EncryptBuffer, InboundOpaque, Iv, Nonce, OutboundPlain, Record, RecordDecrypter, RecordEncrypter,
    Tls13AeadAlgorithm, UnsupportedOperationError, make_tls13_aad,
};
use rustls::enums::ContentType;
use rustls::error::Error;

const KEY: usize = 16;
const TAG: usize = 16;
/// RFC 9846, section 5.3: as long as the shortest nonce of the AEAD, if that has more than 8 bytes. The nonce of
/// Ascon-AEAD128 always has 16.
const IV: usize = 16;

pub(crate) struct AsconAead128;

impl Tls13AeadAlgorithm for AsconAead128 {
    fn encrypter(&self, key: AeadKey, iv: Iv) -> Box<dyn RecordEncrypter> {
        Box::new(Protection::new(&key, iv))
    }

    fn decrypter(&self, key: AeadKey, iv: Iv) -> Box<dyn RecordDecrypter> {
        Box::new(Protection::new(&key, iv))
    }

    fn key_len(&self) -> usize {
        KEY
    }

    fn iv_len(&self) -> usize {
        IV
    }

    /// Keys are not handed out: their only use is the kernel's TLS, which has no Ascon.
    fn extract_keys(&self, _key: AeadKey, _iv: Iv) -> Result<ConnectionTrafficSecrets, UnsupportedOperationError> {
        Err(UnsupportedOperationError)
    }
}

/// The key and the IV of one direction.
struct Protection {
    aead: Aead128,
    iv: Iv,
}

impl Protection {
    fn new(key: &AeadKey, iv: Iv) -> Self {
        let key = Key::try_from(key.as_ref()).expect("rustls derives as many bytes as key_len() says");
        Self { aead: Aead128::new(&key), iv }
    }

    /// RFC 9846, section 5.3: the IV xor the number of the record.
    fn nonce(&self, seq: u64) -> Result<asconkit::Nonce, Error> {
        Ok(Nonce::new(&self.iv, seq).to_array::<IV>()?.into())
    }
}

impl RecordEncrypter for Protection {
    fn encrypt<'a>(
        &mut self, record: Record<OutboundPlain<'_>>, seq: u64, out: &'a mut [u8],
    ) -> Result<Record<&'a [u8]>, Error> {
        let length = self.encrypted_payload_len(record.payload.len());
        let mut payload = EncryptBuffer::new(out, length)?;
        payload.extend_from_chunks(&record.payload);
        payload.extend_from_slice(&record.typ.to_array());
        let header = make_tls13_aad(ContentType::ApplicationData, record.version.encode(), length);
        let tag = self.aead.seal_in_place(&self.nonce(seq)?, payload.as_mut(), &header);
        payload.extend_from_slice(tag.as_ref());
        Ok(Record::new(ContentType::ApplicationData, record.version, payload.into_written()))
    }

    /// With the type of the content and the tag.
    fn encrypted_payload_len(&self, payload_len: usize) -> usize {
        payload_len + 1 + TAG
    }
}

impl RecordDecrypter for Protection {
    fn decrypt<'a>(&mut self, mut record: Record<InboundOpaque<'a>>, seq: u64) -> Result<Record<&'a [u8]>, Error> {
        let header = make_tls13_aad(record.typ, record.version.version(), record.payload.len());
        let (text, tag) = record.payload.split_last_chunk_mut::<TAG>().ok_or(Error::DecryptError)?;
        let (tag, length) = (Tag::from(&*tag), text.len());
        self.aead.open_in_place(&self.nonce(seq)?, text, &tag, &header).map_err(|_| Error::DecryptError)?;
        record.payload.truncate(length);
        record.into_tls13_unpadded_record()
    }
}

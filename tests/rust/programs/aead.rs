use PEER::ascon_aead128;

// Written for RustCrypto's crate ascon-aead128: one line above says whose it is.
use ascon_aead128::aead::inout::InOutBuf;
use ascon_aead128::aead::{Aead, AeadInOut, KeyInit, Payload};
use ascon_aead128::{AsconAead128, AsconAead128Key, AsconAead128Nonce, AsconAead128Tag, Error, Key, Nonce};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() -> Result<(), Error> {
    let key: AsconAead128Key = Key::<AsconAead128>::from([7; 16]);
    let cipher = AsconAead128::new(&key);
    assert!(AsconAead128::new_from_slice(&[0; 15]).is_err());
    let nonce: AsconAead128Nonce = Nonce::<AsconAead128>::from([3; 16]);
    let ciphertext = cipher.encrypt(&nonce, b"plaintext message".as_ref())?;
    println!("{}", hex(&ciphertext));
    assert_eq!(cipher.decrypt(&nonce, ciphertext.as_ref())?, b"plaintext message");
    let payload = Payload { msg: b"plaintext message", aad: b"a header" };
    println!("{}", hex(&cipher.encrypt(&nonce, payload)?));

    let mut buffer = b"plaintext message".to_vec();
    cipher.encrypt_in_place(&nonce, b"a header", &mut buffer)?;
    println!("{}", hex(&buffer));
    cipher.decrypt_in_place(&nonce, b"a header", &mut buffer)?;
    let tag: AsconAead128Tag = cipher.encrypt_inout_detached(&nonce, b"", InOutBuf::from(&mut buffer[..]))?;
    println!("{} {}", hex(&buffer), hex(&tag));
    buffer[0] ^= 1;
    println!("{}", cipher.decrypt_inout_detached(&nonce, b"", InOutBuf::from(&mut buffer[..]), &tag).is_err());
    Ok(())
}

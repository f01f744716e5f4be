//! Encrypts a message and decrypts it. `cargo run --example seal`
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::{Aead128, Error, Key, Nonce};

fn main() -> Result<(), Error> {
    let aead = Aead128::new(&Key::generate()?);
    let nonce = Nonce::from(0); // a counter is fine; never use one twice with the same key
    let sealed = aead.seal(&nonce, b"a secret", b"a header");
    let opened = aead.open(&nonce, &sealed, b"a header")?;
    println!("{} bytes sealed: {sealed:02x?}", sealed.len());
    println!("{}", String::from_utf8_lossy(&opened));
    Ok(())
}

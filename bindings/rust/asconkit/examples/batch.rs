//! Encrypts many messages in one call, on all processors. `cargo run --release --example batch`
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::batch::{Pool, Seal};
use asconkit::{Aead128, Error, Key, Nonce, Tag};
use std::time::Instant;

const MESSAGES: usize = 100_000;

fn main() -> Result<(), Error> {
    let aead = Aead128::new(&Key::generate()?);
    let pool = Pool::new(0)?;
    let nonces: Vec<Nonce> = (0..MESSAGES as u128).map(Nonce::from).collect();
    let mut texts = vec![[0; 64]; MESSAGES];
    let mut tags = vec![Tag::default(); MESSAGES];
    let start = Instant::now();
    let fields = texts.iter_mut().zip(&mut tags).zip(&nonces);
    aead.seal_batch(fields.map(|((text, tag), nonce)| Seal { nonce, ad: b"", text, tag }), Some(&pool));
    println!("{MESSAGES} messages of 64 bytes on {} threads in {:?}", pool.threads(), start.elapsed());
    Ok(())
}

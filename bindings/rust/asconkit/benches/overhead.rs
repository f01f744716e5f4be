//! Each call of the crate beside the C call beneath it and, where there is one, another crate's: `cargo bench`.
//! SPDX-License-Identifier: Apache-2.0 OR MIT
//!
//! The calls of a row alternate in short samples, so that a disturbance meets all of them; the figure is the fastest
//! tenth. The goal for 64 bytes and more is a ratio of at most 1.03 to C.
#![allow(unsafe_code)]

use ascon_aead::aead::inout::InOutBuf;
use ascon_aead::aead::{AeadInOut, KeyInit};
use asconkit::{Aead128, Hash256, Key, Nonce, Xof128};
use asconkit_sys::{ascon_aead128_encrypt, ascon_hash256, ascon_xof128};
use digest::{Digest, ExtendableOutput, Update, XofReader};
use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 5] = [16, 64, 256, 1536, 65536];
const SAMPLE: Duration = Duration::from_micros(50);
const GOAL: f64 = 1.03;

/// Nanoseconds of one call of each function: the mean of the fastest tenth of the samples.
fn measure<const N: usize>(seconds: f64, mut calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut repetitions = [1_u32; N];
    for (call, count) in calls.iter_mut().zip(&mut repetitions) {
        loop {
            let start = Instant::now();
            (0..*count).for_each(|_| call());
            if start.elapsed() > SAMPLE {
                break;
            }
            *count *= 2;
        }
    }
    let mut samples: [Vec<f64>; N] = [(); N].map(|()| Vec::new());
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    while Instant::now() < end {
        for ((call, &count), times) in calls.iter_mut().zip(&repetitions).zip(&mut samples) {
            call(); // the caches hold the data of another one
            let start = Instant::now();
            (0..count).for_each(|_| call());
            times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(count));
        }
    }
    samples.map(|mut times| {
        times.sort_by(f64::total_cmp);
        let fastest = &times[..times.len().div_ceil(10)];
        fastest.iter().sum::<f64>() / fastest.len() as f64
    })
}

fn main() {
    // Cargo passes --bench, and names of benchmarks; a number is the seconds for each row.
    let seconds = env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(0.5);
    println!("backend {}; nanoseconds for one call", asconkit::backend());
    println!("| call | bytes | C | asconkit | ratio | other crate |\n| --- | --- | --- | --- | --- | --- |");
    let mut worst: f64 = 0.0;
    let mut row = |name: &str, size: usize, [c, ours, theirs]: [f64; 3]| {
        let ratio = ours / c;
        if size >= 64 {
            worst = worst.max(ratio);
        }
        println!("| {name} | {size} | {c:.1} | {ours:.1} | {ratio:.3} | {theirs:.1} |");
    };
    let (key, nonce) = ([7; 16], Nonce::from(1));
    let (ours, theirs) = (Aead128::new(&Key::from(key)), ascon_aead::AsconAead128::new(&key.into()));
    for size in SIZES {
        let text = vec![0x5a; size];
        let (mut out, mut tag) = (vec![0; size], [0; 16]);
        let mut sealed = vec![0; size + 16];
        let mut other = vec![0; size];
        let times = measure(
            seconds,
            [
                &mut || {
                    // SAFETY: lengths of these buffers.
                    let result = unsafe {
                        ascon_aead128_encrypt(
                            out.as_mut_ptr(),
                            tag.as_mut_ptr(),
                            16,
                            black_box(&text).as_ptr(),
                            size,
                            [].as_ptr(),
                            0,
                            nonce.as_bytes().as_ptr(),
                            black_box(&key).as_ptr(),
                        )
                    };
                    black_box(result);
                },
                &mut || {
                    black_box(&ours).seal_into(&nonce, black_box(&text), b"", &mut sealed).unwrap();
                },
                &mut || {
                    let buffer = InOutBuf::new(black_box(&text), &mut other).unwrap();
                    black_box(black_box(&theirs).encrypt_inout_detached(nonce.as_bytes().into(), b"", buffer)).unwrap();
                },
            ],
        );
        row("AEAD128 encryption", size, times);

        let mut digest = [0; 32];
        let times = measure(
            seconds,
            [
                &mut || {
                    // SAFETY: lengths of these buffers.
                    black_box(unsafe { ascon_hash256(digest.as_mut_ptr(), black_box(&text).as_ptr(), size) });
                },
                &mut || {
                    black_box(Hash256::digest(black_box(&text)));
                },
                &mut || {
                    black_box(::ascon_hash256::AsconHash256::digest(black_box(&text)));
                },
            ],
        );
        row("Hash256", size, times);

        let (mut first, mut second, mut third) = ([0; 32], [0; 32], [0; 32]);
        let times = measure(
            seconds,
            [
                &mut || {
                    // SAFETY: lengths of these buffers.
                    black_box(unsafe { ascon_xof128(first.as_mut_ptr(), 32, black_box(&text).as_ptr(), size) });
                },
                &mut || Xof128::digest(black_box(&text), &mut second),
                &mut || {
                    let mut xof = ::ascon_xof128::AsconXof128::default();
                    xof.update(black_box(&text));
                    xof.finalize_xof().read(&mut third);
                },
            ],
        );
        row("XOF128, 32 bytes out", size, times);
        assert!(sealed == [&out[..], &tag].concat() && other == out && first == second && second == third);
    }
    println!("\nworst ratio from 64 bytes on: {worst:.3}; goal: at most {GOAL}");
}

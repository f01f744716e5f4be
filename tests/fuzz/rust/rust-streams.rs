//! The crate's stream reader reads, in pieces, a file whose chunks are changed, cut off, extended or moved. It must
//! return exactly the text before the first wrong chunk, and may end without an error only if the file is unchanged.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#![no_main]

use asconkit::stream::{Algorithm, Options, Reader};
use asconkit::{Error, Key};
use std::io::{self, ErrorKind, Read, Write};

const HEADER: usize = 144;
const TAG: usize = 16;

/// The fuzzer's choices. After the end of the input, every choice is 0.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn up_to(&mut self, most: usize) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first) % (most + 1)
    }
}

/// Returns a file in pieces, and sometimes an interruption.
struct Pieces<'a, 'b> {
    rest: &'a [u8],
    choices: &'a mut Choices<'b>,
}

impl Read for Pieces<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let wanted = match self.choices.up_to(80) {
            0 => self.rest.len(),
            80 => return Err(ErrorKind::Interrupted.into()),
            wanted => wanted,
        };
        let (now, rest) = self.rest.split_at(wanted.min(self.rest.len()).min(out.len()));
        out[..now.len()].copy_from_slice(now);
        self.rest = rest;
        Ok(now.len())
    }
}

fn change(file: &mut Vec<u8>, stride: usize, choices: &mut Choices) {
    let chunks = (file.len().saturating_sub(HEADER)) / stride;
    let start_of = |chunk| HEADER + chunk * stride;
    match choices.up_to(5) {
        1 => file.truncate(file.len().saturating_sub(choices.up_to(255))),
        2 => file.extend(vec![0; choices.up_to(2 * stride)]),
        3 if !file.is_empty() => {
            let at = choices.up_to(255) * 3 % file.len();
            file[at] ^= 1 << choices.up_to(7);
        }
        4 if chunks > 0 => {
            let start = start_of(choices.up_to(chunks - 1));
            file.extend_from_within(start..start + stride);
        }
        5 if chunks > 1 => {
            let (a, b) = (start_of(choices.up_to(chunks - 1)), start_of(choices.up_to(chunks - 1)));
            (0..stride).for_each(|i| file.swap(a + i, b + i));
        }
        _ => {}
    }
}

/// Number of bytes of text before the first wrong chunk, and this chunk's index.
fn expected(file: &[u8], written: &[u8], stride: usize) -> (usize, Option<u64>) {
    let split = |file: &[u8]| -> Vec<Vec<u8>> { file[HEADER..].chunks(stride).map(<[u8]>::to_vec).collect() };
    let (found, right) = (split(file), split(written));
    let is_right = |i: usize| found.get(i) == right.get(i) && (i + 1 == found.len()) == (i + 1 == right.len());
    let good = (0..right.len()).take_while(|&i| is_right(i)).count();
    let text = right[..good].iter().map(|chunk| chunk.len() - TAG).sum();
    (text, (good < right.len()).then_some(good as u64))
}

fn run(choices: &mut Choices) {
    let key = Key::from([0x17; 32]);
    let chunk = 1 + choices.up_to(39);
    let algorithm = [Algorithm::Aead128, Algorithm::V12Ascon80pq][choices.up_to(1)];
    let options = Options::new().chunk_bytes(chunk as u32).algorithm(algorithm);
    let text: Vec<u8> = (0..choices.up_to(255)).map(|i| i as u8 ^ 0x5a).collect();
    let mut writer = options.writer(Vec::new(), &key).unwrap();
    text.chunks(1 + choices.up_to(60)).for_each(|piece| writer.write_all(piece).unwrap());
    let written = writer.finish().unwrap();
    let mut file = written.clone();
    for _ in 0..choices.up_to(3) {
        change(&mut file, chunk + TAG, choices);
    }
    let size = 1 + choices.up_to(80);
    let reader = Reader::new(Pieces { rest: &file, choices }, &key);
    assert_eq!(reader.is_ok(), file.get(..HEADER) == Some(&written[..HEADER]));
    let Ok(mut reader) = reader else { return };
    let (length, wrong) = expected(&file, &written, chunk + TAG);
    let (mut found, mut piece) = (Vec::new(), vec![0; size]);
    let result = loop {
        match reader.read(&mut piece) {
            Ok(0) => break None,
            Ok(more) => found.extend_from_slice(&piece[..more]),
            Err(error) => break Some(*error.get_ref().unwrap().downcast_ref::<Error>().unwrap()),
        }
    };
    assert_eq!(found, text[..length]);
    assert_eq!(result, wrong.map(|index| Error::Chunk { index }));
    assert_eq!(reader.read(&mut piece).is_ok(), result.is_none());
}

#[unsafe(no_mangle)]
extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, bytes: usize) -> i32 {
    let input = if bytes == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(data, bytes) } };
    run(&mut Choices(input)); // a panic ends the process, because the function is extern "C"
    0
}

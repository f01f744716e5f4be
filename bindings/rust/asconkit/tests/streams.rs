//! Files that are written and read, in pieces of all lengths, changed and cut. SPDX-License-Identifier: Apache-2.0 OR MIT
//!
//! With the environment variable `ASCONKIT`, the path of the command: also its files, and by it.

use asconkit::batch::Pool;
use asconkit::stream::{self, Algorithm, Chunks, MAX_CHUNKS, Options, Reader, Writer};
use asconkit::{Error, Key};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs, process};

const HEADER: usize = 144;

fn key() -> Key<32> {
    Key::from([0x17; 32])
}

fn text(length: usize) -> Vec<u8> {
    (0..length).map(|i| ((i * i) >> 3) as u8).collect()
}

fn seal(options: &Options, text: &[u8], piece: usize) -> Vec<u8> {
    let mut writer = options.writer(Vec::new(), &key()).unwrap();
    text.chunks(piece).for_each(|piece| writer.write_all(piece).unwrap());
    writer.flush().unwrap();
    writer.finish().unwrap()
}

/// Gives out one piece after another, and now and then an interruption.
struct Pieces<'a> {
    rest: &'a [u8],
    piece: usize,
    calls: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 5 == 0 {
            return Err(ErrorKind::Interrupted.into());
        }
        let (now, rest) = self.rest.split_at(self.piece.min(self.rest.len()).min(out.len()));
        out[..now.len()].copy_from_slice(now);
        self.rest = rest;
        Ok(now.len())
    }
}

fn open(options: &Options, file: &[u8], piece: usize) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    options.reader(Pieces { rest: file, piece, calls: 0 }, &key())?.read_to_end(&mut text)?;
    Ok(text)
}

fn reason(error: &io::Error) -> Error {
    *error.get_ref().unwrap_or_else(|| panic!("{error}")).downcast_ref().unwrap()
}

#[test]
fn all_lengths() {
    let options = Options::new().chunk_bytes(8);
    for length in 0..60 {
        let plain = text(length);
        for piece in [1, 3, 8, 9, 64] {
            let file = seal(&options, &plain, piece);
            assert_eq!(file.len(), HEADER + length + 16 * length.div_ceil(8).max(1));
            assert_eq!(open(&options, &file, 1000).unwrap(), plain);
            assert_eq!(open(&options, &file, piece).unwrap(), plain);
        }
    }
}

/// More than a group of chunks that are computed at once, and exactly one and two.
#[test]
fn long_texts() {
    let pool = Arc::new(Pool::new(2).unwrap());
    for chunk in [1, 1000, 1 << 16, 1 << 20] {
        let options = Options::new().chunk_bytes(chunk).pool(pool.clone());
        let group = ((1 << 20) / (chunk as usize + 16)).max(1) * chunk as usize;
        for length in [group - 1, group, group + 1, 2 * group, 2 * group + 1] {
            let plain = text(length);
            let file = seal(&options, &plain, 100_003);
            assert_eq!(file.len(), HEADER + length + 16 * length.div_ceil(chunk as usize));
            assert_eq!(open(&options, &file, 1 << 24).unwrap(), plain, "{length} in chunks of {chunk}");
            assert_eq!(open(&options, &file, 70_001).unwrap(), plain, "{length} in chunks of {chunk}");
        }
    }
}

#[test]
fn every_algorithm() {
    let all = [
        Algorithm::Aead128,
        Algorithm::Aead128NonceMasked,
        Algorithm::V12Ascon128,
        Algorithm::V12Ascon128a,
        Algorithm::V12Ascon80pq,
    ];
    for algorithm in all {
        let options = Options::new().algorithm(algorithm).chunk_bytes(50);
        let file = seal(&options, &text(120), 120);
        let reader = Reader::new(&file[..], &key()).unwrap();
        let header = *reader.header();
        assert_eq!((header.algorithm, header.chunk_bytes, header.version), (algorithm, 50, 2));
        assert_eq!((header.passphrase, header.salt().len()), (None, 32));
        assert_eq!(open(&options, &file, 1000).unwrap(), text(120));
        assert!(file.windows(algorithm.name().len()).any(|name| name == algorithm.name().as_bytes()));
    }
}

#[cfg(feature = "argon2")]
#[test]
fn costly_passphrases_need_consent() {
    use asconkit::stream::{Cost, Writer};
    let cost = Cost { memory_kib: 8, passes: 257, lanes: 1 };
    let costly = Options::new().passphrase_cost(cost);
    let allowed = costly.clone().allow_costly_passphrase();
    let error = costly.writer_with_passphrase(Vec::new(), b"phrase").unwrap_err();
    assert!(matches!(reason(&error), Error::Costly { passes: 257, .. }), "{error}");
    let file = allowed.writer_with_passphrase(Vec::new(), b"phrase").and_then(Writer::finish).unwrap();
    let error = Reader::with_passphrase(&file[..], b"phrase").unwrap_err();
    assert!(matches!(reason(&error), Error::Costly { passes: 257, .. }), "{error}");
    assert_eq!(allowed.reader_with_passphrase(&file[..], b"phrase").unwrap().header().passphrase, Some(cost));
    let error = allowed.reader_with_passphrase(&file[..], b"other").unwrap_err();
    assert!(matches!(reason(&error), Error::Passphrase), "{error}");
    for (memory_kib, passes, lanes) in [(7, 1, 1), (8, 0, 1), (8, 1, 0), (8 * 65, 1, 65), (3 << 20, 1, 1)] {
        let refused = allowed.clone().passphrase_cost(Cost { memory_kib, passes, lanes });
        let error = refused.writer_with_passphrase(Vec::new(), b"phrase").unwrap_err();
        assert!(matches!(reason(&error), Error::Header(_)), "{error}");
    }
}

#[test]
fn every_change_is_noticed() {
    let options = Options::new().chunk_bytes(8);
    let file = seal(&options, &text(20), 20);
    for bit in 0..8 * file.len() {
        let mut wrong = file.clone();
        wrong[bit / 8] ^= 1 << (bit % 8);
        let error = open(&options, &wrong, 1000).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData, "bit {bit}");
        match reason(&error) {
            Error::Header(_) | Error::Forged => assert!(bit < 8 * HEADER, "bit {bit}"),
            Error::Chunk { index } => assert_eq!(index as usize, (bit / 8 - HEADER) / 24, "bit {bit}"),
            other => panic!("{other}"),
        }
    }
    for length in 0..file.len() {
        assert_eq!(open(&options, &file[..length], 1000).unwrap_err().kind(), ErrorKind::InvalidData, "{length} bytes");
    }
    let longer = [&file[..], b"x"].concat();
    assert_eq!(reason(&open(&options, &longer, 1000).unwrap_err()), Error::Chunk { index: 2 });
    // Two chunks in the other order.
    let (head, chunks) = file.split_at(HEADER);
    let swapped = [head, &chunks[24..48], &chunks[..24], &chunks[48..]].concat();
    assert_eq!(reason(&open(&options, &swapped, 1000).unwrap_err()), Error::Chunk { index: 0 });
}

#[test]
fn text_before_a_forged_chunk_is_given_out() {
    let options = Options::new().chunk_bytes(8);
    let mut file = seal(&options, &text(40), 40);
    file[HEADER + 24 * 3] ^= 1;
    let mut reader = options.reader(&file[..], &key()).unwrap();
    let mut found = Vec::new();
    let error = reader.read_to_end(&mut found).unwrap_err();
    assert_eq!((&found[..], reason(&error)), (&text(24)[..], Error::Chunk { index: 3 }));
    // And so is the error, each time.
    assert_eq!(reason(&reader.read(&mut [0; 8]).unwrap_err()), Error::Chunk { index: 3 });
}

#[test]
fn another_key() {
    let file = seal(&Options::new(), &text(20), 20);
    let error = Reader::new(&file[..], &Key::from([0x18; 32])).unwrap_err();
    assert_eq!(reason(&error), Error::Forged);
}

#[test]
fn what_is_no_file() {
    let error = Reader::new(&b"something else that is longer"[..], &key()).unwrap_err();
    assert!(error.to_string().starts_with("the header is refused: "), "{error}");
    assert!(matches!(reason(&Reader::new(&b""[..], &key()).unwrap_err()), Error::Header(_)));
}

#[test]
fn headers_are_refused_for_a_reason() {
    let file = seal(&Options::new(), b"", 1);
    // Bytes to write, each with its place.
    let cost = |memory, passes, lanes| vec![(10, 2), (48, memory), (52, passes), (56, lanes)];
    let cases: [(Vec<(usize, u8)>, &'static str); 11] = [
        (vec![(0, b'x')], "another format"),
        (vec![(8, 3)], "an unknown version of the format"),
        (vec![(16, b'x')], "an unknown algorithm"),
        (vec![(12, 0), (13, 0), (14, 0)], "a chunk size outside 1 to 1048576 bytes"),
        (vec![(11, 1)], "unknown header fields"),
        (vec![(10, 3)], "an unknown kind of key"),
        (vec![(48, 1)], "Argon2 parameters without a passphrase"),
        (cost(255, 1, 65), "a number of Argon2 lanes outside 1 to 64"),
        (cost(7, 1, 1), "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total"),
        (cost(8, 0, 1), "no Argon2 passes, or more than 16 GiB of Argon2 memory in all passes"),
        (cost(8, 1, 1), "it needs a passphrase"),
    ];
    for (bytes, text) in cases {
        let mut changed = file.clone();
        bytes.iter().for_each(|&(at, value)| changed[at] = value);
        let checksum = asconkit::Hash256::digest(&changed[..128]);
        changed[128..HEADER].copy_from_slice(&checksum[..16]);
        assert_eq!(reason(&Reader::new(&changed[..], &key()).unwrap_err()), Error::Header(text));
        changed[128] ^= 1;
        let text = if [0, 8].contains(&bytes[0].0) { text } else { "a corrupted header" };
        assert_eq!(reason(&Reader::new(&changed[..], &key()).unwrap_err()), Error::Header(text));
    }
    assert_eq!(reason(&Reader::new(&file[..100], &key()).unwrap_err()), Error::Header("a truncated header"));
}

#[test]
fn a_stream_without_its_end() {
    let mut file = Vec::new();
    let mut writer = Options::new().chunk_bytes(8).writer(&mut file, &key()).unwrap();
    writer.write_all(&text(3 << 20)).unwrap();
    drop(writer);
    assert!(file.len() > 1 << 20);
    assert!(matches!(reason(&open(&Options::new(), &file, 1 << 20).unwrap_err()), Error::Chunk { .. }));
}

/// A writer that fails does not go on with another text under the same index.
#[test]
fn a_failed_write_is_final() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Full(1000), &key()).unwrap();
    let error = writer.write_all(&text(1 << 21)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    assert_eq!(writer.write_all(&text(1 << 21)).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert!(writer.finish().is_err());
    assert!(Writer::new(Full(100), &key()).is_err());
}

#[test]
fn arguments() {
    for chunk in [0, (1 << 20) + 1, u32::MAX] {
        let error = Options::new().chunk_bytes(chunk).writer(Vec::new(), &key()).unwrap_err();
        assert_eq!(error.to_string(), format!("chunk size is {chunk}; expected 1 to 1048576"));
        assert!(Chunks::new(Algorithm::Aead128, chunk, &[0; 32], b"", &key()).is_err());
        assert!(Chunks::from_secret(Algorithm::Aead128, chunk, &[0; 32]).is_err());
    }
    let short = Chunks::from_secret(Algorithm::V12Ascon80pq, 8, &[0; 32]).unwrap_err();
    assert_eq!(short.to_string(), "secret has 32 bytes; expected 36");
    let mut chunks = Chunks::new(Algorithm::Aead128, 8, &[0; 32], b"", &key()).unwrap();
    let length = |found, min, max| Err(Error::Length { what: "text", found, min, max });
    assert_eq!(chunks.seal(0, false, &[0; 7]), length(7, 8, 8));
    assert_eq!(chunks.seal(0, true, &[0; 9]), length(9, 0, 8));
    assert_eq!(chunks.seal(1, true, &[]), length(0, 1, 8));
    assert!(chunks.seal(0, true, &[]).is_ok());
    assert!(matches!(chunks.seal(MAX_CHUNKS, true, &[0; 8]), Err(Error::Number { found: MAX_CHUNKS, .. })));
    assert!(matches!(chunks.open(MAX_CHUNKS, true, &[0; 24]), Err(Error::Number { .. })));
    assert_eq!(chunks.open(7, true, &[0; 24]), Err(Error::Chunk { index: 7 }));
    assert_eq!(chunks.open(7, true, &[0; 15]), Err(Error::Chunk { index: 7 }));
    assert_eq!(chunks.open(7, true, &[0; 100]), Err(Error::Chunk { index: 7 }));
    assert!(matches!(chunks.rekey(0), Err(Error::Number { .. })));
    assert!(matches!(chunks.rekey(MAX_CHUNKS), Err(Error::Number { .. })));
    assert!(chunks.rekey(1).is_ok());
}

#[test]
fn key_files() {
    // docs/file-format.md has this line.
    let line = "asconkit-key-v1-000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f-34a72975";
    let mut bytes = [0; 32];
    (0..).zip(&mut bytes).for_each(|(i, byte)| *byte = i);
    assert_eq!(stream::key_from_line(line).unwrap(), Key::from(bytes));
    assert_eq!(*stream::key_to_line(&Key::from(bytes)), line);
    assert_eq!(stream::key_from_line(&format!("{line} \r\n\n")).unwrap(), Key::from(bytes));
    let blank = " \t".repeat(211) + " "; // 512 bytes in all
    assert!(stream::key_from_line(&format!("{line}{blank}")).is_ok());
    let form = "not a line asconkit-key-v1-KEY-CHECK with 64 and 8 hexadecimal digits";
    let typing = "its check does not match: a typing error";
    let wrong = [
        (format!("{line}{blank} "), "more than 512 bytes"),
        (format!(" {line}"), form),
        (line.replace("-34a7", "-34a8"), typing),
        (line.replace("0001", "0011"), typing),
        (line.replace("1e1f-", "1E1F-"), form),
        (line.replace("key-v1", "key-v2"), form),
        (line[..line.len() - 1].to_owned(), form),
        (line[..line.len() - 9].to_owned(), form),
        (String::new(), form),
        ("-".to_owned(), form),
    ];
    for (text, reason) in wrong {
        assert_eq!(stream::key_from_line(&text), Err(Error::KeyFile(reason)), "{text:?}");
    }
}

#[test]
fn the_command_reads_and_writes_the_same_files() {
    let Some(command) = env::var_os("ASCONKIT") else {
        println!("no command: ASCONKIT is not set");
        return;
    };
    let folder = env::temp_dir().join(format!("asconkit-rust-{}", process::id()));
    fs::create_dir(&folder).unwrap();
    let at = |name: &str| folder.join(name);
    let run = |arguments: &[&Path]| {
        let output = Command::new(&command).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["keygen".as_ref(), &at("key")]);
    let key = stream::key_from_line(&fs::read_to_string(at("key")).unwrap()).unwrap();
    for length in [0, 1, 65536, 65537, 3_000_000] {
        let plain = text(length);
        fs::write(at("plain"), &plain).unwrap();
        let encrypt = ["encrypt".as_ref(), "--force".as_ref(), "-k".as_ref(), &*at("key"), "-o".as_ref()];
        run(&[&encrypt[..], &[&at("theirs"), &at("plain")]].concat());
        let mut found = Vec::new();
        Reader::new(fs::File::open(at("theirs")).unwrap(), &key).unwrap().read_to_end(&mut found).unwrap();
        assert_eq!(found, plain, "{length} bytes by the command");

        let mut writer = Writer::new(fs::File::create(at("ours")).unwrap(), &key).unwrap();
        writer.write_all(&plain).unwrap();
        writer.finish().unwrap();
        let decrypt = ["decrypt".as_ref(), "--force".as_ref(), "-k".as_ref(), &*at("key"), "-o".as_ref()];
        run(&[&decrypt[..], &[&at("opened"), &at("ours")]].concat());
        assert_eq!(fs::read(at("opened")).unwrap(), plain, "{length} bytes by the crate");
    }
    fs::remove_dir_all(&folder).unwrap();
}

//! Encrypts or decrypts a file with a passphrase, which is all of the file PHRASE: `asconkit decrypt --passphrase-file`
//! reads the result. `cargo run --features argon2 --example passphrase -- seal PHRASE INPUT OUTPUT`, or `open`
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::stream::{Reader, Writer};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [operation, phrase, input, output] = &arguments[..] else {
        return Err(Error::new(ErrorKind::InvalidInput, "usage: passphrase seal|open PHRASE INPUT OUTPUT"));
    };
    let (passphrase, input) = (fs::read(phrase)?, fs::read(input)?);
    let result = if operation == "seal" {
        let mut writer = Writer::with_passphrase(Vec::new(), &passphrase)?;
        writer.write_all(&input)?;
        writer.finish()?
    } else {
        let mut text = Vec::new(); // in memory: nothing is written before all of it is verified
        Reader::with_passphrase(&input[..], &passphrase)?.read_to_end(&mut text)?;
        text
    };
    fs::write(output, result)
}

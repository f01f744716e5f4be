//! Encrypts standard input to standard output, or decrypts it, as `asconkit encrypt` and `decrypt` do.
//! `cargo run --example file -- encrypt KEYFILE <text >file`
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::batch::Pool;
use asconkit::stream::{Options, key_from_line};
use std::io::{self, Error, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;
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
    let [operation, key_file] = &arguments[..] else {
        return Err(Error::new(ErrorKind::InvalidInput, "usage: file encrypt|decrypt KEYFILE"));
    };
    let key = key_from_line(&fs::read_to_string(key_file)?)?;
    let options = Options::new().pool(Arc::new(Pool::new(0)?));
    if operation == "encrypt" {
        let mut writer = options.writer(io::stdout().lock(), &key)?;
        io::copy(&mut io::stdin().lock(), &mut writer)?;
        let _stdout = writer.finish()?;
    } else {
        let mut reader = options.reader(io::stdin().lock(), &key)?;
        // Each chunk is verified before it is written, but only success says that the end was reached.
        io::copy(&mut reader, &mut io::stdout().lock())?;
    }
    Ok(())
}

//! A counter in a file. SPDX-License-Identifier: Apache-2.0 OR MIT

use super::Store;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A counter that survives a loss of power at any time, in a file of a system whose `fsync()` waits for the disk. The
/// format is that of `ports/counters/counter_file.c`. One process at a time may use a file.
#[derive(Clone, Debug)]
pub struct FileStore(PathBuf);

impl FileStore {
    /// The store in this file, whose folder exists. A file with `.new` after the name is written first.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Stores counter 0 if there is no such file. Call it once, when the key is made, and never when the program starts:
    /// if the file is lost, the program must not start at 0 again.
    ///
    /// # Errors
    /// That of the system; [`InvalidData`](ErrorKind::InvalidData) if there is a file, and it is damaged.
    pub fn provision(&self) -> io::Result<()> {
        match self.read() {
            Err(error) if error.kind() == ErrorKind::NotFound => self.write(0),
            found => found.map(drop),
        }
    }

    fn read(&self) -> io::Result<u64> {
        let record = fs::read(&self.0)?;
        let counter = record.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let damaged = || io::Error::new(ErrorKind::InvalidData, "the file of the counter is damaged");
        counter.filter(|&counter| record_of(counter)[..] == record[..]).ok_or_else(damaged)
    }

    /// The new file is on the disk before it takes the place of the old one, and its name is before this returns.
    fn write(&self, counter: u64) -> io::Result<()> {
        let mut name = self.0.clone().into_os_string();
        name.push(".new");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&name)?;
        file.write_all(&record_of(counter))?;
        file.sync_all()?;
        fs::rename(&name, &self.0)?;
        let folder = self.0.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Store for FileStore {
    fn load(&mut self) -> Option<u64> {
        self.read().ok()
    }

    fn store(&mut self, counter: u64) -> bool {
        self.write(counter).is_ok()
    }
}

/// A counter and its CRC-32, little-endian.
fn record_of(counter: u64) -> [u8; 12] {
    let mut record = [0; 12];
    let (bytes, checksum) = record.split_at_mut(8);
    bytes.copy_from_slice(&counter.to_le_bytes());
    checksum.copy_from_slice(&crc32(bytes).to_le_bytes());
    record
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926); // the check value of this CRC
    }
}

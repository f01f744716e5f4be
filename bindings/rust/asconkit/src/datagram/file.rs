//! Counters in files, in the format and by the rules of `ports/datagram/counter_file.c`.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use super::Store;
use crate::ffi;
use std::boxed::Box;
use std::collections::HashSet;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::format;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const RECORD_BYTES: usize = 12;

/// `O_NOFOLLOW | O_NONBLOCK` where their values are known. If somebody replaces a file by a link or a FIFO after it was
/// checked, opening it neither follows the link nor waits for the FIFO.
const PLAIN: i32 =
    if cfg!(any(target_vendor = "apple", target_os = "freebsd", target_os = "netbsd", target_os = "openbsd")) {
        0x100 | 0x4
    } else if !cfg!(any(target_os = "linux", target_os = "android")) {
        0
    } else if cfg!(any(
        target_arch = "arm",
        target_arch = "aarch64",
        target_arch = "powerpc",
        target_arch = "powerpc64"
    )) {
        0o100_000 | 0o4000
    } else if cfg!(any(target_arch = "x86", target_arch = "x86_64", target_arch = "riscv64", target_arch = "s390x")) {
        0o400_000 | 0o4000
    } else {
        0
    };

fn refuse<T>(kind: ErrorKind, text: impl Into<Box<dyn Error + Send + Sync>>) -> io::Result<T> {
    Err(io::Error::new(kind, text))
}

fn in_use<T>() -> io::Result<T> {
    refuse(ErrorKind::WouldBlock, "another process, or another store of this one, has the counter")
}

fn require_file(status: &fs::Metadata) -> io::Result<()> {
    if status.is_file() {
        return Ok(());
    }
    refuse(ErrorKind::InvalidData, "the counter is a symbolic link, or not a file")
}

fn is_missing(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// A file that this process has locked.
#[derive(Debug)]
struct Lock {
    file: File,
    process: u32,
}

impl Lock {
    fn take(path: &Path) -> io::Result<Self> {
        if fs::symlink_metadata(path).is_ok_and(|status| !status.is_file()) {
            return refuse(ErrorKind::InvalidInput, "the lock file must be a file, and no symbolic link");
        }
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).custom_flags(PLAIN).open(path)?;
        match ffi::lock(&file) {
            Ok(()) => Ok(Self { file, process: std::process::id() }),
            Err(error) if error.kind() == ErrorKind::WouldBlock => in_use(),
            Err(_) => refuse(ErrorKind::Unsupported, "the file system has no locks: a counter needs one with flock()"),
        }
    }

    fn check(&self) -> io::Result<()> {
        if self.process != std::process::id() {
            return refuse(ErrorKind::PermissionDenied, "the counter belongs to the parent of this process");
        }
        // Once the file is removed, the next process makes and locks a new one.
        if self.file.metadata()?.nlink() == 0 {
            return refuse(ErrorKind::NotFound, "the lock file was removed: somebody else may have the counter");
        }
        Ok(())
    }
}

impl Drop for Lock {
    /// Unlocks, even if a child shares the lock. But a child does not unlock: that would take the lock from the parent.
    fn drop(&mut self) {
        if self.process == std::process::id() {
            let _ = ffi::unlock(&self.file);
        }
    }
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    lock: Lock,
    /// Names of the counters in use.
    names: Mutex<HashSet<OsString>>,
}

impl Folder {
    fn names(&self) -> std::sync::MutexGuard<'_, HashSet<OsString>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder is locked already, so a counter that is in use outside of it is found by its own lock.
    fn hold(&self, path: &Path) -> io::Result<()> {
        let (own, name) = (beside(path, ".lock"), path.file_name().unwrap_or_default());
        let mut names = self.names();
        if names.contains(name) {
            return in_use();
        }
        if !is_missing(&own) {
            drop(Lock::take(&own)?);
        }
        names.insert(name.to_os_string());
        Ok(())
    }
}

/// A folder of many counters with one lock, the file `.lock`: its counters need no open files of their own.
///
/// As long as this object or one of its stores exists, no other process can use the counters. As long as `.lock`
/// exists, a store of [`FileStore::new`] refuses counters of this folder.
#[derive(Debug)]
pub struct StoreFolder(Arc<Folder>);

impl StoreFolder {
    /// Opens and locks the folder, which must exist.
    ///
    /// # Errors
    /// The system's error; [`WouldBlock`](ErrorKind::WouldBlock) if another process has the folder;
    /// [`Unsupported`](ErrorKind::Unsupported) if the file system has no locks.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        let lock = Lock::take(&path.join(".lock"))?;
        Ok(Self(Arc::new(Folder { path, lock, names: Mutex::default() })))
    }

    /// Returns the store of the counter in the file of this name.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) for a name that has characters other than `a`-`z`, `0`-`9`, `-`, `_`
    /// and `.`, ends in a dot, or is refused by [`FileStore::new`]. Some file systems ignore case or a dot at the end,
    /// so two names could be the same file.
    pub fn store(&self, name: impl AsRef<OsStr>) -> io::Result<FileStore> {
        let name = name.as_ref();
        let is_allowed = |&byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.');
        if !name.as_bytes().iter().all(is_allowed) || name.as_bytes().ends_with(b".") {
            return refuse(ErrorKind::InvalidInput, format!("{NAMES_IN_FOLDERS}; not {name:?}"));
        }
        Ok(FileStore::start(self.0.path.join(checked(Path::new(name))?), Some(self.0.clone())))
    }
}

const NAMES: &str = "the name of a counter must have 1 to 240 bytes, no `/` and no `.` at its start, and not end in \
                     `.new` or `.lock`";
const NAMES_IN_FOLDERS: &str = "the name of a counter in a folder must have only a-z, 0-9, `-`, `_` and `.`, and no `.` at \
                                its end";

/// The name of the file.
fn checked(path: &Path) -> io::Result<&OsStr> {
    let is_good = |name: &&OsStr| {
        let bytes = name.as_bytes();
        bytes.len() <= 240 && bytes[0] != b'.' && !bytes.ends_with(b".new") && !bytes.ends_with(b".lock")
    };
    match path.file_name().filter(is_good) {
        Some(name) => Ok(name),
        None => {
            refuse(ErrorKind::InvalidInput, format!("{NAMES}; not {:?}", path.file_name().unwrap_or(path.as_ref())))
        }
    }
}

/// A counter that survives a loss of power at any time, in a file of a system whose `fsync()` waits for the disk.
/// On macOS, the standard library uses `F_FULLFSYNC` instead, which waits.
///
/// The format is the same as in `ports/datagram/counter_file.c`. From the first load until it is dropped, the counter
/// belongs to this store only, by a lock on the file with `.lock` after the name. Never remove that file: the owner of
/// the lock would then refuse every call. The store refuses a symbolic link, a file with two names, a damaged file, a
/// counter below the counter in the file, and calls in a child of `fork()`. [`problem`](Self::problem) says why: give
/// `&mut store` to a sender or receiver, and call `problem` once they are dropped. A store that failed may have written
/// its counter: a later store of a lower counter then succeeds and keeps the higher counter, which skips counters and
/// repeats none.
///
/// Locks do not detect copies: a counter that was restored, such as from a snapshot or a backup, is used again.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    folder: Option<Arc<Folder>>,
    lock: Option<Lock>,
    is_held: bool,
    /// Counters of this store that the file may have, even after an error.
    tried: [Option<u64>; 2],
    problem: Option<io::Error>,
}

impl FileStore {
    /// Returns the store of the counter in this file. Its folder must exist and is found now, so a later change of the
    /// current folder has no effect. Each store first writes a file with `.new` after the name.
    ///
    /// # Errors
    /// The system's error if there is no such folder; [`InvalidInput`](ErrorKind::InvalidInput) if the name has more
    /// than 240 bytes, begins with a dot, or ends in `.new` or `.lock`.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let name = checked(path.as_ref())?;
        let folder = path.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
        Ok(Self::start(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name), None))
    }

    fn start(path: PathBuf, folder: Option<Arc<Folder>>) -> Self {
        Self { path, folder, lock: None, is_held: false, tried: [None; 2], problem: None }
    }

    /// Stores counter 0 if there is no such file. Call it once, when the key is made, and never when the program starts:
    /// if the file is lost, the program must not start at 0 again. Holds the lock only during this call, unless the
    /// counter has been loaded or stored.
    ///
    /// # Errors
    /// The system's error; [`InvalidData`](ErrorKind::InvalidData) if the file exists and is damaged or a link;
    /// [`WouldBlock`](ErrorKind::WouldBlock) if the counter is in use elsewhere;
    /// [`Unsupported`](ErrorKind::Unsupported) if the file system has no locks.
    pub fn provision(&mut self) -> io::Result<()> {
        let was_held = self.is_held;
        let done =
            self.hold().and_then(|()| if is_missing(&self.path) { self.write(0, None) } else { self.read().map(drop) });
        if !was_held {
            self.release();
        }
        done
    }

    /// Returns why the last load or store failed.
    pub fn problem(&self) -> Option<&io::Error> {
        self.problem.as_ref()
    }

    fn hold(&mut self) -> io::Result<()> {
        self.check_lock()?;
        if self.is_held {
            return Ok(());
        }
        match &self.folder {
            Some(folder) => folder.hold(&self.path)?,
            None => self.lock = Some(self.lock_alone()?),
        }
        self.is_held = true;
        self.check_lock()
    }

    fn check_lock(&self) -> io::Result<()> {
        self.lock.as_ref().or(self.folder.as_ref().map(|folder| &folder.lock)).map_or(Ok(()), Lock::check)
    }

    /// Takes the counter's own lock, then checks that the folder has no lock file.
    fn lock_alone(&self) -> io::Result<Lock> {
        let lock = Lock::take(&beside(&self.path, ".lock"))?;
        if is_missing(&self.path.with_file_name(".lock")) {
            return Ok(lock);
        }
        refuse(ErrorKind::WouldBlock, "the counters of this folder have one lock, the file `.lock` in it")
    }

    fn release(&mut self) {
        if let (Some(folder), true) = (&self.folder, self.is_held) {
            folder.names().remove(self.path.file_name().unwrap_or_default());
        }
        self.lock = None;
        self.is_held = false;
    }

    fn read(&self) -> io::Result<u64> {
        let status = match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return refuse(error.kind(), "there is no such counter: provision it once, together with its key");
            }
            status => status?,
        };
        require_file(&status)?;
        let file = OpenOptions::new().read(true).custom_flags(PLAIN).open(&self.path)?;
        let status = file.metadata()?;
        require_file(&status)?;
        if status.nlink() > 1 {
            let text = "the counter has two names: the other one would keep an old counter";
            return refuse(ErrorKind::InvalidData, text);
        }
        let mut record = std::vec::Vec::new();
        file.take(RECORD_BYTES as u64 + 1).read_to_end(&mut record)?;
        let counter = record.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let damaged = || {
            let text = "the counter is damaged: it must be a counter and its checksum, 12 bytes";
            io::Error::new(ErrorKind::InvalidData, text)
        };
        counter.filter(|&counter| record_of(counter)[..] == record[..]).ok_or_else(damaged)
    }

    /// Removes a new file that somebody else made, such as a link to another file. Writes the new file to the disk,
    /// then renames it over the old one, and returns once the name is on the disk.
    fn write(&mut self, counter: u64, stored: Option<u64>) -> io::Result<()> {
        self.tried = [Some(counter), stored.filter(|&stored| self.has_tried(stored))];
        let new = beside(&self.path, ".new");
        if !is_missing(&new) {
            fs::remove_file(&new)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
        file.write_all(&record_of(counter))?;
        file.sync_all()?;
        fs::rename(&new, &self.path)?;
        File::open(self.path.parent().unwrap_or(Path::new("/")))?.sync_all()
    }

    fn has_tried(&self, counter: u64) -> bool {
        self.tried.contains(&Some(counter))
    }

    fn keep(&mut self, counter: u64) -> io::Result<()> {
        let stored = self.read()?;
        if stored > counter && !self.has_tried(stored) {
            return refuse(ErrorKind::InvalidInput, "the file has a higher counter than the one to store");
        }
        self.write(counter.max(stored), Some(stored))
    }

    fn report<T>(&mut self, result: io::Result<T>) -> Option<T> {
        self.problem = None;
        result.map_err(|error| self.problem = Some(error)).ok()
    }
}

impl Store for FileStore {
    fn load(&mut self) -> Option<u64> {
        let result = self.hold().and_then(|()| self.read());
        self.report(result)
    }

    fn store(&mut self, counter: u64) -> bool {
        let result = self.hold().and_then(|()| self.keep(counter));
        self.report(result).is_some()
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        self.release();
    }
}

/// A counter and its CRC-32, little-endian.
fn record_of(counter: u64) -> [u8; RECORD_BYTES] {
    let mut record = [0; RECORD_BYTES];
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
    use super::{PLAIN, crc32};
    use std::fs::OpenOptions;
    use std::os::unix::fs::{OpenOptionsExt, symlink};

    #[test]
    fn the_checksum_is_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926); // the check value of this CRC
    }

    #[test]
    #[cfg_attr(miri, ignore)] // Miri makes no links
    fn the_flags_are_those_of_the_system() {
        let link = std::env::temp_dir().join(std::format!("asconkit-link-{}", std::process::id()));
        symlink("/dev/null", &link).unwrap();
        let opened = OpenOptions::new().read(true).custom_flags(PLAIN).open(&link);
        std::fs::remove_file(&link).unwrap();
        assert!(PLAIN == 0 || opened.is_err());
        OpenOptions::new().read(true).custom_flags(PLAIN).open("/dev/null").unwrap();
    }
}

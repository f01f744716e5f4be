//! Datagrams: stores, restarts, forgeries, wrong settings. tests/known_answers.rs has the bytes, and the tests of the C
//! library what receivers accept. SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::datagram::{MAX_STEP, NoStore, Receiver, Sender, Settings, Store, WINDOW_BITS};
use asconkit::{Error, Key};

const NAME: [u8; 8] = [7, 0, 0, 0, 0, 0, 0, 1];
const SETTINGS: Settings = Settings { counter_length: 2, tag_length: 8, epoch_length: 1, max_forgeries: 3 };

fn key() -> Key {
    Key::from([0x5a; 16])
}

#[derive(Default)]
struct Memory {
    counter: u64,
    stores: usize,
    fails: bool,
}

impl Store for Memory {
    fn load(&mut self) -> Option<u64> {
        (!self.fails).then_some(self.counter)
    }

    fn store(&mut self, counter: u64) -> bool {
        if !self.fails {
            (self.counter, self.stores) = (counter, self.stores + 1);
        }
        !self.fails
    }
}

#[test]
fn a_store_keeps_the_counter_over_restarts() {
    let (mut sent, mut accepted) = (Memory::default(), Memory::default());
    let mut last = Vec::new();
    for start in 0..3 {
        let sender = Sender::with_store(&SETTINGS, &NAME, &key(), &mut sent, 10).unwrap();
        let mut receiver = Receiver::with_store(&SETTINGS, &NAME, &key(), &mut accepted, 1).unwrap();
        assert_eq!(sender.next(), 10 * start);
        if start > 0 {
            assert_eq!(receiver.open(&last, b""), Err(Error::Refused));
        }
        let mut moved = Box::new(sender); // a store that moves is still found
        for _ in 0..2 {
            last = moved.seal(b"21.5C", b"").unwrap();
            assert_eq!(receiver.open(&last, b"").unwrap(), b"21.5C");
        }
    }
    assert_eq!((sent.counter, sent.stores), (30, 3));
    assert_eq!((accepted.counter, accepted.stores), (22, 6));
}

/// Fails while the switch is on.
struct Switched<'a>(&'a std::cell::Cell<bool>);

impl Store for Switched<'_> {
    fn load(&mut self) -> Option<u64> {
        Some(0)
    }

    fn store(&mut self, _: u64) -> bool {
        !self.0.get()
    }
}

#[test]
fn a_store_that_fails() {
    let mut memory = Memory { fails: true, ..Memory::default() };
    assert_eq!(Sender::with_store(&SETTINGS, &NAME, &key(), &mut memory, 10).unwrap_err(), Error::Store);
    assert_eq!(Receiver::with_store(&SETTINGS, &NAME, &key(), &mut memory, 10).unwrap_err(), Error::Store);

    let fails = std::cell::Cell::new(true);
    let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), Switched(&fails), 10).unwrap();
    let mut receiver = Receiver::with_store(&SETTINGS, &NAME, &key(), Switched(&fails), 10).unwrap();
    assert_eq!(sender.seal(b"text", b""), Err(Error::Store));
    assert_eq!(sender.next(), 0);
    fails.set(false);
    let datagram = sender.seal(b"text", b"").unwrap();
    fails.set(true);
    let mut place = datagram.clone();
    assert_eq!(receiver.open_in_place(&mut place, b""), Err(Error::Store));
    assert_eq!(place[2..6], [0; 4]); // nothing is released
    assert_eq!(receiver.open(&datagram, b""), Err(Error::Store));
    fails.set(false);
    assert_eq!(receiver.open(&datagram, b"").unwrap(), b"text");
}

#[test]
fn in_place_and_with_another_counter_length() {
    let mut sender = Sender::new(&SETTINGS, &NAME, &key()).unwrap();
    let mut receiver = Receiver::new(&SETTINGS, &NAME, &key()).unwrap();
    assert_eq!(sender.overhead(), 10);
    sender.set_counter_length(7).unwrap();
    receiver.set_counter_length(7).unwrap();
    let wrong = |found, min| Err(Error::Number { what: "counter_length", found, min, max: 7 });
    assert_eq!(sender.set_counter_length(8), wrong(8, 1));
    assert_eq!(sender.set_counter_length(1), wrong(1, 2));
    let mut place = *b".......text........";
    sender.seal_in_place(&mut place, b"header").unwrap();
    assert_eq!(receiver.open_in_place(&mut place, b"header").unwrap(), b"text");
    let short = Error::Length { what: "datagram", found: 14, min: 15, max: usize::MAX };
    assert_eq!(sender.seal_in_place(&mut [0; 14], b""), Err(short));
}

#[test]
fn keys_are_replaced() {
    let mut sender = Sender::new(&SETTINGS, &NAME, &key()).unwrap();
    let mut receiver = Receiver::new(&SETTINGS, &NAME, &key()).unwrap();
    let old = sender.seal(b"old", b"").unwrap();
    sender.rekey().unwrap();
    assert_eq!(sender.next(), 256);
    let new = sender.seal(b"new", b"").unwrap();
    assert_eq!(receiver.open(&new, b"").unwrap(), b"new");
    assert_eq!(receiver.open(&old, b""), Err(Error::Refused));
    let one_key = Settings { epoch_length: 0, ..SETTINGS };
    let refused = Sender::new(&one_key, &NAME, &key()).unwrap().rekey().unwrap_err();
    assert_eq!(refused.to_string(), "rekey() is not allowed here; expected settings with an epoch_length");
}

#[test]
fn goes_on_with_the_key_of_an_epoch() {
    let mut memory = Memory::default();
    let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), &mut memory, 10).unwrap();
    sender.seal(b"", b"").unwrap();
    sender.rekey().unwrap();
    let second = sender.epoch_key().unwrap();
    assert_eq!(second.as_bytes()[16..], [1, 0, 8, 1]);
    drop(sender);
    assert_eq!((memory.counter, memory.stores), (256, 2)); // the rekey is stored
    let mut sender = Sender::resume(&SETTINGS, &NAME, &second, &mut memory, 10).unwrap();
    let mut receiver = Receiver::new(&SETTINGS, &NAME, &key()).unwrap();
    assert_eq!(receiver.open(&sender.seal(b"text", b"").unwrap(), b"").unwrap(), b"text");
    assert!(receiver.epoch_key().unwrap() == second);
    drop(sender);
    memory.fails = true;
    let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), Memory::default(), 1).unwrap();
    let mut receiver =
        Receiver::resume(&SETTINGS, &NAME, &second, Memory { counter: 256, ..Memory::default() }, 1).unwrap();
    assert_eq!(receiver.open(&sender.seal(b"", b"").unwrap(), b""), Err(Error::Refused)); // of the first epoch
    let resume = |settings: &Settings, counter| {
        let memory = || Memory { counter, ..Memory::default() };
        let error = Sender::resume(settings, &NAME, &second, memory(), 1).unwrap_err();
        assert_eq!(Receiver::resume(settings, &NAME, &second, memory(), 1).unwrap_err(), error);
        error
    };
    assert_eq!(resume(&SETTINGS, 255), Error::Store);
    let number = |what, found, expected| Error::Number { what, found, min: expected, max: expected };
    assert_eq!(resume(&Settings { tag_length: 4, ..SETTINGS }, 256), number("tag_length", 4, 8));
    assert_eq!(resume(&Settings { epoch_length: 0, ..SETTINGS }, 256), number("epoch_length", 0, 1));
    assert_eq!(Sender::resume(&SETTINGS, &NAME, &second, &mut memory, 1).unwrap_err(), Error::Store);
}

#[test]
fn the_key_of_an_epoch_needs_a_store() {
    let first = Sender::new(&SETTINGS, &NAME, &key()).unwrap().epoch_key().unwrap();
    // It would begin at counter 0, as the sender before did.
    assert_eq!(Sender::resume(&SETTINGS, &NAME, &first, NoStore, 1).unwrap_err(), Error::Store);
    assert_eq!(Sender::resume(&SETTINGS, &NAME, &first, &mut NoStore, 1).unwrap_err(), Error::Store);
    assert_eq!(Receiver::resume(&SETTINGS, &NAME, &first, NoStore, 1).unwrap_err(), Error::Store);
}

#[test]
fn a_rekey_that_cannot_be_stored_changes_nothing() {
    let fails = std::cell::Cell::new(false);
    let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), Switched(&fails), 10).unwrap();
    fails.set(true);
    assert_eq!(sender.rekey(), Err(Error::Store));
    assert_eq!((sender.next(), sender.epoch_key().unwrap().as_bytes()[16]), (0, 0));
    fails.set(false);
    sender.rekey().unwrap();
    assert_eq!((sender.next(), sender.epoch_key().unwrap().as_bytes()[16]), (256, 1));
}

#[test]
fn a_way_back_after_ten_restarts_that_nobody_heard() {
    let mut memory = Memory::default();
    let mut receiver = Receiver::new(&SETTINGS, &NAME, &key()).unwrap();
    for _ in 0..10 {
        Sender::with_store(&SETTINGS, &NAME, &key(), &mut memory, 4096).unwrap().seal(b"lost", b"").unwrap();
    }
    let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), &mut memory, 4096).unwrap();
    let sealed = sender.seal(b"text", b"").unwrap();
    assert_eq!(receiver.open(&sealed, b""), Err(Error::Refused));
    assert_eq!(receiver.open_ahead(159, &sealed, b""), Err(Error::Refused));
    assert_eq!(receiver.open_ahead(160, &sealed, b"another"), Err(Error::Forged));
    assert_eq!(receiver.open_ahead(160, &sealed, b"").unwrap(), b"text");
    assert_eq!(receiver.open(&sender.seal(b"text", b"").unwrap(), b"").unwrap(), b"text");
}

#[test]
fn forgeries_are_counted() {
    let mut sender = Sender::new(&SETTINGS, &NAME, &key()).unwrap();
    let mut receiver = Receiver::new(&SETTINGS, &NAME, &key()).unwrap();
    let good = sender.seal(b"text", b"header").unwrap();
    assert_eq!(receiver.open(&good[..9], b"header"), Err(Error::Refused));
    assert_eq!(receiver.open(&good, b"another"), Err(Error::Forged));
    for _ in 0..2 {
        let mut place = good.clone();
        place[3] ^= 1;
        assert_eq!(receiver.open_in_place(&mut place, b"header"), Err(Error::Forged));
        assert_eq!(place[2..6], [0; 4]);
    }
    let error = receiver.open(&good, b"header").unwrap_err();
    assert_eq!(error.to_string(), "open() is not allowed here; expected a receiver that forgeries have not wiped");
    assert!(matches!(receiver.set_counter_length(3), Err(Error::Order { .. })));
    assert!(matches!(receiver.epoch_key(), Err(Error::Order { .. })));
    assert_eq!((receiver.overhead(), receiver.next()), (0, 0));
}

#[cfg(unix)]
mod child {
    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }

    /// A child of fork(), which needs no lock of another thread but that of the heap, and ends after its work.
    pub(super) struct Child(i32);

    impl Child {
        pub(super) fn new(work: impl FnOnce() -> bool) -> Self {
            // SAFETY: as above.
            let child = unsafe { fork() };
            if child == 0 {
                let is_good = work();
                // SAFETY: ends the child.
                unsafe { _exit(is_good.into()) }
            }
            Self(child)
        }

        /// What its work returned.
        pub(super) fn wait(self) -> bool {
            let mut status = 0;
            // SAFETY: the child that this process made.
            assert_eq!(unsafe { waitpid(self.0, &raw mut status, 0) }, self.0);
            status == 1 << 8
        }
    }
}

#[cfg(unix)]
#[test]
fn a_child_process_has_no_sender() {
    let mut sender = Sender::new(&SETTINGS, &NAME, &key()).unwrap();
    let child = child::Child::new(|| {
        let sealed = sender.seal_in_place(&mut [0; 14], b"");
        matches!(sealed, Err(Error::Order { .. })) && matches!(sender.rekey(), Err(Error::Order { .. }))
    });
    assert!(child.wait());
    assert!(sender.seal(b"text", b"").is_ok());
}

#[test]
fn settings_that_are_not_allowed() {
    let wrong = [
        (Settings { counter_length: 0, ..SETTINGS }, 1, "counter_length is 0; expected 1 to 7"),
        (Settings { counter_length: 8, ..SETTINGS }, 1, "counter_length is 8; expected 1 to 7"),
        (Settings { tag_length: 3, ..SETTINGS }, 1, "tag_length (4, 8, 12 or 16) is 3; expected 4 to 16"),
        (Settings { tag_length: 6, ..SETTINGS }, 1, "tag_length (4, 8, 12 or 16) is 6; expected 4 to 16"),
        (Settings { tag_length: 20, ..SETTINGS }, 1, "tag_length (4, 8, 12 or 16) is 20; expected 4 to 16"),
        (Settings { epoch_length: 2, ..SETTINGS }, 1, "epoch_length is 2; expected 0 to 1"),
        (Settings { counter_length: 7, epoch_length: 6, ..SETTINGS }, 1, "epoch_length is 6; expected 0 to 5"),
        (Settings { max_forgeries: 0, ..SETTINGS }, 1, "max_forgeries is 0; expected 1 to 4294967295"),
    ];
    for (settings, max_step) in [
        (SETTINGS, 4096),
        (Settings { epoch_length: 0, ..SETTINGS }, MAX_STEP),
        (Settings { counter_length: 1, epoch_length: 0, ..SETTINGS }, 192),
    ] {
        assert_eq!(settings.max_step(), max_step);
        for step in [0, max_step + 1, u16::MAX] {
            let text = format!("step is {step}; expected 1 to {max_step}");
            let sender = Sender::with_store(&settings, &NAME, &key(), Memory::default(), step);
            assert_eq!(sender.unwrap_err().to_string(), text);
        }
        assert!(Sender::with_store(&settings, &NAME, &key(), Memory::default(), max_step).is_ok());
        assert!(Receiver::with_store(&settings, &NAME, &key(), Memory::default(), WINDOW_BITS).is_ok());
        let receiver = Receiver::with_store(&settings, &NAME, &key(), Memory::default(), WINDOW_BITS + 1);
        assert_eq!(receiver.unwrap_err().to_string(), "step is 65; expected 1 to 64");
    }
    for (settings, step, text) in wrong {
        let sender = Sender::with_store(&settings, &NAME, &key(), Memory::default(), step);
        let receiver = Receiver::with_store(&settings, &NAME, &key(), Memory::default(), step);
        assert_eq!(sender.unwrap_err().to_string(), text);
        assert_eq!(receiver.unwrap_err().to_string(), text);
    }
    for counter_length in 1..=7 {
        for epoch_length in 0..counter_length.min(6) {
            for tag_length in [4, 8, 12, 16] {
                let settings = Settings { counter_length, tag_length, epoch_length, max_forgeries: 1 };
                assert!(Sender::new(&settings, &NAME, &key()).is_ok(), "{settings:?}");
            }
        }
    }
}

#[test]
fn counters_end() {
    let settings = Settings { epoch_length: 0, ..SETTINGS };
    let last = Memory { counter: (1 << 56) - 1, ..Memory::default() };
    let mut sender = Sender::with_store(&settings, &NAME, &key(), last, 1).unwrap();
    sender.seal(b"", b"").unwrap();
    assert_eq!(sender.seal(b"", b""), Err(Error::UsedUp));
    let after = Memory { counter: 1 << 56, ..Memory::default() };
    assert_eq!(Sender::with_store(&settings, &NAME, &key(), after, 1).unwrap_err(), Error::UsedUp);
    let mut last_epoch =
        Sender::with_store(&SETTINGS, &NAME, &key(), Memory { counter: 0xff_ff00, ..Memory::default() }, 1);
    assert_eq!(last_epoch.as_mut().unwrap().rekey(), Err(Error::UsedUp));
    assert_eq!(format!("{:?}", last_epoch.unwrap()), "Sender(..)");
}

#[cfg(unix)]
mod files {
    use super::child::Child;
    use super::{NAME, SETTINGS, key};
    use asconkit::Error;
    use asconkit::datagram::{FileStore, Sender, Store, StoreFolder};
    use std::io::{ErrorKind, Read};
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixStream;
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    /// A folder of a test, with a counter that was provisioned.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("asconkit-datagrams-{}-{name}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            FileStore::new(folder.join("counter")).unwrap().provision().unwrap();
            Self(folder)
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn open(&self) -> FileStore {
            FileStore::new(self.path("counter")).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn refuses(store: &mut FileStore, why: &str) {
        assert_eq!(store.load(), None);
        assert!(store.problem().unwrap().to_string().contains(why), "{:?}", store.problem());
        assert!(!store.store(1 << 50));
    }

    #[test]
    fn a_file_keeps_a_counter() {
        let folder = Folder::new("kept");
        for start in 0..3 {
            let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), folder.open(), 10).unwrap();
            assert_eq!(sender.next(), 10 * start);
            sender.seal(b"text", b"").unwrap();
        }
        let (path, mut store) = (folder.path("counter"), folder.open());
        store.provision().unwrap(); // changes nothing
        assert_eq!(store.load(), Some(30));
        assert!(store.problem().is_none());
        // As counter_file.c writes it: the counter and its CRC-32.
        let good = fs::read(&path).unwrap();
        assert_eq!(good, [30, 0, 0, 0, 0, 0, 0, 0, 0x70, 0xfc, 0x13, 0x0c]);
        for bit in 0..96 {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &bytes).unwrap();
            refuses(&mut store, "damaged");
            assert_eq!(store.provision().unwrap_err().kind(), ErrorKind::InvalidData);
        }
        for length in [0, 7, 11, 13] {
            let mut bytes = good.clone();
            bytes.resize(length, 0);
            fs::write(&path, &bytes).unwrap();
            refuses(&mut store, "damaged");
        }
        fs::remove_file(&path).unwrap();
        refuses(&mut store, "no such counter");
        assert_eq!(Sender::with_store(&SETTINGS, &NAME, &key(), store, 10).unwrap_err(), Error::Store);
        assert_eq!(FileStore::new(folder.path("no folder/counter")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_counter_never_goes_back() {
        let folder = Folder::new("back");
        let mut store = folder.open();
        assert!(store.store(30) && store.store(30) && store.store(31));
        drop(store);
        let mut store = folder.open();
        assert!(!store.store(20));
        assert!(store.problem().unwrap().to_string().contains("higher"));
        assert_eq!(store.load(), Some(31));
    }

    #[test]
    fn a_counter_that_a_failed_store_wrote_is_no_obstacle() {
        let folder = Folder::new("tried");
        let (path, new, other) = (folder.path("counter"), folder.path("counter.new"), folder.path("other"));
        FileStore::new(&other).unwrap().provision().unwrap();
        let mut writer = FileStore::new(&other).unwrap();
        let mut put = |counter| writer.store(counter) && fs::copy(&other, &path).is_ok();
        let mut store = folder.open();
        fs::create_dir(&new).unwrap();
        assert!(!store.store(200));
        assert!(put(200)); // as if it had failed after the file was replaced
        assert!(!store.store(300));
        fs::remove_dir(&new).unwrap();
        assert!(store.store(100) && store.store(101));
        assert_eq!(store.load(), Some(200));
        assert!(put(300));
        assert!(!store.store(102)); // nothing that this store has tried to write of late
        assert!(store.problem().unwrap().to_string().contains("higher"));
    }

    #[test]
    fn a_relative_path_is_resolved_once() {
        let folder = Folder::new("relative");
        env::set_current_dir(&folder.0).unwrap();
        let mut store = FileStore::new("counter").unwrap();
        env::set_current_dir("/").unwrap();
        assert!(store.store(20));
        drop(store);
        assert_eq!(folder.open().load(), Some(20));
    }

    #[test]
    fn links_are_refused_and_not_followed() {
        let folder = Folder::new("links");
        let (path, link, victim) = (folder.path("counter"), folder.path("link"), folder.path("victim"));
        symlink(&path, &link).unwrap();
        refuses(&mut FileStore::new(&link).unwrap(), "symbolic link");
        fs::write(&victim, "precious").unwrap();
        symlink(&victim, folder.path("counter.new")).unwrap();
        let mut store = folder.open();
        assert!(store.store(5));
        fs::hard_link(&path, folder.path("other")).unwrap();
        refuses(&mut store, "two names");
        drop(store);
        fs::remove_file(folder.path("counter.lock")).unwrap();
        symlink(&victim, folder.path("counter.lock")).unwrap();
        refuses(&mut folder.open(), "lock file");
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
    }

    #[test]
    fn a_counter_has_one_owner() {
        let folder = Folder::new("owner");
        let (mut first, mut second) = (folder.open(), folder.open());
        assert_eq!(first.load(), Some(0));
        refuses(&mut second, "another process");
        assert!(first.store(7));
        refuses(&mut second, "another process");
        assert_eq!(second.provision().unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(first);
        assert_eq!(second.load(), Some(7));
    }

    #[test]
    fn a_child_has_no_counter() {
        let folder = Folder::new("child");
        let mut store = Some(folder.open());
        assert_eq!(store.as_mut().unwrap().load(), Some(0));
        let child = Child::new(|| {
            let mut inherited = store.take().unwrap(); // of the child's memory
            refuses(&mut inherited, "parent");
            inherited.provision().is_err() // and it is dropped
        });
        assert!(child.wait());
        refuses(&mut folder.open(), "another process");
        assert!(store.unwrap().store(9));
    }

    #[test]
    fn a_lock_ends_while_a_child_lives() {
        let folder = Folder::new("outlived");
        let mut first = folder.open();
        assert_eq!(first.load(), Some(0));
        let (ours, mut of_child) = UnixStream::pair().unwrap();
        let mut ours = Some(ours);
        let child = Child::new(|| {
            drop(ours.take());
            of_child.read(&mut [0]).is_ok()
        });
        drop(first);
        assert_eq!(folder.open().load(), Some(0));
        drop(ours);
        assert!(child.wait());
    }

    #[test]
    fn a_lock_that_was_removed_protects_nothing() {
        let folder = Folder::new("removed");
        let (mut first, mut second) = (folder.open(), folder.open());
        assert_eq!(first.load(), Some(0));
        fs::remove_file(folder.path("counter.lock")).unwrap();
        assert_eq!(second.load(), Some(0));
        refuses(&mut first, "lock file was removed");
        assert!(first.provision().is_err());
        assert!(second.store(2));
        drop((first, second));
        let all = StoreFolder::open(&folder.0).unwrap();
        fs::remove_file(folder.path(".lock")).unwrap();
        refuses(&mut all.store("counter").unwrap(), "lock file was removed");
    }

    #[test]
    fn a_folder_has_one_lock() {
        let folder = Folder::new("folder");
        let mut alone = folder.open();
        assert_eq!(alone.load(), Some(0));
        let all = StoreFolder::open(&folder.0).unwrap();
        let (mut store, mut second) = (all.store("counter").unwrap(), all.store("counter").unwrap());
        refuses(&mut store, "another process"); // its owner was there before the folder's
        drop(alone);
        assert!(store.store(3));
        refuses(&mut second, "another process");
        refuses(&mut folder.open(), "one lock");
        assert_eq!(StoreFolder::open(&folder.0).unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(store);
        assert_eq!(second.load(), Some(3));
        // Two of them would be one file where case, or a dot at the end, is ignored.
        let one_file = ["Node", "node.", "node ", "node:x", "n\u{f6}de"];
        for name in ["", ".a", "a/b", "/a", "a/", "..", "a.new", "a.lock"].into_iter().chain(one_file) {
            let error = all.store(name).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{name}");
            assert!(error.to_string().ends_with(&format!("not {name:?}")), "{error}");
            assert!(error.to_string().starts_with("the name of a counter "), "{error}");
        }
        assert!(all.store("node-7_sent.2").is_ok());
        assert!(FileStore::new(Path::new(&"n".repeat(241))).is_err());
    }
}

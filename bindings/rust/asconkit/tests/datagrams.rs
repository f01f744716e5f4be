//! Datagrams: stores, restarts, forgeries, wrong settings. tests/known_answers.rs has the bytes, and the tests of the C
//! library what receivers accept. SPDX-License-Identifier: Apache-2.0 OR MIT

use asconkit::datagram::{MAX_STEP, Receiver, Sender, Settings, Store};
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

#[test]
fn a_store_that_fails() {
    let mut memory = Memory { fails: true, ..Memory::default() };
    assert_eq!(Sender::with_store(&SETTINGS, &NAME, &key(), &mut memory, 10).unwrap_err(), Error::Store);
    assert_eq!(Receiver::with_store(&SETTINGS, &NAME, &key(), &mut memory, 10).unwrap_err(), Error::Store);

    let fails = std::cell::Cell::new(true);
    struct Switched<'a>(&'a std::cell::Cell<bool>);
    impl Store for Switched<'_> {
        fn load(&mut self) -> Option<u64> {
            Some(0)
        }
        fn store(&mut self, _: u64) -> bool {
            !self.0.get()
        }
    }
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
    assert_eq!((receiver.overhead(), receiver.next()), (0, 0));
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
        (SETTINGS, 0, "step is 0; expected 1 to 16384"),
        (SETTINGS, MAX_STEP + 1, "step is 16385; expected 1 to 16384"),
    ];
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
    use super::{NAME, SETTINGS, key};
    use asconkit::Error;
    use asconkit::datagram::{FileStore, Sender, Store};
    use std::fs;
    use std::io::ErrorKind;

    #[test]
    fn a_file_keeps_a_counter() {
        let folder = std::env::temp_dir().join(format!("asconkit-datagrams-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("counter");
        let mut store = FileStore::new(&path);
        assert_eq!(store.load(), None);
        assert_eq!(Sender::with_store(&SETTINGS, &NAME, &key(), store.clone(), 10).unwrap_err(), Error::Store);
        store.provision().unwrap();
        assert_eq!(store.load(), Some(0));
        for start in 0..3 {
            let mut sender = Sender::with_store(&SETTINGS, &NAME, &key(), store.clone(), 10).unwrap();
            assert_eq!(sender.next(), 10 * start);
            sender.seal(b"text", b"").unwrap();
        }
        store.provision().unwrap(); // changes nothing
        assert_eq!(store.load(), Some(30));
        // As counter_file.c writes it: the counter and its CRC-32.
        assert_eq!(fs::read(&path).unwrap(), [30, 0, 0, 0, 0, 0, 0, 0, 0x70, 0xfc, 0x13, 0x0c]);
        for bit in 0..96 {
            let mut bytes = fs::read(&path).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let damaged = folder.join("damaged");
            fs::write(&damaged, &bytes).unwrap();
            let mut store = FileStore::new(&damaged);
            assert_eq!(store.load(), None);
            assert_eq!(store.provision().unwrap_err().kind(), ErrorKind::InvalidData);
        }
        for length in [0, 7, 11, 13] {
            let mut bytes = fs::read(&path).unwrap();
            bytes.resize(length, 0);
            fs::write(folder.join("damaged"), &bytes).unwrap();
            assert_eq!(FileStore::new(folder.join("damaged")).load(), None);
        }
        assert!(!FileStore::new(folder.join("no folder/counter")).store(1));
        fs::remove_dir_all(&folder).unwrap();
    }
}

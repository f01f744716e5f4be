//! Datagrams: short messages that may be lost, repeated and reordered, such as radio messages. Ascon-AEAD128 with a
//! counter of which only a few bytes are sent, a window against replay, short tags with a limit on forgeries, keys that
//! are replaced regularly, and counters that survive a loss of power.
//!
//! ```
//! use asconkit::datagram::{Receiver, Sender, Settings};
//! use asconkit::{Error, Key};
//!
//! let (key, sensor) = (Key::generate()?, [7, 0, 0, 0, 0, 0, 0, 1]);
//! let settings = Settings::default();
//! let mut sender = Sender::new(&settings, &sensor, &key)?;
//! let mut receiver = Receiver::new(&settings, &sensor, &key)?;
//!
//! let datagram = sender.seal(b"21.5C", b"a header")?; // 10 bytes more than the text
//! assert_eq!(receiver.open(&datagram, b"a header")?, b"21.5C");
//! assert_eq!(receiver.open(&datagram, b"a header"), Err(Error::Refused)); // an attacker sends it once more
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Sender::new`] and [`Receiver::new`] begin at counter 0. Use them only for a key that is discarded together with
//! them. For other keys, give each sender and receiver its own [`Store`]: [`Sender::with_store`]. Never restore an old
//! copy of a stored counter.
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::ffi::{self, ReceiverContext, SenderContext};
use crate::{Error, Key};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;
use zeroize::ZeroizeOnDrop;

#[cfg(all(feature = "std", unix))]
mod file;
pub(crate) mod terms;
#[cfg(all(feature = "std", unix))]
pub use file::{FileStore, StoreFolder};
pub use terms::{EpochKey, MAX_STEP, NoStore, Settings, Store};

/// Number of counters by which a datagram may be late, and the largest step of a receiver's store.
pub const WINDOW_BITS: u16 = 64;

/// The largest number of epochs that a receiver goes ahead at once.
pub const MAX_EPOCHS_AHEAD: u16 = 16;

/// The name of a sender, which no other sender with the same key may have.
pub type Identity = [u8; 8];

impl Settings {
    /// The largest step of a sender's store. With this limit, a receiver that has the last datagram before a restart of
    /// the sender still accepts the first datagram after the restart. 4096 with an `epoch_length` of 1, 192 with a
    /// `counter_length` of 1, otherwise [`MAX_STEP`].
    #[must_use]
    pub fn max_step(&self) -> u16 {
        ffi::max_step(self)
    }

    fn check(&self, step: u16, max_step: u16) -> Result<(), Error> {
        let check = |what, found, min, max: u64| {
            if (min..=max).contains(&found) { Ok(()) } else { Err(Error::Number { what, found, min, max }) }
        };
        check_counter_length(self.counter_length)?;
        let longest = u64::from(self.counter_length - 1).min(5);
        check("epoch_length", self.epoch_length.into(), 0, longest)?;
        check("max_forgeries", self.max_forgeries.into(), 1, u32::MAX.into())?;
        check("step", step.into(), 1, max_step.into())?;
        let (what, found) = ("tag_length (4, 8, 12 or 16)", self.tag_length.into());
        if found % 4 == 0 { check(what, found, 4, 16) } else { Err(Error::Number { what, found, min: 4, max: 16 }) }
    }
}

/// Checks the lengths of tags and epochs in an epoch key.
fn check_epoch_key(settings: &Settings, key: &EpochKey) -> Result<(), Error> {
    let [.., tag_length, epoch_length] = key.as_bytes();
    for (what, found, expected) in
        [("tag_length", settings.tag_length, *tag_length), ("epoch_length", settings.epoch_length, *epoch_length)]
    {
        if found != expected {
            return Err(Error::Number { what, found: found.into(), min: expected.into(), max: expected.into() });
        }
    }
    Ok(())
}

fn check_counter_length(length: u8) -> Result<(), Error> {
    if (1..=7).contains(&length) {
        Ok(())
    } else {
        Err(Error::Number { what: "counter_length", found: length.into(), min: 1, max: 7 })
    }
}

/// Encrypts datagrams. It cannot be copied, because two copies would repeat nonces. For the same reason, its calls fail
/// in the child of a fork ([`Error::Order`]).
pub struct Sender<S = NoStore> {
    context: SenderContext,
    store: S,
    step: usize, // a u16 would leave padding, where a move could leave bytes of a key
}

impl Sender {
    /// Starts at counter 0, for a key that is never used again after the sender is lost.
    ///
    /// # Errors
    /// [`Error::Number`] for settings that are not allowed.
    pub fn new(settings: &Settings, identity: &Identity, key: &Key) -> Result<Self, Error> {
        Self::with_store(settings, identity, key, NoStore, settings.max_step())
    }
}

impl<S: Store> Sender<S> {
    /// Starts at the counter that the store loads. Each store covers `step` counters, at most [`Settings::max_step`]. A
    /// loss of power costs at most `step` counters, and a larger step wears the memory less.
    ///
    /// # Errors
    /// [`Error::Number`] for settings that are not allowed; [`Error::Store`] if the store loads nothing;
    /// [`Error::UsedUp`] if there are no counters left.
    pub fn with_store(
        settings: &Settings, identity: &Identity, key: &Key, mut store: S, step: u16,
    ) -> Result<Self, Error> {
        settings.check(step, settings.max_step())?;
        let context = SenderContext::new(settings, identity, key, &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// Continues after a restart with the key of an epoch, from [`epoch_key`](Self::epoch_key), instead of the first
    /// key. The counter always comes from the store, which must be the same as before.
    ///
    /// # Errors
    /// As [`with_store`](Self::with_store), and [`Error::Number`] if the lengths of tags or epochs differ from the
    /// lengths in the epoch key; [`Error::Store`] also for [`NoStore`], and if the counter belongs to an earlier epoch
    /// than the key.
    pub fn resume(
        settings: &Settings, identity: &Identity, key: &EpochKey, mut store: S, step: u16,
    ) -> Result<Self, Error> {
        settings.check(step, settings.max_step())?;
        check_epoch_key(settings, key)?;
        let context = SenderContext::resume(settings, identity, key, &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// Encrypts the next datagram, which is [`overhead`](Self::overhead) bytes longer than the text.
    ///
    /// # Errors
    /// [`Error::Store`] if the store fails: the next call tries again. [`Error::UsedUp`] if there are no counters left.
    /// [`Error::Order`] in a child of the process that started the sender.
    #[cfg(feature = "alloc")]
    pub fn seal(&mut self, text: &[u8], header: &[u8]) -> Result<Vec<u8>, Error> {
        let mut datagram = vec![0; text.len() + self.overhead()];
        let start = self.context.counter_length();
        datagram[start..start + text.len()].copy_from_slice(text);
        self.seal_in_place(&mut datagram, header)?;
        Ok(datagram)
    }

    /// Encrypts in place. `datagram` has room for `counter_length` bytes, the text, then room for `tag_length` bytes.
    ///
    /// # Errors
    /// As [`seal`](Self::seal), and [`Error::Length`] if `datagram` has no room for counter and tag. The buffer then
    /// still holds the plaintext: do not send it.
    pub fn seal_in_place(&mut self, datagram: &mut [u8], header: &[u8]) -> Result<(), Error> {
        Error::check_length("datagram", datagram.len(), self.overhead(), usize::MAX)?;
        self.context.seal(datagram, header, &mut self.store, self.step)
    }

    /// Replaces the key by the next key and skips the remaining counters of the epoch. Receivers do the same when they
    /// open the next datagram. Nobody can compute the old key from the new key. Before the change, stores the first
    /// counter of the next epoch, unless it is stored already.
    ///
    /// # Errors
    /// [`Error::Order`] if the settings have no epochs, and as [`seal`](Self::seal); [`Error::UsedUp`] if this is the
    /// last epoch; [`Error::Store`] if the store fails. After an error nothing has changed.
    pub fn rekey(&mut self) -> Result<(), Error> {
        self.context.rekey(&mut self.store, self.step)
    }
}

/// Receives from one sender, and accepts each datagram once. It cannot be copied, because two copies would accept a
/// datagram twice.
pub struct Receiver<S = NoStore> {
    context: ReceiverContext,
    store: S,
    step: usize, // a u16 would leave padding, where a move could leave bytes of a key
}

impl Receiver {
    /// Accepts every counter once. Only for a key under which nothing has been accepted so far.
    ///
    /// # Errors
    /// [`Error::Number`] for settings that are not allowed.
    pub fn new(settings: &Settings, identity: &Identity, key: &Key) -> Result<Self, Error> {
        Self::with_store(settings, identity, key, NoStore, WINDOW_BITS)
    }
}

impl<S: Store> Receiver<S> {
    /// Refuses all counters below the counter that the store loads. `step` is at most [`WINDOW_BITS`].
    ///
    /// # Errors
    /// As [`Sender::with_store`].
    pub fn with_store(
        settings: &Settings, identity: &Identity, key: &Key, mut store: S, step: u16,
    ) -> Result<Self, Error> {
        settings.check(step, WINDOW_BITS)?;
        let context = ReceiverContext::new(settings, identity, key, &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// Continues after a restart with the key of an epoch instead of the first key.
    ///
    /// # Errors
    /// As [`Sender::resume`].
    pub fn resume(
        settings: &Settings, identity: &Identity, key: &EpochKey, mut store: S, step: u16,
    ) -> Result<Self, Error> {
        settings.check(step, WINDOW_BITS)?;
        check_epoch_key(settings, key)?;
        let context = ReceiverContext::resume(settings, identity, key, &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// Verifies and decrypts a datagram, and accepts it once.
    ///
    /// # Errors
    /// [`Error::Forged`] if the tag is wrong: one forgery is counted, and forgery number `max_forgeries` wipes the
    /// receiver. A valid datagram that is older than the window also counts as a forgery, unless all 7 bytes of the
    /// counter were sent.
    /// [`Error::Refused`] if the datagram was not decrypted: too short, too old, too far ahead, or accepted before.
    /// [`Error::Store`] if the store fails: the datagram may be tried again.
    /// [`Error::Order`] if the receiver has been wiped.
    #[cfg(feature = "alloc")]
    pub fn open(&mut self, datagram: &[u8], header: &[u8]) -> Result<Vec<u8>, Error> {
        self.open_ahead(MAX_EPOCHS_AHEAD, datagram, header)
    }

    /// Opens a datagram like [`open`](Self::open), up to `epochs` epochs ahead: for a receiver that has missed more
    /// than [`MAX_EPOCHS_AHEAD`]. The sender must send all 7 bytes of the counter. A forged datagram can cost `epochs`
    /// key derivations: use this call only if no valid datagram has arrived for a long time.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    #[cfg(feature = "alloc")]
    pub fn open_ahead(&mut self, epochs: u16, datagram: &[u8], header: &[u8]) -> Result<Vec<u8>, Error> {
        let mut place = datagram.to_vec();
        let length = self.open_ahead_in_place(epochs, &mut place, header)?.len();
        place.drain(..self.context.counter_length());
        place.truncate(length);
        Ok(place)
    }

    /// Opens a datagram in place, and returns the part of it that holds the text.
    ///
    /// # Errors
    /// As [`open`](Self::open). After [`Error::Forged`] and [`Error::Store`], the place of the text is all zeros.
    pub fn open_in_place<'a>(&mut self, datagram: &'a mut [u8], header: &[u8]) -> Result<&'a mut [u8], Error> {
        self.open_ahead_in_place(MAX_EPOCHS_AHEAD, datagram, header)
    }

    /// Opens a datagram in place, like [`open_ahead`](Self::open_ahead).
    ///
    /// # Errors
    /// As [`open_in_place`](Self::open_in_place).
    pub fn open_ahead_in_place<'a>(
        &mut self, epochs: u16, datagram: &'a mut [u8], header: &[u8],
    ) -> Result<&'a mut [u8], Error> {
        let start = self.context.counter_length();
        let length = self.context.open(epochs, datagram, header, &mut self.store, self.step)?;
        Ok(&mut datagram[start..start + length])
    }
}

macro_rules! peer {
    ($($name:ident)*) => {
        $(impl<S> $name<S> {
            /// A sender's next counter; a receiver's highest accepted counter plus 1, or at first the loaded counter.
            #[must_use]
            pub fn next(&self) -> u64 {
                self.context.next()
            }

            /// Number of bytes by which a datagram is longer than its text; 0 for a receiver that has been wiped.
            #[must_use]
            pub fn overhead(&self) -> usize {
                self.context.overhead()
            }

            /// Returns the key of the epoch, for `resume()` after a restart. Once the first key and the keys of earlier
            /// epochs are erased, somebody who gets this key cannot read earlier datagrams. Store it in such a way that
            /// a loss of power leaves all of the new or all of the previous epoch key. Then erase the previous key.
            ///
            /// # Errors
            /// [`Error::Order`] if the receiver has been wiped.
            pub fn epoch_key(&self) -> Result<EpochKey, Error> {
                self.context.epoch_key()
            }

            /// Changes the number of counter bytes that are sent. The other side must know the new length, such as from
            /// the header. With 7 bytes, a receiver finds the counter no matter how many datagrams were lost.
            ///
            /// # Errors
            /// [`Error::Number`] unless `length` is 1 to 7 and more than `epoch_length`; [`Error::Order`] if the
            /// receiver has been wiped.
            pub fn set_counter_length(&mut self, length: u8) -> Result<(), Error> {
                check_counter_length(length)?;
                self.context.set_counter_length(length)
            }
        }

        impl<S> fmt::Debug for $name<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }

        impl<S> ZeroizeOnDrop for $name<S> {})*
    };
}
peer!(Sender Receiver);

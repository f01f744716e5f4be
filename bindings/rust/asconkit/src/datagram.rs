//! Datagrams: short messages that may be lost, repeated and reordered, such as those of a radio node. A counter of which
//! few bytes are sent, a window against replay, short tags with a limit on forgeries, keys that are replaced on the way,
//! and counters that survive a loss of power.
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
//! [`Sender::new`] and [`Receiver::new`] begin at counter 0: right for a key that lives no longer than they do. For
//! other keys, give each of them a [`Store`] of its own: [`Sender::with_store`]. An old copy of what a store keeps must
//! never be restored.
// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::ffi::{ReceiverContext, SenderContext};
use crate::{Error, Key};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;
use zeroize::ZeroizeOnDrop;

#[cfg(all(feature = "std", unix))]
mod file;
#[cfg(all(feature = "std", unix))]
pub use file::FileStore;

/// The most counters that one [`Store::store`] covers.
pub const MAX_STEP: u16 = 16384;

/// The name of a sender, which no other sender with the same key may have.
pub type Identity = [u8; 8];

/// What a sender and its receivers agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Bytes of the counter that are sent: 1 to 7, which is all of it.
    pub counter_length: u8,
    /// 4, 8, 12 or 16; below 8 with a small `max_forgeries`.
    pub tag_length: u8,
    /// 0: the key is never replaced. Otherwise it is after 2^(8 * `epoch_length`) counters: 1 to 5, less than
    /// `counter_length`.
    pub epoch_length: u8,
    /// After so many, a receiver is wiped: at least 1.
    pub max_forgeries: u32,
}

impl Default for Settings {
    /// Two bytes of the counter, tags of 8 bytes, one key, a million forgeries.
    fn default() -> Self {
        Self { counter_length: 2, tag_length: 8, epoch_length: 0, max_forgeries: 1_000_000 }
    }
}

impl Settings {
    fn check(&self, step: u16) -> Result<(), Error> {
        let check = |what, found, min, max: u64| {
            if (min..=max).contains(&found) { Ok(()) } else { Err(Error::Number { what, found, min, max }) }
        };
        check_counter_length(self.counter_length)?;
        let longest = u64::from(self.counter_length - 1).min(5);
        check("epoch_length", self.epoch_length.into(), 0, longest)?;
        check("max_forgeries", self.max_forgeries.into(), 1, u32::MAX.into())?;
        check("step", step.into(), 1, MAX_STEP.into())?;
        let (what, found) = ("tag_length (4, 8, 12 or 16)", self.tag_length.into());
        if found % 4 == 0 { check(what, found, 4, 16) } else { Err(Error::Number { what, found, min: 4, max: 16 }) }
    }
}

fn check_counter_length(length: u8) -> Result<(), Error> {
    if (1..=7).contains(&length) {
        Ok(())
    } else {
        Err(Error::Number { what: "counter_length", found: length.into(), min: 1, max: 7 })
    }
}

/// Where a sender or a receiver keeps a counter while the power is off. One for each of them. A panic in these
/// functions ends the program.
pub trait Store {
    /// The counter that was stored last, or that the device was provisioned with: 0 for a new key. `None` if there is
    /// no valid one.
    fn load(&mut self) -> Option<u64>;
    /// Keeps a counter: true once it is certain to be there after a loss of power. If the power fails meanwhile,
    /// [`load`](Self::load) must give this counter or the one before.
    fn store(&mut self, counter: u64) -> bool;
}

impl<S: Store> Store for &mut S {
    fn load(&mut self) -> Option<u64> {
        (**self).load()
    }

    fn store(&mut self, counter: u64) -> bool {
        (**self).store(counter)
    }
}

/// Keeps nothing: counters begin at 0.
#[derive(Clone, Copy, Debug)]
pub struct NoStore;

impl Store for NoStore {
    fn load(&mut self) -> Option<u64> {
        Some(0)
    }

    fn store(&mut self, _: u64) -> bool {
        true
    }
}

/// Encrypts datagrams. It cannot be copied: two copies would repeat nonces.
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
        Self::with_store(settings, identity, key, NoStore, MAX_STEP)
    }
}

impl<S: Store> Sender<S> {
    /// Starts at the counter that the store loads. `step` counters, at most [`MAX_STEP`], are stored at once: a loss of
    /// power loses at most so many, and a large step wears the memory less.
    ///
    /// # Errors
    /// [`Error::Number`] for settings that are not allowed; [`Error::Store`] if the store loads nothing;
    /// [`Error::UsedUp`] if there are no counters left.
    pub fn with_store(
        settings: &Settings,
        identity: &Identity,
        key: &Key,
        mut store: S,
        step: u16,
    ) -> Result<Self, Error> {
        settings.check(step)?;
        let context = SenderContext::new(settings, identity, key.as_bytes(), &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// The next datagram: [`overhead`](Self::overhead) bytes more than the text.
    ///
    /// # Errors
    /// [`Error::Store`] if the store fails: another call tries again. [`Error::UsedUp`] if there are no counters left.
    #[cfg(feature = "alloc")]
    pub fn seal(&mut self, text: &[u8], header: &[u8]) -> Result<Vec<u8>, Error> {
        let mut datagram = vec![0; text.len() + self.overhead()];
        let start = self.context.counter_length();
        datagram[start..start + text.len()].copy_from_slice(text);
        self.seal_in_place(&mut datagram, header)?;
        Ok(datagram)
    }

    /// Makes the next datagram in its place: `counter_length` bytes, the text, `tag_length` bytes.
    ///
    /// # Errors
    /// As [`seal`](Self::seal), and [`Error::Length`] if there is no place for counter and tag. The text is then still
    /// there: do not send it.
    pub fn seal_in_place(&mut self, datagram: &mut [u8], header: &[u8]) -> Result<(), Error> {
        Error::check_length("datagram", datagram.len(), self.overhead(), usize::MAX)?;
        self.context.seal(datagram, header, &mut self.store, self.step)
    }

    /// Replaces the key by the next one and skips the counters that are left of the epoch. Receivers follow with the next
    /// datagram that they open. Nobody can compute the old key from the new one.
    ///
    /// # Errors
    /// [`Error::Order`] if the settings have no epochs; [`Error::UsedUp`] if this is the last one.
    pub fn rekey(&mut self) -> Result<(), Error> {
        self.context.rekey()
    }
}

/// Receives from one sender, and accepts each datagram once. It cannot be copied: two copies would accept a datagram
/// twice.
pub struct Receiver<S = NoStore> {
    context: ReceiverContext,
    store: S,
    step: usize, // a u16 would leave padding, where a move could leave bytes of a key
}

impl Receiver {
    /// Accepts every counter once, for a key from which nothing was accepted so far.
    ///
    /// # Errors
    /// [`Error::Number`] for settings that are not allowed.
    pub fn new(settings: &Settings, identity: &Identity, key: &Key) -> Result<Self, Error> {
        Self::with_store(settings, identity, key, NoStore, MAX_STEP)
    }
}

impl<S: Store> Receiver<S> {
    /// Refuses all counters below the one that the store loads.
    ///
    /// # Errors
    /// As [`Sender::with_store`].
    pub fn with_store(
        settings: &Settings,
        identity: &Identity,
        key: &Key,
        mut store: S,
        step: u16,
    ) -> Result<Self, Error> {
        settings.check(step)?;
        let context = ReceiverContext::new(settings, identity, key.as_bytes(), &mut store, step.into())?;
        Ok(Self { context, store, step: step.into() })
    }

    /// The text of a datagram, which is accepted once.
    ///
    /// # Errors
    /// [`Error::Forged`]: one forgery is counted, and the last one that is allowed wipes the receiver. A genuine datagram
    /// that is older than the window counts as a forgery, unless all 7 bytes of the counter were sent.
    /// [`Error::Refused`] if it was not tried: too short, accepted before, too old or too far ahead.
    /// [`Error::Store`] if the store fails: the datagram may be tried again.
    /// [`Error::Order`] if the receiver has been wiped.
    #[cfg(feature = "alloc")]
    pub fn open(&mut self, datagram: &[u8], header: &[u8]) -> Result<Vec<u8>, Error> {
        let mut place = datagram.to_vec();
        let length = self.open_in_place(&mut place, header)?.len();
        place.drain(..self.context.counter_length());
        place.truncate(length);
        Ok(place)
    }

    /// Opens a datagram in its place, and returns the text in it.
    ///
    /// # Errors
    /// As [`open`](Self::open). After [`Error::Forged`] and [`Error::Store`], the place of the text is all zeros.
    pub fn open_in_place<'a>(&mut self, datagram: &'a mut [u8], header: &[u8]) -> Result<&'a mut [u8], Error> {
        let start = self.context.counter_length();
        let length = self.context.open(datagram, header, &mut self.store, self.step)?;
        Ok(&mut datagram[start..start + length])
    }
}

macro_rules! peer {
    ($($name:ident)*) => {
        $(impl<S> $name<S> {
            /// A sender's next counter, or one more than the highest one that a receiver accepted or loaded.
            #[must_use]
            pub fn next(&self) -> u64 {
                self.context.next()
            }

            /// Bytes that a datagram has more than its text; 0 for a receiver that has been wiped.
            #[must_use]
            pub fn overhead(&self) -> usize {
                self.context.overhead()
            }

            /// Changes how many bytes of the counter are sent from now on. The other side has to know, such as from the
            /// header. With 7 bytes, a receiver finds the counter no matter how many datagrams were lost.
            ///
            /// # Errors
            /// [`Error::Number`] unless it is 1 to 7 and more than `epoch_length`; [`Error::Order`] if the receiver has
            /// been wiped.
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

//! Types that senders, receivers and the calls of the C library share.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::Key;

/// The most counters that one [`Store::store`] can cover; [`Settings::max_step`] may be less.
pub const MAX_STEP: u16 = 16384;

/// The key of an epoch with its number: secret, like the first key.
pub type EpochKey = Key<20>;

/// Settings that must be equal for a sender and its receivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Bytes of the counter that are sent: 1 to 7; 7 is the whole counter.
    pub counter_length: u8,
    /// 4, 8, 12 or 16; below 8 with a small `max_forgeries`.
    pub tag_length: u8,
    /// 0: the key is never replaced. 1 to 5, and less than `counter_length`: the key is replaced after 2^(8 *
    /// `epoch_length`) counters.
    pub epoch_length: u8,
    /// Number of forgeries that wipe a receiver: at least 1.
    pub max_forgeries: u32,
}

impl Default for Settings {
    /// Two bytes of the counter, tags of 8 bytes, one key, a million forgeries.
    fn default() -> Self {
        Self { counter_length: 2, tag_length: 8, epoch_length: 0, max_forgeries: 1_000_000 }
    }
}

/// Keeps the counter of one sender or receiver while the power is off. Never share a store. A panic in these functions
/// ends the program.
pub trait Store {
    /// Returns the counter that was stored last, or that the device was provisioned with: 0 for a new key. `None` if
    /// there is no valid counter.
    fn load(&mut self) -> Option<u64>;
    /// Stores a counter. Returns true once the counter is certain to survive a loss of power. If the power fails during
    /// the call, [`load`](Self::load) must return this counter or the counter stored before it.
    fn store(&mut self, counter: u64) -> bool;
    /// False for [`NoStore`]: the key of an epoch needs a stored counter.
    #[doc(hidden)]
    fn keeps(&self) -> bool {
        true
    }
}

impl<S: Store> Store for &mut S {
    fn load(&mut self) -> Option<u64> {
        (**self).load()
    }

    fn store(&mut self, counter: u64) -> bool {
        (**self).store(counter)
    }

    fn keeps(&self) -> bool {
        (**self).keeps()
    }
}

/// Stores nothing: counters begin at 0. `resume()` refuses this store.
#[derive(Clone, Copy, Debug)]
pub struct NoStore;

impl Store for NoStore {
    fn load(&mut self) -> Option<u64> {
        Some(0)
    }

    fn store(&mut self, _: u64) -> bool {
        true
    }

    fn keeps(&self) -> bool {
        false
    }
}

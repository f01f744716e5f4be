//! Random bytes. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::secrets::opaque;
use crate::{Error, ffi};

/// Fills `out` with random bytes from the operating system, suitable for keys.
///
/// # Errors
/// [`Error::Random`] if the system gives no random bytes: then `out` is all zeros.
#[cfg(any(unix, windows))]
pub fn fill(out: &mut [u8]) -> Result<(), Error> {
    ffi::random_bytes(out)
}

/// A deterministic random bit generator over Ascon-CXOF128, for firmware that has little entropy and for programs that
/// need very many random bytes. Nobody can compute earlier output from its state. The generator detects most copies of
/// its memory, such as in the child of a fork, and then takes fresh entropy.
///
/// ```
/// use asconkit::Generator;
///
/// let mut generator = Generator::new(b"")?;
/// let (mut first, mut second) = ([0; 32], [0; 32]);
/// generator.fill(&mut first)?;
/// generator.fill(&mut second)?;
/// assert_ne!(first, second);
/// # Ok::<(), asconkit::Error>(())
/// ```
pub struct Generator(ffi::DrbgContext);

/// Length of the shortest seed in bytes.
pub const MIN_SEED: usize = 32;

impl Generator {
    /// A generator that takes its entropy from the operating system. `personalization` is a string that differs between
    /// generators, such as a serial number; it may be empty.
    ///
    /// # Errors
    /// [`Error::Random`] if the system gives no random bytes.
    #[cfg(any(unix, windows))]
    pub fn new(personalization: &[u8]) -> Result<Self, Error> {
        Ok(Self(ffi::DrbgContext::of_system(personalization)?))
    }

    /// A generator whose only entropy is `seed`, at least 32 bytes that are unknown to any attacker.
    ///
    /// # Errors
    /// [`Error::Length`] if the seed is shorter.
    pub fn from_seed(seed: &[u8]) -> Result<Self, Error> {
        Error::check_length("seed", seed.len(), MIN_SEED, usize::MAX)?;
        Ok(Self(ffi::DrbgContext::of_seed(seed)))
    }

    /// Adds `seed`, at least 32 bytes, and entropy of the operating system if that is the generator's source. The state
    /// keeps its earlier entropy, so a bad seed does no harm.
    ///
    /// # Errors
    /// [`Error::Length`] if the seed is shorter; [`Error::Random`] if the system gives no random bytes.
    pub fn reseed(&mut self, seed: &[u8]) -> Result<(), Error> {
        Error::check_length("seed", seed.len(), MIN_SEED, usize::MAX)?;
        self.0.reseed(seed)
    }

    /// Fills `out` with random bytes.
    ///
    /// # Errors
    /// [`Error::Random`] if the system gives no entropy, or if a generator without a source must be reseeded: then
    /// `out` is all zeros.
    pub fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.0.generate(out, &[])
    }

    /// Adds `additional` to the state, then fills `out`. `additional` need not be secret.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn fill_with(&mut self, out: &mut [u8], additional: &[u8]) -> Result<(), Error> {
        self.0.generate(out, additional)
    }
}

#[cfg(feature = "rand_core")]
impl rand_core::TryRng for Generator {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.fill(out)
    }
}

#[cfg(feature = "rand_core")]
impl rand_core::TryCryptoRng for Generator {}

opaque!(Generator);

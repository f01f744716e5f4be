//! Streams whose key Argon2id derives from a passphrase. SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::ffi::{self, RawCost};
use crate::stream::{Cost, Options, Reader, Writer};
use crate::{Error, Key};
use alloc::vec::Vec;
use std::io::{self, Read, Write};
use zeroize::{Zeroize, Zeroizing};

/// Like the command, readers refuse a higher cost unless the caller allows it, because headers come from strangers.
const MAX_MEMORY_KIB: u64 = 1 << 20;
const MAX_MEMORY_PASSES: u64 = 3 << 20;
const MAX_LANES_PASSES: u64 = 256;

const MAX_PASSPHRASE: usize = 1024;

impl Options {
    /// Sets the cost of Argon2id for a new file with a passphrase. The default is the command's cost. A reader uses the
    /// cost in the header.
    #[must_use]
    pub fn passphrase_cost(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// Lets readers and writers use more than 1 GiB of memory, 3 GiB in all passes, or 256 lanes times passes for a
    /// passphrase. Without this option they return [`Error::Costly`].
    #[must_use]
    pub fn allow_costly_passphrase(mut self) -> Self {
        self.allow_costly = true;
        self
    }

    /// Like [`writer`](Self::writer), with a passphrase of 1 to 1024 bytes, which are not normalised. Computes Argon2id
    /// on one thread.
    ///
    /// # Errors
    /// As [`writer`](Self::writer); [`Error::Length`] for a passphrase of a wrong length, [`Error::Header`] for a cost
    /// that the format does not allow, [`Error::Costly`].
    pub fn writer_with_passphrase<W: Write>(&self, inner: W, passphrase: &[u8]) -> io::Result<Writer<W>> {
        let Cost { memory_kib, passes, lanes } = self.cost;
        let cost = RawCost { memory_kib, passes, lanes };
        ffi::cost_fault(&cost).map_or(Ok(()), |reason| Err(Error::Header(reason)))?;
        self.start(inner, Some(cost), |salt| self.key_of(passphrase, salt, self.cost))
    }

    /// Like [`reader`](Self::reader), with a passphrase. Computes Argon2id on one thread.
    ///
    /// # Errors
    /// [`Error::Passphrase`] for a wrong passphrase, [`Error::Costly`], [`Error::Length`] for a passphrase of a wrong
    /// length, [`Error::Header`] if the input is not a file with a passphrase; and the errors of `inner`.
    pub fn reader_with_passphrase<R: Read>(&self, inner: R, passphrase: &[u8]) -> io::Result<Reader<R>> {
        let reader = self.reader_with(inner, |header| {
            let none = Error::Header("it is encrypted with a key, not with a passphrase");
            self.key_of(passphrase, header.salt(), header.passphrase.ok_or(none)?)
        });
        reader.map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(Error::Forged) => Error::Passphrase.into(),
            _ => error,
        })
    }

    fn key_of(&self, passphrase: &[u8], salt: &[u8], cost: Cost) -> io::Result<Key<32>> {
        Error::check_length("the passphrase", passphrase.len(), 1, MAX_PASSPHRASE)?;
        let Cost { memory_kib, passes, lanes } = cost;
        let [memory, all_passes, all_lanes] = [memory_kib, passes, lanes].map(u64::from);
        let modest = memory <= MAX_MEMORY_KIB
            && memory * all_passes <= MAX_MEMORY_PASSES
            && all_lanes * all_passes <= MAX_LANES_PASSES;
        if !(modest || self.allow_costly) {
            return Err(Error::Costly { memory_kib, passes, lanes }.into());
        }
        let other = |error: argon2::Error| io::Error::other(error);
        let params = argon2::Params::new(memory_kib, passes, lanes, Some(32)).map_err(other)?;
        // Memory of our own: the crate does not wipe its own, from the last blocks of which the key can be computed.
        let (blocks, mut memory) = (params.block_count(), Vec::new());
        memory.try_reserve_exact(blocks).map_err(|_| other(argon2::Error::OutOfMemory))?;
        memory.resize(blocks, argon2::Block::new());
        let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
        let mut key = Zeroizing::new([0; 32]);
        let done = argon2.hash_password_into_with_memory(passphrase, salt, &mut *key, &mut memory);
        memory.iter_mut().for_each(Zeroize::zeroize);
        done.map_err(other)?;
        Ok(Key::from(&*key))
    }
}

impl<W: Write> Writer<W> {
    /// Starts a file with a passphrase and the settings of the command.
    ///
    /// # Errors
    /// As [`Options::writer_with_passphrase`].
    pub fn with_passphrase(inner: W, passphrase: &[u8]) -> io::Result<Self> {
        Options::new().writer_with_passphrase(inner, passphrase)
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file with a passphrase.
    ///
    /// # Errors
    /// As [`Options::reader_with_passphrase`].
    pub fn with_passphrase(inner: R, passphrase: &[u8]) -> io::Result<Self> {
        Options::new().reader_with_passphrase(inner, passphrase)
    }
}

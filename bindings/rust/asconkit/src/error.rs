//! Errors. SPDX-License-Identifier: Apache-2.0 OR MIT

use core::fmt;

/// The reason why a call failed. Its text names the value that was found and the expected values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The tag does not match: the key is wrong, or somebody changed the message. No plaintext was released.
    Forged,
    /// A string has a length that is not allowed.
    Length {
        /// Name of the argument.
        what: &'static str,
        /// Length of the argument in bytes.
        found: usize,
        /// The smallest allowed length.
        min: usize,
        /// The largest allowed length; `usize::MAX` if there is none.
        max: usize,
    },
    /// A number is not allowed.
    Number {
        /// Name of the argument.
        what: &'static str,
        /// Value of the argument.
        found: u64,
        /// The smallest allowed value.
        min: u64,
        /// The largest allowed value.
        max: u64,
    },
    /// The call is not allowed in this state.
    Order {
        /// Name of the call.
        call: &'static str,
        /// When it is allowed.
        expected: &'static str,
    },
    /// A chunk of a stream is wrong: somebody changed, moved or left out chunks, or cut the stream off.
    Chunk {
        /// Index of the chunk, from 0.
        index: u64,
    },
    /// The header of a file is refused, for the reason in the text.
    Header(&'static str),
    /// The passphrase of a file is wrong, or somebody changed the file's header.
    Passphrase,
    /// Argon2id with the parameters in a header costs more than readers allow by default:
    /// [`Options::allow_costly_passphrase`](crate::stream::Options::allow_costly_passphrase).
    Costly {
        /// Memory in KiB.
        memory_kib: u32,
        /// Passes over the memory.
        passes: u32,
        /// Lanes.
        lanes: u32,
    },
    /// A key file is refused, for the reason in the text.
    KeyFile(&'static str),
    /// A datagram was not decrypted: it is too short, too old or too far ahead, or was accepted before.
    Refused,
    /// The store of a sender or receiver of datagrams failed.
    Store,
    /// A sender of datagrams has no counters left.
    UsedUp,
    /// The system gives no random bytes, or a generator must be reseeded.
    Random,
    /// The system is out of memory or threads.
    Resources {
        /// Number of threads that were requested; 0: one for each processor.
        threads: usize,
    },
}

impl Error {
    /// Returns an error unless `found` is in the range.
    pub(crate) fn check_length(what: &'static str, found: usize, min: usize, max: usize) -> Result<(), Error> {
        if (min..=max).contains(&found) { Ok(()) } else { Err(Error::Length { what, found, min, max }) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::Forged => f.write_str("the tag does not match: wrong key, or the data was changed"),
            Error::Length { what, found, min, max } if min == max => {
                write!(f, "{what} has {found} bytes; expected {min}")
            }
            Error::Length { what, found, min, max: usize::MAX } => {
                write!(f, "{what} has {found} bytes; expected at least {min}")
            }
            Error::Length { what, found, min, max } => {
                write!(f, "{what} has {found} bytes; expected {min} to {max}")
            }
            Error::Number { what, found, min, max } => write!(f, "{what} is {found}; expected {min} to {max}"),
            Error::Order { call, expected } => write!(f, "{call} is not allowed here; expected {expected}"),
            Error::Chunk { index } => {
                write!(f, "chunk {index} is not valid at this place: the stream was changed or cut off")
            }
            Error::Header(reason) => write!(f, "the header is refused: {reason}"),
            Error::Passphrase => f.write_str("wrong passphrase, or somebody changed the header"),
            Error::Costly { memory_kib, passes, lanes } => write!(
                f,
                "the passphrase is costly: Argon2 memory in KiB {memory_kib}, passes {passes}, lanes {lanes}; expected \
                 memory of at most 1048576, memory x passes of at most 3145728, lanes x passes of at most 256, or \
                 allow_costly_passphrase()"
            ),
            Error::KeyFile(reason) => write!(f, "the key file is refused: {reason}"),
            Error::Refused => {
                f.write_str("the datagram is refused: too short, accepted before, too old or too far ahead")
            }
            Error::Store => f.write_str("the store has no valid counter, or could not keep one"),
            Error::UsedUp => f.write_str("the counters are used up: take another key"),
            Error::Random => f.write_str("no random bytes: the system gives none, or the generator must be reseeded"),
            Error::Resources { threads: 0 } => f.write_str("no memory or no threads for a pool"),
            Error::Resources { threads } => write!(f, "no memory or no threads for a pool of {threads} threads"),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    /// Forged and damaged input is [`InvalidData`](std::io::ErrorKind::InvalidData).
    fn from(error: Error) -> Self {
        use std::io::ErrorKind;
        let kind = match error {
            Error::Forged | Error::Refused | Error::Chunk { .. } | Error::Header(_) | Error::KeyFile(_) => {
                ErrorKind::InvalidData
            }
            Error::Passphrase | Error::Costly { .. } => ErrorKind::InvalidData,
            Error::Length { .. } | Error::Number { .. } | Error::Order { .. } => ErrorKind::InvalidInput,
            Error::Store | Error::UsedUp | Error::Random | Error::Resources { .. } => ErrorKind::Other,
        };
        std::io::Error::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::Error;
    use alloc::string::ToString;

    #[test]
    fn texts_name_the_value_and_what_was_expected() {
        let cases = [
            (Error::Length { what: "key", found: 3, min: 16, max: 16 }, "key has 3 bytes; expected 16"),
            (Error::Length { what: "tag", found: 3, min: 4, max: 16 }, "tag has 3 bytes; expected 4 to 16"),
            (
                Error::Length { what: "seed", found: 3, min: 32, max: usize::MAX },
                "seed has 3 bytes; expected at least 32",
            ),
            (Error::Number { what: "threads", found: 300, min: 0, max: 256 }, "threads is 300; expected 0 to 256"),
            (
                Error::Order { call: "ad()", expected: "before the text" },
                "ad() is not allowed here; expected before the text",
            ),
            (Error::Forged, "the tag does not match: wrong key, or the data was changed"),
            (Error::Chunk { index: 7 }, "chunk 7 is not valid at this place: the stream was changed or cut off"),
            (Error::Header("another format"), "the header is refused: another format"),
            (Error::KeyFile("a typing error"), "the key file is refused: a typing error"),
            (Error::Refused, "the datagram is refused: too short, accepted before, too old or too far ahead"),
            (Error::Store, "the store has no valid counter, or could not keep one"),
            (Error::UsedUp, "the counters are used up: take another key"),
            (Error::Random, "no random bytes: the system gives none, or the generator must be reseeded"),
            (Error::Resources { threads: 0 }, "no memory or no threads for a pool"),
            (Error::Resources { threads: 9 }, "no memory or no threads for a pool of 9 threads"),
        ];
        for (error, text) in cases {
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn lengths_at_the_bounds_are_allowed() {
        assert_eq!(Error::check_length("x", 4, 4, 16), Ok(()));
        assert_eq!(Error::check_length("x", 16, 4, 16), Ok(()));
        assert!(Error::check_length("x", 17, 4, 16).is_err());
        assert!(Error::check_length("x", 3, 4, 16).is_err());
    }
}

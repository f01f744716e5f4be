//! What can go wrong. SPDX-License-Identifier: Apache-2.0 OR MIT

use core::fmt;

/// Why a call failed. Its text says what was found and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The tag does not match: another key, or somebody changed the message. No plaintext was given out.
    Forged,
    /// A string has a length that is not allowed.
    Length {
        /// The argument.
        what: &'static str,
        /// Its length in bytes.
        found: usize,
        /// The smallest allowed length.
        min: usize,
        /// The largest allowed length; `usize::MAX` if there is none.
        max: usize,
    },
    /// A number is not allowed.
    Number {
        /// The argument.
        what: &'static str,
        /// Its value.
        found: u64,
        /// The smallest allowed value.
        min: u64,
        /// The largest allowed value.
        max: u64,
    },
    /// The call is not allowed here.
    Order {
        /// What was called.
        call: &'static str,
        /// When it is allowed.
        expected: &'static str,
    },
    /// A chunk of a stream is not the one that belongs there: somebody changed, moved or left out chunks, or cut the
    /// stream off.
    Chunk {
        /// Its index, from 0.
        index: u64,
    },
    /// The header of a file is refused, for the reason in the text.
    Header(&'static str),
    /// A key file is refused, for the reason in the text.
    KeyFile(&'static str),
    /// A datagram was not tried: it is too short, was accepted before, is too old or too far ahead.
    Refused,
    /// The store of a sender or receiver of datagrams failed.
    Store,
    /// A sender of datagrams has no counters left.
    UsedUp,
    /// The system gives no random bytes, or a generator must be reseeded.
    Random,
    /// The system gives no memory or no thread.
    Resources {
        /// As many threads were asked for; 0: one for each processor.
        threads: usize,
    },
}

impl Error {
    /// An error unless `found` is in the range.
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
                write!(f, "chunk {index} is not the one that belongs there: the stream was changed or cut off")
            }
            Error::Header(reason) => write!(f, "the header is refused: {reason}"),
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
        ];
        for (error, text) in cases {
            assert_eq!(error.to_string(), text);
        }
        assert!(Error::Chunk { index: 7 }.to_string().contains("chunk 7"));
        assert!(Error::Resources { threads: 9 }.to_string().contains("9 threads"));
    }

    #[test]
    fn lengths_at_the_bounds_are_allowed() {
        assert_eq!(Error::check_length("x", 4, 4, 16), Ok(()));
        assert_eq!(Error::check_length("x", 16, 4, 16), Ok(()));
        assert!(Error::check_length("x", 17, 4, 16).is_err());
        assert!(Error::check_length("x", 3, 4, 16).is_err());
    }
}

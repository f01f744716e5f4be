//! Code that types with a secret state share. SPDX-License-Identifier: Apache-2.0 OR MIT

/// A type over a context of the library, which is erased when it is dropped: `Debug` shows only its name.
macro_rules! opaque {
    ($($name:ident)*) => {
        $(impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }

        impl zeroize::ZeroizeOnDrop for $name {})*
    };
}

/// An opaque type for messages in pieces.
macro_rules! in_pieces {
    ($($name:ident)*) => {
        $(impl $name {
            /// Adds the next piece.
            pub fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        #[cfg(feature = "std")]
        impl std::io::Write for $name {
            /// Adds the next piece: for `std::io::copy()`.
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.update(data);
                Ok(data.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }

        $crate::secrets::opaque!($name);)*
    };
}

pub(crate) use {in_pieces, opaque};

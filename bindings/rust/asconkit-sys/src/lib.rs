#![doc = include_str!("../README.md")]
#![no_std]
#![allow(non_camel_case_types, missing_docs)]

// Written by ./dev generate; see tools/rust_bindings.py.
#[rustfmt::skip]
mod bindings;
pub use bindings::*;

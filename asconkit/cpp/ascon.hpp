// Ascon, NIST SP 800-232, in C++20: headers that call the C library.
// SPDX-License-Identifier: Apache-2.0 OR MIT
//
// Each algorithm is a class with static members and types only: asconkit::aead128, hash256, xof128,
// cxof128. ascon_v12.hpp has v12::ascon128, v12::hash and so on; ascon_prf.hpp has v13::mac and so
// on. cpp/aead.hpp declares the functions of AEADs, cpp/sponge.hpp all other functions.
//
// The conventions of ascon.h hold. In addition:
// - Bytes are passed in spans, arrays and other contiguous ranges of std::byte or unsigned char.
// - Keys, nonces, tags and outputs have their own types, which wipe themselves.
// - No function throws. Calls that can fail at run time return a result<>.
// - The compiler can evaluate one-shot calls in constant expressions, but not batches and contexts.
#ifndef ASCONKIT_ASCON_HPP
#define ASCONKIT_ASCON_HPP

#include "standard.hpp"

#endif

// What the examples share. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <asconkit/cpp/ascon_prf.hpp>
#include <asconkit/cpp/ascon_v12.hpp>

#include <cstdio>
#include <span>
#include <string_view>

using namespace std::string_view_literals;

inline void show(const char *what, std::span<const unsigned char> bytes) {
  std::printf("%s: ", what);
  for (unsigned char byte : bytes) std::printf("%02x", byte);
  std::printf("\n");
}

// A key or nonce 00 01 02 ... for an example. Real keys come from a random generator, and no nonce
// is used twice with a key.
template <class T>
T counting(unsigned char first = 0) {
  return T::generate([first](auto bytes) {
    for (unsigned char value = first; auto &byte : bytes) byte = value++;
  });
}

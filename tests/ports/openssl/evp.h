/* OpenSSL's objects with owners, for the tests of the provider.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace evp {

using bytes = std::vector<std::uint8_t>;

template <auto free>
struct deleter {
  template <class T>
  void operator()(T *object) const {
    free(object);
  }
};

using cipher = std::unique_ptr<EVP_CIPHER, deleter<EVP_CIPHER_free>>;
using cipher_ctx = std::unique_ptr<EVP_CIPHER_CTX, deleter<EVP_CIPHER_CTX_free>>;
using digest = std::unique_ptr<EVP_MD, deleter<EVP_MD_free>>;
using digest_ctx = std::unique_ptr<EVP_MD_CTX, deleter<EVP_MD_CTX_free>>;
using mac = std::unique_ptr<EVP_MAC, deleter<EVP_MAC_free>>;
using mac_ctx = std::unique_ptr<EVP_MAC_CTX, deleter<EVP_MAC_CTX_free>>;

inline cipher fetch_cipher(const std::string &name) {
  return cipher(EVP_CIPHER_fetch(nullptr, name.c_str(), "provider=asconprov"));
}
inline digest fetch_digest(const std::string &name) {
  return digest(EVP_MD_fetch(nullptr, name.c_str(), "provider=asconprov"));
}
inline mac fetch_mac(const std::string &name) {
  return mac(EVP_MAC_fetch(nullptr, name.c_str(), "provider=asconprov"));
}

/** The text and the additional data of the newest error. Clears the stack of errors. */
inline std::string last_error() {
  const char *data = "";
  int flags = 0;
  const unsigned long code = ERR_peek_last_error_data(&data, &flags);
  const char *reason = ERR_reason_error_string(code);
  std::string text = std::string(reason ? reason : "?") + ": " + data;
  ERR_clear_error();
  return text;
}

}  // namespace evp

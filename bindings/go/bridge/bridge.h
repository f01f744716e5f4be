/* The functions that Go calls, by cgo and in WebAssembly: numbers and addresses instead of
   structures, so that both builds have the same few calls. Results are those of ascon_result.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_GO_BRIDGE_H
#define ASCONKIT_GO_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/* `algorithm` is an index of ascon_any_at(), or one of these. */
enum { BRIDGE_SIV = 100, BRIDGE_ISAP_128A, BRIDGE_ISAP_128 };

#if defined(__wasm__)
#define BRIDGE(name) __attribute__((export_name(#name))) int name
#else
#define BRIDGE(name) int asconkit_go_##name
#endif

/* One whole message: the fields of ascon_message. */
BRIDGE(run)
(uint32_t algorithm, uint32_t op, uint8_t *out, size_t out_length, const uint8_t *in, size_t length,
 uint8_t *tag, size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
 const uint8_t *key);

/* `count` messages in one piece of memory. Its first bytes are what has a fixed size. AEAD: all
   nonces, then all tags; other kinds: all outputs or tags, `fixed` bytes each. `table` has the
   offsets of all texts in `memory`, then their lengths; AEAD: then offsets and lengths of the
   associated data. AEAD works in place. `results`: a byte each. */
BRIDGE(batch)
(uint32_t algorithm, uint32_t op, uint8_t *memory, size_t memory_bytes, const uint64_t *table,
 size_t count, size_t fixed, const uint8_t *key, uint8_t *results);

/* A message in pieces of any algorithm but AEADs and PrfShort, as ascon_any_sponge_init() and so
   on. `context` has 64 bytes; `prefix` is a key or a customization string. */
BRIDGE(sponge_start)
(uint64_t *context, uint32_t algorithm, const uint8_t *prefix, size_t prefix_length);
BRIDGE(sponge_update)(uint64_t *context, const uint8_t *message, size_t length);
BRIDGE(sponge_output)(uint64_t *context, uint8_t *out, size_t length);
BRIDGE(sponge_verify)(uint64_t *context, const uint8_t *tag);

/* Files of `asconkit encrypt`. `stream` has 64 bytes; `fields` are algorithm, chunk bytes, source,
   memory, passes, lanes; decoding writes version, length of the header, length of the salt and
   fault besides. */
BRIDGE(stream_create)
(uint64_t *stream, uint8_t *header, const uint32_t *fields, const uint8_t *salt,
 const uint8_t *key);
BRIDGE(stream_decode)(uint32_t *fields, uint8_t *salt, const uint8_t *bytes, size_t length);
BRIDGE(stream_open)(uint64_t *stream, const uint8_t *bytes, size_t length, const uint8_t *key);
BRIDGE(stream_seal)
(const uint64_t *stream, uint8_t *sealed, const uint8_t *text, size_t text_length, uint64_t first,
 uint32_t ends);
BRIDGE(stream_unseal)
(const uint64_t *stream, uint8_t *text, uint64_t *text_length, const uint8_t *sealed,
 size_t sealed_length, uint64_t first, uint32_t ends);

/* Keyed functions with arguments of any length: `kind` is one of these. */
enum {
  BRIDGE_KMAC,
  BRIDGE_KMAC_XOF,
  BRIDGE_HMAC,
  BRIDGE_DERIVE,
  BRIDGE_EXTRACT,
  BRIDGE_EXPAND,
  BRIDGE_HKDF_EXTRACT,
  BRIDGE_HKDF_EXPAND,
  BRIDGE_HKDF
};

/* `key`, `message` and `text` are: key, message, customization of KMAC; key and message of HMAC;
   input keying material (or the pseudorandom key of expand), salt, info of the derivations. */
BRIDGE(keyed)
(uint32_t kind, uint8_t *out, size_t out_length, const uint8_t *key, size_t key_length,
 const uint8_t *message, size_t length, const uint8_t *text, size_t text_length);

/* Whether the sizes that Go uses are large enough, and which algorithm has this index: its name, 32
   bytes padded with zeros. */
BRIDGE(check)(uint32_t algorithm, uint8_t *name);

#endif

/* The header of encrypted files: reading and writing it, and the secret of the file's stream. The
   offsets and checks are those of docs/file-format.md, in that order.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream.h"

/* ---- Layout --------------------------------------------------------------------------------- */

/* Offsets that all versions have. */
enum {
  AT_VERSION = 8,
  AT_SOURCE = 10,
  AT_TAG_LENGTH = 11,
  AT_CHUNK_SIZE = 12,
  AT_ALGORITHM = 16,
  AT_MEMORY = 48,
  AT_PASSES = 52,
  AT_LANES = 56,
  AT_HEADER_LENGTH = 60,
  AT_SALT = 64,
  CHECK_LENGTH = 32,
  CHECKSUM_LENGTH = 16
};

static const uint8_t magic[AT_VERSION] = {'A', 'S', 'C', 'O', 'N', 'K', 'I', 'T'};

/* A customization string of Ascon-CXOF128, without a 0 at its end. */
typedef struct purpose {
  const char *text;
  uint8_t length;
} purpose;
#define PURPOSE(text) {text, sizeof text - 1}

/* The differences between the versions. */
typedef struct layout {
  uint8_t version;
  uint8_t tag_field;    /* bytes of a tag; not given in version 1 */
  uint8_t header_field; /* bytes of the header; not given in version 1 */
  uint8_t salt_length;
  uint8_t checked_from; /* the key check is of the header from here to itself */
  uint8_t mask_length;
  purpose check, secret;
} layout;

static const layout layouts[] = {
    {1, 0, 0, 16, AT_SALT, 0, PURPOSE("asconkit file v1 key check"),
     PURPOSE("asconkit file v1 file key")},
    {2, ASCON_STREAM_TAG_BYTES, ASCON_STREAM_HEADER_BYTES, 32, 0, ASCON_STREAM_MASK_BYTES,
     PURPOSE("asconkit file v2 key check"), PURPOSE("asconkit file v2 file secret")}};

INLINED const layout *layout_of_version(unsigned version) {
  return version == 1 || version == 2 ? &layouts[version - 1] : NULL;
}

INLINED size_t at_check(const layout *l) { return (size_t)AT_SALT + l->salt_length; }
INLINED size_t at_checksum(const layout *l) { return at_check(l) + CHECK_LENGTH; }
INLINED size_t header_length(const layout *l) { return at_checksum(l) + CHECKSUM_LENGTH; }
_Static_assert(AT_SALT + 32 + CHECK_LENGTH + CHECKSUM_LENGTH == ASCON_STREAM_HEADER_BYTES,
               "the header of version 2");

static uint32_t get32(const uint8_t *bytes, size_t at) {
  return load32(bytes + at, ASCON_LITTLE_ENDIAN);
}
static void put32(uint8_t *bytes, size_t at, uint32_t value) {
  store32(bytes + at, value, ASCON_LITTLE_ENDIAN);
}

/* Of all that is before it: damage, which is not forgery. */
static void compute_checksum(uint8_t digest[ASCON_HASH256_BYTES], const layout *l,
                             const uint8_t *bytes) {
  (void)ascon_hash256(digest, bytes, at_checksum(l));
}

/* ---- Faults --------------------------------------------------------------------------------- */

const char *ascon_stream_fault_text(ascon_stream_fault fault) {
  switch (fault) {
    case ASCON_STREAM_FAULT_NONE: return "nothing wrong";
    case ASCON_STREAM_FAULT_MAGIC: return "another format";
    case ASCON_STREAM_FAULT_VERSION: return "an unknown version of the format";
    case ASCON_STREAM_FAULT_LENGTH: return "a truncated header";
    case ASCON_STREAM_FAULT_CHECKSUM: return "a corrupted header";
    case ASCON_STREAM_FAULT_ALGORITHM: return "an unknown algorithm";
    case ASCON_STREAM_FAULT_CHUNK_SIZE: return "a chunk size outside 1 to 1048576 bytes";
    case ASCON_STREAM_FAULT_FIELDS: return "unknown header fields";
    case ASCON_STREAM_FAULT_SOURCE: return "an unknown kind of key";
    case ASCON_STREAM_FAULT_COST: return "Argon2 parameters without a passphrase";
    case ASCON_STREAM_FAULT_LANES: return "a number of Argon2 lanes outside 1 to 64";
    case ASCON_STREAM_FAULT_MEMORY:
      return "less than 8 KiB of Argon2 memory for each lane, or more than 2 GiB in total";
    case ASCON_STREAM_FAULT_PASSES:
      return "no Argon2 passes, or more than 16 GiB of Argon2 memory in all passes";
  }
  return "an unknown fault";
}

ascon_stream_fault ascon_stream_cost_fault(const ascon_stream_cost *cost) {
  if (cost->lanes < 1 || cost->lanes > ASCON_STREAM_MAX_LANES) return ASCON_STREAM_FAULT_LANES;
  if (cost->memory_kib < ASCON_STREAM_MIN_MEMORY_KIB_PER_LANE * cost->lanes ||
      cost->memory_kib > ASCON_STREAM_MAX_MEMORY_KIB)
    return ASCON_STREAM_FAULT_MEMORY;
  if (cost->passes < 1 || cost->passes > ASCON_STREAM_MAX_PASSES_MEMORY_KIB / cost->memory_kib)
    return ASCON_STREAM_FAULT_PASSES;
  return ASCON_STREAM_FAULT_NONE;
}

/* The key's source, and the cost that goes with it. */
static ascon_stream_fault source_fault(ascon_stream_source source, const ascon_stream_cost *cost) {
  if (source == ASCON_STREAM_PASSPHRASE) return ascon_stream_cost_fault(cost);
  if (source != ASCON_STREAM_KEY_FILE) return ASCON_STREAM_FAULT_SOURCE;
  return cost->memory_kib || cost->passes || cost->lanes ? ASCON_STREAM_FAULT_COST
                                                         : ASCON_STREAM_FAULT_NONE;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Whether the bytes show a version that there is, and all of its header. */
static ascon_stream_fault read_start(ascon_stream_header *header, const uint8_t *bytes,
                                     size_t length) {
  for (size_t i = 0; i < smaller(length, sizeof magic); i++)
    if (bytes[i] != magic[i]) return ASCON_STREAM_FAULT_MAGIC;
  header->header_bytes = ASCON_STREAM_HEADER_START_BYTES;
  if (length < ASCON_STREAM_HEADER_START_BYTES) return ASCON_STREAM_FAULT_LENGTH;
  header->version = (uint16_t)(bytes[AT_VERSION] | (unsigned)bytes[AT_VERSION + 1] << 8);
  const layout *l = layout_of_version(header->version);
  if (!l) return ASCON_STREAM_FAULT_VERSION;
  header->header_bytes = (uint8_t)header_length(l);
  return length < header_length(l) ? ASCON_STREAM_FAULT_LENGTH : ASCON_STREAM_FAULT_NONE;
}

/* The AEAD that a field names; NULL if it names none. */
static const ascon_algorithm *find_algorithm(const uint8_t field[STREAM_NAME_LENGTH]) {
  char name[STREAM_NAME_LENGTH + 1];
  size_t length = 0;
  for (size_t i = 0; i < STREAM_NAME_LENGTH; i++) {
    name[i] = (char)field[i];
    if (field[i] == 0) continue;
    if (i != length) return NULL; /* after a 0 */
    length = i + 1;
  }
  name[length] = 0;
  const ascon_algorithm *found = ascon_any_find(name);
  return found && found->kind == ASCON_KIND_AEAD ? found : NULL;
}

static void read_fields(ascon_stream_header *header, const layout *l, const uint8_t *bytes) {
  header->algorithm = find_algorithm(bytes + AT_ALGORITHM);
  header->chunk_bytes = get32(bytes, AT_CHUNK_SIZE);
  header->source = (ascon_stream_source)bytes[AT_SOURCE];
  header->cost.memory_kib = get32(bytes, AT_MEMORY);
  header->cost.passes = get32(bytes, AT_PASSES);
  header->cost.lanes = get32(bytes, AT_LANES);
  header->salt_bytes = l->salt_length;
  for (size_t i = 0; i < l->salt_length; i++) header->salt[i] = bytes[AT_SALT + i];
}

/* Of a header that is there as a whole. */
static ascon_stream_fault check_fields(const ascon_stream_header *header, const layout *l,
                                       const uint8_t *bytes) {
  uint8_t digest[ASCON_HASH256_BYTES];
  compute_checksum(digest, l, bytes);
  if (!ascon_equal(digest, bytes + at_checksum(l), CHECKSUM_LENGTH))
    return ASCON_STREAM_FAULT_CHECKSUM;
  if (!header->algorithm) return ASCON_STREAM_FAULT_ALGORITHM;
  if (!chunk_size_allowed(header->chunk_bytes)) return ASCON_STREAM_FAULT_CHUNK_SIZE;
  if (bytes[AT_TAG_LENGTH] != l->tag_field || get32(bytes, AT_HEADER_LENGTH) != l->header_field)
    return ASCON_STREAM_FAULT_FIELDS;
  return source_fault(header->source, &header->cost);
}

static ascon_stream_fault read_header(ascon_stream_header *header, const uint8_t *bytes,
                                      size_t length) {
  const ascon_stream_fault fault = read_start(header, bytes, length);
  if (fault != ASCON_STREAM_FAULT_NONE) return fault;
  const layout *l = layout_of_version(header->version);
  read_fields(header, l, bytes);
  return check_fields(header, l, bytes);
}

/* Without an algorithm, nobody can use a header that was refused. */
ascon_result ascon_stream_header_decode(ascon_stream_header *header, const uint8_t *bytes,
                                        size_t length) {
  ascon_stream_header made;
  if (!header || missing(bytes, length)) return ASCON_ERR_NULL;
  zeroize(&made, sizeof made);
  const ascon_stream_fault fault = read_header(&made, bytes, length);
  made.fault = fault;
  if (fault != ASCON_STREAM_FAULT_NONE) made.algorithm = NULL;
  hand_over(header, &made, sizeof made);
  return fault == ASCON_STREAM_FAULT_NONE ? ASCON_OK : ASCON_ERR_RANGE;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Starts CXOF128 with a purpose, of the key and a part of the header. */
static void start_derivation(ascon_sponge_ctx *derivation, const purpose *for_what,
                             const uint8_t *key, const uint8_t *bytes, size_t length) {
  (void)ascon_any_sponge_init(derivation, ASCON_CXOF128, (const uint8_t *)for_what->text,
                              for_what->length);
  (void)ascon_any_sponge_update(derivation, key, ASCON_STREAM_KEY_BYTES);
  (void)ascon_any_sponge_update(derivation, bytes, length);
}

static void compute_check(uint8_t check[CHECK_LENGTH], const layout *l, const uint8_t *key,
                          const uint8_t *bytes) {
  ascon_sponge_ctx derivation;
  start_derivation(&derivation, &l->check, key, bytes + l->checked_from,
                   at_check(l) - l->checked_from);
  (void)ascon_any_sponge_squeeze(&derivation, check, CHECK_LENGTH);
  zeroize(&derivation, sizeof derivation);
}

/* The stream of a file with this header. `stream` is written last: the others may lie in it. */
static void derive_secret(ascon_stream *stream, const layout *l, const ascon_stream_header *header,
                          const uint8_t *key, const uint8_t *bytes) {
  ascon_sponge_ctx derivation;
  start_derivation(&derivation, &l->secret, key, bytes, header_length(l));
  const ascon_stream form = {.algorithm = header->algorithm, .chunk_bytes = header->chunk_bytes};
  *stream = form;
  squeeze_secret(stream, &derivation, l->mask_length);
}

ascon_result ascon_stream_header_open(ascon_stream *stream, const uint8_t *bytes, size_t length,
                                      const uint8_t *key) {
  ascon_stream_header header;
  uint8_t check[CHECK_LENGTH];
  if (!stream || !key) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_stream_header_decode(&header, bytes, length));
  const layout *l = layout_of_version(header.version);
  compute_check(check, l, key, bytes);
  const int is_key = ascon_equal(check, bytes + at_check(l), sizeof check);
  zeroize(check, sizeof check); /* of a wrong key it is one that nobody has published */
  if (!is_key) {
    zeroize(stream, sizeof *stream);
    return ASCON_ERR_TAG;
  }
  derive_secret(stream, l, &header, key, bytes);
  return ASCON_OK;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static ascon_result check_new_header(const ascon_stream_header *header) {
  RETURN_IF_ERROR(check_new_stream(header->algorithm, header->chunk_bytes));
  return header->version != ASCON_STREAM_HEADER_VERSION ||
                 source_fault(header->source, &header->cost) != ASCON_STREAM_FAULT_NONE
             ? ASCON_ERR_RANGE
             : ASCON_OK;
}

/* All that is before the key check. */
static void write_fields(uint8_t *bytes, const layout *l, const ascon_stream_header *header) {
  for (size_t i = 0; i < sizeof magic; i++) bytes[i] = magic[i];
  bytes[AT_VERSION] = l->version;
  bytes[AT_VERSION + 1] = 0;
  bytes[AT_SOURCE] = (uint8_t)header->source;
  bytes[AT_TAG_LENGTH] = l->tag_field;
  put32(bytes, AT_CHUNK_SIZE, header->chunk_bytes);
  put_name(bytes + AT_ALGORITHM, header->algorithm);
  put32(bytes, AT_MEMORY, header->cost.memory_kib);
  put32(bytes, AT_PASSES, header->cost.passes);
  put32(bytes, AT_LANES, header->cost.lanes);
  put32(bytes, AT_HEADER_LENGTH, l->header_field);
  for (size_t i = 0; i < l->salt_length; i++) bytes[AT_SALT + i] = header->salt[i];
}

ascon_result ascon_stream_header_encode(ascon_stream *stream, uint8_t *bytes,
                                        const ascon_stream_header *header, const uint8_t *key) {
  uint8_t digest[ASCON_HASH256_BYTES], written[ASCON_STREAM_HEADER_BYTES];
  if (!stream || !bytes || !header || !key) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_new_header(header));
  const layout *l = layout_of_version(ASCON_STREAM_HEADER_VERSION);
  write_fields(written, l, header);
  compute_check(written + at_check(l), l, key, written);
  compute_checksum(digest, l, written);
  copy_bytes(written + at_checksum(l), digest, CHECKSUM_LENGTH);
  derive_secret(stream, l, header, key, written);
  copy_bytes(bytes, written, sizeof written);
  return ASCON_OK;
}

/** HMAC, HKDF and PBKDF2 with Ascon-Hash256, for protocols that prescribe them. If you are free to choose, asconkit/kdf
    is faster. HMAC's block has 64 bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes } from "./bytes.js";
import { checkBytes, checkInteger, checkOptions, checkText } from "./checks.js";
import { Context, HMAC_BLOCK_BYTES, digestOf, oneShot, whole } from "./hash.js";
import { KeyedHash, derivationInputs } from "./keyed.js";
import part from "./wasm/kdf.js";

export { InvalidTagError } from "./checks.js";
export { type KeyedHash } from "./keyed.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

const MAC_BYTES = 32;

const hmacCalls = {
  part,
  update: (c, context, message, length) => c.ascon_hmac_hash256_update!(context, message, length),
  output: (c, context, out) => c.ascon_hmac_hash256_final!(context, out),
  verify: (c, context, tag, length) => c.ascon_hmac_hash256_verify_final!(context, tag, length),
} satisfies ConstructorParameters<typeof Context>[0];

export interface Hmac {
  (key: Uint8Array, message: Uint8Array): Bytes;
  readonly blockLen: number;
  readonly outputLen: number;
  create(key: Uint8Array): KeyedHash;
  /** Verifies a tag of 32 bytes in constant time. Throws InvalidTagError if the tag is wrong. */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array): void;
}

function create(key: Uint8Array): KeyedHash {
  const context = new Context(hmacCalls).start([checkBytes(key, "key")], (c, at, words) =>
    c.ascon_hmac_hash256_init!(at, ...words),
  );
  return new KeyedHash(context, HMAC_BLOCK_BYTES, MAC_BYTES);
}

/** HMAC (RFC 2104) with Ascon-Hash256. */
export const hmac: Hmac = Object.freeze(
  Object.assign((key: Uint8Array, message: Uint8Array) => whole(create(key), message, digestOf), {
    blockLen: HMAC_BLOCK_BYTES,
    outputLen: MAC_BYTES,
    create,
    verify: (key: Uint8Array, message: Uint8Array, tag: Uint8Array) =>
      whole(create(key), message, (state) => state.verify(tag)),
  }),
);

/** HKDF (RFC 5869): extract() and expand(). */
export function hkdf(
  ikm: Uint8Array, salt: Uint8Array | undefined, info: Uint8Array | undefined, length: number,
): Bytes {
  checkLengthOfOutput(length);
  const prk = extract(ikm, salt);
  try {
    return expand(prk, info, length);
  } finally {
    prk.fill(0);
  }
}

/** The first step: returns a pseudorandom key of 32 bytes. */
export function extract(ikm: Uint8Array, salt?: Uint8Array): Bytes {
  const out = new Uint8Array(MAC_BYTES);
  oneShot(part, derivationInputs({ salt, ikm }), out, (c, at, words) => c.ascon_hmac_hkdf_extract!(at, ...words));
  return out;
}

const checkLengthOfOutput = (length: number): number => checkInteger(length, "length", 0, 255 * MAC_BYTES);

/** The second step: returns output. A shorter output is a prefix of a longer output. */
export function expand(prk: Uint8Array, info: Uint8Array | undefined, length: number): Bytes {
  const strings = derivationInputs({ prk, info });
  const out = new Uint8Array(checkLengthOfOutput(length));
  oneShot(part, strings, out, (c, at, words) => c.ascon_hmac_hkdf_expand!(at, out.length, ...words));
  return out;
}

export interface Pbkdf2Options {
  /** Number of iterations. */
  c: number;
  /** Number of bytes of output, 32 by default. */
  dkLen?: number;
}

/** PBKDF2 (RFC 8018), for compatibility only. PBKDF2 needs little memory, so an attacker who guesses passwords on a GPU
    is far faster than you. */
export function pbkdf2(password: Uint8Array | string, salt: Uint8Array | string, options: Pbkdf2Options): Bytes {
  const given = checkOptions(options, "options", ["c", "dkLen"]);
  const iterations = checkInteger(given.c, "c", 1, 2 ** 32 - 1);
  const out = new Uint8Array(checkInteger(given.dkLen ?? MAC_BYTES, "dkLen", 1, 2 ** 30));
  const strings = [checkText(password, "password"), checkText(salt, "salt")];
  try {
    oneShot(part, strings, out, (c, at, words) => c.ascon_hmac_pbkdf2!(at, out.length, ...words, iterations));
    return out;
  } finally {
    if (typeof password === "string") strings[0]!.fill(0);
  }
}

/** Ascon-MAC, Ascon-PRF and Ascon-PRFshort (IACR ePrint 2021/1574): v1.3, and v1.2 for compatibility.
    SPDX-License-Identifier: Apache-2.0 OR MIT */
import { type Bytes } from "./bytes.js";
import { checkBytes, checkInteger, checkLength, checkOptions } from "./checks.js";
import { OUTPUT_OPTIONS, type OutputOptions, Xof, digestOf, oneShot, outputLength, whole } from "./hash.js";
import { KeyedHash } from "./keyed.js";
import { randomBytes } from "./random.js";
import { spongeCalls, startSponge } from "./sponge.js";
import part from "./wasm/prf.js";

export { InvalidTagError } from "./checks.js";
export { type OutputOptions, type Xof } from "./hash.js";
export { type KeyedHash } from "./keyed.js";

/** Compiles the WebAssembly of this module in the background. */
export const ready = (): Promise<void> => part.ready();

const KEY_BYTES = 16;
const TAG_BYTES = 16;
const BLOCK_BYTES = 32;
const BLOCK_BYTES_A = 40; // of MACa and PRFa

/** A message authentication code: tags of 16 bytes. */
export interface Mac {
  (key: Uint8Array, message: Uint8Array): Bytes;
  readonly keyLength: number;
  readonly outputLen: number;
  /** Starts an incremental message. */
  create(key: Uint8Array): KeyedHash;
  /** Verifies the tag of the message in constant time. Throws InvalidTagError if the tag is wrong. */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array): void;
  generateKey(): Bytes;
}

/** Output from a key and a short message; 16 bytes by default. A shorter output is a prefix of a longer output, as in
    the designers' C code. docs/moving.md names implementations for which this is not so. */
export interface PrfShort {
  (key: Uint8Array, message: Uint8Array, options?: OutputOptions): Bytes;
  readonly keyLength: number;
  generateKey(): Bytes;
}

/** Output from a key and a message; 16 bytes by default. */
export interface Prf extends PrfShort {
  /** Starts an incremental message. */
  create(key: Uint8Array, options?: OutputOptions): Xof;
}

const generateKey = (): Bytes => randomBytes(KEY_BYTES);
const calls = spongeCalls(part);

function makeMac(row: string, blockLen: number): Mac {
  const create = (key: Uint8Array): KeyedHash =>
    new KeyedHash(startSponge(calls, row, checkLength(key, "key", KEY_BYTES)), blockLen, TAG_BYTES);
  const made = (key: Uint8Array, message: Uint8Array): Bytes => whole(create(key), message, digestOf);
  return Object.freeze(
    Object.assign(made, {
      keyLength: KEY_BYTES,
      outputLen: TAG_BYTES,
      create,
      verify: (key: Uint8Array, message: Uint8Array, tag: Uint8Array) =>
        whole(create(key), message, (state) => state.verify(tag)),
      generateKey,
    }),
  );
}

function makePrf(row: string, blockLen: number): Prf {
  const create = (key: Uint8Array, options?: OutputOptions): Xof => {
    const length = outputLength(checkOptions(options, "options", OUTPUT_OPTIONS), TAG_BYTES);
    return new Xof(startSponge(calls, row, checkLength(key, "key", KEY_BYTES)), blockLen, length);
  };
  const made = (key: Uint8Array, message: Uint8Array, options?: OutputOptions): Bytes =>
    whole(create(key, options), message, digestOf);
  return Object.freeze(Object.assign(made, { keyLength: KEY_BYTES, create, generateKey }));
}

const MOST_SHORT = 16; // bytes of message and output

function makePrfShort(name: string): PrfShort {
  const made = (key: Uint8Array, message: Uint8Array, options?: OutputOptions): Bytes => {
    const given = checkOptions(options, "options", OUTPUT_OPTIONS);
    const [secret, input] = [checkLength(key, "key", KEY_BYTES), checkBytes(message, "message")];
    if (input.length > MOST_SHORT)
      throw new RangeError(`message: expected at most ${MOST_SHORT} bytes, got ${input.length}`);
    const out = new Uint8Array(checkInteger(given.dkLen ?? MOST_SHORT, "dkLen", 1, MOST_SHORT));
    oneShot(part, [input, secret], out, (c, at, [m, length, k]) => c[name]!(at, out.length, m!, length!, k!));
    return out;
  };
  return Object.freeze(Object.assign(made, { keyLength: KEY_BYTES, generateKey }));
}

/** Ascon-MAC v1.3. */
export const mac: Mac = makeMac("v13_mac", BLOCK_BYTES);
/** Ascon-PRF v1.3: output of any length. */
export const prf: Prf = makePrf("v13_prf", BLOCK_BYTES);
/** Ascon-PRFshort v1.3: at most 16 bytes from at most 16 bytes. */
export const prfShort: PrfShort = makePrfShort("ascon_v13_prfshort");

/** Ascon-MAC v1.2. */
export const macV12: Mac = makeMac("v12_mac", BLOCK_BYTES);
/** Ascon-MACa v1.2. */
export const macaV12: Mac = makeMac("v12_maca", BLOCK_BYTES_A);
/** Ascon-PRF v1.2. */
export const prfV12: Prf = makePrf("v12_prf", BLOCK_BYTES);
/** Ascon-PRFa v1.2. */
export const prfaV12: Prf = makePrf("v12_prfa", BLOCK_BYTES_A);
/** Ascon-PRFshort v1.2. */
export const prfShortV12: PrfShort = makePrfShort("ascon_v12_prfshort");
